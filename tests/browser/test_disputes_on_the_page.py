"""A dispute of each game from an empty page, as somebody settles it who picks what lies on the table."""

from __future__ import annotations

from tests.browser.visitor import PHONE, Visit, Visitor

# 1 + 4 Adventurers of Attack 1 each, and a Dagger of +1: 5, which is the Health 4 + 1 of the Goblin Berserker
# in the Mine.
_HAND = (
    ("regi", "Regian Priest"),
    ("thyrian sq", "Thyrian Squire"),
    ("short", "Short Sword"),
    ("polea", "Polearm"),
    ("iron", "Iron Rations"),
    ("battle", "Battle Fury"),
)
_HALL = (("king", "Kingdom"), ("uyr", "Uyril Unending"), ("nix", "Nixie"))


def _thunderstone(visitor: Visitor) -> str:
    for typed, name in _HAND:
        visitor.pick("hand", typed, name)
    visitor.tap(visitor.field("deck").locator("button", has_text="empty"))
    for at, (typed, name) in enumerate(_HALL):
        visitor.pick_in(visitor.page.locator(f'[name="typed.hall.{at}"]'), typed, name)
    assert visitor.chips("hand") == [name for _, name in _HAND]
    assert visitor.chips("hall") == [name for _, name in _HALL]
    visitor.write("claims", "16 against Uyril Unending")
    return visitor.ask()


def test_thunderstone_on_a_phone(visit: Visit) -> None:
    """Attack 14 and Magic Attack 2, less 2 points of Light Penalty at 2 each: 12, not 16."""
    verdict = _thunderstone(visit(width=PHONE, scheme="dark"))

    assert "refuted" in verdict
    assert "the maximum is 12" in verdict


def test_quest_on_a_phone(visit: Visit) -> None:
    """Four Adventurers of Attack 1 and a Dagger's 1 are 5, as much as the Health 4 + 1 in the Mine."""
    visitor = visit(width=PHONE)
    visitor.tap(visitor.page.locator(".tabs button", has_text="Quest"))
    visitor.pick("hand", "adventu", "Adventurer")
    for _ in range(3):
        visitor.tap(visitor.field("hand").locator(".chip .name"))
    visitor.pick("hand", "dagg", "Dagger")
    visitor.pick("hand", "lant", "Lantern")
    assert visitor.chips("hand") == ["4 × Adventurer", "Dagger", "Lantern"]
    visitor.tap(visitor.field("dungeon").locator(".rooms-row").nth(2).locator(".free button"))
    visitor.pick("dungeon", "min", "Mine")
    visitor.pick("dungeon", "goblin b", "Goblin Berserker")
    visitor.write("claims", "defeats Goblin Berserker")

    verdict = visitor.ask()

    assert "confirmed" in verdict
    assert "5 against health 5" in verdict.casefold()


def _painted(visitor: Visitor) -> None:
    """Two characters and a monster: Bandit Guard 1 at (0,1), the Brute beside it, the Tinkerer far away."""
    visitor.tap(visitor.page.locator(".tabs button", has_text="Gloomhaven"))
    visitor.tap(visitor.page.locator(".kinds button", has_text="map"))
    visitor.tap(visitor.field("map").locator("button", has_text="7 × 6"))
    visitor.tap(visitor.page.locator(".choice", has_text="obstacle"))
    visitor.tap(visitor.hex(3, 2))
    for key, typed, name, hex_ in (
        ("characters", "brut", "Brute", (1, 1)),
        ("characters", "tink", "Tinkerer", (5, 3)),
        ("monsters", "bandit g", "Bandit Guard", (0, 1)),
    ):
        visitor.pick(key, typed, name)
        visitor.tap(visitor.hex(*hex_))
    for name, points, initiative in (("Brute", "10", "61"), ("Tinkerer", "6", "20")):
        figure = visitor.page.locator(f'[id="figure-{name}"]')
        if figure.get_attribute("open") is None:
            visitor.tap(figure.locator("summary"))
        for trait, number in (("hit points", points), ("initiative", initiative)):
            input_ = visitor.page.locator(f'[aria-label="{trait} of {name}"]')
            input_.fill(number)
            input_.press("Enter")
            visitor.settle()
    visitor.tap(visitor.field("turn").locator("button", has_text="Bandit Guard"))
    visitor.write("ability_cards", "Bandit Guard 525")


def test_gloomhaven_on_a_phone(visit: Visit) -> None:
    """A monster goes for whom it can attack with the fewest movement points: none for the Brute beside it."""
    visitor = visit(width=PHONE)
    _painted(visitor)
    visitor.write("claims", "focus Brute")

    verdict = visitor.ask()

    assert "obstacles:" in visitor.file
    assert "confirmed" in verdict
    assert "Brute" in verdict


def test_a_scenario_on_a_phone(visit: Visit) -> None:
    """Black Barrow: the Brute has come to (6,9), the door in (7,7) is open, and the Guard of (7,8) stands in
    (7,9), beside the Brute; the Spellweaver is still where characters start, in (5,11), 2 steps away.
    """
    visitor = visit(width=PHONE)
    visitor.tap(visitor.page.locator(".tabs button", has_text="Gloomhaven"))
    visitor.pick("scenario", "barr", "Black Barrow")
    visitor.pick("characters", "brut", "Brute")
    visitor.tap(visitor.hex(6, 9))
    visitor.pick("characters", "spell", "Spellweaver")
    visitor.tap(visitor.page.locator(".choice", has_text="a door opens"))
    visitor.tap(visitor.hex(7, 7))
    visitor.tap(visitor.hex(7, 8))
    visitor.tap(visitor.hex(7, 9))
    visitor.tap(visitor.field("turn").locator("button", has_text="Bandit Guard 2"))
    visitor.write("ability_cards", "Bandit Guard 525")
    visitor.write("claims", "focus Brute")

    assert "confirmed" in visitor.ask()
    assert 'opened: ["(7,7)"]' in visitor.file
    assert "monsters: {Bandit Guard 2: {at: [7, 9], from: [7, 8]}}" in visitor.file
    assert visitor.hex(7, 0).get_attribute("aria-label") == "7,0: Bandit Archer 1"


def test_an_attack_and_its_chances(visit: Visit) -> None:
    visitor = visit(scheme="dark")
    visitor.tap(visitor.page.locator(".tabs button", has_text="Gloomhaven"))
    visitor.tap(visitor.page.locator(".kinds button", has_text="attacks"))
    visitor.field("attacks").locator("input").first.focus()
    visitor.tap(".names li")  # the example of the hint
    visitor.page.keyboard.press("Enter")
    visitor.settle()
    visitor.tap("#menu-more summary")

    verdict = visitor.ask("Chances")

    assert verdict
    assert "%" in visitor.page.locator("#answer").inner_text()


def test_the_campaign(visit: Visit) -> None:
    """A helmet at 10 gold, for one who has 45, by the examples of the hints."""
    visitor = visit()
    visitor.tap(visitor.page.locator(".tabs button", has_text="Gloomhaven"))
    visitor.tap(visitor.page.locator(".kinds button", has_text="campaign"))
    visitor.write("party", "Brute, level 3, 45 gold, xp 120, checkmarks 2, items Old Boots")
    visitor.write("claims", "Brute can buy Iron Helmet at 10")

    assert "confirmed" in visitor.ask()


def test_without_a_script(visit: Visit) -> None:
    """The same dispute by a form and whole pages; names are completed by the browser itself."""
    visitor = visit(width=PHONE, script=False)
    page = visitor.page
    assert page.locator("#names-hand option[value='Regian Priest']").count() == 1
    for typed in [name for _, name in _HAND]:
        page.locator('[name="typed.hand"]').fill(typed)
        visitor.tap(visitor.field("hand").locator(".add"))
    visitor.tap(visitor.field("deck").locator("button", has_text="empty"))
    for at, (_, name) in enumerate(_HALL):
        page.locator(f'[name="typed.hall.{at}"]').fill(name)
    page.locator('[name="typed.claims"]').fill("16 against Uyril Unending")

    assert "refuted" in visitor.ask()  # what is typed is read before it is judged
    visitor.tap(page.locator(".tool", has_text="Undo"))
    assert visitor.chips("claims") == []


def test_by_the_keyboard_alone(visit: Visit) -> None:
    """Militia 1 and Dagger 1 are 2 without Light in Rank 1: less than the Health 4 of a Griknack Goblin."""
    visitor = visit()
    keys = visitor.page.keyboard

    def to(name: str) -> None:
        for _ in range(80):
            keys.press("Tab")
            if visitor.page.evaluate("document.activeElement.name") == name:
                return
        raise AssertionError(f"{name} cannot be reached")

    def add(typed: str) -> None:
        keys.type(typed, delay=10)
        visitor.page.wait_for_selector(".names li")
        keys.press("ArrowDown")
        keys.press("Enter")
        visitor.settle()

    to("typed.hand")
    add("milit")
    add("dagg")
    to("typed.hall.0")
    add("griknack")
    to("typed.claims")
    keys.type("Griknack Goblin is defeated")
    keys.press("Enter")
    visitor.settle()
    assert visitor.chips("hand") == ["Militia", "Dagger"]
    to("ask")
    keys.press("Enter")
    visitor.page.wait_for_selector("#answer h1")

    assert visitor.page.evaluate("document.activeElement.id") == "answer"
    assert "refuted" in visitor.page.locator("#told").inner_text()  # what a screen reader says
