"""Chances on paper: bars, intervals, bounds, differences, what is said about how sure they are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from tsolve.model.odds import (
    Bar,
    Change,
    DeckOdds,
    Distribution,
    Estimate,
    Figure,
    Line,
    Method,
    OddsAnswer,
    Row,
    Section,
    Threshold,
)
from tsolve.report.distributions import Panel, spread
from tsolve.report.formats import as_csv
from tsolve.report.odds import show_odds
from tsolve.report.page import BRIEF, ChanceBar, Detail, Page
from tsolve.report.picture_charts import as_svg
from tsolve.report.text.board import bar
from tsolve.report.text.layout import drawable, lay_out
from tsolve.report.words import mean_text, share_text

HALF = Estimate(0.5, 0.5, 0.5, "1/2")
NONE = Estimate(0.0, 0.0, 0.0, "0")
SAMPLED = Estimate(0.5, 0.47, 0.53)
BOUNDED = Estimate(0.25, 0.25, 0.75)


def deck(method: Method = "exact", share: float = 1.0, chance: Estimate = HALF, title: str = "") -> DeckOdds:
    bars = (Bar(None, False, chance), Bar(4, False, chance), Bar(4, True, chance))
    attack = Figure(
        "attack",
        "best attack",
        "best attack against Revenant",
        "mean",
        chance,
        "Attack Value",
        Distribution("Best attack against Revenant in Rank 2", bars, "cannot be attacked"),
    )
    defeated = Figure("defeated", "defeated", "Revenant defeated", "chance", chance)
    any_ = Figure("defeated", "defeated", "any Monster defeated", "chance", chance)
    xp, vp = (
        Figure(unit.lower(), unit, f"{unit} of the best turn", "mean", chance, unit) for unit in ("XP", "VP")
    )
    purse = Distribution("Most gold", (Bar(0, True, chance),))
    gold = Figure("gold", "most gold", "most gold", "mean", chance, "gold", purse)
    afforded = Figure("afforded", "afforded", "Spear (4) afforded", "chance", chance)
    health = Threshold("Health", 4, "defeats it")
    rows = (
        Row("Revenant", "Revenant", (defeated, attack), {"Rank": "2"}, health),
        Row("any of them", "any", (any_,)),
    )
    spear = Row("Spear", "Spear", (afforded,), threshold=Threshold("cost", 4))
    return DeckOdds(
        title,
        ((6, "Militia"), (1, "Torch")),
        size=7,
        hand=6,
        different=2,
        ways=7,
        method=method,
        looked=2,
        share=share,
        sections=(
            Section("dungeon", "In the Dungeon", "Monster", rows, (Line("best turn", (xp, vp), "expected"),)),
            Section("village", "In the Village", lines=(Line("most gold", (gold,), "on average"),)),
            Section("stacks", about="stack", rows=(spear,)),
        ),
        left_out=NONE,
    )


def told(answer: OddsAnswer, width: int = 100, detail: Detail = BRIEF) -> str:
    page = Page()
    show_odds(page, answer, detail)
    return " ".join(lay_out(page, width).split())


def whole(answer: OddsAnswer) -> str:
    """What `-v` adds."""
    return told(answer, detail=Detail(verbose=True)).removeprefix(told(answer))


@pytest.mark.parametrize(
    ("share", "fine", "plain"),
    [
        (0.0, "", ""),
        (0.0001, "▏", "#"),
        (0.5, "█████", "#####"),
        (0.55, "█████▌", "######"),  # 5.5 of 10 columns; halves round to even
        (1.0, "██████████", "##########"),
    ],
)
def test_bars(share: float, fine: str, plain: str) -> None:
    assert bar(share, 10, True) == fine
    assert bar(share, 10, False) == plain


def test_bars_need_an_encoding_that_knows_them() -> None:
    """That of old terminals has halves of blocks, but no eighths."""
    encodings = ("utf-8", "cp437", "ascii", None, "no such thing")
    assert [drawable(encoding) for encoding in encodings] == [True, False, False, False, False]


def test_the_highest_bar_fills_its_room_and_no_line_is_too_wide() -> None:
    lines = [
        ChanceBar("1", False, (0.1, 0.4), ("10.0 %", "40.0 %")),
        ChanceBar("12*", True, (0.2, 0.0), ("20.0 %", "")),
    ]
    page = Page()
    page.bars(["as it is", "with a sword"], lines)
    head, first, second = lay_out(page, 60, fine=False).splitlines()
    assert "as it is" in head
    assert "with a sword" in head
    assert first.rstrip().endswith("#" * first.count("#", first.index("40.0")))
    assert first.count("#", first.index("40.0")) == 2 * second.count("#")
    assert max(map(len, (head, first, second))) <= 60


def test_numbers() -> None:
    assert share_text(HALF) == "50.0 %"
    assert share_text(SAMPLED) == "50.0 % (47.0 to 53.0 %)"
    assert share_text(BOUNDED) == "25.0 to 75.0 %"
    assert mean_text(Estimate(2.5, 2.5, 2.5, "5/2")) == "2.50"
    assert mean_text(Estimate(2.5, 2.4, 2.6)) == "2.50 (2.40 to 2.60)"
    assert mean_text(Estimate(2.5, 2.5, None)) == "at least 2.50"


def test_how_sure_it_is() -> None:
    """7 cards, hands of 6: 7 ways to leave one out."""
    assert "Exact: all 7 hands of 6." in told(OddsAnswer("x.yaml", (deck(),)))
    assert "exact: all were looked at" in whole(OddsAnswer("x.yaml", (deck(),)))
    sample = told(OddsAnswer("x.yaml", (deck("sample", chance=SAMPLED),), seed=7))
    assert "Not exact: a sample of 2 random hands of 6 (seed 7), 95 % confidence intervals." in sample
    short = told(OddsAnswer("x.yaml", (deck("cut short", 0.4, BOUNDED),)))
    assert short.startswith("? undecided Revenant defeated: 25.0 to 75.0 %")
    assert "Stopped early after 2 of 2 different hands of 6, 40.0 % of the ways" in short
    assert "likely" not in short, "1 in 4 is unlikely, 3 in 4 likely: nobody knows which"
    low = Estimate(0.01, 0.01, 0.05)
    assert "1.0 to 5.0 %, very unlikely." in told(OddsAnswer("x.yaml", (deck("cut short", 0.9, low),)))


def test_the_chance_that_was_asked_for_comes_first() -> None:
    """One Monster: what is said of any of them is said of it, and its 1 in 2 is about even."""
    page = told(OddsAnswer("x.yaml", (deck(),)))

    assert page.startswith("odds Revenant defeated: 1 in 2 (50.0 %), about even.")
    assert "any" not in page
    assert "best attack 0.50 on average" in page


def test_of_several_the_chance_about_all_of_them_comes_first() -> None:
    found = deck()
    dungeon, *others = found.sections
    ghost = replace(dungeon.rows[0], name="Ghost")
    dungeon = replace(dungeon, rows=(ghost, *dungeon.rows))
    page = told(OddsAnswer("x.yaml", (replace(found, sections=(dungeon, *others)),)))

    assert page.startswith("odds Any Monster defeated: 1 in 2 (50.0 %), about even. Monster Rank")
    assert "Ghost 2 4 0.50 50.0 % 1/2 Revenant" in page


def test_what_changes_comes_first_and_the_rest_in_a_word() -> None:
    """1/2 becomes 3/8: 12.5 points less; the XP stay."""
    less, same = Estimate(-0.125, -0.125, -0.125, "-1/8"), NONE
    after = Estimate(0.375, 0.375, 0.375, "3/8")
    changes = (
        Change("XP of the best turn", "mean", HALF, HALF, same),
        Change("Revenant defeated", "chance", HALF, after, less),
        Change("any Monster defeated", "chance", HALF, after, less),
    )
    page = told(OddsAnswer("x.yaml", (deck(), deck(title="with Torch")), changes))

    assert page.startswith("odds With Torch: Revenant defeated less often, 50.0 -> 37.5 %. now with Torch")
    assert "Revenant defeated 50.0 % 37.5 % 12.5 points less Nothing else changes." in page
    assert "any Monster" not in page
    assert "Exact: all 7 hands of 6 now, all 7 with Torch." in page
    unsure = Change("Revenant defeated", "chance", SAMPLED, SAMPLED, Estimate(0.02, -0.01, 0.05))
    page = told(OddsAnswer("x.yaml", (deck(), deck(title="with Torch")), (unsure,)))
    assert page.startswith("odds With Torch: nothing changes for certain.")


def test_many_outcomes_share_columns() -> None:
    """Ten of 1/10 each in six columns: the least likely neighbours stand together, and all is still 100 %."""
    tenth = Estimate(0.1, 0.1, 0.1, "1/10")
    bars = tuple(Bar(number, number >= 4, tenth) for number in range(10))
    labels, (row,) = spread(Panel("gold", (bars,), "", Threshold("price", 4)), 6)

    assert len(labels) == 6
    assert labels[0].startswith("0")
    assert all(("*" in label) == (int(label.split()[0].strip("*")) >= 4) for label in labels)
    assert sum(float(share.removesuffix(" %")) for share in row) == pytest.approx(100)


def test_a_table_has_a_column_for_each_name_and_a_line_its_units() -> None:
    """Every chance is 1/2, so each mean is 0.50; what a row does not say stays empty."""
    page = whole(OddsAnswer("x.yaml", (deck(),)))
    assert "In the Dungeon Monster Rank Health best attack defeated" in page
    assert "Revenant 2 4 0.50 50.0 % 1/2 any of them 50.0 % 1/2" in page
    assert "best turn 0.50 XP and 0.50 VP expected" in page
    assert "most gold 0.50 on average" in page
    assert "stack cost afforded Spear 4 50.0 % 1/2" in page


def test_exit_codes() -> None:
    """A sample that was drawn whole is an answer; what was stopped early is none."""
    whole = (deck(), deck("sample", chance=SAMPLED))
    stopped = (deck("sample", 0.3, SAMPLED), deck("cut short", 0.4, BOUNDED))
    assert [OddsAnswer("", (each,)).exit_code for each in (*whole, *stopped)] == [0, 0, 3, 3]


@pytest.mark.parametrize(
    ("kind", "gap", "shown"),
    [
        ("chance", Estimate(-0.123, -0.123, -0.123, "-123/1000"), "-12.3 points"),
        ("chance", Estimate(0.1, 0.05, 0.15), "+10.0 (+5.0 to +15.0) points"),
        ("chance", Estimate(0.00001, 0.00001, 0.00001, "1/100000"), "0 points"),
        ("mean", Estimate(0.25, 0.25, 0.25, "1/4"), "+0.25"),
        ("mean", Estimate(0.25, None, None), "not known"),
    ],
)
def test_differences(kind: str, gap: Estimate, shown: str) -> None:
    change = Change("Revenant defeated", kind, HALF, HALF, gap)  # type: ignore[arg-type]
    page = whole(OddsAnswer("x.yaml", (deck(), deck(title="with Torch")), (change,)))
    assert f"Revenant defeated {'50.0 % 50.0 %' if kind == 'chance' else '0.50 0.50'} {shown}" in page


def test_a_picture_of_bars_that_stand_on_each_other() -> None:
    """The same Attack Value wins with magic and fails without: two bars in one place."""
    root = ElementTree.fromstring(as_svg(OddsAnswer("x.yaml", (deck(), deck(title="with Torch")))))
    name = "{http://www.w3.org/2000/svg}"
    bars = [rect for rect in root.iter(f"{name}rect") if rect.find(f"{name}title") is not None]
    assert len(bars) == 2 * (3 + 1)
    low, high = (float(bars[at].attrib["y"]) for at in (1, 2))
    assert high < low
    assert float(bars[2].attrib["y"]) + float(bars[2].attrib["height"]) == pytest.approx(low)
    assert bars[0].find(f"{name}title").text == "cannot be attacked: 50.0 % 1/2"  # type: ignore[union-attr]


def test_csv_has_every_figure_once() -> None:
    rows = as_csv(OddsAnswer("x.yaml", (deck(),))).splitlines()
    assert rows[0] == "deck,quantity,about,outcome,enough,value,low,high,exact"
    assert ",attack,Revenant,none,0,0.5,0.5,0.5,1/2" in rows
    assert ",afforded,Spear,4,,0.5,0.5,0.5,1/2" in rows
    assert len(rows) == len(set(rows)) == 1 + 2 + 3 + 1 + 3 + 1 + 1 + 1
