"""Small random positions in which a character of any class holds two of its printed cards, as files."""

from __future__ import annotations

from random import Random

from tests.games.gloomhaven.cards.test_printed_facts import RULES
from tests.games.gloomhaven.planning.small import DECKS, GOALS
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.printed import PrintedHalf

CLASSES = sorted(card.id for card in RULES.cards.values() if card.class_ is not None)
ELEMENTS = ("fire", "ice", "air", "earth", "light", "dark")
STRENGTHS = ("strong", "waning")
NEGATIVE = ("poison", "wound", "muddle", "immobilize", "disarm")


def _told(card: Card) -> list[PrintedHalf]:
    """The halves of a class card that can be played."""
    assert card.card is not None
    return [half for half in (card.card.top, card.card.bottom) if not half.untold]


def _lasts(card: Card) -> bool:
    """Whether the card may be active by itself: a summon has a figure besides."""
    lasting = [half for half in _told(card) if half.persistent]
    return bool(lasting) and not any(text.startswith("summon") for half in lasting for text in half.do)


def _of(class_: str) -> list[Card]:
    return [card for card in RULES.cards.values() if card.card is not None and card.card.of == class_]


CARDS = {class_: [card.name for card in _of(class_) if _told(card)] for class_ in CLASSES}
"""The cards of each class of which something can be played."""
LEADING = [
    class_
    for class_ in CLASSES
    if any("own summon" in text for card in _of(class_) for half in _told(card) for text in half.do)
]
"""The classes that let own summons act or protect them."""
LASTING = {class_: [card.name for card in _of(class_) if _lasts(card)] for class_ in CLASSES}
"""The cards whose bonus may be there already."""
ITEMS = [card.name for card in RULES.cards.values() if card.item and card.item.do and not card.item.untold]


OF_TERRAIN = ("Drakescale Boots", "Magma Waders")
"""Items for which it matters what the ground is."""


def position(random: Random, class_: str, is_round: bool = False, item: str = "") -> str:
    """A position in which a character of this class is to act with two of its cards, or a round begins;
    perhaps it has a certain item.
    """
    columns, rows = random.randint(3, 4), random.randint(1, 2)
    hexes = [(column, row) for column in range(columns) for row in range(rows)]
    random.shuffle(hexes)
    name = RULES.cards[class_].name
    figures = [f"  {name}: {{at: {list(hexes.pop())}, {_character(random, class_, item)}}}"]
    if len(hexes) > 2 and random.random() < 0.5:
        ally = "Brute" if name != "Brute" else "Tinkerer"
        where = f"at: {list(hexes.pop())}, hp: {random.randint(1, 6)}, max_hp: 8"
        hurt = random.choice(("", ", conditions: [poison]", ", conditions: [wound]"))
        figures.append(f"  {ally}: {{{where}, initiative: 99, acted: true{hurt}}}")
    summon = _summon(random, class_) if len(hexes) > 2 else ""
    summons = f"summons: {{{summon.format(list(hexes.pop()))}}}" if summon else ""
    monsters = [
        f"  Guard {number}: {{at: {list(hexes.pop())}, stats: {{hp: {random.randint(1, 6)}, move: "
        f"{random.randint(0, 1)}, attack: {random.randint(1, 3)}{_more(random)}}}{_condition(random)}}}"
        for number in range(1, 2 if len(hexes) < 3 else random.randint(2, 3))
    ]
    terrain = f", {random.choice(('traps', 'obstacles', 'hazards'))}: [{list(hexes.pop())}]"
    if item in OF_TERRAIN:
        terrain = f", {random.choice(('difficult', 'hazards'))}: [{list(hexes[-1])}]" if hexes else ""
    else:
        terrain = terrain if len(hexes) > 0 and random.random() < 0.3 else ""
    elements = ", ".join(f"{each}: {random.choice(STRENGTHS)}" for each in ELEMENTS if random.random() < 0.4)
    return "\n".join(
        (
            "game: gloomhaven",
            "until: round" if is_round else f"turn: {name}",
            f"map: {{size: {columns} x {rows}{terrain}}}",
            f"elements: {{{elements}}}",
            "characters:",
            *figures,
            summons,
            "monsters:",
            *monsters,
            f"ability_cards: {{Guard: {{initiative: {random.choice((15, 50))}, do: [move +0, attack +0]}}}}",
            "modifiers:",
            *(f"  {owner}: {random.choice(DECKS)}" for owner in (name, "monsters")),
            f"goal: {random.choice(GOALS)}".replace("protect Brute", f"protect {name}"),
            f"money: [{list(hexes[0])}]" if hexes else "",
        )
    )


def _summon(random: Random, class_: str) -> str:
    """The companion of the class, or a summon for one that leads them; empty for none."""
    facts = RULES.cards[class_].class_
    assert facts is not None
    if facts.companion is not None:
        return f"{facts.companion.name}: {{{{at: {{}}, hp: {random.randint(1, 4)}}}}}"
    if class_ in LEADING and random.random() < 0.7:
        owner = RULES.cards[class_].name
        return f"Wolf: {{{{at: {{}}, of: {owner}, stats: {{{{hp: 2, move: 2, attack: 2}}}}}}}}"
    return ""


def _character(random: Random, class_: str, item: str) -> str:
    plays, hp = random.sample(CARDS[class_], 2), random.randint(1, 6)
    found = [f"level: 9, hp: {hp}, max_hp: {hp + random.randint(0, 3)}, plays: {_listed(plays)}"]
    others = [card for card in CARDS[class_] if card not in plays]
    random.shuffle(others)
    lasting = [card for card in LASTING[class_] if card in others]
    if lasting and random.random() < 0.3:
        active = random.choice(lasting)
        found.append(f"active: {_listed([active])}")
        others.remove(active)
    for place in ("hand", "discarded", "lost"):
        held = [others.pop() for _ in range(min(random.choice((0, 0, 1, 2)), len(others)))]
        found.append(f"{place}: {_listed(held)}")
    if random.random() < 0.3 or item:
        found.append(f"items: {_listed([item or random.choice(ITEMS)])}")
    return ", ".join(found) + _condition(random)


def _listed(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def _condition(random: Random) -> str:
    return f", conditions: [{random.choice(NEGATIVE)}]" if random.random() < 0.2 else ""


def _more(random: Random) -> str:
    return random.choice(("", "", ", shield: 1", ", retaliate: 1", ", range: 2"))
