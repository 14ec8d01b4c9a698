"""The position file of Gloomhaven as types: what may be written, with the texts of its JSON Schema.

What a scenario adds are rooms, events and ability decks.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.games.gloomhaven.cards import Variants
from tsolve.games.gloomhaven.writing.character_file import CharacterFile, SummonFile
from tsolve.games.gloomhaven.writing.table_file import (
    AbilityCardFile,
    Drawn,
    Hexes,
    MapFile,
    MonsterFile,
    ObjectFile,
    Pair,
    Place,
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


Texts = Annotated[tuple[str, ...], Meta(max_length=20)]
Conditions = Annotated[
    str | Texts, Meta(description="Conditions as of `victory`; several in a list, or parted by `;`.")
]


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
    while_: Annotated[
        Conditions, Meta(description="What must be so when it would happen: conditions as of `victory`.")
    ] = msgspec.field(default=(), name="while")
    until: Annotated[
        Conditions, Meta(description="It does not happen any more once one of these conditions is met.")
    ] = ()
    monsters: Annotated[ListedMonsters, Meta(description="Monsters that are spawned. (GH-14.4)")] = ()
    where_fell: Annotated[
        str, Meta(description="They come where this figure left the map, not in their hexes.")
    ] = ""
    by: Annotated[
        str,
        Meta(description="Who summons these monsters, next to it, such as `Tree a`. (GH-12.34)"),
    ] = ""
    opens: Annotated[
        Hexes, Meta(description="Doors that open, locked ones too, and reveal their rooms. (GH-1.5)")
    ] = ()
    unlocks: Annotated[
        Hexes, Meta(description="Locked doors that characters may open from then on. (GH-1.5)")
    ] = ()
    removes: Annotated[str, Meta(description="Players may take away one monster of this type.")] = ""
    exits: Annotated[
        Hexes,
        Meta(description="Characters that stand there leave the map, with their summons: they escape."),
    ] = ()
    elements: Annotated[
        dict[str, Literal["strong", "waning", "inert"]],
        Meta(max_length=12, description="What elements become: `{dark: strong, light: inert}`. (GH-9.1)"),
    ] = {}  # noqa: RUF012  # a struct copies it


class RuleFile(Written, frozen=True):
    """A special rule that gives figures effects as long as something is so. (GH-14.7)"""

    for_: Annotated[
        str,
        Meta(
            description="Whom it concerns: `characters`, `summons`, `monsters`, `all figures`, types of "
            "monsters or names, several with commas."
        ),
    ] = msgspec.field(name="for")
    do: Annotated[
        str | Texts,
        Meta(description="What lasts, as of `effects`: `each turn start (heal 2, self)`, `shield 1`."),
    ]
    near: Annotated[
        str,
        Meta(description="Only those so near to a figure or a hex: `2 of Totem`, `2 of (3,4)`."),
    ] = ""
    on: Annotated[Hexes, Meta(description="Only those in these hexes.")] = ()
    while_: Annotated[Conditions, Meta(description="What must be so: conditions as of `victory`.")] = (
        msgspec.field(default=(), name="while")
    )
    until: Annotated[Conditions, Meta(description="It ends once one of these conditions is met.")] = ()


Modifiers = Annotated[
    tuple[str | None, ...],
    Meta(
        max_length=300,
        description="Modifier cards: `+1`, `x2`, `null`, `bless`, `rolling pierce 3`; `2 x curse` for two.",
    ),
]


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
    rules: Annotated[
        tuple[RuleFile, ...],
        Meta(max_length=50, description="Special rules that give figures effects. (GH-14.7)"),
    ] = ()
    specials: Annotated[
        dict[CardName, Annotated[tuple[str | Texts, ...], Meta(max_length=2)]],
        Meta(
            max_length=10,
            description="What the specials of bosses are in this scenario: "
            "`{Jekserah: [[summon Living Bones, attack -1], [move +0]]}`. (GH-12.36)",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    summoned_instead: Annotated[
        dict[CardName, str],
        Meta(
            max_length=10,
            description="What types of monsters summon in place of what their cards say: "
            '`{Cultist: "summon Giant Viper, elite"}`.',
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    barred: Annotated[
        dict[CardName, Hexes],
        Meta(max_length=10, description="Hexes that types of monsters, or named ones, do not enter."),
    ] = {}  # noqa: RUF012  # a struct copies it
    focus_first: Annotated[
        dict[str, str],
        Meta(
            max_length=10,
            description="What monsters focus on wherever they can attack it this turn, with their types: "
            "`{Crystal: monsters}`, `{Door: Flame Demon, Earth Demon}`.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    kept_open: Annotated[
        dict[str, Hexes],
        Meta(
            max_length=20,
            description="Doors that stay open only as long as a character stands on one of these plates: "
            '`{"(7,8)": "(6,6) (9,10)"}`. (GH-1.10)',
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    spared: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=99)]],
        Meta(
            max_length=20,
            description="Figures for which characters may lose a card of the hand in place of damage, and "
            "how often they still may: `{Crystal: 2}`.",
        ),
    ] = {}  # noqa: RUF012  # a struct copies it
    loot_only: Annotated[
        bool,
        Meta(description="Whether treasure tiles are looted by loot abilities alone. (GH-14.7)"),
    ] = False
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
    escaped: Annotated[
        tuple[str, ...],
        Meta(max_length=4, description="The characters that have left the map by an exit."),
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
