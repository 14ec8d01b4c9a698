"""The table of diagnostic codes; docs/reference/diagnostics.md is made from it.

E1xx files and YAML, E2xx shape and types, E3xx names and positions, E4xx rulesets.
"""

from __future__ import annotations

from typing import NamedTuple


class CodeInfo(NamedTuple):
    """What a code stands for: a short title, and what it means and what to do."""

    title: str
    explanation: str


CODES: dict[str, CodeInfo] = {
    "E101": CodeInfo(
        "file cannot be read",
        "The file does not exist, or the operating system refuses to hand it over. Check the path and the "
        "permissions.",
    ),
    "E102": CodeInfo(
        "not a file",
        "The path leads to a directory, a pipe, a device or a socket where a file is expected. Only regular "
        "files are opened, since a pipe may never be filled and a device may never end. Standard input (`-`) "
        "and process substitution (`<(command)`) are read like a file.",
    ),
    "E103": CodeInfo(
        "file too large",
        "A file may hold up to 1 MiB. A position needs a few kilobytes; a ruleset is split over files.",
    ),
    "E104": CodeInfo("empty file", "The file holds nothing, or nothing but comments and white space."),
    "E105": CodeInfo("not UTF-8", "Files are read as UTF-8. Save the file in that encoding."),
    "E106": CodeInfo(
        "control character",
        "The file, or a quoted escape in it, holds a character that cannot be printed. Such characters can "
        "hide or forge text in a terminal; remove it.",
    ),
    "E107": CodeInfo(
        "not valid YAML",
        "The text cannot be parsed. The usual causes are tabs in the indentation, a bracket or quote that is "
        "never closed, and a colon inside a text that is not quoted.",
    ),
    "E108": CodeInfo("nested too deeply", "Lists and mappings may be nested up to 32 levels."),
    "E109": CodeInfo("too many values", "A file may hold up to 50,000 values, keys and collections."),
    "E110": CodeInfo("text too long", "A single text may take up to 64 KiB."),
    "E111": CodeInfo(
        "anchor or alias",
        "YAML anchors (`&name`) and aliases (`*name`) are refused: a few lines of them can stand for "
        "billions of values. Write the value out. A text that begins with `&` or `*` needs quotes.",
    ),
    "E112": CodeInfo("merge key", "The merge key `<<` is refused. Write the keys out."),
    "E113": CodeInfo(
        "tag",
        "YAML tags (`!name`, `!!type`) are refused: the schema alone decides the type of a value. A text "
        "that begins with `!` needs quotes.",
    ),
    "E114": CodeInfo("several documents", "A file holds exactly one YAML document. Split it at the `---`."),
    "E115": CodeInfo(
        "duplicate key", "A mapping gives the same key twice. Keep one of them; both places are shown."
    ),
    "E116": CodeInfo("key is not a text", "A key must be a plain or quoted text, not a list or a mapping."),
    "E117": CodeInfo(
        "comment that looks like part of a text",
        "In YAML a space and a `#` begin a comment, so that `- use CARD on CARD #2` loses its `#2`. Put such "
        "a text in quotes, or write `second CARD`. If you mean a comment, write a space after its `#`. A "
        "text of several lines (`|`) also loses a line that begins with `#` and is indented less than the "
        "first line of the text: indent no line of it less than the first.",
    ),
    "E118": CodeInfo(
        "too large a ruleset",
        "The folder of a ruleset holds up to 200 files and 2 MiB in all. The largest of those that "
        "come with tsolve takes 41 files and less than 0.4 MiB.",
    ),
    "E120": CodeInfo(
        "not a receipt",
        "`tsolve verify` reads the files that `--receipt FILE` writes. This file is something else, or is "
        "damaged.",
    ),
    "E121": CodeInfo(
        "receipt of another form",
        "The receipt comes from a version of tsolve that records different things, or digests them "
        "differently. Only such a version can verify it.",
    ),
    "E122": CodeInfo(
        "position of a receipt not found",
        "A receipt records the path from its own folder to the position. Give the file with `--position`.",
    ),
    "E119": CodeInfo("more problems", "Only the first hundred problems of a run are listed."),
    "E201": CodeInfo("wrong kind of value", "For instance a list where a text is expected."),
    "E202": CodeInfo(
        "unknown key",
        "The mapping has a key that means nothing here. Most often it is misspelt or misplaced.",
    ),
    "E203": CodeInfo("missing key", "A key is missing that has no default."),
    "E204": CodeInfo(
        "not a whole number",
        "Numbers are written in plain decimal digits, at most nine of them, without leading zeros, signs "
        "other than `-`, separators or quotes.",
    ),
    "E205": CodeInfo("number out of range", "The number is smaller or larger than this field allows."),
    "E206": CodeInfo("not true or false", "Only `true` and `false` are accepted, without quotes."),
    "E207": CodeInfo(
        "not one of the choices", "The field accepts a fixed set of values, which the message lists."
    ),
    "E208": CodeInfo("wrong length", "The text, list or mapping has too few or too many elements."),
    "E209": CodeInfo("text of the wrong form", "The text does not have the form that this field asks for."),
    "E210": CodeInfo(
        "refused value", "Each part is well formed, but together they make no sense; the message says why."
    ),
    "E301": CodeInfo(
        "unknown game",
        "No ruleset has this id. Give a ruleset of your own with `--ruleset-path` or `TSOLVE_RULESET_PATH`.",
    ),
    "E302": CodeInfo(
        "unknown card",
        "No card has this name in any language of the ruleset. "
        "Case, accents, hyphens and spaces do not matter.",
    ),
    "E303": CodeInfo(
        "ambiguous name", "Several cards have this name, in one language or in two. Write the English name."
    ),
    "E305": CodeInfo(
        "card in the wrong place",
        "By the rules of the game, cards of this kind never lie there.",
    ),
    "E306": CodeInfo(
        "wrong number of places", "A row of the table has a fixed number of places. Write all of them."
    ),
    "E307": CodeInfo("count out of range", "A card is written once, or with a count such as `2 x CARD`."),
    "E308": CodeInfo("card named twice", "One list names the same card twice, perhaps in two languages."),
    "E309": CodeInfo("finished game", "The game is over in this position, so there is nothing to decide."),
    "E310": CodeInfo(
        "claim out of step",
        "A claim asks for more steps than the file has, or verdicts and claims do not match.",
    ),
    "E311": CodeInfo("unknown goal", "The goal names a level that this kind of turn does not have."),
    "E312": CodeInfo(
        "wrong box",
        "A card on the table comes from a box that the position does not list, or there is no such box.",
    ),
    "E313": CodeInfo(
        "unknown card text", "No source gives the effects of this card, so nothing is said about them."
    ),
    "E314": CodeInfo("unknown place", "The table has no such place. The message names those that there are."),
    "E315": CodeInfo(
        "cards that a goal needs",
        "The goal compares the players' scores, but the position does not list all their cards. Write down "
        "what every player owns, or leave the level out.",
    ),
    "E316": CodeInfo(
        "more cards than a game has",
        "One place may hold up to 300 cards, more than all cards of a game together.",
    ),
    "E317": CodeInfo(
        "cards that do not add up",
        "The position says which cards make up a deck, and its other places contradict that: they hold a "
        "card that is not owned, that belongs to a group not in this game or that cannot have come up yet; "
        "or a card of the deck lies nowhere.",
    ),
    "E321": CodeInfo(
        "unknown action", "The text of a step does not begin with anything that a player can do."
    ),
    "E322": CodeInfo("unclear action", "The text could mean several actions that are not alike. Say more."),
    "E323": CodeInfo(
        "words without a meaning",
        "After the name of a card come words that no action has there. Every word of a step counts. Several "
        "steps in one text, each as it is written by itself, are played one after the other. Where a text "
        "says several in other words, the message tells how they are written.",
    ),
    "E401": CodeInfo("defined twice", "Two entries of a ruleset have the same id. Both places are shown."),
    "E402": CodeInfo(
        "reference to nothing",
        "A ruleset names the id of a card, document, entry or rule that it does not define.",
    ),
    "E403": CodeInfo("unknown card field", "The provenance of a card names a field that cards do not have."),
    "E404": CodeInfo(
        "open point without readings",
        "An open point needs at least one reading; the first is the default.",
    ),
    "E405": CodeInfo(
        "replaced id",
        "A reading may replace the facts of a card, but never its id, by which everything refers to it.",
    ),
    "E411": CodeInfo("unknown printing", "The ruleset knows no such printing."),
    "E412": CodeInfo("unknown open point", "The ruleset has no open point of this id."),
    "E413": CodeInfo(
        "unknown reading", "The open point has no reading of this id; the message lists those that it has."
    ),
    "E414": CodeInfo("unknown rule", "The glossary has no entry of this id."),
    "E421": CodeInfo(
        "name already taken",
        "A home-made card has a name that means another card in one of the languages. To change a card "
        "that exists, use its name as the key.",
    ),
    "E422": CodeInfo(
        "number that is needed",
        "A card lacks a number without which it cannot be played. Nothing is guessed; a 0 is written as 0.",
    ),
    "E423": CodeInfo(
        "fact that means nothing",
        "The field or effect belongs to cards of another kind, so it would do nothing; or a value depends on "
        "itself: let it depend on something that it does not change.",
    ),
    "E424": CodeInfo("too many cards", "A position may define up to 200 cards. For more, write a ruleset."),
    "E425": CodeInfo(
        "name that cannot be read",
        "In lists and in the texts of actions this name would be taken for something else, or there is "
        "nothing in it from which an id could be made.",
    ),
    "E426": CodeInfo(
        "unknown engine", "A ruleset that stands alone names the game whose code plays it, as `engine`."
    ),
    "E427": CodeInfo(
        "unknown word",
        "No card has this subtype or class, or it looks misspelt. A new class or group needs a "
        "name of its own that is not so near to a known one.",
    ),
    "E428": CodeInfo(
        "section without an English title",
        "A cited section of a document that is not English needs an English title. Write it under `sections` "
        "of the document, by the heading of the section.",
    ),
}


_OPENING = (
    "`tsolve explain E302` says the same and shows a small wrong example with its correction. The codes once "
    "began with TS; `explain` still understands those."
)


def codes_as_markdown() -> str:
    """The text of docs/reference/diagnostics.md."""
    lines = [
        "# Diagnostic codes",
        "",
        "Made from `tsolve/codes.py` by `python -m tsolve.codes > docs/reference/diagnostics.md`.",
        "",
        _OPENING,
        "",
    ]
    for code, info in sorted(CODES.items()):
        lines += [f"## {code} {info.title}", "", info.explanation, ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    print(codes_as_markdown(), end="")
