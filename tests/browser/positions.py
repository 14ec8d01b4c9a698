"""The answers whose pages are looked at in a browser: of every game and every kind."""

from __future__ import annotations

import sys
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple
from unittest import mock

from tsolve.cli import run

ROOT = Path(__file__).resolve().parents[2]
_EXAMPLES = "tsolve/examples"
_PUZZLES = "puzzles/thunderstone/examples"


class Asked(NamedTuple):
    """A command with what it is asked, and the text of a position where no file has it."""

    name: str
    arguments: tuple[str, ...]
    text: str = ""

    def page(self) -> str:
        """The page of the answer."""
        out = StringIO()
        with TemporaryFile("w+") as given, chdir(ROOT), redirect_stdout(out):
            given.write(self.text)
            given.seek(0)
            with mock.patch.object(sys, "stdin", given):
                run([*self.arguments, "--html", "-"])
        assert out.getvalue().startswith("<!doctype html>"), self.name
        return out.getvalue()


SIMPLE = """\
game: thunderstone
turn: dungeon
hand: [Thyrian Squire, Torch]
deck: []
hall: [Nixie, none, none]
claims:
- {total: 3, against: Nixie}
"""
NAMES = """\
# </pre><script>alert("no")</script> & "quotes" 'and' more
game: thunderstone
turn: dungeon
hand: [Великолепный Предводитель Северных Следопытов K, O'Neil's Axe, 2 x Krasnolud Strażnik, Torch]
deck: []
hall: [Uyryl Wszechwieczny, Неописуемоужасающечетырёхголовыйдракон Z, Nixie]
cards:
  Великолепный Предводитель Северных Следопытов K:
    {kind: hero, group: "<b>", level: 1, classes: [fighter], cost: 7, strength: 5, attack: 2, level_up_xp: 2}
  O'Neil's Axe: {kind: village, subtypes: [weapon, edged], cost: 5, weight: 3, attack: 3}
  Неописуемоужасающечетырёхголовыйдракон Z:
    {kind: monster, group: "</style>", classes: [beast], health: 7, xp: 2, vp: 3}
claims:
- {total: 99, against: Неописуемоужасающечетырёхголовыйдракон Z}
- {defeats: Nixie}
"""
"""Long names in other scripts, and markup wherever a file may hold it."""
NAMES_ON_A_MAP = """\
# </pre><script>alert("no")</script>
game: gloomhaven
turn: Monster 1
map: {size: 12 x 7, obstacles: "(3,2) (4,2)", traps: "(2,4)", thin_walls: [[[5, 1], [5, 2]]]}
monsters: {Monster 1: {at: [1, 3], stats: {hp: 5, move: 2, attack: 2, range: 6, targets: 2}}}
characters:
  </svg><b>Неописуемоужасающий: {at: [6, 3], hp: 10, initiative: 15}
  "Łucja & O'Neil": {at: [7, 5], hp: 8, initiative: 60}
claims:
- {focus: "Łucja & O'Neil"}
"""

ASKED = (
    Asked("refuted", ("check", f"{_EXAMPLES}/dispute.yaml")),
    Asked("turn", ("check", f"{_EXAMPLES}/turn.yaml")),
    Asked("simple", ("check", "-"), SIMPLE),
    Asked("names", ("check", "-"), NAMES),
    Asked("plan", ("solve", "--goal", "vp", f"{_PUZZLES}/draw-or-attack.yaml")),
    Asked("undecided", ("check", "puzzles/thunderstone/draws/unknown/one-card-short.yaml")),
    Asked("readings", ("check", "puzzles/thunderstone/readings/printing-1.4.yaml")),
    Asked("long", ("check", f"{_PUZZLES}/bruce.yaml")),
    Asked("dragonspire", ("check", f"{_EXAMPLES}/dragonspire.yaml")),
    Asked("quest", ("check", f"{_EXAMPLES}/quest-dungeon.yaml")),
    Asked("grade", ("grade", f"{_PUZZLES}/wrong-monster.yaml")),
    Asked(
        "odds",
        ("odds", "--with", "Torch", f"{_PUZZLES}/another-torch.yaml"),
    ),
    Asked("targets", ("targets", f"{_PUZZLES}/bruce-best.yaml")),
    Asked("quest-targets", ("targets", f"{_EXAMPLES}/quest-dungeon.yaml")),
    Asked("why-not", ("why-not", f"{_EXAMPLES}/dispute.yaml", "defeat Nixie")),
    Asked("map", ("check", f"{_EXAMPLES}/gloomhaven-monster.yaml")),
    Asked("map-why-not", ("why-not", f"{_EXAMPLES}/gloomhaven-monster.yaml", "attack Tinkerer")),
    Asked("map-solve", ("solve", f"{_EXAMPLES}/gloomhaven-turn.yaml")),
    Asked("map-names", ("check", "-"), NAMES_ON_A_MAP),
    Asked("quest-village", ("solve", f"{_EXAMPLES}/quest-village.yaml")),
)
