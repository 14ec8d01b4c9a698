"""Twenty first questions for each game, as a new user wrote them before `ask` was tried on them: each is
understood as meant, or refused with what to write instead.

The questions stand unedited in `GAME.txt`, each with the answer that its writer derived from the rules. A
question `FILE | ...` is asked about `positions/GAME-NN.yaml`, which says the same as the file meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import TsolveError
from tsolve.report.answers.asked import show_asked
from tsolve.report.page import Page
from tsolve.report.text.layout import lay_out

HERE = Path(__file__).parent

REFUSED = "refused: "
"""Before a part of the message of a question that is refused."""
SUPPOSED = f"{REFUSED}a question may not change what the file says"
ADVICE = f"{REFUSED}what is wise to do is no question of rules"

ANSWERS = {
    "thunderstone": (
        # 2 + 2 (Food) + 4 - 2 (Rank 2 with Light 1: one point at 2) = 6, Health 6.
        ("yes Pegasus is defeated: 6 against Health 6; 1 XP, 2 VP",),
        # 2 x 1 + 2 x 1 - 2 = 2, Health 5.
        ("no Kingdom is not defeated: 2 against Health 5", "3 missing"),
        # The Dagger is edged: 0; the Dwarf keeps 1 + 3 = 4, less 2 for the Rank without Light.
        ("no Noxious Slag is not defeated: 2 against Health 7", "5 missing"),
        ("TS-4.4", "One card may be bought from the top of any stack"),
        ("TS-7.4", "must choose one even if it cannot be beaten", "TS-7.6"),
        ("TS-17.1", "The game ends at once", "in every other case nobody does"),
        ("no Can level up Militia to Elf Sorcerer: Militia does not level up to Elf Sorcerer", "TS-6.2"),
        # Health 11 and the Light Penalty of Rank 1 without Light, 2; its Magic Attack counts 0.
        ("Enough: 13 more Attack. No amount of Magic Attack is enough.",),
        (f"{REFUSED}say how many cards the deck has, how many are drawn", "tsolve odds FILE"),
        ("card.mythlurian", "one Hero, which may be a Militia, is destroyed", "TS-18.2"),
        ("card.barrowsdale", "no Monster has a Gold Value in this game"),
        (ADVICE, "tsolve odds --with NAME FILE"),
        # Barkeep for 2, destroyed, and Torch 2 + Torch 2 + Rations 2 + Dagger 1 = 9.
        ("Barkeep 2 + Torch 4 + Iron Rations 2 + Dagger 1 = 9", "Costs 1 card (Barkeep)"),
        ("impossible Attack Blink Dog", "in Rank 2 it needs Light 3, the maximum is 2", "1 more Light"),
        ("undecided Defeat Griffon: possible in 5 of 6 (83 %)",),
        ("yes Can level up the Lorigg Thief", "level up Lorigg Thief to Lorigg Rogue"),
        # 2 + 2 (Food) + Polearm 2 (Strength 8 - 2) + Militia 1 = 7.
        ("no Total 9 against Suffering: the maximum is 7", "yes Suffering is defeated"),
        (
            "and no step of its `line:`",
            "card.banish",
            "ends the game at once and is not taken",
        ),
        ("Player 1 wins", "player 1 owns the Thunderstone"),
        ("best Choking Smoke is defeated: 12 against Health 8; 2 XP, 6 VP",),
    ),
    "quest": (
        ("QUEST-8.1", "4 for level 2"),
        ("QUEST-3.4", "You cannot level up Heroes this turn", "QUEST-4.4"),
        # 2 + 2 + 3 = 7, armor 3: 4; Health 4 + 1 for the Mine.
        ("no Goblin Warrior in Mine is not defeated: 4 against health 5", "hand Stormhand 1"),
        # 3 + 3 + 1 = 7, resistance 4: 3; Health 10.
        ("no The same in each place", "3 against health 10", "7 missing"),
        ("QUEST-5.25", "Only one Guardian Key can be found in a turn"),
        ("QUEST-5.14", "also if it stayed where it was"),
        # 12 cards with 2 Lanterns: 1 - (10 x 9 x 8 x 7 x 6 x 5) / (12 x ... x 7) = 1 - 210 / 924.
        ("at least 1 x Lantern: 17 in 22 (77 %)",),
        ("QUEST-17.3", "one more card in the second game, two in the third", "QUEST-1.9"),
        ("Its XP are half of your total attack, rounded up", "its health is not"),
        ("no", "Health 7: 7 missing", "Stone Giant in Vault"),
        ("Tome of Knowledge", "destroy this card to level up 1 Hero without paying XP"),
        (f"{REFUSED}no source gives these facts of Avania 1",),
        ("No Monster attacks anybody", "QUEST-5.14", "QUEST-5.19"),
        (f"{SUPPOSED} in this way", "ask `what if I had only 1 Shortsword?`"),
        (
            "Iron Rations costs 2 gold, you have 1 (after: use Iron Rations for gold, buy Fireball)",
            "QUEST-4.5",
        ),
        ("QUEST-6.3", "Draw as many cards as you have hit points", "QUEST-6.1"),
        ("Nothing of the position answers this",),
        # Without the Side Quests, which a file cannot give to others: 18 + 21 against 18 + 25.
        ("Player 2", "Player 1 has 39 points, player 2 43 points"),
        # Sure are 2 + 1 + 1 + 1 + 3 = 8 against 8 + 1; two Adventurers and Moonlight of 5 cards help.
        ("undecided Defeat Hobgoblin Scrapper: possible in 3 of 5 (60 %)",),
        ("card.goblin_queen", "discard all your Weapons"),
    ),
    "gloomhaven": (
        # Attack 6, 6 hit points: +0 or better kills, 6 + 5 + 1 + 1 = 13 of 20 cards.
        ("Bandit Guard dies: 13 in 20 (65.0 %)", "attack 6, of Overwhelming Assault"),
        # Shield 1: +1 or better is needed, 7 of 20 cards; 1 - 13 / 20 x 12 / 19 = 56 / 95.
        ("At least 3 damage to Living Bones: 56 in 95 (59 %)",),
        ("Scenario level 3: monsters of level 3, 3 gold a money token, traps deal 5, 10 experience",),
        ("205 gold", "30; card of level 5 +100; 1 sticker on the action +75 = 205"),
        ("GH-8.5", "A heal on it removes the poison and does nothing else"),
        ("5 damage to the target", "printed 2 + poison 1 = 3; multiplied by x2: 6, - shield 1 = 5"),
        ("GH-2.5", "the top half of one of its two cards and the bottom half of the other"),
        ("GH-12.14", "It neither moves nor attacks, but performs all other abilities"),
        ("GH-11.9", "it can neither play two cards nor rest", "GH-2.2"),
        ("GH-15.16", "must retire when the party is in the city", "its gold is lost"),
        ("goes to", "and attacks", "Hexes to attack Me from", "costs 1 step"),
        ("+1 attack on a card of level 3", "100 gold. 150 gold if the ability can hit several figures"),
        (ADVICE,),
        # Brute 50, before the Guards of the same initiative; the Spellweaver rests.
        ("Spellweaver acts last: a long rest, initiative 99", "GH-2.4"),
        # The standard deck and the shield that pierce takes: 3 on average.
        ("3.00 on average",),
        ("GH-9.5", "In later turns of the round anybody may consume it"),
        ("GH-12.25", "only if every way to every attack hex of every enemy needs at least one"),
        ("28. Proved", "30 - 2 (reputation 8) = 28"),
        ("Bandit Guard 2 focuses on Brute, goes to (6,11) and attacks", "after 3 steps, Spellweaver after 4"),
        (SUPPOSED,),
    ),
}
"""Game -> for each of its questions parts of the answer; sums and chances by hand."""
OTHERWISE = dict.fromkeys(("gloomhaven-03", "gloomhaven-10"), "gloomhaven-08")
"""A question about a file that another file of the folder answers as well."""


def questions(game: str) -> list[str]:
    """The questions of a game, without the notes of who wrote them."""
    lines = (HERE / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


CASES = [
    pytest.param(game, question, parts, id=f"{game}-{number}")
    for game, answers in ANSWERS.items()
    for number, (question, parts) in enumerate(zip(questions(game), answers, strict=True), 1)
]


def told(game: str, question: str) -> str:
    """The answer as it is shown, in one line; what is said to a question that is refused."""
    try:
        if " | " not in question:
            return _shown(api.ask(question))
        file, _, asked = question.partition(" | ")
        name = f"{game}-{file.removesuffix('.yaml')}"
        path = HERE / "positions" / f"{OTHERWISE.get(name, name)}.yaml"
        content = path.read_bytes() if path.exists() else b""
        return _shown(api.ask_about_file(content, asked, path.name))
    except TsolveError as error:
        helps = (each.help for each in getattr(error, "diagnostics", ()))
        return " ".join(f"{REFUSED}{' '.join((str(error), *helps))}".split())


def _shown(answer: object) -> str:
    page = Page()
    show_asked(page, answer)  # type: ignore[arg-type]
    return " ".join(lay_out(page, 100).split())


@pytest.mark.parametrize(("game", "question", "parts"), CASES)
def test_a_first_question_is_understood(game: str, question: str, parts: tuple[str, ...]) -> None:
    found = told(game, question)

    refused = any(part.startswith(REFUSED) for part in parts)
    assert found.startswith(REFUSED) == refused, found
    assert [part for part in (each.removeprefix(REFUSED) for each in parts) if part not in found] == [], found
