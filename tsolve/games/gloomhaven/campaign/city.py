"""Characters are created, rise in level, take perks and retire; donations, city events. (GH-15.4, GH-15.5)

See also GH-15.10, GH-15.16, GH-15.18, GH-15.20 and GH-15.22.
"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.cardkit.forms import Form
from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.campaign.numbers import Table
from tsolve.games.gloomhaven.campaign.shop import Sum, left_in_shop, some
from tsolve.games.gloomhaven.campaign.state import (
    CITY,
    Action,
    Character,
    CharacterAction,
    State,
    by_somebody,
    changed,
    not_in_city,
    note,
    opened,
    perks_of,
    with_gold,
    with_prosperity,
)
from tsolve.games.gloomhaven.perks import Swap, swap_from
from tsolve.model.trace import Trace


class LevelUp(CharacterAction, frozen=True):
    """A character rises to the next level, or at once to a level that the prosperity of the city allows."""

    forms = (by_somebody("levels up{to:to_level}{card:taking}"),)
    rulings = ("GH-15.4",)
    to: int | None = None
    """The new level, if it is not simply the next one."""
    card: int | None = None
    """The level of the new card, if the step tells it; X counts as 1."""

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if reason := not_in_city(state, "characters level up", ("GH-15.4",)):
            return reason
        level, numbers = self._reached(character), table.numbers
        if level > numbers.highest_level:
            return f"there is no level above {numbers.highest_level}", ("GH-15.4",)
        if level <= character.level:
            return f"{self.who} is at level {character.level}", ("GH-15.4",)
        if self.card is not None and self.card > level:
            return f"the new card has at most the new level, {level}", ("GH-15.4",)
        needed = numbers.least_experience(level)
        city = numbers.prosperity_level(state.prosperity)
        if character.experience >= needed or level <= city:
            return None
        has = f"level {level} needs {needed} experience, and {self.who} has {character.experience}"
        return f"{has}; the prosperity level of the city is {city}", ("GH-15.4", "GH-15.20")

    def _reached(self, character: Character) -> int:
        return character.level + 1 if self.to is None else self.to

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        who = self.character(state)
        level = self._reached(who)
        changed(trace, who.name, "level", who.level, level, ("GH-15.4",), "a new card, and more hit points")
        perks = perks_of(table.numbers, who)
        changed(trace, who.name, "perks", perks, perks + level - who.level, ("GH-15.4",))
        needed = table.numbers.least_experience(level)
        if who.experience < needed:
            text = f"the minimum of level {level}"
            changed(trace, who.name, "experience", who.experience, needed, ("GH-15.20",), text)
        return state.with_character(replace(who, level=level, experience=max(who.experience, needed)))


class Create(Action, frozen=True):
    """A new character joins the party. (GH-15.5)"""

    forms = (
        Form(
            "new character{name:new} at level {level}{class_:as}{player:for}",
            "[(a|an)] new {name:newcomer} (at|of|on) level {level}{class_:as}{player:for}",
        ),
    )
    rulings = ("GH-15.5",)
    is_told_anyway = True
    name: str
    level: int = 1
    class_: str = ""
    player: str = ""

    @property
    def whose(self) -> str:
        return self.name

    def refusal(self, table: Table, state: State) -> Reason | None:
        if reason := not_in_city(state, "characters are created", ("GH-15.5",)):
            return reason
        if state.character(self.name) is not None:
            return f"{self.name} is in the party already", ("GH-15.5",)
        city = table.numbers.prosperity_level(state.prosperity)
        if self.level > city:
            most = f"a new character has at most the prosperity level of the city, {city}, not {self.level}"
            return most, ("GH-15.5",)
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        numbers, player = table.numbers, self.player or self.name
        least = numbers.least_experience(self.level)
        gold = numbers.new_character_gold * (self.level + 1)
        before = state.retirements(player) * numbers.retirement.perks
        changed(trace, self.name, "level", 0, self.level, ("GH-15.5",))
        text = f"the minimum of level {self.level}"
        changed(trace, self.name, "experience", 0, least, ("GH-15.5", "GH-15.4"), text)
        text = f"{numbers.new_character_gold} x ({self.level} + 1)"
        changed(trace, self.name, "gold", 0, gold, ("GH-15.5",), text)
        raised = self.level - 1
        changed(
            trace, self.name, "perks", 0, raised, ("GH-15.5", "GH-15.4"), "one for each level after the first"
        )
        if before:
            text = f"for the retired characters of {player}"
            changed(trace, self.name, "perks", raised, raised + before, ("GH-15.16",), text)
        new = Character(
            self.name,
            self.class_ or self.name,
            player,
            self.level,
            least,
            gold,
            perks_before=before,
        )
        return state.with_character(new)


class TakePerk(CharacterAction, frozen=True):
    """A character takes a perk that is due. (GH-15.4, GH-15.11, GH-15.16)"""

    forms = (by_somebody("takes a perk"), by_somebody("takes a perk: {said:perk}"))
    rulings = ("GH-15.4",)
    said: str = ""

    @property
    def swap(self) -> Swap:
        """How the perk changes the modifier deck, if the step tells it."""
        return swap_from(self.said) or Swap()

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        perks = perks_of(table.numbers, character)
        if character.perks_taken >= perks:
            return f"{self.who} has taken all {perks} perks that are due", ("GH-15.4", "GH-15.11")
        deck = dict(character.modifiers or ())
        for card, number in self.swap.out if character.modifiers is not None else ():
            if deck.get(card, 0) < number:
                has = f"the modifier deck of {self.who} holds {deck.get(card, 0)} x {card}, not {number}"
                return has, ("GH-15.4",)
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        who = self.character(state)
        deck = dict(who.modifiers or ())
        for cards, sign in ((self.swap.out, -1), (self.swap.into, 1)):
            for card, number in cards if who.modifiers is not None else ():
                before = deck.get(card, 0)
                deck[card] = before + sign * number
                changed(trace, who.name, f"{card} cards", before, deck[card], ("GH-15.4",))
        left = (
            None
            if who.modifiers is None
            else tuple((card, number) for card, number in deck.items() if number)
        )
        return state.with_character(replace(who, perks_taken=who.perks_taken + 1, modifiers=left))


class Donate(CharacterAction, frozen=True):
    """A character gives to the sanctuary. (GH-15.10)"""

    forms = (by_somebody("donates", "donates to the sanctuary"),)
    rulings = ("GH-15.10",)

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


class Retire(CharacterAction, frozen=True):
    """A character retires. (GH-15.16, GH-15.22)"""

    forms = (by_somebody("retires"),)
    rulings = ("GH-15.16", "GH-15.22")

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


class DoWhatIsDue(Action, frozen=True):
    """In the city everybody rises in level who has the experience for it, and retires whose quest is
    fulfilled. (GH-15.4, GH-15.16)
    """

    forms = (Form("all level up or retire who have to"),)
    rulings = ("GH-15.4", "GH-15.16")

    def refusal(self, table: Table, state: State) -> Reason | None:
        return not_in_city(state, "characters rise in level and retire", self.rulings)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        numbers = table.numbers
        for who in state.characters:
            while who.level < numbers.highest_level and (
                who.experience >= numbers.least_experience(who.level + 1)
            ):
                state = LevelUp(who.name).done(table, state, trace)
                who = state.character(who.name) or who
            if who.quest == "fulfilled":
                state = Retire(who.name).done(table, state, trace)
        return state


class Leave(CharacterAction, frozen=True):
    """A player gives up a character without retiring it. (GH-15.22)"""

    forms = (by_somebody("leaves the party", "leaves"),)
    rulings = ("GH-15.22",)

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return not_in_city(state, "characters are changed", self.rulings)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return state.without_character(self.who)


class CityEvent(Action, frozen=True):
    """The party takes its city event; the effects of the card are separate steps. (GH-15.18)"""

    forms = (Form("city event", "[take] [(an|a|the)] city event"),)
    rulings = ("GH-15.18",)

    def refusal(self, table: Table, state: State) -> Reason | None:
        if state.city_event_done:
            return "the party has had its city event on this visit", self.rulings
        return not_in_city(state, "city events happen", self.rulings)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return replace(state, city_event_done=True, outcome_applied=False)


class Return(Action, frozen=True):
    """The party goes back to the city: a new visit begins. (GH-15.18)"""

    forms = (Form(f"return to {CITY}", f"(return|travel) to ({CITY}|the city)"),)
    rulings = ("GH-15.18",)

    def refusal(self, table: Table, state: State) -> Reason | None:
        if state.in_city:
            return f"the party is in {CITY}", self.rulings
        if state.status == "under way":
            return f"scenario {state.at} is under way", self.rulings
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return replace(state, at=CITY, status="", level=None, donors=frozenset(), city_event_done=False)
