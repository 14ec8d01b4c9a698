"""A game as one of a campaign: the points of all games, who picks which card, and what comes into the next
game. (QUEST-17)
"""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.diagnostics import Diagnostics, input_error
from tsolve.games.quest.campaign import Campaign, WrongPickError, after_game, offers
from tsolve.games.quest.judging.expectations import unknown_piles
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import State
from tsolve.games.quest.writing.campaign_file import Told, campaign_told, is_of_a_campaign
from tsolve.judging.score import after_line
from tsolve.model.grades import Pick, SeriesScore


def series(position: QuestPosition, state: State) -> SeriesScore | None:
    """What a game whose points are known counts in its campaign; None for a file that tells of none. Raises
    InputError for a card that its player may not pick.
    """
    if not is_of_a_campaign(position.written):
        return None
    told, book = _told(position), position.book
    after = _after(position, told, state)  # which refuses wrong picks
    order = offers(book, state, told.picks, told.campaign.names)
    picks = (
        Pick(
            player + 1,
            tuple(sorted(map(book.name, cards))),
            book.name(told.picks[player]) if player in told.picks else "",
        )
        for player, cards in order
    )
    leaders = tuple(player + 1 for player in after.leaders())
    rulings = ("QUEST-17.2", "QUEST-17.4")
    return SeriesScore("campaign", told.campaign.game, after.points, leaders, tuple(picks), rulings)


def next_game(position: QuestPosition) -> Campaign:
    """What players bring into the next game of a campaign after this one, or into the one that a file without
    any card tells of. (QUEST-17.3)

    Raises InputError for a game of which not all is known (E315), and for a card that its player may not
    pick (E305).
    """
    told, span = _told(position), position.decoded.span()
    state, _, broken = after_line(position)
    if broken:
        raise input_error("E315", f"how this game ends is not known: {broken}", span)
    if _is_blank(state):
        if told.picks:
            path = told.paths[next(iter(told.picks))]
            message = "no card of a deck is told from which it is picked"
            help_ = "what was picked after earlier games stands under `kept`"
            raise input_error("E305", message, position.decoded.span(*path, "picked"), help_)
        return told.campaign
    unknown = [each for each in range(len(state.players)) if unknown_piles(position.book, state, each)]
    if unknown:
        missing = f"all cards of {_listed(told.campaign, unknown)}"
        message = f"the points of this game are not known: {missing} have to be told"
        raise input_error("E315", message, span, "write `owned: [...]` for each player")
    return _after(position, told, state)


def _told(position: QuestPosition) -> Told:
    found = Diagnostics()
    told = campaign_told(position.decoded, position.ruleset, found)
    found.raise_if_any()
    return told


def _after(position: QuestPosition, told: Told, state: State) -> Campaign:
    try:
        return after_game(position.book, state, told.campaign, told.picks)
    except WrongPickError as error:
        span = position.decoded.span(*told.paths[error.player], "picked")
        there = " or ".join(map(position.book.name, error.cards))
        help_ = f"what may be picked: {there or 'nothing'} (QUEST-17.2)"
        raise input_error("E305", str(error), span, help_) from None


def _is_blank(state: State) -> bool:
    """Whether nothing is told of what anybody has."""
    return not any(player.xp or [*cards_of(state, seat)] for seat, player in enumerate(state.players))


def _listed(campaign: Campaign, players: Sequence[int]) -> str:
    return ", ".join(campaign.names[player] or f"player {player + 1}" for player in players)
