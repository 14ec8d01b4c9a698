"""The questions of the dialogue that makes a position of Gloomhaven: a scenario of the book, a map of one's
own, attacks without one, or the campaign.
"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.writing.form_parts import (
    CARDS,
    CLASSES,
    CONDITIONS,
    ENEMIES,
    HIT_POINTS,
    INITIATIVE,
    ITEMS,
    MAP,
    NOBODY,
    ON_A_MAP,
    RANK,
    SCENARIO,
    of_characters,
)
from tsolve.games.gloomhaven.writing.scenario_form import CHOICE, OF_SCENARIO
from tsolve.games.gloomhaven.writing.scenario_offers import types_there
from tsolve.games.gloomhaven.writing.typed_lines import (
    of_ability_cards,
    of_figures,
    of_items,
    of_map,
    of_own_cards,
    of_party,
    of_shop,
    of_stickers,
)
from tsolve.written.form import Brush, Field

ATTACKS, CAMPAIGN = ("attacks",), ("campaign",)

_BRUSHES = (
    Brush("walls", "wall", "wall"),
    Brush("obstacles", "obstacle", "blocked"),
    Brush("traps", "trap", "danger"),
    Brush("hazards", "hazardous terrain", "harm"),
    Brush("difficult", "difficult terrain", "slow"),
    Brush("doors", "closed door", "shut"),
    Brush("plates", "pressure plate", "switch"),
    Brush("treasures", "treasure", "prize"),
)

_OWN_CARDS = Field(
    "cards",
    "entries",
    "Their own cards",
    "Those that tsolve does not know by name, where one of them acts: one a line as it is printed, such "
    "as `Brute: Skewer, 35; top attack 3; bottom move 4, lost, xp 1`, with more abilities of a half "
    "behind a semicolon.",
    NOBODY,
    files=MAP,
    needs="characters",
    place="characters.*.cards",
    picked="Only those that tsolve does not know by name, each as it is printed, such as `Brute: Skewer, "
    "35; top attack 3; bottom move 4, lost, xp 1`.",
    reads=of_own_cards,
)
_ABILITY_CARDS = Field(
    "ability_cards",
    "entries",
    "The monsters' ability cards",
    "One for each type, by its number, `Bandit Guard 525`, or by what it says, "
    "`Bandit Guard: 50, move +0, attack +0`.",
    ENEMIES,
    files=MAP,
    needs="monsters",
    picked="One for each type, by its number, `Bandit Guard 525`, or by what it says, "
    "`Bandit Guard: 50, move +0, attack +0`.",
    reads=of_ability_cards,
    offers=types_there,
)
_OF_MAP = (
    Field(
        "map",
        "hexmap",
        "Map",
        "Its size first, such as `9 x 7`: 9 columns of 7 hexes, counted from 0. Then what is on it, such as "
        "`obstacles 2,3 4,4`; so walls, traps, hazards, difficult, doors, plates. An empty line to end.",
        files=MAP,
        needed=True,
        reads=of_map,
        picked="Choose its size, then what you paint, and tap the hexes.",
        brushes=_BRUSHES,
    ),
    Field(
        "characters",
        "figures",
        "Characters",
        "One a line, such as `Brute at 2,3, hp 9, initiative 61`, with conditions behind.",
        CLASSES,
        files=MAP,
        reads=of_figures,
        picked="Name one, such as `Brute`: it comes onto the map, where you can move it.",
        traits=(HIT_POINTS, INITIATIVE, CONDITIONS),
    ),
    _OWN_CARDS,
    replace(_OWN_CARDS, files=SCENARIO, optional=True),
    of_characters(
        "plays",
        "The two cards of the round",
        "Where one of them acts, such as `Brute: Skewer, Trample`.",
        optional=False,
    ),
    Field(
        "monsters",
        "figures",
        "Monsters",
        "One a line, such as `Bandit Guard 1 at 3,1, elite, hp 4`; without hit points it has all.",
        ENEMIES,
        files=MAP,
        reads=of_figures,
        picked="Name one, such as `Bandit Guard 1`; without hit points it has all.",
        traits=(HIT_POINTS, RANK, CONDITIONS),
        numbered=True,
    ),
    _ABILITY_CARDS,
    replace(_ABILITY_CARDS, files=SCENARIO, needs="scenario"),
    Field(
        "turn",
        "text",
        "Whose turn?",
        "Such as `Bandit Guard 1`; an empty line if nobody's.",
        (*ENEMIES, *CLASSES),
        files=ON_A_MAP,
        picked="Who acts now.",
    ),
    Field(
        "line",
        "steps",
        "What has been played, step by step?",
        "One a line, such as `play top of Skewer`, `attack Bandit Guard 1`, `draw +1`.",
        NOBODY,
        files=ON_A_MAP,
        picked="Such as `play top of Skewer`, `attack Bandit Guard 1`, `draw +1`.",
        optional=True,
    ),
)
_OF_ATTACKS = (
    Field(
        "attacks",
        "lines",
        "Attacks",
        "One a line in their order, such as `Brute attacks 3, pierce 2 vs Bandit Guard 1, 4/6 hp, poisoned`; "
        "of a monster relative to its statistics: `Bandit Archer 1 attacks +0 vs Brute, 8 hp`.",
        (*ENEMIES, *CLASSES),
        picked="In their order, such as `Brute attacks 3, pierce 2 vs Bandit Guard 1, 4/6 hp, poisoned`; of "
        "a monster relative to its statistics: `Bandit Archer 1 attacks +0 vs Brute, 8 hp`.",
        files=ATTACKS,
        needed=True,
    ),
    Field(
        "line",
        "steps",
        "The modifier cards that came",
        "One a line, such as `draw +1`; an empty line if none has come: then all that may come count.",
        NOBODY,
        picked="Such as `draw +1`; if none has come yet, all that may come count.",
        files=ATTACKS,
    ),
)
_OF_CAMPAIGN = (
    Field(
        "party",
        "entries",
        "The party",
        "A character a line, such as `Brute, level 3, 45 gold, xp 120, checkmarks 2, items Old Boots`.",
        (*CLASSES, *ITEMS),
        files=CAMPAIGN,
        place="campaign.characters",
        picked="Each character, such as `Brute, level 3, 45 gold, xp 120, checkmarks 2, items Old Boots`.",
        reads=of_party,
    ),
    Field(
        "reputation",
        "number",
        "Reputation of the party",
        "-20 to 20.",
        files=CAMPAIGN,
        place="campaign.reputation",
    ),
    Field(
        "line",
        "steps",
        "What happens, step by step?",
        "One a line, such as `Brute buys Old Boots at 20`; an empty line if nothing.",
        NOBODY,
        picked="Such as `Brute buys Old Boots at 20`.",
        files=CAMPAIGN,
    ),
)
_CLAIMS = tuple(
    Field("claims", "claims", "What is claimed?", f"Such as {examples}.", files=files)
    for files, examples in (
        (ON_A_MAP, "`focus Brute`, `attacks Brute`"),
        (ATTACKS, "`damage 4`, `hit points of Brute 6`, `Bandit Guard 1 dies`"),
        (CAMPAIGN, "`scenario level 3`, `Brute can buy Iron Helmet at 10`"),
    )
)
_ON_REQUEST = (
    of_characters("hand", "Cards in hand", "Besides the two of the round: `Brute: Leap, Grab`."),
    of_characters("discarded", "Discarded cards", "Such as `Brute: Grab`."),
    of_characters("lost", "Lost cards", "Such as `Brute: Grab`."),
    of_characters("active", "Active cards", "Those whose bonus lasts: `Brute: Shield Bash`."),
    Field(
        "items",
        "entries",
        "Items",
        "Printed ones by name, `Brute: Hide Armor, Boots of Striding`; others one a line with what it does: "
        "`Brute: Potion; heal 3, self; consumed`.",
        ITEMS,
        files=ON_A_MAP,
        needs="characters",
        place="characters.*.items",
        picked="Printed ones by name, `Brute: Hide Armor`; others with what it does: `Brute: Potion; heal 3, "
        "self; consumed`.",
        optional=True,
        reads=of_items,
    ),
    Field("round", "number", "Round", "Its number.", files=ON_A_MAP, optional=True, usual=1),
    Field(
        "players",
        "number",
        "Players",
        "How many characters play, if not all are written.",
        files=(*ON_A_MAP, *ATTACKS),
        optional=True,
        usual=None,
    ),
    Field(
        "deck",
        "texts",
        "Modifier deck",
        "The whole deck of whoever attacks first, from the top, such as `+1, x2`; by default a standard one.",
        NOBODY,
        files=ATTACKS,
        optional=True,
    ),
    Field(
        "difficulty",
        "word",
        "Difficulty",
        "",
        words=("normal", "easy", "hard", "very hard"),
        files=CAMPAIGN,
        place="campaign.difficulty",
        optional=True,
    ),
    *(
        Field(key, "number", asks, told, files=CAMPAIGN, place=f"campaign.{key}", optional=True, usual=usual)
        for key, asks, told, usual in (
            ("at", "Where the party is", "The number of a scenario; in the city without one.", None),
            ("prosperity", "Checks of the prosperity track", "How many.", None),
            ("prosperity_level", "Prosperity level", "1 to 9.", None),
            ("donated", "Gold given to the sanctuary", "All so far.", 0),
        )
    ),
    *(
        Field(key, "texts", asks, told, NOBODY, files=CAMPAIGN, place=f"campaign.{key}", optional=True)
        for key, asks, told in (
            ("global_achievements", "Global achievements", "All that are active, by name."),
            ("party_achievements", "Achievements of the party", "All, by name."),
            ("opened", "Opened boxes and envelopes", "Their names, such as `A, X`."),
        )
    ),
    Field(
        "shop",
        "entries",
        "Items and their prices",
        "One a line with the printed price: `Iron Helmet 10`.",
        ITEMS,
        files=CAMPAIGN,
        place="campaign.items",
        picked="Each with the printed price: `Iron Helmet 10`.",
        optional=True,
        reads=of_shop,
    ),
    Field(
        "enhanced",
        "entries",
        "Stickers on actions",
        "One action a line: `Brute: Trample top 1`.",
        CARDS,
        files=CAMPAIGN,
        place="campaign.enhanced",
        picked="Such as `Brute: Trample top 1`.",
        optional=True,
        reads=of_stickers,
    ),
)

FORM = (
    Field("file", "kind", "What is it about", "", words=(*ON_A_MAP, *ATTACKS, *CAMPAIGN)),
    CHOICE,
    Field("level", "number", "Scenario level", "0 to 7.", files=(*ON_A_MAP, *ATTACKS), usual=1),
    *OF_SCENARIO,
    *_OF_MAP,
    *_OF_ATTACKS,
    *_OF_CAMPAIGN,
    *_CLAIMS,
    *_ON_REQUEST,
)
