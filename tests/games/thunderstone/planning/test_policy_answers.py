"""Policies as answers: exact numbers worked out by hand, every attitude, what is unknown, disagreement."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import position_of, solve
from tests.games.thunderstone.planning.random_positions import dungeon_draws
from tests.sweeping import seeds
from tsolve.budget import Budget, allow, within
from tsolve.errors import DisagreementError
from tsolve.games.thunderstone.planning import one_turn as answer_module
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.planning.written_policy import write_policy
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import PolicyAnswer

ONE_DRAW = """\
turn: dungeon
hand: [Regian Priest, Thyrian Squire, Torch]
deck: {rest: [2 x Torch, 3 x Militia, Dagger]}
hall: [Nixie, Griffon, Kingdom]
"""
# Magic Attack 2 (Priest) + Attack 2 (Squire) = 4 in Rank 1, where the Torch gives the Light 1 that is needed.
# Nixie has Health 5 (1 VP, 1 XP): Militia (+1) or Dagger (+1, Weight 2) makes 5. That is 4 of 6 cards.
# Griffon (Health 7) in Rank 2 and Kingdom (5) in Rank 3 lose 2 and 4 for the dark.

TWO_DRAWS = """\
turn: dungeon
hand: [2 x Regian Priest, Torch]
deck: {rest: [Militia, 2 x Torch]}
hall: [Nixie, Griffon, Kingdom]
"""
# 2 + 2 = 4 against 5: only the Militia (+1) helps, and each Priest may draw once.
# 1/3 at the first draw, else (2/3) 1/2 at the second: 1/3 + 2/3 x 1/2 = 2/3.


def policy_of(answer: SolveAnswer) -> PolicyAnswer:
    assert answer.policy is not None
    return answer.policy


def means(policy: PolicyAnswer) -> dict[str, str]:
    return dict(zip(policy.goal, (level.exact for level in policy.expected), strict=True))


def chances(policy: PolicyAnswer) -> dict[str, str]:
    return {each.target: each.chance.exact for each in policy.chances}


def test_one_draw_by_hand() -> None:
    answer = solve(position_of(ONE_DRAW))
    policy = policy_of(answer)

    assert (answer.status, answer.best, answer.left_out) == ("optimal", (), ())
    assert policy.first == "use Regian Priest (draw 1 card)"
    assert means(policy) == {
        "win": "2/3",
        "points": "2/3",
        "vp": "2/3",
        "xp": "2/3",
        "lost": "0",
        "margin": "0",
        "goes_on": "1",
        "shortfall": "-1/3",
    }
    assert chances(policy) == {"Nixie": "2/3", "Griffon": "0", "Kingdom": "0"}
    assert (policy.worst.objective, policy.worst.chance.exact) == ((0, 0, 1, -1, 0, 0, 0, 0), "1/3")
    assert (policy.best.objective, policy.best.chance.exact) == ((1, 1, 1, 0, 0, 1, 1, 0), "2/3")
    assert {each.card: each.chance.exact for each in policy.nodes[0].branches} == {
        "Militia": "1/2",
        "Torch": "1/3",
        "Dagger": "1/6",
    }


def test_a_policy_for_the_best_cards_says_its_true_mean_too() -> None:
    policy = policy_of(solve(position_of(ONE_DRAW), draws="best"))

    assert policy.worth[0].exact == "1"
    assert policy.expected[0].exact == "2/3"


def test_the_greatest_chance_against_each_monster() -> None:
    # With two Torches there is Light 2. Famine (Health 4) in Rank 2 falls to 2 + 2 = 4 for certain; Kingdom
    # (Health 5, 3 VP) in Rank 1 needs Militia or Dagger, 4 of 6 cards, and is worth more.
    # Griffon (7) in Rank 3 with Light 2: at most 4 + 1 - 2 = 3, with a third Torch 4.
    text = ONE_DRAW.replace("Torch]\ndeck", "2 x Torch]\ndeck").replace(
        "Nixie, Griffon, Kingdom", "Kingdom, Famine, Griffon"
    )
    policy = policy_of(solve(position_of(text)))

    assert chances(policy) == {"Kingdom": "2/3", "Famine": "1/3", "Griffon": "0"}
    greatest = {each.target: each.greatest and each.greatest.exact for each in policy.chances}
    assert greatest == {"Kingdom": "2/3", "Famine": "1", "Griffon": "0"}


SENT_DOWN = """\
turn: dungeon
hand: [Elf Archmage, Regian Priest, Militia]
deck: {rest: [Torch, Fireball, Dagger]}
hall: [Kingdom, Griffon, Nixie]
dungeon_deck: {rest: [Grudgebeast, Skaladak, Lord of Death]}
"""
# 4 + 2 + 1 = 7 with Light 2. The Archmage sends one Monster down, and one of three others comes into Rank 3.


def test_a_target_that_cannot_come_is_impossible_and_no_matter_of_time() -> None:
    answer = solve(position_of(SENT_DOWN), target="Wraith")

    assert (answer.status, answer.left_out) == ("impossible", ())
    assert "Wraith does not stand in the Hall" in answer.notes


def test_a_target_that_may_come_is_said_not_to_be_attacked_where_it_does_not() -> None:
    # Skaladak (Health 7) comes once in three. In Rank 3 the 7 lose 2 without more Light: the Torch gives it
    # (7), so does the Fireball (7 + 3 = 10), but with the Dagger there are only 7 + 1 - 2 = 6. So 1/3 x 2/3.
    # With the Dagger it is attacked all the same: 1 is missing.
    policy = policy_of(solve(position_of(SENT_DOWN), target="Skaladak"))

    assert chances(policy) == {"Skaladak": "2/9"}
    assert {node.end.title for node in policy.nodes if node.end is not None} == {
        "defeat Skaladak",
        "attack Skaladak",
        "Skaladak is not attacked",
    }


def test_the_greatest_chance_against_a_monster_that_is_yet_to_come_is_not_claimed() -> None:
    # 7 against Griffon (7) wins for certain; only the Lord of Death (9, more VP) is preferred: it comes once
    # in three, and 7 + 3 (Fireball, which lights the Rank too) is enough. So 1/3 x 1/3.
    policy = policy_of(solve(position_of(SENT_DOWN)))

    assert chances(policy) == {"Kingdom": "0", "Griffon": "8/9", "Nixie": "0", "Lord of Death": "1/9"}
    greatest = {each.target: each.greatest and each.greatest.exact for each in policy.chances}
    assert greatest == {"Kingdom": "1", "Griffon": "1", "Nixie": "1", "Lord of Death": None}


GUARD = """\
turn: village
hand: [Town Guard, Torch, Dagger]
deck: {rest: [2 x Torch, 4 x Militia]}
village: {Flaming Sword: 8, Short Sword: 8, Polearm: 8, Dagger: 8}
"""
# Two of six: two Militias 6/15, one of each 8/15, two Torches 1/15. After two Militias the Guard may be
# destroyed for three of 2 Torches and 2 Militias: one Militia or one Torch stays behind, one as likely as the
# other.


def test_draws_that_nobody_waits_for_count_among_the_cards_that_came() -> None:
    policy = policy_of(solve(position_of(GUARD), goal="gold,growth", draws="worst"))
    last = {(each.card, *each.then) for node in policy.nodes for each in node.branches}

    assert policy.worst.chance.exact == "1/5"  # 6/15 x 1/2
    assert sorted(policy.worst.events) == ["Militia"] * 4 + ["Torch"]
    assert ("Torch", "Militia") in last  # two Torches, and then only Militias are left
    assert ("Militia", "Torch") in last


def test_a_card_on_top_is_a_step_of_the_policy() -> None:
    text = GUARD.replace("{rest: [2 x Torch, 4 x Militia]}", "{top: [Militia], rest: [Torch, Dagger]}")
    policy = policy_of(solve(position_of(text)))

    assert [step.text for step in policy.nodes[0].steps] == ["use Town Guard (draw 2 cards)", "draw Militia"]
    assert [step.number for step in policy.nodes[0].steps] == [1, 2]
    assert {each.card for each in policy.nodes[0].branches} == {"Torch", "Dagger"}
    assert policy.worst.events[0] == "Militia"


def test_every_action_of_a_policy_brings_its_grounds() -> None:
    policy = policy_of(solve(position_of(GUARD), goal="gold,growth"))
    ends = [node for node in policy.nodes if node.end is not None]

    # an effect of the Village by the Guard's own text, and a draw by chance
    assert {"card.town_guard", "TS-4.2", "TS-3.4"} <= set(policy.nodes[0].rulings)
    assert all("TS-4.4" in node.rulings for node in ends)  # something is bought on every way


# What is not known


UNKNOWN = ONE_DRAW.replace("deck: {rest: [2 x Torch, 3 x Militia, Dagger]}\n", "")


def test_an_unknown_deck_leaves_the_line_without_draws_and_says_what_a_card_could_do() -> None:
    answer = solve(position_of(UNKNOWN))
    (draw,) = answer.unknown

    assert (answer.status, answer.best[0].title) == ("undecided", "attack Nixie")
    assert answer.left_out == ("Regian Priest brings an unknown card: what follows depends on it",)
    assert (draw.steps, draw.card) == (("use Regian Priest (draw 1 card)",), "Regian Priest")
    assert draw.tried == 97  # all but Stone of Mystery, which nobody draws
    assert {"Militia", "Dagger"} <= set(draw.better)
    assert not {"Torch", "Disease"} & set(draw.better)
    # A Disease: Magic or Attack -1, so 3 against 5.
    assert (draw.worst.objective[:4], draw.worst.cards) == ((0, 0, 1, -2), ("Disease",))


@cache
def without_knowing() -> SolveAnswer:
    return solve(position_of(UNKNOWN), backend="exact")


@pytest.mark.parametrize(
    "card", ["Militia", "Torch", "Lantern", "Disease", "Polearm", "Elf Wizard", "Griffon", "Trainer", "Spear"]
)
def test_a_card_that_would_help_helps_where_it_is_known(card: str) -> None:
    without = without_knowing()
    with_it = solve(position_of(UNKNOWN + f"deck: [{card}]\n"), backend="exact")

    assert (card in without.unknown[0].better) == (with_it.objective > without.objective)


def test_a_card_in_sight_to_the_last_copy_is_not_tried() -> None:
    # All eight Polearms of the box lie in the Village.
    (draw,) = solve(position_of(UNKNOWN + "village: {Polearm: 8}\n")).unknown

    assert (draw.tried, "Polearm" in draw.better) == (96, False)


BANISH = """\
turn: dungeon
hand: [Banish, Thyrian Squire, Torch, Militia, Short Sword, Polearm]
hall: [Nixie, Griffon, Kingdom]
dungeon_deck: [Famine, Nixie, Suffering]
"""


def test_an_unknown_card_that_teaches_may_be_worth_a_lost_one() -> None:
    # Without a draw Griffon falls in Rank 2 for 2 XP and nothing is lost. Banish costs a card, which only
    # more XP can outweigh: a Feayn Sniper brings 1 more for a Monster that it helps to defeat in Rank 3.
    # By the usual goal a card weighs more than XP.
    answer = solve(position_of(BANISH), goal="win,points,xp,lost", backend="exact")
    (draw,) = answer.unknown

    assert (answer.status, answer.objective) == ("undecided", (1, 4, 2, 0))
    assert (draw.better, draw.best.objective[:3]) == (("Feayn Sniper",), (1, 4, 3))
    assert draw.steps[0] == "use Banish: arrange the Hall as Nixie, Kingdom, Griffon"
    assert draw.steps[1].startswith("destroy ")


def test_what_if_is_not_asked_where_nobody_wants_it() -> None:
    assert solve(position_of(UNKNOWN), what_if=False).unknown == ()
    assert solve(position_of(UNKNOWN), draws="known").unknown == ()


def test_under_known_draws_the_line_without_luck_is_proved() -> None:
    answer = solve(position_of(UNKNOWN), draws="known")

    assert (answer.status, answer.left_out) == ("optimal", ())
    assert "as asked, you draw only known cards" in answer.notes


# Proof


def _limited(text: str, seconds: float) -> SolveAnswer:
    position = position_of(text)
    with within(seconds):
        return solve(position)


def test_without_time_there_are_bounds_and_no_proof() -> None:
    answer = _limited(TWO_DRAWS, 0.000001)

    assert answer.status == "undecided"
    if answer.policy is not None:
        low, high = (
            [Fraction(each.exact) for each in side] for side in (answer.policy.low, answer.policy.high)
        )
        assert low <= high


@pytest.mark.parametrize(
    "change",
    [
        lambda root: replace(root, worth=(1, *root.worth[1:])),
        lambda root: replace(
            root, branches=(replace(root.branches[0], chance=Fraction(1, 7)), *root.branches[1:])
        ),
        lambda root: replace(root, branches=root.branches[1:]),
        lambda root: replace(
            root, branches=(replace(root.branches[0], node=root.branches[1].node), *root.branches[1:])
        ),
    ],
    ids=["worth", "chance", "an outcome left out", "another position"],
)
def test_a_policy_that_is_not_what_the_engine_finds_is_no_answer(change) -> None:  # type: ignore[no-untyped-def]
    file = position_of(ONE_DRAW)
    goal = DEFAULTS["dungeon"]
    searched = search(file.game, file.state, goal)
    assert write_policy(file.game, goal, searched, "expected").policy.ways == 3

    with pytest.raises(DisagreementError):
        write_policy(file.game, goal, replace(searched, root=change(searched.root)), "expected")


def test_an_evaluator_that_promises_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Evaluator.best

    def boastful(self: Evaluator, state: State, target: Target = ANYBODY) -> Reached | None:
        reached = honest(self, state, target)
        return reached and replace(reached, value=(*reached.value[:-1], reached.value[-1] + 1))

    monkeypatch.setattr(Evaluator, "best", boastful)

    with pytest.raises(DisagreementError):
        solve(position_of(ONE_DRAW))


def test_the_ends_of_a_policy_make_up_its_worth() -> None:
    goal = DEFAULTS["dungeon"]
    drawing = 0
    for seed in seeds(60, 75)[36:]:  # none of them takes long
        game, state = dungeon_draws(Random(seed), 3)
        searched = search(game, state, goal)
        if searched.root is None or not searched.root.branches:
            continue
        drawing += 1
        policy = write_policy(game, goal, searched, "expected").policy

        whole, mean = ends_of(policy)

        assert whole == 1
        assert [str(level) for level in mean] == [level.exact for level in policy.worth]
        assert tuple(mean) == searched.low
    assert drawing >= 8


def ends_of(policy: PolicyAnswer) -> tuple[Fraction, list[Fraction]]:
    """The chances of all ends added up, and the mean of their worths."""
    whole, mean = Fraction(0), [Fraction(0)] * len(policy.goal)
    waiting = [(Fraction(1), 0)]
    while waiting:
        chance, number = waiting.pop()
        node = policy.nodes[number]
        waiting += [(chance * Fraction(each.chance.exact), each.node) for each in node.branches]
        if node.end is not None:
            whole += chance
            mean = [sum_ + chance * level for sum_, level in zip(mean, node.end.objective, strict=True)]
    return whole, mean


def test_the_replay_ends_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has all the time in the world, and what it found is to be played when the time is over."""
    monkeypatch.setattr(answer_module, "grace", lambda: allow(Budget(steps=20)))
    answer = _limited(TWO_DRAWS, 60)
    monkeypatch.undo()

    assert (answer.status, answer.policy) == ("undecided", None)
    assert answer.bound == (1,)  # the chance to win is 2/3, in whole numbers at most 1
    assert any("begins with" in note and "no time to replay all its ways" in note for note in answer.notes)
    assert solve(position_of(TWO_DRAWS)).policy is not None


MANY_DRAWS = """\
turn: dungeon
hand: [Regian Priest, Chalice Defender, Magical Aura, Torch, Militia]
deck: {rest: [2 x Torch, 2 x Militia, Regian Priest, Dagger, Iron Rations, Disease, Magical Aura, Spear]}
hall: [Wraith, Griffon, Griffon]
"""


def test_a_long_policy_that_there_is_no_time_to_play_is_played_in_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many steps as its short form needs, and half of what the whole policy needs."""
    position = position_of(MANY_DRAWS)
    goal = ("win", "lost")
    searched = search(position.game, position.state, goal)
    assert searched.proved
    assert searched.short is not None
    steps = [
        spent_on(
            lambda root=root: write_policy(position.game, goal, replace(searched, root=root), "expected")
        )
        for root in (searched.short, searched.root)
    ]
    assert 2 * steps[0] < steps[1]

    monkeypatch.setattr(answer_module, "grace", lambda: allow(Budget(steps=steps[0] + steps[1] // 2)))
    answer = solve(position_of(MANY_DRAWS), goal="win,lost")
    policy = policy_of(answer)
    whole, mean = ends_of(policy)

    assert answer.status == "undecided"
    assert whole == 1
    assert tuple(mean) == searched.short.worth < searched.low
    assert [Fraction(each.exact) for each in policy.high] == list(searched.high or ())


def spent_on(work: Callable[[], object]) -> int:
    with allow(Budget()) as budget:
        work()
    return budget.spent


def test_a_replay_in_time_is_the_same_as_one_without_a_limit() -> None:
    assert _limited(TWO_DRAWS, 60) == solve(position_of(TWO_DRAWS))


def test_a_target_that_may_as_well_be_left_alone_where_the_hand_is_robbed() -> None:
    """Tyxr may breach in mid-turn, so the party is prepared among the draws; the Haunt cannot be beaten for
    certain, and any turn is worth as much: a turn without draws is an answer too.
    """
    text = """\
    turn: dungeon
    hand: [Banish, Selurin Warlock]
    deck: {rest: [2 x Feayn Archer, 2 x Militia, Regian Priest]}
    hall: [Haunt, Tyxr the Old, Suffering]
    """
    answer = solve(position_of(text), goal="win", target="Haunt", draws="worst")

    assert (answer.status, answer.objective) == ("optimal", (0,))


def test_a_monster_that_is_looked_at_counts_among_those_to_come() -> None:
    # Two Magicians (Magic Attack 2 each) and a Fireball (3) make at least 7, and the Torches light Rank 1:
    # enough for the Wraith (Health 6, 4 VP; no other has more than 2). It lies alone on the Dungeon Deck, and
    # off it while Polymorph asks for an exchange.
    answer = solve(
        position_of(
            """\
            turn: dungeon
            hand: [Polymorph, 2 x Selurin Magician, Fireball, 2 x Torch]
            deck: {rest: [2 x Torch, Militia]}
            hall: [Nixie, Blink Dog, Nixie]
            dungeon_deck: [Wraith]
            """
        ),
        goal="win,vp",
    )

    assert answer.status == "optimal"
    assert means(policy_of(answer)) == {"win": "1", "vp": "4"}
