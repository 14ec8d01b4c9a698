"""The texts of the ruleset as their files give them, one by one, and the headings of the rulebooks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import yaml

from tsolve.rules.compiling import GlossaryFile, InterpretationsFile, RulesetFile
from tsolve.rules.names import Lexicon
from tsolve.rules.rulings import Entry
from tsolve.source.project import rulesets_path

ROOT = rulesets_path() / "gloomhaven"


class Rulebook(msgspec.Struct):
    """The headings that a citation may name, and the terms that have an entry."""

    pl: list[str]
    en: list[str]
    terms: list[str]


def read(path: Path) -> object:
    """A YAML file as plain data, without the checks of a ruleset."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


BOOK = msgspec.convert(read(Path(__file__).with_name("rulebook.yaml")), Rulebook)
HEAD = msgspec.convert(read(ROOT / "ruleset.yaml"), RulesetFile)
POINTS = msgspec.convert(read(ROOT / "interpretations.yaml"), InterpretationsFile).interpretations
ENTRIES: list[Entry] = [
    entry
    for path in sorted((ROOT / "glossary").glob("*.yaml"))
    for entry in msgspec.convert(read(path), GlossaryFile).entries
]
POLISH = msgspec.convert(read(ROOT / "names" / "pl.yaml"), Lexicon)
