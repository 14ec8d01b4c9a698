from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tsolve.errors import InputError
from tsolve.rules.loading import load_data, load_ruleset
from tsolve.rules.ruleset import Ruleset

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
    (
        "interpretations.yaml",
        "{id: ebb,",
        "{id: flood,",
        "E401",
        "interpretations.yaml",
        "flood, text: It falls",
    ),
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


def test_second_place_of_a_duplicate_is_shown(load: Load, files: dict[str, str]) -> None:
    files["cards/large.yaml"] = files["cards/large.yaml"].replace("id: ketch", "id: cutter")
    with pytest.raises(InputError) as error:
        load(files)
    duplicate = next(item for item in error.value.diagnostics if item.code == "E401")
    [(message, place)] = duplicate.related
    assert message == "first defined here"
    assert (Path(place.file).name, place.line, place.column) == ("large.yaml", 2, 8)


def test_problems_of_all_files_in_one_run(load: Load, files: dict[str, str]) -> None:
    files["cards/small.yaml"] = files["cards/small.yaml"].replace("price: 7", "price: x")
    files["names/pl.yaml"] += "crds: {}\n"
    files["glossary/cards.yaml"] = "entries: [\n"
    found = {(code, name) for code, name, _, _ in problems(load, files)}
    assert found == {("E204", "small.yaml"), ("E202", "pl.yaml"), ("E107", "cards.yaml")}


def test_misspelt_id_gets_a_suggestion(load: Load, files: dict[str, str]) -> None:
    files["names/pl.yaml"] = files["names/pl.yaml"].replace("cutter:", "cuter:")
    with pytest.raises(InputError) as error:
        load(files)
    assert error.value.diagnostics[0].help == 'did you mean "cutter"?'


def test_interpretation_without_options(load: Load, files: dict[str, str]) -> None:
    files["interpretations.yaml"] = "interpretations: [{id: tide, question: When?, options: []}]\n"
    files["ruleset.yaml"] = files["ruleset.yaml"].replace(", defaults: {tide: ebb}", "")
    assert problems(load, files) == [("E404", "interpretations.yaml", 1, 19)]


def test_card_facts_of_the_wrong_shape(load: Load, files: dict[str, str]) -> None:
    old = "cutter: {price: null, moves: [{kind: row, crew: [Ann]}]}"
    files["interpretations.yaml"] = files["interpretations.yaml"].replace(old, "cutter: cheap")
    assert problems(load, files) == [("E201", "interpretations.yaml", 17, 15)]


def test_directory_without_a_ruleset(tmp_path: Path, boat_type: type) -> None:
    with pytest.raises(InputError) as error:
        load_ruleset(tmp_path / "nowhere", boat_type)
    assert [item.code for item in error.value.diagnostics] == ["E101"]


def test_a_directory_in_place_of_a_file(load: Load, files: dict[str, str], root: Path) -> None:
    (root / "cards" / "odd.yaml").mkdir(parents=True)
    assert problems(load, files) == [("E102", "odd.yaml", 1, 1)]


def test_empty_file(load: Load, files: dict[str, str]) -> None:
    files["names/it.yaml"] = "# nothing yet\n"
    assert [found[:2] for found in problems(load, files)] == [("E104", "it.yaml")]


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
