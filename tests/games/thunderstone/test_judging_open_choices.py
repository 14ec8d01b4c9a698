"""Claims about lines that leave a choice open, held to every way in which the engine can go on from there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.games.thunderstone.files import opened
from tsolve.games.thunderstone.actions import Attack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.lines import Bests
from tsolve.games.thunderstone.judging.outcome import one_turn
from tsolve.games.thunderstone.state import State
from tsolve.turns.line import play_line

MONSTERS = ("Black Slime", "Mythlurian", "Skaladak", "Red Jelly", "Gray Ooze", "Judgement", "Medusa")
BEHIND = ("Tyxr the Old", "Tyxr the Old", "Nixie", "none")
CARDS = ("Militia", "Militia", "Dagger", "Torch", "Spear", "Regian Priest", "Thyrian Squire", "Elf Wizard")
OTHERS = ("Militia", "Short Sword", "Barkeep", "Lantern", "Iron Rations")
GUESSES = range(-2, 12)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_a_claim_is_settled_exactly_where_all_ways_agree(first: int) -> None:
    settled = hanging = 0
    for seed in range(first, first + 20):
        found = judged(Random(seed))
        settled += found == "settled"
        hanging += found == "hanging"

    assert settled >= 5
    assert settled + hanging <= 20


def judged(random: Random) -> str:
    """Compare one random position; what its open choice decides, empty where nothing is open."""
    monster = random.choice(MONSTERS)
    hand = ", ".join(random.choice(CARDS) for _ in range(5))
    seats = [", ".join(random.choice(OTHERS) for _ in range(4)) for _ in range(random.choice((1, 1, 3)))]
    others = ", ".join(f"{{hand: [{theirs}], deck: []}}" for theirs in seats)
    claims = [f"- {{total: {value}, against: {monster}}}" for value in GUESSES]
    claims += [f"- {{defeats: {monster}}}", f"- {{not_defeats: {monster}}}"]
    file = opened(
        "\n".join(
            (
                "turn: dungeon",
                f"hand: [{hand}, 2 x Torch]",
                "deck: [4 x Militia, 2 x Dagger]",
                f"hall: [{monster}, {random.choice(BEHIND)}, none]",
                "dungeon_deck: [Kingdom, Famine, Suffering]",
                f"players: {{others: [{others}]}}",
                f"line: [attack {monster} in Rank 1]",
                "claims:",
                *claims,
                "",
            )
        )
    )
    line = play_line(file, file.position.line)
    verdicts = [each.judge().verdict for each in file.claims(line, Bests(file))]
    if not line.undecided:
        return ""
    game = one_turn(file.book)
    ends = list(every_end(game, game.apply(file.state, Attack(1))))
    values = {end.tally.value for end in ends}
    wins = {end.tally.outcome == "won" for end in ends}
    assert verdicts[: len(GUESSES)] == [verdict({value == guess for value in values}) for guess in GUESSES]
    assert verdicts[len(GUESSES) :] == [verdict(wins), verdict({not won for won in wins})]
    return "settled" if len(values) == 1 and len(wins) == 1 else "hanging"


def verdict(truths: set[bool]) -> str:
    """What is said of a statement with these truths over all ways."""
    return "undecided" if len(truths) > 1 else "confirmed" if truths == {True} else "refuted"


def every_end(game: Thunderstone, state: State) -> Iterator[State]:
    """Every end of the battle, whatever you choose: only the engine is asked, action by action."""
    waiting, seen = [state], set()
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        if here.tally.outcome:
            yield here
        else:
            waiting += [game.apply(here, action) for action in game.legal_actions(here)]
