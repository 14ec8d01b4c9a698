"""Chances on paper: bars, intervals, bounds, differences, what is said about how sure they are."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

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
from tsolve.report.chart import Line as ChartLine
from tsolve.report.chart import bar, drawable, show_chart
from tsolve.report.csv_table import as_csv
from tsolve.report.odds import mean_text, odds_code, share_text, show_odds
from tsolve.report.page import Page
from tsolve.report.svg import as_svg

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


def told(answer: OddsAnswer, width: int = 100) -> str:
    page = Page(width)
    show_odds(page, answer)
    return " ".join(str(page).split())


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
    assert drawable("utf-8")
    assert drawable("cp437") is False  # it has halves of blocks, but no eighths
    assert drawable("ascii") is False
    assert drawable(None) is False
    assert drawable("no such thing") is False


def test_the_highest_bar_fills_its_room_and_no_line_is_too_wide() -> None:
    lines = [
        ChartLine("1", False, (0.1, 0.4), ("10.0 %", "40.0 %")),
        ChartLine("12*", True, (0.2, 0.0), ("20.0 %", "")),
    ]
    page = Page(60)
    show_chart(page, ["as it is", "with a sword"], lines, fine=False)
    head, first, second = str(page).splitlines()
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
    assert "exact: all were looked at" in told(OddsAnswer("x.yaml", (deck(),)))
    sample = told(OddsAnswer("x.yaml", (deck("sample", chance=SAMPLED),), seed=7))
    assert "a sample of 2 random hands (seed 7), not exact" in sample
    assert "95 % confidence" in sample
    short = told(OddsAnswer("x.yaml", (deck("cut short", 0.4, BOUNDED),)))
    assert "stopped early after 2 of them, 40.0 % of the ways" in short
    assert "25.0 to 75.0 %" in short


def test_a_table_has_a_column_for_each_name_and_a_line_its_units() -> None:
    """Every chance is 1/2, so each mean is 0.50; what a row does not say stays empty."""
    page = told(OddsAnswer("x.yaml", (deck(),)))
    assert "In the Dungeon Monster Rank Health best attack defeated" in page
    assert "Revenant 2 4 0.50 50.0 % 1/2 any of them 50.0 % 1/2" in page
    assert "best turn 0.50 XP and 0.50 VP expected" in page
    assert "most gold 0.50 on average" in page
    assert "stack cost afforded Spear 4 50.0 % 1/2" in page


def test_figures_of_another_game_are_told_in_the_same_way() -> None:
    """Gloomhaven: an attack has a threshold of hit points; 1 of 2 modifier cards kills."""
    bars = (Bar(2, False, HALF), Bar(4, True, HALF))
    damage = Figure(
        "damage",
        "damage",
        "damage to Bandit 1",
        "mean",
        Estimate(3, 3, 3, "3"),
        "damage",
        Distribution("Damage to Bandit 1", bars),
    )
    killed = Figure("killed", "killed", "Bandit 1 killed", "chance", HALF)
    enemy = Row(
        "Bandit 1", "Bandit 1", (killed, damage), {"shield": "1"}, Threshold("hit points", 4, "kills it")
    )
    attack = Section("attack", "Attack 3", "enemy", (enemy,))
    answer = OddsAnswer("x.yaml", (msgspec.structs.replace(deck(), sections=(attack,)),))
    page = told(answer)
    assert "Attack 3 enemy shield hit points damage killed Bandit 1 1 4 3.00 50.0 % 1/2" in page
    assert "Damage to Bandit 1 * kills it (hit points 4)" in page
    assert "green: kills it (hit points 4)" in as_svg(answer)
    assert [row.split(",")[1:5] for row in as_csv(answer).splitlines()[1:5]] == [
        ["killed", "Bandit 1", "", ""],
        ["mean damage", "Bandit 1", "", ""],
        ["damage", "Bandit 1", "2", "0"],
        ["damage", "Bandit 1", "4", "1"],
    ]


def test_exit_codes() -> None:
    assert odds_code(OddsAnswer("", (deck(),))) == 0
    assert odds_code(OddsAnswer("", (deck("sample", chance=SAMPLED),))) == 0
    assert odds_code(OddsAnswer("", (deck("sample", 0.3, SAMPLED),))) == 3
    assert odds_code(OddsAnswer("", (deck("cut short", 0.4, BOUNDED),))) == 3


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
    page = told(OddsAnswer("x.yaml", (deck(), deck(title="with Torch")), (change,)))
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
