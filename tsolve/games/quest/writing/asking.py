"""How people ask about Quest and say what they claim: questions of one line such as `Gorlandor 2, Maul vs
Goblin Berserker in Mine`, claims in a sentence, and the dialogue that makes a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.quest.answers import PRICES, TOKENS
from tsolve.games.quest.cards import Card
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.writing.position_file import AT_THE_BAZAAR, FOR_SALE, LOCATIONS, MONSTERS, ROOMS
from tsolve.games.quest.writing.table import FACE_DOWN, NOBODY
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.written.asking import Asked, Asking, Item, Understood
from tsolve.written.drawing import Start
from tsolve.written.form import Field, own_fields, pile_fields, steps_field
from tsolve.written.lexing import HAND, Named, Vocabulary

_DEFEAT, _BATTLE, _BUY, _REACH = "defeat", "battle", "buy", "reach"
_KINDS = {
    _DEFEAT: MONSTERS,
    _BATTLE: MONSTERS,
    _REACH: ROOMS,
    _BUY: (*FOR_SALE, *AT_THE_BAZAAR),
    "village": FOR_SALE,
}
"""The kinds of card that may be named behind these words; everything else is what a player has."""
_HELD = (*FOR_SALE, "cache", "wound", "unknown", "token")
_HOME = "wilderness"
_TREASURE = tuple(f"{buy}{a}treasure" for buy in ("buy", "purchase") for a in (" ", " a ", " the "))
"""Ways to say that the top Treasure is bought, which is no card that anybody knows."""
_IN_THE_VILLAGE = ("level up", "heal", *_TREASURE)
"""Verbs of what is done in the Village."""
_MORE_LIGHT = "More Light"
"""A card of the position that brings the Light of which nobody says where it comes from."""


class QuestAsking(Asking[Card]):
    """A battle in a room, the way to a room, or a visit to the Village."""

    against = _DEFEAT
    vocabulary = Vocabulary(
        verbs={
            **dict.fromkeys(
                ("defeat", "defeats", "beat", "beats", "kill", "kills", "slay", "slays"), _DEFEAT
            ),
            **dict.fromkeys(("battle", "battles", "attack", "attacks", "fight", "fights"), _BATTLE),
            **dict.fromkeys(("buy", "buys", "purchase", "purchases"), _BUY),
            **dict.fromkeys(("reach", "reaches", "enter", "enters", "move to", "get to", "go to"), _REACH),
        },
        claims={
            _DEFEAT: ("defeats", "not_defeats"),
            _BUY: ("buys", "cannot_buy"),
            _REACH: ("reaches", "cannot_reach"),
        },
        against=_DEFEAT,
        zones={
            **dict.fromkeys(("hand", "my hand"), HAND),
            **dict.fromkeys(("deck", "my deck"), "deck"),
            **dict.fromkeys(("discard", "discards", "discard pile"), "discard"),
            **dict.fromkeys(("owned", "own", "owns"), "owned"),
            **dict.fromkeys(("village", "for sale"), "village"),
        },
        given={"light": "light", "xp": "xp", "wound": "wounds", "wounds": "wounds"},
        amounts=MEASURES.asked,
        turns={
            "dungeon phase": "dungeon",
            "dungeon turn": "dungeon",
            "village phase": "village",
            "village turn": "village",
        },
        terms={"xp": "xp", **MEASURES.terms_asked},
        of_enemies="no Monster attacks anybody: who ends a move in its room battles it (QUEST-5.14), and "
        "takes its Wounds, won or lost (QUEST-5.19)",
        of_hand=("give", "gives"),
        others=("give", "gives", "use", "uses", "level up", "heal", *_TREASURE),
        examples='"Gorlandor 2, Maul vs Goblin Berserker in Mine", "2 Lantern, 2 Dagger: 5 gold?", '
        '"Lantern reach Crypt from Mine"',
    )

    def fits(self, card: str, section: str) -> bool:
        return self.ruleset.cards[card].kind in _KINDS.get(section, _HELD)

    def meant(
        self, cards: tuple[str, ...], section: str, zones: Mapping[str, Sequence[Item]]
    ) -> tuple[str, ...]:
        """Those cards that are said to be for sale, else the lowest level of the Hero, as in a step."""
        bought = section in (_BUY, "village")
        if bought and (sold := {item.card for item in zones.get("village", ())}.intersection(cards)):
            return tuple(sold)
        levels = [self.ruleset.cards[card] for card in cards]
        is_one = len({level.title for level in levels}) == 1 and bool(levels[0].title)
        return (min(levels, key=lambda level: level.level or 0).id,) if is_one else cards

    def start(self) -> Start:
        """The starting deck and the first hand. (QUEST-1.9, QUEST-1.14)"""
        from tsolve.games.quest.numbers import load_setup

        numbers = load_setup(self.ruleset.roots).value
        deck = {self.ruleset.cards[card].name: copies for card, copies in numbers.starting_deck.items()}
        return Start(deck, numbers.hand)

    def is_place(self, card: str) -> bool:
        return self.ruleset.cards[card].kind in (*ROOMS, *LOCATIONS)

    def positions(self, asked: Asked, found: Diagnostics) -> Sequence[Understood]:
        turn = asked.turn or ("village" if self._visits(asked) else "dungeon")
        keys, told = self._player(asked)
        if turn == "village":
            sold, offered = self._village(asked)
            claims = self._village_claims(asked, found)
            return [Understood({"turn": turn, **keys, **sold}, claims, ("Village phase", *told, *offered))]
        enemies, rooms = self._dungeon(asked, found)
        claims = self._battle_claims(asked, enemies, found)
        understood = []
        for dungeon, open_room in self._options(enemies, rooms, found):
            champion = self._champion(asked, dungeon)
            start = {champion: NOBODY} if champion not in dungeon and champion != self._room(_HOME) else {}
            where = [
                f"{each} in {room}" for room, each in dungeon.items() if each != NOBODY and not open_room
            ]
            empty = [room for room, each in {**start, **dungeon}.items() if each == NOBODY]
            understood.append(
                Understood(
                    {"turn": turn, **keys, "champion": champion, "dungeon": {**start, **dungeon}},
                    claims,
                    (
                        *(where or [self.name(item) for item in enemies]),
                        *((f"nobody in {', '.join(empty)}",) if empty else ()),
                        f"the Champion stands {'in the same room' if open_room else f'in {champion}'}",
                        *told,
                        "nothing else in the Dungeon",
                    ),
                    open_room,
                )
            )
        return understood

    def _room(self, card: str) -> str:
        return self.ruleset.cards[card].name

    # the player

    def _player(self, asked: Asked) -> tuple[dict[str, Placed], tuple[str, ...]]:
        """What the player has as keys of a file, and in words."""
        named = asked.zones.get(HAND, ())
        tokens = [item for item in named if self.ruleset.cards[item.card].kind == "token"]
        hand = [item for item in named if item not in tokens]
        told = [f"hand {self.told(hand)}"]
        cards = self.listed(hand)
        keys: dict[str, Placed] = {}
        if light := asked.given.get("light"):
            if light.value > 0:
                cards = [*cards, _MORE_LIGHT]
                keys["cards"] = {_MORE_LIGHT: {"kind": "item", "light": light.value}}
            told.append(f"Light {light.value} from an extra card in the hand")
        keys["hand"] = cards
        if tokens:
            by_card = {PRICES[token]: token for token in TOKENS}
            keys["tokens"] = {by_card[item.card]: item.count for item in tokens if item.card in by_card}
            told.append(self.told(tokens))
        piles, of_piles = self.piles(asked)
        keys |= piles
        told += of_piles
        for what, called in (("xp", "XP"), ("wounds", "Wounds")):
            if number := asked.given.get(what):
                keys[what] = Scalar(str(number.value), number.span)
                told.append(f"{number.value} {called}")
        return keys, tuple(told)

    # the Village

    def _visits(self, asked: Asked) -> bool:
        golden = any(each.what == "gold" for each in asked.amounts)
        visits = golden or any(each.text.casefold().startswith(_IN_THE_VILLAGE) for each in asked.others)
        return (
            visits or bool(asked.verbs.get(_BUY)) or "village" in asked.zones or bool(self._locations(asked))
        )

    def _locations(self, asked: Asked) -> list[Named]:
        return [
            place
            for place in asked.places
            if isinstance(place, Named) and self.ruleset.cards[place.cards[0]].kind in LOCATIONS
        ]

    def _village(self, asked: Asked) -> tuple[dict[str, Placed], tuple[str, ...]]:
        """Where the player goes and what is for sale: what is named, as often as it is."""
        keys: dict[str, Placed] = {}
        told: list[str] = []
        for place in self._locations(asked)[:1]:
            keys["location"] = Scalar(self._room(place.cards[0]), place.span)
            told.append(f"at the {self._room(place.cards[0])}")
        items = (*asked.zones.get("village", ()), *asked.verbs.get(_BUY, ()))
        in_stacks = (item for item in items if self.ruleset.cards[item.card].kind != "token")
        counts = {self.name(item): item.count for item in in_stacks}
        if counts:
            keys["village"] = counts
            told.append(f"the Village sells {', '.join(counts)}")
        return keys, tuple(told)

    def _village_claims(self, asked: Asked, found: Diagnostics) -> tuple[Placed, ...]:
        for verb in (_DEFEAT, _BATTLE, _REACH):
            for item in asked.verbs.get(verb, ()):
                found.report("E210", "the Champion stays in the Village", item.span)
        return self.purchases(asked, _BUY, "5 gold", found)

    # the Dungeon

    def _dungeon(self, asked: Asked, found: Diagnostics) -> tuple[list[Item], list[str]]:
        """Who is attacked, and the other rooms. A room named by itself is the room of the only Monster
        without one.
        """
        enemies = [*asked.verbs.get(_DEFEAT, ()), *asked.verbs.get(_BATTLE, ())]
        places = [place for place in asked.places if isinstance(place, Named)]
        left = [item for item in enemies if item.place is None and self._home(item) == ""]
        if len(left) == 1 and len(places) == 1:
            placed = replace(left[0], place=places.pop())
            enemies = [placed if item is left[0] else item for item in enemies]
        rooms = [self.name(item) for item in asked.verbs.get(_REACH, ())]
        rooms += [self._room(place.cards[0]) for place in places]
        for place in asked.places:
            if not isinstance(place, Named):
                found.report("E210", "it is not clear what this number is", place.span)
        return enemies, rooms

    def _home(self, item: Item) -> str:
        """The only room in which somebody can be; empty where there are several."""
        facts = self.ruleset.cards[item.card]
        return self._room(_HOME) if facts.kind == "guardian" or facts.level == 0 else ""

    def _battle_claims(self, asked: Asked, enemies: Sequence[Item], found: Diagnostics) -> tuple[Placed, ...]:
        attacked = asked.verbs.get(_DEFEAT, ())
        claims = [
            self.claimed(verb, item, asked.denied)
            for verb in (_BATTLE, _REACH)
            for item in asked.verbs.get(verb, ())
        ]
        if asked.total is None:
            claims += [self.claimed(_DEFEAT, item, asked.denied) for item in attacked]
        elif len(enemies) == 1:
            total = Scalar(str(asked.total.value), asked.total.span)
            claims.append({"total": total, "against": Scalar(self.name(enemies[0]), enemies[0].span)})
        else:
            found.report("E210", "say which Monster this total is against", asked.total.span)
        return (*claims, *self.claims_of_others(asked))

    def _options(
        self, enemies: Sequence[Item], rooms: Iterable[str], found: Diagnostics
    ) -> list[tuple[dict[str, str], str]]:
        """Who is in which room. If one room is not said there is one Dungeon for each room that it may be."""
        dungeon: dict[str, str] = {}
        open_: list[Item] = []
        for item in enemies:
            if item.count > 1:
                found.report("E307", "a room holds one Monster", item.span)
            if isinstance(item.place, Named) and self.ruleset.cards[item.place.cards[0]].kind not in ROOMS:
                found.report("E305", f"{self._room(item.place.cards[0])} is no room", item.place.span)
            room = self._room(item.place.cards[0]) if isinstance(item.place, Named) else self._home(item)
            if not room:
                open_.append(item)
            elif room in dungeon:
                found.report("E210", f"a second Monster in {room}", item.span)
            else:
                dungeon[room] = self.name(item)
        for room in rooms:
            if room != self._room(_HOME):
                dungeon.setdefault(room, NOBODY)
        if not open_:
            return [(dungeon, "")]
        if len(open_) > 1:
            for item in open_:
                help_ = f"write `{self.name(item)} in ROOM`"
                found.report("E210", f"say in which room {self.name(item)} is", item.span, help_)
            return []
        (item,) = open_
        return [({**dungeon, room: self.name(item)}, room) for room in self._rooms_for(item, dungeon)]

    def _rooms_for(self, item: Item, dungeon: Mapping[str, str]) -> list[str]:
        """The rooms of its level that are known in full, from its own box if that has any."""
        facts = self.ruleset.cards[item.card]
        rooms = [
            card
            for card in self.ruleset.cards.values()
            if card.kind in ROOMS
            and card.level == facts.level
            and not card.missing
            and card.name not in dungeon
        ]
        return [card.name for card in rooms if card.set == facts.set] or [card.name for card in rooms]

    def _champion(self, asked: Asked, dungeon: Mapping[str, str]) -> str:
        """Where the Champion stands: where it is said, else where the battle is, else where it begins."""
        if asked.begins is not None:
            return self._room(asked.begins.cards[0])
        return next((room for room, each in dungeon.items() if each != NOBODY), self._room(_HOME))


_OWNED = (*FOR_SALE, "cache", "wound", "unknown")

FORM = (
    Field("turn", "word", "Phase", "", words=("dungeon", "village", "undecided")),
    Field(
        "location",
        "card",
        "Location",
        "Where you go in the Village, such as `Bazaar`; an empty line if that is open.",
        LOCATIONS,
        turns=("village",),
        picked="Where you go in the Village, such as `Bazaar`; nothing if that is open.",
    ),
    *own_fields(_OWNED),
    Field(
        "dungeon",
        "pairs",
        "Dungeon",
        "Each room with its Monster, such as `Mine: Goblin Berserker`; `none` for nobody, `face down` for a "
        "card that nobody has seen.",
        ROOMS,
        words=(NOBODY, FACE_DOWN),
        holds=MONSTERS,
        turns=("dungeon",),
        rows=(("3", 2), ("2", 2), ("1", 2), ("0", 1)),
        picked="Tap a place to name its room and who is there.",
    ),
    Field(
        "champion",
        "card",
        "Champion",
        "The room or the Location where your Champion stands; an empty line if that is open.",
        (*ROOMS, *LOCATIONS),
        picked="The room or the Location where your Champion stands, if you know it.",
    ),
    Field(
        "village",
        "counts",
        "Village",
        "What is for sale, each with its copies, such as `3 x Maul`; an empty line if you do not know it.",
        FOR_SALE,
        turns=("village",),
        picked="What is for sale, each with its copies, if you know it.",
        note="copies left",
    ),
    Field(
        "claims", "claims", "What is claimed?", "Such as `5 vs Goblin Berserker`, `can buy Maul`, `6 gold`."
    ),
    steps_field("`move to Mine`, `battle Goblin Berserker`, `buy Maul`"),
    *pile_fields(_OWNED),
    Field(
        "monsters",
        "texts",
        "Monster groups",
        "The groups in play, such as `Goblin Grunts`, if you know them all: the decks follow from them.",
        optional=True,
    ),
    Field("xp", "number", "XP", "Your XP.", optional=True),
    Field("wounds", "number", "Wounds", "The Wound tokens on your board.", optional=True),
    Field(
        "tokens",
        "counts",
        "Gear tokens",
        "Your tokens, such as `2 lantern, 1 potion`.",
        words=TOKENS,
        optional=True,
    ),
    Field("sponsor", "card", "Guild Sponsor", "Who sponsors you.", ("sponsor",), optional=True),
    Field("side_quest", "card", "Side Quest", "The one that you have kept.", ("side_quest",), optional=True),
)
