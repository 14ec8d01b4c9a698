"""Small random positions as files: one or two characters with two cards, monsters, short decks."""

from __future__ import annotations

from random import Random

TOPS = (
    "attack 2",
    "attack 3",
    "attack 2, range 3",
    "attack 1, target 2",
    "attack 2, push 1",
    "attack 1, wound",
    "attack 1, immobilize",
    "attack 2, stun",
    "attack 1, curse",
    "attack 2, pierce 1",
    "shield 1",
    "retaliate 2",
)
BOTTOMS = ("move 1", "move 2", "move 3", "heal 2, self", "loot 1", "attack 1", "shield 1", "move 2, jump")
LASTING = (
    '{do: "shield 1", persistent: true, slots: [1, 0]}',
    '{do: "attack +1", persistent: true, slots: [1]}',
    '{do: "negate damage", persistent: true, lost: true, slots: 1}',
    '{do: "retaliate 1", round: true}',
)
RESTORING = (
    '{do: "recover 1"}',
    '{do: "recover 1 lost"}',
    '{do: "recover all lost, one adjacent ally", lost: true}',
    '{do: "refresh 1 item, self or one ally"}',
    '{do: ["remove all negative conditions, self", attack 1]}',
    '{do: "attack 1 with suffer 1, self (+2, xp 1)"}',
    '{do: "attack 0, range 2 with suffer up to 2, self (+1 each)"}',
    '{do: ["attack 1", "with suffer 1, self (stun, one adjacent enemy; xp 1)"]}',
    '{do: "attack 1 with wound, self and all adjacent allies (push 1)"}',
    '{do: "before one adjacent ally (shield 1)", persistent: true, lost: true}',
    '{do: "loot 1, 1 more for each adjacent enemy"}',
    '{do: "move 2, loot each hex"}',
    '{do: ["remove all curses", attack 2]}',
    '{do: ["attack 3", "become exhausted"], xp: 2}',
    '{do: "own heals first remove all negative conditions", persistent: true, slots: [1, 0]}',
)
"""Tops that bring something back, or are paid for."""
AT_THE_END = (
    "{when: turn end, do: play one more bottom, consumed: true}",
    "{when: turn end, do: play one more top, consumed: true}",
    "{do: refresh all items, consumed: true}",
    '{do: "remove 1 negative condition", despite_stun: true, consumed: true}',
    "{when: heal, do: double the heal}",
    "{when: loot, do: loot 2}",
    '{do: "before one adjacent enemy (own attacks on it (attack +1))", consumed: true}',
)
"""Items of the same kinds."""
STAYING = (
    '{do: "own attacks (attack +1)", persistent: true, slots: [1, 0]}',
    '{do: "own attacks (attack +0, +2 if target is alone)", round: true}',
    '{do: "own attack actions (attack +0, stun, add target)", persistent: true, slots: [0]}',
    '{do: "each turn end (attack 1, range 2)", persistent: true, slots: [1, 0]}',
    '{do: "each turn start (heal 1, self)", persistent: true}',
    '{do: "before each attack action (move 1)", persistent: true, slots: [1]}',
    '{do: "each time it is damaged (attack 1)", persistent: true, slots: [1, 1]}',
    '{do: "each kill (heal 1, self; xp 1)", persistent: true}',
    '{do: ["augment (each melee attack (shield 1))", attack 1], persistent: true}',
    '{do: "doom (own attacks on it (attack +2))", persistent: true}',
    '{do: "doom (when it dies (attack 1, range 3))", persistent: true}',
    '{do: "doom (each turn start (suffer 1, self))", persistent: true}',
    '{do: "doom (each time it is damaged (heal 1, self))", persistent: true}',
    '{do: "own moves (move +1)", round: true}',
    '{do: "heals on it +1", persistent: true, slots: [0]}',
    '{do: "immune to negative conditions", round: true}',
    '{do: "retaliate 1, xp 1 each time", round: true}',
    '{do: "attack 1, all adjacent, xp 1 for each target"}',
    '{do: "trap 1 damage, xp 1 once an enemy springs it"}',
    '{do: "negate damage, self and all allies", round: true, slots: [0]}',
    '{do: "song (attacks of all enemies (attack +0, disadvantage))", persistent: true}',
    '{do: "song (shield 1, all allies; each turn start (xp 1))", persistent: true}',
    '{do: "takes attacks on all adjacent allies", round: true}',
    '{do: ["attack 1", "this turn (own moves (move +0, double))"]}',
    '{do: ["this turn (own attacks (attack +0, double))", attack 1]}',
    '{do: ["retaliate 1", "own retaliates +1"], round: true}',
    '{do: "two songs at a time, xp of one", persistent: true}',
    '{do: "each turn end (may infuse any)", persistent: true}',
    '{do: ["move 2", "if self is straight on from where its move began (attack X (hexes of the move))"]}',
    '{do: ["move 2, jump, clear the way"]}',
    '{do: ["attack 1, push 1, each hex blocked (1 damage, xp 1)"]}',
    '{do: ["attack X (hit points)", "hit points become 1"]}',
    '{do: ["attack 1, range 3, all on the path, xp 1 for each target"]}',
)
"""Halves that do what no bound counts."""
ITEMS = (
    '{do: "heal 2, self", consumed: true}',
    "{do: attack 1}",
    "{when: move, do: move +1}",
    "{when: attack, do: attack +1}",
    '{when: single attack, do: "attack +0, advantage"}',
    "{when: attacked, do: shield 1}",
    "{when: attacked, do: retaliate 1}",
    "{when: damage, do: negate damage}",
)
DECKS = ("[+0]", "[-1, +1]", "{rest: [+0, x2]}", "{rest: [-1, +1, null]}", "{rest: [+0, +0, +1]}")
PLAIN_TOPS = (*TOPS[:4], "attack 1, wound", "attack 2, pierce 1", "attack 2, range 2, target 2", "loot 1")
PLAIN_BOTTOMS = ("move 1", "move 2", "move 3", "heal 2, self", "loot 1", "attack 1", "attack 2, stun")
PLAIN_DECKS = ("[+0]", "[+1]", "[-1, +1, +0, x2]", "[x2, null, +1, +2]", "[null, +2, -1, +1, +0]")
PLAIN_GOALS = (
    "kills,damage,hit_points",
    "damage,kills,cards",
    "2*damage+3*kills,money,experience",
    "reach (0,0),damage",
    "kill Guard 1,protect Brute,money",
    "standing,kills,damage,cards,hit_points,money,experience",
)
GOALS = (
    "kills,damage,items,hit_points",
    "hit_points,kills,damage",
    "standing,cards,damage",
    "2*damage+3*kills,money,experience",
    "hit_points+damage",
    "reach (0,0),damage",
    "kill Guard 1,protect Brute,money",
)


def position(
    random: Random,
    is_round: bool,
    more: bool = False,
    tops: tuple[str, ...] = LASTING * 2,
    items: tuple[str, ...] = ITEMS,
) -> str:
    """A position in which a character is to act, or a round begins; with `more` there are one of the `items`
    and `tops` that last.
    """
    columns, rows = random.randint(3, 4), random.randint(1, 2)
    hexes = [(column, row) for column in range(columns) for row in range(rows)]
    random.shuffle(hexes)
    names = ("Brute", "Tinkerer")[: 1 if not is_round or len(hexes) < 6 else random.randint(1, 2)]
    characters = "\n".join(
        f"  {name}: {_character(random, hexes.pop(), more, tops, items)}" for name in names
    )
    monsters = [
        f"  Guard {number}: {{at: {list(hexes.pop())}, stats: {{hp: {random.randint(1, 4)}, move: "
        f"{random.randint(0, 2)}, attack: {random.randint(1, 3)}{_more(random)}}}}}"
        for number in range(1, 2 if len(hexes) < 3 else random.randint(2, 3))
    ]
    decks = [f"  {owner}: {random.choice(DECKS)}" for owner in (*names, "monsters")]
    has_trap = len(hexes) > 1 and random.random() < 0.3
    terrain = f", traps: [{list(hexes.pop())}]" if has_trap else ""
    return "\n".join(
        (
            "game: gloomhaven",
            "until: round" if is_round else "turn: Brute",
            f"map: {{size: {columns} x {rows}{terrain}}}",
            "characters:",
            characters,
            "monsters:",
            *monsters,
            f"ability_cards: {{Guard: {{initiative: {random.choice((15, 50))}, do: [move +0, attack +0]}}}}",
            "modifiers:",
            *decks,
            f"goal: {random.choice(GOALS)}",
            f"money: [{list(hexes[0])}]" if hexes else "",
        )
    )


RULES = (
    '{for: monsters, near: "1 of (1,0)", do: "each turn start (heal 1, self)"}',
    '{for: characters, near: "1 of (2,0)", do: "own attacks (attack +1)"}',
    '{for: all figures, until: Guard 1 killed, do: "own attacks (attack +0, disadvantage)"}',
    '{for: characters, on: "(0,0) (1,0)", do: "each turn end (suffer 1, self)"}',
    '{for: monsters, while: 1 Guard killed, do: "each turn start (suffer 1, self)"}',
    "{for: Guard, near: 2 of Brute, do: shield 1}",
    '{for: characters, do: "each round end (suffer 1, self)"}',
    "{for: Guard 1, do: negate damage}",
)


def with_rules(random: Random, text: str) -> str:
    """The position with special rules of a scenario; one of its monsters may be an enemy of everybody."""
    if random.random() < 0.3:
        text = text.replace("Guard 1: {", "Guard 1: {side: others, ")
    if random.random() < 0.3:
        text += "\nfocus_first: {Brute: monsters}"
    rules = random.sample(RULES, random.randint(1, 2))
    return "\n".join((text, "rules:", *(f"- {rule}" for rule in rules)))


def _character(
    random: Random, at: tuple[int, int], more: bool, lasting: tuple[str, ...], things: tuple[str, ...]
) -> str:
    tops = (*(f'"{top}"' for top in TOPS), *(lasting if more else ()))
    cards = ", ".join(
        f"{card}: {{initiative: {random.randint(1, 99)}, top: {random.choice(tops)}, "
        f'bottom: "{random.choice(BOTTOMS)}"}}'
        for card in ("One", "Two")
    )
    items = f", items: {{Charm: {random.choice(things)}}}" if more else ""
    hp = random.randint(1, 5)
    held = random.choice(("", ", hand: [Three]", ", discarded: [Four, Five]"))
    if things is not ITEMS:
        held = random.choice((", hand: [Three], lost: [Four]", ", discarded: [Four], lost: [Five, Six]"))
    full = hp + random.randint(0, 2)
    where = f"at: {list(at)}, hp: {hp}, max_hp: {full}"
    return f"{{{where}, plays: [One, Two]{held}, cards: {{{cards}}}{items}}}"


def _more(random: Random) -> str:
    return random.choice(("", "", ", shield: 1", ", retaliate: 1", ", range: 2"))


def assignable(random: Random, names: tuple[str, ...]) -> str:
    """A position without chance in which only these characters act: one in its turn, two that cannot move in
    a round whose monsters have acted.
    """
    columns, rows = random.randint(3, 4), random.randint(2, 3)
    hexes = [(column, row) for column in range(columns) for row in range(rows)]
    random.shuffle(hexes)
    is_round = len(names) > 1
    characters = "\n".join(f"  {name}: {_plain_character(random, hexes.pop(), is_round)}" for name in names)
    monsters = [
        f"  Guard {number}: {{at: {list(hexes.pop())}, acted: {str(is_round).lower()}, stats: "
        f"{{hp: {random.randint(1, 4)}, move: 0, attack: 1{random.choice(('', '', ', shield: 1'))}}}}}"
        for number in range(1, random.randint(2, 4))
    ]
    return "\n".join(
        (
            "game: gloomhaven",
            "until: round" if is_round else "turn: Brute",
            f"map: {{size: {columns} x {rows}}}",
            "characters:",
            characters,
            "monsters:",
            *monsters,
            "ability_cards: {Guard: {initiative: 15, do: [move +0, attack +0]}}",
            "modifiers:",
            *(f"  {name}: {random.choice(PLAIN_DECKS)}" for name in names),
            f"goal: {random.choice(PLAIN_GOALS)}",
            f"money: [{list(hexes[0])}]",
        )
    )


def _plain_character(random: Random, at: tuple[int, int], stays: bool) -> str:
    more = ("", ", lost: true", ", xp: 1")
    cards = ", ".join(
        f'{card}: {{initiative: {random.randint(1, 99)}, top: {{do: "{random.choice(PLAIN_TOPS)}"'
        f'{random.choice(more)}}}, bottom: "{random.choice(PLAIN_BOTTOMS)}"}}'
        for card in ("One", "Two")
    )
    stuck = ", conditions: [immobilize]" if stays else ""
    where = f"at: {list(at)}, hp: {random.randint(1, 5)}, max_hp: 6{stuck}"
    return f"{{{where}, plays: [One, Two], cards: {{{cards}}}}}"
