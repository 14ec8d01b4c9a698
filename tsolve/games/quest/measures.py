"""The results of a turn of Quest that people may name, each declared once. (tsolve/contract/measures.py)"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.contract.measures import Found, Measure, Measures
from tsolve.games.quest.answers import NONE, PRICES, TREASURE_PRICE, Token
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.base import RefilledFaceDown, RollWhenGained
from tsolve.games.quest.state import Laid, State
from tsolve.games.quest.turn.battle import guardian_xp
from tsolve.games.quest.turn.ending import Refill
from tsolve.games.quest.turn.heroes import hp_of
from tsolve.games.quest.turn.rewards import GainTreasure
from tsolve.games.quest.turn.values import gold_of, light_of

_IN_THE_DUNGEON = ("moving", "battle", "spoils", "ending")
_BEFORE_THE_PURCHASES = ("prepare", "temple", "village", "dungeon")
_SPENDING = ("buying", "healing", "levelling")
NO_BATTLE = 999
"""The shortfall of a Dungeon turn without a battle."""
UNTOLD_TREASURE = "which Treasure is found is not told: `find NAME`"


def with_hand_laid_out(state: State) -> State:
    """The position with the whole hand in front of the player, if no phase is chosen yet."""
    if state.phase not in ("prepare", "temple"):
        return state
    return replace(state, laid=tuple(map(Laid, state.me.hand or ())))


def _of_battle(name: str, about: str, title: str = "", is_shown: bool = False) -> Measure[Book, State]:
    """A value that the battle decides, None before it. `is_shown`: whether questions and comparisons of
    readings use it.
    """
    return Measure(
        name,
        about,
        lambda _, state: getattr(state.tally, name) if state.tally.outcome else None,
        title=title,
        term=title.replace(" ", "_"),
        is_level=False,
        is_asked=is_shown,
        is_compared=is_shown,
        is_summed=True,
        quantity=name,
    )


def _gold(book: Book, state: State) -> int:
    before = state.phase in _BEFORE_THE_PURCHASES
    return gold_of(book, with_hand_laid_out(state)) if before else state.tally.gold


def _hp(book: Book, state: State) -> Found:
    wounded = ("key.hp_per_wound",) if state.me.wounds else ()
    return Found(hp_of(book, state), rulings=("QUEST-6.1", "QUEST-7.2", *wounded))


def _light(book: Book, state: State) -> int:
    counted = state.phase in _IN_THE_DUNGEON and bool(state.path)
    return state.budget if counted else light_of(book, with_hand_laid_out(state))


def _margin(_: Book, state: State) -> int | None:
    return state.tally.total - state.tally.health if state.tally.outcome == "won" else None


def _shortfall(_: Book, state: State) -> int:
    tally = state.tally
    if tally.outcome == "lost":  # with enough attack, what is required was lacking (QUEST-2.12)
        return max(tally.health - tally.total, 1)
    return NO_BATTLE if not tally.outcome and state.me.room != NONE else 0


def _vp(book: Book, state: State) -> int:
    def points(cards: Iterable[str]) -> int:
        return sum(book.card(card).vp or 0 for card in cards)

    tally = state.tally
    gone = points((*tally.destroyed, *tally.levelled))
    return tally.xp + points(tally.gained) - gone + tally.quest_points


def untold_treasure(book: Book, state: State) -> str:
    """Why the Victory Points are not certain: a Treasure that is still to come may have some."""
    hangs = any(card.vp for card in _treasures_to_come(book, state))
    return UNTOLD_TREASURE if hangs else ""


def _points(book: Book, state: State) -> Found:
    """The change of Victory Points. If Treasures are still to come, it lies between bounds; without bounds if
    such a Treasure may destroy another card.
    """
    sure, untold = _vp(book, state), untold_treasure(book, state)
    may_come, number = _treasures_to_come(book, state), _number_to_come(state)
    if not untold or any(card.has(RollWhenGained) for card in may_come):
        return Found(sure, unknown=untold)
    points = sorted(card.vp or 0 for card in may_come)
    least, most = sure + number * points[0], sure + number * points[-1]
    return Found(least, unknown=untold if least < most else "", least=least, most=most)


def _gained(book: Book, state: State) -> Found:
    """The cards gained; only their number if it is open which Treasures are among them."""
    sure = state.tally.gained
    if not _treasures_to_come(book, state):
        return Found(sure)
    if has_unknown(state.treasures):  # which may be empty
        return Found(sure, unknown=UNTOLD_TREASURE, least=len(sure))
    number = len(sure) + min(_number_to_come(state), len(contents(state.treasures)))
    return Found(sure, unknown=UNTOLD_TREASURE, least=number, most=number)


def _treasures_to_come(book: Book, state: State) -> list[Card]:
    """The cards that a Treasure still to come may be; none if no Treasure is to come."""
    pile = state.treasures
    if not _number_to_come(state):
        return []
    may_come = map(book.card, book.cards if has_unknown(pile) else contents(pile))
    return [card for card in may_come if card.treasure]


def _number_to_come(state: State) -> int:
    return sum(isinstance(task, GainTreasure) for task in state.postponed)


def _keys(book: Book, state: State) -> Found:
    """Keys found: one may still come into a room, but only one is found in a turn. (QUEST-5.25)"""
    found, untold = int(state.key_found), ""
    for task in _refills(state):
        pile = task.pile(book, state)
        if not found and (has_unknown(pile) or KEY in contents(pile)):
            untold = untold or _untold(book, state, task)
    return Found(found, unknown=untold, least=found, most=1)


def _wounds(book: Book, state: State) -> Found:
    """A Monster that arrives in the Champion's room may wound. An unknown deck gives no upper bound."""
    sure, most, untold = state.tally.wounds, 0, ""
    for task in _refills(state):
        face_down = book.card(state.rooms[task.place].card).has(RefilledFaceDown)
        if task.place == state.me.room and not face_down:
            may_come = map(book.card, contents(task.pile(book, state)))
            most = max((sum(each.cards for each in card.arriving) for card in may_come), default=0)
            untold = _untold(book, state, task) if most else untold
    return Found(sure, unknown=untold, least=sure, most=sure + most)


def _refills(state: State) -> list[Refill]:
    """The refills that are still to come."""
    return [task for task in state.postponed if isinstance(task, Refill)]


def _untold(book: Book, state: State, refill: Refill) -> str:
    return f"what comes into {book.name(state.rooms[refill.place].card)} is not told: `reveal NAME`"


def _purchase(book: Book, state: State) -> int:
    def costs(cards: Iterable[str]) -> int:
        facts = map(book.card, cards)
        return sum(card.cost or 0 for card in facts if not card.treasure)

    tally = state.tally
    return costs(tally.gained) - costs((*tally.destroyed, *tally.levelled))


def _treasures(_: Book, state: State) -> int:
    return state.tally.rewards.count("treasure") + state.served.count("shop_of_wonders")


def _growth(book: Book, state: State) -> int:
    def prices(tokens: Iterable[Token]) -> int:
        return sum(book.card(PRICES[token]).cost or 0 for token in tokens)

    tally = state.tally
    tokens = prices(tally.tokens_gained) - prices(tally.tokens)
    return _purchase(book, state) + tokens + TREASURE_PRICE * _treasures(book, state)


_KINDS_OF_TOKENS: tuple[tuple[str, str, Token], ...] = (
    ("iron_rations", "Iron Rations", "iron_rations"),
    ("lantern_tokens", "Lantern tokens", "lantern"),
    ("potions", "Potions", "potion"),
)


MEASURES_OF_TOKENS = {PRICES[token]: name for name, _, token in _KINDS_OF_TOKENS}
"""The measure that counts each token, by the card that stands for it."""


def _tokens_of(token: Token, _: Book, state: State) -> int:
    return state.tally.tokens_gained.count(token) - state.tally.tokens.count(token)


def _xp_won(book: Book, state: State) -> int | None:
    """What the battle gives, before anything is lost or paid. (QUEST-5.21, QUEST-12.5)"""
    tally = state.tally
    if not tally.outcome:
        return None
    monster, room = book.card(tally.monster), book.card(state.rooms[tally.room].card)
    of_guardian = monster.kind == "guardian"
    own = guardian_xp(book, state, book.reads) if of_guardian else monster.xp or 0
    return own + (room.xp or 0) if tally.outcome == "won" else 0


def _won(reward: str, _: Book, state: State) -> int | None:
    """How many of a reward the battle gives, before anything is used. (QUEST-5.21)"""
    return state.tally.rewards.count(reward) if state.tally.outcome else None


MEASURES: Measures[Book, State] = Measures(
    Measure(
        "win",
        "1 when a Monster is defeated",
        lambda _, state: int(state.tally.outcome == "won"),
        unit=("to win", "in battles won"),
        is_stated=False,
        is_indicator=True,
    ),
    Measure(
        "xp",
        "XP gained, less XP paid or lost",
        lambda _, state: state.tally.xp,
        title="XP",
        is_compared=True,
    ),
    Measure(
        "rewards",
        "Treasures and Gear tokens that the defeated Monster and its room give, each counts one",
        lambda _, state: len(state.tally.rewards),
    ),
    Measure(
        "wounds",
        "Wounds taken, less Wounds healed; fewer is better",
        _wounds,
        as_level=lambda _, state: state.tally.wounds,
        better="less",
        unit=("Wound", "Wounds"),
        title="Wounds",
        is_compared=True,
        term="wound",
    ),
    Measure(
        "lost",
        "own cards destroyed (no Heroes who level up), and Gear tokens used or lost; fewer is better",
        lambda _, state: len(state.tally.destroyed) + len(state.tally.tokens),
        better="less",
    ),
    Measure(
        "margin",
        "total attack beyond the health of the defeated Monster",
        _margin,
        unit=("to spare", "to spare"),
        is_margin=True,
    ),
    Measure(
        "shortfall",
        f"what the total attack lacks to defeat the Monster; less is better; {NO_BATTLE} without a battle",
        _shortfall,
        better="less",
        unit=("missing", "missing"),
        is_margin=True,
    ),
    Measure(
        "total",
        "the total attack that counts in the battle",
        lambda _, state: state.tally.total if state.tally.outcome else None,
        is_summed=True,
        quantity="total",
        is_margin=True,
        is_compared=True,
        title="total attack",
        term="total_attack",
    ),
    Measure(
        "vp",
        "change of XP and of the Victory Points of the cards owned; a Side Quest completed in the turn",
        _points,
        as_level=_vp,
        title="VP",
    ),
    Measure(
        "growth",
        "printed costs of cards and tokens gained, each Treasure at 10, less those of what is gone",
        _growth,
        unit=("gold in cards and tokens", "gold in cards and tokens"),
    ),
    Measure(
        "purchase",
        "printed costs of cards gained less those of cards destroyed or levelled up",
        _purchase,
        unit=("gold in cards", "gold in cards"),
    ),
    Measure("levels", "Heroes levelled up", lambda _, state: len(state.tally.levelled), term="level_up"),
    Measure(
        "treasures", "Treasures won or bought", _treasures, unit=("Treasure", "Treasures"), term="treasure"
    ),
    Measure(
        "tokens",
        "change of the number of Gear tokens",
        lambda _, state: len(state.tally.tokens_gained) - len(state.tally.tokens),
        term="gear_token",
    ),
    Measure("healed", "Wounds healed", lambda _, state: state.tally.healed, term="heal"),
    Measure(
        "hp",
        "HP at the end of the turn: so many cards are drawn",
        _hp,
        title="HP",
        needs_line=False,
        is_compared=True,
        words=("hit points",),
        is_asked=True,
    ),
    Measure(
        "gold",
        "the gold counted in the Village",
        _gold,
        needs_line=False,
        rulings=("QUEST-4.3",),
        is_compared=True,
        is_summed=True,
        quantity="gold",
        is_asked=True,
    ),
    Measure(
        "unspent",
        "gold of the Village that is left",
        lambda _, state: state.gold if state.phase in _SPENDING else 0,
        unit=("gold left", "gold left"),
    ),
    Measure(
        "light",
        "the Light, counted before the Champion moves",
        _light,
        title="Light",
        needs_line=False,
        rulings=("QUEST-5.3",),
        is_level=False,
        is_compared=True,
        is_asked=True,
    ),
    Measure(
        "light_left",
        "the Light of the movement that is left",
        lambda _, state: state.budget - state.spent_light,
        unit=("Light left", "Light left"),
        formerly=("light",),
    ),
    Measure(
        "keys",
        "Guardian Keys found",
        _keys,
        as_level=lambda _, state: int(state.key_found),
        unit=("Guardian Key", "Guardian Keys"),
    ),
    Measure(
        "xp_won",
        "XP that the defeated Monster or the Guardian, and the room, give",
        _xp_won,
        title="XP won",
        rulings=("QUEST-5.21",),
        is_level=False,
    ),
    *(
        Measure(
            f"{name}_won",
            f"{title} that the defeated Monster and its room give",
            partial(_won, reward),
            title=f"{title} won",
            rulings=("QUEST-5.21",),
            is_level=False,
        )
        for name, title, reward in (*_KINDS_OF_TOKENS, ("treasures", "Treasures", "treasure"))
    ),
    Measure(
        "final_xp",
        "XP that the player then has",
        lambda _, state: state.me.xp,
        title="XP in the end",
        is_level=False,
    ),
    Measure(
        "final_wounds",
        "Wounds that the player then has on the board",
        lambda _, state: state.me.wounds,
        title="Wounds in the end",
        is_level=False,
    ),
    *(
        Measure(
            name,
            f"change of the number of {title}",
            partial(_tokens_of, token),
            title=title,
            rulings=("QUEST-9.1",),
            is_level=False,
        )
        for name, title, token in _KINDS_OF_TOKENS
    ),
    _of_battle("physical", "the physical attack before armor", "physical attack", is_shown=True),
    _of_battle("magic", "the magic attack before magic resistance", "magic attack", is_shown=True),
    _of_battle("armor", "the armor of the Monster in its room"),
    _of_battle("resistance", "the magic resistance of the Monster in its room", "magic resistance"),
    _of_battle("health", "the health of the Monster in its room"),
    Measure(
        "destroyed",
        "own cards destroyed, but for Heroes who level up and Wounds",
        lambda _, state: state.tally.destroyed,
        is_level=False,
        is_list=True,
        term="destroy",
    ),
    Measure(
        "gained",
        "cards bought, won or levelled up to",
        _gained,
        is_level=False,
        is_list=True,
    ),
)
