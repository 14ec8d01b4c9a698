"""A toy game on hexes through real processes: its map in every face, with what lines and best plays do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.cli.conftest import Ended, Tsolve
from tsolve.report.formats import output_schema

TOYS = str(Path(__file__).parents[1] / "toys")
# Seals lie between the penguin on (1,1) and the fish on (3,3). The only way in three steps leads below them.
ICE = """\
game: floes
floes:
- "....."
- ".pss."
- "..s.."
- ". .f."
"""
PLAYED = ICE + "line: [step to 1 2, step to 2 3]\n"
SHOWN = r"""
    0   1   2   3   4
   ___     ___     ___
0 /   \___/   \___/   \
  \___/ + \___/   \___/
1 / + \___/ ^ \___/   \
  \___/P* \___/ ^ \___/
2 / + \___/ ^ \___/   \
  \___/ + \___/   \___/
3 /   \___/   \___/   \
  \___/   \___/ @ \___/
              \___/
""".strip("\n").splitlines()
# The line ends on (2,3), in its second step.
AFTER = {5: "P* ", 7: " 1 ", 8: "(2)"}

Ask = Callable[..., Ended]


@pytest.fixture
def ask(tsolve: Tsolve, environment: Mapping[str, str]) -> Ask:
    """Run tsolve where the toys are installed."""
    path = ":".join(filter(None, (TOYS, environment.get("PYTHONPATH", ""))))
    return lambda *arguments, **more: tsolve(*arguments, env={"PYTHONPATH": path, **more})


def ends(drawn: Mapping[str, Any]) -> list[tuple[int, int, str]]:
    """The hexes in which ways end, with the numbers of their steps."""
    return [
        (cell["column"], cell["row"], mark["text"])
        for cell in drawn["cells"]
        for mark in cell.get("marks", ())
        if mark["kind"] == "end"
    ]


def without_sight(line: str) -> str:
    """Sight is drawn elsewhere; on this map it only covers blanks and lower edges."""
    return line.replace("\\·__", "\\___").replace("_·_", "___").replace("__·", "___").replace("·", " ")


def test_show_draws_the_map(ask: Ask, write: Callable[..., str]) -> None:
    found = ask("show", write(ICE))

    assert found.code == 0
    lines = found.out.splitlines()[1 : 1 + len(SHOWN)]
    assert [without_sight(line)[:23].rstrip() for line in lines] == SHOWN
    meant = ("Pingu", "P Pingu, * acts, + within reach, ^ seal, @ fish,", "· sight")
    assert all(any(line.endswith(each) for line in lines) for each in meant), found.out
    assert found.out.endswith("\n\n Steps  0\n")
    assert all(len(line) <= 80 for line in found.out.splitlines())


def test_show_in_ascii_and_in_colour(ask: Ask, write: Callable[..., str]) -> None:
    assert ask("show", write(ICE), PYTHONIOENCODING="ascii").out.isascii()
    assert "\x1b[1mP*\x1b[0m" in ask("show", write(ICE), FORCE_COLOR="1").out


def test_check_marks_what_the_line_does(ask: Ask, write: Callable[..., str]) -> None:
    file = write(PLAYED)
    told = ask("check", file, "--verbose").out.splitlines()
    (answer,) = ask("check", file, "--format", "json").json["answers"]

    begin = told.index("    0   1   2   3   4")
    for line, inside in AFTER.items():
        assert f"/{inside}\\" in told[begin + line]
    assert ends(answer["position"]["map"]) == [(2, 3, "2")]
    assert "Pingu" not in ask("check", file).out  # the map is no part of the brief answer


def test_a_best_play_is_marked_on_the_map(ask: Ask, write: Callable[..., str]) -> None:
    file = write(ICE)
    (asked,) = ask("check", file, "--format", "json").json["answers"]
    run = ask("solve", file, "--format", "json").json

    assert ends(asked["position"]["map"]) == ends(run["answers"][0]["map"]) == [(3, 3, "3")]
    assert "(3)" in ask("solve", file, "--verbose").out
    jsonschema.validate(run, output_schema("solve"))
    jsonschema.validate(ask("show", file, "--format", "json").json, output_schema("show"))


@pytest.mark.parametrize("command", ["check", "solve", "show"])
def test_pictures_and_pages_have_the_map(
    ask: Ask, write: Callable[..., str], tmp_path: Path, command: str
) -> None:
    svg, html = tmp_path / "map.svg", tmp_path / "map.html"
    page = () if command == "show" else ("--html", str(html))

    assert ask(command, write(ICE), "--svg", str(svg), *page).code == 0

    texts = [each.text for each in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert {"P*", "Pingu", "seal", "fish"} <= set(texts)
    assert ("within reach" in texts) is (command == "show")
    if page:
        told = html.read_text(encoding="utf-8")
        assert "P*</text>" in told
        assert len(told.encode()) < 40_000


def test_a_hostile_name_breaks_out_nowhere(ask: Ask, write: Callable[..., str], tmp_path: Path) -> None:
    svg = tmp_path / "map.svg"
    found = ask("show", write(ICE + 'name: "<b>]]>&amp; \\u202e ::error::"\n'), "--svg", str(svg))

    assert (found.code, "\u202e" in found.out) == (0, False)
    title = ElementTree.parse(svg).find(".//{http://www.w3.org/2000/svg}desc")
    assert title is not None
    assert "<b>]]>&amp;" in (title.text or "")


def test_a_game_without_a_map_has_none(ask: Ask, write: Callable[..., str]) -> None:
    pond = write("game: hop\nfrog: a1\nleaves: [b1]\n")

    assert "map" not in ask("show", pond, "--format", "json").json["answers"][0]["position"]
