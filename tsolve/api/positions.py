"""Opens, judges and solves position files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from tsolve.api.citing import cite, documents
from tsolve.api.games import DEFAULT_GAME, GAMES, games, module, package, ruleset
from tsolve.budget import within
from tsolve.diagnostics import Diagnostics, input_error, suggest
from tsolve.engine.probe import Probe
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.model.answers import (
    LegalAction,
    PositionAnswer,
    ReadingAnswer,
    SolveAnswer,
)
from tsolve.model.wishes import Wishes
from tsolve.turns.check import check as judge
from tsolve.turns.opened import Opened as AnyOpened
from tsolve.turns.rulings import of_check, of_solution

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.lookups import LegalAnswer
    from tsolve.model.solved import SolvedAnswer
    from tsolve.model.wishes import Backend, Draws
    from tsolve.rules.ruleset import CardFacts, Ruleset
    from tsolve.source.tree import Node


_WAITING = {
    CHANCE: "nobody can choose now: a card is drawn at random first",
    UNKNOWN: "nobody can choose now: an unknown card comes next",
}


Opened: TypeAlias = AnyOpened[Hashable, Hashable]
"""A position of whatever game, ready for its engine."""


def load(
    path: str,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> Opened:
    """Open a position file (`-`: standard input) with the game it names.

    `printing` and `interpretations` override what the file says. Raises InputError with every problem of
    the file.
    """
    from tsolve.source.parse import parse_file

    return _opened(parse_file(path), printing, interpretations or {})


def content_of(path: str) -> bytes:
    """What a position file holds (`-`: standard input). Raises InputError where it cannot be read."""
    from tsolve.source.reading import read_bytes

    return read_bytes(path)


def loads(
    content: bytes,
    file: str,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> Opened:
    """The same for the content of a file; `file` names it in what is said about it."""
    from tsolve.source.parse import parse
    from tsolve.source.reading import shown

    return _opened(parse(content, shown(file)), printing, interpretations or {})


def _opened(node: Node, printing: str | None, interpretations: Mapping[str, str]) -> Opened:
    from tsolve.source.decode import Decoded, decode

    game = _game_of(node)
    rules = ruleset(game)
    rules.readings(printing, interpretations)
    package = module(game)
    found = Diagnostics()
    rules = _with_own_cards(node, rules, found)
    decoded = decode(node, package.position_type, found)
    value = decoded.value
    changed = msgspec.structs.replace(
        value,
        game=rules.id if value.game.casefold() == rules.id.casefold() else value.game,
        printing=printing or value.printing,
        interpretations={**value.interpretations, **interpretations},
    )
    return package.open(Decoded(changed, decoded.spans, decoded.key_spans), rules, found)


def _with_own_cards(node: Node, rules: Ruleset[CardFacts], found: Diagnostics) -> Ruleset[CardFacts]:
    """The ruleset with the cards that the position defines itself."""
    from tsolve.source.tree import Mapping as Block

    cards = node.get("cards") if isinstance(node, Block) else None
    if cards is None:
        return rules
    from tsolve.rules.own_cards import with_own_cards

    return with_own_cards(rules, cards, package(rules.engine).nonsense, found)


def _game_of(node: Node) -> str:
    """The game that the file names. What is no mapping, or names it by no text, is wrong in every game, so
    that any may say so. Raises InputError for an unknown game, and where none is named.
    """
    from tsolve.source.tree import Mapping as Block
    from tsolve.source.tree import Scalar

    if not isinstance(node, Block):
        return DEFAULT_GAME
    value = node.get("game")
    if value is None:
        near = next((key for key, _ in node.items if suggest(key.text, ("game",))), None)
        help_ = (
            f"there are: {', '.join(games())}"
            if near is None
            else f'"{near.text}" is not a key of a position'
        )
        raise input_error("TS203", 'the key "game" is missing', (near or node).span, help_)
    if not isinstance(value, Scalar):
        return DEFAULT_GAME
    if value.text in GAMES or value.text in (known := games()):
        return value.text
    named = next((each for each in known if each.casefold() == value.text.casefold()), "")
    if not named:
        own = "give your own with --ruleset-path or TSOLVE_RULESET_PATH"
        help_ = suggest(value.text, known) or f"there are: {', '.join(known)}; {own}"
        raise input_error("TS301", f'unknown game "{value.text}"', value.span, help_)
    return named


def position_of(opened: Opened) -> PositionAnswer:
    """The zones of an opened position in names."""
    return opened.shown(opened.state)


def check(
    opened: Opened,
    file: str = "",
    goal: str | None = None,
    target: str | None = None,
    backend: Backend = "auto",
    time_limit: float | None = None,
    draws: Draws | None = None,
    on_position: Callable[[int], None] = lambda _: None,
    on_found: Callable[[object], None] = lambda _: None,
    what_if: bool = True,
) -> CheckAnswer:
    """Judge an opened position file: its line, claims and expectations; the best line where it asks for it.

    A file that asks for nothing asks for the best line. `draws` is what an uncertain draw counts for (None:
    as the file says); `on_position` hears how many positions a search under chance has looked at,
    `on_found` of the lines and answers behind the judgement. `what_if` also asks of a best play what other
    cards and other goals could make of it, which no judgement rests on. `time_limit` is as of
    `tsolve.budget.within`: None for a counted bound of work, infinity for no bound.

    Raises UsageError for a bad goal or target, DisagreementError when solver and engine differ.
    """
    wishes = Wishes(goal, target, draws, backend=backend, what_if=what_if)
    with within(time_limit) as budget:
        watched = opened.watched_by(Probe(on_position=on_position))
        answer = judge(watched, file, wishes, on_found=on_found)
    if budget.fell_short and _leaves_open(answer):
        answer = msgspec.structs.replace(answer, notes=(*answer.notes, budget.why_over()))
    cited = cite(opened.ruleset, of_check(answer))
    return msgspec.structs.replace(answer, citations=cited, documents=documents(opened.ruleset, cited))


def solve(
    opened: Opened,
    file: str = "",
    goal: str | None = None,
    target: str | None = None,
    backend: Backend = "auto",
    time_limit: float | None = None,
    all_lines: bool = False,
    top: int = 0,
    draws: Draws | None = None,
    on_position: Callable[[int], None] = lambda _: None,
    turn: str | None = None,
) -> SolvedAnswer:
    """The best line of the turn with its proof; when asked for, all equally good ones and the next targets.

    Where the best play meets chance, the policy. `draws` is what an uncertain draw counts for (None: as the
    file says); `on_position` hears how many positions a search under chance has looked at. `turn` is the kind
    of turn (None: as the file says); with `any` all kinds are compared by one goal. `time_limit` is as of
    `tsolve.budget.within`: None for a counted bound of work, infinity for no bound.

    Raises UsageError for a bad goal or target, DisagreementError when solver and engine differ.
    """
    from tsolve.model.solved import SolvedAnswer

    with within(time_limit) as budget:
        watched = opened.watched_by(Probe(on_position=on_position))
        wishes = Wishes(goal, target, draws, turn, backend, all_lines, top)
        solution = watched.solve(wishes)
    notes = opened.table_notes()
    if budget.fell_short and solution.status == "undecided":
        notes = (budget.why_over(), *notes)
    solution = msgspec.structs.replace(solution, notes=(*solution.notes, *notes))
    readings = _readings(opened, solution)
    cited = cite(opened.ruleset, of_solution(solution, readings))
    return SolvedAnswer(file, solution, cited, documents(opened.ruleset, cited), readings)


def _leaves_open(answer: CheckAnswer) -> bool:
    """Whether something that was asked has no answer, or no proof."""
    solved = answer.solution is not None and answer.solution.status == "undecided"
    claimed = any(claim.verdict == "undecided" for claim in answer.claims)
    return solved or claimed or any(expectation.undecided for expectation in answer.expectations)


def legal(opened: Opened, file: str = "") -> LegalAnswer:
    """Every legal action with the rulings that allow it, and every refused attempt with its reason."""
    from tsolve.model.lookups import LegalAnswer

    game, state = opened.game, opened.state
    actions = tuple(
        LegalAction(game.notation(state, action), game.rulings_for(state, action))
        for action in game.legal_actions(state)
    )
    refused = tuple(game.refusals(state))
    rulings = [ruling for each in actions for ruling in each.rulings]
    rulings += [ruling for each in refused for ruling in each.rulings]
    cited = cite(opened.ruleset, rulings)
    waiting = "the game is over" if game.is_over(state) else _WAITING.get(game.mover(state), "")
    return LegalAnswer(
        file, position_of(opened), actions, refused, cited, documents(opened.ruleset, cited), waiting
    )


def _readings(opened: Opened, solution: SolveAnswer) -> tuple[ReadingAnswer, ...]:
    """The interpretations of the best line in the order of the ruleset."""
    chosen = opened.position.interpretations
    return tuple(
        ReadingAnswer(key, solution.readings[key], point.question, key in chosen)
        for key, point in opened.ruleset.interpretations.items()
        if key in solution.readings
    )
