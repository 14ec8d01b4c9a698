"""Why something is not legal or not possible: answers derived by hand, reasons that name the cards, and
random positions on which exhaustive search of the engine finds the same.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
import yaml

from tests.games.quest.files import checked, position_of
from tests.games.quest.planning.dealing import dungeon
from tests.sweeping import seeds
from tsolve import api
from tsolve.engine.search import best_policy
from tsolve.errors import InputError, TooLargeError, UsageError
from tsolve.games.quest.actions import Destroy, Enter
from tsolve.games.quest.answers import Accept, GiveUp
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.planning.plan import Planner
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import State, Target
from tsolve.games.quest.why_not.battles import Fight
from tsolve.model.why_not import WhyNotAnswer
from tsolve.worlds.why_not import Reasons, missing, remedies

CASES = seeds(6, 16)
MOST = 2_500
"""Positions that take the search longer are left out."""
FEW = 60
"""Positions that the planner looks at in those that are asked about: they are asked about many times."""


@cache
def lost_causes(number: int = len(CASES)) -> tuple[tuple[QuestPosition, Target], ...]:
    """Positions with a Monster that no line defeats for certain."""
    base, found, seed = position_of("hand: [Adventurer]"), list[tuple[QuestPosition, Target]](), 0
    while len(found) < number:
        random = Random(seed)
        game, state = dungeon(random, 3)
        world = base.by(game, game.apply(state, Enter()))
        places = [place for place, room in enumerate(state.rooms) if room.monster]
        place = random.choice(places)
        target = Target(state.rooms[place].monster, state.rooms[place].card)
        seed += 1
        if game.book.reads("revisit_rooms", "yes"):  # then every point of Light may be another circle
            continue
        if Fight("", target, "win").seek(world).line is None and is_small(world, target):
            found.append((world, target))
    return tuple(found)


def is_small(world: QuestPosition, target: Target) -> bool:
    """Whether few positions are enough to answer about this Monster."""
    game = world.game
    assert isinstance(game, Quest)
    planned = Planner(game, world.state, ("win",), draws="worst", target=target).plan()
    return planned.positions <= FEW


def beaten(world: QuestPosition, target: Target) -> bool:
    """Whether some line defeats the Monster whatever comes. Raises TooLargeError."""

    def won(state: State) -> tuple[int, ...] | None:
        if not turn_over(state):
            return None
        return (int(state.tally.outcome == "won" and target.was_battled(state)),)

    found = best_policy(world.game, world.state, won, 0, "worst", MOST)
    return found is not None and found.worth == (1,)


ROOMS = "dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior, Crypt: Goblin Berserker}"


def asked(text: str, query: str) -> WhyNotAnswer:
    return api.why_not(position_of(text), query)


def told_missing(answer: WhyNotAnswer) -> dict[str, int | None]:
    return {gap.quantity: gap.amount for gap in answer.missing}


def reasons(answer: WhyNotAnswer) -> list[str]:
    return [reason.rulings[0] for reason in answer.reasons]


def test_too_little_attack() -> None:
    """The Berserker has health 4, the Mine adds 1; four Adventurers have 1 attack each: 1 is missing.

    A Shortsword adds 3 to one of them. It requires Skill 3, and they have 2; a Maul requires 8.
    """
    text = f"turn: dungeon\nhand: [4 x Adventurer]\nvillage: [Maul, Shortsword, Fireball]\n{ROOMS}"
    answer = asked(text, "defeat Goblin Berserker in Mine")

    assert answer.verdict == "impossible"
    assert reasons(answer) == ["card.goblin_berserker", "card.mine"]
    assert answer.reasons[0].text == ("Goblin Berserker in Mine has health 5; the best total attack is 4")
    assert answer.further == ()
    assert told_missing(answer)["attack"] == 1
    assert told_missing(answer)["skill"] is None
    assert [card.card for card in answer.cards] == ["Fireball"]
    assert answer.line is not None
    assert "4 against health 5" in answer.line.outcome


def test_cards_that_are_not_for_sale_are_not_judged() -> None:
    """One more Adventurer would do; a Maul, which requires 8, would not, and nothing else is for sale."""
    answer = asked(f"turn: dungeon\nhand: [4 x Adventurer]\nvillage: [Maul]\n{ROOMS}", "defeat Mine")

    assert answer.cards == ()
    assert not answer.no_card


def test_too_little_light() -> None:
    """The Crypt takes 1 Light, and no card gives any."""
    for query in ("defeat Goblin Berserker in Crypt", "battle Goblin Berserker in Crypt", "reach Crypt"):
        answer = asked(f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}", query)
        assert (answer.verdict, reasons(answer)) == ("impossible", ["QUEST-5.4"])
        assert told_missing(answer)["light"] == 1
    answer = asked(f"turn: dungeon\nhand: [5 x Adventurer, Lantern]\n{ROOMS}", "reach the Crypt")
    assert answer.verdict == "possible"


def test_too_little_skill() -> None:
    """A Maul requires Skill 8, and an Adventurer has 2."""
    answer = asked(f"turn: dungeon\nhand: [Adventurer, Maul]\n{ROOMS}", "give Maul to Adventurer")
    assert reasons(answer) == ["card.maul"]
    assert told_missing(answer) == {"skill": 6}


@pytest.mark.parametrize(("hand", "short"), [("4 x Adventurer", 8), ("2 x Thunderstone Shard", 4)])
def test_too_little_gold(hand: str, short: int) -> None:
    """A Maul costs 8; an Adventurer gives no gold, a Thunderstone Shard 2."""
    answer = asked(f"turn: village\nhand: [{hand}]\nvillage: [Maul]", "buy Maul")
    assert (answer.verdict, told_missing(answer)) == ("impossible", {"gold": short})
    assert answer.reasons[0].text == f"Maul costs 8 gold, you have {8 - short}"


def test_too_few_xp() -> None:
    """An Adventurer becomes a Hero of level 1 for 2 XP."""
    text = "location: Bazaar\nhand: [Adventurer]\nxp: {xp}\nvillage: [Stormhand]"
    answer = asked(text.format(xp=1), "level up Adventurer to Stormhand 1")
    assert (reasons(answer), told_missing(answer)) == (["QUEST-8.1"], {"xp": 1})
    assert asked(text.format(xp=2), "level up Adventurer to Stormhand 1").verdict == "possible"


def test_another_kind_of_turn() -> None:
    village = asked(f"location: Bazaar\nhand: [5 x Adventurer]\n{ROOMS}", "defeat Goblin Berserker in Mine")
    assert reasons(village) == ["QUEST-3.1"]
    dungeon = asked(f"turn: dungeon\nhand: [5 x Adventurer]\nvillage: [Maul]\n{ROOMS}", "buy Maul")
    assert reasons(dungeon) == ["QUEST-3.1"]


def test_a_monster_that_is_not_there() -> None:
    answer = asked(f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}", "defeat Stone Giant in Mine")
    assert "QUEST-5.13" in reasons(answer)


def test_a_monster_that_may_be_elsewhere() -> None:
    """The position names three rooms of six."""
    answer = asked(f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}", "defeat Stone Giant")
    assert answer.verdict == "undecided"
    assert answer.left_out


def test_a_card_that_is_not_sold() -> None:
    answer = asked("hand: [5 x Adventurer]\nvillage: [Shortsword]", "buy Maul")
    assert "QUEST-4.4" in answer.reasons[0].rulings


def test_a_chance() -> None:
    """One of the four cards that may be drawn gives the Light that the Crypt takes; five Adventurers then
    have 5 attack against health 4.
    """
    text = "turn: dungeon\nhand: [Gem of Healing, 5 x Adventurer]\nwounds: 1\n"
    text += f"deck: {{rest: [Lantern, 3 x Adventurer]}}\n{ROOMS}"
    answer = asked(text, "defeat Goblin Berserker in Crypt")
    assert answer.verdict == "undecided"
    assert answer.chance is not None
    assert answer.chance.value == Fraction(1, 4)


def test_bad_questions() -> None:
    text = f"turn: dungeon\nhand: [5 x Adventurer]\n{ROOMS}"
    with pytest.raises(InputError):
        asked(text, "defeat Nobody at all")
    with pytest.raises(UsageError):
        asked(text, "defeat Adventurer")
    with pytest.raises(InputError):
        asked(text, "reach nowhere")
    with pytest.raises(UsageError):
        asked(text, "")


@pytest.mark.parametrize(("query", "short"), [("buy a Treasure", 2), ("buy Potion", None)])
def test_what_a_location_sells(query: str, short: int | None) -> None:
    """Three Lanterns give 6 gold, two Rations 2 more: a Treasure costs 10; Potions are sold elsewhere."""
    text = "location: Shop of Wonders\nhand: [3 x Lantern]\ntokens: {iron_rations: 2}\nvillage: []"
    answer = asked(text, query)
    assert answer.verdict == "impossible"
    assert told_missing(answer).get("gold") == short


def test_what_no_choice_of_a_phase_makes_possible() -> None:
    """An Adventurer rises to level 1 (QUEST-8.2); nobody has a Wound (QUEST-7.4)."""
    text = "hand: [2 x Adventurer, Lantern]\nxp: 5\ntokens: {potion: 1}\ndeck: []\nvillage: {Stormhand: 4}"
    for query, ruling in (
        ("level up Adventurer to Stormhand 2", "QUEST-8.2"),
        ("heal a Wound", "QUEST-7.4"),
        ("use Potion", "QUEST-7.4"),
    ):
        answer = asked(text, query)
        assert answer.verdict == "impossible"
        assert ruling in answer.reasons[0].rulings, query


VILLAGE = """
    location: Bazaar
    hand: [Adventurer, Thunderstone Shard, Dagger, Lantern]
    village: [Shortsword]
    """
DUNGEON = """
    turn: dungeon
    hand: [3 x Adventurer, Dagger, Lantern]
    dungeon: {Mine: Goblin Berserker, Abandoned Gate: Goblin Warrior}
    """
WON = """
    turn: dungeon
    hand: [3 x Adventurer, Dagger, Lantern]
    sponsor: Clerics' Training Guild
    dungeon: {Mine: Goblin Berserker, Throne Room: none}
    line: [battle Giant Rat]
    """


def refusal(position: str, step: str, after: int | None = None) -> tuple[str, tuple[str, ...]]:
    """Why a step is not legal in a position, or after a step of its line."""
    at = "" if after is None else f", after: {after}"
    text = f'{position.rstrip()}\n    claims: [{{illegal: "{step}"{at}}}]\n'
    (claim,) = checked(text).claims
    assert claim.verdict == "confirmed"
    return claim.reason, claim.rulings


@pytest.mark.parametrize(
    ("step", "told", "ruling"),
    [
        ("destroy Dagger", "Dagger may be destroyed right after a card is bought", "QUEST-4.8"),
        ("destroy Adventurer", "nothing asks for that now", "QUEST-4.2"),
        ("accept", "nothing is offered now", "QUEST-4.2"),
        ("reveal Goblin Warrior", "no card is revealed now", "QUEST-5.22"),
        ("draw Dagger", "no card is drawn now", "QUEST-0.16"),
        ("discard Dagger from the deck", "no card of the deck is discarded now", "QUEST-0.4"),
        ("find The Reaper", "no Treasure is won or bought now", "QUEST-5.21"),
        ("roll 3", "nothing asks for that now", "QUEST-4.2"),
        ("choose Goblin Warrior", "is not in a room that the position names", "QUEST-5.13"),
        ("keep Plague Doctor", "chosen before the first turn", "QUEST-1.13"),
        ("remove Dagger", "Skill falls below what they require", "QUEST-2.5"),
        ("move to Mine", "Mine is not among the rooms that the position names", "QUEST-5.4"),
        ("use Fireball", "Fireball is not among your cards", "QUEST-0.2"),
        ("use Fighters' Training Guild", "Fighters' Training Guild is not your Guild Sponsor", "QUEST-14.3"),
        ("use Goblin Berserker", "Goblin Berserker has no Spoils ability", "QUEST-5.27"),
    ],
)
def test_what_nothing_asks_for_in_the_village(step: str, told: str, ruling: str) -> None:
    reason, rulings = refusal(VILLAGE, step)
    assert told in reason
    assert ruling in rulings


FORBIDDEN = """
- {step: use Thunderstone Shard, told: you can use Thunderstone Shard only while you are wounded,
  ruling: card.thunderstone_shard, in: {location: Bazaar, hand: [Thunderstone Shard]}}
- {step: use Gem of Healing, told: "you cannot use Gem of Healing: you have no Wound to heal",
  ruling: card.gem_of_healing, in: {location: Bazaar, hand: [Gem of Healing]}}
- {step: pass, told: "a Dungeon phase follows: you have used an ability for it", ruling: QUEST-4.13,
  in: {location: Bazaar, hand: [Scathian 2], village: [], line: [use Scathian 2, pass, pass, pass]}}
- {step: buy Hammer, told: you buy one card a turn, ruling: QUEST-4.4,
  in: {location: Bazaar, hand: [5 x Lantern], village: [Shortsword, Hammer], line: [buy Shortsword]}}
- {step: buy Lantern token, told: you buy one Gear token a visit, ruling: QUEST-9.5,
  in: {location: Bazaar, hand: [5 x Lantern], line: [buy Iron Rations]}}
- {step: use Potion, told: you use abilities and tokens before the gold is summed, ruling: key.late_abilities,
  in: {location: Bazaar, hand: [Lantern], tokens: {potion: 1}, wounds: 1, line: [pass]}}
- {step: use Potion, told: you use abilities and tokens before you move, ruling: key.late_abilities,
  in: {turn: dungeon, hand: [Lantern], tokens: {potion: 1}, wounds: 1, line: [pass]}}
- {step: level up Stormhand 1 to Stormhand 2, told: "it costs 3 XP, you have 2", ruling: QUEST-8.1,
  in: {location: Bazaar, hand: [Stormhand 1], xp: 2, village: [Stormhand]}}
- {step: complete Build the Carriage with Thunderstone Shard and Stormhand 2, ruling: card.build_the_carriage,
  told: "it takes 5 gold, you have 4", in: {location: Bazaar, side_quest: Build the Carriage,
  hand: [Thunderstone Shard, Lantern, Stormhand 2], tokens: {iron_rations: 1, lantern: 1, potion: 1}}}
- {step: complete Build the Carriage with Thunderstone Shard and Stormhand 2, ruling: card.build_the_carriage,
  told: it takes one Gear token of each kind, in: {location: Bazaar, side_quest: Build the Carriage,
  hand: [Thunderstone Shard, 3 x Lantern, Stormhand 2], tokens: {potion: 1}}}
- {step: use Dagger, told: "nobody wields Dagger, and you can use it only when a Hero of level 0 wields it",
  ruling: QUEST-0.22, in: {turn: dungeon, hand: [Adventurer, Dagger]}}
- {step: use Gorlandor 3, told: you can use Gorlandor 3 only while he wields a Weapon,
  ruling: card.gorlandor_3, in: {turn: dungeon, hand: [Gorlandor 3], line: [battle Giant Rat]}}
- {step: use Hawkswood 3, told: "you cannot use Hawkswood 3: it takes 2 Gear tokens",
  ruling: card.hawkswood_3, in: {turn: dungeon, hand: [Hawkswood 3], tokens: {potion: 1}}}
- {step: use The Reaper, told: "you cannot use The Reaper: no Monster is within reach of your Heroes' Levels",
  ruling: card.the_reaper, in: {turn: dungeon, hand: [Adventurer, The Reaper], tokens: {iron_rations: 1},
  line: [use Iron Rations on Adventurer, give The Reaper to Adventurer]}}
- {step: use Flying Death, told: "you cannot use Flying Death: no such Monster has a Before Battle ability",
  ruling: card.flying_death, in: {turn: dungeon, hand: [Gorlandor 3, Flying Death],
  dungeon: {Abandoned Gate: none, Mine: none, Crypt: none, Sunken Well: none, Throne Room: none, Vault: none},
  line: [give Flying Death to Gorlandor 3]}}
- {step: use Sun of the Forest on Adventurer, told: Sun of the Forest serves one Wizard,
  ruling: card.sun_of_the_forest, in: {turn: dungeon, hand: [Adventurer, Sun of the Forest]}}
- {step: use Ark of Creation, ruling: card.ark_of_creation, in: {turn: dungeon, hand: [Ark of Creation]},
  told: "you cannot use Ark of Creation: you have no other Elemental card to discard"}
- {step: give Eternal Flame to Adventurer, told: you may give Eternal Flame only to a Dwarf or Cleric,
  ruling: card.eternal_flame, in: {turn: dungeon, hand: [Adventurer, Eternal Flame],
  cards: {Eternal Flame: {gold: 0, light: 0, vp: 0, physical: 0, magic: 0, skill_boost: 2}}}}
- {step: "use Tent #2", told: only one Tent can do this in a turn, ruling: card.tent,
  in: {turn: dungeon, hand: [Gorlandor 3, 2 x Tent], line: [battle Giant Rat, use Tent],
  cards: {Tent: {gold: 0, vp: 0, physical: 0, magic: 0, skill_boost: 0, light: 1}}}}
- {step: give Dagger to Gorlandor 1, told: Gorlandor 1 wields at most 1 Weapon, ruling: card.gorlandor_1,
  in: {turn: dungeon, hand: [Gorlandor 1, 2 x Dagger], line: [give Dagger to Gorlandor 1]}}
- {step: give Shortsword to Stormhand 1, ruling: QUEST-2.3,
  told: "Shortsword requires Skill 2 besides 4 for other Weapons, Stormhand 1 has 4",
  in: {turn: dungeon, hand: [Stormhand 1, 3 x Shortsword],
  line: [give Shortsword to Stormhand 1, give Shortsword to Stormhand 1]}}
- {step: move to Mine for 1 Wound, told: Mine takes no 1 Wounds instead of Light, ruling: QUEST-5.4,
  in: {turn: dungeon, hand: [Lantern], dungeon: {Mine: none, Abandoned Gate: none}}}
- {step: move to Vault, told: "Vault takes 2 Light, you have 0 of 1 left", ruling: QUEST-5.4,
  in: {turn: dungeon, hand: [Lantern], dungeon: {Mine: none, Sunken Well: none, Vault: none},
  line: [move to Mine, move to Sunken Well]}}
"""
"""Steps that a card or a rule forbids after the line of a position, and how that is told."""


@pytest.mark.parametrize("case", yaml.safe_load(FORBIDDEN), ids=lambda case: case["told"])
def test_what_a_card_or_a_rule_forbids(case: dict[str, Any]) -> None:
    claim = {"illegal": case["step"], "after": len(case["in"].get("line", []))}
    (judged,) = checked(yaml.safe_dump(case["in"] | {"claims": [claim]})).claims
    assert (judged.verdict, judged.reason) == ("confirmed", case["told"])
    assert case["ruling"] in judged.rulings


@pytest.mark.parametrize(("step", "ruling"), [("accept", "QUEST-5.2"), ("destroy Lantern", "QUEST-5.2")])
def test_what_nothing_asks_for_in_the_dungeon(step: str, ruling: str) -> None:
    assert refusal(DUNGEON, step)[1] == (ruling,)


@pytest.mark.parametrize(
    ("step", "told", "rulings"),
    [
        ("use Fighters' Training Guild", "is not your Guild Sponsor", ("QUEST-14.3",)),
        ("use the Spoils of Throne Room", "Throne Room has no", ("QUEST-5.27", "card.throne_room")),
        ("use the Spoils of Goblin King", "Goblin King has no", ("QUEST-5.27", "card.goblin_king")),
        ("use the Spoils of Bog", "Bog has no part in this battle", ("QUEST-5.27",)),
    ],
)
def test_spoils_of_what_was_not_in_the_battle(step: str, told: str, rulings: tuple[str, ...]) -> None:
    """Three Adventurers and a Dagger: 3 + 1 = 4 against health 4, and the Giant Rat is defeated."""
    won = WON.replace("[battle Giant Rat]", "[give Dagger to Adventurer, battle Giant Rat]")
    reason, cited = refusal(won, step, 2)
    assert told in reason
    assert cited == rulings


def test_an_offer_names_what_it_is_about() -> None:
    """A step that is no answer while the Dagger may be destroyed."""
    bought = VILLAGE + "line: [buy Shortsword]"
    reason, rulings = refusal(bought, "destroy Lantern", 1)
    assert reason == "you must first finish the purchase: destroy one Dagger, or pass"
    assert rulings == ("QUEST-4.8",)


def test_a_hand_that_is_not_laid_out_yet() -> None:
    """At the Temple, before the turn proper."""
    position = position_of("location: Temple\nhand: [Dagger, Lantern]")
    for action in (GiveUp(1), Destroy(0), Accept()):
        refused = position.game.why_not(position.state, action)
        assert refused is not None
        assert refused.rulings == ("QUEST-3.4",)


@pytest.mark.parametrize(
    "step", ["destroy Lantern", "accept", "remove Lantern", "use Fighters' Training Guild"]
)
def test_why_not_of_what_nothing_asks_for(step: str) -> None:
    """In the Village. A room that nobody names may ask for a card; Elven Ruins (2 Light) may discard one
    off the unknown deck, which may offer something. No room has the Spoils of a Sponsor.
    """
    text = "turn: {}\nhand: [Adventurer, 2 x Lantern]\nvillage: [Shortsword]"
    assert position_of(text.format("village")).why_not(step, "position.yaml").verdict == "impossible"
    in_dungeon = position_of(text.format("dungeon")).why_not(step, "position.yaml").verdict
    assert in_dungeon == ("undecided" if step in ("destroy Lantern", "accept") else "impossible")


def test_a_purchase_after_a_level_comes_too_late() -> None:
    position = (
        "location: Bazaar\n    hand: [Adventurer, Lantern]\n    xp: 5\n    village: [Stormhand, Shortsword]\n"
    )
    position = f"\n    {position}    line: [level up Adventurer to Stormhand]"

    told, rulings = refusal(position, "buy Shortsword", 1)

    assert told.endswith("before you heal and level up")
    assert rulings == ("QUEST-4.4",)


def defeat(target: Target) -> Fight:
    return Fight("defeat", target, "win")


def searched(world: QuestPosition, target: Target) -> bool | None:
    """Whether any line defeats the Monster; None where there are too many lines to try."""
    try:
        return beaten(world, target)
    except TooLargeError:
        return None


@pytest.mark.parametrize("case", CASES)
def test_every_set_of_reasons_is_minimal(case: int) -> None:
    world, target = lost_causes()[case]
    assert searched(world, target) in (False, None)
    found = Reasons(defeat(target), world)
    cores = list(found.cores())

    assert cores
    for core in cores:
        assert searched(found.without(core.obstacles), target) in (False, None)
        for left_out in core.obstacles:
            rest = [each for each in core.obstacles if each != left_out]
            assert searched(found.without(rest), target) in (True, None), (core, left_out)


@pytest.mark.parametrize("case", CASES)
def test_the_amounts_missing_are_the_least(case: int) -> None:
    world, target = lost_causes()[case]
    question = defeat(target)

    for gap in missing(question, world):
        amounts = [(64, False)] if gap.amount is None else [(gap.amount, True), (gap.amount - 1, False)]
        for amount, enough in amounts:
            if amount:
                repaired = question.more(gap.quantity, amount)(world)
                assert searched(repaired, target) in (enough, None), gap


@pytest.mark.parametrize("case", CASES)
def test_the_cards_named_repair_and_the_others_for_sale_do_not(case: int) -> None:
    world, target = lost_causes()[case]
    question = defeat(target)
    named = {remedy.card for remedy in remedies(question, world)}

    for group in question.candidates(world) or ():
        for card in group:
            expected = card.name in named or len(named) >= 3
            repaired = searched(card.change(world), target)
            assert repaired in (expected, None) or (len(named) >= 3 and not repaired), card.name
