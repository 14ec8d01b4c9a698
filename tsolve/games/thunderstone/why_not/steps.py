"""Questions about a single action: equip, buy (in the Village, after any cards that lie above, or by
Spoils), level up, and whatever else can be written as a step of a line; and the gold and XP of a visit to
the Village.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.cardkit.tasks import Reason
from tsolve.engine import Arrival
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import ENGINE, Action, Destroy, Equip, Pass, Use, UseTreasure, Visit
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.ability_bonuses import Rally
from tsolve.games.thunderstone.effects.spoils import BuySpoils
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import BREACH, STRANGER
from tsolve.games.thunderstone.state import NONE, UNSEEN, Slot, State, TurnKind
from tsolve.games.thunderstone.turn.drawing import EndTurn
from tsolve.games.thunderstone.turn.hall import split_rank
from tsolve.games.thunderstone.turn.village import layout, left_of, next_levels, untold
from tsolve.games.thunderstone.why_not import obstacles as standing
from tsolve.games.thunderstone.why_not.obstacles import Obstacle
from tsolve.games.thunderstone.why_not.question import Moves, Question, TurnPursuit, prepares
from tsolve.games.thunderstone.why_not.world import (
    Change,
    World,
    card_change,
    state_change,
    undemanding,
    with_cards,
    with_stock,
    within_reach,
)
from tsolve.games.thunderstone.writing.reading import VISIT_STEPS, Wording, read
from tsolve.games.thunderstone.writing.using import HALL, HAND
from tsolve.model.plays import LineAnswer
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import joined
from tsolve.turns.card_names import copy_named
from tsolve.turns.narration import Written
from tsolve.turns.possibility import Most, most_of
from tsolve.turns.why_not_question import ActionQuestion, Sought, Walk


class Step(ActionQuestion[World, State, Action], Question):
    """Whether an action is legal in some position that the turn can reach."""

    place: TurnKind | Literal[""]

    @abstractmethod
    def plain(self, world: World, state: State) -> Action:
        """The action asked for, legal or not, with the cards that are there."""

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return world.enter(self.place)

    def moves(self, world: World) -> Moves:
        return prepares()

    def is_done(self, world: World, state: State) -> bool | None:
        return self.wanted(world, state) is not None

    def refusal(self, world: World) -> Reason:
        inside = world.enter(self.place)
        assert inside is not None, "another kind of turn is an obstacle"
        refused = world.game.why_not(inside.state, self.plain(world, inside.state))
        if refused is None:
            return "the rules do not allow it", ("TS-3.1",)
        return refused.reason, refused.rulings


def places_of(state: State, card: str) -> list[int]:
    """Where a card is in the hand."""
    return [index for index, member in enumerate(state.party) if member.card == card and not member.left]


def first_legal(game: Thunderstone, state: State, tried: Iterator[Action]) -> Action | None:
    return next((action for action in tried if game.why_not(state, action) is None), None)


class EquipStep(Step):
    """Whether the Hero can carry the Weapon."""

    place = "dungeon"
    quantities = ("strength",)

    def __init__(self, text: str, weapon: str, hero: str) -> None:
        self.text, self.weapon, self.hero = text, weapon, hero

    def moves(self, world: World) -> Moves:
        return prepares(self.weapon, self.hero)

    def wanted(self, world: World, state: State) -> Action | None:
        return first_legal(world.game, state, self._tried(state))

    def plain(self, world: World, state: State) -> Action:
        return next(self._tried(state), Equip(NONE, NONE))

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        yield from standing.other_turn(world, "dungeon")
        for card in dict.fromkeys((self.weapon, self.hero)):
            yield from standing.not_in_hand(world, card, "dungeon")
        yield from standing.weights(world, [self.weapon], self.hero)

    def may_help(self, world: World, card: Card) -> bool:
        if world.state.turn not in ("", "dungeon"):
            return False
        effects = [effect for ability in card.abilities for effect in ability.do if ability.when == "dungeon"]
        serves = any(
            not effect.quiet or isinstance(effect, Rally) or effect.target == "hero" for effect in effects
        )
        book = world.game.book
        carried = card.id in book.strengthening or card.id in book.hands
        return serves or carried or card.id in (self.weapon, self.hero)

    def _tried(self, state: State) -> Iterator[Action]:
        for weapon in places_of(state, self.weapon):
            for hero in places_of(state, self.hero):
                yield Equip(weapon, hero)


class WrittenStep(Step):
    """Whether an action that somebody wrote is legal at some time of the turn: at a free step, or as an
    answer to what a card, a battle or another player asks, also where it is the only answer.
    """

    def __init__(self, text: str, ruleset: Ruleset[Card], world: World) -> None:
        """Raises InputError for a text that is no action."""
        self.text, self.ruleset = text, ruleset
        inside = world.enter(world.state.turn or "dungeon")
        there = world if inside is None else replace(world, state=inside.state)
        self._absent = tuple(self._missing(there))
        there = _holding(there, self._absent)
        self._meant = self._read(there, there.state).action
        self.place = _place(there, self._meant)
        self._card = there.state.party[self._meant.card].card if isinstance(self._meant, Use) else ""
        asked = replace(there.state, todo=(EndTurn(),))
        self._is_free = isinstance(self._read(there, asked).action, Use | Equip)
        """Whether it can only be done at a free step, so that nothing matters from the attack on."""
        self.names_obstacles = self._is_free

    def enter(self, world: World) -> Arrival[State, Action] | None:
        return super().enter(world) if self._is_free else Arrival(world.state)

    def moves(self, world: World) -> Moves:
        return Thunderstone.preparations if self._is_free else Thunderstone.legal_actions

    def pursuit(self, world: World) -> TurnPursuit:
        game = world.rules.asking
        return TurnPursuit(game, world.state.active, self.moves(world), partial(self.is_done, world))

    def seek(self, world: World) -> Sought[Action]:
        start = self.enter(world)
        if start is None:
            return Sought()
        walk, unsure = Walk(self.pursuit(world), start), dict[str, None]()
        for here in walk.positions():
            action = self.wanted(world, here.state)
            if action is not None:
                return Sought((*here.line, action), walk.left_out, walk.by_chance)
            if why := self._unsure(world, here.state):
                unsure[why] = None
        return Sought(None, (*walk.left_out, *unsure), walk.by_chance)

    def is_done(self, world: World, state: State) -> bool | None:
        if self.wanted(world, state) is not None:
            return True
        return None if self._unsure(world, state) else False

    def wanted(self, world: World, state: State) -> Action | None:
        if not all(places_of(state, card) for card in self._absent):
            return None
        written = self._read(world, state)
        if not written.is_whole or _is_later(state, written):
            return None
        return written.action if world.rules.asking.why_not(state, written.action) is None else None

    def _unsure(self, world: World, state: State) -> str:
        """What an unknown card of the Hall may still do for it; empty for nothing."""
        if not any(slot.card == UNSEEN for slot in state.hall):
            return ""
        if self._is_free:
            return self._met_unseen(world, state)
        if not state.tally.attacked:
            return STRANGER if state.turn == "dungeon" else ""
        before, now = (world.state.hall, state.hall)
        strikes = bool(world.game.book.traps) and Slot(UNSEEN) not in before
        return BREACH if (now[0].card == UNSEEN != before[0].card) or strikes else ""

    def _met_unseen(self, world: World, state: State) -> str:
        """Whether it could be done if an unknown card of the Hall were the one that the text names."""
        written = self._read(world, state)
        named = self.ruleset.names.resolve(split_rank(written.absent)[0]) if written.where == HALL else None
        if not isinstance(named, Match):
            return ""
        hall = tuple(replace(slot, card=named.id) if slot.card == UNSEEN else slot for slot in state.hall)
        may_be = self.wanted(world, replace(state, hall=hall)) is not None
        return f"an unknown card of the Hall may be {world.game.book.name(named.id)}" if may_be else ""

    def plain(self, world: World, state: State) -> Action:
        return self._read(world, state).action

    def refusal(self, world: World) -> Reason:
        inside = world.enter(self.place)
        assert inside is not None, "another kind of turn is an obstacle"
        written = self._read(world, inside.state)
        if written.beyond is not None:
            return written.beyond
        reason, rulings = super().refusal(world)
        if written.absent:
            return f"{written.absent} is not {written.where}", rulings
        answers = not isinstance(written.action, _AT_FREE_STEPS) and not written.step
        return ("nothing in this turn calls for that", ("TS-3.1",)) if answers else (reason, rulings)

    def doubt(self, world: World, line: Sequence[Action]) -> str:
        return super().doubt(world, tuple(self._asked_for(world, line)))

    def shown(
        self, world: World, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return super().shown(world, tuple(self._asked_for(world, line)), drawn)

    def _asked_for(self, world: World, line: Iterable[Action]) -> Iterator[Action]:
        """The actions of a line without those that the engine takes by itself."""
        state = world.state
        for action in line:
            if world.game.mover(state) != ENGINE:
                yield action
            state = world.rules.asking.apply(state, action)

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        for other in standing.other_turn(world, self.place):
            yield other if self._is_free else other._replace(say=partial(_say_elsewhere, world, self.place))
        for card in self._absent:
            yield from standing.not_in_hand(world, card, self.place)
        ability = self._ability(world)
        if ability is not None:
            there = _holding(world, tuple(card for card in self._absent if not places_of(world.state, card)))
            yield from standing.no_price(there, self._card, ability)
            yield from standing.no_hero(there, self._card, ability)

    def may_help(self, world: World, card: Card) -> bool:
        if not self._is_free:
            return True  # it may call for the answer
        if world.state.turn not in ("", self.place):
            return False
        reveals = any(ability.reveals for ability in card.abilities)
        return not self._absent or reveals or card.id in self._absent

    def _ability(self, world: World) -> Ability | None:
        if not isinstance(self._meant, Use):
            return None
        abilities = world.cards[self._card].abilities
        return abilities[self._meant.ability] if self._meant.ability < len(abilities) else None

    def _read(self, world: World, state: State) -> Written[Action]:
        return read(world.rules.asking, self.ruleset, state, self.text, wording=_Lenient)

    def _missing(self, world: World) -> Iterator[str]:
        """The cards that the text needs in the hand and that are not there."""
        while (written := self._read(world, world.state)).where == HAND:
            found = self.ruleset.names.resolve(copy_named(self.ruleset, written.absent)[0])
            if not isinstance(found, Match) or places_of(world.state, found.id):
                return
            yield found.id
            world = _holding(world, (found.id,))


def _say_elsewhere(world: World, place: str) -> str:
    """Why a step is not legal for which something may call in any kind of turn."""
    return f"this turn {standing.PLACES[world.state.turn]}, and nothing in it calls for that; a {place} does"


_AT_FREE_STEPS = (Use, Equip, UseTreasure, Visit, Destroy)
"""What the rules say something about where nothing asks for it."""


def _is_later(state: State, written: Written[Action]) -> bool:
    """Whether a pass belongs to a later step of the turn than the one that waits."""
    if written.step == "preparing":
        return bool(state.todo)
    if not written.step or state.todo or state.turn != "village":
        return False
    return VISIT_STEPS.index(state.step) < VISIT_STEPS.index(written.step)


class _Lenient(Wording):
    """Accepts any of the legal actions that a text could mean."""

    def only_legal(self, actions: Iterable[Action]) -> Written[Action]:
        return self.first_legal(dict.fromkeys(actions))


def _holding(world: World, cards: tuple[str, ...]) -> World:
    return state_change(with_cards(*cards))(world)


def _place(world: World, action: Action) -> TurnKind | Literal[""]:
    """The kind of turn that the action belongs to; "" for any."""
    if isinstance(action, Use) and 0 <= action.card < len(world.state.party):
        abilities = world.cards[world.state.party[action.card].card].abilities
        return abilities[action.ability].when if action.ability < len(abilities) else ""
    if isinstance(action, Destroy):
        return "rest"
    if isinstance(action, Visit):
        return ""
    return world.state.turn


NO_VILLAGE = "the position does not say what the Village sells: write `village: {NAME: copies}`"

Held = Literal["gold", "purchases", "xp"]
"""What a visit has at its disposal."""
_STEPS: dict[Held, str] = {"gold": "buying", "purchases": "buying", "xp": "levelling"}
_NAMES: dict[Held, str] = {"gold": "gold", "purchases": "purchases", "xp": "XP"}
_AMOUNTS: dict[Held, Callable[[State], int]] = {
    "gold": lambda state: state.gold,
    "purchases": lambda state: state.purchases,
    "xp": lambda state: state.me.xp,
}


class VisitStep(Step):
    """An action of a visit to the Village, after any of its effects."""

    place = "village"

    def moves(self, world: World) -> Moves:
        return effects

    def unknown(self, world: World) -> tuple[str, ...]:
        return (NO_VILLAGE,) if self.place_is_open(world) and world.state.stock is None else ()

    def place_is_open(self, world: World) -> bool:
        """Whether the turn may visit the Village."""
        return world.state.turn in ("", "village")

    def most_at(self, world: World, held: Held) -> Most:
        """The most that a visit can have of something at the step where it counts."""
        opened = world
        for obstacle in standing.other_turn(world, "village"):
            opened = obstacle.change(opened)
        start = opened.enter("village")
        assert start is not None
        walk = Walk(TurnPursuit(opened.game, opened.state.active, effects), start)
        step, amount = _STEPS[held], _AMOUNTS[held]
        plain = max((amount(here.state) for here in walk.positions() if here.state.step == step), default=0)
        asking = partial(Savings, "", held)
        return most_of(asking, opened, plain, Sought(None, walk.left_out, walk.by_chance), self.most)


def effects(game: Thunderstone, state: State) -> Iterator[Action]:
    """Effects, and what leads on to the level-ups."""
    for action in game.legal_actions(state):
        if isinstance(action, Use) or (isinstance(action, Pass) and state.step in ("effects", "buying")):
            yield action


def pays(card: Card) -> bool:
    """Whether a card could change what a visit has at its disposal."""
    return card.gold is not None or any(ability.when == "village" for ability in card.abilities)


def elsewhere(world: World, cards: Iterable[str]) -> Iterator[Obstacle]:
    """Turns that are not visits; an unknown Village is taken to hold these cards."""
    for obstacle in standing.other_turn(world, "village"):
        if world.state.stock is None:
            changes = (obstacle.change, filled(cards))
            yield obstacle._replace(change=partial(all_of, changes))
        else:
            yield obstacle


def filled(cards: Iterable[str]) -> Change:
    """The Village holds each of these cards."""
    return partial(all_of, tuple(state_change(with_stock(card, 1)) for card in cards))


def all_of(changes: tuple[Change, ...], world: World) -> World:
    for change in changes:
        world = change(world)
    return world


class LevelStep(VisitStep):
    """Whether the Hero can become that card, or any."""

    quantities = ("xp",)

    def __init__(self, text: str, hero: str, into: str = "") -> None:
        self.text, self.hero, self.into = text, hero, into

    def wanted(self, world: World, state: State) -> Action | None:
        return first_legal(world.game, state, self._tried(world, state))

    def may_help(self, world: World, card: Card) -> bool:
        return self.place_is_open(world) and (card.id == self.hero or pays(card))

    def plain(self, world: World, state: State) -> Action:
        levelling = replace(state, step="levelling")
        return next(self._tried(world, levelling), actions.LevelUp(-1, self.into))

    def refusal(self, world: World) -> Reason:
        """What forbids it at the step where Heroes level up."""
        hero, book = world.cards[self.hero], world.game.book
        if not self._following(world):
            said = f"{hero.name} does not level up"
            said += f" to {book.name(self.into)}" if self.into else ""
            return said, ("TS-6.2" if hero.is_militia else "TS-6.1",)
        return super().refusal(world)

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        hero = world.cards[self.hero]
        following = self._following(world)
        yield from elsewhere(world, following)
        yield from standing.not_in_hand(world, self.hero, "village")
        if following:
            if not any(left_of(world.state, card) for card in following) and self.place_is_open(world):
                name = world.cards[following[0]].name if len(following) == 1 else "Hero of level 1"
                says = NO_VILLAGE if world.state.stock is None else f"the Village has no {name} left"
                yield Obstacle("stock", ("TS-6.3",), filled(following), lambda: says)
            yield Obstacle(
                "xp",
                (hero.ruling, "TS-6.2" if hero.is_militia else "TS-6.1"),
                card_change(self.hero, lambda each: replace(each, level_up_xp=0)),
                lambda: f"{hero.name} needs {hero.level_up_xp} XP; the most is {self.most_at(world, 'xp')}",
                made_up_by=("xp",),
                in_short=lambda: f"it takes {hero.level_up_xp} XP, the most is {self.most_at(world, 'xp')}",
            )

    def _following(self, world: World) -> list[str]:
        """The cards that the Hero may become, whether they are there or not."""
        cards = next_levels(world.game.book, world.state, self.hero)
        if world.cards[self.hero].is_militia and (self.into or not cards):
            cards = sorted(world.game.book.recruits)
        return [card for card in cards if self.into in ("", card)]

    def _tried(self, world: World, state: State) -> Iterator[Action]:
        if state.step == "levelling":
            following = [self.into] if self.into else self._following(world)
            for hero in places_of(state, self.hero):
                yield from (actions.LevelUp(hero, card) for card in following)


class Savings(VisitStep):
    """Whether a visit can raise this much gold for its purchases, or this many XP."""

    def __init__(self, text: str, quantity: Held, at_least: int) -> None:
        self.text, self.quantity, self.at_least = text, quantity, at_least
        self.quantities = () if quantity == "purchases" else (quantity,)
        self.most += at_least

    def unknown(self, world: World) -> tuple[str, ...]:
        return ()

    def wanted(self, world: World, state: State) -> Action | None:
        wanted = 0 if world.content_with_nothing else self.at_least
        if state.step != _STEPS[self.quantity] or _AMOUNTS[self.quantity](state) < wanted:
            return None
        return Pass()

    def plain(self, world: World, state: State) -> Action:
        return Pass()

    def reached(self, world: World) -> str:
        return f"{_NAMES[self.quantity]} {self.most_at(world, self.quantity)}"

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        yield from standing.other_turn(world, "village")
        held = self.quantity
        told = _NAMES[held]
        yield Obstacle(
            "asked",
            ("TS-4.3",) if self.quantity == "gold" else ("TS-6.1",),
            undemanding,
            lambda: f"you ask for {self.at_least} {told}; the most is {self.most_at(world, held)}",
            is_aim=True,
            made_up_by=self.quantities,
            in_short=lambda: f"the most is {self.most_at(world, held)}",
        )

    def may_help(self, world: World, card: Card) -> bool:
        return self.place_is_open(world) and pays(card)


class BuyStep(VisitStep):
    """Whether the card can be bought: in the Village, or by Spoils where the turn is in the Dungeon.

    The cards above it in its stack may be bought first, each with a purchase of its own. (TS-4.4)
    """

    quantities = ("gold",)

    def __init__(self, text: str, card: str) -> None:
        self.text, self.card = text, card

    def unknown(self, world: World) -> tuple[str, ...]:
        untold_here = self.place_is_open(world) and world.state.stock is None
        return (untold(world.game.book, self.card),) if untold_here else ()

    def enter(self, world: World) -> Arrival[State, Action] | None:
        if world.state.stock is not None and not left_of(world.state, self.card):
            return None  # nothing brings a card to the Village
        return Arrival(world.state) if self._spoils_may_buy(world) else super().enter(world)

    def moves(self, world: World) -> Moves:
        if self._spoils_may_buy(world):
            return Thunderstone.legal_actions
        bare = tuple(actions.Buy(cover) for cover in _above(world, self.card))

        def moves(game: Thunderstone, state: State) -> Iterator[Action]:
            yield from effects(game, state)
            if state.step == "buying":
                yield from (buy for buy in bare if game.why_not(state, buy) is None)

        return moves

    def wanted(self, world: World, state: State) -> Action | None:
        return first_legal(world.game, state, iter((actions.Buy(self.card),)))

    def plain(self, world: World, state: State) -> Action:
        return actions.Buy(self.card)

    def may_help(self, world: World, card: Card) -> bool:
        if world.state.turn == "dungeon":  # for the victory, for its Spoils, or for the gold
            return self._spoils_may_buy(world) or any(isinstance(each, BuySpoils) for each in card.spoils)
        return pays(card)

    def obstacles(self, world: World) -> Iterator[Obstacle]:
        card, name = self.card, world.cards[self.card].name
        cost = world.cards[card].cost or 0
        yield from elsewhere(world, [card])
        if not left_of(world.state, card) and self.place_is_open(world):
            sold_out = (
                f"the Village has no {name} left"
                if card in world.state.stalls
                else f"the Village does not sell {name}"
            )
            kept = NO_VILLAGE if world.state.stock is None else sold_out
            yield Obstacle("stock", ("TS-1.4",), state_change(with_stock(card, 1)), lambda: kept)
        covers = _above(world, card)
        if covers:
            bared = partial(all_of, tuple(state_change(with_stock(each, 0)) for each in covers))
            yield Obstacle("above", ("TS-4.4", "TS-2.2"), bared, partial(self._say_above, world, covers))
        needed = 1 + sum(left_of(world.state, each) for each in covers)
        if world.state.purchases < needed:
            more = state_change(lambda state: replace(state, purchases=needed))
            yield Obstacle("purchases", ("TS-4.4",), more, partial(self._say_purchases, world, needed))
        yield Obstacle(
            "cost",
            (f"card.{card}", "TS-4.4"),
            card_change(card, lambda each: replace(each, cost=0)),
            lambda: f"{name} costs {cost}; the most gold is {self.most_at(world, 'gold')}",
            made_up_by=("gold",),
            in_short=lambda: f"it costs {cost}, the most gold is {self.most_at(world, 'gold')}",
        )

    def _say_above(self, world: World, covers: list[str]) -> str:
        facts, counts = world.cards, [left_of(world.state, each) for each in covers]
        lying = [
            f"{n} x {facts[each].name}" if n > 1 else facts[each].name
            for n, each in zip(counts, covers, strict=True)
        ]
        lies = "lies" if sum(counts) == 1 else "lie"
        costs = (n * (facts[each].cost or 0) for n, each in zip(counts, covers, strict=True))
        whole = sum(costs) + (facts[self.card].cost or 0)
        return f"{joined(lying)} {lies} above {facts[self.card].name}; together they cost {whole}"

    def _say_purchases(self, world: World, needed: int) -> str:
        most = self.most_at(world, "purchases")
        if needed == 1:
            return "you have no purchase left"
        return f"it takes {needed} purchases; the most is {most}"

    def _spoils_may_buy(self, world: World) -> bool:
        """Whether Spoils may allow a purchase: of a card that may come to act, or of one that nobody knows."""
        state = world.state
        if state.turn != "dungeon":
            return False
        met = (*within_reach(world.game.book, state), *(place.card for place in state.standing))
        facts = (world.cards[card] for card in (*met, *contents(state.dungeon)) if card in world.cards)
        return has_unknown(state.me.deck) or any(
            isinstance(spoils, BuySpoils) for card in facts for spoils in card.spoils
        )


def _above(world: World, card: str) -> list[str]:
    """The cards that lie above this one in its stack, were it there."""
    state = with_stock(card, max(left_of(world.state, card), 1))(world.state)
    if state.stock is None:
        return []
    return [each for each in layout(world.game.book, state).above[card] if left_of(state, each)]
