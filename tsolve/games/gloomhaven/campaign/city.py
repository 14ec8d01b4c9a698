"""Donations, retirements and city events. (GH-15.10, GH-15.16, GH-15.18, GH-15.22)"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.action import Action, Deed, not_in_city
from tsolve.games.gloomhaven.campaign.effects import changed, note, opened, with_gold, with_prosperity
from tsolve.games.gloomhaven.campaign.shop import left_in_shop
from tsolve.games.gloomhaven.campaign.state import CITY, Character, State
from tsolve.games.gloomhaven.campaign.sums import Sum, some
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.trace import Trace
from tsolve.turns.written import Reason


class Donate(Deed, frozen=True):
    """A character gives to the sanctuary. (GH-15.10)"""

    rulings = ("GH-15.10",)

    @property
    def text(self) -> str:
        return f"{self.who} donates"

    def price(self, table: Table, state: State) -> Sum | None:
        gold = table.numbers.donation.gold
        return Sum("Donation", "price").add(gold, "donation", self.rulings)

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if reason := not_in_city(state, "donations are made", self.rulings):
            return reason
        if character.player in state.donors:
            return f"{_player(character)} has donated on this visit", self.rulings
        gold = table.numbers.donation.gold
        if character.gold is not None and character.gold < gold:
            return f"a donation is {gold} gold, and {self.who} has {character.gold}", self.rulings
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        numbers = table.numbers.donation
        state = with_gold(state, self.character(state), -numbers.gold, self.rulings, trace, "donation")
        giver = self.character(state)
        blessings = giver.blessings + numbers.blessings
        changed(trace, giver.name, "blessings", giver.blessings, blessings, self.rulings)
        donated = state.donated + numbers.gold
        changed(trace, "", "donated", state.donated, donated, self.rulings)
        state = state.with_character(replace(giver, blessings=blessings))
        state = replace(state, donated=donated, donors=state.donors | {giver.player})
        if donated >= numbers.opens_at:
            state = opened(state, numbers.opens, ("GH-15.10", "GH-15.19"), trace)
        return state


def _player(character: Character) -> str:
    """Whoever plays the character, in words."""
    return f"the player of {character.name}" if character.player == character.name else character.player


class Retire(Deed, frozen=True):
    """A character retires. (GH-15.16, GH-15.22)"""

    rulings = ("GH-15.16", "GH-15.22")

    @property
    def text(self) -> str:
        return f"{self.who} retires"

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if reason := not_in_city(state, "characters retire", ("GH-15.16",)):
            return reason
        if character.quest == "none":
            return f"{self.who} has no personal quest, and without one nobody retires", ("GH-15.22",)
        if character.quest == "open":
            return f"the personal quest of {self.who} is not fulfilled", ("GH-15.16",)
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        who, numbers = self.character(state), table.numbers.retirement
        state = left_in_shop(state, who, who.items, trace)
        if who.gold:
            changed(trace, who.name, "gold", who.gold, 0, ("GH-15.16",), "the gold is lost")
        state = with_prosperity(table, state, numbers.prosperity, ("GH-15.16",), trace)
        note(trace, who.name, "the quest card leaves the game", ("GH-15.22",))
        if who.quest_opens and who.quest_opens in state.opened:
            found = "a random item design and a random side scenario"
            note(trace, "", f"the {who.quest_opens} is open already: {found} instead", ("GH-15.22",))
        state = opened(state, who.quest_opens, ("GH-15.22",), trace)
        before = state.retirements(who.player)
        more = some((before + 1) * numbers.perks, "more perk")
        note(trace, "", f"later characters of {_player(who)} start with {more}", ("GH-15.16",))
        state = opened(state, numbers.opens, ("GH-15.19",), trace)
        retired = {**dict(state.retired), who.player: before + 1}
        return replace(state.without_character(who.name), retired=tuple(retired.items()))


class Leave(Deed, frozen=True):
    """A player changes a character without retiring it. (GH-15.22)"""

    rulings = ("GH-15.22",)

    @property
    def text(self) -> str:
        return f"{self.who} leaves the party"

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return not_in_city(state, "characters are changed", self.rulings)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return state.without_character(self.who)


class CityEvent(Action, frozen=True):
    """The party takes its city event; what the card brings are steps of their own. (GH-15.18)"""

    rulings = ("GH-15.18",)

    @property
    def text(self) -> str:
        return "city event"

    def refusal(self, table: Table, state: State) -> Reason | None:
        if state.city_event_done:
            return "the party has had its city event on this visit", self.rulings
        return not_in_city(state, "city events happen", self.rulings)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return replace(state, city_event_done=True, outcome_applied=False)


class Return(Action, frozen=True):
    """The party goes back to the city: a new visit begins. (GH-15.18)"""

    rulings = ("GH-15.18",)

    @property
    def text(self) -> str:
        return f"return to {CITY}"

    def refusal(self, table: Table, state: State) -> Reason | None:
        if state.in_city:
            return f"the party is in {CITY}", self.rulings
        if state.status == "under way":
            return f"scenario {state.at} is under way", self.rulings
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return replace(state, at=CITY, status="", level=None, donors=frozenset(), city_event_done=False)
