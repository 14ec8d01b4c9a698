"""Opens, judges and solves positions: files, or those that a program writes from nothing or from another
one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from tsolve.api.games import (
    DEFAULT_GAME,
    GAMES,
    cite,
    documents,
    game_meant,
    games,
    module,
    package,
    ruleset,
    usual_readings,
)
from tsolve.api.table import map_of_play
from tsolve.budget import within
from tsolve.contract import position as contract
from tsolve.diagnostics import Diagnostics, Hint, input_error, suggest
from tsolve.engine import Probe
from tsolve.errors import InputError, UndecidedError, UsageError
from tsolve.judging.check import by_whose_goal
from tsolve.judging.check import check as judge
from tsolve.judging.rulings import of_check, of_solution
from tsolve.judging.unsure import with_unsure
from tsolve.model.answers import CheckAnswer, ReadingAnswer, SolveAnswer
from tsolve.model.plays import Backend, Draws, Wishes
from tsolve.source.data import Data, as_data, tree_of
from tsolve.source.tree import MappingNode, Node, Scalar, folded, texts

if TYPE_CHECKING:
    from tsolve.model.solved import SolvedAnswer
    from tsolve.rules.ruleset import CardFacts, Ruleset
    from tsolve.source.reading import FilePath
    from tsolve.written.measure_names import MeasureNames


NO_READINGS: Mapping[str, str] = {}

Position: TypeAlias = contract.Position[Hashable, Hashable]
"""A position of any game, ready for its engine."""
Opened = Position
"""What it was called before; kept for one version."""


def load(
    path: FilePath,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> Position:
    """Open a position file (`-`: standard input) with the game it names.

    `printing` is the id of a printing, such as `1.4`; `interpretations` are readings, such as
    `{"zero_rule": "floor"}`. Both override what the file says.

    Raises:
        InputError: with every problem of the file, and for an unknown printing, interpretation or option.
        MissingFileError: there is no such file; it is a FileNotFoundError as well.
        UnreadableError: it is a directory, or cannot be read; it is an OSError as well.
    """
    from tsolve.source.parse import parse_file

    return position_from(parse_file(path), printing, interpretations or NO_READINGS)


def content_of(path: FilePath) -> bytes:
    """The content of a position file (`-`: standard input).

    Raises:
        UnreadableError: it cannot be read, or is no file.
    """
    from tsolve.source.reading import read_bytes

    return read_bytes(path)


def loads(
    content: bytes | str,
    file: FilePath = "<text>",
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> Position:
    """Open a position from the YAML text of a file; `file` names it in what is said about it.

    Raises:
        InputError: as `load`.
    """
    from tsolve.source.parse import parse
    from tsolve.source.reading import shown

    return position_from(parse(content, shown(file)), printing, interpretations or NO_READINGS)


def position_from(
    node: Node, printing: str | None = None, interpretations: Mapping[str, str] = NO_READINGS
) -> Position:
    """The position that a tree describes; see `load`."""
    game = game_named_in(node)
    rules = ruleset(game)
    rules.readings(printing, interpretations)
    package = module(game)
    found = Diagnostics()
    rules = _with_own_cards(node, rules.read_by(cache(partial(_languages, node, rules))), found)
    own_mistakes = len(found)
    try:
        return _opened(node, rules, found, printing, interpretations)
    except InputError as error:
        again = Diagnostics()
        plain = package.plain_form(node, rules, again) if not own_mistakes else node
        if plain == node:
            raise package.explained(error, node) from None
    try:
        return _opened(plain, rules, again, printing, interpretations)
    except InputError as error:
        raise package.explained(error, node) from None


def _opened(
    node: Node,
    rules: Ruleset[CardFacts],
    found: Diagnostics,
    printing: str | None,
    interpretations: Mapping[str, str],
) -> Position:
    """The position of a tree in the form of its type. Raises InputError with everything that is wrong."""
    from tsolve.source.decode import decode

    package = module(rules.id)
    decoded = decode(node, package.file_type(node), found, measure_names(rules))
    value = decoded.value
    printing_of_project, readings_of_project = usual_readings(rules)
    changed = msgspec.structs.replace(
        value,
        game=rules.id,
        printing=printing or value.printing or printing_of_project,
        interpretations={**readings_of_project, **value.interpretations, **interpretations},
    )
    position = package.open(msgspec.structs.replace(decoded, value=changed), rules, found)
    if not changed.turns:
        return position
    from tsolve.steps.log import after_log

    return after_log(position)


def measure_names(rules: Ruleset[CardFacts]) -> MeasureNames:
    """What measures are called in the languages of a ruleset."""
    from tsolve.written.measure_names import MeasureNames

    return MeasureNames(lambda: rules.names.words, lambda: rules.names.cards, lambda: rules.names)


def _languages(node: Node, rules: Ruleset[CardFacts]) -> tuple[str, ...]:
    """The languages in which the file names cards; the player's languages if it names none."""
    from tsolve.rules.near_names import languages_in, players_languages

    return languages_in(rules, texts(node)) or players_languages()


def _with_own_cards(node: Node, rules: Ruleset[CardFacts], found: Diagnostics) -> Ruleset[CardFacts]:
    """The ruleset with the cards that the position defines itself."""

    cards = node.get("cards") if isinstance(node, MappingNode) else None
    if cards is None:
        return rules
    from tsolve.rules.own_cards import with_own_cards

    return with_own_cards(rules, cards, package(rules.engine).faults, found)


def game_named_in(node: Node) -> str:
    """The game that the file names. A file that is no mapping, or whose `game` is no text, is wrong in every
    game, so any of them may report it. Raises InputError for an unknown game, and where none is named.
    """

    if not isinstance(node, MappingNode):
        return DEFAULT_GAME
    value = next((value for key, value in node.items if folded(key.text) == "game"), None)
    if value is None:
        near = next((key for key, _ in node.items if suggest(key.text, ("game",))), None)
        help_ = (
            f"there are: {', '.join(games())}"
            if near is None
            else Hint(f'"{near.text}" is not a key of a position', "game")
        )
        raise input_error("E203", 'the key "game" is missing', (near or node).span, help_)
    if not isinstance(value, Scalar):
        return DEFAULT_GAME
    if value.text in GAMES or value.text in (known := games()):
        return value.text
    wanted = folded(value.text)
    named = next((each for each in known if folded(each) == wanted), "")
    named = named or next((each for each in GAMES if folded(ruleset(each).title) == wanted), "")
    named = named or next((each for each in GAMES if wanted in _boxes(each)), "")
    if not named:
        own = "give your own with --ruleset-path or TSOLVE_RULESET_PATH"
        help_ = game_meant(value.text) or f"there are: {', '.join(known)}; {own}"
        raise input_error("E301", f'unknown game "{value.text}"', value.span, help_)
    return named


def _boxes(game: str) -> frozenset[str]:
    """What people call a game who name one of its boxes."""
    boxes = getattr(ruleset(game), "boxes", ())
    return frozenset(folded(f"{before}{box}") for box in boxes for before in ("", game, f"{game} with "))


def check(
    position: Position,
    file: FilePath = "",
    goal: str | None = None,
    target: str | None = None,
    backend: Backend = "auto",
    time_limit: float | None = None,
    draws: Draws | None = None,
    on_position: Callable[[int], None] = lambda _: None,
    on_found: Callable[[object], None] = lambda _: None,
    what_if: bool = True,
) -> CheckAnswer:
    """Judge a position: its line, claims and expectations; the best line where it asks for it.

    A file that asks for nothing asks for the best line.

    Args:
        position: the position.
        file: what the position is called in the answer; by default the file that it was read from.
        goal: its levels by name, such as `win,margin`; None: as the file says, else the usual one.
        target: what the best line must attack, by name.
        backend: which solver proves; `auto` takes the one that suits the size.
        time_limit: seconds; None for a counted bound of work, which is the same on every machine, and
            `math.inf` for no bound.
        draws: what an uncertain draw counts for; None: as the file says.
        on_position: hears how many positions a search under chance has looked at.
        on_found: hears of the lines and answers behind the judgement.
        what_if: whether to ask of a best play what other cards and other goals could make of it, on which no
            judgement rests.

    Raises:
        InputError: a step, a claim or the target cannot be read.
        UsageError: the goal or the target cannot be one here.
        DisagreementError: solver and engine differ.
    """
    wishes = Wishes(goal, target, draws, backend=backend, what_if=what_if)
    with within(time_limit) as budget:
        watched = position.watched_by(Probe(on_position=on_position))
        answer = judge(watched, position.named(file), wishes, on_found=on_found)
    if budget.fell_short and _leaves_open(answer):
        answer = msgspec.structs.replace(answer, notes=(*answer.notes, budget.why_over()))
    cited = cite(position.ruleset, of_check(answer))
    answer = msgspec.structs.replace(answer, citations=cited, documents=documents(position.ruleset, cited))
    return with_unsure(position, answer)


def solve(
    position: Position,
    file: FilePath = "",
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

    Where the best play meets chance, the policy. The line and the claims of the file are not judged.

    Args:
        position: the position.
        file, goal, target, backend, time_limit, draws, on_position: as in `check`.
        all_lines: whether to find all lines that are equally good, up to symmetry.
        top: how many of the next best targets to add.
        turn: the kind of turn; None: as the file says; `any` compares all kinds by one goal.

    Raises:
        UsageError: the goal, the target or the kind of turn cannot be one here.
        UnsupportedError: the game has no planner.
        DisagreementError: solver and engine differ.
    """
    from tsolve.model.solved import SolvedAnswer
    from tsolve.steps.left_open import to_write

    require_table(position)
    with within(time_limit) as budget:
        watched = position.watched_by(Probe(on_position=on_position))
        wishes = Wishes(goal, target, draws, turn, backend, all_lines, top)
        solution = by_whose_goal(watched, watched.solve(wishes), wishes)
        notes = position.remarks()
        if budget.fell_short and solution.status == "undecided":
            notes = (budget.why_over(), *notes)
        solution = msgspec.structs.replace(solution, notes=(*solution.notes, *notes))
        readings = _readings(position, solution)
        missing = to_write(position, position.state) if solution.left_out or solution.unknown else ()
        drawn = map_of_play(position, solution)
    cited = cite(position.ruleset, of_solution(solution, readings))
    answer = SolvedAnswer(
        position.named(file),
        solution,
        cited,
        documents(position.ruleset, cited),
        readings,
        to_write=missing,
        map=drawn or msgspec.UNSET,
    )
    return with_unsure(position, answer)


def require_table(position: Position) -> None:
    """Raises UndecidedError where a log leaves open what the table is: no play can be sought."""
    if untold := position.untold_by_log:
        raise UndecidedError((untold,))


def _leaves_open(answer: CheckAnswer) -> bool:
    """Whether some question has no answer, or no proof."""
    solved = answer.solution is not None and answer.solution.status == "undecided"
    claimed = any(claim.verdict == "undecided" for claim in answer.claims)
    return solved or claimed or any(expectation.undecided for expectation in answer.expectations)


def _readings(position: Position, solution: SolveAnswer) -> tuple[ReadingAnswer, ...]:
    """The interpretations of the best line in the order of the ruleset."""
    chosen = position.written.interpretations
    return tuple(
        ReadingAnswer(key, solution.readings[key], point.question, key in chosen)
        for key, point in position.ruleset.interpretations.items()
        if key in solution.readings
    )


def position(*, game: Data, **keys: Data) -> Position:
    """A position without a file: the keys and values are those of a position file of the game.

    What a file writes as a text, a number, a list or a mapping is a str, an int, a list or a dict here; an
    empty place has the word that it has in a file, such as `"none"`.

        position(game=GAME, hand=["CARD", "2 x CARD"], deck=[], claims=[{"total": 1, "against": "CARD"}])

    Raises:
        InputError: with every mistake, each with the path of its key as its place, such as `hand[1]`.
    """
    return position_from(tree_of({"game": game, **keys}))


def data_of(position: Position) -> dict[str, Data]:
    """What its file says, as Python data: `position(**data_of(position))` is the same position.

    A printing and readings that it was opened with are no part of the file.

    Raises:
        UsageError: the position was neither loaded nor built.
    """
    return {key.text: as_data(value) for key, value in _root(position).items}


def changed(position: Position, **keys: Data) -> Position:
    """The same position with some keys of its file otherwise: `changed(position, hand=[...], claims=[])`.

    A key replaces all that stood under it, and every other key stays, with the printing and the readings that
    the position was opened with. Nothing is written to the file.

    Raises:
        InputError: with every mistake; what was changed has the path of its key as its place.
        UsageError: the position was neither loaded nor built.
    """
    root = _root(position)
    new = tree_of(keys).items
    kept = tuple(item for item in root.items if item[0].text not in keys)
    before = position.written
    return position_from(
        msgspec.structs.replace(root, items=(*kept, *new)),
        None if "printing" in keys else before.printing,
        {} if "interpretations" in keys else before.interpretations,
    )


def _root(position: Position) -> MappingNode:
    """The tree of its file."""
    root = position.decoded.root
    if not isinstance(root, MappingNode):
        raise UsageError("this position was neither loaded nor built")
    return root
