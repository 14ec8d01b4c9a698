"""--ruleset-path and cards of one's own on the command line."""

from __future__ import annotations

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
        (("legal", str(position)), "Lamp Wolf"),
        (("grade", str(position)), "Lamp Wolf"),
        (("why-not", str(position), "defeat Lamp Wolf"), "Defeat Lamp Wolf: 1 against Health 3"),
        (("simulate", str(position), "--quiet"), "an unknown card comes next"),
    ):
        ended = tsolve(*words, *here)
        assert ended.code in (0, 1, 3), ended.err
        assert shown in " ".join(ended.out.split()), (words, ended.out)


def test_the_environment_names_folders_too(tsolve: Tsolve, club: Path, environment: dict[str, str]) -> None:
    ended = tsolve("card", "torch", env={**environment, "TSOLVE_RULESET_PATH": str(club)})

    assert "(changed)" in ended.out


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


def test_a_whole_ruleset(tsolve: Tsolve, tmp_path: Path) -> None:
    import shutil

    own = tmp_path / "own"
    shutil.copytree(ROOT / "rulesets" / "thunderstone", own)
    head = (own / "ruleset.yaml").read_text(encoding="utf-8").replace("id: thunderstone\n", "id: own\n", 1)
    (own / "ruleset.yaml").write_text(head, encoding="utf-8")
    refused = tsolve("card", "torch", "--ruleset-path", str(own))
    assert refused.code == 2
    assert 'E426: no game is called "own"' in refused.err

    (own / "ruleset.yaml").write_text(head + "engine: thunderstone\n", encoding="utf-8")
    assert tsolve("card", "torch", "--ruleset-path", str(own)).code == 0
    assert tsolve("simulate", "--quiet", "--ruleset-path", str(own)).code == 0


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({}, "the folder holds no ruleset.yaml"),
        ({"ruleset.yaml": "title: x\n"}, "ruleset.yaml:1:1: error E203"),
        ({"ruleset.yaml": "extends: thunderstne\n"}, 'did you mean "thunderstone"?'),
        ({"ruleset.yaml": "extends: thunderstone\nextend: x\n"}, "ruleset.yaml:2:1: error E202"),
        (
            {"ruleset.yaml": "extends: thunderstone\n", "cards/a.yaml": "cards: [{id: torch, ligth: 2}]\n"},
            "a.yaml:1:21",
        ),
        ({"ruleset.yaml": "extends: [thunderstone]\n"}, "E203"),
        ({"ruleset.yaml": "{{{\n"}, "E107"),
    ],
)
def test_a_folder_that_is_wrong(tsolve: Tsolve, tmp_path: Path, files: dict[str, str], told: str) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    ended = tsolve("card", "torch", "--ruleset-path", str(tmp_path))

    assert ended.code == 2
    assert told in ended.err
    assert "Traceback" not in ended.err


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
