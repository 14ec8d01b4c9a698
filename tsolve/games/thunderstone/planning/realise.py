"""From a solution back to actions: each option becomes actions of a player, which the engine plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsolve.engine import CHANCE, UNKNOWN
from tsolve.engine.search import best_line
from tsolve.games.thunderstone.actions import Action, Attack, Destroy, Equip, Pass, Use, UseTreasure
from tsolve.games.thunderstone.answers import DestroyFound, Discard, React, SendDown, Silence, Suffer
from tsolve.games.thunderstone.effects.battle_weakening import HinderAll
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.attack import Attempt
from tsolve.games.thunderstone.planning.hero_options import Prepared
from tsolve.games.thunderstone.planning.loadouts import arming
from tsolve.games.thunderstone.planning.worth import FREE, Prices
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn.battle import Spoils, strikes_of
from tsolve.games.thunderstone.turn.contributions import BattleContext
from tsolve.games.thunderstone.turn.hand import saviour_of
from tsolve.games.thunderstone.turn.other_players import may_turn_back
from tsolve.games.thunderstone.turn.traps_and_treasures import MayWard

Counts = Mapping[str, Mapping[str, int]]
"""How many copies of each choice take each option in a solution."""


class Script:
    """What every Hero of the party does, and how the battle's choices are answered."""

    def __init__(self, game: Thunderstone, attempt: Attempt, counts: Counts) -> None:
        self.game, self.attempt = game, attempt
        self.before = BattleContext(game.book, attempt.state, attempt.rank)
        self.classes = {hero.id: hero for hero in attempt.heroes}
        self.roles: dict[int, Prepared] = {}
        for hero in attempt.heroes:
            places = iter(hero.members)
            for option, count in sorted(counts.get(hero.id, {}).items()):
                for _ in range(count):
                    self.roles[next(places)] = attempt.meaning[hero.id, option]
        diseases = counts.get("disease", {})
        self.disease = ["attack"] * diseases.get("attack", 0) + ["magic"] * diseases.get("magic", 0)

    def line(self) -> tuple[list[Action], State]:
        """The whole line from the prepared position to the end of the turn, and the position in which it
        ends.
        """
        game, state = self.game, self.attempt.state
        line: list[Action] = []
        robbing, state = rob(game, state)
        line += robbing
        for action in [*self._preparations(), Attack(self.attempt.rank)]:
            state = game.apply(state, action)
            line.append(action)
        more, state = play_out(game, state, self.attempt.goal, self)
        return line + more, state

    def _preparations(self) -> Iterator[Action]:
        """Feed, equip, throw and eat, in an order in which each is legal."""
        party, book = self.attempt.state.party, self.game.book
        free: dict[str, list[int]] = {}
        for index, member in enumerate(party):
            idle = not member.used or member.card in book.weapons
            if idle and not member.left and not member.serving and member.bearer == NONE:
                free.setdefault(member.card, []).append(index)
        for hero, role in self.roles.items():
            for card in role.loadout.feeds:
                yield Use(free[card].pop(0), self._feeding(card), target=hero)
        for hero, role in self.roles.items():
            arms = list(party[hero].weapons)
            for card in arming(self.before, self.classes[role.hero], role.loadout) or ():
                arms.append(free[card].pop(0))
                yield Equip(arms[-1], hero)
            for card in role.loadout.thrown:
                weapon = next(arm for arm in arms if party[arm].card == card and not party[arm].thrown)
                arms.remove(weapon)
                yield Use(weapon, card_facts.throwing(book)[card])
        for hero, role in self.roles.items():
            for card in role.loadout.eats:
                yield Use(hero, role.loadout.ability, price=free[card].pop(0))

    def _feeding(self, card: str) -> int:
        abilities = self.game.book.card(card).abilities
        return next(
            n
            for n, ability in enumerate(abilities)
            if ability.when == "dungeon"
            and not ability.reveals
            and any(effect.target == "hero" for effect in ability.do)
        )

    def answer(self, state: State, options: list[Action]) -> Action:
        """The legal choice that the solution calls for."""
        first = options[0]
        if isinstance(state.todo[-1], MayWard):
            return first if self._is_warded(state) else Pass()
        if isinstance(first, Silence):
            meant = [o for o in options if isinstance(o, Silence) and self._is_silenced_like(state, o.hero)]
            return meant[0] if meant else first
        if isinstance(first, Suffer):
            return self._suffer(state, options)
        return plain_answer(self.game, state, options, self.attempt.goal)

    def _is_warded(self, state: State) -> bool:
        """Whether the next Battle Effect is the one to prevent."""
        strikes = strikes_of(self.game.book, state, self.game.book.card(state.at(state.target).card))
        left = sum(isinstance(task, MayWard) for task in state.todo)
        return len(strikes) - left == self.attempt.warded

    def _is_silenced_like(self, state: State, hero: int) -> bool:
        role = self.roles.get(hero)
        if role is None:
            return False
        return role.silenced or any(
            other.silenced and other.hero == role.hero and other.loadout == role.loadout
            for other in self.roles.values()
        )

    def _suffer(self, state: State, options: list[Action]) -> Action:
        pools = {option.pool: option for option in options if isinstance(option, Suffer)}
        first = options[0]
        assert isinstance(first, Suffer)
        if first.hero != NONE:
            wanted: str = self.roles[first.hero].suffers
        elif isinstance(state.todo[-1], HinderAll):
            wanted = self.attempt.pool_for_all
        else:
            wanted = self.disease.pop(0) if self.disease else "attack"
        return pools.get(wanted, first)  # type: ignore[call-overload, no-any-return]


def rob(game: Thunderstone, state: State) -> tuple[list[Action], State]:
    """Use the abilities that rob opponents if they must be used before the attack. (A-38 read as `forced`)

    What the opponents give up does not affect the battle, so any choice of theirs will do. If an opponent may
    turn the effect back, nothing is used here.
    """
    line: list[Action] = []
    if all(member.card not in game.book.robbers for member in state.party):
        return line, state
    if not game.book.reads("others_discard", "forced") or may_turn_back(game.book, state):
        return line, state
    for index, member in enumerate(state.party):
        if member.left:
            continue
        for number in game.book.robbers.get(member.card, ()):
            if member.used >> number & 1:
                continue
            action: Action = Use(index, number)
            while True:
                state = game.apply(state, action)
                line.append(action)
                if not _another_chooses(game, state):
                    break
                action = plain_answer(game, state, game.legal_actions(state), ())
    return line, state


def play_out(
    game: Thunderstone, state: State, goal: tuple[str, ...], script: Script | None = None
) -> tuple[list[Action], State]:
    """Make the remaining choices of the turn by the goal: those of the script in the battle, then Spoils and
    forced discards.
    """
    line: list[Action] = []
    while state.step not in ("ending", "over") and state.todo and game.mover(state) == state.active:
        options = game.legal_actions(state)
        if isinstance(state.todo[-1], Spoils):
            spoils, state = _best_spoils(game, state)
            line += spoils
            continue
        action = script.answer(state, options) if script else plain_answer(game, state, options, goal)
        state = game.apply(state, action)
        line.append(action)
    return line, state


def _another_chooses(game: Thunderstone, state: State) -> bool:
    """Whether an opponent must choose what to discard; the choice does not affect the battle."""
    return bool(state.todo) and game.mover(state) not in (state.active, CHANCE, UNKNOWN)


def plain_answer(game: Thunderstone, state: State, options: list[Action], goal: tuple[str, ...]) -> Action:
    """A choice that does not affect the battle: give up a borrowed card or, by the goal, the one worth least;
    keep what was found.
    """
    book, prices = game.book, Prices(goal)

    def worth(action: Action) -> tuple[int, ...]:
        if isinstance(action, Destroy):
            member = state.party[action.card]
            lent = member.owner not in (NONE, state.active)
            saved = member.perishes or saviour_of(book, state, action.card)
            card = book.card(member.card)
            spare = member.left or lent or saved or card.is_disease
            rank = prices.rank(FREE if spare else prices.of(card))
            return 0 if spare else 1, *rank, card.cost or 0, action.card
        if isinstance(action, Discard):
            return 0, 0 if book.card(action.card).is_disease else 1, book.card(action.card).cost or 0
        if isinstance(action, DestroyFound):
            return 0 if book.card(action.card).is_disease else 2, 0
        return (2 if isinstance(action, UseTreasure) else 0 if isinstance(action, React) else 1), 0

    return min(options, key=worth)


def _best_spoils(game: Thunderstone, state: State) -> tuple[list[Action], State]:
    """Use the Spoils so that the purchases cost most in total (the goal does not count them)."""
    before = len(state.tally.gained)

    def bought(here: State) -> tuple[int, ...] | None:
        if here.todo and isinstance(here.todo[-1], Spoils):
            return None
        gained = here.tally.gained[before:]
        return sum(game.book.card(card).cost or 0 for card in gained), -len(gained)

    found = best_line(game, state, bought, skip=lambda _, action: isinstance(action, SendDown))
    line: list[Action] = list(found.line) if found is not None else [Pass()]
    for action in line:
        state = game.apply(state, action)
    return line, state
