"""The rest of a turn: how it ends once its battle is decided, how unknown cards of the Hall may change a
battle by their Global effects (DS-3), and which positions of a search are no better than earlier ones.

After the battle, results of chance, unknown cards or other players' choices do not count unless they come in
any case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import surely
from tsolve.cardkit import piles
from tsolve.cardkit.piles import contents
from tsolve.cardkit.tasks import ENGINE
from tsolve.games.thunderstone import game
from tsolve.games.thunderstone.actions import Action, Attack, Buy, Pass, Use
from tsolve.games.thunderstone.answers import SendDown
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import BreachEffect, SpoilsEffect
from tsolve.games.thunderstone.effects.monsters import CullHeroes, CullVillage
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.state import UNSEEN, Member, Slot, State, Tally
from tsolve.games.thunderstone.turn.battle import conclude, refuse_attack
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK, Refill
from tsolve.games.thunderstone.turn.other_players import may_hold
from tsolve.games.thunderstone.turn.traps_and_treasures import MayEscape, Strike
from tsolve.source.tree import joined

if TYPE_CHECKING:
    from tsolve.games.thunderstone.effects.base import Effect

Counted = frozenset[str]
"""Levels of a goal that count the whole turn; see `goals.WHOLE_TURN`."""


def end_of_turn(book: Book, state: State, counted: Counted, play: Play | None = None) -> State | None:
    """The position in which the turn ends; None while the active player has a choice that these levels count.

    In `state` the battle is decided. The Hall is filled with unknown cards where chance decides. `play` is
    the working copy to use.
    """
    play = play or Play(book, state)
    certain = True
    while state.step != "ending" and not state.over and state.todo:
        task = state.todo[-1]
        mover = task.mover(book, state)
        play.state = replace(state, todo=state.todo[:-1])
        if mover == ENGINE:
            task.run(play)
        elif mover == state.active:
            options = task.options(book, state)
            if certain and any(affects_rest(book, state, option, counted) for option in options):
                return None
            if certain and counted and isinstance(task, Strike | MayEscape):
                return None
            task.answer(play, Pass() if Pass() in options else options[0])
        else:
            certain = False
            if isinstance(task, Refill):
                play.set(dungeon=piles.UNKNOWN)
                play.push(task)
        state = play.state
    return state


def affects_rest(book: Book, state: State, option: Action, counted: Counted) -> bool:
    """Whether this choice after the battle may change levels that count the whole turn."""
    if isinstance(option, Buy):
        return counts_card(book.card(option.card), counted)
    return bool(counted) and isinstance(option, SendDown) and _moves_much(book, state)


def counts_card(card: Card, counted: Counted) -> bool:
    """Whether gaining or losing this card changes these levels."""
    if "growth" in counted and card.cost:
        return True
    return bool(counted - {"growth", "goes_on"}) and bool(card.vp or card.scoring)


def _moves_much(book: Book, state: State) -> bool:
    """Whether it may matter which Monster leaves the Hall, since a Thunderstone may move up, or a Breach may
    affect players or what Spoils may buy.
    """
    facts = [card for slot in state.hall if (card := book.cards.get(slot.card)) is not None]
    breaches = [effect for card in facts for effect in card.breach]
    if any(card.kind == "thunderstone" for card in facts) or not all(
        isinstance(each, CullHeroes | CullVillage) for each in breaches
    ):
        return True
    return bool(breaches) and state.stock is not None and not book.spoiling.isdisjoint(_near(state))


class Ending(NamedTuple):
    """The results of a turn after its battle is decided, without the losses of the party."""

    points: tuple[int, ...]
    """The change of each player's score."""
    costs: int
    """The change of the printed costs of the active player's cards."""
    over: bool
    """Whether the game ends."""
    stone: bool
    """Whether the active player takes the Thunderstone."""


class Endings(NamedTuple):
    """What follows the attack on one Monster."""

    won: Ending
    lost: Ending


def endings(book: Book, state: State, rank: int) -> Endings:
    """What follows a victory, and what a defeat, against the Monster of a Rank."""
    known = book.latest(state)
    if rank not in known:
        known[rank] = _endings(book, state, rank)
    found: Endings = known[rank]
    return found


def _endings(book: Book, state: State, rank: int) -> Endings:
    alike = _ends_alike(book, state)
    if alike is not None and rank not in alike:
        bare = _in_battle_with(state, rank, _perishing(state))
        alike[rank] = _unless_taken(book, bare, True), _unless_taken(book, bare, False)
    won, lost = (None, None) if alike is None else alike[rank]
    if won is None or lost is None:
        whole = _in_battle_with(state, rank, state.party)
        won = won or _ending(_Watched(book, whole), True)
        lost = lost or _ending(_Watched(book, whole), False)
    return Endings(won, lost)


def _ends_alike(book: Book, state: State) -> dict[int, tuple[Ending | None, Ending | None]] | None:
    """What follows battles in positions like this one, by the Rank, as far as it is known; None where it may
    depend on what players own.
    """
    known = book.latest(state)
    if "ends alike" not in known:
        laid = tuple([player.treasures for player in state.players])
        key: Hashable = state.hall, state.outside, _dungeon(state), state.active, laid, _perishing(state)
        known["ends alike"] = None if _counts_owned(book, state) else book.endings.setdefault(key, {})
    found: dict[int, tuple[Ending | None, Ending | None]] | None = known["ends alike"]
    return found


def _dungeon(state: State) -> piles.Pile:
    """The Dungeon Deck; where chance decides which card comes, it is as good as unknown to the end."""
    return piles.UNKNOWN if piles.choices(state.dungeon) > 1 else state.dungeon


def _perishing(state: State) -> tuple[Member, ...]:
    return tuple([member for member in state.party if member.perishes and not member.left])


def _in_battle_with(state: State, rank: int, party: tuple[Member, ...]) -> State:
    """The position just before the attack on a Rank is decided."""
    tally = Tally(attacked=state.at(rank).card)
    return replace(
        state, party=party, dungeon=_dungeon(state), target=rank, step="battle", todo=(), tally=tally
    )


class _Watched(Play):
    """Notes whether cards that players own may be taken."""

    __slots__ = ("takes",)

    def __init__(self, book: Book, state: State) -> None:
        super().__init__(book, state)
        self.takes = False

    def exercise(self, card: str, effect: Effect) -> None:
        acts = isinstance(effect, BreachEffect | SpoilsEffect)
        self.takes = self.takes or (acts and not isinstance(effect, card_facts.SPARING))


def _unless_taken(book: Book, state: State, won: bool) -> Ending | None:
    """How the turn ends with this party; None where the cards that players own may decide."""
    play = _Watched(book, state)
    ending = _ending(play, won)
    return None if play.takes else ending


def _ending(play: _Watched, won: bool) -> Ending:
    book, me = play.book, play.state.active
    conclude(play, won)
    end = end_of_turn(book, play.state, frozenset(), play)
    assert end is not None
    points = tuple(game.victory_points(book, end, player) for player in range(len(end.players)))
    return Ending(points, game.costs(book, end), end.over, end.stone_owner == me)


def _counts_owned(book: Book, state: State) -> bool:
    """Whether the end may depend on what players own although no Monster takes any of it."""
    known = book.latest(state)
    if "counts owned" not in known:
        own = card_facts.touching(book).intersection([m.card for m in state.party if not m.left])
        scoring = bool(book.scoring) and not book.scoring.isdisjoint(_near(state))
        known["counts owned"] = bool(own) or scoring or scores_unevenly(book, state)
    return bool(known["counts owned"])


def head_start(book: Book, state: State, ending: Ending) -> int:
    """The player's lead at the end, less the change of the player's score. (TS-17.2)"""
    began = game.all_victory_points(book, state)[state.active] - game.victory_points(book, state)
    return began - max(_of_others(book, state, ending).values(), default=0)


def tie(book: Book, state: State, ending: Ending) -> int:
    """The result of a game that ends in a tie with the best other player: 1 for a victory as owner of a
    Thunderstone, -1 for a defeat by an owner, 0 for a shared victory. (TS-17.2)
    """
    if ending.stone:
        return 1
    others = _of_others(book, state, ending)
    rivals = {player for player, score in others.items() if score == max(others.values())}
    holders = set(game.stone_holders(book, state))
    if holders.isdisjoint({state.active, *rivals}):
        return 0
    return int(holders.isdisjoint(rivals)) if state.active in holders else -1


def _of_others(book: Book, state: State, ending: Ending) -> dict[int, int]:
    """The final scores of the other players."""
    scores = zip(game.all_victory_points(book, state), ending.points, strict=True)
    return {player: now + more for player, (now, more) in enumerate(scores) if player != state.active}


def scores_unevenly(book: Book, state: State) -> bool:
    """Whether somebody owns a card whose Victory Points depend on what else is owned."""
    known = book.latest(state)
    if "uneven" not in known:
        known["uneven"] = bool(book.scoring) and game.is_owned(book, state, book.scoring)
    return bool(known["uneven"])


def points_so_far(book: Book, state: State) -> int:
    """The change of the active player's score in this turn."""
    known = book.latest(state)
    if "points" not in known:
        known["points"] = game.victory_points(book, state)
    return int(known["points"])


def _near(state: State) -> list[str]:
    """The cards that may act after the battle."""
    standing = [slot.card for slot in state.standing]
    return [*standing, *contents(state.dungeon), *[m.card for m in state.party if not m.left]]


def changed_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change the battle of this line from `state`; empty where they
    cannot. The text names as few cards as possible, namely those that change most.
    """
    return _changed(game, state, actions, _of_battle)


def decided_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change whether the battle is won; empty where they cannot."""
    return _changed(game, state, actions, _of_outcome)


def gained_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could change what the line gains; empty where they cannot."""
    return _changed(game, state, actions, _of_gain)


def reached_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action], amount: int) -> str:
    """How unknown cards of the Hall could change whether the Attack Value reaches `amount`; empty where they
    cannot.
    """

    def difference(end: Tally, usual: Tally) -> tuple[int, str]:
        much, told = _of_battle(end, usual)
        return much if (end.value >= amount) != (usual.value >= amount) else 0, told

    return _changed(game, state, actions, difference)


def prevented_by_unseen(game: Thunderstone, state: State, actions: Sequence[Action]) -> str:
    """How unknown cards of the Hall could prevent the battle; empty where they cannot."""
    return _changed(game, state, actions, lambda _, __: (0, ""))


def halls(book: Book, state: State) -> list[State]:
    """Positions with cards that have Global effects in place of unknown ones, the one with most replaced
    cards first: a line that works there may work whatever the cards are.
    """
    return [other for _, other in named_halls(book, state)][::-1]


def is_sure(game: Thunderstone, state: State, actions: Sequence[Action], doubt: str) -> bool:
    """Whether a line can be played in this position and there is no `doubt`."""
    return not doubt and not isinstance(_fought(game, state, actions), str)


Difference = Callable[[Tally, Tally], tuple[int, str]]
"""How much a tally differs from the usual one (0: not at all), and the difference in words."""


def _of_battle(end: Tally, usual: Tally) -> tuple[int, str]:
    told = f"the Attack Value is {end.value} against Health {end.health}"
    other = end.outcome != usual.outcome
    return abs(end.value - usual.value) + _DECISIVE * other, told


def _of_outcome(end: Tally, usual: Tally) -> tuple[int, str]:
    much, told = _of_battle(end, usual)
    return much if end.outcome != usual.outcome else 0, told


def _of_gain(end: Tally, usual: Tally) -> tuple[int, str]:
    more = len(end.gained) - len(usual.gained)
    return abs(more), f"you gain {more} card{'s' if more != 1 else ''} more"


_DECISIVE = 1_000
"""Winning instead of losing, or losing instead of winning, is a greater change than any other Attack Value.
"""


def _changed(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    with surely():  # necessary doubts are raised although the budget is spent
        return _in_line(game, state, actions, difference)


def _in_line(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    for number, action in enumerate(actions):
        if isinstance(action, Attack):
            return _in_battle(game, state, actions[number:], difference)
        if game.why_not(state, action) is not None:
            return ""
        if isinstance(action, Pass) and state.awaits_attack:
            return _to_be_attacked(game.book, state)
        state = game.apply(state, action)
    return ""


def _to_be_attacked(book: Book, state: State) -> str:
    """Names a Monster that would have to be attacked and that an unknown card of the Hall may be; else empty.
    (TS-7.4)
    """
    for index in (index for index, slot in enumerate(state.hall) if slot.card == UNSEEN):
        for card in unseen_of(book, state, sorted(book.monsters)):
            hall = (*state.hall[:index], Slot(card), *state.hall[index + 1 :])
            if refuse_attack(book, replace(state, hall=hall), index + 1) is None:
                return f"an unknown card of the Hall may be {book.name(card)}, which must be attacked"
    return ""


def _in_battle(game: Thunderstone, state: State, actions: Sequence[Action], difference: Difference) -> str:
    if not any(slot.card == UNSEEN for slot in state.hall):
        return ""
    usual = _fought(game, state, actions)
    if isinstance(usual, str) or not usual.outcome:
        return ""
    most, told, fewest = 0, "", 0
    for cards, other in named_halls(game.book, state):
        if most and len(cards) > fewest:
            break
        end = _fought(game, other, actions)
        much, so = (2 * _DECISIVE, end) if isinstance(end, str) else difference(end, usual)
        if much > most:
            names = joined([game.book.name(card) for card in cards])
            most, fewest = much, len(cards)
            told = f"an unknown card of the Hall may have a Global effect: with {names} there, {so}"
    return told


def _fought(game: Thunderstone, state: State, actions: Sequence[Action]) -> Tally | str:
    """The result of the battle, or why one of the actions is not legal."""
    for action in actions:
        if state.tally.outcome:
            break
        if (refusal := game.why_not(state, action)) is not None:
            return refusal.reason
        state = game.apply(state, action)
    return state.tally


def named_halls(book: Book, state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """The positions in which cards with Global effects replace unknown cards of the Hall, each with these
    cards; the fewest replaced first.
    """
    unseen = [index for index, slot in enumerate(state.hall) if slot.card == UNSEEN]
    acting = (
        card for card, effects in book.worldwide.items() if not all(effect.outside_only for effect in effects)
    )
    left = unseen_of(book, state, acting)
    for many in range(1, len(unseen) + 1):
        for cards in combinations_with_replacement(left, many):
            if all(of <= left[card] for card, of in Counter(cards).items()):
                hall = list(state.hall)
                for index, card in zip(unseen, cards, strict=False):
                    hall[index] = Slot(card)
                yield cards, replace(state, hall=tuple(hall))


def unseen_of(book: Book, state: State, cards: Iterable[str]) -> dict[str, int]:
    """The cards of these that may be unknown cards of the Dungeon, and how many of each."""
    seen = Counter((*(slot.card for slot in state.standing), *state.removed))
    seen.update(card.removesuffix(BREACHED_MARK) for card in contents(state.dungeon))
    for player in range(len(state.players)):
        seen.update(game.owned(state, player))
    left = {card: book.card(card).count - seen[card] for card in cards}
    return {card: many for card, many in left.items() if many > 0}


Spent = dict[str, int]
"""For each Hero's card the abilities that were used, one bit each."""


class Seen:
    """Remembers positions, and recognises one that differs only by more used abilities.

    A position in which more Heroes' abilities are used is no better: their results are in other parts of the
    position. The exceptions are abilities that must be used, and cards that are safe once used. (A-18, A-38)
    """

    def __init__(self, game: Thunderstone) -> None:
        self.game = game
        self.count = 0
        """How many positions were new."""
        self._met: dict[Hashable, list[Spent]] = {}

    def is_new(self, state: State) -> bool:
        """Whether no equal or better position was met before; if so, this one is remembered."""
        fresh, spent = self._apart(state)
        met = self._met.setdefault(self.game.key(fresh), [])
        if any(_is_among(less, spent) for less in met):
            return False
        met.append(spent)
        self.count += 1
        return True

    def _apart(self, state: State) -> tuple[State, Spent]:
        """The position as if no Hero had used an ability, and the used abilities; only for Heroes with one
        copy in the hand.
        """
        if state.todo:
            return state, {}
        book = self.game.book
        there = Counter(member.card for member in state.party if not member.left)
        spent: Spent = {}
        party = list(state.party)
        for index, member in enumerate(party):
            if (
                member.used
                and not member.left
                and member.card in card_facts.unhurried(book)
                and there[member.card] == 1
            ):
                spent[member.card] = member.used
                party[index] = replace(member, used=0)
        if not spent or _may_protect(book, state):
            return state, {}
        return replace(state, party=tuple(party)), spent


def had_no_effect(book: Book, before: State, action: Action, after: State) -> bool:
    """Whether the action changed nothing except that a Hero's ability is used."""
    if (
        not isinstance(action, Use)
        or after.todo
        or before.party[action.card].card not in card_facts.unhurried(book)
    ):
        return False
    party = list(after.party)
    party[action.card] = replace(party[action.card], used=before.party[action.card].used)
    as_before = tuple(party) == before.party and replace(after, party=before.party) == before
    return as_before and not _may_protect(book, before)


def _may_protect(book: Book, state: State) -> bool:
    """Whether a card may be safe because it was used: from being given up (A-18) or put back (DS-12)."""
    return book.reads("used_card_as_cost", "never") or may_hold(state, card_facts.putting_back(book))


def _is_among(less: Spent, more: Spent) -> bool:
    """Whether everything used here was used there too."""
    return all(not used & ~more.get(card, 0) for card, used in less.items())
