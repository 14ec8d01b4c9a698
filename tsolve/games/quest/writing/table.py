"""Reads what lies on the table of a position file."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics
from tsolve.games.quest.actions import NONE, TOKENS
from tsolve.games.quest.book import KEY
from tsolve.games.quest.cards import Card
from tsolve.games.quest.state import Player, Room, State
from tsolve.games.quest.turn.tokens import PRICES
from tsolve.games.quest.writing.dungeon import DungeonReader
from tsolve.games.quest.writing.kinds import LOCATIONS, OWNED, ROOMS
from tsolve.games.quest.writing.played import Played
from tsolve.games.quest.writing.position_file import OtherFile, PositionFile
from tsolve.games.quest.writing.statements import TokensFile
from tsolve.games.quest.writing.village import VillageReader
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.inventory import Use


class Table(DungeonReader, VillageReader):
    """Reads one file, collecting problems and counting the cards of every place."""

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        super().__init__(decoded, ruleset, found)
        says = self.file.monsters is not None or bool(self.file.seen)
        self.played = Played(self) if says else None
        """What the Monster decks are made of; None where the file does not say."""

    def state(self) -> State:
        """What lies on the table before the phase of the turn is chosen."""
        file = self.file
        rooms = self.rooms()
        me = self.player((), file, rooms, self.cards(("hand",), file.hand, OWNED))
        me = replace(
            me,
            sponsor=self.one(("sponsor",), file.sponsor, ("sponsor",), 1),
            quest=self.one(("side_quest",), file.side_quest, ("side_quest",), 1),
            completed=file.completed,
        )
        others = self.others(rooms)
        stacks = self.village()
        guardian = self.one(("guardian",), file.guardian, ("guardian",))
        self.cards(("seen",), file.seen, ("monster",))
        return State(
            for_village=file.turn == "village" and file.location is None,
            players=(me, *others),
            rooms=rooms,
            monsters=(self.monster_deck(1), self.monster_deck(2), self.monster_deck(3)),
            guardian=guardian,
            keys=sum(player.keys for player in (me, *others)),
            key_found=file.key_found,
            stacks=stacks,
            titles=self.titles(stacks),
            treasures=self.treasure_deck(),
            last_turns=NONE if file.last_turns is None else file.last_turns,
        )

    # the players

    def others(self, rooms: tuple[Room, ...]) -> list[Player]:
        others = self.file.players.others
        if isinstance(others, int):
            return [Player(deck=piles.UNKNOWN, hand=None)] * others
        found = []
        for index, other in enumerate(others):
            path: Path = ("players", "others", index)
            hand = None if isinstance(other.hand, str) else self.cards((*path, "hand"), other.hand, OWNED)
            found.append(self.player(path, other, rooms, hand))
        return found

    def player(
        self,
        path: Path,
        file: PositionFile | OtherFile,
        rooms: tuple[Room, ...],
        hand: tuple[str, ...] | None,
    ) -> Player:
        room, location = self.champion((*path, "champion"), file.champion, rooms)
        tokens: TokensFile = file.tokens
        self.cards((*path, "owned"), file.owned or (), OWNED)
        for token in TOKENS:
            self.held((*path, "tokens", token), PRICES[token], getattr(tokens, token))
        self.held((*path, "keys"), KEY, file.keys)
        return Player(
            deck=self.deck((*path, "deck"), file.deck, OWNED),
            discard=self.cards((*path, "discard"), file.discard, OWNED),
            hand=hand,
            xp=file.xp,
            wounds=file.wounds,
            iron_rations=tokens.iron_rations,
            lantern=tokens.lantern,
            potion=tokens.potion,
            room=room,
            location=location,
            keys=file.keys,
        )

    def champion(self, path: Path, name: str | None, rooms: tuple[Room, ...]) -> tuple[int, str]:
        """The room and the Location of a Champion: one of them, or none."""
        card = self.one(path, name, (*ROOMS, *LOCATIONS))
        if not card:
            return NONE, ""
        if self.ruleset.cards[card].kind == "location":
            return NONE, card
        places = [place for place, room in enumerate(rooms) if room.card == card]
        if not places:
            message = f"{self.ruleset.cards[card].name} is no room of this Dungeon"
            self.found.report("E314", message, self.decoded.span(*path), "name it under `dungeon`, too")
        return places[0] if places else NONE, ""

    # what is owned

    def counted(self) -> Iterator[Use]:
        """Every card of the file once: those of a player who is told to own them are named as `owned`."""
        played = {use.card for use in self.uses if use.zone == "treasures"}
        for use in self.lying():
            if use.zone == "treasures" or use.card not in played:
                yield use

    def lying(self) -> Iterator[Use]:
        """Every card of the file, and the Treasures once more that are said to be played with."""
        owners = self.owners()
        yield from (use for use in self.uses if not (use.is_belonging and use.owner in owners))

    def owners(self) -> list[Path]:
        """The paths of the players of whom the file tells all that they own; empty for the active one."""
        others = self.file.players.others
        named = enumerate(() if isinstance(others, int) else others)
        paths: list[Path] = [("players", "others", index) for index, each in named if each.owned is not None]
        return paths if self.file.owned is None else [(), *paths]
