"""The pages of answers: what stands where, and that nothing is lost, doubled or open to the network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args
from urllib.parse import unquote

import msgspec
import pytest

import tsolve
from tests.report.html.reading import of_class, read, rows, words
from tsolve import api
from tsolve.api.table import position_of
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import Wishes
from tsolve.report.answers.head import head_of
from tsolve.report.html import all_styles
from tsolve.report.html.blocks import Blocks
from tsolve.report.html.course import course
from tsolve.report.html.markup import NOTHING, Markup, Rules, document, joined, lines, prose, tag, text
from tsolve.report.html.pages import paper_of
from tsolve.report.html.paper import Given, as_html
from tsolve.report.page import Block, Column, Labelled, Page, Paragraph, Sum, Verdict

DISPUTE = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Short Sword, Polearm, Iron Rations, Battle Fury]
deck: []
hall: [Kingdom, Uyril Unending, Nixie]
line:
- use Battle Fury
- use Iron Rations on Thyrian Squire
- equip Short Sword on Regian Priest
- equip Polearm on Thyrian Squire
- attack Uyril Unending
claims:
- {total: 16, against: Uyril Unending}
- {defeats: Uyril Unending}
"""
"""Attack: Short Sword 4 + Battle Fury 1 + Squire 2 + Battle Fury 1 + Polearm 6 (Strength 6 + 2 = 8) = 14.
Magic Attack 2. Rank 2 without Light: 2 points of Light Penalty at 2 each. 14 + 2 - 4 = 12, enough for 9.
"""
DRAW = """\
game: thunderstone
turn: dungeon
hand: [Regian Priest, Militia]
deck: {rest: [2 x Militia, Torch]}
hall: [Nixie, none, none]
"""
LIMIT = 60_000


def page_of(text: str, command: str = "check") -> str:
    """The page that a command writes about a position."""
    position = api.loads(text, "dispute.yaml")
    given = Given("dispute.yaml", position_of(position), text)
    if command == "check":
        return as_html(paper_of(api.in_full(position, api.check(position), Wishes(), True), given))
    return as_html(paper_of(api.in_full(position, api.solve(position), Wishes(), True), given))


@pytest.fixture(scope="module")
def dispute() -> str:
    return page_of(DISPUTE)


@pytest.fixture(scope="module", params=["check", "solve"])
def page(request: pytest.FixtureRequest) -> str:
    return page_of(DRAW if request.param == "solve" else DISPUTE, request.param)


def test_the_headline_is_the_title_too(dispute: str) -> None:
    root = read(dispute)
    (headline,) = root.iter("h1")
    title = next(root.iter("title"))

    assert words(headline).startswith("✗ refuted Total 16 against Uyril Unending: the Attack Value is 12.")
    assert words(title) == "Refuted: Total 16 against Uyril Unending: the Attack Value is 12."
    (header,) = root.iter("header")
    assert header.get("class") == "bad"
    assert "Left out: Light Penalty, -4" in words(header)
    assert "printing 1.4" in words(header)
    assert "dispute.yaml:13" in words(header)


def test_the_sum_is_a_table_whose_deciding_row_is_marked(dispute: str) -> None:
    (table,) = (each for each in of_class(read(dispute), "sum"))
    amounts = [(row[0], row[1]) for row in rows(table) if len(row) == 3]

    assert ("Polearm carried by Thyrian Squire", "+6 attack") in amounts
    assert amounts[-4][1] == "+14"
    assert amounts[-1] == ("Total Health 9: 3 to spare", "12")
    marked = of_class(table, "decides")
    assert words(marked[0]).startswith("Light Penalty")
    assert "Each point of Light Penalty that is left lowers the Attack Value by 2." in words(marked[1])


def test_the_bar_tells_what_was_reached_lost_and_needed(dispute: str) -> None:
    (drawn,) = of_class(read(dispute), "scale")
    widths = {kind: float(of_class(drawn, kind)[0].get("width", 0)) for kind in ("track", "reached", "lost")}

    assert words(drawn).startswith("12 reached, 4 lost; Health 9")
    assert widths["reached"] / widths["track"] == pytest.approx(12 / 16, abs=0.01)
    assert widths["lost"] / widths["track"] == pytest.approx(4 / 16, abs=0.01)


def test_what_else_is_claimed_stands_before_the_sum_and_once(dispute: str) -> None:
    (answer,) = of_class(read(dispute), "answer")
    claims = [words(each) for each in of_class(answer, "claim")]

    assert len(claims) == 1
    assert claims[0].startswith(
        "✓ legal All 5 steps are legal. Uyril Unending is defeated: 12 against Health 9"
    )


def test_every_rule_that_is_linked_stands_in_the_page(page: str) -> None:
    root = read(page)
    places = [each.get("id") for each in root.iter() if each.get("id")]
    linked = [unquote(each.get("href", "")) for each in root.iter("a")]

    assert len(places) == len(set(places))
    assert {link.removeprefix("#") for link in linked} <= set(places)
    assert all(link.startswith("#rule-") for link in linked)


def test_no_rule_is_named_without_a_link(dispute: str) -> None:
    told = re.sub(r"<a .*?</a>", "", dispute.partition("<body>")[2].partition("<h3>")[0])

    assert not re.search(r"\bTS-\d", told)


def test_a_citation_beside_a_number_shows_its_rule(dispute: str) -> None:
    (answer,) = of_class(read(dispute), "answer")
    shown = {
        each.text: words(of_class(each, "bubble")[0][0]) for each in of_class(answer, "cite") if len(each)
    }

    assert shown["TS-8.1"] == "Equipping Weapons"


def test_a_page_is_small_and_asks_for_nothing_from_outside(page: str) -> None:
    root = read(page)

    assert len(page.encode()) < LIMIT
    assert not [each.tag for each in root.iter() if each.tag in ("script", "link", "img", "iframe", "object")]
    assert not [key for each in root.iter() for key in each.attrib if key.startswith("on") or key == "src"]
    assert not re.search(r"url\((?!#)|@import", page)
    (policy,) = [each for each in root.iter("meta") if each.get("http-equiv")]
    assert policy.get("content") == "default-src 'none'; style-src 'unsafe-inline'"


def test_what_is_long_is_closed_at_first(dispute: str) -> None:
    closed = [words(each[0]) for each in read(dispute).iter("details")]

    assert not [each for each in read(dispute).iter("details") if each.get("open")]
    assert closed[0] == "The turn"
    assert {"Claims", "Rules", "Open points", "Documents", "The position file"} <= set(closed)
    assert "{total: 16, against: Uyril Unending}" in words(list(read(dispute).iter("pre"))[-1])


MONSTER = """\
game: gloomhaven
turn: Monster 1
map: {size: 7 x 5}
monsters:
  Monster 1: {at: [1, 3], stats: {hp: 5, move: 2, attack: 2}}
characters:
  Tinkerer: {at: [5, 1], hp: 6, initiative: 15}
  Brute: {at: [5, 4], hp: 6, initiative: 20}
claims:
- {focus: Brute}
- {focus: Tinkerer}
"""
"""Both are 4 hexes away, so that the initiative decides."""


def test_the_reason_is_told_once_and_what_decides_is_open() -> None:
    root = read(page_of(MONSTER))
    (body,) = of_class(root, "answer")
    (header,) = root.iter("header")

    assert words(header).startswith("✗ refuted Focus: Brute: Monster 1 focuses on Tinkerer,")
    assert "confirmed Focus: Tinkerer." in words(body)
    assert words(next(body.iter("h2"))) == "Focus"
    first, *others = rows(next(body.iter("table")))
    assert first[-2] == "initiative"
    assert [(row[0], row[-2]) for row in others] == [("Tinkerer", "15"), ("Brute", "20")]
    closed = [words(each) for each in root.iter("summary")]
    assert "Focus" not in closed
    assert "Options" not in closed


def test_an_outcome_in_the_first_column_keeps_its_heading() -> None:
    page = Page()
    heads = [Column(label, "right") for label in ("0 to 2", "3", "4", "5", "6")]
    page.table(heads, [("5 %", "10 %", "15 %", "30 %", "40 %")])
    shown = Blocks(Rules(())).all(page.blocks)

    assert '<td class="number" data-head="0 to 2">' in shown
    assert ".many td:first-child:not(.number)::before{display:none}" in all_styles()


def test_a_rule_that_was_not_examined_is_not_said_to_decide_nothing() -> None:
    """As a question ends that had too little time: of three rules one decides, one does not, one is open."""
    position = api.loads(DISPUTE, "dispute.yaml")
    answer = api.check(position)
    marks = (True, False, None)
    rules = zip(answer.citations[:3], marks, strict=True)
    cited = tuple(msgspec.structs.replace(rule, decisive=mark) for rule, mark in rules)
    answer = msgspec.structs.replace(answer, citations=cited)
    page = words(read(as_html(paper_of(answer, Given("dispute.yaml", position_of(position), DISPUTE)))))

    assert f"Whether these decide was not examined: {cited[2].id}" in page


def test_an_illegal_step_stands_among_its_turn() -> None:
    """Weight 4 against Strength 2: the page has no sum, so the turn stands open in its place."""
    steps = "- equip Short Sword on Militia\n- attack Nixie\n"
    table = "hand: [Militia, Short Sword]\ndeck: []\nhall: [Nixie, none, none]\n"
    root = read(page_of(f"game: thunderstone\nturn: dungeon\n{table}line:\n{steps}"))
    (answer,) = of_class(root, "answer")

    assert words(next(root.iter("h1"))) == "✗ illegal Step 1 of 2: equip Short Sword on Militia."
    assert "equip Short Sword on Militia" in words(answer)
    assert not of_class(root, "sum")


HOSTILE = """<script>alert(1)</script>&amp;"'><b>"""


def test_nothing_in_a_file_becomes_an_element() -> None:
    """A made-up claim text, file name and comment reach the page as texts."""
    text = f"# {HOSTILE}\n{DISPUTE}"
    position = api.loads(text, HOSTILE)
    answer = api.in_full(position, api.check(position), Wishes(), True)
    page = as_html(paper_of(answer, Given(HOSTILE, position_of(position), text)))
    root = read(page)

    assert not list(root.iter("script"))
    assert HOSTILE.rpartition("/")[2] in words(next(root.iter("header")))  # without its folder
    assert HOSTILE in "".join(list(root.iter("pre"))[-1].itertext())


def test_every_block_of_a_page_has_its_elements() -> None:
    handled = set(vars(Blocks)["one"].dispatcher.registry) - {object}

    assert handled == set(get_args(Block))


def spoiled(value: object) -> object:
    """An answer in which every text for people holds markup and signs that turn the direction of writing."""
    if isinstance(value, str):
        return value if value.islower() and value.isalpha() else f"{value}{HOSTILE}\u202e"
    if isinstance(value, tuple):
        return tuple(map(spoiled, value))
    if isinstance(value, dict):
        return {key: spoiled(each) for key, each in value.items()}
    if isinstance(value, msgspec.Struct):
        fields = {name: spoiled(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return value


def test_no_text_of_an_answer_becomes_an_element() -> None:
    position = api.loads(DISPUTE)
    sound = api.in_full(position, api.check(position), Wishes(), True)
    answer = spoiled(sound)
    assert isinstance(answer, CheckAnswer)
    before = read(as_html(paper_of(sound, Given("", sound.position, ""))))
    root = read(as_html(paper_of(answer, Given("", answer.position, ""))))

    assert {each.tag for each in root.iter()} == {each.tag for each in before.iter()}
    assert {key for each in root.iter() for key in each.attrib} == {
        key for each in before.iter() for key in each.attrib
    }
    assert "\u202e" not in "".join(root.itertext())


def test_what_follows_a_headline_stays_with_it() -> None:
    """Its reasons, its other texts, then what was said before it; sums come last."""
    fine, wrong = Verdict("legal", "All is legal.", "good"), Verdict("refuted", "It is 3.", "bad")
    reason, advice = Paragraph("Left out: one.", 3), Labelled("enough", "1 more")
    head = head_of([fine, wrong, reason, Sum("1 + 2 =", "3"), advice])

    assert head.verdict == wrong
    assert head.reasons == [reason]
    assert head.others == [advice, fine, Sum("1 + 2 =", "3")]


# Two cards may come: a Trainer is no help (1 VP for Nixie); with the third Squire 2 + 2 + 2 + 1 = 7 beats the
# Griffon (4 VP). Whoever draws him and then attacks Nixie gives 3 VP away. At the start: (4 + 1) / 2 = 2.5.
TURN = """\
game: thunderstone
turn: dungeon
hand: [2 x Thyrian Squire, Militia, Lantern, Magical Aura]
deck: {rest: [Thyrian Squire, Trainer]}
hall: [Nixie, Griffon, none]
goal: vp
line:
- use Magical Aura
- draw Thyrian Squire
- attack ATTACKED
"""


def test_every_step_has_its_value() -> None:
    drawn = course(api.grade(api.loads(TURN.replace("ATTACKED", "Nixie"))))
    root = read(document(NOTHING, drawn))

    assert words(next(root.iter("title"))) == (
        "at the start: 2.5; use Magical Aura: 2.5; draw Thyrian Squire: 4; attack Nixie: 1"
    )
    heights = [float(point.get("cy", 0)) for point in root.iter("circle")]
    assert heights[0] == heights[1]
    assert heights[2] < heights[0] < heights[3]
    assert len(of_class(root, "luck")) == len(of_class(root, "mistake")) == 2  # a way and its point


def test_a_turn_without_luck_and_mistakes_has_no_picture() -> None:
    text = TURN.replace("ATTACKED", "Nixie").replace("rest: [Thyrian Squire, Trainer]", "rest: [2 x Trainer]")

    assert course(api.grade(api.loads(text.replace("draw Thyrian Squire", "draw Trainer")))) == NOTHING


PACKAGE = Path(tsolve.__file__).parent


@pytest.mark.parametrize(
    ("shown", "written"),
    [
        (
            text('<script>alert("1 & 2")</script>'),
            "&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;",
        ),
        (text(text("1 < 2")), "1 &lt; 2"),  # once
        (text("a\u202eb\x1b"), "a\\u202eb\\x1b"),
        (lines("one\ntwo\x07"), "one\ntwo\\x07"),
        # a number is not parted from its unit
        (prose("2 in 6 (33 %), 2 x Club & 5 VP"), "2\xa0in\xa06 (33\xa0%), 2\xa0x Club &amp; 5\xa0VP"),
        (text("5 VP"), "5 VP"),
        (
            tag("p", "1 < 2", tag("b", "so"), title='"&', class_="in", aria_hidden="true", open=True, id=""),
            '<p title="&quot;&amp;" class="in" aria-hidden="true" open>1 &lt; 2<b>so</b></p>',
        ),
        (tag("rect", x=1, width=0.5), '<rect x="1" width="0.5"/>'),
        (joined(["<", tag("i", "x"), NOTHING], " & "), "&lt; &amp; <i>x</i> &amp; "),
    ],
)
def test_what_comes_from_outside_is_escaped_once(shown: str, written: str) -> None:
    assert shown == written


def test_a_sum_with_a_text_is_no_markup_any_more() -> None:
    """So it is escaped like any other text: a slip shows as `&lt;`, and opens nothing."""
    slip = tag("b", "x") + "<i>"

    assert not isinstance(slip, Markup)
    assert text(slip) == "&lt;b&gt;x&lt;/b&gt;&lt;i&gt;"


def test_a_document_has_its_parts() -> None:
    shown = document(tag("title", "a & b"), tag("main", "c"))

    assert shown.startswith('<!doctype html>\n<html lang="en">\n<head><title>a &amp; b</title></head>')


def test_only_one_module_makes_markup_from_texts() -> None:
    makers = [
        path.name
        for path in (PACKAGE / "report").rglob("*.py")
        if re.search(r"\bMarkup\(", path.read_text(encoding="utf-8"))
    ]

    assert makers == ["markup.py"]
