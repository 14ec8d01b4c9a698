"""A file of attacks with its rules, and the questions that it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.diagnostics import Diagnostics, Span
from tsolve.engine.probe import Probe
from tsolve.errors import UnsupportedError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attacks.files import AttacksPosition
from tsolve.games.gloomhaven.attacks.narration import AttacksNarration
from tsolve.games.gloomhaven.attacks.reckoned import blows, damage, dead
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.names import find_figure
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.turns.opened import Opened

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.ablating.ablation import AttacksAblation
    from tsolve.games.gloomhaven.attacks.judging import AttackClaim
    from tsolve.games.gloomhaven.chances.odds import AttackOdds
    from tsolve.model.answers import CheckAnswer, ClaimAnswer, ExpectationAnswer
    from tsolve.model.coverage import Exercised
    from tsolve.model.positions import Zone
    from tsolve.turns.bests import Bests
    from tsolve.turns.compared import Fact
    from tsolve.turns.played import Played


class OpenedAttacks(Opened[State, Action]):
    """Attacks without a map, ready for the engine."""

    game: Gloomhaven
    position: AttacksPosition
    decoded: Decoded[AttacksPosition]
    ruleset: Ruleset[Card]
    begun: State
    """The position before the first attack, with all attacks to come."""
    attacked: tuple[str, ...] = ()
    """Everybody who is attacked."""
    notes: tuple[str, ...] = ()
    calculated = ("damage",)
    foresees = True

    @property
    def book(self) -> Book:
        """The figures' map and the readings."""
        return self.game.book

    def under(self, readings: Mapping[str, str], probe: Probe[State, Action] | None = None) -> OpenedAttacks:
        book = self.book
        game = Gloomhaven(
            Book(book.terrain, readings, {}, book.level, book.characters, book.types, book.variants), probe
        )
        return self.by(game, game.settled(self.begun))

    @property
    def readings(self) -> Mapping[str, str]:
        return self.book.readings

    def narration(self) -> AttacksNarration:
        return AttacksNarration(self)

    def exercised(self, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]) -> Exercised:
        from tsolve.games.gloomhaven.judging.exercised import exercised

        return exercised(self, answer, rests_on)

    def table_notes(self) -> tuple[str, ...]:
        return self.notes

    def zones(self, state: State) -> tuple[Zone, ...]:
        from tsolve.games.gloomhaven.attacks.shown import zones
        from tsolve.model.positions import zones_of

        return zones_of(zones(state))

    def figure(self, text: str, span: Span | None = None) -> str:
        """The figure that a text names. Raises InputError (E314)."""
        found = Diagnostics()
        names = [figure.name for figure in self.begun.figures]
        name = find_figure(self.ruleset, text, names, "figure", found, span or self.decoded.span())
        found.raise_if_any()
        assert name is not None
        return name

    def title(self, played: Played[State, Action]) -> str:
        return played.answer.outcome.removesuffix(".")

    def facts(self, played: Played[State, Action], step: int | None = None) -> Mapping[str, Fact]:
        """The damage of all attacks, whether every target is dead, and how many cards were drawn."""
        taken = played.answer.steps[:step]
        state = played.result if step is None else played.states[step]
        entries = [entry for each in taken for entry in each.entries]
        return {
            "damage": damage(blows(state, entries)),
            "kills": dead(state, self.attacked),
            "cards": sum(each.refusal is None for each in taken),
        }

    def ablation(self) -> AttacksAblation:
        from tsolve.games.gloomhaven.ablating.ablation import AttacksAblation

        return AttacksAblation(self)

    def odds(self) -> AttackOdds:
        """The chances of all attacks, behind the cards that the line has."""
        from tsolve.games.gloomhaven.attacks.stage import StepUp
        from tsolve.games.gloomhaven.chances.asked import odds_of

        return odds_of(self, self.game, self.attacked, (StepUp,))

    def claims(
        self, played: Played[State, Action] | None, bests: Bests[State, Action]
    ) -> Sequence[AttackClaim]:
        from tsolve.games.gloomhaven.attacks.judging import AttackClaim

        return [AttackClaim(self, played, claim, index) for index, claim in enumerate(self.position.claims)]

    def expectations(
        self,
        played: Played[State, Action] | None,
        claims: Sequence[ClaimAnswer],
        bests: Bests[State, Action],
        readings: Mapping[str, str] | None,
        on_found: Callable[[object], None],
    ) -> tuple[ExpectationAnswer, ...]:
        from tsolve.games.gloomhaven.attacks.judging import AttackExpectations

        expect = self.position.expect
        return AttackExpectations(self, played, claims, bests, readings, on_found, expect).judged()

    def _unsupported(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"attacks without a map have no `{what}`: ask for their `odds`")
