"""The position file of Gloomhaven as types: what may be written, with the texts of its JSON Schema.

What a scenario adds are rooms, events and ability decks.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.cards import Variants
from tsolve.games.gloomhaven.writing.table_file import (
    OF_FIGURES,
    TERMS_OF_FIGURES,
    AbilityCardFile,
    CardFile,
    Conditions,
    Drawn,
    Effects,
    Hexes,
    HitPoints,
    Initiative,
    ItemFile,
    MapFile,
    MonsterFile,
    Names,
    ObjectFile,
    Pair,
    Place,
    StatsFile,
    Texts,
)
from tsolve.written.position_file import CardName, PositionFile
from tsolve.written.statements import Written

AbilityCards = Annotated[
    tuple[int | str | AbilityCardFile, ...],
    Meta(
        max_length=50,
        description="Ability cards: `525`, its printed number, or what one says, "
        "`{initiative: 20, do: [move +0]}`.",
    ),
]
AbilityDeck = Literal["standard", "unknown"] | AbilityCards


class AbilityDeckFile(Written, frozen=True):
    """An ability deck of which something is known."""

    top: Annotated[AbilityCards, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        AbilityDeck,
        Meta(
            description="The cards below them, shuffled; `standard` for those of the type's deck that are "
            "nowhere else."
        ),
    ] = "standard"
    discards: AbilityCards = ()
    """The discard pile without the card of this round."""


class ListedMonsterFile(MonsterFile, frozen=True, kw_only=True):
    """A monster in a list, of an event or of a room; its hex, or the nearest empty one, is where it comes."""

    monster: Annotated[
        CardName,
        Meta(description="Its type, with the number of its standee or without: it gets one when it comes."),
    ]


ListedMonsters = Annotated[tuple[ListedMonsterFile, ...], Meta(max_length=50)]


class RoomFile(Written, frozen=True):
    """Who and what stands in a room that nobody has revealed."""

    monsters: Annotated[
        Annotated[dict[CardName, MonsterFile], Meta(max_length=100)] | ListedMonsters,
        Meta(
            description="The monsters by type and number, as those on the map, or one after the other: "
            "`[{monster: Bandit Guard, at: B}]`. Without a number a monster gets one when it comes.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    objects: Annotated[
        dict[str, ObjectFile], Meta(max_length=50, description="What else can be attacked, by name.")
    ] = {}  # noqa: RUF012  # a struct copies it


class EventFile(Written, frozen=True):
    """Something that the special rules of the scenario let happen."""

    when: Annotated[
        str,
        Meta(
            description="Once: `plate P`, a character stands on that pressure plate at the end of a turn; "
            "`door (5,3) opens`; or a condition as of `victory`. In rounds: `start of round 3`, `end of "
            "every odd round`, with `from round 7`, `until (5,3) opens` or `once (5,3) is open`."
        ),
    ]
    monsters: Annotated[ListedMonsters, Meta(description="Monsters that are spawned. (GH-14.4)")] = ()
    opens: Annotated[
        Hexes, Meta(description="Doors that open, locked ones too, and reveal their rooms. (GH-1.5)")
    ] = ()
    unlocks: Annotated[
        Hexes, Meta(description="Locked doors that characters may open from then on. (GH-1.5)")
    ] = ()
    elements: Annotated[
        dict[str, Literal["strong", "waning", "inert"]],
        Meta(max_length=12, description="What elements become: `{dark: strong, light: inert}`. (GH-9.1)"),
    ] = {}  # noqa: RUF012  # a struct copies it


Modifiers = Annotated[
    tuple[str | None, ...],
    Meta(
        max_length=300,
        description="Modifier cards: `+1`, `x2`, `null`, `bless`, `rolling pierce 3`; `2 x curse` for two.",
    ),
]


class CharacterFile(Written, frozen=True):
    """A character."""

    other_words: ClassVar[Mapping[str, str]] = {
        **OF_FIGURES,
        **dict.fromkeys(("xp", "exp"), "experience"),
        **dict.fromkeys(("gold", "coins", "money tokens", "loot"), "money"),
        **dict.fromkeys(("discard", "discard pile"), "discarded"),
        **dict.fromkeys(("rest", "long rest", "rests long", "resting"), "rests"),
        **dict.fromkeys(("play", "played", "cards played", "chosen"), "plays"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **TERMS_OF_FIGURES,
        "initiative": ("initiative",),
        "level": ("level",),
        "experience": ("experience",),
        "item": ("items",),
        "exhausted": ("exhausted",),
        "flying": ("flying",),
        "long_rest": ("rests",),
        "lost": ("lost",),
        "discarded": ("discarded",),
        "active": ("active",),
    }
    at: Place
    class_: Annotated[
        str, Meta(description="Its class, if its name is not that of one: `Brute`. (GH-2.13)")
    ] = msgspec.field(default="", name="class")
    initiative: Annotated[Initiative | None, Meta(description="Of this round, 1 to 99.")] = None
    rests: Annotated[bool, Meta(description="Whether it takes a long rest: initiative 99. (GH-2.4)")] = False
    hp: HitPoints = None
    max_hp: Annotated[
        Annotated[int, Meta(ge=1, le=999)] | None, Meta(description="All its hit points; `hp` by default.")
    ] = None
    conditions: Annotated[
        Conditions,
        Meta(description="`fresh stun` is one that was placed during the figure's own turn. (GH-8.3)"),
    ] = ()
    effects: Effects = ()
    flying: bool = False
    """Whether it flies. (GH-3.4)"""
    acted: bool = False
    """Whether its turn of this round is over."""
    exhausted: Annotated[
        bool,
        Meta(description="Whether it is exhausted for want of cards, and stays as a target. (GH-16.2)"),
    ] = False
    cards: Annotated[
        dict[CardName, CardFile],
        Meta(
            max_length=50,
            description="Its ability cards by name: "
            "`{Trample: {initiative: 72, top: [attack 3], bottom: [move 4, jump]}}`. Those of the box "
            "need only be named where they are, in `plays` or `hand`.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    plays: Annotated[
        Literal["choose"] | Names | None,
        Meta(
            description="The two cards chosen for this round, the leading one first; `choose`, or neither "
            "`plays` nor `rests`, asks `solve` which two of its hand are best. (GH-2.2)"
        ),
    ] = None
    hand: Annotated[
        Literal["all"] | Names | None,
        Meta(
            description="Cards in hand; by default all `cards` that are named nowhere else. `all`: all cards "
            "of its class up to its `level` that are nowhere else, as with `plays: choose` alone. (GH-2.13)"
        ),
    ] = None
    discarded: Names = ()
    """Discarded cards."""
    lost: Names = ()
    """Lost cards."""
    active: Annotated[Names, Meta(description="Cards in the active area. (GH-10.1)")] = ()
    experience: Annotated[int, Meta(ge=0, le=9999, description="Experience points so far.")] = 0
    money: Annotated[int, Meta(ge=0, le=9999, description="Money tokens looted so far.")] = 0
    kills: Annotated[int, Meta(ge=0, le=999, description="Kills that count for it so far. (GH-2.11)")] = 0
    items: Annotated[
        Annotated[dict[CardName, Texts | ItemFile | None], Meta(max_length=20)] | Names,
        Meta(
            description="Its items: those of the city by name, `[Boots of Striding, Hide Armor]`, others "
            "with what they do, `{Stamina Boots: {when: move, do: move +2}}`. (GH-11.8)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    enhanced: Annotated[
        dict[CardName, Annotated[tuple[str, ...], Meta(max_length=8)] | str],
        Meta(
            max_length=50,
            description="The stickers on its printed cards: `{Trample: [top +1 attack, bottom jump]}`. "
            "(GH-15.12)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    hand_size: Annotated[
        Annotated[int, Meta(ge=2, le=20)] | None,
        Meta(description="How many cards the hand of its class has: all its cards are counted. (GH-2.13)"),
    ] = None
    level: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | None,
        Meta(
            description="Its level: no card may be of a higher one, and a class has its hit points by level. "
            "(GH-2.13)"
        ),
    ] = None
    perks: Annotated[
        tuple[str, ...],
        Meta(
            max_length=30,
            description="Its perks, which make its modifier deck where `modifiers` does not give it: "
            "`[remove two -1, replace one -1 by one +1]`. (GH-15.4)",
        ),
    ] = ()

    @property
    def chosen(self) -> tuple[str, ...] | None:
        """The cards chosen for this round; None where none are told, or `solve` is asked for them."""
        return None if self.plays == "choose" else self.plays

    @property
    def items_by_name(self) -> Mapping[str, str | tuple[str, ...] | ItemFile | None]:
        """Its items, each with what the file says that it does; None for one as it is printed."""
        if not isinstance(self.items, dict):
            return dict.fromkeys(self.items)
        return {
            name: None if isinstance(each, ItemFile) and each.do is None else each
            for name, each in self.items.items()
        }

    def times_used(self, name: str) -> int:
        """How often one of its items was used already."""
        item = self.items.get(name) if isinstance(self.items, dict) else None
        return item.used if isinstance(item, ItemFile) else 0


class SummonFile(Written, frozen=True):
    """A character's summon. Those of one owner stand in the order in which they were summoned. (GH-11.3)"""

    other_words: ClassVar[Mapping[str, str]] = {
        **{word: key for word, key in OF_FIGURES.items() if key not in ("max_hp", "initiative")},
        **dict.fromkeys(("owner", "summoner", "summoned by", "by"), "of"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = TERMS_OF_FIGURES
    at: Place
    of: Annotated[CardName, Meta(description="The character that summoned it.")]
    hp: HitPoints = None
    stats: StatsFile = StatsFile()
    """Its statistics."""
    conditions: Annotated[Conditions, Meta(description="`fresh stun` is one of its own turn. (GH-8.3)")] = ()
    effects: Effects = ()
    card: Annotated[
        str, Meta(description="The active card that summoned it, with which it leaves. (GH-11.2)")
    ] = ""
    new: bool = False
    """Whether it was summoned this round: then it does not act. (GH-11.3)"""
    acted: bool = False
    """Whether its turn of this round is over."""


class ModifierDeckFile(Written, frozen=True):
    """A modifier deck of which something is known."""

    top: Annotated[Modifiers, Meta(description="The known cards on top, in this order.")] = ()
    rest: Annotated[
        Literal["standard", "unknown"] | Modifiers,
        Meta(
            description="The cards below them, shuffled; `standard` for those of the standard deck that "
            "neither `top` nor `discards` holds."
        ),
    ] = "standard"
    added: Annotated[Modifiers, Meta(description="Further cards shuffled into the rest: `[curse]`.")] = ()
    discards: Modifiers = ()
    """The discard pile."""
    reshuffles: Annotated[
        bool | None,
        Meta(
            description="Whether it will be reshuffled at the end of the round; by default if an x2 or a "
            "null is among the `discards`. (GH-6.20)"
        ),
    ] = None


class MoneyFile(Written, frozen=True):
    """Money tokens in one hex."""

    at: Place
    tokens: Annotated[int, Meta(ge=1, le=999)] = 1
    """How many."""


class ScenarioTable(PositionFile, frozen=True):
    """A position of a Gloomhaven scenario."""

    other_words: ClassVar[Mapping[str, str]] = {
        **PositionFile.other_words,
        **dict.fromkeys(("board", "grid", "room map", "drawing"), "map"),
        **dict.fromkeys(("character", "heroes", "hero", "party", "player characters", "pcs"), "characters"),
        **dict.fromkeys(("enemies", "enemy", "monster", "foes", "mobs"), "monsters"),
        "summon": "summons",
        "object": "objects",
        **dict.fromkeys(("scenario number", "scenariusz"), "scenario"),
        **dict.fromkeys(("revealed", "open", "opened doors", "open doors", "opened rooms", "seen"), "opened"),
        **dict.fromkeys(("killed", "dead monsters"), "dead"),
        **dict.fromkeys(("removed", "used up", "taken away"), "gone"),
        **dict.fromkeys(("scenario level", "difficulty level", "monster level"), "level"),
        **dict.fromkeys(("whose turn", "active figure", "acting", "active", "who acts", "turn of"), "turn"),
        **dict.fromkeys(("element", "infused", "infusions", "elements infused"), "elements"),
        **dict.fromkeys(("abilities", "monster abilities"), "ability_cards"),
        **dict.fromkeys(("monster cards", "monster ability cards", "cards of monsters"), "ability_cards"),
        **dict.fromkeys(("modifier decks", "attack modifiers", "attack modifier decks"), "modifiers"),
        **dict.fromkeys(("money tokens", "coins", "gold on the map"), "money"),
    }
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "map": ("map",),
        "monster": ("monsters",),
        "enemy": ("monsters",),
        "character": ("characters",),
        "summon": ("summons",),
        "scenario_level": ("level",),
        "level": ("level",),
        "round": ("round",),
        "turn": ("turn",),
        "element": ("elements",),
        "money_token": ("money",),
        "attack_modifier_deck": ("modifiers",),
    }
    scenario: Annotated[
        int | str | None,
        Meta(
            description="A scenario of the book by its number or its name, `14` or `Frozen Hollow`: its map, "
            "doors, monsters, goal and special rules are as printed, where the file says nothing else."
        ),
    ] = None
    opened: Annotated[
        Hexes,
        Meta(
            description="With `scenario`: what has been revealed beside the start, by tiles or by doors: "
            "`[G1b, (5,3)]`; `all`."
        ),
    ] = ()
    gone: Annotated[
        Hexes,
        Meta(
            description="With `scenario`: the hexes whose printed trap, obstacle, coin, treasure or object "
            "is no longer there."
        ),
    ] = ()
    dead: Annotated[
        tuple[str, ...],
        Meta(
            max_length=100,
            description="With `scenario`: monsters that were killed, by types or by the hexes in which they "
            'are printed: `[Bandit Guard, "(7,8)"]`.',
        ),
    ] = ()
    level: Annotated[int, Meta(ge=0, le=7, description="The scenario level. (GH-15.2)")] = 1
    players: Annotated[
        Annotated[int, Meta(ge=1, le=4)] | None,
        Meta(description="How many characters play the scenario; by default those that are written here."),
    ] = None
    solo: Annotated[
        bool,
        Meta(description="Whether somebody plays alone, or all with open information. (GH-16.4)"),
    ] = False
    permanent_death: Annotated[bool, Meta(description="Whether characters die for good. (GH-16.2)")] = False
    reduced_randomness: Annotated[
        bool, Meta(description="Whether x2 and bless count +2, null and curse -2. (GH-16.1)")
    ] = False
    round: Annotated[int, Meta(ge=1, le=999)] = 1
    """The number of the round."""
    coordinates: Annotated[
        Literal["offset", "axial"],
        Meta(
            description="What pairs of numbers mean. `offset`: column and row, odd columns half a hex "
            "further down. `axial`: q and p, with p = row - floor(column / 2)."
        ),
    ] = "offset"
    map: Annotated[
        Drawn | MapFile | None, Meta(description="The map: a drawing, or its size with lists of hexes.")
    ] = None
    turn: Annotated[
        str | None, Meta(description="The figure whose turn is asked about, such as `Bandit Guard 1`.")
    ] = None
    until: Annotated[
        Literal["turn", "round", "scenario"],
        Meta(
            description="How far it is played: to the end of the `turn`, of the round, figure by figure in "
            "the order of initiative, or of the scenario; without a `turn` from what comes next: the choice "
            "of cards, the monsters' ability cards, or the next figure. (GH-2.1, GH-2.4)"
        ),
    ] = "turn"
    characters: Annotated[
        dict[str, CharacterFile], Meta(max_length=4, description="The characters by name.")
    ] = {}  # noqa: RUF012  # a struct copies it
    summons: Annotated[
        dict[str, SummonFile], Meta(max_length=50, description="The characters' summons by name.")
    ] = {}  # noqa: RUF012  # a struct copies it
    monsters: Annotated[
        dict[CardName, MonsterFile],
        Meta(
            max_length=100, description="The monsters by type and number: `Bandit Guard 1`; bosses by name."
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    objects: Annotated[
        dict[str, ObjectFile], Meta(max_length=50, description="What else can be attacked, by name.")
    ] = {}  # noqa: RUF012  # a struct copies it
    ability_cards: Annotated[
        dict[CardName, int | str | AbilityCardFile],
        Meta(
            max_length=50,
            description="The ability card of each type of monsters: its printed number, or what it says.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    ability_decks: Annotated[
        dict[CardName, AbilityDeckFile | AbilityDeck],
        Meta(
            max_length=50,
            description="The ability deck of each type from which cards are still drawn: from the top in "
            "this order, `standard` for all its cards but that of the round, shuffled, or what is known of "
            "it. (GH-2.3)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    rooms: Annotated[
        dict[str, RoomFile],
        Meta(
            max_length=50,
            description="What stands behind closed doors, by the hexes of their doors: "
            "`{D: {monsters: {Living Bones 1: {at: B}}}}`; `{}` where nobody does. (GH-1.5)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    events: Annotated[
        tuple[EventFile, ...],
        Meta(max_length=50, description="What the special rules let happen. (GH-1.10, GH-14.4)"),
    ] = ()
    victory: Annotated[
        tuple[str, ...],
        Meta(
            max_length=10,
            description="All that wins the scenario: `all monsters killed`, `NAME killed`, `6 rounds`, "
            "`2 treasures looted`, `all characters on (3,4) (3,5)`, ... All monsters by default where the "
            "scenario is played. (GH-14.1)",
        ),
    ] = ()
    defeat: Annotated[
        tuple[str, ...],
        Meta(
            max_length=10,
            description="Whatever loses it, beside the exhaustion of all characters: `Altar killed`, "
            "`10 rounds`. (GH-14.1, GH-11.10)",
        ),
    ] = ()
    each_adds: Annotated[
        Modifiers,
        Meta(
            description="Modifier cards that the scenario adds to the deck of each character, where "
            "`modifiers` does not give it: `[3 x curse]`."
        ),
    ] = ()
    looted: Annotated[Hexes, Meta(description="The hexes of treasure tiles that have been looted.")] = ()
    fallen: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=999)]],
        Meta(
            max_length=50,
            description="How many monsters of each type have been killed, where a condition counts them: "
            "`{Inox Guard: 2, elite Inox Guard: 1}`.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    elements: Annotated[
        dict[str, Literal["strong", "waning", "inert"]],
        Meta(max_length=12, description="The elements that are not inert: `{fire: strong}`. (GH-9.1)"),
    ] = {}  # noqa: RUF012  # a struct copies it
    modifiers: Annotated[
        dict[str, Literal["standard", "unknown"] | Modifiers | ModifierDeckFile],
        Meta(
            max_length=10,
            description="The modifier decks by owner, `monsters` or a character: from the top in this order, "
            "or what is known of one; a fresh standard deck by default. (GH-6.17)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    money: Annotated[
        Drawn | Annotated[tuple[str | Pair | MoneyFile, ...], Meta(max_length=500)],
        Meta(description="Money tokens: the hex of each, or `{at: [2, 3], tokens: 2}`."),
    ] = ()

    @property
    def variants(self) -> Variants:
        """Which variants are played."""
        return Variants(self.reduced_randomness, self.permanent_death, self.solo)
