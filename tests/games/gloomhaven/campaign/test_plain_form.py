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
