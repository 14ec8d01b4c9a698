"""Campaigns: what is asked and answered, what cannot be, and random ones, which keep to the rules."""

from __future__ import annotations

from random import Random

import pytest

from tsolve import api
from tsolve.api.readings import Reading
from tsolve.errors import IllegalActionError, InputError, UsageError
from tsolve.games.gloomhaven.campaign.city import Create, Leave
from tsolve.games.gloomhaven.campaign.events import Each, Gain, GainDesign, GainTogether, HandleEvent
from tsolve.games.gloomhaven.campaign.game import Campaign
from tsolve.games.gloomhaven.campaign.position import CampaignPosition
from tsolve.games.gloomhaven.campaign.reading import Reader
from tsolve.games.gloomhaven.campaign.scenario import FulfilGoal, Loot
from tsolve.games.gloomhaven.campaign.state import Action, State
from tsolve.model.answers import CheckAnswer


def position_of(campaign: str = "{}", more: str = "") -> api.Position:
    """A file with this campaign."""
    return api.loads(f"game: gloomhaven\ncampaign: {campaign}\n{more}")


def checked(campaign: str = "{}", more: str = "") -> CheckAnswer:
    """The judgement of a file."""
    return api.check(position_of(campaign, more))


def codes(campaign: str = "{}", more: str = "") -> set[str]:
    """What is wrong with a file."""
    with pytest.raises(InputError) as error:
        checked(campaign, more)
    return {each.code for each in error.value.diagnostics}


PARTY = "{characters: {Brute: {level: 3, gold: 60}, Tinkerer: {level: 4, gold: 10}}}"


# solve


def test_solve_tells_the_scenario_level_with_its_sum() -> None:
    """7 / 2 / 2 = 1.75, rounded up 2."""
    found = api.solve(position_of(PARTY)).best
    assert found is not None
    assert found.objective == (2,)
    calculation = found.line.calculation
    assert calculation is not None
    assert [(row.quantity, row.change) for row in calculation.rows] == [
        ("levels", 3),
        ("levels", 4),
        ("scenario level", 2),
        ("scenario level", 0),
    ]
    assert all("GH-15.1" in row.rulings for row in calculation.rows)


def test_solve_answers_a_question_after_the_line() -> None:
    """A reputation of 3 makes 19 of 20, and 60 - 19 = 41 remain."""
    file = position_of(
        PARTY.replace("{characters", "{reputation: 3, characters"), "line: [Brute buys a ring at 20]"
    )
    price = api.solve(file, goal="price of Brute buys a ring at 20").best
    gold = api.solve(file, goal="gold of Brute").best
    assert price is not None
    assert gold is not None
    assert (price.objective, gold.objective) == ((19,), (41,))


def test_solve_of_a_price_goes_through_the_reading() -> None:
    file = position_of(more='goal: "price of enhances: +1 heal, level 1, several allies"')
    answer = api.solve(file)
    assert answer.best is not None
    assert answer.best.objective == (60,)
    assert [reading.key for reading in answer.readings] == ["doubled_sticker"]


@pytest.mark.parametrize(("gold", "holds"), [(12, True), (7, False)])
def test_best_is_what_solve_answers(gold: int, holds: bool) -> None:
    more = f"goal: gold of Brute\nexpect: {{best: {{gold: {gold}}}}}"
    found = checked("{characters: {Brute: {gold: 12}, Tinkerer: {gold: 7}}}", more)
    assert [each.holds for each in found.expectations] == [holds]


def test_what_older_files_state_of_the_goal_is_read() -> None:
    more = "goal: gold of Brute\nexpect: {solve: 12}"
    found = checked("{characters: {Brute: {gold: 12}}}", more)
    assert [each.holds for each in found.expectations] == [True]
    assert any("`solve`" in note and "best" in note for note in found.notes)


def test_solve_tells_what_the_file_does_not() -> None:
    answer = api.solve(position_of())
    assert answer.verdict == "undecided"
    assert answer.solution.left_out == ("there are no characters whose levels count",)


def test_solve_refuses_unknown_goals() -> None:
    with pytest.raises(UsageError, match="trap_damage"):
        api.solve(position_of(PARTY), goal="trap_damag")
    with pytest.raises(UsageError, match="target"):
        api.solve(position_of(PARTY), target="Brute")


def test_solve_needs_a_legal_line() -> None:
    with pytest.raises(UsageError, match="costs 90 gold"):
        api.solve(position_of(PARTY, "line: [Brute buys a ring at 90]"))


# why-not, legal, diff


def test_why_not_tells_the_reason_with_its_rule() -> None:
    answer = api.why_not(position_of(PARTY), "Brute levels up")
    assert answer.verdict == "impossible"
    assert [reason.rulings for reason in answer.reasons] == [("GH-15.4", "GH-15.20")]
    assert "needs 150 experience" in answer.reasons[0].text


def test_what_can_be_done_later_is_possible() -> None:
    """The party is at scenario 3: first it goes back to the city."""
    answer = api.why_not(position_of("{at: 3, characters: {Brute: {experience: 45}}}"), "Brute levels up")
    assert answer.verdict == "possible"
    assert answer.line is not None
    assert answer.line.written == ("return to Gloomhaven", "Brute levels up")


@pytest.mark.parametrize(
    ("campaign", "wanted", "line"),
    [
        (  # 30 gold are missing: the hat brings 20, the boot 10
            "{items: {Boot: {price: 20}, Hat: {price: 40}}, characters: {B: {gold: 0, items: [Boot, Hat]}}}",
            "B buys a ring at 30",
            ("B sells Hat", "B sells Boot", "B buys a ring at 30"),
        ),
        (  # the fourth check makes prosperity level 2
            "{prosperity: 3, characters: {Brute: {gold: 20}, Tinkerer: {quest: fulfilled}}}",
            "Brute buys 015 at 20",
            ("Tinkerer retires", "Brute buys 015 at 20"),
        ),
        (  # two levels are due before the party may leave
            "{characters: {Brute: {experience: 95}}}",
            "travel to 4",
            ("Brute levels up", "Brute levels up", "travel to 4"),
        ),
        (  # straight from scenario 1 there is no road event
            "{at: 1, scenarios: {'2': {links: [1]}}}",
            "travel to 2 with a road event",
            ("return to Gloomhaven", "travel to 2 with a road event"),
        ),
        (
            "{scenarios: {'2': {}}, characters: {Brute: {}}}",
            "Brute loots 1 token",
            ("travel to 2", "Brute loots 1 token"),
        ),
    ],
)
def test_the_steps_that_help(campaign: str, wanted: str, line: tuple[str, ...]) -> None:
    answer = api.why_not(position_of(campaign), wanted)
    assert answer.line is not None
    assert answer.line.written == line


def test_legal_offers_what_the_position_names() -> None:
    """Wares and scenarios that the file names, due levels, donations; nothing that costs too much."""
    items = "{Boots: {number: 5, price: 20}, Cloak: {number: 15, price: 20}, Mail: {number: 6, price: 90}}"
    party = "{Brute: {gold: 30, experience: 45, items: [Hat]}}"
    file = position_of(f"{{items: {items}, scenarios: {{'2': {{}}}}, characters: {party}}}")
    assert [action.text for action in api.legal(file).legal] == [
        "Brute levels up",
        "Brute buys Boots",
        "Brute donates",
        "city event",
    ]


def test_readings_differ_in_the_price_for_allies() -> None:
    step = 'Tinkerer enhances "Reviving Ether": +1 heal, level 1, several allies'
    file = f"""\
game: gloomhaven
campaign: {{characters: {{Tinkerer: {{gold: 59}}}}}}
line: ['{step}']
"""
    by_table = api.loads(file)
    by_text = api.loads(file, interpretations={"doubled_sticker": "text"})
    table, text = (api.check(each).line for each in (by_table, by_text))
    assert table is not None
    assert text is not None
    assert (table.legal, text.legal) == (False, True)  # 60 against 59, 30 against 59
    assert text.steps[0].entries[-2].after == 29


def test_diff_names_the_reading_that_matters() -> None:
    """60 by the table, 30 by the text: the claim holds by one of them only."""
    file = position_of(more="claims: [{price: 60, of: 'enhances: +1 heal, level 1, several allies'}]")
    table, text = (Reading(each, options={"doubled_sticker": each}) for each in ("table", "text"))
    assert api.diff(file, table, text).verdict == "different"
    assert api.diff(file, table, table).verdict != "different"


# what is not told


def test_unknown_gold_stays_unknown() -> None:
    """Without a sum nothing is too dear, and nobody can tell what remains."""
    answer = checked(
        "{characters: {Brute: {}}}", "line: [Brute buys a ring at 900]\nclaims: [{gold: 0, of: Brute}]"
    )
    assert answer.line is not None
    assert answer.line.legal
    assert [claim.verdict for claim in answer.claims] == ["undecided"]
    assert any("the gold of Brute is not told" in note for note in answer.notes)


def test_achievements_that_are_not_told_forbid_nothing() -> None:
    line = "line: ['Brute enhances \"Trample\": +1 attack, level 1']"
    answer = checked("{characters: {Brute: {gold: 50}}}", line)
    assert answer.line is not None
    assert answer.line.legal
    assert any("The Power of Enhancement" in note for note in answer.notes)


def test_a_line_counts_as_far_as_it_is_legal() -> None:
    """The Brute stays at level 3, and nobody gets to a second step."""
    claims = "[{level: 4, of: Brute}, {level: 3, of: Brute}, {level: 3, of: Brute, after: 2}]"
    answer = checked(PARTY, f"line: [Brute levels up, Brute donates]\nclaims: {claims}")
    assert [claim.verdict for claim in answer.claims] == ["refuted", "confirmed", "undecided"]


def test_a_refuted_claim_names_the_row_that_was_left_out() -> None:
    """191 without the 75 for the sticker that is there is 116."""
    step = "enhances: area hex, level 3, 3 hexes, one sticker"
    (claim,) = checked(more=f"claims: [{{price: 116, of: '{step}'}}]").claims
    assert claim.verdict == "refuted"
    assert [row.change for row in claim.left_out] == [75]


# what cannot be read


@pytest.mark.parametrize(
    ("code", "step"),
    [
        ("E321", "Brute sings"),
        ("E321", "buys"),
        ("E302", "Bruto donates"),
        ("E323", "donates"),
        ("E323", "Brute buys Boots"),
        ("E323", "Brute enhances: +1 attack, level 1"),
        ("E323", 'Brute enhances "Trample": +1 attack'),
        ("E323", 'Brute enhances "Trample": +2 attack, level 1'),
        ("E323", 'Brute enhances "Trample": area hex, level 1'),
        ("E323", 'Brute enhances "Trample": +1 attack, level 1, 3 hexes'),
        ("E323", 'Brute enhances "Trample": +1 attack, level 1, quickly'),
        ("E323", 'Brute enhances "Trample": +1 target, level 1, several targets'),
        ("E323", "new character at level 1"),
        ("E323", "new character Nim at level 10"),
        ("E323", "pay 10 gold together: Brute"),
        ("E323", "Brute takes a perk: sing"),
        ("E323", "Brute buys " + "x" * 300 + " at 3"),
        ("E302", "reward: reward: Brute gains 3 gold"),
    ],
)
def test_texts_that_say_nothing(code: str, step: str) -> None:
    quoted = step.replace("'", "''")
    assert codes(PARTY, f"line: ['{quoted}']") == {code}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("then buys the Old Boots", "Brute buys Old Boots"),
        ("buys boots", "Brute buys Old Boots"),
        ("Brute buys Boots at 10", "Brute buys Boots at 10"),
        ("loots two tokens", "Brute loots 2 tokens"),
        ("gains one checkmark", "Brute gains 1 checkmark"),
        ("travel to the city", "return to Gloomhaven"),
        ("outcome otherwise: the party loses two reputation", "outcome otherwise: lose 2 reputation"),
    ],
)
def test_a_step_may_be_written_in_several_ways(written: str, meant: str) -> None:
    position = api.loads(
        "game: gloomhaven\ncampaign: {characters: {Brute: {}}, items: {Old Boots: {price: 20}}}"
    )
    assert (
        position.game.notation(
            position.state, position.step_reader().read(position.state, written, None).action
        )
        == meant
    )


@pytest.mark.parametrize("written", ["sells", "Brute sells"])
def test_a_step_that_is_not_whole_is_told_how_it_is_written(written: str) -> None:
    position = api.loads("game: gloomhaven\ncampaign: {characters: {Brute: {}}}")
    with pytest.raises(InputError, match="it is written `sells ITEM at PRICE` or `sells ITEM`"):
        position.step_reader().read(position.state, written, None)


@pytest.mark.parametrize(
    ("code", "campaign", "more"),
    [
        ("E207", "{difficulty: nightmare}", ""),
        ("E210", "{prosperity: 3, prosperity_level: 2}", ""),
        ("E210", "{characters: {Brute: {level: 3, experience: 94}}}", ""),
        ("E205", "{characters: {Brute: {level: 10}}}", ""),
        ("E205", "{scenario_level: 8}", ""),
        ("E205", "{reputation: 21}", ""),
        ("E202", "{gold: 3}", ""),
        ("E308", "{characters: {Brute: {}, brute: {}}}", ""),
        ("E210", "{}", "claims: [{gold: 3, level: 2}]"),
        ("E310", "{}", "claims: [{gold: 3}]"),
        ("E310", "{}", "claims: [{price: 3}]"),
        ("E310", PARTY, "claims: [{scenario_level: 3, of: Brute}]"),
        ("E310", "{}", "claims: [{reputation: 3, after: 2}]"),
        ("E310", "{}", "claims: [{reputation: 0}]\nexpect: {claims: [confirmed, confirmed]}"),
        ("E321", "{}", "claims: [{price: 3, of: nonsense}]"),
        ("E414", "{}", "about: [GH-99.1]"),
        ("E413", "{}", "about: [key.doubled_sticker=never]"),
        ("E412", "{}", "interpretations: {doubling: text}"),
    ],
)
def test_files_that_cannot_be(code: str, campaign: str, more: str) -> None:
    assert codes(campaign, more) == {code}


def test_which_half_has_the_stickers_must_be_said() -> None:
    campaign = "{characters: {Brute: {gold: 900}}, enhanced: {Brute: {Trample top: 1}}}"
    assert codes(campaign, "line: ['Brute enhances \"Trample\": +1 attack, level 1']") == {"E323"}


def test_a_large_party_is_answered() -> None:
    """Ten characters and forty wares: what is legal is a list, and a why-not comes to an end."""
    items = ", ".join(f"Item {number}: {{price: {number}}}" for number in range(1, 41))
    party = ", ".join(f"Hero {number}: {{gold: 50}}" for number in range(10))
    file = position_of(f"{{items: {{{items}}}, characters: {{{party}}}}}")
    assert len(api.legal(file).legal) == 10 * 40 + 10 + 1  # every ware and a donation each, a city event
    assert api.why_not(file, "Hero 1 levels up").verdict in ("impossible", "undecided")


FILE = """
game: gloomhaven
campaign:
  prosperity: 3
  global_achievements: [Power of Enhancement]
  items:
    Boots: {number: 5, price: 20, copies: 2}
    Cloak: {number: 16, price: 31, copies: 1}
    Mail: {price: 45}
  scenarios: {"1": {links: [2, Gloomhaven]}, "2": {}, "3": {requires: [Plans]}}
  characters:
    Brute: {level: 2, experience: 50, gold: 40, items: [Boots], quest: fulfilled, player: Anna}
    Tinkerer: {gold: 90, checkmarks: 2, quest: none, perks_to_take: 0}
"""
STICKERS = (
    "+1 attack, level 1, several enemies",
    "area hex, level X, 3 target hexes",
    "+1 heal, level 9, several allies",
)


def tried(state: State, random: Random, game: Campaign) -> list[Action]:
    """Steps that nobody offers, legal or not."""
    who = random.choice(("Brute", "Tinkerer", "Nim", "Ori"))
    change = random.randint(-60, 60)
    told = [each.name for each in state.characters] + list(state.gone)
    steps: list[Action] = [
        GainTogether("reputation", change),
        GainTogether("prosperity", change // 5),
        Each("experience", change),
        GainDesign(random.randint(1, 99)),
        HandleEvent("city", random.randint(1, 40), random.choice(("add", "return", "remove"))),
        Create(who, random.randint(1, 9), "Brute", "Anna"),
    ]
    if who in told:
        steps += [
            Gain(who, random.choice(("gold", "experience", "checkmarks")), change),
            Loot(who, random.randint(1, 9)),
            FulfilGoal(who, random.randint(1, 3)),
            Leave(who),
        ]
        text = f'{who} enhances "Trample" top: {random.choice(STICKERS)}'
        steps.append(Reader(game.table, state, None).read(text))
    return steps


def sound(game: Campaign, state: State) -> None:
    """The limits of the rules: GH-15.6, GH-15.7, GH-15.11, GH-15.15, GH-15.17, GH-15.25."""
    numbers = game.table.numbers
    assert -20 <= state.reputation <= 20
    assert state.prosperity >= numbers.prosperity[numbers.prosperity_level(state.prosperity) - 1]
    assert len({each.name for each in state.characters}) == len(state.characters)
    for each in state.characters:
        assert each.gold is None or each.gold >= 0
        assert 1 <= each.level <= 9
        assert each.experience >= numbers.experience[each.level - 1]
        assert 0 <= each.checkmarks <= 18
        assert len(set(each.items)) == len(each.items)
    for item in game.table.items.values():
        if item.copies is not None:
            assert sum(item.name in each.items for each in state.characters) <= item.copies
    level = numbers.prosperity_level(state.prosperity)
    assert all(len(state.enhanced_cards(name)) <= level for name in ("Brute", "Tinkerer"))


@pytest.mark.parametrize("seed", range(60))
def test_random_campaigns_stay_within_the_rules(seed: int) -> None:
    random = Random(seed)
    position = api.loads(FILE)
    assert isinstance(position, CampaignPosition)
    game, state = position.game, position.state
    for _ in range(60):
        offered = game.legal_actions(state)
        assert len(set(offered)) == len(offered)
        assert all(game.why_not(state, each) is None for each in offered)
        others = tried(state, random, game)
        for each in (*offered, *others):
            assert Reader(game.table, state, None).read(each.text) == each
        for each in others:
            if game.why_not(state, each) is not None:
                with pytest.raises(IllegalActionError):
                    game.apply(state, each)
        legal = [*offered, *(each for each in others if game.why_not(state, each) is None)]
        level, prosperity = {c.name: c.level for c in state.characters}, state.prosperity
        state = game.apply(state, random.choice(legal))
        sound(game, state)
        assert all(each.level >= level.get(each.name, 1) for each in state.characters), "levels never fall"
        least = game.table.numbers.prosperity_level(prosperity)
        assert game.table.numbers.prosperity_level(state.prosperity) >= least, "nor does the city's"
