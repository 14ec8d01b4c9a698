"""What the planner says beyond the best worth: proof, ties, targets, what it left out, and disagreement."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import position_of, solve
from tsolve.budget import within
from tsolve.errors import DisagreementError, InputError, TooLargeError, UsageError
from tsolve.games.thunderstone.planning import dungeon, village
from tsolve.games.thunderstone.planning import plan as planning
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.situations import PLACEHOLDER
from tsolve.model.answers import SolveAnswer
from tsolve.solve.problem import Outcome

SWORDS = """\
turn: dungeon
hand: [Thyrian Squire, Militia, Short Sword, Torch]
deck: []
hall: [Kingdom, Griffon, Nixie]
"""
# Only the Squire (Strength 6) can carry the Short Sword (4): 2 + 4 + Militia 1 = 7. The Torch covers Rank 1.
# Kingdom (Health 5, 3 VP): margin 2. Griffon (Health 7, 4 VP), Rank 2: 7 - 2 = 5. Nixie, Rank 3: 7 - 4 = 3.


def test_the_best_attack_is_proved() -> None:
    answer = solve(position_of(SWORDS))

    assert (answer.status, answer.best[0].title) == ("optimal", "defeat Kingdom")
    assert answer.goal == DEFAULTS["dungeon"]
    assert answer.objective == (1, 3, 1, 0, 0, 1, 3, 2)
    assert answer.bound == answer.objective


@pytest.mark.parametrize("backend", ["exact", "cpsat", "auto"])
def test_every_backend_gives_the_same_line(backend: planning.Backend) -> None:
    answer = solve(position_of(SWORDS), backend=backend)

    assert [step.text for step in answer.best[0].line.steps] == [
        "equip Short Sword on Thyrian Squire",
        "attack Kingdom",
    ]


def test_what_is_soon_tried_is_proved_by_the_engine_and_the_rest_by_cp_sat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    soon = solve(position_of(SWORDS))
    monkeypatch.setattr(planning, "AT_ONCE", 0)
    late = solve(position_of(SWORDS))

    assert (soon.backend, late.backend) == ("search", "cpsat")
    assert replace(soon, backend=late.backend, problems=late.problems) == late


@pytest.mark.parametrize(
    "told",
    [
        "hand: [Regian Priest, Torch]\ndeck: {rest: [Torch, Militia]}\nhall: [Nixie, none, none]\n",
        "hand: [Thyrian Squire, Torch]\ndeck: []\nhall: [Nixie, '?', none]\n",
    ],
    ids=["a draw", "an unknown Monster"],
)
def test_the_engine_did_not_try_everything_where_something_is_not_known(told: str) -> None:
    assert planning_of("turn: dungeon\n" + told).backend == "cpsat"


def planning_of(text: str) -> planning.Planned:
    position = position_of(text)
    return planning.plan(position.game, position.state, DEFAULTS["dungeon"])


def test_a_planner_that_overlooks_the_best_is_caught_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = planning.leaves
    monkeypatch.setattr(
        planning, "leaves", lambda *of: [leaf for leaf in honest(*of) if leaf.monster != "kingdom"]
    )

    with pytest.raises(DisagreementError) as caught:
        solve(position_of(SWORDS))
    assert caught.value.bundle == {
        "planned": [0, 0, 1, -2, 0, 0, 0, 0],  # 5 against the Griffon's 7, as below
        "searched": [1, 3, 1, 0, 0, 1, 3, 2],
    }


def test_a_target_and_the_next_best() -> None:
    answer = solve(position_of(SWORDS), target="Griffon")
    others = solve(position_of(SWORDS), top=2).others

    assert answer.objective == (0, 0, 1, -2, 0, 0, 0, 0), "7 - 2 for the dark = 5 against 7"
    # Both are 2 short (Nixie: 3 against 5); then the order is that of the card ids.
    assert [plan.title for plan in others] == ["attack Griffon", "attack Nixie"]


def test_all_lines_up_to_symmetry() -> None:
    text = """\
    turn: dungeon
    hand: [Regian Cleric, Redblade Killer, Hatchet]
    deck: []
    hall: [Nixie, Famine, Griffon]
    """
    # Hatchet (Weight 3) fits Cleric (4) and Killer (5). Magic 1 + Attack 2 + 3 = 6; dark in Rank 1: -2, so 4.
    # Famine has Health 4 and stands in Rank 2: 6 - 4 = 2. The Nixie (5) and the Famine are missed by 1 and 2,
    # and the Famine spreads Disease without a loss; nearest is the Nixie, in two ways.
    answer = solve(position_of(text), all_lines=True)

    assert answer.objective == (0, 0, 1, -1, 0, 0, 0, 0)
    assert sorted(plan.line.steps[0].text for plan in answer.best) == [
        "equip Hatchet on Redblade Killer",
        "equip Hatchet on Regian Cleric",
    ]


def test_what_hangs_on_an_unknown_card_is_not_proved() -> None:
    answer = solve(position_of("turn: dungeon\nhand: [Regian Priest]\nhall: [Nixie, Famine, Griffon]\n"))

    assert (answer.status, answer.bound) == ("undecided", ())
    assert answer.left_out == ("Regian Priest brings an unknown card: what follows depends on it",)


@pytest.mark.parametrize("limit", [0.0001, 0.001, 0.01, 0.05])
def test_a_short_time_never_looks_like_a_disagreement(limit: float) -> None:
    position = position_of(SWORDS)
    with within(limit):
        answer = solve(position)

    assert answer.status in ("optimal", "undecided")


def test_a_monster_that_cannot_be_attacked() -> None:
    answer = solve(
        position_of("turn: dungeon\nhand: [Militia]\nhall: [Blink Dog, Nixie, Famine]\n"), target="Blink Dog"
    )

    assert (answer.status, answer.best) == ("impossible", ())
    assert answer.notes == ("Blink Dog cannot be attacked",)


def test_a_turn_that_is_not_chosen_yet_gets_the_best_of_each_kind() -> None:
    answer = solve(
        position_of(
            "hand: [Torch, Disease]\ndeck: []\nhall: [Nixie, Famine, Griffon]\nvillage: {Dagger: 1}\n"
        )
    )

    # No Attack at all: the Famine (Health 4) is the nearest. Torch 2 gold does not buy a Dagger (3).
    assert answer.best[0].title == "dungeon: attack Famine"
    assert [plan.title for plan in answer.others] == ["village: take nothing", "rest: destroy Disease"]
    assert [plan.goal[0] for plan in answer.others] == ["growth", "diseases"]


def test_an_unknown_goal_is_located_in_the_file_and_a_usage_error_outside() -> None:
    with pytest.raises(InputError) as caught:
        solve(position_of(SWORDS + "goal: fame\n"))
    assert [(each.code, each.span and each.span.line) for each in caught.value.diagnostics] == [("E311", 6)]

    with pytest.raises(UsageError, match="fame"):
        solve(position_of(SWORDS), goal="fame")


def test_a_solver_that_promises_too_much_is_caught_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = planning.solve_stated

    def boastful(*args: object) -> Outcome:
        outcome = honest(*args)  # type: ignore[arg-type]
        if outcome.solution is None:
            return outcome
        more = (
            *outcome.solution.objective[:-3],
            outcome.solution.objective[-3] + 1,
            *outcome.solution.objective[-2:],
        )
        return replace(outcome, solution=replace(outcome.solution, objective=more))

    monkeypatch.setattr(planning, "solve_stated", boastful)

    with pytest.raises(DisagreementError) as caught:
        solve(position_of(SWORDS))
    promised, played = caught.value.bundle["promised"], caught.value.bundle["played"]
    assert promised[5] == played[5] + 1


@pytest.mark.parametrize("drawing", ["Torch", "Regian Priest"])
def test_an_attack_with_too_many_choices_is_undecided(drawing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # No statement covers what Medusa does: the engine itself is searched.
    text = f"""\
        turn: dungeon
        hand: [Thyrian Squire, Militia, Short Sword, Iron Rations, {drawing}]
        deck: {{rest: [Militia, Torch]}}
        hall: [none, none, Medusa]
        dungeon_deck: []
        """
    assert solve(position_of(text)).status == "optimal"
    monkeypatch.setattr(dungeon, "SEARCH_LIMIT", 3)

    answer = solve(position_of(text))

    assert answer.status == "undecided"
    assert any("too many" in note for note in (*answer.notes, *answer.left_out))


def test_a_visit_with_too_many_choices_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the statement covers a home-made card no more, the engine is searched; when that gives up,
    nothing is claimed.
    """

    def gives_up(*_: object, **__: object) -> None:
        raise TooLargeError("more than 1 positions")

    monkeypatch.setattr(village, "covered", lambda *_: False)
    monkeypatch.setattr(village, "best_line", gives_up)
    answer = solve(position_of("turn: village\nhand: [Militia]\nvillage: {Elf Wizard: 6, Torch: 9}\n"))
    assert answer.status == "undecided"
    assert any("leaves too many choices" in note for note in answer.notes)


def test_a_lost_battle_in_the_dark_is_fought_with_all_that_helps() -> None:
    text = """\
    turn: dungeon
    hand: [Militia, Dagger]
    deck: []
    hall: [Griknack Goblin, none, none]
    """
    # Rank 1 without Light takes 2. Militia alone 1 - 2 = -1, held at 0; with the Dagger 1 + 1 - 2 = 0.
    for goal in (None, "vp", "total"):
        best = solve(position_of(text), goal=goal).best[0]

        assert [step.text for step in best.line.steps] == [
            "equip Dagger on Militia",
            "attack Griknack Goblin",
        ]


def test_a_spear_is_thrown_where_a_lost_battle_comes_closer() -> None:
    text = """\
    turn: dungeon
    hand: [Thyrian Squire, Spear]
    deck: []
    hall: [Griffon, none, none]
    """
    # With the Spear 2 + 2 - 2 for the dark = 2 against Health 7; 3 more when it is thrown, so destroyed: 5 is
    # closer than 2. Who asks for no loss keeps it.
    for goal, thrown in (("win", ["use Spear"]), ("total", ["use Spear"]), ("win,lost", [])):
        best = solve(position_of(text), goal=goal).best[0]

        steps = [step.text for step in best.line.steps]
        assert steps == ["equip Spear on Thyrian Squire", *thrown, "attack Griffon"]


ARCHMAGE = """\
turn: dungeon
hand: [Elf Archmage, Thyrian Squire, Militia]
deck: []
hall: [Nixie, Mythlurian, Mythlurian]
players: {others: 0}
"""
# Magic Attack 4, Attack 2 + 1: 7, with Light 2, so nothing is lost up to Rank 2, and 2 points in Rank 3.
# In Rank 1 the Nixie (5) falls: 1 VP. A Mythlurian (8) falls nowhere.

BANISH = ARCHMAGE.replace("Elf Archmage", "Banish, Lantern, Flaming Sword")
ROBBED = BANISH.replace("Banish", "Banish, Selurin Theurge")


def solved(dungeon: str, text: str = ARCHMAGE, **how: str) -> SolveAnswer:
    return solve(position_of(text + f"dungeon_deck: {dungeon}\n"), backend="exact", **how)  # type: ignore[arg-type]


def vp(answer: SolveAnswer) -> int:
    return answer.objective[answer.goal.index("vp")]


def test_a_monster_that_may_come_is_left_out_even_where_the_best_known_line_moves_nothing() -> None:
    answer = solved("unknown")

    assert (answer.status, answer.bound, answer.left_out) == ("undecided", (), (PLACEHOLDER,))
    assert [step.text for step in answer.best[0].line.steps] == ["attack Nixie"]
    assert vp(answer) == 1


def test_it_may_indeed_be_worth_more() -> None:
    # On top lies a Kingdom (Health 5, 3 VP). It comes into Rank 3: 7 - 2 = 5.
    answer = solved("{top: [Kingdom], rest: unknown}")

    assert (answer.status, answer.left_out) == ("optimal", ())
    assert (answer.best[0].title, vp(answer)) == ("defeat Kingdom", 3)


@pytest.mark.parametrize("dungeon", ["[]", "{top: [Famine], rest: unknown}"])
def test_nothing_is_left_out_where_only_known_cards_can_come(dungeon: str) -> None:
    # A Famine (Health 4, less than 3 VP and no more than the Nixie's in sum) is no stranger: one card comes.
    assert (solved(dungeon).status, solved(dungeon).left_out) == ("optimal", ())


def test_nothing_is_left_out_where_no_card_moves_the_hall() -> None:
    assert solved("unknown", ARCHMAGE.replace("Elf Archmage", "Elf Wizard")).status == "optimal"


def test_what_cannot_be_surpassed_is_proved_with_strangers_too() -> None:
    assert solved("unknown", goal="win").status == "optimal"
    assert solved("unknown", goal="win,lost").status == "optimal"  # won, and no card of the own is lost
    assert solved("unknown", goal="win,vp").status == "undecided"


def test_a_win_that_needs_the_hall_moved_is_proved_by_this_goal() -> None:
    # With the Nixie in Rank 3 there are 7 - 2 = 5 at once. Without the Squire 5: she must slide to Rank 2.
    text = ARCHMAGE.replace("Thyrian Squire, ", "").replace(
        "Nixie, Mythlurian, Mythlurian", "Mythlurian, Mythlurian, Nixie"
    )

    assert (solved("unknown", text, goal="win").status, solved("unknown", text).status) == (
        "optimal",
        "undecided",
    )
    assert solved("unknown", text).best[0].title == "defeat Nixie"


def test_whoever_wants_no_unknown_card_has_an_answer() -> None:
    assert (solved("unknown", draws="known").status, solved("unknown", draws="known").left_out) == (
        "optimal",
        (),
    )


@pytest.mark.parametrize(("target", "status"), [("Nixie", "optimal"), ("Kingdom", "undecided")])
def test_a_target_is_one_that_stands_there_or_one_that_may_come(target: str, status: str) -> None:
    assert solved("unknown", target=target).status == status


@pytest.mark.parametrize("text", [BANISH, ROBBED], ids=["banish", "where the own hand is robbed too"])
def test_banish_brings_strangers_as_well(text: str) -> None:
    assert solved("unknown", text).left_out == (PLACEHOLDER,)
    assert solved("[]", text).left_out == ()


def test_under_chance_too() -> None:
    # The Priest draws a Militia or a Torch first: 4 + 2 and perhaps 1 against the Nixie (5), certain already.
    text = ARCHMAGE.replace("Thyrian Squire, Militia", "Regian Priest").replace(
        "deck: []", "deck: {rest: [Militia, Torch]}"
    )

    assert solved("unknown", text).left_out == (PLACEHOLDER,)
    assert solved("[]", text).left_out == ()


def test_a_stranger_in_rank_one_may_breach_so_nothing_is_said_of_it() -> None:
    # 4 are not enough for the Nixie. Sent down, she leaves three Ranks to cards that nobody knows.
    text = ARCHMAGE.replace(", Thyrian Squire, Militia", "").replace(
        "Nixie, Mythlurian, Mythlurian", "Nixie, none, none"
    )
    answer = solved("unknown", text)

    assert (answer.status, answer.best[0].title) == ("undecided", "attack Nixie")
    assert answer.left_out == ("an unknown Monster comes to Rank 1: what follows depends on it",)


@pytest.mark.parametrize(("goal", "status"), [("win", "optimal"), ("win,vp", "undecided")])
def test_a_card_of_the_hall_that_the_file_does_not_know(goal: str, status: str) -> None:
    text = ARCHMAGE.replace("Elf Archmage", "Elf Wizard, Torch").replace(
        "Nixie, Mythlurian, Mythlurian", "Nixie, unknown, none"
    )

    assert solved("[]", text, goal=goal).status == status
