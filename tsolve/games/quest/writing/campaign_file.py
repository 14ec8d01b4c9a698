"""What a position file tells of a campaign: which of its games it is, and for each player what was kept after
earlier games, their points, and the card that is picked after this one. (QUEST-17)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.quest.campaign import Campaign
from tsolve.games.quest.cards import Card
from tsolve.games.quest.scoring import is_market_card
from tsolve.games.quest.state import MARKET
from tsolve.games.quest.writing.position_file import OtherFile, QuestFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.written.card_names import resolve, split_count


class Told(NamedTuple):
    """A campaign as a file tells it."""

    campaign: Campaign
    """With what is brought into this game."""
    picks: dict[int, str]
    """The cards that players pick after it."""
    paths: tuple[TreePath, ...]
    """Where the file tells of each player."""


def is_of_a_campaign(file: QuestFile) -> bool:
    """Whether a file tells of a campaign."""
    return file.campaign is not None or any(
        each.kept or each.points or each.picked for _, each in _players(file)
    )


def campaign_told(decoded: Decoded[QuestFile], ruleset: Ruleset[Card], found: Diagnostics) -> Told:
    """The campaign of a file. Problems are reported: a card that is none of the Marketplace (E305), an
    unknown name (E302, E303), and more cards than earlier games (E317).
    """
    file = decoded.value
    players = [*_players(file)]
    kept = tuple(tuple(_kept(decoded, ruleset, path, each, found)) for path, each in players)
    most = max(map(len, kept))
    game = most + 1 if file.campaign is None else file.campaign
    for (path, _), cards in zip(players, kept, strict=True):
        if len(cards) >= game:
            message = f"{len(cards)} cards were kept before game {game}, one after each game at most"
            found.report("E317", message, decoded.span(*path, "kept"), "`campaign` says which game it is")
    picks = {}
    for number, (path, each) in enumerate(players):
        if each.picked is not None:
            span = decoded.span(*path, "picked")
            picks[number] = _market_card(ruleset, each.picked, "picked", span, found)
    campaign = Campaign(
        kept, tuple(each.points for _, each in players), tuple(_name(each) for _, each in players), game
    )
    told = {number: card for number, card in picks.items() if card}
    return Told(campaign, told, tuple(path for path, _ in players))


def _players(file: QuestFile) -> Iterator[tuple[TreePath, QuestFile | OtherFile]]:
    """The players of a file, each with the place where it tells of them."""
    yield (), file
    others = file.players.others
    for index, other in enumerate([OtherFile()] * others if isinstance(others, int) else others):
        yield ("players", "others", index), other


def _name(player: QuestFile | OtherFile) -> str:
    return player.player if isinstance(player, QuestFile) else player.name


def _kept(
    decoded: Decoded[QuestFile],
    ruleset: Ruleset[Card],
    path: TreePath,
    player: QuestFile | OtherFile,
    found: Diagnostics,
) -> Iterator[str]:
    for index, text in enumerate(player.kept):
        count, name = split_count(text, ruleset.names)
        card = _market_card(ruleset, name, "kept", decoded.span(*path, "kept", index), found)
        yield from [card] * (count if card else 0)


def _market_card(ruleset: Ruleset[Card], name: str, key: str, span: Span, found: Diagnostics) -> str:
    """The card that is kept; empty, with a report, for one that cannot be. (QUEST-17.2)"""
    among = None if ruleset.names.knows(name) else ruleset.limited(MARKET)
    card = resolve(ruleset, name, found, span, among=among)
    if card and not is_market_card(ruleset.cards[card]):
        message = f"{ruleset.cards[card].name} cannot be here: {key}"
        help_ = "an Item, a Spell or a Weapon of the Marketplace is kept (QUEST-17.2)"
        found.report("E305", message, span, help_)
        return ""
    return card
