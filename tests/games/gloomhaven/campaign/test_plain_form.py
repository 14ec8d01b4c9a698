"""Files of the campaign in the words of people."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

PLAIN = """
game: gloomhaven
campaign:
  reputation: 8
  prosperity: 4
  global_achievements: [The Power of Enhancement]
  items: {Iron Helmet: {price: 10}, Heater Shield: {}}
  enhanced: {Brute: {Trample top: 1}}
  characters:
    Brute: {level: 5, experience: 220, gold: 60, items: [Iron Helmet], quest: fulfilled}
    Scoundrel: {level: 4, gold: 40}
"""
"""The position that the files below mean."""
TOP = "game: gloomhaven\nreputation: 8\nprosperity checks: 4\nachievements: [Power of Enhancement]\n"
BRUTE = (
    "level: 5, xp: 220, gold: 60, items: [Iron Helmet], personal quest: done, "
    "enhancements: {Trample top: [+1 move]}"
)
IN_CAMPAIGN = (
    "game: gloomhaven\ncampaign:\n  reputacja: 8\n  checks: 4\n  achievements: The Power of Enhancement\n"
    f"  prices: {{Iron Helmet: 10 gold, Heater Shield: {{}}}}\n  Brute: {{{BRUTE}}}\n"
    "  Scoundrel: {level: 4, gold: 40}\n"
)
SHOP = "items: {Iron Helmet: 10, Heater Shield: {}}\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{TOP}{SHOP}turn: city\nparty: [{{name: Brute, {BRUTE}}}, {{Scoundrel: {{level: 4, gold: 40}}}}]\n",
        f"{TOP}{SHOP}Brute: {{{BRUTE}}}\nScoundrel: {{level: 4, gold: 40}}\n",
        f"{TOP}{SHOP}postacie: {{Brute: {{{BRUTE}}}, Scoundrel: {{poziom: 4, złoto: 40}}}}\n",
        IN_CAMPAIGN,
    ],
)
def test_it_is_the_same_campaign(text: str) -> None:
    said, plain = api.loads(text), api.loads(PLAIN)
    assert said.state == plain.state
    assert said.game.table == plain.game.table  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        ("Scoundrel has 40 gold", ["confirmed"]),
        ("Scoundrel is level 4", ["confirmed"]),
        ("Brute has 220 XP and is level 5", ["confirmed", "confirmed"]),
        ("scenario level 3", ["confirmed"]),  # 9 / 2 / 2 = 2.25, rounded up
        ("the scenario level is 3", ["confirmed"]),
        ("prosperity level 2", ["confirmed"]),  # 4 checks
        ("Gloomhaven is at prosperity 3", ["refuted"]),
        ("reputation is 8", ["confirmed"]),
        ("Scoundrel can buy Heater Shield at 20", ["confirmed"]),  # 18 of 40
        ("Scoundrel cannot buy Iron Helmet", ["refuted"]),  # 10 - 2 = 8 of 40
        ("Scoundrel buys Iron Helmet for 8", ["confirmed"]),
        ("Scoundrel buys Heater Shield at 20 costs 20 gold", ["refuted"]),  # 18
        ("Brute can't buy item 64 at 90", ["confirmed"]),  # not on sale at this prosperity
    ],
)
def test_claims_are_sentences(claim: str, verdicts: list[str]) -> None:
    answer = api.check(api.loads(f"{PLAIN}claims:\n- {claim}\n"))
    assert [each.verdict for each in answer.claims] == verdicts


def test_a_short_prosperity_is_told_to_be_checks() -> None:
    remarks = " ".join(api.loads("game: gloomhaven\nprosperity: 2\nparty: [Brute]\n").remarks())
    assert "2 checks of prosperity (its level: `prosperity_level`)" in remarks


@pytest.mark.parametrize(
    "party",
    [
        "party: {reputation: 0, characters: [Brute 3, Tinkerer level 2]}\n",
        "characters: {Brute: level 3, Tinkerer: level 2}\n",
        "party: [{name: Brute, level: 3}, {name: Tinkerer, level: 2}]\n",
    ],
)
def test_levels_alone_make_a_party(party: str) -> None:
    """5 / 2 / 2 = 1.25, rounded up."""
    (claim,) = api.check(api.loads(f"game: gloomhaven\n{party}claims: [scenario level is 2]\n")).claims
    assert claim.verdict == "confirmed"


@pytest.mark.parametrize(
    "step",
    [
        'Brute enhances "Trample": +1 attack',  # its bottom attacks whom it moved through
        'Brute enhances "Own Card" top: +1 attack',  # of no known level
    ],
)
def test_a_card_that_leaves_a_doubt_needs_details(step: str) -> None:
    text = f"game: gloomhaven\ncampaign: {{characters: {{Brute: {{gold: 300}}}}}}\nline: ['{step}']\n"
    with pytest.raises(InputError) as caught:
        api.check(api.loads(text))
    assert [each.code for each in caught.value.diagnostics] == ["E323"]


PARTY = """
game: gloomhaven
campaign:
  difficulty: hard
  prosperity: 8 checks
  global_achievements: [The Power of Enhancement]
  items: {Iron Helmet: 20, Hide Armor: 10, Heater Shield: 20}
  characters:
    Brute: {level: 5, gold: 12, items: [Iron Helmet, Hide Armor]}
    Spellweaver: {level: 4, gold: 45}
    Cragheart: {level: 2, gold: 0}
claims:
"""
"""11 / 3 / 2 = 1.8, so 2, and hard 3: traps deal 5, a token is 3 gold, winning 10 experience. Eight checks
are prosperity level 2. (GH-15.1, GH-15.2, GH-15.9)
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("scenario level 3", "confirmed"),
        ("10 xp for winning", "confirmed"),
        ("everybody gets 8 xp for winning", "refuted"),
        ("winning the scenario gives 10 experience", "confirmed"),
        ("bonus experience is 10", "confirmed"),
        ("each coin is worth 3 gold", "confirmed"),
        ("money tokens are worth 4", "refuted"),
        ("traps deal 5 damage", "confirmed"),
        ("a trap does 4 damage", "refuted"),
        ("new Mindthief can start at level 3", "refuted"),
        ("a new character can't begin at level 3", "confirmed"),
        ("a new Tinkerer can start at level 2", "confirmed"),
        ("new characters start at level 3", "refuted"),
        ("coins are worth 3 gold each", "confirmed"),
        ("a new Tinkerer at level 2 starts with 45 gold", "confirmed"),  # 15 x 3 (GH-15.5)
        ("a new character at level 2 has 30 gold", "refuted"),
        ("Brute can buy Heater Shield", "refuted"),  # 12 of 20 gold
        ("Brute cannot buy Heater Shield", "confirmed"),
        ("Spellweaver can afford the Heater Shield", "confirmed"),
        ("Brute cannot buy a second Iron Helmet", "confirmed"),  # (GH-15.7)
        ("Brute can own two Hide Armor", "refuted"),
        ("Brute gives his gold to Spellweaver", "refuted"),  # (GH-15.7)
        ("Brute can give the Iron Helmet to Cragheart", "refuted"),
        ("Spellweaver has at least 45 gold", "confirmed"),
        ("Spellweaver has more than 45 gold", "refuted"),
        ("Cragheart has less than 1 gold", "confirmed"),
        ("Cragheart has no gold", "confirmed"),
        ("Heater Shield costs 20 gold", "confirmed"),
        ("the price of Heater Shield is 18", "refuted"),
        ("Iron Helmet sells for 10", "confirmed"),  # half of 20 (GH-15.7)
        ("Gloomhaven is prosperity level 2", "confirmed"),
    ],
)
def test_the_numbers_of_a_campaign(claim: str, verdict: str) -> None:
    judged, _ = api.check(api.loads(f"{PARTY}- {claim}\n- reputation is 0\n")).claims
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    "claim",
    [
        "Spellweaver doesn't have 45 gold",  # less, or another sum?
        "Brute has enough gold for the shield",
        "Brute has to retire",
        "it is expensive",
    ],
)
def test_what_may_mean_something_else_is_refused(claim: str) -> None:
    with pytest.raises(InputError, match="is no claim"):
        api.loads(f'{PARTY}- "{claim}"\n')


def test_what_the_sale_of_another_item_would_allow_is_said() -> None:
    told, _ = api.check(api.loads(f"{PARTY}- Brute can buy Heater Shield\n- reputation is 0\n")).claims
    assert "only if other items are sold first: Brute sells Iron Helmet" in told.reason


def test_a_claim_of_two_characters_is_two_claims() -> None:
    said = "Spellweaver has 45 gold and Brute has 13 gold"
    answer = api.check(api.loads(f"{PARTY}- {said}\n"))
    assert [each.verdict for each in answer.claims] == ["confirmed", "refuted"]


def test_what_can_be_bought_before_the_steps_or_after_them() -> None:
    """45 - 20 for the shield leave 25: a second item of 30 can be bought before, not after."""
    text = PARTY.replace("claims:", "line: [Spellweaver buys Heater Shield]\nclaims:")
    text = text.replace("Heater Shield: 20}", "Heater Shield: 20, Goggles: 30}")
    claims = ["Spellweaver can buy Goggles", "{can: Spellweaver buys Goggles, after: 1}"]
    listed = "".join(f"- {each}\n" for each in (*claims, "Spellweaver can buy Hide Armor"))
    answer = api.check(api.loads(f"{text}{listed}"))

    assert [each.verdict for each in answer.claims] == ["undecided", "refuted", "confirmed"]
    assert "write `after: 0` or `after: 1`" in answer.claims[0].reason


ENHANCED = """
game: gloomhaven
campaign:
  achievements: [Power of Enhancement]
  Scoundrel: {level: 3, gold: GOLD, enhancements: {Throwing Knives top: [+1 range]}}
enhance: poison on Throwing Knives top, level 1, several enemies
claims:
- the enhancement costs 225 gold
- Scoundrel can pay for the enhancement
- poison on Throwing Knives costs 150 gold
- {cost: 225, of: poison on Throwing Knives top}
"""


@pytest.mark.parametrize(("gold", "can"), [(225, "confirmed"), (224, "refuted")])
def test_an_enhancement_by_its_description(gold: int, can: str) -> None:
    """75 x 2 + 75 for the sticker that is there = 225. (GH-15.12, GH-15.13)"""
    answer = api.check(api.loads(ENHANCED.replace("GOLD", str(gold))))
    assert [each.verdict for each in answer.claims] == ["confirmed", can, "refuted", "confirmed"]


WON = """
game: gloomhaven
scenario level: 1
result: RESULT
characters:
  Scoundrel: {level: 1, xp: 30, gold: 30, checkmarks: 2}
  Brute: {level: 1, xp: 44, gold: 0}
scenario:
  Scoundrel: {xp: 8, coins: 5, battle goal: 1}
  Brute: {xp: 1, coins: 0, battle goal: 0}
claims:
- Scoundrel has 40 gold
- Scoundrel is level 1
- Scoundrel gets 1 perk
- Brute is level 2
- Brute gets one perk
"""


@pytest.mark.parametrize(
    ("result", "verdicts"),
    [
        # 30 + 8 + 6 = 44 is one short of level 2, which needs 45; 3 checkmarks are a perk. 44 + 1 + 6 = 51.
        ("won", ["confirmed"] * 5),
        # Tokens and experience stay, 30 + 8 = 38 and 44 + 1 = 45, without the 6 and the checkmark. (GH-14.2)
        ("lost", ["confirmed", "confirmed", "refuted", "confirmed", "confirmed"]),
    ],
)
def test_what_a_scenario_brought(result: str, verdicts: list[str]) -> None:
    answer = api.check(api.loads(WON.replace("RESULT", result)))
    assert [each.verdict for each in answer.claims] == verdicts


def test_what_a_scenario_brought_beside_a_line_of_steps_is_not_put_into_an_order() -> None:
    with pytest.raises(InputError) as caught:
        api.loads(WON.replace("RESULT", "won").replace("claims:", "line: [Brute donates]\nclaims:"))
    assert "what is done stands in `line`: `- win the scenario`" in caught.value.diagnostics[0].help


def test_few_checks_of_prosperity_may_be_meant_as_a_level() -> None:
    """Level 2 needs 4 checks: 3 of them leave Gloomhaven at level 1, which does not sell item 20."""
    text = """
game: gloomhaven
campaign: {prosperity: 3, characters: {Brute: {level: 3, gold: 55}}}
claims: [Brute cannot buy Minor Mana Potion]
"""
    answer = api.check(api.loads(text))
    assert [claim.verdict for claim in answer.claims] == ["confirmed"]
    assert any("counts checks, which make level 1" in note for note in answer.notes)
