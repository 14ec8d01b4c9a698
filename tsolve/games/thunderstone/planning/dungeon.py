"""The best Dungeon turn: all situations, all targets, one proved optimum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tsolve.budget import spend
from tsolve.engine.search import best_line
from tsolve.errors import DisagreementError
from tsolve.games.thunderstone.actions import Action, Attack, Buy, Pass, Use
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.ability_bonuses import Rally
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect, is_victim
from tsolve.games.thunderstone.effects.battle_weakening import ArmedBonus, GainDisease, Hinder, Weaken
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.attack import AttackCase, Attempt, attack_cases
from tsolve.games.thunderstone.planning.bounds import hopeful, upper_bound
from tsolve.games.thunderstone.planning.card_facts import SPARING
from tsolve.games.thunderstone.planning.endings import Counted, affects_rest, endings, scores_unevenly
from tsolve.games.thunderstone.planning.goals import battle_result, counted_to_the_end
from tsolve.games.thunderstone.planning.realise import Counts, Script, rob
from tsolve.games.thunderstone.planning.situations import (
    Situation,
    is_free_choice,
    reveals,
    robbery_matters,
    why_no_end,
)
from tsolve.games.thunderstone.planning.worth import Prices
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn import abilities, free, steps
from tsolve.games.thunderstone.turn.battle import Spoils, rounds
from tsolve.games.thunderstone.turn.contributions import profile_of
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, is_monster
from tsolve.games.thunderstone.turn.traps_and_treasures import trap_awaits, usable
from tsolve.solve.problem import Outcome, Problem

HOPED = 6
"""The cost of a bound of one attack, in steps of the budget."""
SEARCH_LIMIT = 50_000
"""The most positions of one exhaustive search: some ten seconds."""
Value = tuple[int, ...]
Solver = Callable[[Problem, Value | None], Outcome]


class PlannedLine(msgspec.Struct, frozen=True):
    """A line with its worth by the goal and the position it ends in."""

    target: str
    rank: int
    value: Value
    line: tuple[Action, ...]
    end: State


class Leaf(msgspec.Struct, frozen=True):
    """One situation with one Monster to attack in it."""

    situation: Situation
    rank: int
    monster: str
    hope: Value
    """An upper bound of the worth, from the levels that are known without solving."""


class Stated(NamedTuple):
    """One problem of an attack, with the situation that it starts from."""

    situation: Situation
    case: AttackCase


def leaves(
    game: Thunderstone, situations: Iterable[Situation], goal: tuple[str, ...], target: Target
) -> list[Leaf]:
    """Every attack in every situation, those with the highest bound first.

    Raises SpentError.
    """
    found = []
    for situation in situations:
        state = situation.state
        if steps.open_duty(game.book, state):
            continue
        for rank in state.places:
            if is_monster(game.book, state, rank) and target.fits(state, rank):
                spend(HOPED)
                found.append(Leaf(situation, rank, state.at(rank).card, hopeful(game, state, rank, goal)))
    return sorted(found, key=lambda leaf: (tuple(-level for level in leaf.hope), len(leaf.situation.line)))


def rallied(game: Thunderstone, situation: Situation) -> Iterator[Situation]:
    """The situation after using all cards that serve every Hero and all Heroes that strengthen themselves;
    also without using Food that a Hero may eat instead.
    """
    options = [situation]
    eaters = any(
        ability.destroy == "food"
        for member in situation.state.party
        if not member.left
        for ability in game.book.card(member.card).abilities
    )
    while options:
        here = options.pop()
        uses = [
            use
            for use in abilities.attempts(
                game.book, here.state, card_facts.rallying(game.book), used_up=False
            )
            if not here.state.party[use.card].serving
            and _serves_now(game, here.state, use)
            and free.refuse(use, game.book, here.state) is None
        ]
        if not uses:
            yield here
            continue
        use = min(uses, key=lambda use: _is_food(game, here.state, use))
        options.append(Situation(game.apply(here.state, use), (*here.line, use)))
        if _is_food(game, here.state, use) and eaters:
            yield here


def _serves_now(game: Thunderstone, state: State, use: Use) -> bool:
    """Whether the use only serves the party, and adds something."""
    ability = game.book.card(state.party[use.card].card).abilities[use.ability]
    if ability.commits_late:
        idle = all(effect.is_idle(game.book, state, use) for effect in ability.do)
        return not idle and not reveals(game, state, use)
    return (
        ability.when == "dungeon"
        and not ability.reveals
        and any(isinstance(effect, Rally) for effect in ability.do)
    )


def _is_food(game: Thunderstone, state: State, use: Use) -> bool:
    return game.book.card(state.party[use.card].card).is_food


def engaged(state: State, place: int) -> list[str]:
    """The cards that take part in the attack on a place: the Monster there and the party."""
    party = [member.card for member in state.party if not member.left or member.thrown]
    return [state.at(place).card, *party]


def needs_search(game: Thunderstone, state: State, rank: int, goal: tuple[str, ...]) -> bool:
    """Whether the statement does not cover the attack, so that the engine is searched."""
    book = game.book
    cards = engaged(state, rank)
    if _is_ordinary(game, state, rank, cards):
        return False
    if (counted := counted_to_the_end(goal)) and end_not_stated(book, state, rank, goal, counted):
        return True
    if state.tainted or not card_facts.unstated(book).isdisjoint(cards):
        return True
    if battle_effects_not_stated(game, state, rank):
        return True
    if state.echoes and not book.reaching.isdisjoint(cards) and book.reads("reused_spell_bonus", "twice"):
        return True
    if book.traps and trap_awaits(book, state, rank):
        return True
    if robbery_matters(game, state) and steps.refuse_before_robbery(book, state) is not None:
        return True
    monster = book.card(state.at(rank).card)
    if not card_facts.growing(book).isdisjoint(cards):
        hinders = any(isinstance(effect, Hinder) for effect in monster.battle)
        voids = any(guard.voids_unequipped for guard in book.monster_traits[monster.id])
        if hinders or voids or book.reads("silenced_hero_traits", "kept"):
            return True
    if not book.gilded.keys().isdisjoint(cards) and _weighs_magic(game, monster):
        return True
    destroys = [effect for effect in monster.battle if isinstance(effect, DestroyEffect)]
    if not destroys:
        return False
    chooses = any(effect.target == "weapon" and (effect.first or effect.but) for effect in destroys)
    if chooses and book.reads("thrown_spear_is_target", "yes"):
        return True
    perishing = [book.card(m.card) for m in state.party if m.perishes and not m.left]
    if any(is_victim(book, card, effect.target) for card in perishing for effect in destroys):
        return True
    if any(effect.first or effect.but or effect.target == "card" for effect in destroys):
        lent = any(m.owner not in (NONE, state.active) for m in state.party if not m.left)
        if lent or not book.saving.isdisjoint(cards):
            return True
    sick = any(m.card in game.book.diseases and not m.left for m in state.party)
    if sick and any(e.target == "card" and (e.first or e.but or e.unless_equipped) for e in destroys):
        return True  # Diseases are not destroyed first, or perhaps no card is
    if book.spoiling.isdisjoint(cards):
        return False
    teaches = any(
        spoils.experience(rank) and spoils.tagged
        for m in state.party
        if not m.left
        for spoils in book.card(m.card).spoils
    )
    return teaches and book.reads("spoils_of_destroyed_hero", "lost")


def _is_ordinary(game: Thunderstone, state: State, rank: int, cards: Sequence[str]) -> bool:
    """Whether the Monster has no effects of its own, and nothing else asks for a closer look."""
    book = game.book
    if cards[0] not in card_facts.plain_monsters(book) or not card_facts.demanding(book).isdisjoint(cards):
        return False
    if state.tainted or state.echoes or state.weakened:
        return False
    return not (book.traps and trap_awaits(book, state, rank)) and not robbery_matters(game, state)


def _weighs_magic(game: Thunderstone, monster: Card) -> bool:
    """Whether it matters if a card brings Magic Attack, before the totals are added up."""
    hinders = any(isinstance(effect, Hinder) for effect in monster.battle)
    if hinders and game.book.reads("judgement_bonus", "party_total"):
        return True
    return any(need.quantity == "used" for need in profile_of(game.book, monster.id).needs)


def end_not_stated(book: Book, state: State, rank: int, goal: tuple[str, ...], counted: Counted) -> bool:
    """Whether these levels depend on the end of the turn in a way that the statement does not cover: by how
    the party is prepared, or by a choice after the battle.
    """
    monster = book.card(state.at(rank).card)
    if not book.spoiling.isdisjoint(engaged(state, rank)):
        party = [book.card(member.card) for member in state.party if not member.left]
        if any(not isinstance(effect, SPARING) for card in party if card.is_hero for effect in card.spoils):
            return True
        if spoils_affect(book, state, (monster, *party), counted):
            return True
    victims = [effect for effect in monster.battle if isinstance(effect, DestroyEffect)]
    weakens = any(isinstance(effect, Weaken) for effect in monster.battle) or state.weakened
    may_end = (victims or weakens) and any(ending.over for ending in endings(book, state, rank))
    if may_end and book.reads("destroyed_as_the_game_ends", "counts"):
        return True  # cards to be destroyed still count at the end of the game (TS-7.8)
    prices = Prices(goal)
    if not victims or not prices.counts:
        return False
    if "victory" in counted and prices.counts_growth:
        return True
    party = [book.card(member.card) for member in state.party if not member.left]
    odd = scores_unevenly(book, state) or "victory" in counted  # victory depends on who owns a Thunderstone
    for effect in victims:
        if not (effect.first or odd):
            continue
        fitting = [card for card in party if is_victim(book, card, effect.target)]
        if effect.first and len(prices.among(fitting)) > 1:
            return True
        if odd and any(card.is_monster or card.scoring or card.kind == "thunderstone" for card in fitting):
            return True
    return False


def spoils_affect(book: Book, state: State, cards: Sequence[Card], counted: Counted) -> bool:
    """Whether a choice that the Spoils of these cards allow may change these levels."""
    spoiling = [card for card in cards if card.spoils]
    gold = sum(card.gold or 0 for card in cards) if spoiling else 0
    for card in spoiling:
        for effect in card.spoils:
            for option in effect.attempts(book, state):
                dear = isinstance(option, Buy) and book.costs[option.card] > gold
                if not dear and affects_rest(book, state, option, counted):
                    return True
    return False


def battle_effects_not_stated(game: Thunderstone, state: State, rank: int) -> bool:
    """Whether the Monster repeats Battle Effects with a choice, or that depend on earlier ones, or the player
    has several Treasures against Battle Effects. (DS-7, DS-8)
    """
    effects = game.book.card(state.at(rank).card).battle
    if not effects:
        return False
    wards = usable(game.book, state, state.active, "effect")
    if wards and (len(wards) > 1 or sum(each.card == wards[0] for each in state.me.treasures) > 1):
        return True
    plain = all(isinstance(effect, (Weaken, ArmedBonus, GainDisease)) for effect in effects)
    return rounds(game.book, state) > 1 and not plain


def _may_do_anything(game: Thunderstone, state: State, action: Action) -> bool:
    """Whether it uses an effect that is not `stated` and so may have to wait for the whole party."""
    if not isinstance(action, Use):
        return False
    effects = game.book.card(state.party[action.card].card).abilities[action.ability].do
    return not all(effect.stated for effect in effects)


def search_engine(
    game: Thunderstone,
    start: Situation,
    goal: tuple[str, ...],
    target: Target = ANYBODY,
    limit: int | None = None,
    quiet: bool = False,
) -> PlannedLine | None:
    """The best line by trying everything in the engine, or everything that reveals nothing (`quiet`).

    Raises TooLargeError past `limit` positions (by default SEARCH_LIMIT).
    """

    def skip(state: State, action: Action) -> bool:
        if why_no_end(start.state, state):
            return True
        if isinstance(action, Attack):
            return not target.fits(state, action.rank)
        if quiet and reveals(game, state, action):
            return not _may_do_anything(game, state, action)
        spoils = bool(state.todo) and isinstance(state.todo[-1], Spoils) and not isinstance(action, Pass)
        return spoils and not affects_rest(game.book, state, action, counted)

    def most(state: State) -> Value | None:
        if state.todo or state.tally.attacked or state.over:
            return None
        if quiet and target.rank:
            return hopeful(game, state, target.rank, goal)
        return upper_bound(game, state, goal, state.tally.lost, target)

    counted = counted_to_the_end(goal)
    found = best_line(
        game,
        start.state,
        lambda state: battle_result(game.book, state, goal),
        SEARCH_LIMIT if limit is None else limit,
        skip,
        lambda state: is_free_choice(game, state),
        most,
    )
    if found is None:
        return None
    state = start.state
    for action in found.line:
        state = game.apply(state, action)
    return PlannedLine(state.tally.attacked, state.target, found.value, (*start.line, *found.line), state)


def problems_of(game: Thunderstone, leaf: Leaf, goal: tuple[str, ...]) -> list[Stated]:
    """Every problem of one leaf; its best line is the best solution of one of them."""
    return [
        Stated(situation, case)
        for situation in rallied(game, leaf.situation)
        for case in attack_cases(game.book, situation.state, leaf.rank, goal)
    ]


def solve_leaf(
    game: Thunderstone,
    leaf: Leaf,
    goal: tuple[str, ...],
    solver: Solver,
    floor: Value | None,
    stated: Callable[[Leaf], list[Stated]] | None = None,
) -> tuple[PlannedLine | None, int]:
    """The best line of one leaf that is worth more than `floor`, and how many problems that took.

    `stated` are its problems, where they are remembered (see `problems_of`).
    """
    if needs_search(game, leaf.situation.state, leaf.rank, goal):
        found = search_engine(game, leaf.situation, goal, Target(rank=leaf.rank), quiet=True)
        return (found if found is not None and (floor is None or found.value > floor) else None), 1
    best: PlannedLine | None = None
    problems = problems_of(game, leaf, goal) if stated is None else stated(leaf)
    for situation, case in problems:
        bar = best.value if best is not None else floor
        outcome = solver(case.problem, bar)
        if outcome.solution is None or (bar is not None and outcome.solution.objective <= bar):
            continue
        best = realise(game, situation, case, outcome, goal)
    return best, len(problems)


def at_the_end(game: Thunderstone, situation: Situation, goal: tuple[str, ...]) -> PlannedLine:
    """The turn that ended the game before anybody was attacked. (TS-17.1)"""
    value = battle_result(game.book, situation.state, goal)
    assert value is not None
    return PlannedLine("", 0, value, situation.line, situation.state)


def without_battle(game: Thunderstone, situation: Situation, goal: tuple[str, ...]) -> PlannedLine | None:
    """The turn in which nobody can be attacked, where the rules allow that. (A-36)"""
    robbing, state = rob(game, situation.state)
    if game.why_not(state, Pass()) is not None:
        return None
    end = game.apply(state, Pass())
    value = battle_result(game.book, end, goal)
    assert value is not None
    return PlannedLine("", 0, value, (*situation.line, *robbing, Pass()), end)


def _when_decided(
    game: Thunderstone, state: State, line: Iterable[Action], goal: tuple[str, ...]
) -> Value | None:
    """The value just after the battle is decided, before Spoils, which do not count for a goal."""
    for action in line:
        state = game.apply(state, action)
        if (value := battle_result(game.book, state, goal)) is not None:
            return value
    return None


def realise(
    game: Thunderstone, situation: Situation, case: AttackCase, outcome: Outcome, goal: tuple[str, ...]
) -> PlannedLine:
    """Play a solution through the engine. Raises DisagreementError when the engine finds another worth."""
    assert outcome.solution is not None
    solution = outcome.solution
    return play_attempt(
        game, situation, case.attempt, solution.counts, goal, solution.objective, case.problem
    )


def play_attempt(
    game: Thunderstone,
    situation: Situation,
    attempt: Attempt,
    counts: Counts,
    goal: tuple[str, ...],
    promised: Value,
    problem: Problem | None = None,
) -> PlannedLine:
    """Play an attack through the engine. Raises DisagreementError when it is not worth what was `promised`;
    `problem` is the solved one, if any.
    """
    line, end = Script(game, attempt, counts).line()
    played = battle_result(game.book, end, goal)
    if played != promised:
        played = _when_decided(game, attempt.state, line, goal)
    if played != promised:
        raise DisagreementError(
            {
                "problem": msgspec.to_builtins(problem),
                "counts": {choice: dict(options) for choice, options in counts.items()},
                "promised": list(promised),
                "played": None if played is None else list(played),
                "line": [msgspec.to_builtins(action) for action in (*situation.line, *line)],
            }
        )
    target = attempt.state.at(attempt.rank).card
    return PlannedLine(target, attempt.rank, promised, (*situation.line, *line), end)
