"""Events of a scenario: pressure plates, spawning, doors that it opens. (GH-1.10, GH-14.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.round.ability_cards import DrawCards
from tsolve.games.gloomhaven.round.revealing import Come, OpenDoor

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play


class EndOfTurn(tasks.Task, frozen=True):
    """What happens at the end of a turn: characters on pressure plates set events off (GH-1.10), and types
    that have come into play get their ability cards, for they act in this round. (GH-14.5)
    """

    def run(self, play: Play) -> None:
        events: list[Happen] = []
        standing = {figure.at: figure.name for figure in play.state.figures if figure.kind == "character"}
        for place, event in enumerate(play.book.script.events):
            if event.plate is None or place in play.state.happened or event.plate not in standing:
                continue
            where = play.book.terrain.name(event.plate)
            play.note(
                "event", standing[event.plate], ("GH-1.10",), f"stands on the pressure plate in {where}"
            )
            events.append(Happen(place))
        play.push(*events, DrawCards())


class EndOfRound(tasks.Task, frozen=True):
    """What happens at the end of a round; whoever comes acts from the next one. (GH-14.4)"""

    number: int
    """Of the round that ends."""

    def run(self, play: Play) -> None:
        for place, event in enumerate(play.book.script.events):
            if event.plate is None and event.round in (0, self.number):
                play.push(Happen(place))


class Happen(tasks.Task, frozen=True):
    """An event of the scenario happens."""

    place: int

    def run(self, play: Play) -> None:
        event = play.book.script.events[self.place]
        if event.plate is not None:
            play.set(happened=(*play.state.happened, self.place))
        spawned = (replace(figure, drops_money=False) for figure in event.figures)
        shut = [door for door in event.opens if door in play.state.shut]
        play.push(
            *(OpenDoor(door, "the scenario") for door in shut),
            *(Come(figure, ("GH-14.4",), "is spawned") for figure in spawned),
        )
