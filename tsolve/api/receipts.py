"""Writes a receipt beside an answer, reads it again, and compares it with the answer derived now."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve import __version__
from tsolve.api.positions import check, loads, solve
from tsolve.api.rederiving import derived
from tsolve.diagnostics import Diagnostic, Span, input_error, located, quoted
from tsolve.errors import InputError, UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.receipts import (
    RECEIPT_VERSION,
    Order,
    PositionMark,
    Receipt,
    RulesetMark,
    Status,
    VerifyAnswer,
    changes,
    differences,
)
from tsolve.saving import check_output, save_output
from tsolve.source.digests import ALGORITHM, code_digest, digest, files_under
from tsolve.source.locations import rulesets_path
from tsolve.source.reading import FilePath, read_bytes, shown
from tsolve.source.text import CONTROL

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.solved import SolvedAnswer
    from tsolve.rules.ruleset import CardFacts, Ruleset
    from tsolve.source.decode import Decoded
    from tsolve.source.tree import Node


# writing


def receipt_of(
    opened: Opened, content: bytes, path: str, answer: CheckAnswer | SolvedAnswer, order: Order
) -> Receipt:
    """The receipt of an answer about the position file with this content.

    `path` leads from the folder of the receipt to the file; empty where there is none.
    """
    rules = opened.ruleset
    return Receipt(
        "tsolve",
        RECEIPT_VERSION,
        __version__,
        ALGORITHM,
        order,
        PositionMark(path, digest(content)),
        code_digest(),
        RulesetMark(rules.id, opened.printing, dict(_marks(_folders(rules)))),
        dict(opened.readings),
        derived(answer),
    )


def _folders(rules: Ruleset[CardFacts]) -> Iterator[tuple[str, Path]]:
    """The folders of a ruleset by its id, which says what it is wherever it lies; with those of the engine,
    whose rules hold where it says nothing. Of several with one id the lowest goes by the id alone.
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
    from tsolve.rules.finding import heads

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


def inputs_of(opened: Opened, file: str) -> tuple[str, ...]:
    """The files that an answer about a position was made from: the position and every file of the ruleset."""
    rules = [str(root / name) for root in opened.ruleset.roots for name, _ in files_under(root, ".yaml")]
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
    """A syntax error, said of what a receipt is written in."""
    if problem.code != "E107":
        return problem
    message = problem.message.replace("not valid YAML", "the receipt is damaged, not valid JSON")
    return replace(problem, code="E120", message=message)


def _refuse_others(node: Node, path: str) -> None:
    from tsolve.source.tree import Mapping, Scalar

    mark = node.get("receipt") if isinstance(node, Mapping) else None
    if not isinstance(mark, Scalar) or mark.text != "tsolve":
        place = mark.span if mark is not None else Span(path, 1, 1, 1, 1)
        raise input_error("E120", "this is not a receipt of tsolve", place, "`--receipt FILE` writes one")
    assert isinstance(node, Mapping)
    version, hash_ = node.get("schema_version"), node.get("hash")
    if isinstance(version, Scalar) and version.text.isdecimal() and version.text != str(RECEIPT_VERSION):
        message = f"a receipt of version {version.text[:20]}; this tsolve reads version {RECEIPT_VERSION}"
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
        opened = loads(content, file, order.printing, order.interpretations)
    except InputError:
        _refuse_readings(loads(content, file).ruleset, decoded)
        raise
    with located(decoded.span("asked", "target") if order.target else decoded.span("asked")):
        answer = _ask(opened, file, order, on_position)
    now = receipt_of(opened, content, path_from(path, file), answer, order)
    other = tuple(changes(known, now))
    said = tuple(differences(known.derived, now.derived, same_words=known.code == now.code))
    status: Status = "changed" if said else "unchanged" if other else "identical"
    return VerifyAnswer(path, file, order.command, status, now.derived.verdict, other, said)


def _refuse_readings(ruleset: Ruleset[CardFacts], decoded: Decoded[Receipt]) -> None:
    """Say where the receipt names a printing or a reading that there is not. Raises InputError."""
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
    opened: Opened, file: str, order: Order, on_position: Callable[[int], None]
) -> CheckAnswer | SolvedAnswer:
    limit = float(order.time_limit) if order.time_limit else None
    if order.command == "check":
        return check(opened, file, order.goal, order.target, order.backend, limit, order.draws, on_position)
    return solve(
        opened,
        file,
        order.goal,
        order.target,
        order.backend,
        limit,
        draws=order.draws,
        on_position=on_position,
        turn=order.turn,
    )
