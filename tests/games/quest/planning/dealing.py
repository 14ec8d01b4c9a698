"""Random turns with the real cards of Thunderstone Quest, under random readings, goals for them, and the
plain search over the engine, which knows nothing of problems and backends, to compare plans with.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from random import Random

from msgspec.structs import replace

from tests.games.quest.table import CARDS, RULESET
from tsolve.cardkit.piles import EMPTY, UNKNOWN, Pile, known, shuffled
from tsolve.engine.search import BestPolicy, best_policy
from tsolve.errors import TooLargeError
from tsolve.games.quest.actions import Action, Enter, Give, Visit
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.base import Immune, Modifier, Protected
from tsolve.games.quest.effects.demands import Lose
from tsolve.games.quest.game import Quest
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.planning.goals import DEFAULTS, Goal, Kind, value
from tsolve.games.quest.planning.plan import Node, Planner
from tsolve.games.quest.state import WILDERNESS, Player, Room, Stack, State, Target
from tsolve.model.plays import Backend, Draws
from tsolve.solve.policy import Worth, average


@cache
def playable(kind: str, level: int | None = None) -> tuple[str, ...]:
    """The cards of a kind that can be played, by id."""
    found = (card for card in CARDS.values() if card.kind == kind and not card.missing)
    return tuple(sorted(card.id for card in found if level is None or card.level == level))


def rules(random: Random, odd: float = 0.15) -> Quest:
    """The rules for one turn; each open point is read otherwise than usual with this probability."""
    readings = {
        point.id: random.choice(point.options).id if random.random() < odd else point.default.id
        for point in RULESET.interpretations.values()
    }
    return Quest.for_one_turn(Book(CARDS, readings))


def hand(random: Random, size: int) -> tuple[str, ...]:
    """Heroes and what they can use, with copies."""
    sorts: dict[str, int] = {"hero": 5, "weapon": 5, "item": 2, "spell": 2, "wound": 1}
    found: list[str] = []
    while len(found) < size:
        if found and random.random() < 0.2:
            found.append(random.choice(found))
        elif random.random() < 0.3:
            found.append(random.choice(("adventurer", "dagger", "lantern", "thunderstone_shard")))
        else:
            kind = random.choices([*sorts], [*sorts.values()])[0]
            found.append("festering_wound" if kind == "wound" else random.choice(playable(kind)))
    return tuple(found)


def pile(random: Random, cards_: Iterable[str], chance: float) -> Pile:
    """A deck: mostly in a known order, with this chance a few cards in any order, or unknown."""
    found = tuple(cards_)
    if random.random() < chance:
        return shuffled(found[:3])
    return random.choice((known(found), known(found), EMPTY, UNKNOWN))


def dungeon(random: Random, size: int, chance: float = 0.0) -> tuple[Quest, State]:
    """A Dungeon turn, before the hand is laid out."""
    rooms = [Room("wilderness", random.choice(("giant_rat", "giant_rat", "smorga_4")))]
    for level in (1, 2, 3):
        for room in random.sample(playable("room", level), 2):
            there = random.choice(playable("monster", random.choice((1, level))))
            rooms.append(Room(room, "" if random.random() < 0.1 else there))
    me = Player(
        deck=pile(random, hand(random, 5), chance),
        hand=hand(random, size),
        xp=random.choice((0, 2, 5)),
        wounds=random.choice((0, 0, 1, 3)),
        iron_rations=random.choice((0, 0, 0, 1)),
        lantern=random.choice((0, 0, 1)),
        potion=random.choice((0, 0, 0, 1)),
        room=random.choice((NONE, NONE, 0, 1, 3, 5)),
    )
    state = State(
        players=(me, Player(UNKNOWN, hand=None)),
        rooms=tuple(rooms),
        monsters=(UNKNOWN, UNKNOWN, known(("guardian_key", "giant_rat"))),
        guardian="smorga_4",
        stacks=stacks(random, 2),
        treasures=UNKNOWN,
    )
    return rules(random), state


def weakening(random: Random) -> tuple[Quest, State]:
    """The same in a room that takes Skill or asks more of it, with Weapons that have abilities."""
    game, state = dungeon(random, 1)
    rooms = [card for card in playable("room") if any(map(_weakens, CARDS[card].traits))]
    weapons = [
        card
        for card in playable("weapon")
        if any("dungeon" in ability.phases for ability in CARDS[card].abilities)
    ]
    held = (
        random.choice(("adventurer", "stormhand_1", "stormhand_2", "hawkswood_1")),
        *random.choices(weapons, k=random.choice((1, 2, 2))),
        random.choice(("thunderstone_shard", "amulet_of_infravision", "silverhelm_1", "silverhelm_2")),
    )
    nobody = [Room(room.card, "") for room in state.rooms]
    few = known(tuple(random.choices(("adventurer", "dagger", "lantern"), k=2)))
    me = replace(state.me, hand=held, deck=few, room=3, lantern=0, iron_rations=random.choice((0, 1, 1)))
    there = Room(random.choice(rooms), random.choice(playable("monster", random.choice((1, 2)))))
    return game, replace(state, players=(me, *state.players[1:]), rooms=(*nobody[:3], there, *nobody[4:]))


def prepared(random: Random) -> tuple[Quest, State]:
    """A Dungeon turn with Weapons given already, where Monsters often take cards before the battle, and some
    Hero may wield few Weapons.
    """
    game, state = dungeon(random, 2)
    limited = [card for card in playable("hero") if CARDS[card].weapon_limit is not None]
    weapons = random.choices(("dagger", "dagger", *playable("weapon")), k=3)
    held = (random.choice(limited), *state.me.hand, *weapons)
    rooms = (
        replace(room, monster=random.choice(ROBBING)) if random.random() < 0.5 else room
        for room in state.rooms
    )
    me = replace(state.me, hand=held, deck=EMPTY)
    state = replace(state, players=(me, *state.players[1:]), rooms=tuple(rooms))
    state = game.apply(state, Enter())
    for _ in range(random.randint(1, 2)):
        gifts = [action for action in game.legal_actions(state) if isinstance(action, Give)]
        if gifts and not state.todo:
            state = game.apply(state, random.choice(gifts))
    return game, state


def sacrificing(random: Random) -> tuple[Quest, State]:
    """A Dungeon turn in which Heroes may be given for a Monster, and another one perhaps takes its place."""
    game, state = dungeon(random, 1)
    heroes = [card for card in playable("hero") if (CARDS[card].level or 0) < 3]
    held = ("the_reaper", *random.choices(heroes, k=2), *state.me.hand)
    me = replace(state.me, hand=held, deck=EMPTY, lantern=random.choice((0, 0, 1, 2)))
    come = random.choice((UNKNOWN, UNKNOWN, EMPTY, known((random.choice(playable("monster", 1)),))))
    state = replace(
        state, players=(me, *state.players[1:]), monsters=(come, random.choice((come, UNKNOWN)), UNKNOWN)
    )
    return game, game.apply(state, Enter()) if random.random() < 0.8 else state


def _weakens(trait: object) -> bool:
    if not isinstance(trait, Modifier):
        return False
    return (trait.value == "skill" and trait.by < 0) or (trait.value == "requirement" and trait.by > 0)


SORTS = ("Bow", "Edged", "Weapon", "Spell", "Item", "Hero", "Rogue", "Wizard", "Hero or Weapon")
"""What Monsters of one's own are immune to."""


def warded(random: Random) -> tuple[Quest, State]:
    """A Dungeon turn with cards of one's own: Monsters that do not feel some cards, and cards that Monsters
    cannot take.
    """
    game, state = sacrificing(random) if random.random() < 0.3 else dungeon(random, 3)
    cards = dict(game.book.cards)
    for room in state.rooms:
        if room.monster and random.random() < 0.7:
            foe = cards[room.monster]
            trait = Immune(random.choice(("any", "any", "physical", "magic")), random.choice(SORTS))
            cards[foe.id] = replace(foe, traits=(*foe.traits, trait))
    met = (random.choice((*ROBBING, *GRUDGING)) if random.random() < 0.5 else "" for _ in state.rooms)
    rooms = (
        replace(room, monster=other) if other and place and room.monster else room
        for place, (room, other) in enumerate(zip(state.rooms, met, strict=True))
    )
    for held in {*(state.me.hand or ()), *(laid.card for laid in state.laid)}:
        if random.random() < 0.6:
            card = cards[held]
            guarded = Protected(random.choice(("discard", "destroy", "both")))
            cards[held] = replace(card, traits=(*card.traits, guarded))
    return Quest.for_one_turn(Book(cards, game.book.readings)), replace(state, rooms=tuple(rooms))


def alerting(random: Random) -> tuple[Quest, State]:
    """A Dungeon in which it matters which way one goes: few places, most with alerts, Light for a detour, and
    as often as not rooms may be entered twice.
    """
    game, state = dungeon(random, 1)
    grid = [state.rooms[WILDERNESS]]
    for level in (1, 1, 2, 2, 3, 3):
        known = random.random() < 0.85 and level < 3
        tiles = playable("room", random.choice((1, level)))
        loud = [card for card in tiles if CARDS[card].alerts]
        room = random.choice(loud if loud and random.random() < 0.5 else tiles)
        there = random.choice(random.choice((ALERTING, ALERTING, GRUDGING, ("", *playable("monster", 1)))))
        grid.append(Room(room, there) if known else Room("", ""))
    held = random.sample(("adventurer", "dagger", *LOSABLE), 2)
    light = random.choices(("lantern", "thunderstone_shard"), k=random.randint(1, 2))
    me = replace(
        state.me,
        hand=(*held, *light),
        deck=EMPTY,
        room=random.choice([NONE, *(place for place, room in enumerate(grid) if room.card)]),
        lantern=random.choice((0, 1, 2)),
        iron_rations=random.choice((0, 1)),
        potion=random.choice((0, 0, 1)),
    )
    revisits = random.choice(("yes", "no"))
    readings = {**game.book.readings, "revisit_rooms": revisits, "late_abilities": "no"}
    players = (me, *state.players[1:])
    return Quest.for_one_turn(Book(CARDS, readings)), replace(state, players=players, rooms=tuple(grid))


def _grudges(card: Card) -> bool:
    """Whether a Monster makes a player regret what he has brought along."""
    asks = any(isinstance(trait, Modifier) and trait.each is not None for trait in card.traits)
    return asks or any(isinstance(demand, Lose) for demand in (*card.before, *card.after))


ALERTING = tuple(card for card in playable("monster") if CARDS[card].alerts)
GRUDGING = tuple(card for card in playable("monster") if _grudges(CARDS[card]))
ROBBING = tuple(
    card for card in playable("monster") if any(isinstance(each, Lose) for each in CARDS[card].before)
)
LOSABLE = tuple(card for card in playable("hero") if CARDS[card].level in (1, 4))
"""Heroes with something to lose."""


def village(random: Random, size: int, chance: float = 0.0) -> tuple[Quest, State]:
    """A Village turn, before a Location is chosen."""
    game, state = dungeon(random, size, chance)
    state = replace(
        state, stacks=stacks(random, 4), players=(replace(state.me, room=NONE), *state.players[1:])
    )
    return game, state


def stacks(random: Random, number: int) -> tuple[Stack, ...]:
    """Stacks of the Marketplace, and two Heroes with their next levels."""
    market = random.sample([card for kind in ("weapon", "item", "spell") for card in playable(kind)], number)
    heroes = []
    for first in random.sample(playable("hero", 1), 2):
        title = CARDS[first].hero_title
        levels = [card for card in playable("hero") if CARDS[card].hero_title == title]
        heroes.append(Stack(tuple((card, random.randint(1, 2)) for card in levels)))
    return (*heroes, *(Stack(((card, 2),)) for card in market))


def goal(random: Random, kind: Kind) -> Goal:
    """The usual goal, or any levels, perhaps weighted."""
    if random.random() < 0.5:
        return DEFAULTS[kind]
    names = random.sample([*MEASURES.levels], random.randint(1, 4))
    if random.random() < 0.3:
        return (f"2*{names[0]}+{names[-1]}" if len(names) > 1 else f"3*{names[0]}", *names[1:-1])
    return tuple(names)


MOST = 2_500
"""Positions that take the search longer are left out."""


def agrees(
    game: Quest, state: State, goal: Goal, kind: Kind, draws: Draws = "expected", backend: Backend = "auto"
) -> bool:
    """Compare the worths, and play what was planned; False where the search gives up."""
    try:
        found = searched(game, state, goal, kind, draws)
    except TooLargeError:
        return False
    planned = Planner(game, state, goal, kind, draws, backend).plan()
    assert planned.proved
    if found is None:
        assert planned.root is None
        return True
    assert planned.low == found.worth, (planned.low, found.worth)
    assert planned.root is not None
    assert played(game, planned.root, goal, draws) == found.worth
    return True


def agrees_about(
    game: Quest, state: State, goal: Goal, draws: Draws, target: Target, kind: Kind = "dungeon"
) -> bool:
    """The same for a turn that should battle one Monster: any that does is better than any that does not, and
    of another Monster nothing is won.
    """

    def judge(here: State) -> Worth | None:
        worth = value(game.book, here, goal)
        if worth is None or target.was_battled(here):
            return worth
        first = 1 if goal[0] == "win" else 0
        kept = [
            0 if level in ("win", "total", "margin") else each
            for level, each in zip(goal, worth, strict=True)
        ]
        return tuple(each - 1_000_000 * (at == first) for at, each in enumerate(kept))

    try:
        is_inside = state.phase != "prepare"
        start = game.apply(state, Enter()) if kind == "dungeon" and not is_inside else state
        found = best_policy(game, start, judge, 0, draws, MOST)
    except TooLargeError:
        return False
    planned = Planner(game, state, goal, kind, draws, target=target).plan()
    assert planned.proved
    assert planned.low == (None if found is None else found.worth)
    return True


def searched(game: Quest, state: State, goal: Goal, kind: Kind, draws: Draws) -> BestPolicy[Action] | None:
    """The best of a turn of this kind by trying everything."""

    def best(start: State) -> BestPolicy[Action] | None:
        return best_policy(game, start, lambda here: value(game.book, here, goal), 0, draws, MOST)

    if state.phase != "prepare" or kind == "any":
        return best(state)
    begins = Enter if kind == "dungeon" else Visit
    actions = [action for action in game.legal_actions(state) if isinstance(action, begins)]
    found = [each for action in actions if (each := best(game.apply(state, action))) is not None]
    return max(found, key=lambda each: each.worth, default=None)


def played(game: Quest, node: Node, goal: Goal, draws: Draws) -> Worth:
    """What a plan comes to, action by action in the engine."""
    here = node.state
    for action in node.line:
        assert game.why_not(here, action) is None
        here = game.apply(here, action)
    if not node.branches:
        worth = value(game.book, here, goal)
        assert worth is not None
        return worth
    chances = dict(game.chance(here))
    whole = sum(chances.values())
    assert {branch.event for branch in node.branches} == set(chances)
    worths, likely = [], []
    for branch in node.branches:
        assert game.key(game.apply(here, branch.event)) == game.key(branch.node.state)
        worths.append(played(game, branch.node, goal, draws))
        likely.append(Fraction(chances[branch.event], whole))
    if draws in ("expected", "known"):
        return average(likely, worths)
    return min(worths) if draws == "worst" else max(worths)
