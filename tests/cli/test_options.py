"""Settings for all commands: `--ruleset-path`, and the `tsolve.toml` of a project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Tsolve

POSITION = "game: thunderstone\nturn: dungeon\nhand: [Militia, Torch]\nhall: [Nixie, none, none]\n"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """An overlay: the Torch gives Light 2, and there is a Lamp Wolf of Health 3."""
    folder = tmp_path / "club"
    (folder / "cards").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text("extends: thunderstone\ntitle: Club\n")
    (folder / "cards" / "own.yaml").write_text(
        "cards:\n- {id: torch, light: 2}\n- {id: lamp_wolf, name: Lamp Wolf, kind: monster, health: 3}\n"
    )
    return folder


def test_every_command_finds_the_folder(tsolve: Tsolve, club: Path, tmp_path: Path) -> None:
    position = tmp_path / "p.yaml"
    position.write_text(POSITION.replace("Nixie", "Lamp Wolf") + "line: [attack Lamp Wolf]\n")
    here = ("--ruleset-path", str(club))

    assert "unknown card" in tsolve("card", "Lamp Wolf").err
    for words, shown in (
        (("card", "Lamp Wolf", "-v"), "a home-made card"),
        (("card", "torch", "-v"), 'light changed by "Club"'),
        (("cards", "--kind", "monster"), "Lamp Wolf"),
        (("rule", "card.lamp_wolf"), 'Lamp Wolf, as "Club" defines it'),
        (("check", str(position)), "1 against Health 3"),
        (("solve", str(position)), "1 against Health 3"),
        (("legal", str(position)), "The turn is over"),  # after the steps of the file
        (("grade", str(position)), "Lamp Wolf"),
        (("why-not", str(position), "defeat Lamp Wolf"), "Defeat Lamp Wolf: 1 against Health 3"),
        (("simulate", str(position), "--quiet"), "an unknown card comes next"),
    ):
        ended = tsolve(*words, *here)
        assert ended.code in (0, 1, 3), ended.err
        assert shown in " ".join(ended.out.split()), (words, ended.out)


def test_a_game_of_its_own(tsolve: Tsolve, club: Path, tmp_path: Path) -> None:
    (club / "ruleset.yaml").write_text("extends: thunderstone\nid: club\ntitle: Club\n")
    position = tmp_path / "p.yaml"
    position.write_text(POSITION.replace("thunderstone", "club"))

    assert "unknown game" in tsolve("check", str(position)).err
    ended = tsolve("check", str(position), "--ruleset-path", str(club))
    assert ended.code == 0, ended.err
    assert "Position (club" in tsolve("check", "-v", str(position), "--ruleset-path", str(club)).out
    assert "Lamp Wolf" in tsolve("card", "Lamp Wolf", "--ruleset-path", str(club)).out, (
        "its game is the usual one"
    )
    plain = tmp_path / "plain.yaml"
    plain.write_text(POSITION)
    assert tsolve("check", str(plain), "--ruleset-path", str(club)).code == 0, (
        "the printed game is still there"
    )


@pytest.mark.parametrize("command", ["check", "regress", "schema"])
def test_a_folder_that_is_not_there(
    tsolve: Tsolve, tmp_path: Path, environment: dict[str, str], command: str
) -> None:
    """Said once and before anything is judged, wherever the folder was named."""
    (tmp_path / "p.yaml").write_text(POSITION + "expect: {line: {legal: true}}\nline: [attack Nixie]\n")
    words = ("regress", "p.yaml") if command == "regress" else ("check", "p.yaml", "p.yaml")
    words = words if command != "schema" else ("schema",)
    assert tsolve(*words).code == 0
    missing = "hose: there is no such folder\n"
    ended = tsolve(*words, "--ruleset-path", "hose")
    assert (ended.code, ended.out, ended.err) == (2, "", f"--ruleset-path: {missing}")

    ended = tsolve(*words, env={**environment, "TSOLVE_RULESET_PATH": "hose"})
    assert (ended.code, ended.out, ended.err) == (2, "", f"TSOLVE_RULESET_PATH: {missing}")

    (tmp_path / "pyproject.toml").write_text('[tool.tsolve]\nruleset-path = ["hose"]\n')
    ended = tsolve(*words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith(f"pyproject.toml: [tool.tsolve] ruleset-path: {tmp_path}/{missing}")


def test_a_project_names_its_ruleset(tsolve: Tsolve, club: Path) -> None:
    project = club.parent / "pyproject.toml"
    project.write_text('[tool.tsolve]\nruleset-path = "club"\n')

    assert "light changed" in tsolve("card", "torch", "-v").out
    assert "light changed" in tsolve("card", "torch", "-v", "--ruleset-path", "club").out, "searched once"


def test_the_schema_knows_own_cards(tsolve: Tsolve) -> None:
    import jsonschema
    import yaml

    schema = tsolve("schema").json
    puzzle = yaml.safe_load(
        (ROOT / "puzzles/thunderstone/own-cards/cinder-wolf.yaml").read_text(encoding="utf-8")
    )
    jsonschema.validate(puzzle, schema)
    puzzle["cards"]["Cinder Wolf"]["battle"] = [{"kind": "destroi"}]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(puzzle, schema)


# Rank 2 without Light: two points of penalty, which cost 2 each by the rulebooks, 1 each by light_factor=1.
# Squire 2 + Short Sword 4 = 6 - 4 = 2, or 6 - 2 = 4.
DARK = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Short Sword]
deck: []
hall: [Pegasus, Nixie, none]
claims: [{total: 4, against: Nixie}]
"""
QUEST = "game: quest\nlocation: Bazaar\nhand: [2 x Lantern]\nline: [buy Potion]\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Where the file of a project would lie, with a position below it."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "dark.yaml").write_text(DARK)
    return tmp_path / "pyproject.toml"


def verdict(tsolve: Tsolve, *arguments: str) -> int:
    return tsolve("check", "games/dark.yaml", "-q", *arguments).code


def test_a_reading_of_the_project(tsolve: Tsolve, project: Path) -> None:
    assert verdict(tsolve) == 1
    project.write_text("[tool.tsolve]\nreadings = { light_factor = 1 }\n")
    assert verdict(tsolve) == 0
    assert verdict(tsolve, "--interpretation", "light_factor=2") == 1, "an option goes first"
    project.write_text('[tool.tsolve.readings]\nlight_factor = "1"\n')
    assert verdict(tsolve) == 0


def test_rules_and_cards_are_shown_as_the_project_reads_them(tsolve: Tsolve, project: Path) -> None:
    # Every printing takes 2 for each point that is missing; the project has agreed on 1.
    assert "holds here" not in tsolve("rule", "light_factor").out.partition("1 (a reader")[2]
    project.write_text('[tool.tsolve]\nprinting = "pl-1.4"\nreadings = { light_factor = 1 }\n')
    assert "1 (a reader's reading; no printing has it; holds here)" in tsolve("rule", "light_factor").out
    chosen = tsolve("rule", "light_factor", "--interpretation", "light_factor=2").out
    assert "no printing has it; holds here" not in chosen, "an option goes first"


def test_a_card_is_shown_as_the_project_reads_it(tsolve: Tsolve, project: Path) -> None:
    project.write_text('[tool.tsolve]\nreadings = { uyril_trophy = "magic" }\n')
    (card,) = tsolve("card", "Uyril Unending", "--format", "json").json["answers"]
    (trophy,) = (each for each in card["readings"] if each["key"] == "uyril_trophy")
    assert (trophy["option"], trophy["overridden"]) == ("magic", True)


def test_what_the_file_says_goes_first(tsolve: Tsolve, project: Path) -> None:
    project.write_text("[tool.tsolve]\nreadings = { light_factor = 1 }\n")
    file = project.parent / "games" / "dark.yaml"
    file.write_text(DARK + "interpretations: {light_factor: 2}\n")

    assert verdict(tsolve) == 1


def test_a_printing_of_the_project(tsolve: Tsolve, project: Path) -> None:
    project.write_text('[tool.tsolve]\nprinting = "pl-1.4"\n')
    (answer,) = tsolve("check", "games/dark.yaml", "--format", "json").json["answers"]
    assert answer["position"]["printing"] == "pl-1.4"
    (answer,) = tsolve("check", "games/dark.yaml", "--printing", "1.4", "--format", "json").json["answers"]
    assert answer["position"]["printing"] == "1.4"


def test_positions_of_another_game_are_not_meant(tsolve: Tsolve, project: Path) -> None:
    project.write_text('[tool.tsolve]\nprinting = "pl-1.4"\nreadings = { light_factor = 1 }\n')
    (project.parent / "quest.yaml").write_text(QUEST)

    assert tsolve("check", "quest.yaml", "-q").code == 0


def test_the_game_of_the_project(tsolve: Tsolve, project: Path) -> None:
    project.write_text('[tool.tsolve]\ngame = "quest"\n')

    assert tsolve("schema").json["properties"]["game"]["const"] == "quest"
    assert tsolve("schema", "--game", "thunderstone").json["properties"]["game"]["const"] == "thunderstone"


def test_paths_are_judged_where_no_file_is_named(tsolve: Tsolve, project: Path) -> None:
    told = "give a FILE, or name `paths` under [tool.tsolve] in pyproject.toml\n"
    ended = tsolve("check")
    assert (ended.code, ended.err) == (2, told)
    project.write_text('[tool.tsolve]\npaths = ["games"]\n')
    (answer,) = tsolve("check", "--format", "json").json["answers"]
    assert answer["file"] == "games/dark.yaml"
    (project.parent / "games" / "dark.yaml").write_text(DARK + "expect: {claims: [refuted]}\n")
    (answer,) = tsolve("regress", "--format", "json").json["answers"]
    assert answer["puzzles"][0]["file"] == "games/dark.yaml"


def test_a_suite_is_judged_by_the_readings_of_the_project(tsolve: Tsolve, project: Path) -> None:
    (project.parent / "games" / "dark.yaml").write_text(DARK + "expect: {claims: [refuted]}\n")
    assert tsolve("regress", "games").code == 0
    project.write_text("[tool.tsolve]\nreadings = { light_factor = 1 }\n")
    assert tsolve("regress", "games").code == 1, "what is remembered was judged otherwise"


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ('[tool.tsolve]\ngmae = "quest"\n', '2:1: error E202: unknown key "gmae" in [tool.tsolve]'),
        ("[tool.tsolve]\n\n# which?\nprinting = 1.4\n", "4:1: error E201: `printing` is a text in quotes"),
        ('[tool.tsolve]\nprinting = "9.9"\n', '2:1: error E411: unknown printing "9.9"'),
        ("[tool.tsolve]\nreadings = { light_facter = 1 }\n", "2:1: error E412"),
        ("[tool.tsolve.readings]\nlight_factor = 9\n", "1:14: error E413"),
        ('[tool.tsolve]\ngame = "qest"\nprinting = "1.4"\n', '2:1: error E301: unknown game "qest"'),
        ("[tool.tsolve]\npaths = 3\n", "2:1: error E201: `paths` is a path in quotes, of at most"),
        (
            f"[tool.tsolve]\npaths = '{':' * 4_097}'\n",
            "2:1: error E201: `paths` is a path in quotes, of at most",
        ),
        ("[tool]\ntsolve.paths = 3\n", "2:8: error E201: `paths` is a path"),
        ("[ tool . tsolve ]\npaths = 3\n", "1:1: error E201: `paths` is a path"),
        ("[tool]\ntsolve = 'quest'\n", "2:1: error E201: [tool.tsolve] is a table"),
        ("[tool]\ntsolve.readings = 3\n# tool.tsolve\n", "2:8: error E201: `readings` is a table"),
        ("[other]\npaths = 1\n[tool.tsolve]\npaths = 3\n", "4:1: error E201"),
        ("[tool.tsolve]\ngame = \n", "pyproject.toml:2:8: not valid TOML: invalid value"),
        ('[tool.tsolve]\ngame = "quest', "pyproject.toml:2: not valid TOML: unterminated string"),
        (f"[tool.tsolve]\ngame = {'9' * 5_000}\n", "not valid TOML: a number has too many digits"),
        (f"[tool.tsolve]\npaths = {'[' * 5_000}{']' * 5_000}\n", "lists or tables are nested too deeply"),
        (f"[tool.tsolve]\ngame = {'{a = ' * 5_000}\n", "lists or tables are nested too deeply"),
        (f"[tool.tsolve]\n{'a.' * 200_000}a = 1\n", "a key has more than 32 parts"),
        (f"[tool.tsolve]\n{'a . ' * 33}a = 1\n", "a key has more than 32 parts"),
        (f"[tool.tsolve]\nprinting = '{'1' * 501}'\n", "2:1: error E201: `printing` is a text in quotes, of"),
        ("[tool.tsolve]\npaths = [" + "'a', " * 501 + "]\n", "or a list of at most 500 such paths"),
        (
            "[tool.tsolve]\n" + "".join(f"k{n} = 1\n" for n in range(50_000)),
            '2:1: error E202: unknown key "k0"',
        ),
        (f"# tool.tsolve{' ' * 30_000_000}\n", "1:1: error E103: the file is larger than 1,048,576 bytes"),
    ],
)
def test_a_mistake_has_a_place(tsolve: Tsolve, project: Path, table: str, told: str) -> None:
    project.write_text(table)
    ended = tsolve("check", "games/dark.yaml")

    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err
    assert "pyproject.toml" in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"[tool.tsolve]\ngame = '\xff'\n", "pyproject.toml:2: the file is not UTF-8"),
        (b"\xef\xbb\xbf[tool.tsolve]\npaths = 3\n", "2:1: error E201"),  # with the mark of some editors
    ],
)
def test_how_it_is_written_down(tsolve: Tsolve, project: Path, content: bytes, told: str) -> None:
    project.write_bytes(content)
    ended = tsolve("check", "games/dark.yaml")

    assert ended.code == 2
    assert told in ended.err


def test_a_link_to_itself_is_no_project(tsolve: Tsolve, project: Path) -> None:
    project.unlink(missing_ok=True)
    project.symlink_to(project)
    ended = tsolve("check", "games/dark.yaml")

    assert ended.code == 2
    assert "pyproject.toml:1:1: error E101: the file cannot be read" in ended.err


def test_several_mistakes_are_told_at_once(tsolve: Tsolve, project: Path) -> None:
    project.write_text("[tool.tsolve]\ngmae = 1\nprinting = 1.4\npathes = []\n")

    assert tsolve("card", "Torch").err.endswith("3 mistakes; nothing was judged.\n")


def test_other_tables_are_none_of_ours(tsolve: Tsolve, project: Path) -> None:
    project.write_text('[tool.other]\ngame = "tool.tsolve"\n[tool.tsolve]\npaths = ["games"]\n')

    assert tsolve("check", "-q").code == 1


def test_what_is_no_file_is_not_passed_over(tsolve: Tsolve, project: Path) -> None:
    os.mkfifo(project)
    assert "pyproject.toml:1:1: error E102: this is a pipe, not a file" in tsolve("card", "Torch").err
    project.unlink()
    project.symlink_to("/dev/zero")
    ended = tsolve("check", "games/dark.yaml")
    assert (ended.code, ended.out) == (2, "")
    assert "error E102: this is a device, not a file" in ended.err
    project.unlink()
    project.symlink_to("nowhere")
    assert tsolve("card", "Torch").code == 0, "a link to nothing is no project"


def test_a_key_of_32_parts_is_read(tsolve: Tsolve, project: Path) -> None:
    project.write_text(f"[other]\n{'a.' * 31}a = 1\n[tool.tsolve]\nreadings = {{ light_factor = 1 }}\n")
    assert verdict(tsolve) == 0
