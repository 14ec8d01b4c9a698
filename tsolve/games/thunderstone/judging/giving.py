"""Claims about how much a card gives: as the steps count it, else as it is printed or as it can be used."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.engine import CHANCE, UNKNOWN, Arrival, explore
from tsolve.games.thunderstone.actions import Action, Pass, Use, Visit
from tsolve.games.thunderstone.judging.figures import is_fought_out
from tsolve.games.thunderstone.judging.outcome import PlayedTurn
from tsolve.games.thunderstone.judging.table_claims import called
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.statements import ClaimFile
from tsolve.judging.numbers import Judged
from tsolve.source.tree import joined

_MOST_POSITIONS = 2000
_OF_THE_SUM = ("multiply", "halve", "cancel")
"""The steps of a calculation that change what several cards gave."""


def judge_giving(position: ThunderstonePosition, played: PlayedTurn | None, claim: ClaimFile) -> Judged:
    """Whether a card gives so much."""
    ((text, much),) = (claim.gives or {}).items()
    card, of = position.card(text), claim.of or ""
    facts = position.book.card(card)
    if of == "vp" and facts.scoring:
        return Judged(
            None, "its points depend on who owns what: claim the points of a player", (facts.ruling,)
        )
    if of == "vp" or (facts.is_monster and of == "xp"):
        return _printed(position, card, of, much)
    if played is not None and of != "xp":
        return _counted(position, played, card, of, much)
    if of in ("attack", "magic"):
        return Judged(None, "what a card gives in a battle depends on the battle: write it in `line`")
    return _usable(position, played, card, of, much)


def _counted(position: ThunderstonePosition, played: PlayedTurn, card: str, of: str, much: int) -> Judged:
    """As the calculation of the steps has it, for each copy."""
    name = position.book.name(card)
    whole = played if played.answer.calculation is not None or not played.ways else played.ways[0].played
    table = whole.answer.calculation
    rows = table.rows if table is not None else ()
    of_card = [row for row in rows if row.subject == name and row.quantity == of and row.change]
    if not rows or (played.undecided and not is_fought_out(played)):
        return Judged(None, f"the steps come to no calculation of {of}. {played.answer.outcome}")
    if any(row.step == "disease" for row in of_card):
        return Judged(None, f"the calculation counts all copies of {name} together")
    if any(row.step in _OF_THE_SUM and row.quantity == of for row in rows):
        return Judged(None, f"the calculation changes the sum of {of}, so no card alone gives a number")
    copies = {row.copy for row in of_card}
    given = {copy: sum(row.change for row in of_card if row.copy == copy) for copy in copies} or {0: 0}
    rulings = tuple(dict.fromkeys(ruling for row in of_card for ruling in row.rulings))
    if len({*given.values()}) > 1:
        return Judged(None, f"its copies give {' and '.join(map(str, given.values()))} {of}", rulings)
    found = next(iter(given.values()))
    return Judged(found == much, f"{name} gives {found} {of}", rulings)


def _printed(position: ThunderstonePosition, card: str, of: str, much: int) -> Judged:
    facts = position.book.card(card)
    found = getattr(facts, of) or 0
    return Judged(found == much, f"{facts.name} gives {found} {called(of)}", (facts.ruling,))


def _usable(
    position: ThunderstonePosition, played: PlayedTurn | None, card: str, of: str, much: int
) -> Judged:
    """As printed, or by one of its abilities, from this position or in the steps."""
    facts = position.book.card(card)
    printed = (getattr(facts, of) or 0) if of != "xp" else 0
    ways = {printed: "as printed"} if printed else {}
    if of == "light" and facts.abilities and much != printed:
        return Judged(None, "what its ability adds depends on the turn: write it in `line`", (facts.ruling,))
    used: set[int] = set()
    if of != "light":
        for before, action, after in _uses(position, played, card):
            given = after.gold - before.gold if of == "gold" else after.me.xp - before.me.xp
            if given:
                used.add(action.ability)
                ways.setdefault(given, f"by `{position.game.notation(before, action)}`")
    turns = {ability.when for ability in facts.abilities}
    if much not in ways and turns and turns != {position.state.turn}:
        return Judged(None, f"its ability belongs to a {joined(sorted(turns))} turn", (facts.ruling,))
    if much not in ways and len(used) > 1:
        return Judged(
            None,
            "several of its abilities give some, which add up: write in `line` what it does",
            (facts.ruling,),
        )
    told = ", ".join(f"{number} {how}" for number, how in sorted(ways.items())) or "none in this turn"
    return Judged(
        much in ways or (not much and not ways), f"{called(of)} of {facts.name}: {told}", (facts.ruling,)
    )


def _uses(
    position: ThunderstonePosition, played: PlayedTurn | None, card: str
) -> Iterable[tuple[State, Use, State]]:
    """The uses of a card with the positions before and after them."""
    game = position.game
    if played is not None:
        for move in played.moves:
            if isinstance(move.action, Use) and move.before.party[move.action.card].card == card:
                yield move.before, move.action, game.apply(move.before, move.action)
        return

    def moves(state: State) -> list[Action]:
        waits = game.mover(state) in (CHANCE, UNKNOWN) or state.over
        return [] if waits else [a for a in game.legal_actions(state) if isinstance(a, Use | Visit | Pass)]

    for number, here in enumerate(explore(game, Arrival(position.state), moves)):
        if number >= _MOST_POSITIONS:
            return
        for action in moves(here.state):
            if isinstance(action, Use) and here.state.party[action.card].card == card:
                yield here.state, action, game.apply(here.state, action)
