"""Tasks that wait: who acts, what is refused and why, and what follows by itself."""

from __future__ import annotations

from random import Random

import pytest

from tests.cardkit.attacks import (
    Action,
    Attack,
    Attacks,
    ChooseEnemy,
    Round,
    Scenario,
    Shuffle,
    Turned,
    TurnModifier,
)
from tsolve.cardkit import piles
from tsolve.engine import CHANCE, UNKNOWN, Probe, TooMuchWorkError
from tsolve.errors import IllegalActionError

GAME = Attacks(Scenario(frozenset(("+0", "+1", "-1", "null", "x2")), strength=3))
DECK = piles.shuffled(("+0", "+0", "+1", "null"))


def attacks(count: int, *health: int, deck: piles.Pile = DECK) -> Round:
    return Round(health, deck, todo=(ChooseEnemy(),) * count)


def test_a_player_chooses_then_chance_then_the_engine() -> None:
    state = attacks(1, 5, 5)
    assert GAME.mover(state) == 0
    assert GAME.legal_actions(state) == [Attack(0), Attack(1)]
    assert GAME.chance(state) == []
    waiting = GAME.apply(state, Attack(1))
    assert GAME.mover(waiting) == CHANCE
    assert GAME.legal_actions(waiting) == []
    assert GAME.chance(waiting) == [(Turned("+0"), 2), (Turned("+1"), 1), (Turned("null"), 1)]
    after = GAME.apply(waiting, Turned("+1"))
    assert (after.health, after.discard, after.todo) == ((5, 5 - 3 - 1), ("+1",), ())
    assert GAME.mover(after) == after.active == 0


def test_what_is_put_off_waits_for_all_attacks() -> None:
    waiting = GAME.apply(attacks(2, 5, 5), Attack(0))
    missed = GAME.apply(waiting, Turned("null"))
    assert missed.health == (5, 5)
    assert missed.todo == (Shuffle(), ChooseEnemy())
    last = GAME.apply(GAME.apply(missed, Attack(0)), Turned("+0"))
    assert (last.health, last.todo) == ((2, 5), ())
    assert last.deck == DECK  # all four cards are in it again


def test_with_one_answer_nobody_is_asked() -> None:
    state = attacks(3, 1, 9, deck=piles.known(("+0", "+1", "x2")))
    watched = Attacks(GAME.book, Probe(notes=True))
    after = watched.apply(state, Attack(0))
    assert after.health == (1 - 3, 9 - (3 + 1) - 2 * 3)
    # the first enemy is dead: both attacks that are left go to the second one
    assert [(len(piles.contents(here.deck)), action) for here, action in watched.probe.forced] == [
        (2, Attack(1)),
        (1, Attack(1)),
    ]
    halting = Attacks(GAME.book, halts_before=(TurnModifier,))
    halted = halting.apply(state, Attack(0))
    assert halted.todo == (ChooseEnemy(), ChooseEnemy(), TurnModifier(0))
    assert halted.health == (1, 9)


def test_a_probe_counts_what_is_played_and_may_remember_it() -> None:
    state = attacks(1, 5, 5)
    plain, remembering = Probe[Round, Action](limit=2), Probe[Round, Action](remembers=True)
    for probe, work in ((plain, 2), (remembering, 1)):
        game = Attacks(GAME.book, probe)
        assert game.apply(state, Attack(0)) == game.apply(state, Attack(0))
        assert probe.work == work
    with pytest.raises(TooMuchWorkError):
        Attacks(GAME.book, plain).apply(state, Attack(0))


def test_rules_that_halt_remember_for_themselves() -> None:
    """One probe may watch both: what one of them left waiting the other goes on with."""
    state = attacks(3, 1, 9, deck=piles.known(("+0", "+1", "x2")))
    probe: Probe[Round, Action] = Probe(remembers=True)
    halted = Attacks(GAME.book, probe, halts_before=(TurnModifier,)).apply(state, Attack(0))
    assert halted.health == (1, 9)
    assert Attacks(GAME.book, probe).apply(state, Attack(0)).health == (1 - 3, 9 - (3 + 1) - 2 * 3)


def test_what_is_refused_says_why() -> None:
    state = attacks(1, 5, 5)

    def why(state: Round, action: Attack | Turned) -> tuple[str, tuple[str, ...]] | None:
        refusal = GAME.why_not(state, action)
        return None if refusal is None else (refusal.reason, refusal.rulings)

    assert why(state, Attack(1)) is None
    assert why(state, Turned("+1")) == ("you must first choose an enemy", ())
    waiting = GAME.apply(state, Attack(0))
    assert why(waiting, Turned("+1")) is None
    assert why(waiting, Turned("x2")) == ("that card cannot come now", ("DRAW",))
    unknown = GAME.apply(attacks(1, 5, 5, deck=piles.UNKNOWN), Attack(0))
    assert GAME.mover(unknown) == UNKNOWN
    assert why(unknown, Turned("x2")) is None
    assert why(unknown, Turned("of another box")) == ("an unknown card comes next: say which", ("DRAW",))
    assert GAME.apply(unknown, Turned("x2")).health == (-1, 5)
    over = Round((5,), DECK, over=True)
    assert why(over, Attack(0)) == ("the game is over", ("END",))
    assert GAME.legal_actions(over) == []
    with pytest.raises(IllegalActionError, match="cannot come now"):
        GAME.apply(waiting, Turned("x2"))


def test_chance_sampled_is_one_of_its_events() -> None:
    chosen = GAME.apply(attacks(1, 5, 5), Attack(0))
    random = Random(1)
    seen = {GAME.sample(chosen, random).health[0] for _ in range(100)}
    assert seen == {5 - 3, 5 - 4, 5}
