"""The solver of a monster's move and attack against the plain one, which tries everything, on dealt
situations that bring what is rare.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.gloomhaven.plain.dealing import dealt, decisive
from tests.games.gloomhaven.plain.monster_turn import READINGS, USUAL, options
from tests.mutating import ROOT
from tests.sweeping import seeds
from tsolve import api
from tsolve.engine import Noting
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.monster_situation import Ground, Option, Situation
from tsolve.games.gloomhaven.monster_solver import Deliberation, Known, choose

DEALS = 300


@cache
def deals() -> list[tuple[Situation, dict[str, str], frozenset[Option]]]:
    """Situations with their readings and options."""
    dealt_ = [dealt(Random(seed)) for seed in range(DEALS)]
    return [(situation, chosen, options(situation, chosen)) for situation, chosen in dealt_]


def share(trait: Callable[[Situation, frozenset[Option]], bool]) -> float:
    """In how many of the deals it is so."""
    return sum(trait(situation, found) for situation, _, found in deals()) / DEALS


def test_what_is_rare_is_dealt_often() -> None:
    assert share(lambda _, found: not found) > 0.05
    assert share(lambda _, found: any(option.end != option.destination for option in found)) > 0.2
    assert share(lambda _, found: len({(each.end, each.targets) for each in found}) > 1) > 0.12
    assert share(lambda _, found: len({each.focus for each in found}) > 1) > 0.05
    assert share(lambda _, found: any(len(each.targets) > 1 for each in found)) > 0.15
    assert share(lambda on, found: any(each.end in on.ground.negative - {on.at} for each in found)) > 0.02


def test_it_ends_on_a_free_hex_and_attacks_its_focus() -> None:
    for situation, _, found in deals():
        enemies = {enemy.name: enemy.at for enemy in situation.enemies}
        for option in found:
            assert option.end not in situation.blocked | situation.friends
            assert option.end in situation.ground.board.hexes
            far = situation.ground.board.distance(situation.at, option.end)
            assert far is not None
            assert far <= situation.move
            assert not option.targets or option.focus in option.targets
            assert not option.targets or option.end == option.destination
            assert situation.attacks or not option.targets
            assert all(situation.ground.board.sees(option.end, enemies[name]) for name in option.targets)


def changed(situation: Situation, to: Callable[[Hex], Hex]) -> Situation:
    """The same situation on a turned or mirrored map, with its enemies the other way around."""
    ground = situation.ground
    board = Board(
        map(to, ground.board.hexes),
        map(to, ground.board.walls),
        [(to(one), to(other)) for one, other in ground.board.thin_walls],
        ground.board.sight,
    )

    def all_(hexes: frozenset[Hex]) -> frozenset[Hex]:
        return frozenset(map(to, hexes))

    return replace(
        situation,
        ground=Ground(board, all_(ground.obstacles), all_(ground.negative), all_(ground.difficult)),
        at=to(situation.at),
        enemies=tuple(replace(enemy, at=to(enemy.at)) for enemy in reversed(situation.enemies)),
        blocked=all_(situation.blocked),
        friends=all_(situation.friends),
    )


@pytest.mark.parametrize(
    "to",
    [
        lambda hex_: Hex(-hex_.p + 3, hex_.q + hex_.p - 2),  # turned by a sixth, and shifted
        lambda hex_: Hex(hex_.p, hex_.q),  # mirrored
    ],
)
def test_a_turned_map_turns_the_options(to: Callable[[Hex], Hex]) -> None:
    for situation, chosen, found in deals():
        turned = {replace(each, destination=to(each.destination), end=to(each.end)) for each in found}
        assert options(changed(situation, to), chosen) == turned


CHUNK = 100
UNUSUAL = [
    (point, reading) for point, all_ in READINGS.items() for reading in all_ if reading != USUAL[point]
]


@pytest.mark.parametrize("chunk", seeds(8, 500))
def test_both_leave_the_same_options(chunk: int) -> None:
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        situation, readings = dealt(Random(seed))
        found = choose(situation, readings)
        assert frozenset(found.options) == options(situation, readings), f"seed {seed}"
        assert len(set(found.options)) == len(found.options)


@pytest.mark.parametrize("folder", ["examples", "readings"])
def test_the_plain_one_finds_what_puzzles_expect(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worked examples and both sides of each reading: what is expected there is by hand."""
    met: dict[tuple[Situation, tuple[str, ...]], None] = {}

    def noted(book: Book, situation: Situation) -> Deliberation:
        met[situation, tuple(book.readings[point] for point in READINGS)] = None
        return deliberation(book, situation)

    deliberation = Book.deliberation
    monkeypatch.setattr(Book, "deliberation", noted)
    for file in sorted((ROOT / "gloomhaven" / "scenario" / folder).glob("*.yaml")):
        api.legal(api.load(file))
    assert len(met) > 20
    for situation, chosen in met:
        readings = dict(zip(READINGS, chosen, strict=True))
        assert frozenset(choose(situation, readings).options) == options(situation, readings)


@pytest.mark.parametrize(("point", "reading"), UNUSUAL)
def test_both_agree_where_a_reading_decides(point: str, reading: str) -> None:
    """Deals in which the reading changes what the usual one leaves: there are some for each."""
    deals = decisive(Random(9), point, reading, 3_000)
    found = list(islice(deals, len(seeds(1, 60))))
    assert found
    for situation, readings in found:
        assert frozenset(choose(situation, readings).options) == options(situation, readings)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_explained_is_what_is_done(seed: int) -> None:
    """The focus has the least key, and every destination is as good as any other candidate of its focus."""
    situation, readings = dealt(Random(f"explained {seed}"))
    found = choose(situation, readings)
    for option in found.options:
        if not (situation.move == 0 and readings["immobilized_attack"] == "anyone"):
            assert option.destination in {each.hex for each in found.destinations[option.focus]}
        if situation.focus is None and option.focus in found.focus_keys:
            assert found.focus_keys[option.focus] == min(found.focus_keys.values())


def asked(found: Deliberation, what: str) -> object:
    return found.choice() if what == "choice" else found.focuses if what == "focuses" else found.paths


def noted(situation: Situation, readings: dict[str, str], what: str, known: Known | None) -> object:
    """What is answered, and the readings that were looked up for it; without `known` from nothing."""
    notes: dict[str, str] = {}
    noting = Noting(readings, notes)
    found = Deliberation(situation, noting, known)
    answer = asked(found, what)
    return answer if what != "paths" else None, notes


@pytest.mark.parametrize("seed", range(150))
def test_every_question_notes_what_it_rests_on(seed: int) -> None:
    random = Random(f"noted {seed}")
    situation, readings = dealt(random)
    known: Known = {}
    unnoted = Deliberation(situation, readings, known)
    for _ in range(6):
        what = random.choice(("choice", "focuses", "paths"))
        if random.random() < 0.3:
            asked(unnoted, what)
        assert noted(situation, readings, what, known) == noted(situation, readings, what, None)
