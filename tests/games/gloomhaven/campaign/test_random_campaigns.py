"""Random campaigns: what is legal is what may be applied, texts read back, and nothing leaves its limits."""

from __future__ import annotations

from random import Random

import pytest

from tsolve import api
from tsolve.errors import IllegalActionError
from tsolve.games.gloomhaven.campaign.city import Create, Leave
from tsolve.games.gloomhaven.campaign.events import Each, Gain, GainDesign, GainTogether, HandleEvent
from tsolve.games.gloomhaven.campaign.game import Campaign
from tsolve.games.gloomhaven.campaign.opened import OpenedCampaign
from tsolve.games.gloomhaven.campaign.reading import Reader
from tsolve.games.gloomhaven.campaign.scenario import FulfilGoal, Loot
from tsolve.games.gloomhaven.campaign.state import Action, State

FILE = """
game: gloomhaven
campaign:
  prosperity: 3
  global_achievements: [Power of Enhancement]
  items:
    Boots: {number: 5, price: 20, copies: 2}
    Cloak: {number: 16, price: 31, copies: 1}
    Mail: {price: 45}
  scenarios: {"1": {links: [2, Gloomhaven]}, "2": {}, "3": {requires: [Plans]}}
  characters:
    Brute: {level: 2, experience: 50, gold: 40, items: [Boots], quest: fulfilled, player: Anna}
    Tinkerer: {gold: 90, checkmarks: 2, quest: none, perks_to_take: 0}
"""
STICKERS = (
    "+1 attack, level 1, several enemies",
    "area hex, level X, 3 target hexes",
    "+1 heal, level 9, several allies",
)


def tried(state: State, random: Random, game: Campaign) -> list[Action]:
    """Steps that nobody offers, legal or not."""
    who = random.choice(("Brute", "Tinkerer", "Nim", "Ori"))
    change = random.randint(-60, 60)
    told = [each.name for each in state.characters] + list(state.gone)
    steps: list[Action] = [
        GainTogether("reputation", change),
        GainTogether("prosperity", change // 5),
        Each("experience", change),
        GainDesign(random.randint(1, 99)),
        HandleEvent("city", random.randint(1, 40), random.choice(("add", "return", "remove"))),
        Create(who, random.randint(1, 9), "Brute", "Anna"),
    ]
    if who in told:
        steps += [
            Gain(who, random.choice(("gold", "experience", "checkmarks")), change),
            Loot(who, random.randint(1, 9)),
            FulfilGoal(who, random.randint(1, 3)),
            Leave(who),
        ]
        text = f'{who} enhances "Trample" top: {random.choice(STICKERS)}'
        steps.append(Reader(game.table, state, None).read(text))
    return steps


def sound(game: Campaign, state: State) -> None:
    """The limits of the rules: GH-15.6, GH-15.7, GH-15.11, GH-15.15, GH-15.17, GH-15.25."""
    numbers = game.table.numbers
    assert -20 <= state.reputation <= 20
    assert state.prosperity >= numbers.prosperity[numbers.prosperity_level(state.prosperity) - 1]
    assert len({each.name for each in state.characters}) == len(state.characters)
    for each in state.characters:
        assert each.gold is None or each.gold >= 0
        assert 1 <= each.level <= 9
        assert each.experience >= numbers.experience[each.level - 1]
        assert 0 <= each.checkmarks <= 18
        assert len(set(each.items)) == len(each.items)
    for item in game.table.items.values():
        if item.copies is not None:
            assert sum(item.name in each.items for each in state.characters) <= item.copies
    level = numbers.prosperity_level(state.prosperity)
    assert all(len(state.enhanced_cards(name)) <= level for name in ("Brute", "Tinkerer"))


@pytest.mark.parametrize("seed", range(60))
def test_random_campaigns_stay_within_the_rules(seed: int) -> None:
    random = Random(seed)
    opened = api.loads(FILE)
    assert isinstance(opened, OpenedCampaign)
    game, state = opened.game, opened.state
    for _ in range(60):
        offered = game.legal_actions(state)
        assert len(set(offered)) == len(offered)
        assert all(game.why_not(state, each) is None for each in offered)
        others = tried(state, random, game)
        for each in (*offered, *others):
            assert Reader(game.table, state, None).read(each.text) == each
        for each in others:
            if game.why_not(state, each) is not None:
                with pytest.raises(IllegalActionError):
                    game.apply(state, each)
        legal = [*offered, *(each for each in others if game.why_not(state, each) is None)]
        level, prosperity = {c.name: c.level for c in state.characters}, state.prosperity
        state = game.apply(state, random.choice(legal))
        sound(game, state)
        assert all(each.level >= level.get(each.name, 1) for each in state.characters), "levels never fall"
        least = game.table.numbers.prosperity_level(prosperity)
        assert game.table.numbers.prosperity_level(state.prosperity) >= least, "nor does the city's"
