"""When a ruling of Thunderstone is decisive: without it somebody else wins, something else is legal or holds.
Also what a reading may change about a position.

A card's own ruling is switched off by a blank card, judged by the same engine and the same planner. It
still is what it was (kind, class, level, Strength, Health) and is still worth what it was (cost, XP,
Victory Points); it no longer gives, does or hinders anything. A general rule is switched off by taking
from every card what works through it. A definition, such as what the two totals are or that Health has to
be reached, cannot be switched off: nothing would be left to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.engine import Probe
from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.book import DISEASE
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.base import AbilityEffect, MonsterTrait
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.lines import Bests
from tsolve.games.thunderstone.judging.outcome import PlayedTurn, attacked_name, bought, levelled
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import TURN_KINDS, State, TurnKind
from tsolve.games.thunderstone.turn.hall import called, target_at
from tsolve.games.thunderstone.why_not.world import (
    Change,
    Rules,
    World,
    card_change,
    cards_change,
    reading_change,
    spared,
    state_change,
)
from tsolve.model.plays import Wishes
from tsolve.turns.check import Bests as AnyBests
from tsolve.turns.comparing import Comparison, Told
from tsolve.turns.decisive import Ablated, Ablation, Valued
from tsolve.turns.opened import Opened as AnyOpened

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


BEST_ATTACK = "best Attack Value against"
_RESULTS = {"won": "defeated", "lost": "not defeated", "none": "nobody is attacked", "": "no battle"}
_TOTALS = {"attack": "Attack", "magic": "Magic Attack", "value": "Attack Value"}
"""Quantities of a battle, as they are called."""


class TurnComparison(Comparison[State, Action]):
    """The findings of a turn."""

    opened: Opened

    @property
    def counted_down(self) -> Collection[str]:
        return MEASURES.counted_down

    def expected_actions(self) -> Sequence[str]:
        expect = self.opened.position.expect
        return (*expect.legal, *expect.illegal)

    def outcomes(self, played: PlayedTurn) -> Iterator[Told]:
        opened, result = self.opened, played.result
        attacked = attacked_name(opened.book, played.moves, result.tally) or "the battle"
        yield attacked, _RESULTS[result.tally.outcome]
        yield "the game", "over" if result.over else "goes on"
        for zone, content in opened.game.zones(result):
            yield f"afterwards: {zone}", content
        removed = ", ".join(sorted(map(opened.book.name, result.removed)))
        yield "afterwards: out of the game", removed or "none"
        points = opened.game.scores(played.final)[opened.state.active]
        yield "afterwards: Victory Points", str(points)

    def totals(self, played: PlayedTurn) -> Iterator[Told]:
        """What the battle, or the visit, came to."""
        table = played.answer.calculation
        if played.result.tally.attacked and table is not None:
            totals = {row.quantity: row.after for row in table.rows}
            for quantity, name in _TOTALS.items():
                if played.indifferent and quantity != "value":
                    continue  # the line leaves open which of the two is lowered, and nothing depends on it
                yield f"{name} of the turn", str(totals.get(quantity, 0))
        elif table is not None:
            yield "gold", str(table.total)

    def targets(self, bests: AnyBests[State, Action]) -> Iterator[Told]:
        """What the Monsters of the Hall would face."""
        opened, state = self.opened, self.opened.state
        assert isinstance(bests, Bests)  # as `Opened.bests` makes them
        if state.step != "choose" and state.turn != "dungeon":
            return
        for place in state.places:
            if state.at(place).card not in opened.book.monsters:
                continue
            best = bests.against(target_at(state, place), "total")
            if best.answer.policy is not None:
                found = f"{best.answer.policy.worth[0].exact} on average"
            elif best.played is not None and best.played.result.tally.outcome:
                found = str(best.played.result.tally.value)
            else:
                found = "cannot be attacked"
            unsure = "" if best.sure else ", as far as is known"
            yield f"{BEST_ATTACK} {called(opened.book, state, place)}", found + unsure

    def line_worth(self, line: Sequence[str], goal: tuple[str, ...], turn: str) -> tuple[int, ...] | None:
        from tsolve.games.thunderstone.planning.goals import line_worth

        place: TurnKind = next((place for place in TURN_KINDS if place == turn), "dungeon")
        return line_worth(self.opened, line, goal, place)

    def cards_named(self) -> Iterable[str]:
        """With the levels that a Hero among them may reach."""
        opened = self.opened
        table = opened.table if opened.table is not None else opened.state
        for name in set(table.cards()) & opened.book.cards.keys():
            yield name
            yield from opened.book.levels.get(opened.book.card(name).group, {}).values()


WEIGHTLESS = -999
"""A Weight that nobody is too weak for."""
_EFFECTS = ("traits", "battle", "breach", "global_effects", "spoils", "trap", "treasure")
"""The fields of a card with effects that work by themselves."""
_PLENTY = 999
"""More gold than anything costs."""


def without(ruling: str, cards: Container[str]) -> Change | None:
    """The world without this ruling; None for what cannot be switched off."""
    kind, _, name = ruling.partition(".")
    if kind == "card":
        if name == DISEASE:
            return spared
        return card_change(name, blank) if name in cards else None
    return ABLATIONS.get(ruling)


# a card that does nothing


class Idle(AbilityEffect, frozen=True, tag="idle"):
    """An effect that does nothing."""

    stated = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        pass

    def say(self) -> str:
        return "nothing"


class IdleOnHero(Idle, frozen=True, tag="idle_on_hero"):
    """Nothing, done to a Hero."""

    target = "hero"


class IdleOnRank(Idle, frozen=True, tag="idle_on_rank"):
    """Nothing, done to a Rank of the Hall."""

    target = "rank"


class IdleOnHall(Idle, frozen=True, tag="idle_on_hall"):
    """Nothing, done to the Hall."""

    target = "hall"


class IdleOnSpell(Idle, frozen=True, tag="idle_on_spell"):
    """Nothing, done to a Spell."""

    target = "spell"


class IdleOnPlayer(Idle, frozen=True, tag="idle_on_player"):
    """Nothing, done to another player."""

    target = "player"


class IdleOnKind(Idle, frozen=True, tag="idle_on_kind"):
    """Nothing, for a kind of card that is named."""

    target = "kind"


_IDLE: dict[str, Idle] = {
    "none": Idle(),
    "hero": IdleOnHero(),
    "rank": IdleOnRank(),
    "hall": IdleOnHall(),
    "player": IdleOnPlayer(),
    "kind": IdleOnKind(),
    "spell": IdleOnSpell(),
}
_KEPT = (
    *("id", "name", "kind", "provenance", "set", "aliases", "group", "level", "classes", "subtypes"),
    *("count", "cost", "strength", "health", "xp", "vp", "level_up_xp"),
)


def blank(card: Card) -> Card:
    """The card without anything that it gives, does or hinders.

    Its abilities can still be used where they are used in a line: they ask for the same and do nothing.
    """
    kept = {name: getattr(card, name) for name in _KEPT}
    return Card(
        **kept,
        gold=None if card.gold is None else 0,
        weight=None if card.weight is None else WEIGHTLESS,
        abilities=tuple(_idle(ability, lambda _: True) for ability in card.abilities),
    )


def _idle(ability: Ability, goes: Callable[[AbilityEffect], bool]) -> Ability:
    effects = tuple(_IDLE[effect.target] if goes(effect) else effect for effect in ability.do)
    return replace(ability, do=effects)


def without_idle(world: World) -> World:
    """The world in which abilities that do nothing cannot be used: the best play shall not pay their price
    for its own sake.
    """
    if not any(_is_idle(ability) for card in world.cards.values() for ability in card.abilities):
        return world
    return cards_change(_only_of_use)(world)


def _only_of_use(card: Card) -> Card:
    if not any(map(_is_idle, card.abilities)):
        return card
    return replace(card, abilities=tuple(each for each in card.abilities if not _is_idle(each)))


def _is_idle(ability: Ability) -> bool:
    return all(isinstance(effect, Idle) for effect in ability.do)


# rules


def without_kinds(*kinds: str) -> Change:
    """No card has effects of these kinds."""
    return cards_change(lambda card: _strip(card, kinds))


def _strip(card: Card, kinds: Container[str]) -> Card:
    changes: dict[str, object] = {}
    for field in _EFFECTS:
        effects = getattr(card, field)
        if any(_tag(effect) in kinds for effect in effects):
            changes[field] = tuple(effect for effect in effects if _tag(effect) not in kinds)
    if any(_tag(effect) in kinds for ability in card.abilities for effect in ability.do):
        changes["abilities"] = tuple(
            _idle(each, lambda effect: _tag(effect) in kinds) for each in card.abilities
        )
    return replace(card, **changes) if changes else card


def _without(field: str) -> Change:
    """No card has any effect of this field."""
    return cards_change(lambda card: replace(card, **{field: ()}) if getattr(card, field) else card)


def _tag(effect: object) -> str:
    return str(effect.__struct_config__.tag)  # type: ignore[attr-defined]  # every effect is a tagged struct


def _weightless(card: Card) -> Card:
    return replace(card, weight=WEIGHTLESS) if card.weight is not None else card


def _lightless(card: Card) -> Card:
    return replace(card, light=None) if card.light else card


def _no_trophy(card: Card) -> Card:
    return replace(card, trophy=None, light=None) if card.is_monster else card


def _no_level_cost(card: Card) -> Card:
    return replace(card, level_up_xp=0) if card.level_up_xp and not card.is_militia else card


def _no_militia_cost(card: Card) -> Card:
    return replace(card, level_up_xp=0) if card.is_militia else card


def _no_hero(card: Card) -> Card:
    if not card.is_militia:
        return card
    return replace(card, subtypes=tuple(each for each in card.subtypes if each != "hero"))


def _rich(state: State) -> State:
    return replace(state, gold=state.gold + _PLENTY, purchases=state.purchases + 1)


def _both(*changes: Change) -> Change:
    def change(world: World) -> World:
        for each in changes:
            world = each(world)
        return world

    return change


_NO_PENALTY = reading_change("light_factor", "0")

_CASES: dict[str, list[str]] = {}
"""Rule about a trait of Monsters -> the kinds of traits that are cases of it."""
for _kind in MonsterTrait.__subclasses__():
    if _kind.rules and _kind.rules[0].startswith("TS-11."):
        _CASES.setdefault(_kind.rules[0], []).append(str(_kind.__struct_config__.tag))

ABLATIONS: dict[str, Change] = {
    "TS-4.4": state_change(_rich),
    "TS-6.1": cards_change(_no_level_cost),
    "TS-6.2": cards_change(_no_militia_cost),
    "TS-7.7": _without("battle"),
    "TS-8.1": cards_change(_weightless),
    "TS-8.5": without_kinds("throw"),
    "TS-8.6": without_kinds("strong_bearer"),
    "TS-9.2": _both(spared, without_kinds("hinder")),
    "TS-9.3": without_kinds("multiply_magic"),
    "TS-9.5": without_kinds("cannot_attack_rank", "unequipped_cannot_attack", "silence"),
    "TS-10.1": _both(_NO_PENALTY, without_kinds("shuns_dark")),
    "TS-10.2": _NO_PENALTY,
    "TS-10.3": cards_change(_lightless),
    "TS-10.5": without_kinds("shuns_dark"),
    "TS-12.1": spared,
    "TS-12.2": spared,
    "TS-13.1": cards_change(_no_trophy),
    "TS-14.1": _without("spoils"),
    "TS-16.1": _without("breach"),
    "TS-18.2": cards_change(_no_hero),
    "DS-3": _without("global_effects"),
    "DS-6": _without("trap"),
    "DS-7": _without("treasure"),
    **{rule: without_kinds(*kinds) for rule, kinds in _CASES.items()},
}
"""Ruling -> the world without it."""


class TurnAblation(Ablation[State, Action]):
    """The rulings of a turn of Thunderstone."""

    switches_off = True
    margins = ("margin", "shortfall", "total")
    opened: Opened

    @property
    def judged_by_its_end(self) -> bool:
        between = {"gold", "buys", "cannot_buy"}
        return not any(claim.after or between & {*claim.kinds} for claim in self.opened.position.claims)

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        opened, book = self.opened, self.opened.book
        change = without(ruling, book.cards)
        if change is None:
            return None
        world = change(World(Rules(book.cards, book.readings, book=book), opened.state))

        def planned(probe: Probe[State, Action]) -> Opened:
            asked = without_idle(world)
            return opened.by(Thunderstone(asked.game.book, probe), asked.state)

        return Ablated(opened.by(world.game, world.state), planned)

    def ending(self, played: PlayedTurn) -> Hashable:
        tally = played.result.tally
        taken = (*bought(played.moves), *levelled(played.moves))
        return tally.outcome, tally.attacked, taken, played.result.over

    def trail(self, state: State) -> Hashable:
        tally = state.tally
        hand = tuple((member.card, member.left) for member in state.party)
        ended = (state.step, state.todo, state.over, tally.outcome, tally.attacked)
        return ended, hand, state.standing, state.removed, state.found

    def worth_alone(
        self, planned: AnyOpened[State, Action], goal: str | None, wishes: Wishes
    ) -> Valued | None:
        asks_more = wishes.target or wishes.turn or self.opened.position.target
        if asks_more or planned.state.step == "choose":
            return None
        from tsolve.games.thunderstone.planning.goals import goal_of
        from tsolve.games.thunderstone.planning.policy import worth_alone

        assert isinstance(planned, Opened)  # as `without` makes it
        levels = goal_of(planned, planned.state.turn, goal)
        return worth_alone(planned.game, planned.state, levels, wishes.draws or planned.position.draws)
