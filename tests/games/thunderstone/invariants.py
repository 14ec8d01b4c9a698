"""What must hold in every position of every game, and between a position and the next one."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import encoded
from tsolve.cardkit import piles
from tsolve.engine import CHANCE
from tsolve.errors import IllegalActionError
from tsolve.games.thunderstone.actions import Action, Attack, Destroy, Equip, Pass, Use
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone, owned, victory_points
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn import steps

STONE = "stone_of_mystery"


def census(state: State) -> Counter[str]:
    """Every card of the game, wherever it is. (A spent Breach is marked on the Monster in the deck.)"""
    cards = Counter(state.removed)
    cards.update(card.removesuffix("*") for card in piles.contents(state.dungeon))
    cards.update(slot.card for slot in state.standing if slot.card)
    for index, player in enumerate(state.players):
        cards.update(owned(state, index))
        for treasure in player.treasures:
            cards.update(filter(None, (treasure.card, treasure.holds)))
    for card, copies in zip(state.stalls, state.stock or (), strict=True):
        cards[card] += copies
    return cards


def check_position(game: Thunderstone, state: State) -> None:
    """What can be seen without counting all cards."""
    assert "disease" not in state.removed, "a destroyed Disease returns to its stack (TS-1.3)"
    assert min(state.stock or (0,)) >= 0
    for index, player in enumerate(state.players):
        assert player.xp >= 0
        assert player.hand is not None
        kept = sum("mercenary" in game.book.card(card).subtypes for card in player.hand)
        assert len(player.hand) <= 6 + kept, "only Mercenaries come on top of a new hand (DS-4)"
        assert index != state.active or not player.hand, "the active player's hand is the party"
    check_hall(state)
    check_equipment(game, state)
    mover = game.mover(state)
    if mover == CHANCE:
        outcomes = game.chance(state)
        assert outcomes or not (state.me.deck or state.me.discard), "chance has to act and cannot"
        assert all(weight > 0 for _, weight in outcomes)
        assert len({event for event, _ in outcomes}) == len(outcomes)
    elif not state.over:
        actions = game.legal_actions(state)
        assert actions, "somebody has to act and cannot"
        assert len(set(actions)) == len(actions), "an action is offered twice"


def check_cards(game: Thunderstone, state: State, start: Counter[str]) -> None:
    """No card appeared or vanished since `start`, the census of the first position; all points count."""
    cards = census(state)
    scores = sum(game.scores(state))
    nobodys = Counter(state.removed)
    nobodys.update(card.removesuffix("*") for card in piles.contents(state.dungeon))
    nobodys.update(slot.card for slot in state.standing if slot.card)
    stored = (treasure for player in state.players for treasure in player.treasures)
    nobodys.update(each.holds for each in stored if each.holds and each.card == "emerald_dragon")
    nobodys.update(dict(zip(state.stalls, state.stock or (), strict=True)))
    everybodys = cards - nobodys
    assert scores == sum((game.book.card(card).vp or 0) * copies for card, copies in everybodys.items())
    assert cards.pop("disease", 0) >= 0
    assert cards == start, "a card appeared or vanished"


def check_hall(state: State) -> None:
    """Cards stand in the lowest Ranks; a Rank is empty only when no card is left for it. (TS-7.10)"""
    standing = [bool(slot.card) for slot in state.hall]
    if state.over or state.todo:
        return
    assert standing == sorted(standing, reverse=True), "a gap in front of a card"
    assert all(standing) or piles.is_empty(state.dungeon), "a gap although the deck is not empty"
    assert state.hall[0].card != STONE, "the game ends when the Thunderstone is in Rank 1 (TS-17.1)"


def check_equipment(game: Thunderstone, state: State) -> None:
    """One Weapon to a Hero, unless one of them allows more, and one Hero to a Weapon. (TS-8.1)"""
    for index, member in enumerate(state.party):
        if member.left and not member.thrown:
            continue
        if member.bearer != NONE:
            bearer = state.party[member.bearer]
            assert index in bearer.weapons
            assert not bearer.left
            assert game.book.card(member.card).is_weapon
        for weapon in member.weapons:
            assert state.party[weapon].bearer == index
            assert game.book.card(member.card).is_hero
        if not any(state.party[weapon].card in game.book.hands for weapon in member.weapons):
            assert len(member.weapons) <= 1


def check_next(game: Thunderstone, before: State, after: State) -> None:
    """What must hold between two positions that follow each other."""
    if after.active == before.active and after.step != "choose":
        gained = after.tally.gained.count("disease") - before.tally.gained.count("disease")
        destroyed = after.tally.diseases_destroyed - before.tally.diseases_destroyed
        assert diseases(after) - diseases(before) == gained - destroyed
        check_points(game, before, after)
    elif not after.over:
        previous = (after.active - 1) % len(after.players)
        hand = after.players[previous].hand if len(after.players) > 1 else [m.card for m in after.party]
        assert hand is not None
        drawn = min(6, len(owned(after, previous)) - len(before.aside))
        assert len(hand) == drawn + len(before.aside), "a new hand is six cards (TS-3.2)"
    assert after.removed[: len(before.removed)] == before.removed, "a destroyed card came back (TS-1.3)"


def check_points(game: Thunderstone, before: State, after: State) -> None:
    """What the turn is said to have changed of each score is the difference of the scores."""
    scores = zip(game.scores(before), game.scores(after), strict=True)
    for player, (earlier, later) in enumerate(scores):
        change = victory_points(game.book, after, player) - victory_points(game.book, before, player)
        assert later - earlier == change, "the points of a turn are the change of the score (TS-17.2)"


def diseases(state: State) -> int:
    """How many Diseases the players have."""
    return sum(owned(state, player).count("disease") for player in range(len(state.players)))


def check_every_action(game: Thunderstone, state: State, random: Random) -> None:
    """Every legal action can be carried out and changes only a copy; equal choices are offered once."""
    frozen = encoded(state)
    actions = game.legal_actions(state)
    for action in actions:
        after = game.apply(state, action)
        assert game.why_not(state, action) is None
        assert encoded(game.apply(state, action)) == encoded(after), "an action leads to one position only"
    assert encoded(state) == frozen, "a position was changed"
    check_alike(game, state, actions)
    if not state.todo and not state.over:
        tried = list(steps.attempts(game.book, state))
        assert set(actions) == {action for action in tried if game.why_not(state, action) is None}
        before_the_end = [action for action in actions if not isinstance(action, (Attack, Pass))]
        assert game.preparations(state) == before_the_end
        for action in tried:
            check_refusal(game, state, action)
    if game.mover(state) == CHANCE:
        for event, _ in game.chance(state):
            game.apply(state, event)
        seed = random.random()
        assert encoded(game.sample(state, Random(seed))) == encoded(game.sample(state, Random(seed)))
        assert encoded(state) == frozen


def check_alike(game: Thunderstone, state: State, actions: list[Action]) -> None:
    """Cards in the same state make one choice, not several; and no choice is left out for it."""
    offered = [described(game.book, state, action) for action in actions]
    assert len(set(offered)) == len(offered), "two offers differ only by which of two equal cards they mean"
    hand = range(len(state.party))
    every: list[Action] = [Equip(weapon, hero) for weapon in hand for hero in hand]
    every += [Destroy(card) for card in hand]
    for action in every:
        if not state.over and game.mover(state) >= 0 and game.why_not(state, action) is None:
            assert described(game.book, state, action) in offered, f"{action} is legal and not offered"


def described(book: Book, state: State, action: Action) -> tuple[object, ...]:
    """An action with the cards of the hand by their looks instead of their places."""
    fields = msgspec.structs.asdict(action)
    for name in ("card", "weapon", "hero", "price", "target"):
        if isinstance(fields.get(name), int) and fields[name] >= 0:
            of_rank = name == "target" and target_is_rank(book, state, action)
            fields[name] = fields[name] if of_rank else looks(state, fields[name])
    return type(action).__name__, *fields.values()


def target_is_rank(book: Book, state: State, action: Action) -> bool:
    """Whether the target of an ability is a Rank, and no card of the hand."""
    if not isinstance(action, Use):
        return False
    effects = book.card(state.party[action.card].card).abilities[action.ability].do
    return not any(effect.target in ("hero", "spell") for effect in effects)


def looks(state: State, index: int) -> tuple[object, ...]:
    """A card with its state, and the cards that it carries or is carried with."""
    member = state.party[index]
    hero = state.party[member.bearer] if member.bearer != NONE else member
    cards = Counter(replace(state.party[weapon], bearer=NONE) for weapon in hero.weapons)
    return replace(member, weapons=(), bearer=NONE), replace(hero, weapons=()), frozenset(cards.items())


def check_refusal(game: Thunderstone, state: State, action: Action) -> None:
    """What is refused raises, with a reason and a ruling, and leaves everything as it was."""
    refusal = game.why_not(state, action)
    if refusal is None:
        return
    assert refusal.reason
    assert refusal.rulings
    with pytest.raises(IllegalActionError) as caught:
        game.apply(state, action)
    assert caught.value.refusal == refusal
