"""Receipts are written, derived again, and tell what has changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import ROOT, Tsolve
from tsolve.report.formats import output_schema

LINE = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Lord, Polearm, Torch]
deck: []
hall: [Succubus, none, none]
line: [equip Polearm on Thyrian Lord, attack Succubus]
claims: [{total: 5, against: Succubus}]
"""
"""4 and 6 are 10, halved 5: the claim is confirmed, and the Succubus (Health 6) stays."""


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.yaml"
    path.write_text(LINE)
    return path


@pytest.fixture
def receipt(tsolve: Tsolve, position: Path) -> Path:
    ended = tsolve("check", "--receipt", "r.json", "position.yaml")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("\nreceipt: r.json\n")
    return position.with_name("r.json")


def edit(path: Path, change: Callable[[Any], Any]) -> None:
    """Change a receipt as data."""
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.usefixtures("receipt")
def test_what_was_written_is_derived_again(tsolve: Tsolve) -> None:
    ended = tsolve("verify", "r.json")

    assert ended.code == 0
    head, asked = ended.out.splitlines()
    assert head.startswith("✓ identical  The answer is the same")
    assert head.endswith(" r.json")
    assert asked == "  check of position.yaml: holds"
    (quiet,) = tsolve("verify", "--quiet", "r.json").out.splitlines()
    assert quiet.startswith("r.json: identical: The answer is the same")


def test_a_receipt_holds_what_was_said(receipt: Path) -> None:
    content = json.loads(receipt.read_text())

    assert content["asked"]["command"] == "check"
    assert content["position"]["path"] == "position.yaml"
    assert content["interpretations"]["half_attack_order"] == "after_light"
    assert "thunderstone/cards/monsters.yaml" in content["ruleset"]["files"]
    derived = content["derived"]
    assert derived["verdict"] == "holds"
    assert derived["line"] == ["equip Polearm on Thyrian Lord", "attack Succubus"]
    assert set(derived["totals"].values()) == {5}
    assert derived["says"]["claim 1"] == "total 5 against Succubus: confirmed"
    assert len(derived["trace"]) == 64


def test_the_same_receipt_twice(tsolve: Tsolve, receipt: Path) -> None:
    first = receipt.read_bytes()

    assert tsolve("check", "--receipt", "r.json", "position.yaml").code == 0  # its own may be replaced
    assert receipt.read_bytes() == first


@pytest.mark.usefixtures("receipt")
def test_an_edit_that_matters(tsolve: Tsolve, position: Path) -> None:
    # the Trophy's 1 makes 11, halved 5: the verdict stands. Without the Polearm 4, halved 2: it does not
    position.write_text(LINE.replace("Torch]", "Torch, Uyril Unending]"))
    harmless = tsolve("verify", "r.json")
    position.write_text(LINE.replace("equip Polearm on Thyrian Lord, ", ""))
    harmful = tsolve("verify", "r.json")

    assert "changed     the position was edited\n" in harmless.out
    assert harmless.code == 1  # the Attack counts 1 more before it is halved
    assert "Attack, total +11" in harmless.out, "of 10 before"
    assert "verdict" not in harmless.out
    assert harmful.code == 1
    assert "verdict: holds -> refuted" in harmful.out
    assert "claim 1: total 5 against Succubus: confirmed -> total 5" in " ".join(harmful.out.split())
    assert ": 5 -> 2" in " ".join(harmful.out.split())


@pytest.mark.usefixtures("receipt")
def test_an_edit_that_does_not_matter(tsolve: Tsolve, position: Path) -> None:
    position.write_text(f"# a remark\n{LINE}")
    ended = tsolve("verify", "r.json")

    assert ended.code == 0
    assert ended.out.startswith("✓ the same   The answer is the same, although")
    assert "the position was edited" in ended.out


def test_code_and_ruleset_that_changed_without_another_answer(tsolve: Tsolve, receipt: Path) -> None:
    def older(content: Any) -> None:
        content["code"] = "0" * 64
        content["tsolve"] = "0.0.1"
        files = content["ruleset"]["files"]
        files["thunderstone/cards/monsters.yaml"] = "1" * 64
        files["thunderstone/cards/gone.yaml"] = files.pop("thunderstone/cards/village.yaml")

    edit(receipt, older)
    ended = tsolve("verify", "--format", "json", "r.json")
    (answer,) = ended.json["answers"]

    assert ended.code == 0
    assert answer["status"] == "unchanged"
    assert {(each["what"], each["name"], each["how"]) for each in answer["changes"]} == {
        ("code", "tsolve", "edited"),
        ("version", "tsolve", "other"),
        ("ruleset", "thunderstone/cards/monsters.yaml", "edited"),
        ("ruleset", "thunderstone/cards/gone.yaml", "missing"),
        ("ruleset", "thunderstone/cards/village.yaml", "new"),
    }
    jsonschema.validate(ended.json, output_schema("verify"))


@pytest.mark.usefixtures("position")
@pytest.mark.parametrize("extends", [True, False])
def test_of_a_copied_ruleset_only_what_is_otherwise_is_listed(
    tsolve: Tsolve, tmp_path: Path, extends: bool
) -> None:
    """A ruleset is known by its id: under another folder name it is the same, and one edited file is one."""
    if extends:
        (tmp_path / "club" / "cards").mkdir(parents=True)
        (tmp_path / "club" / "ruleset.yaml").write_text("extends: thunderstone\ntitle: Club\n")
        (tmp_path / "club" / "cards" / "basic.yaml").write_text("cards: [{id: torch, cost: 4}]\n")
        first = ("--ruleset-path", "club")
    else:
        shutil.copytree(ROOT / "rulesets" / "thunderstone", tmp_path / "club")
        first = ()
    assert tsolve("check", "--receipt", "r.json", "position.yaml", *first).code == 0
    shutil.copytree(tmp_path / "club", tmp_path / "copy")
    copied = tsolve("verify", "r.json", "--ruleset-path", "copy")
    with (tmp_path / "copy" / "cards" / "basic.yaml").open("a", encoding="utf-8") as stream:
        stream.write("# a remark\n")
    edited = tsolve("verify", "r.json", "--ruleset-path", "copy", "--format", "json")

    assert copied.code == 0
    assert copied.out.startswith("✓ identical  ")
    (change,) = edited.json["answers"][0]["changes"]
    name = "thunderstone (2)" if extends else "thunderstone"
    assert (change["name"], change["how"]) == (f"{name}/cards/basic.yaml", "edited")


def test_an_older_receipt_calls_a_ruleset_by_its_folder(tsolve: Tsolve, receipt: Path) -> None:
    def by_folder(content: Any) -> None:
        files = content["ruleset"]["files"]
        content["ruleset"]["files"] = {f"my-{name}": digest for name, digest in files.items()}

    edit(receipt, by_folder)

    assert tsolve("verify", "r.json").out.startswith("✓ identical  ")


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        # 5 against 6 (see LINE): fewer numbers or other words are a matter of form, another number is none
        ("Succubus stays: 5 of 6.", "newer_form"),
        ("Succubus stays.", "newer_form"),
        ("Succubus stays: 4 of 6.", "changed"),
    ],
)
def test_an_older_receipt_is_told_otherwise_and_not_wrong(
    tsolve: Tsolve, receipt: Path, outcome: str, status: str
) -> None:
    def of_older_form(content: Any) -> None:
        content["schema_version"] = 1
        content["code"] = "0" * 64
        content["derived"]["says"]["the line comes to"] = outcome
        content["derived"]["events"] = content["derived"]["events"][1:]
        content["derived"]["trace"] = "1" * 64

    edit(receipt, of_older_form)
    ended = tsolve("verify", "--format", "json", "r.json")
    (answer,) = ended.json["answers"]

    assert (answer["status"], ended.code) == (status, int(status == "changed"))
    assert "the line comes to" in {each["what"] for each in answer["differences"]}
    jsonschema.validate(ended.json, output_schema("verify"))


def test_an_older_receipt_about_another_position_is_no_matter_of_words(
    tsolve: Tsolve, receipt: Path, position: Path
) -> None:
    def of_older_form(content: Any) -> None:
        content["schema_version"] = 1
        content["derived"]["says"]["the line comes to"] = "The Succubus is beaten."

    edit(receipt, of_older_form)
    position.write_text(f"# a remark\n{LINE}")

    assert tsolve("verify", "r.json").out.startswith("✗ different  ")


def test_another_answer_although_nothing_changed(tsolve: Tsolve, receipt: Path) -> None:
    edit(receipt, lambda content: content["derived"].update(verdict="refuted"))
    ended = tsolve("verify", "r.json")

    assert ended.code == 1
    assert "nothing that the answer was derived from" in ended.out
    assert "verdict: refuted -> holds" in ended.out


@pytest.mark.usefixtures("position")
def test_the_options_are_those_of_the_command(tsolve: Tsolve, tmp_path: Path) -> None:
    # with the half taken before the Light, and nothing dark, the total is the same; the reading is noted
    (tmp_path / "open.yaml").write_text(LINE[: LINE.index("line:")])
    chosen = ("--interpretation", "half_attack_order=before_light", "--goal", "value", "--backend", "exact")
    tsolve("solve", *chosen, "--receipt", "s.json", "open.yaml")
    content = json.loads((tmp_path / "s.json").read_text())

    assert content["asked"]["interpretations"] == {"half_attack_order": "before_light"}
    assert content["interpretations"]["half_attack_order"] == "before_light"
    assert content["asked"]["goal"] == "value"
    assert content["derived"]["verdict"] == "proved"
    assert content["derived"]["says"]["it is worth"] == "total 5"
    assert tsolve("verify", "s.json").code == 0


def test_the_way_to_the_position_begins_at_the_receipt(
    tsolve: Tsolve, position: Path, tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    tsolve("check", "--receipt", "kept/r.json", "position.yaml")
    found = tsolve("verify", "--root", ".", "kept/r.json")
    position.rename(tmp_path / "moved.yaml")
    lost = tsolve("verify", "--root", ".", "kept/r.json")
    told = tsolve("verify", "--position", "moved.yaml", "kept/r.json")

    assert found.code == 0
    assert lost.code == 2
    assert "E122" in lost.err
    assert "--position FILE" in lost.err
    assert told.code == 0
    assert told.out.startswith("✓ identical  ")


def test_a_receipt_leads_nowhere_but_into_its_own_folder(
    tsolve: Tsolve, receipt: Path, position: Path, tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    secret = tmp_path / "secret.txt"
    secret.write_text("a: b: nobody must see this\n")
    stranger = tmp_path / "kept" / "r.json"
    (tmp_path / "kept" / "link").symlink_to(secret)
    for way in ("../secret.txt", str(secret), "link", "../kept/../secret.txt", "../../../../../dev/zero"):
        stranger.write_bytes(receipt.read_bytes())
        edit(stranger, lambda content, way=way: content["position"].update(path=way))
        refused = tsolve("verify", "kept/r.json")
        assert refused.code == 2
        assert "E122: the position of this receipt lies outside kept" in refused.err
        assert "nobody must see" not in refused.out + refused.err

    edit(stranger, lambda content: content["position"].update(path="../position.yaml"))
    assert tsolve("verify", "--root", ".", "kept/r.json").code == 0
    assert tsolve("verify", "--root", "kept", "kept/r.json").code == 2
    assert tsolve("verify", "--position", str(position), "kept/r.json").code == 0


def test_a_name_is_written_down_whatever_the_locale(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "ż.yaml").write_bytes(LINE.encode())
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert tsolve("check", "--receipt", "r.json", "ż.yaml", env=plain).code == 0
    assert json.loads((tmp_path / "r.json").read_text("utf-8"))["position"]["path"] == "ż.yaml"
    assert tsolve("verify", "r.json", env=plain).code == 0
    assert tsolve("verify", "r.json").code == 0


@pytest.mark.usefixtures("position")
def test_a_position_from_standard_input(tsolve: Tsolve) -> None:
    assert tsolve("check", "--receipt", "r.json", "-", stdin=LINE.encode()).code == 0
    assert "standard input" in tsolve("verify", "r.json").err
    assert tsolve("verify", "--position", "position.yaml", "r.json").code == 0


def test_several_receipts_have_the_worst_code(tsolve: Tsolve, receipt: Path, tmp_path: Path) -> None:
    edited = tmp_path / "e.json"
    edited.write_bytes(receipt.read_bytes())
    edit(edited, lambda content: content["derived"].update(line=[]))

    assert tsolve("verify", "r.json", "e.json").code == 1
    assert tsolve("verify", "r.json", "e.json", "position.yaml").code == 2


# where a receipt may be written


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--receipt", "-", "position.yaml"], "a receipt needs a file of its own"),
        (["--receipt", "no/r.json", "position.yaml"], "there is no such folder"),
        (["--receipt", ".", "position.yaml"], "this is a folder"),
        (["--receipt", "other.txt", "position.yaml"], "--force replaces it"),
        (["--receipt", "position.yaml", "--force", "position.yaml"], "which are never overwritten"),
        (["--receipt", "r.json", "position.yaml", "position.yaml"], "give one FILE with --receipt"),
    ],
)
def test_places_that_are_refused(
    tsolve: Tsolve, position: Path, tmp_path: Path, arguments: list[str], said: str
) -> None:
    (tmp_path / "other.txt").write_text("mine")
    ended = tsolve("check", *arguments)

    assert ended.code == 2
    assert said in ended.err
    assert ended.out == ""
    assert (tmp_path / "other.txt").read_text() == "mine"
    assert position.read_text() == LINE


@pytest.mark.usefixtures("position")
def test_only_force_replaces_something_else(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("mine")

    assert tsolve("check", "--receipt", "other.txt", "--force", "position.yaml").code == 0
    assert json.loads((tmp_path / "other.txt").read_text())["receipt"] == "tsolve"


@pytest.mark.usefixtures("receipt")
def test_a_receipt_of_another_command_is_kept(tsolve: Tsolve) -> None:
    assert tsolve("solve", "--receipt", "r.json", "position.yaml").code == 2


def test_no_receipt_without_an_answer(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(LINE.replace("Polearm", "Polarm"))
    ended = tsolve("check", "--receipt", "r.json", "bad.yaml")

    assert ended.code == 2
    assert not (tmp_path / "r.json").exists()
    assert "receipt:" not in ended.out


def test_a_refuted_file_has_a_receipt(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(LINE.replace("total: 5", "total: 10"))

    assert tsolve("check", "--receipt", "r.json", "wrong.yaml").code == 1
    assert tsolve("verify", "r.json").out.splitlines()[1] == "  check of wrong.yaml: refuted"


# hostile receipts


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "E104"),
        ("{", "E120"),
        ("[1, 2]", "E120"),
        ('{"a": 1}', "E120"),
        ('{"receipt": NaN}', "E120"),
        ('{"receipt": "other"}', "E120"),
        ('{"receipt": "tsolve", "schema_version": 4}', "E121"),
        ('{"receipt": "tsolve", "schema_version": 1, "hash": "md5"}', "E121"),
        ('{"receipt": "tsolve", "schema_version": 1}', "E203"),
        ('{"receipt": "tsolve", "receipt": "tsolve"}', "E115"),
        ("[" * 5_000 + "]" * 5_000, "E108"),
        ('{"receipt": "tsolve", "x": [' + "1," * 60_000 + "1]}", "E109"),
        ('{"receipt": "' + "a" * 2_000_000 + '"}', "E103"),
        ('{"receipt": "tsolve\x00"}', "E106"),
    ],
)
def test_damaged_or_foreign_receipts(tsolve: Tsolve, tmp_path: Path, content: str, code: str) -> None:
    (tmp_path / "r.json").write_text(content)
    ended = tsolve("verify", "r.json")

    assert (ended.code, ended.out) == (2, "")
    assert f"{code}: " in ended.err
    assert "r.json:" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("derived", "totals"), {"the line": "5"}, "E204"),
        (("derived", "line"), "attack", "E201"),
        (("asked", "command"), "simulate", "E207"),
        (("asked", "time_limit"), "soon", "E209"),
        (("position", "digest"), None, "E201"),
        (("ruleset", "surprise"), 1, "E202"),
    ],
)
def test_wrong_values_have_a_place(
    tsolve: Tsolve, receipt: Path, path: tuple[str, str], value: object, place: str
) -> None:
    edit(receipt, lambda content: content[path[0]].update({path[1]: value}))
    ended = tsolve("verify", "r.json")

    assert ended.code == 2
    assert f"error {place}: " in ended.err
    assert "r.json:1:" in ended.err


@pytest.mark.parametrize(
    ("key", "value", "code", "marked"),
    [
        ("printing", "9.9", "E411", '"9.9"'),
        ("interpretations", {"nix": "x"}, "E412", '"nix"'),
        ("target", "Nobody", "E302", "Nobody"),
        ("interpretations", {"zero_rule": "x"}, "E413", '"x"'),
    ],
)
def test_wrong_printings_and_readings_have_their_place(
    tsolve: Tsolve, receipt: Path, key: str, value: object, code: str, marked: str
) -> None:
    edit(receipt, lambda content: content["asked"].update({key: value}))
    before = receipt.read_text().partition(f'"{key}": ')[0]

    ended = tsolve("verify", "r.json")

    column = len(before) + receipt.read_text()[len(before) :].index(marked) + 1
    assert ended.code == 2
    assert ended.err.startswith(f"r.json:1:{column}: error {code}: ")


def test_an_error_is_json_where_json_is_asked_for(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text('{"receipt": "other"}')
    ended = tsolve("verify", "--format", "json", "r.json")

    assert ended.code == 2
    assert ended.json["errors"][0]["diagnostics"][0]["code"] == "E120"
    jsonschema.validate(ended.json, output_schema("verify"))


SUFFERING = """\
game: thunderstone
turn: dungeon
hand: [Outlands Warrior, Militia, Torch, Hatchet]
deck: [6 x Dagger]
hall: [Suffering, none, none]
dungeon_deck: []
line: [equip Hatchet on Outlands Warrior, attack Suffering]
"""
"""The Militia has Strength 2 and loses 2: destroyed where Strength 0 destroys. The Attack is 3 + 3 + 1."""


def test_what_happened_otherwise_is_said(tsolve: Tsolve, tmp_path: Path) -> None:
    (tmp_path / "position.yaml").write_text(SUFFERING)
    tsolve("check", "--receipt", "r.json", "position.yaml")
    edit(
        tmp_path / "r.json",
        lambda content: content["asked"].update(interpretations={"strength_zero": "destroy"}),
    )
    ended = tsolve("verify", "r.json")

    assert ended.code == 1
    told = " ".join(ended.out.split())
    assert "events: nothing -> step 2: Militia, Strength 0: destroyed" in told
    answer = tsolve("verify", "--format", "json", "r.json").json["answers"][0]
    assert [each["what"] for each in answer["differences"]] == ["events", "trace"]


def test_a_damaged_receipt_is_no_json(tsolve: Tsolve, receipt: Path) -> None:
    receipt.write_text(receipt.read_text()[:700])
    ended = tsolve("verify", "r.json")

    assert ended.code == 2
    assert "E120: the receipt is damaged, not valid JSON" in ended.err
    assert "YAML" not in ended.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--goal", "nonsense"), '"nonsense" is not a level of a dungeon goal'),
        (("--target", "Nobody"), 'unknown card "Nobody"'),
        (("--target", "Torch"), "Torch is not a Monster"),
    ],
)
@pytest.mark.usefixtures("position")
def test_a_wrong_wish_is_refused_where_no_best_line_is_asked_for(
    tsolve: Tsolve, words: tuple[str, ...], told: str
) -> None:
    ended = tsolve("check", "position.yaml", *words)

    assert (ended.code, told in ended.err) == (2, True), ended.err
