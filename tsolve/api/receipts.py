"""Writes a receipt beside an answer, reads it again, and compares it part by part with the answer derived
now.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.api.positions import Position, check, loads, solve
from tsolve.diagnostics import input_error, located, quoted
from tsolve.errors import Diagnostic, InputError, Span, UsageError
from tsolve.model.answers import CheckAnswer, SolveAnswer
from tsolve.model.plays import Calculation, LineAnswer, StepAnswer
from tsolve.model.receipts import (
    RECEIPT_VERSION,
    Derived,
    Order,
    PositionMark,
    Receipt,
    RulesetMark,
    Status,
    VerifyAnswer,
    changes,
    differences,
    is_only_reworded,
)
from tsolve.saving import check_output, save_output
from tsolve.source.kit import ALGORITHM, code_digest, digest, files_under
from tsolve.source.project import rulesets_path
from tsolve.source.reading import FilePath, read_bytes, shown
from tsolve.source.text import CONTROL
from tsolve.version import VERSION

if TYPE_CHECKING:
    from tsolve.model.solved import SolvedAnswer
    from tsolve.model.trace import Entry
    from tsolve.rules.ruleset import CardFacts, Ruleset
    from tsolve.source.decoded import Decoded
    from tsolve.source.tree import Node


MOST_EVENTS = 2_000
"""Events that a receipt tells in words: a file that is read again is limited."""


def derived(answer: CheckAnswer | SolvedAnswer) -> Derived:
    """The parts of an answer of `check` or `solve`."""
    judged = answer if isinstance(answer, CheckAnswer) else None
    says: dict[str, str] = {}
    totals: dict[str, int] = {}
    line: tuple[str, ...] = ()
    if judged is not None and judged.line is not None:
        line = _steps(judged.line)
        says |= {"the line": _legality(judged.line), "the line comes to": judged.line.outcome}
        totals |= _total("the line", judged.line.calculation)
    for number, claim in enumerate(judged.claims if judged is not None else (), 1):
        name = f"claim {number}"
        says[name] = f"{claim.text}: {claim.verdict}"
        totals |= _total(name, claim.calculation)
    if judged is not None and judged.expectations:
        failing = [each.what for each in judged.expectations if not each.holds and not each.undecided]
        undecided = [each.what for each in judged.expectations if each.undecided]
        told = (("fail", failing), ("undecided", undecided))
        says["expectations"] = (
            ". ".join(f"{word}: {'; '.join(each)}" for word, each in told if each) or "hold"
        )
    if answer.solution is not None:
        says |= dict(_best(answer.solution))
        line = _best_steps(answer.solution)
        for plan in answer.solution.best[:1]:
            totals |= _total("the best line", plan.line.calculation)
    return Derived(answer.verdict, says, line, totals, _trace(answer), _told_events(answer))


def _steps(line: LineAnswer) -> tuple[str, ...]:
    return tuple(step.text for step in line.steps)


def _best_steps(solution: SolveAnswer) -> tuple[str, ...]:
    if solution.policy is not None:
        return tuple(step.text for step in solution.policy.nodes[0].steps)
    return _steps(solution.best[0].line) if solution.best else ()


def _legality(line: LineAnswer) -> str:
    broken = next((step for step in line.steps if step.refusal is not None), None)
    if line.undecided:
        return f"undecided: {line.undecided}"
    if broken is None or broken.refusal is None:
        return "legal"
    return f"step {broken.number} is not legal ({', '.join(broken.refusal.rulings)})"


def _total(name: str, table: Calculation | None) -> dict[str, int]:
    return {} if table is None else {f"{name}: {table.title}": table.total}


def _best(solution: SolveAnswer) -> Iterator[tuple[str, str]]:
    yield (
        "the best play",
        {"optimal": "proved", "impossible": "there is none"}.get(solution.status, "undecided"),
    )
    if solution.turns:
        yield "the best turn", solution.turns[0].turn
    policy = solution.policy
    if policy is not None:
        yield "the best play begins with", policy.first
        yield "it is worth", _worth(policy.goal, (level.exact for level in policy.worth))
        for chance in policy.chances:
            yield f"{chance.target} is {policy.deed.done} with probability", chance.chance.exact
    for plan in solution.best[:1]:
        yield "the best line", plan.title
        yield "it comes to", plan.line.outcome
        yield "it is worth", _worth(plan.goal, map(str, plan.objective))


def _worth(goal: tuple[str, ...], levels: Iterator[str]) -> str:
    return ", ".join(f"{level} {worth}" for level, worth in zip(goal, levels, strict=False))


# the trace


def _trace(answer: CheckAnswer | SolvedAnswer) -> str:
    """The digest of everything that happened and of every row of a calculation; wording takes no part."""
    parts: list[object] = []
    if isinstance(answer, CheckAnswer):
        parts += [_of_line(answer.line), *(_of_table(claim.calculation) for claim in answer.claims)]
    if answer.solution is not None:
        parts += [_of_line(plan.line) for plan in answer.solution.best[:1]]
        policy = answer.solution.policy
        for node in policy.nodes if policy is not None else ():
            events = [(branch.event, branch.chance.exact, branch.node) for branch in node.branches]
            parts.append([_of_steps(node.steps), events, _of_line(node.end.line if node.end else None)])
    return digest(msgspec.json.encode(parts))


def _told_events(answer: CheckAnswer | SolvedAnswer) -> tuple[str, ...]:
    """The events in words; none where a file could not hold them all."""
    texts = tuple(islice(_events(answer), MOST_EVENTS + 1))
    return texts if len(texts) <= MOST_EVENTS else ()


def _events(answer: CheckAnswer | SolvedAnswer) -> Iterator[str]:
    """The events and rows behind the trace in words, each with the step or the calculation it belongs to."""
    if isinstance(answer, CheckAnswer):
        yield from _told_of_line("", answer.line)
        for number, claim in enumerate(answer.claims, 1):
            yield from _told_of_table(f"claim {number}", claim.calculation)
    if answer.solution is not None:
        for plan in answer.solution.best[:1]:
            yield from _told_of_line("best line, ", plan.line)
        policy = answer.solution.policy
        for number, node in enumerate(policy.nodes if policy is not None else (), 1):
            place = f"situation {number}, "
            yield from _told_of_steps(place, node.steps)
            yield from (f"{place}{branch.event}: {branch.chance.exact}" for branch in node.branches)
            yield from _told_of_line(place, node.end.line if node.end else None)


def _told_of_line(place: str, line: LineAnswer | None) -> Iterator[str]:
    if line is not None:
        yield from _told_of_steps(place, line.steps)


def _told_of_steps(place: str, steps: Sequence[StepAnswer]) -> Iterator[str]:
    for step in steps:
        yield from (f"{place}step {step.number}: {_told(entry)}" for entry in step.entries)


def _told_of_table(name: str, table: Calculation | None) -> Iterator[str]:
    if table is not None:
        yield from (f"{name}: {_told(row)}" for row in table.rows)


def _told(entry: Entry) -> str:
    """An event by what it is about, what happened and by how much a number changed."""
    changed = f"{entry.quantity} {entry.change:+d}" if entry.quantity else ""
    return ", ".join(part for part in (entry.subject, entry.note, changed) if part)


def _of_line(line: LineAnswer | None) -> object:
    return None if line is None else [_of_steps(line.steps), _of_table(line.calculation)]


def _of_steps(steps: Sequence[StepAnswer]) -> object:
    return [
        (step.text, step.refusal.rulings if step.refusal else (), list(map(_row, step.entries)))
        for step in steps
    ]


def _of_table(table: Calculation | None) -> object:
    return None if table is None else [table.total, table.against, list(map(_row, table.rows))]


def _row(entry: Entry) -> object:
    return entry.step, entry.subject, entry.quantity, entry.before, entry.after, entry.rulings


# writing


def receipt_of(
    position: Position, content: bytes, path: str, answer: CheckAnswer | SolvedAnswer, order: Order
) -> Receipt:
    """The receipt of an answer about the position file with this content.

    `path` leads from the folder of the receipt to the file; empty where there is none.
    """
    rules = position.ruleset
    return Receipt(
        "tsolve",
        RECEIPT_VERSION,
        VERSION,
        ALGORITHM,
        order,
        PositionMark(path, digest(content)),
        code_digest(),
        RulesetMark(rules.id, position.printing, dict(_marks(_folders(rules)))),
        dict(position.readings),
        derived(answer),
    )


def _folders(rules: Ruleset[CardFacts]) -> Iterator[tuple[str, Path]]:
    """The folders of a ruleset by its id, which says what it is wherever it lies; with those of the engine,
    whose rules hold where it says nothing. Of several with one id only the lowest has no number.
    """
    ids = [_id_of(root) for root in rules.roots]
    for number, (name, root) in enumerate(zip(ids, rules.roots, strict=True)):
        yield name if name not in ids[number + 1 :] else f"{name} ({len(ids) - number})", root
    engine = rulesets_path() / rules.engine
    if engine not in rules.roots:
        yield rules.engine if rules.engine not in ids else f"{rules.engine} (engine)", engine


def _marks(folders: Iterable[tuple[str, Path]]) -> Iterator[tuple[str, str]]:
    """The files of these folders by name, with their digests."""
    for label, root in folders:
        for name, content in files_under(root, ".yaml"):
            yield f"{label}/{name}", digest(content)


def _id_of(root: Path) -> str:
    """The id of the ruleset in a folder, which says what it is wherever it lies."""
    if root.parent == rulesets_path():
        return root.name
    from tsolve.rules.overlaying import heads

    (head,) = heads((root,))
    return head.id


def write_receipt(path: FilePath, receipt: Receipt, inputs: Iterable[str] = ()) -> None:
    """Write it whole, and never over one of the `inputs`. Raises UsageError where that is not possible."""
    text = quoted(msgspec.to_builtins(receipt), indent=2) + "\n"
    save_output(os.fspath(path), text, inputs)


def place_for(path: str, position: str, command: str, force: bool = False) -> None:
    """Say at once if no receipt about this position (`-`: standard input) may be written there.

    A receipt of the same command about the same position may be replaced, anything else only by `force`, and
    the position itself never. Raises UsageError.
    """
    if path == "-":
        raise UsageError("a receipt needs a file of its own: standard output holds the answer")
    check_output(path, () if position == "-" else (position,))
    if os.path.exists(path) and not force and not _is_of(path, position, command):
        message = "this file exists, and is no receipt of this command for this position"
        raise UsageError(f"{path}: {message}; --force replaces it")


def inputs_of(position: Position, file: str) -> tuple[str, ...]:
    """The files that an answer about a position was made from: the position and every file of the ruleset."""
    rules = [str(root / name) for root in position.ruleset.roots for name, _ in files_under(root, ".yaml")]
    return (*(() if file == "-" else (file,)), *rules)


def _is_of(path: str, position: str, command: str) -> bool:
    """Whether the file is a receipt of that command about that position."""
    try:
        known = read_receipt(path)
    except InputError:
        return False
    same = known.position.path == path_from(path, position)
    return same and known.asked.command == command


def path_from(receipt: str, position: str) -> str:
    """The way from the folder of the receipt to the position; empty where it cannot be written down.

    A name is written as UTF-8 reads it, whatever the locale makes of its bytes.
    """
    if position == "-":
        return ""
    try:
        found = os.path.relpath(position, os.path.dirname(os.path.abspath(receipt)))
    except ValueError:  # on another drive
        found = os.path.abspath(position)
    found = os.fsencode(found.replace(os.sep, "/")).decode("utf-8", "replace")
    return "" if CONTROL.search(found) or not found.isprintable() or "\ufffd" in found else found


# reading


def read_receipt(path: str) -> Receipt:
    """A receipt from its file. Raises InputError with the place of every problem: damaged, or no receipt at
    all (E120), or one of another time (E121).
    """
    return _decoded(path).value


def _decoded(path: str) -> Decoded[Receipt]:
    from tsolve.source.decode import decode
    from tsolve.source.parse import parse

    try:
        node = parse(read_bytes(path), shown(path))  # JSON is YAML, and all limits of files hold
    except InputError as error:
        raise InputError(map(_damaged, error.diagnostics)) from None
    _refuse_others(node, path)
    return decode(node, Receipt)


def _damaged(problem: Diagnostic) -> Diagnostic:
    """A syntax error that speaks of JSON, in which receipts are written, not of YAML."""
    if problem.code != "E107":
        return problem
    message = problem.message.replace("not valid YAML", "the receipt is damaged, not valid JSON")
    return replace(problem, code="E120", message=message)


def _refuse_others(node: Node, path: str) -> None:
    from tsolve.source.tree import MappingNode, Scalar

    mark = node.get("receipt") if isinstance(node, MappingNode) else None
    if not isinstance(mark, Scalar) or mark.text != "tsolve":
        place = mark.span if mark is not None else Span(path, 1, 1, 1, 1)
        raise input_error("E120", "this is not a receipt of tsolve", place, "`--receipt FILE` writes one")
    assert isinstance(node, MappingNode)
    version, hash_ = node.get("schema_version"), node.get("hash")
    known = [str(each) for each in range(1, RECEIPT_VERSION + 1)]
    if isinstance(version, Scalar) and version.text.isdecimal() and version.text not in known:
        message = f"a receipt of version {version.text[:20]}; this tsolve reads {' and '.join(known)}"
        raise input_error("E121", message, version.span)
    if isinstance(hash_, Scalar) and hash_.text != ALGORITHM:
        raise input_error("E121", f"digests by another algorithm than {ALGORITHM}", hash_.span)


# verifying


def verify(
    path: FilePath,
    position: FilePath | None = None,
    on_position: Callable[[int], None] = lambda _: None,
    root: FilePath | None = None,
) -> VerifyAnswer:
    """Derive the answer of a receipt again, and say what is otherwise.

    A receipt may come from anybody, so the file that it notes is read only if it lies in the folder `root`,
    which is that of the receipt unless given. `position` is read instead of it. Raises InputError for a
    damaged receipt (E120, E121) or one whose position is not found (E122), and for what is wrong in the
    position.
    """
    path = os.fspath(path)
    decoded = _decoded(path)
    known = decoded.value
    folder = os.fspath(root or os.path.dirname(path) or ".")
    file = os.fspath(position) if position else _position_of(known, path, folder)
    content = read_bytes(file)
    order = known.asked
    try:
        again = loads(content, file, order.printing, order.interpretations)
    except InputError:
        _refuse_readings(loads(content, file).ruleset, decoded)
        raise
    with located(decoded.span("asked", "target") if order.target else decoded.span("asked")):
        answer = _ask(again, file, order, on_position)
    now = receipt_of(again, content, path_from(path, file), answer, order)
    other = tuple(changes(known, now))
    said = tuple(differences(known.derived, now.derived, same_words=known.code == now.code))
    status: Status = "identical"
    if said:
        same_question = {each.what for each in other} <= {"code", "version", "ruleset"}
        is_older = known.schema_version < RECEIPT_VERSION and same_question
        status = "newer_form" if is_older and is_only_reworded(known.derived, now.derived) else "changed"
    elif other:
        status = "unchanged"
    return VerifyAnswer(path, file, order.command, status, now.derived.verdict, other, said)


def _refuse_readings(ruleset: Ruleset[CardFacts], decoded: Decoded[Receipt]) -> None:
    """Raise InputError, with the place, if the receipt names an unknown printing or reading."""
    asked = decoded.value.asked
    path = ("asked", "interpretations")
    places = {
        key: decoded.span(*path, key) if key in ruleset.interpretations else decoded.key_span(*path, key)
        for key in asked.interpretations
    }
    places["printing"] = decoded.span("asked", "printing")
    ruleset.readings(asked.printing, asked.interpretations, places)


def _position_of(known: Receipt, path: str, root: str) -> str:
    """The position file that a receipt notes, if it lies in the folder `root`."""
    place = Span(path, 1, 1, 1, 1)
    help_ = "--position FILE says where it is"
    if not known.position.path:
        message = (
            "this receipt does not say where its position is: standard input, or a name that is not text"
        )
        raise input_error("E122", message, place, help_)
    way = os.fsdecode(known.position.path.encode("utf-8"))
    file = os.path.normpath(os.path.join(os.path.dirname(path), way))
    if not _lies_in(file, root):
        message = f"the position of this receipt lies outside {root}: {file}"
        raise input_error("E122", message, place, "--position FILE, or --root FOLDER to trust it there")
    if not os.path.isfile(file):  # a device or a pipe would be waited for
        raise input_error("E122", f"the position of this receipt is not there: {file}", place, help_)
    return file


def _lies_in(file: str, root: str) -> bool:
    """Whether a file lies in a folder, when all links are followed."""
    inside, folder = os.path.realpath(file), os.path.realpath(root)
    return inside.startswith(os.path.join(folder, ""))


def _ask(
    position: Position, file: str, order: Order, on_position: Callable[[int], None]
) -> CheckAnswer | SolvedAnswer:
    limit = float(order.time_limit) if order.time_limit else None
    if order.command == "check":
        return check(position, file, order.goal, order.target, order.backend, limit, order.draws, on_position)
    return solve(
        position,
        file,
        order.goal,
        order.target,
        order.backend,
        limit,
        draws=order.draws,
        on_position=on_position,
        turn=order.turn,
    )
