"""A ruleset is loaded whole or not at all: its mistakes, what is kept of it, and folders meant to do harm."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tsolve.errors import InputError
from tsolve.games.thunderstone.card_files import Card
from tsolve.rules import compiling, loading
from tsolve.rules.loading import cache_directory, load_data, load_ruleset
from tsolve.rules.ruleset import CardType, Ruleset
from tsolve.source.kit import files_under

Load = Callable[[dict[str, str]], Ruleset[Any]]


def problems(load: Load, files: dict[str, str]) -> list[tuple[str, str, int, int]]:
    """Code, file name, line and column of every problem."""
    with pytest.raises(InputError) as error:
        load(files)
    found = []
    for item in error.value.diagnostics:
        assert item.span is not None
        found.append((item.code, Path(item.span.file).name, item.span.line, item.span.column))
    return found


# file, text to replace, what to put there, code, file that is complained about, first text of the place there
MISTAKES = [
    ("cards/large.yaml", "id: ketch", "id: cutter", "E401", "cards/small.yaml", "cutter"),
    ("glossary/cards.yaml", "id: card.cutter", "id: HB-1", "E401", "glossary/rules.yaml", "HB-1"),
    (
        "interpretations.yaml",
        "id: old_price",
        "id: tide",
        "E401",
        "interpretations.yaml",
        "tide\n  question: What",
    ),
    ("interpretations.yaml", "{id: ebb,", "{id: flood,", "E401", "interpretations.yaml", "flood, text: It f"),
    ("ruleset.yaml", "{id: letter,", "{id: book,", "E401", "ruleset.yaml", "book, title: A"),
    ("ruleset.yaml", "{id: first,", "{id: second,", "E401", "ruleset.yaml", "second, title: Second"),
    ("glossary/rules.yaml", "see: [HB-2]", "see: [HB-7]", "E402", "glossary/rules.yaml", "HB-7"),
    ("glossary/rules.yaml", "document: book", "document: nook", "E402", "glossary/rules.yaml", "nook"),
    ("interpretations.yaml", "rulings: [HB-1]", "rulings: [XX]", "E402", "interpretations.yaml", "XX"),
    ("interpretations.yaml", "document: book", "document: nook", "E402", "interpretations.yaml", "nook"),
    ("interpretations.yaml", "cutter: {", "cuter: {", "E402", "interpretations.yaml", "cuter: {"),
    ("ruleset.yaml", "language: en", "language: nl", "E428", "interpretations.yaml", "Tides"),
    ("ruleset.yaml", "printing: second", "printing: third", "E402", "ruleset.yaml", "third"),
    ("ruleset.yaml", "documents: [book],", "documents: [nook],", "E402", "ruleset.yaml", "nook"),
    ("ruleset.yaml", "{tide: ebb}", "{moon: ebb}", "E412", "ruleset.yaml", "moon"),
    ("ruleset.yaml", "{tide: ebb}", "{tide: ebbb}", "E413", "ruleset.yaml", "tide: ebbb"),
    ("names/pl.yaml", "cutter: [", "cuttter: [", "E402", "names/pl.yaml", "cuttter"),
    ("cards/small.yaml", "sources: [book]", "sources: [nook]", "E402", "cards/small.yaml", "nook"),
    ("cards/small.yaml", "fields: [price]", "fields: [prize]", "E403", "cards/small.yaml", "prize"),
    ("cards/small.yaml", "conflicts: {price:", "conflicts: {prize:", "E403", "cards/small.yaml", "prize"),
    ("interpretations.yaml", "{price: null,", "{prce: null,", "E202", "interpretations.yaml", "prce"),
    ("interpretations.yaml", "{price: null,", "{price: 100,", "E205", "interpretations.yaml", "100"),
    ("interpretations.yaml", "{price: null,", "{id: yawl,", "E405", "interpretations.yaml", "{id: yawl"),
    ("interpretations.yaml", "kind: row", "kind: fly", "E207", "interpretations.yaml", "fly"),
    ("cards/small.yaml", "price: 7", "price: seven", "E204", "cards/small.yaml", "seven"),
    ("ruleset.yaml", "title: The Harbour", "titel: The Harbour", "E202", "ruleset.yaml", "titel"),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "place", "start"), MISTAKES, ids=[f"{m[3]}-{m[2]}" for m in MISTAKES]
)
def test_mistakes_are_reported_where_they_are(
    load: Load, files: dict[str, str], file: str, old: str, new: str, code: str, place: str, start: str
) -> None:
    assert old in files[file]
    files[file] = files[file].replace(old, new, 1)
    before = files[place][: files[place].index(start)]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    assert (code, Path(place).name, line, column) in problems(load, files)


def test_the_second_place_of_a_duplicate_and_a_near_id_are_shown(load: Load, files: dict[str, str]) -> None:
    files["cards/large.yaml"] = files["cards/large.yaml"].replace("id: ketch", "id: cutter")
    with pytest.raises(InputError) as error:
        load(files)
    duplicate = next(item for item in error.value.diagnostics if item.code == "E401")
    [(message, place)] = duplicate.related
    assert message == "first defined here"
    assert (Path(place.file).name, place.line, place.column) == ("large.yaml", 2, 8)
    files["names/pl.yaml"] = files["names/pl.yaml"].replace("cutter:", "cuter:")
    with pytest.raises(InputError) as error:
        load(files)
    assert 'did you mean "cutter"?' in [item.help for item in error.value.diagnostics]


def test_problems_of_all_files_in_one_run(load: Load, files: dict[str, str]) -> None:
    files["cards/small.yaml"] = files["cards/small.yaml"].replace("price: 7", "price: x")
    files["names/pl.yaml"] += "crds: {}\n"
    files["glossary/cards.yaml"] = "entries: [\n"
    found = {(code, name) for code, name, _, _ in problems(load, files)}
    assert found == {("E204", "small.yaml"), ("E202", "pl.yaml"), ("E107", "cards.yaml")}


def test_directory_without_a_ruleset(tmp_path: Path, boat_type: type) -> None:
    with pytest.raises(InputError) as error:
        load_ruleset(tmp_path / "nowhere", boat_type)
    assert [item.code for item in error.value.diagnostics] == ["E101"]


@pytest.mark.parametrize(
    ("file", "content", "problem"),
    [
        ("interpretations.yaml", "interpretations: [{id: a, question: Q, options: []}]\n", ("E404", 1, 19)),
        (
            "interpretations.yaml",
            "interpretations: [{id: a, question: Q, options: [{id: o, text: T, cards: {cutter: cheap}}]}]\n",
            ("E201", 1, 83),
        ),
        ("names/it.yaml", "# nothing yet\n", ("E104", 1, 1)),
    ],
)
def test_files_of_the_wrong_shape(
    load: Load, files: dict[str, str], file: str, content: str, problem: tuple[str, int, int]
) -> None:
    files["ruleset.yaml"] = files["ruleset.yaml"].replace(", defaults: {tide: ebb}", "")
    files["glossary/rules.yaml"] = files["glossary/rules.yaml"].replace("key.tide, ", "")
    code, line, column = problem
    assert problems(load, {**files, file: content}) == [(code, Path(file).name, line, column)]


def test_only_ruleset_yaml_is_required(load: Load, files: dict[str, str]) -> None:
    head = files["ruleset.yaml"].replace(", defaults: {tide: ebb}", "")
    bare = load({"ruleset.yaml": head})
    assert (bare.cards, bare.glossary, bare.interpretations) == ({}, {}, {})
    assert bare.readings("first") == {}


def test_further_data_of_a_ruleset(tmp_path: Path) -> None:
    class SetUp(msgspec.Struct):
        boats: dict[str, int]

    file = tmp_path / "setup.yaml"
    file.write_text("boats: {cutter: 2}\n")
    assert load_data(file, SetUp).value.boats == {"cutter": 2}
    file.write_text("boats: {cutter: two}\n")
    with pytest.raises(InputError):
        load_data(file, SetUp)


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for every time that a ruleset is compiled."""
    made: list[str] = []
    original = compiling.compile_ruleset

    def counted(root: Path, *rest: Any) -> Any:
        made.append(root.name)
        return original(root, *rest)

    monkeypatch.setattr(compiling, "compile_ruleset", counted)
    return made


def content(ruleset: Ruleset[Any]) -> tuple[object, ...]:
    return (
        ruleset.title,
        ruleset.default_printing,
        ruleset.documents,
        ruleset.printings,
        ruleset.interpretations,
        ruleset.cards,
        ruleset.glossary,
        ruleset.names,
        ruleset.under({"old_price": "none"}),
    )


def test_second_load_comes_from_the_cache_and_is_equal(
    load: Load, files: dict[str, str], compilations: list[str]
) -> None:
    first, second = load(files), load(files)
    assert compilations == ["harbour"]
    assert content(first) == content(second)
    assert list(first.cards) == list(second.cards)
    assert list(first.interpretations) == list(second.interpretations)


def test_change_of_the_same_size_and_time_is_seen(
    load: Load, files: dict[str, str], root: Path, compilations: list[str]
) -> None:
    load(files)
    file = root / "cards/small.yaml"
    before = file.stat()
    files["cards/small.yaml"] = files["cards/small.yaml"].replace("price: 7", "price: 8")
    file.write_text(files["cards/small.yaml"])
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    changed: Ruleset[Any] = load_ruleset(root, type(load(files).cards["cutter"]))
    assert changed.cards["cutter"].price == 8
    assert len(compilations) == 2


def test_new_and_removed_files_are_seen(
    load: Load, files: dict[str, str], root: Path, cache: Path, boat_type: Any
) -> None:
    load(files)
    files["cards/new.yaml"] = "cards: [{id: raft, name: Raft}]\n"
    assert "raft" in load(files).cards
    assert len(list(cache.iterdir())) == 1  # replaced, not accumulated
    (root / "cards/new.yaml").unlink()
    assert "raft" not in load_ruleset(root, boat_type).cards


def test_a_mistake_is_reported_every_time(load: Load, files: dict[str, str]) -> None:
    load(files)
    files["cards/new.yaml"] = "cards: [{id: cutter, name: Raft}]\n"
    for _ in range(2):
        with pytest.raises(InputError):
            load(files)


@pytest.mark.parametrize(
    "damage", [lambda b: b[:0], lambda b: b[:40], lambda b: b[:-1], lambda b: b[:-9] + b"\0" * 9]
)
def test_damaged_cache_is_compiled_anew(
    load: Load, files: dict[str, str], cache: Path, compilations: list[str], damage: Callable[[bytes], bytes]
) -> None:
    whole = content(load(files))
    [file] = cache.iterdir()
    good = file.read_bytes()
    file.write_bytes(damage(good))
    assert content(load(files)) == whole
    assert len(compilations) == 2
    assert file.read_bytes() == good  # repaired


def test_another_version_does_not_fit(
    load: Load, files: dict[str, str], compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load(files)
    monkeypatch.setattr(loading, "VERSION", "0.0.0")
    load(files)
    assert len(compilations) == 2


def test_changed_code_is_compiled_anew(
    load: Load, files: dict[str, str], root: Path, tmp_path: Path, compilations: list[str], boat_type: Any
) -> None:
    load(files)
    compilations.clear()
    code = tmp_path / "code"
    (code / "effects").mkdir(parents=True)
    (code / "cards.py").write_text("LOW = 0")

    def compiled() -> int:
        load_ruleset(root, CardType(lambda: boat_type, code))
        return len(compilations)

    assert (compiled(), compiled()) == (1, 1)
    (code / "cards.py").write_text("LOW = 10")  # another size
    assert (compiled(), compiled()) == (2, 2)
    before = (code / "cards.py").stat().st_mtime_ns
    os.utime(code / "cards.py", ns=(before, before + 1))  # another time
    assert (compiled(), compiled()) == (3, 3)
    (code / "effects" / "sails.py").write_text("")
    assert (compiled(), compiled()) == (4, 4)
    (code / "__pycache__").mkdir()
    (code / "__pycache__" / "cards.pyc").write_text("")
    (code / "notes.txt").write_text("")
    assert compiled() == 4


def test_code_in_one_file_is_watched_alone(
    load: Load, files: dict[str, str], root: Path, tmp_path: Path, compilations: list[str], boat_type: Any
) -> None:
    load(files)
    compilations.clear()
    code = tmp_path / "boats.py"
    for text in ("", "LOW = 0"):
        code.write_text(text)
        (tmp_path / "other.py").write_text(text)
        load_ruleset(root, CardType(lambda: boat_type, code))
    assert len(compilations) == 2
    (tmp_path / "other.py").unlink()
    load_ruleset(root, CardType(lambda: boat_type, code))
    load_ruleset(root, CardType(lambda: boat_type, tmp_path / "nowhere"))  # a game without files
    assert len(compilations) == 3


def test_cards_are_read_when_they_are_asked_for(load: Load, files: dict[str, str], root: Path) -> None:
    load(files)  # its code is that of the card type, wherever the struct comes from
    asked: list[str] = []

    def get() -> Any:
        asked.append("card type")
        return boat

    boat = load(files).card_type
    found: Ruleset[Any] = load_ruleset(root, CardType(get, CardType.of(boat).code))
    assert found.readings()
    assert found.glossary.keys()
    assert found.names.resolve("cutter")
    assert not asked
    assert list(found.cards) == ["ketch", "cutter"]
    assert asked == ["card type"]


def test_unwritable_cache_is_no_error(
    load: Load,
    files: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    compilations: list[str],
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(tmp_path / "file" / "below"))  # cannot be made, even by root
    assert content(load(files)) == content(load(files))
    assert len(compilations) == 2


def test_cache_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_directory() == tmp_path / "cache"
    monkeypatch.setenv("TSOLVE_CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_directory() == tmp_path / "xdg" / "tsolve"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_directory() == tmp_path / ".cache" / "tsolve"


HEAD = """\
id: own
title: Own
default_printing: a
printings: [{id: a, title: A}]
engine: thunderstone
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TSOLVE_CACHE_DIR", str(tmp_path / "cache"))
    for part in ("cards", "glossary", "names"):
        (tmp_path / "own" / part).mkdir(parents=True)
    (tmp_path / "own" / "ruleset.yaml").write_text(HEAD)
    return tmp_path / "own"


@pytest.mark.parametrize("name", ["cards/z.yaml", "glossary/z.yaml", "names/pl.yaml", "interpretations.yaml"])
def test_what_is_no_file_is_told_with_its_place(name: str, folder: Path) -> None:
    os.mkfifo(folder / name)

    with pytest.raises(InputError) as caught:
        load_ruleset(folder, Card)

    assert f"{folder / name}:1:1: error E102: this is a pipe, not a file" in str(caught.value)
    assert b"" in [content for found, content in files_under(folder, ".yaml") if found == name]


def test_more_files_than_a_ruleset_has(folder: Path) -> None:
    for number in range(loading.MOST_FILES):
        (folder / "cards" / f"{number}.yaml").touch()

    with pytest.raises(InputError, match=r"own/cards:1:1: error E118: a ruleset has at most 200 files"):
        load_ruleset(folder, Card)


def test_larger_files_than_a_ruleset_has(folder: Path) -> None:
    for name in "abcdefgh":
        with open(folder / "glossary" / f"{name}.yaml", "wb") as stream:
            stream.truncate(300_000)  # 7 x 300,000 bytes are more than 2 MiB

    with pytest.raises(InputError, match=r"glossary/g.yaml:1:1: error E118: the files of a ruleset"):
        load_ruleset(folder, Card)


def test_a_damaged_cache_is_no_error(folder: Path, tmp_path: Path) -> None:
    """Whatever lies in the place of an entry, the ruleset is compiled anew."""
    first = load_ruleset(folder, Card)
    (entry,) = (tmp_path / "cache").glob("*.ruleset")
    for make in (lambda path: path.symlink_to("/dev/zero"), os.mkfifo):
        entry.unlink()
        make(entry)
        assert load_ruleset(folder, Card).id == first.id
