"""Changes to a position of Quest: other card facts, another table, another reading, a rule switched off.

`why-not` removes obstacles by them; other questions switch a ruling off to see whether it is decisive. A
card's own ruling is switched off by making the card blank. A general rule is switched off by removing from
every card what depends on it, by another reading, or by a waiver, under which it forbids nothing. A
definition, such as the two sums of attack, cannot be switched off: nothing would be left to judge.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from tsolve.contract.changes import Change, bare_of, keeping, together
from tsolve.games.quest.actions import Action, Give
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book, Waiver
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import Ability, AbilityEffect, Strengthen, StrengthenAll
from tsolve.games.quest.effects.base import (
    Condition,
    DungeonAfterVillage,
    Effect,
    Immune,
    LeavesWithPurchase,
    Modifier,
    Protected,
    Required,
    Value,
)
from tsolve.games.quest.effects.demands import DiscardForHealth, RollForHealth
from tsolve.games.quest.game import Quest
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import Laid, State
from tsolve.games.quest.turn import untold
from tsolve.games.quest.turn.dungeon import is_boost

TurnChange = Change[QuestPosition]
Facts = Callable[[Card], Card]
"""A change of a card's facts."""

PLENTY = 999
"""More gold, XP, Skill or attack than anything requires."""


def _ruled_by(rules: Callable[[Book], Book]) -> TurnChange:
    """The same position under other rules."""
    return TurnChange(lambda world: world.by(Quest.for_one_turn(rules(world.book)), world.state))


def card_change(card: str, facts: Facts) -> TurnChange:
    """Other facts of one card."""
    return _ruled_by(lambda book: book.changed(cards={card: facts(book.card(card))}))


def cards_change(facts: Facts) -> TurnChange:
    """Other facts of every card."""
    return _ruled_by(lambda book: book.changed(cards={id_: facts(card) for id_, card in book.cards.items()}))


def reading_change(key: str, option: str) -> TurnChange:
    """Another reading of a rule that changes no card facts."""
    return _ruled_by(lambda book: book.changed(readings={key: option}))


def table_change(change: Callable[[State], State]) -> TurnChange:
    """A change of the table."""
    return TurnChange(lambda world: world.at(change(world.state)))


def waived(ruling: str, seen: Callable[[State, Action], State]) -> TurnChange:
    """The rule forbids nothing (`Waiver`)."""
    return _ruled_by(lambda book: book.changed(waivers=(Waiver(ruling, seen),)))


# facts of cards


def with_values(**values: int) -> Facts:
    """Other numbers."""
    return lambda card: replace(card, **values)


def without_traits(kind: type[Effect]) -> Facts:
    """No traits of this kind."""
    return keeping("traits", lambda trait: not isinstance(trait, kind))


def without_values(*values: Value) -> Facts:
    """None of these values, and no traits that change them."""
    unprinted: Facts = bare_of(*values)
    return together(
        unprinted,
        keeping("traits", lambda trait: not (isinstance(trait, Modifier) and trait.value in values)),
    )


def of_kind(kinds: tuple[str, ...], facts: Facts) -> Facts:
    """The same change, but only for cards of these kinds."""
    return lambda card: facts(card) if card.kind in kinds else card


# a card that does nothing

_IDLE = StrengthenAll()
"""The effect that replaces an ability's effect: it raises nothing."""
_GIVEN = Modifier("cost", 0, when=Condition(wielder="Hero"))
"""Lets a blank Item still be given to a Hero."""
_KEPT = (
    *("id", "name", "kind", "provenance", "set", "aliases", "title", "treasure", "legendary", "level"),
    *("classes", "races", "keywords", "group", "count", "cost", "skill", "vp", "missing"),
)
_KEPT_OF_MONSTERS = ("health", "xp", "rewards")
_MONSTERS = ("monster", "guardian")


def blank(card: Card) -> Card:
    """The card without any effect.

    It keeps what it is (type, Class, level, Skill, a Monster's health) and what it is worth (cost, victory
    points, a Monster's XP and rewards); a room takes no Light. A line that uses its abilities stays legal:
    they cost the same and do nothing. An Item can still be given to a Hero.
    """
    fields = (*_KEPT, *_KEPT_OF_MONSTERS * (card.kind in _MONSTERS))
    return Card(
        **{field: getattr(card, field) for field in fields},
        abilities=tuple(_idle(ability) for ability in card.abilities),
        traits=(_GIVEN,) if card.kind != "weapon" and is_boost(card) else (),
    )


def _idle(ability: Ability) -> Ability:
    """The same ability for the same Hero, without any effect."""
    service = ability.service
    served: AbilityEffect = _IDLE
    if isinstance(service, Strengthen):
        served = Strengthen(to=service.to, sort=service.sort)
    elif service is not None:
        served = Strengthen(to="hero")
    return replace(ability, do=(served, *(_IDLE for _ in ability.do[1:])))


def without_idle(book: Book) -> Book:
    """The rules without the abilities that have no effect: else a best play might use one only to pay its
    price.
    """
    useful = keeping("abilities", lambda ability: not _is_idle(ability))
    return book.changed(
        cards={card.id: useful(card) for card in book.cards.values() if any(map(_is_idle, card.abilities))}
    )


def _is_idle(ability: Ability) -> bool:
    return all(
        isinstance(effect, Strengthen | StrengthenAll) and not _raises(effect) for effect in ability.do
    )


def _raises(effect: Strengthen | StrengthenAll) -> bool:
    return any(by for _, by in effect.gains)


# the table


def _me(state: State, **facts: object) -> State:
    """The position with other facts of the active player."""
    me = replace(state.me, **facts)
    players = (me if seat == state.active else each for seat, each in enumerate(state.players))
    return replace(state, players=tuple(players))


def _richer(state: State, gold: int = PLENTY) -> State:
    return replace(state, gold=state.gold + gold)


def _wiser(state: State, xp: int = PLENTY) -> State:
    return _me(state, xp=state.me.xp + xp)


def with_gold(amount: int) -> TurnChange:
    """So much more gold."""
    return table_change(lambda state: _richer(state, amount))


def with_xp(amount: int) -> TurnChange:
    """So many XP more."""
    return table_change(lambda state: _wiser(state, amount))


def with_light(amount: int) -> TurnChange:
    """So much more Light, even if it has been counted already."""

    def change(state: State) -> State:
        counted = amount if state.phase == "moving" else 0
        return replace(state, light=state.light + amount, budget=state.budget + counted)

    return table_change(change)


def with_skill(amount: int) -> TurnChange:
    """So much more Skill for every Hero."""
    return cards_change(of_kind(("hero",), lambda hero: replace(hero, skill=(hero.skill or 0) + amount)))


def at_location(location: str) -> TurnChange:
    """The Champion at this Location."""
    return table_change(lambda state: _me(state, location=location))


def with_card(card: str) -> TurnChange:
    """One more card in the hand."""

    def change(state: State) -> State:
        if state.phase in ("prepare", "temple"):
            return _me(state, hand=(*(state.me.hand or ()), card))
        return replace(state, laid=(*state.laid, Laid(card)))

    return table_change(change)


def without_card(place: int) -> Change[State]:
    """The card at this place in front of the player is gone; without a card there nothing changes."""

    def change(state: State) -> State:
        if not 0 <= place < len(state.laid):
            return state
        laid = replace(state.laid[place], gone=True)
        return replace(state, laid=(*state.laid[:place], laid, *state.laid[place + 1 :]))

    return Change(change)


def with_monster(card: str, place: int) -> TurnChange:
    """This Monster in that room."""

    def change(state: State) -> State:
        rooms = list(state.rooms)
        rooms[place] = replace(rooms[place], monster=card, face_down=False)
        return replace(state, rooms=tuple(rooms))

    return table_change(change)


def with_stack(card: str) -> TurnChange:
    """One more stack in the Village, with only this card."""
    return table_change(lambda state: untold.with_stacks(state, [card]))


TURN_NOT_BEGUN: TurnChange = TurnChange(
    lambda world: world if world.table is None else world.at(replace(world.table, for_village=False))
)
"""The position before a phase was chosen."""


# rules


def _unskilled(book: Book) -> Book:
    """Weapons require no Skill; or, if the reading asks for Weapons that require more than the Hero has, more
    than any Hero has.
    """
    need = 0 if book.reads("wield", "at_most") else PLENTY
    facts = together(without_values("requirement"), of_kind(("weapon",), with_values(requirement=need)))
    return book.changed(cards={id_: facts(card) for id_, card in book.cards.items()})


def _without_alerts(scope: str) -> TurnChange:
    return cards_change(keeping("alerts", lambda alert: alert.scope != scope))


def _outside_the_temple(state: State, _: Action) -> State:
    return _me(state, location="") if state.me.location == "temple" else state


def _given_to_nobody(state: State, action: Action) -> State:
    """The card that is given belongs to no Hero, and never belonged to one who left."""
    if not isinstance(action, Give) or not state.laid:
        return state
    laid = list(state.laid)
    given = laid[action.card]
    laid[action.card] = replace(
        given, bearer=NONE, lost_by="" if given.lost_by == "leaving" else given.lost_by
    )
    return replace(state, laid=tuple(laid))


def _all_laid(state: State, **facts: object) -> State:
    return replace(state, laid=tuple(replace(laid, **facts) for laid in state.laid))


_ADDED_BY_ROOMS = together(
    without_values("health", "armor", "resistance"),
    keeping("before", lambda demand: not isinstance(demand, DiscardForHealth | RollForHealth)),
)

_WAIVED: dict[str, Callable[[State, Action], State]] = {
    "QUEST-2.4": _given_to_nobody,
    "QUEST-3.4": _outside_the_temple,
    "QUEST-4.4": lambda state, _: replace(_richer(state), bought=False),
    "QUEST-4.5": lambda state, _: _richer(state),
    "QUEST-4.11": lambda state, _: replace(state, healed=0),
    "QUEST-4.12": lambda state, _: replace(state, levelled=0),
    "QUEST-8.1": lambda state, _: _wiser(state),
    "QUEST-8.5": lambda state, _: _all_laid(state, risen=False),
    "QUEST-9.5": lambda state, _: replace(state, served=()),
}
"""Rules that forbid something, each with the change of the table under which the rule allows it."""
RULES: dict[str, TurnChange] = {
    "QUEST-0.19": waived("QUEST-0.19", lambda state, _: _all_laid(replace(state, spoils=()), used=0)),
    **{ruling: waived(ruling, seen).in_part for ruling, seen in _WAIVED.items()},
    # cards and values
    "QUEST-0.14": cards_change(without_traits(Protected)),
    "QUEST-2.3": _ruled_by(_unskilled),
    "QUEST-2.10": cards_change(without_values("armor", "resistance")),
    "QUEST-2.11": cards_change(without_traits(Immune)),
    "QUEST-2.12": cards_change(without_traits(Required)),
    # the Village
    "QUEST-4.8": cards_change(without_traits(LeavesWithPurchase)),
    "QUEST-4.9": reading_change("gold_stays", "no"),
    "QUEST-4.13": cards_change(without_traits(DungeonAfterVillage)).in_part,
    # the Dungeon
    "QUEST-5.4": cards_change(bare_of("light_needed")).in_part,
    "QUEST-5.8": _without_alerts("into"),
    "QUEST-5.9": _without_alerts("out_of"),
    "QUEST-5.10": _without_alerts("through"),
    "QUEST-5.12": reading_change("light_stays", "no"),
    "QUEST-5.14": reading_change("battle_compulsory", "no").in_part,
    "QUEST-5.16": cards_change(bare_of("before")),
    "QUEST-5.17": cards_change(of_kind(("room",), _ADDED_BY_ROOMS)),
    "QUEST-5.19": cards_change(bare_of("wounds", "wound_cards", "after")),
    "QUEST-5.21": cards_change(of_kind((*_MONSTERS, "room"), bare_of("xp", "rewards"))).in_part,
    "QUEST-5.27": cards_change(keeping("abilities", lambda ability: "spoils" not in ability.phases)).in_part,
}
"""Rule -> how it is switched off."""
_CARD = "card."
_RULED = ("token", "location", "key", "wound", "side_quest", "unknown")
"""Kinds of cards that general rules govern, or that could not be such a card if blank."""


def without(ruling: str, book: Book) -> TurnChange | None:
    """The change that switches a ruling off; None for a ruling that cannot be switched off."""
    card = ruling.removeprefix(_CARD)
    if card == ruling:
        return RULES.get(ruling)
    facts = book.cards.get(card)
    return card_change(card, blank) if facts is not None and facts.kind not in _RULED else None
