"""What a deck promises: its hands looked at, and the figures that they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tsolve.batch.crew import Crew
from tsolve.batch.work import Work
from tsolve.cardkit.hands import different, ways
from tsolve.model.odds import DeckOdds, DeckWish, OddsAnswer, Section
from tsolve.turns.odds.deal import SHARE, Deal
from tsolve.turns.odds.estimates import Estimator, changes
from tsolve.turns.odds.looking import Hand, look
from tsolve.turns.odds.tally import Figures


class Asked(NamedTuple):
    """One deck that a game wants to be looked at."""

    title: str
    """How it differs from that of the file."""
    copies: Mapping[str, int]
    """How many there are of each card; hands are dealt in this order."""
    names: Mapping[str, str]
    hand: int
    """The most cards of a hand."""
    work: Work[Hand, Figures]
    left_out: int
    """The quantity that says, by 1, that lines of a hand were left out."""
    sections: Callable[[Estimator], Iterable[Section]]
    together: int = SHARE
    """Hands of one share."""

    @property
    def size(self) -> int:
        """Cards of a hand; a smaller deck is dealt whole."""
        return min(self.hand, sum(self.copies.values()))

    def look(self, wish: DeckWish, crew: Crew) -> DeckOdds:
        """Look at its hands and say what they come to."""
        copies = tuple(self.copies.values())
        samples = wish.samples if different(copies, self.size) > wish.limit else 0
        deal = Deal(tuple(self.copies), copies, self.size, samples, wish.seed, self.together)
        looked = look(crew, self.work, deal)
        found = Estimator(deal, looked.tally, looked.complete)
        return DeckOdds(
            title=self.title,
            cards=tuple((count, self.names[card]) for card, count in self.copies.items()),
            size=sum(copies),
            hand=deal.size,
            different=deal.different,
            ways=ways(copies, deal.size),
            method=found.method,
            looked=looked.tally.hands,
            share=found.share,
            sections=tuple(self.sections(found)),
            left_out=found.chance(self.left_out, lambda outcome: outcome[0] == 1),
        )


def title_of(wish: DeckWish) -> str:
    """How the changed deck differs."""
    changed = (("with", wish.adding), ("without", wish.removing))
    return "; ".join(f"{word} {', '.join(names)}" for word, names in changed if names)


def side_by_side(
    file: str, decks: Iterable[Asked], wish: DeckWish, crew: Crew, notes: tuple[str, ...]
) -> OddsAnswer:
    """The chances of one deck, or of two with every difference."""
    found = tuple(each.look(wish, crew) for each in decks)
    gaps = tuple(changes(*found)) if len(found) == 2 else ()
    return OddsAnswer(file, found, gaps, notes, wish.seed)
