"""The queries of why-not in Thunderstone: as types, read from texts, and the question that answers each.

Cards may be named in any language; a text such as `equip Polearm on Militia` means the same as its query.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.piles import contents
from tsolve.cardkit.tasks import Reason
from tsolve.contract.measures import MOST
from tsolve.diagnostics import suggest
from tsolve.errors import Diagnostic, InputError, UsageError
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.turn.hall import ANYBODY, NO_FOES, RANKS, SPACE_0, Target, is_stone, split_rank
from tsolve.games.thunderstone.turn.other_players import may_hold
from tsolve.games.thunderstone.why_not.battles import Battle, Claiming
from tsolve.games.thunderstone.why_not.obstacles import TurnObstacle
from tsolve.games.thunderstone.why_not.question import Aim, TurnQuestion
from tsolve.games.thunderstone.why_not.several import BuySeveral, Repeated
from tsolve.games.thunderstone.why_not.steps import EquipStep, WrittenStep
from tsolve.games.thunderstone.why_not.visits import BuyStep, LevelStep, Savings
from tsolve.games.thunderstone.why_not.world import World, within_reach, world_of
from tsolve.games.thunderstone.writing.several import repeated, wares
from tsolve.games.thunderstone.writing.statements import ClaimFile
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.regex import Regex
from tsolve.rules.names import Match
from tsolve.steps.line import check_single
from tsolve.worlds import why_not_step
from tsolve.worlds.why_not import answer_to
from tsolve.worlds.why_not_question import Candidate, Sought
from tsolve.written.card_names import copy_named
from tsolve.written.phrases import query_of

Measure = Literal["attack", "magic", "light", "gold", "xp"]
"""The Attack Value, the Magic Attack that counts, the party's Light, gold for purchases, XP."""


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """May this Monster be attacked, won or not? `rank` fixes where it stands (1 to 3; 0 is anywhere)."""

    monster: str = ""
    """Empty: whoever stands in that Rank."""
    rank: int = 0


class Defeat(msgspec.Struct, frozen=True, tag="defeat"):
    """Can this Monster be defeated?"""

    monster: str = ""
    """Empty: whoever stands in that Rank."""
    rank: int = 0


class Claim(msgspec.Struct, frozen=True, tag="claim"):
    """Can this Thunderstone be taken in this turn?"""

    stone: str = ""
    """Empty: whichever is in the game."""


class Equip(msgspec.Struct, frozen=True, tag="equip"):
    """Can this Hero carry this Weapon?"""

    weapon: str
    hero: str


class Buy(msgspec.Struct, frozen=True, tag="buy"):
    """Can this card be bought?"""

    card: str


class LevelUp(msgspec.Struct, frozen=True, tag="level_up"):
    """Can this Hero become that card? Empty: any card that it may become."""

    hero: str
    into: str = ""


class Reach(msgspec.Struct, frozen=True, tag="reach"):
    """Can this amount be reached, in battle against this Monster or against any?"""

    quantity: Measure
    amount: int
    against: str = ""
    rank: int = 0
    """The Rank in which it is attacked; 0 is anywhere."""


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Is this action possible at any time of the turn? Written as a step of a line: `use Banish`."""

    text: str


_WAITS = "a choice waits at this point of the turn: write in `line` what is chosen"
Query = Attack | Defeat | Claim | Equip | Buy | LevelUp | Reach | Act


EXAMPLES = (
    '"attack Blink Dog", "defeat Uyril Unending", "equip Polearm on Militia", "buy Flaming Sword", '
    '"reach attack 14 against Kingdom" (or magic, light, gold, xp), "use Banish", '
    '"level up Militia to Elf Wizard", "take Stone of Mystery"'
)
"""Every form of a query, with an example."""
_NO_ACTION = "E321"
LONGEST = 300
"""Characters of a query."""

_QUANTITIES = {**MEASURES.asked, "attack value": "attack"}
_QUANTITY = "|".join(sorted(_QUANTITIES, key=len, reverse=True))
_AIMS: dict[str, Aim] = {"attack": "total", "magic": "magic", "light": "light"}
_FOR_SALE = ("hero", "village", "basic")

_DEFEAT = Regex(r"(?:defeat|beat|slay|kill) (?:the )?(?P<monster>.+)", re.IGNORECASE)
_REACH = Regex(
    rf"(?:reach|get|make|have) "
    rf"(?:(?P<what>{_QUANTITY}) (?P<much>-?\d+)|(?P<many>-?\d+) (?P<kind>{_QUANTITY})"
    r"|(?P<alone>-?\d+)(?= against ))"
    r"(?: against (?:the )?(?P<monster>.+))?",
    re.IGNORECASE,
)
_VAGUE_REACH = Regex(r"reach\b.*", re.IGNORECASE)
_ATTACK = Regex(r"(?:attack|fight) (?:the )?(?P<monster>(?!nobody|nothing).+)", re.IGNORECASE)
_EQUIP = Regex(
    r"equip (?P<weapon>.+?) (?:on|to) (?P<hero>.+)|equip (?P<bearer>.+?) with (?P<arm>.+)"
    r"|(?P<who>.+?) (?:carry|carries|wield|wields) (?:the |an? )?(?P<carried>.+)",
    re.IGNORECASE,
)
_BUY = Regex(r"(?:buy|purchase) (?:an? )?(?P<card>(?!nothing).+)", re.IGNORECASE)
_LEVEL = Regex(r"level (?:up )?(?P<hero>.+?)(?: up)?(?: (?:in)?to (?P<into>.+))?", re.IGNORECASE)
_CLAIM = Regex(r"(?:take|claim|win) (?:the )?(?P<stone>.+)", re.IGNORECASE)
_ANY_STONE = "thunderstone"


def read_query(text: str) -> Query:
    """The query that a text means. Raises UsageError for an empty one or one of "reach" without an amount."""
    plain = " ".join(text.split()).rstrip(".!?")
    if not plain:
        raise UsageError(f"the query is empty; ask, for example, {EXAMPLES}")
    if len(plain) > LONGEST:
        raise UsageError(f"a query takes up to {LONGEST} characters")
    plain = query_of(plain, ClaimFile, lambda _: f"ask, for example, {EXAMPLES}")
    if found := _REACH.fullmatch(plain):
        what = (found["what"] or found["kind"] or "attack").casefold()
        much = found["much"] or found["many"] or found["alone"]
        if much.startswith("-") or len(much) > len(str(MOST)):
            raise UsageError(f"an amount is a number from 0 to {MOST}, not {much}")
        against = split_rank(found["monster"] or "")
        return Reach(_QUANTITIES[what], int(much), *against)  # type: ignore[arg-type]
    if _VAGUE_REACH.fullmatch(plain):
        names = ", ".join(dict.fromkeys(_QUANTITIES.values()))
        raise UsageError(
            f'"{plain}": write `reach QUANTITY AMOUNT`, such as `reach attack 14`; quantities are {names}'
        )
    if found := _DEFEAT.fullmatch(plain):
        return Defeat(*split_rank(found["monster"]))
    if found := _ATTACK.fullmatch(plain):
        return Attack(*split_rank(found["monster"]))
    if found := _EQUIP.fullmatch(plain):
        weapon, arm, carried = found["weapon"], found["arm"], found["carried"]
        return Equip(weapon or arm or carried, found["hero"] or found["bearer"] or found["who"])
    if found := _BUY.fullmatch(plain):
        return Buy(found["card"])
    if found := _LEVEL.fullmatch(plain):
        return LevelUp(found["hero"], found["into"] or "")
    return Act(plain)


def question_of(position: ThunderstonePosition, query: Query, world: World) -> TurnQuestion:
    """The question that a query asks in this position.

    Raises InputError for an unknown name or an action that cannot be read, UsageError for a card that cannot
    be meant.
    """
    match query:
        case Attack(monster) | Defeat(monster) if named := _no_foe(position, monster):
            deed = "attack" if isinstance(query, Attack) else "defeat"
            return NoBattle(f"{deed} {position.book.name(named)}", named)
        case Attack(monster, rank):
            target = _target(position, monster, rank)
            return Battle(f"attack {target.say(position.book)}", target, "attack", 0)
        case Defeat(monster, rank):
            target = _target(position, monster, rank)
            return Battle(f"defeat {target.say(position.book)}", target, "win")
        case Equip(weapon, hero) if any(_comes_later(position, name) for name in (weapon, hero)):
            return _written(position, f"equip {weapon} on {hero}", world)
        case Equip(weapon, hero):
            arm, bearer = (_of_the_hand(position, name) for name in (weapon, hero))
            names = position.book.name(arm), position.book.name(bearer)
            return EquipStep(f"equip {names[0]} on {names[1]}", arm, bearer)
        case Buy(card) if priced := _PRICED.fullmatch(card):
            return question_of(position, Buy(_at_price(position, priced)), world)
        case Buy(card) if several := wares(position.ruleset.names, card):
            cards = tuple(_for_sale(position, each) for each in several.names)
            return BuySeveral(f"buy {card}", cards, several.number)
        case Buy(card):
            bought = _for_sale(position, card)
            return BuyStep(f"buy {position.book.name(bought)}", bought)
        case LevelUp(hero, into):
            return _level_up(position, hero, into)
        case Reach():
            return _reach(position, query, world)
        case Claim(stone):
            return _claim(position, stone)
        case Act(text):
            if again := repeated(position.ruleset, text):
                if again[0].startswith("use ") and world.state.turn != "rest":
                    raise UsageError(
                        f"{text}: ask whether you can `{again[0]}`, or write the steps in `line`"
                    )
                return Repeated(*again, position.ruleset, world)
            meant = _CLAIM.fullmatch(text)
            if meant is not None and (stone := stone_called(position, meant["stone"])):
                return _claim(position, stone)
            return _written(position, text, world)


_PRICED = Regex(r"(?P<card>.+) (?:for|at) (?P<cost>[0-9]{1,2})(?: gold)?", re.IGNORECASE)


def _at_price(position: ThunderstonePosition, said: re.Match[str]) -> str:
    """The card of `CARD for 9 gold`. Raises UsageError where it costs something else."""
    cost = position.book.card(position.card(said["card"])).cost
    if cost != int(said["cost"]):
        raise UsageError(f"{said['card']} costs {cost}, not {said['cost']}")
    return said["card"]


class NoBattle(Battle):
    """Whether something that is not a Monster can be attacked or defeated: no change makes it possible.
    (TS-7.4)
    """

    def __init__(self, text: str, named: str) -> None:
        super().__init__(text, Target(named), "win")
        self.quantities = ()

    def seek(self, world: World) -> Sought[Action]:
        return Sought()

    def is_hopeless(self, world: World) -> bool:
        return True

    def unknown(self, world: World) -> tuple[str, ...]:
        return ()

    def obstacles(self, world: World) -> Iterator[TurnObstacle]:
        yield from ()

    def refusal(self, world: World) -> Reason:
        card = world.cards[self.target.monster]
        taken = "; it is taken by a victory in Rank 1" if card.kind == "thunderstone" else ""
        return f"{card.name} is not a Monster{taken}", ("TS-7.4", *(("TS-17.1",) if taken else ()))

    def candidates(self, world: World) -> Iterator[Iterator[Candidate[World]]]:
        yield from ()


def _claim(position: ThunderstonePosition, name: str) -> TurnQuestion:
    stone = stone_called(position, name or _ANY_STONE)
    if not stone:
        raise UsageError(f"{name} is not a Thunderstone")
    return Claiming(f"take {position.book.name(stone)}", stone)


def stone_called(position: ThunderstonePosition, name: str) -> str:
    """The id of the Thunderstone with this name; empty for any other name."""
    book, state = position.book, position.state
    if name.casefold() in (_ANY_STONE, "stone"):
        met = (*(slot.card for slot in state.hall), *contents(state.dungeon), *book.cards)
        return next((card for card in met if is_stone(book, card)), "")
    found = position.ruleset.names.resolve(name)
    return found.id if isinstance(found, Match) and is_stone(book, found.id) else ""


def _written(position: ThunderstonePosition, text: str, world: World) -> TurnQuestion:
    try:
        check_single(position, text)
        return WrittenStep(text, position.ruleset, world)
    except InputError as error:
        raise InputError(_with_forms(each) for each in error.diagnostics) from None


def _with_forms(diagnostic: Diagnostic) -> Diagnostic:
    """Help for a text that is no action: what may be asked."""
    if diagnostic.code != _NO_ACTION:
        return diagnostic
    return replace(diagnostic, help=f"ask, for example, {EXAMPLES}")


def _target(position: ThunderstonePosition, name: str, rank: int) -> Target:
    if rank not in (SPACE_0, 0, *RANKS):
        raise UsageError(f"the Hall has no Rank {rank}")
    if not name:
        if not rank:
            raise UsageError("which Monster? Give its name or its Rank")
        return Target("", rank)
    card = position.card(name)
    if not position.book.card(card).is_monster:
        standing = [
            position.book.name(slot.card)
            for slot in position.state.standing
            if slot.card in position.book.monsters
        ]
        hint = suggest(name, standing) or f"the Hall holds {', '.join(standing) or 'no known Monsters'}"
        raise UsageError(f"{position.book.name(card)} is not a Monster; {hint}")
    return Target(card, rank)


def _no_foe(position: ThunderstonePosition, name: str) -> str:
    """The card of the Dungeon with this name that is not a Monster; empty for any other name."""
    found = position.ruleset.names.resolve(name)
    card = position.ruleset.cards.get(found.id) if isinstance(found, Match) else None
    return card.id if card is not None and card.kind in NO_FOES else ""


def _comes_later(position: ThunderstonePosition, text: str) -> bool:
    """Whether the text means a copy that is not in the hand but may come into it."""
    name, number = copy_named(position.ruleset, text)
    card = position.card(name)
    state, book = position.state, position.book
    if number <= max(1, sum(member.card == card for member in state.party)):
        return False
    return card in within_reach(book, state, held=False) or may_hold(state, book.hidden_hands)


def _of_the_hand(position: ThunderstonePosition, text: str) -> str:
    """A card of the hand. At the start of a turn all its copies are alike, so any copy number is accepted."""
    name, number = copy_named(position.ruleset, text)
    card = position.card(name)
    copies = sum(member.card == card for member in position.state.party)
    if number > max(copies, 1):
        raise UsageError(f"the hand holds {copies} x {position.book.name(card)}, so there is no {text}")
    return card


def _for_sale(position: ThunderstonePosition, name: str) -> str:
    card = position.card(name)
    if position.book.card(card).kind not in _FOR_SALE:
        raise UsageError(f"{position.book.name(card)} is not sold in any Village")
    return card


def _level_up(position: ThunderstonePosition, hero: str, into: str) -> TurnQuestion:
    card = _of_the_hand(position, hero)
    if not position.book.card(card).is_hero:
        raise UsageError(f"{position.book.name(card)} is not a Hero")
    next_ = position.card(into) if into else ""
    text = f"level up {position.book.name(card)}" + (f" to {position.book.name(next_)}" if next_ else "")
    return LevelStep(text, card, next_)


def _reach(position: ThunderstonePosition, query: Reach, world: World) -> TurnQuestion:
    if not 0 <= query.amount <= MOST:
        raise UsageError(f"an amount is a number from 0 to {MOST}")
    if query.quantity not in _QUANTITIES.values():
        raise UsageError(f'"{query.quantity}" is not a quantity; there are: attack, magic, light, gold, xp')
    asks_monster = bool(query.against or query.rank)
    target = _target(position, query.against, query.rank) if asks_monster else ANYBODY
    text = f"reach {query.quantity} {query.amount}"
    text += f" against {target.say(position.book)}" if asks_monster else ""
    if query.quantity == "gold" and asks_monster:
        raise UsageError("gold is counted in the Village: ask for it without a Monster")
    if query.quantity in _AIMS:
        return Battle(text, target, _AIMS[query.quantity], query.amount)
    if query.quantity == "gold":
        return Savings(text, "gold", query.amount)
    visit = Savings(text, "xp", query.amount)
    fight = Battle(text, target, "xp", query.amount - position.state.me.xp)
    if position.state.turn == "dungeon" or asks_monster:
        return fight
    return visit if position.state.turn or visit.seek(world).line is not None else fight


def why_not(
    position: ThunderstonePosition, query: object, file: str = "", detail: Detail = "repairs"
) -> WhyNotAnswer:
    """See `tsolve.worlds.why_not.answer_to`.

    Raises:
        InputError: a name is unknown, or the text is no action.
        UsageError: the query makes no sense, or is none.
    """
    waits = bool(position.state.todo)
    if isinstance(query, str) and (_is_event(position, query) or (waits and _is_step(position, query))):
        step_reader = position.step_reader()
        untold = step_reader.untold(position.state, step_reader.read(position.state, query, None).action)
        told = position if untold is None else position.at(untold.told(position.state))
        answer = why_not_step.why_not(told, query, file, detail)
        if untold is None or answer.verdict == "impossible":
            return answer
        return WhyNotAnswer(file, query, "undecided", left_out=(untold.reason,))
    if waits and (position.state.turn != "dungeon" or position.state.tally.attacked):
        return WhyNotAnswer(file, str(query), "undecided", left_out=(_WAITS,))
    world = world_of(position.game, position.state)
    typed = read_query(query) if isinstance(query, str) else query
    if isinstance(typed, Act) and not repeated(position.ruleset, typed.text):
        typed = read_query(position.ruleset.step_in_plain_words(typed.text))
    if not isinstance(typed, Query):
        raise UsageError(f"a query is a text or one of the queries of the game, not {type(query).__name__}")

    def read() -> tuple[TurnQuestion, World]:
        return question_of(position, typed, world), world

    return answer_to(position, query, file, read, "reasons" if waits and detail == "repairs" else detail)


def _is_event(position: ThunderstonePosition, query: str) -> bool:
    """Whether the query is about an event of chance."""
    step_reader = position.step_reader()
    with suppress(InputError):
        return step_reader.is_event(step_reader.read(position.state, query, None).action)
    return False


def _is_step(position: ThunderstonePosition, query: str) -> bool:
    """Whether the text is one step of a turn."""
    if _DEFEAT.fullmatch(query):  # as a step it would only be an attack
        return False
    with suppress(InputError):
        check_single(position, query)
        position.step_reader().read(position.state, query, None)
        return True
    return False
