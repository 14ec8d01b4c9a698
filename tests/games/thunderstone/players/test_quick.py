"""The quick player: what it decides in hand-made examples, that it keeps to what is offered, and that it
knows nothing that is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.docs.pages import ROOT
from tests.games.thunderstone.builders import book, mixed_book, player, position
from tests.sweeping import seeds
from tsolve.api.games import module, ruleset
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.engine import CHANCE
from tsolve.games.thunderstone.actions import Action, Attack, Destroy, Pass, Visit
from tsolve.games.thunderstone.answers import Discard
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.players.appraisal import WEIGHTS, Appraisal, Weights
from tsolve.games.thunderstone.players.quick import Quick
from tsolve.games.thunderstone.setup import load_setup, new_game
from tsolve.games.thunderstone.state import Player, State, Treasure
from tsolve.players import seats
from tsolve.players.playing import play_out

START = ["6 x Militia", "2 x Dagger", "2 x Iron Rations", "2 x Torch"]
MONSTERS = ["Famine", "Griffon", "Nixie", "Kingdom", "Pegasus", "Sphinx", "Harbinger", "Blink Dog"]


def table(hand: list[str], hall: list[str], **more: object) -> State:
    """A turn in the middle of a game: a starting deck, and eight Monsters in the Dungeon Deck."""
    laid = position(hand, hall, deck=START, dungeon=MONSTERS, **more)  # type: ignore[arg-type]
    return replace(laid, players=(laid.me, player(["6 x Militia"], START)))


def chosen(state: State, *, seed: int = 0) -> Action:
    game = Thunderstone(book())
    return Quick(game).choose(state, game.legal_actions(state), Random(seed))


def test_it_goes_where_there_is_most_to_gain() -> None:
    village = {"Hatchet": 8, "Thyrian Squire": 6}
    # 7 gold buy the Squire; Attack 0 in the Dungeon.
    rich = table(["2 x Torch", "Feast"], ["Griffon", "Griffon", "Griffon"], village=village)
    assert chosen(rich) == Visit("village")
    # Khan 7 + Militia 1 and the Torch for Rank 1: 8 against 7. Nothing is for sale.
    strong = table(["Outlands Khan", "Militia", "Torch"], ["Griffon", "Griffon", "Griffon"], village={})
    assert chosen(strong) == Visit("dungeon")
    # Nothing to buy, nobody to fight: a Disease is got rid of.
    ill = table(["Disease", "Outlands Khan"], ["", "", ""], village={})
    assert chosen(ill) == Visit("rest")


def test_an_attack_is_prepared_step_by_step() -> None:
    # The Squire alone has 2 and Strength 6; fed, it can hold the Polearm as one with 8: 6 instead of 2.
    # 2 + 6 - 2 for Rank 1 = 6 against Health 5: both are needed.
    line = attack_on_kingdom("Thyrian Squire", "Polearm", "Iron Rations")
    assert sorted(line[:2]) == ["equip Polearm on Thyrian Squire", "use Iron Rations on Thyrian Squire"]


def test_a_plan_is_for_the_position_that_it_foresees() -> None:
    # The plan is to equip the Polearm after the Rations. Without them, 2 + 2 - 2 are too little against 5, so
    # that nothing is prepared for the defeat.
    game, random = Thunderstone(book()), Random(0)
    quick, state = Quick(game), table(["Thyrian Squire", "Polearm", "Iron Rations"], ["Kingdom", "", ""])
    state = game.apply(state, quick.choose(state, game.legal_actions(state), random))
    fed = quick.choose(state, game.legal_actions(state), random)
    assert game.notation(state, fed) == "use Iron Rations on Thyrian Squire"
    poorer = game.apply(table(["Thyrian Squire", "Polearm"], ["Kingdom", "", ""]), Visit("dungeon"))
    assert quick.choose(poorer, game.legal_actions(poorer), random) == Attack(1)


def test_a_weapon_is_thrown_once_it_is_carried() -> None:
    # 2 + 2 for the Spear - 2 for Rank 1 = 2; thrown, 3 more: 5 against Health 5.
    line = attack_on_kingdom("Thyrian Squire", "Spear")
    assert line[:2] == ["equip Spear on Thyrian Squire", "use Spear"]


def attack_on_kingdom(*hand: str) -> list[str]:
    """The steps of an attack that is won, after the Dungeon was entered."""
    game, random = Thunderstone(book()), Random(0)
    quick, state, line = Quick(game), table([*hand], ["Kingdom", "", ""]), list[str]()
    while not state.tally.outcome:
        action = quick.choose(state, game.legal_actions(state), random)
        line.append(game.notation(state, action))
        state = game.apply(state, action)
    assert state.tally.outcome == "won"
    assert (line[0], line[-1]) == ("enter the Dungeon", "attack Kingdom")
    return line[1:]


def test_whoever_is_ahead_ends_the_game_even_by_a_defeat() -> None:
    # Nothing can be won: Militia 1 - 2 for the dark is 0 against 7. But the Thunderstone lies behind.
    def mine(points: list[str]) -> State:
        return replace(
            table(["Militia"], ["Griffon", "Stone of Mystery", "Nixie"], village={"Hatchet": 8}),
            players=(player((), points), player(["Griffon"], ["Militia"])),  # a Griffon is worth 4
        )

    assert chosen(mine(["2 x Griffon"])) == Visit("dungeon")
    assert chosen(mine(["Militia"])) != Visit("dungeon")


def test_what_is_bought_fits_together() -> None:
    # A Squire (7 gold) brings 2 Attack, and its ability 0.6 x 0.5 x 2 = 0.6: 1.1 more than 1.5. A Torch (3)
    # brings 2 by its gold: 0.5 more. So a Squire is more than two Torches, and 10 gold buy one of each.
    weights = Weights(light=0, gold=1, ability=0.6, priced=0.5, carried=0, average=1.5)
    game = Thunderstone(book())
    village = {"Thyrian Squire": 6, "Torch": 8}
    state = game.apply(table(["Militia"], ["Griffon", "", ""], village=village), Visit("village"))
    for gold, bought in ((9, ["thyrian_squire"]), (10, ["thyrian_squire", "torch"])):
        now = replace(state, step="buying", gold=gold, purchases=2)
        quick = Quick(game, weights)
        while now.step == "buying":
            now = game.apply(now, quick.choose(now, game.legal_actions(now), Random(0)))
        assert sorted(now.tally.gained) == bought


def test_the_strength_of_cards_by_hand() -> None:
    weights = Weights(magic=1, light=1, enough_light=2, gold=0.5, carried=0.5, bearer=1, average=1, horizon=3)
    state = replace(
        position([], ["Griffon", "", ""], deck=START, dungeon=["Nixie"]), players=(player((), START),)
    )
    appraisal = Appraisal(book(), weights)
    appraisal.look(state, 0)
    # 12 cards are 2 hands with 1 Light on the average: half of what is enough, so Light counts half.
    assert appraisal.power("torch") == pytest.approx(0.5 + 0.5 * 2)
    # Every Hero is a Militia, who gains 1 by a Dagger: 1, and 0.5 for its gold.
    assert appraisal.power("dagger") == pytest.approx(1 + 0.5)
    # A Militia: 1, and half of the 1 by a Dagger, as there is one in the average hand.
    assert appraisal.power("militia") == pytest.approx(1 + 0.5)
    # A Short Sword is too heavy for all of them: its 3 gold alone.
    assert appraisal.power("short_sword") == pytest.approx(0.5 * 3)
    # One card is left in the Dungeon Deck: too late for purchases, so that only points count.
    assert appraisal.worth("amazon_queen") == 2


def test_what_is_bought_late_is_worth_less() -> None:
    # Eight cards are left and four Monsters won, so there were 12: 8 - 2 are half of them.
    # A Hatchet is too heavy for Militia; its gold brings 1, which is 1 less than the average.
    weights = Weights(gold=1, average=2, horizon=3, late=2)
    laid = table([], ["Griffon", "", ""])
    state = replace(laid, players=(player((), START), player((), ["4 x Griffon"])))
    appraisal = Appraisal(book(), weights)
    appraisal.look(state, 0)
    assert appraisal.worth("hatchet") == pytest.approx(3 * 0.5 * (1 - 2))
    # Where nobody knows how many are left, the game is taken to begin.
    unknown = Appraisal(book(), weights)
    unknown.look(replace(state, dungeon=piles.UNKNOWN), 0)
    assert unknown.worth("hatchet") == pytest.approx(3 * (1 - 2))


def test_a_treasure_is_used_where_it_brings_more_than_it_costs() -> None:
    # The Ivory Dragon gives 1 XP for each card that is destroyed: itself and the two Diseases, which is well
    # done; the Khan is kept.
    game = Thunderstone(mixed_book())
    hand = ["2 x Disease", "Outlands Khan"]
    laid = position(hand, ["Griffon", "", ""], deck=START, dungeon=MONSTERS, village={})
    mine = replace(laid.me, treasures=(Treasure("ivory_dragon"),))
    state = game.apply(replace(laid, players=(mine, player())), Visit("village"))
    quick = Quick(game)
    while state.step == "effects":
        state = game.apply(state, quick.choose(state, game.legal_actions(state), Random(0)))
    assert state.me.xp == 3
    assert [member.card for member in state.party if not member.left] == ["outlands_khan"]


def test_the_page_states_the_numbers() -> None:
    page = (ROOT / "docs/reference/players.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| `(\w+)` \| ([0-9.]+) \|", page, re.MULTILINE))
    numbers = msgspec.structs.asdict(WEIGHTS)
    assert {name: float(value) for name, value in stated.items()} == numbers


def test_a_hidden_hand_keeps_what_fights() -> None:
    # Asked to discard in another player's turn: the Griffon is worth 4 points and gives Magic Attack 1, the
    # Torch gives Light, the Khan 7.
    game = Thunderstone(book())
    laid = table(["Redblade Poisoner"], ["Griffon", "", ""])
    laid = replace(laid, players=(laid.me, player(["Outlands Khan", "Disease", "Torch"], START)))
    state = game.apply(laid, Visit("dungeon"))
    use = next(action for action in game.legal_actions(state) if not isinstance(action, Attack | Pass))
    state = game.apply(state, use)
    assert game.mover(state) == 1
    assert Quick(game).choose(state, game.legal_actions(state), Random(0)) == Discard(1, "disease")


def test_a_rest_destroys_what_does_harm() -> None:
    game = Thunderstone(book())
    state = game.apply(table(["Outlands Khan", "Disease", "Torch"], ["Griffon", "", ""]), Visit("rest"))
    assert Quick(game).choose(state, game.legal_actions(state), Random(0)) == Destroy(1)


class Watched(Quick):
    """Sees to it that it chooses among the actions that it is given."""

    def choose(self, state: State, actions: Sequence[Action], random: Random) -> Action:
        action = super().choose(state, actions, random)
        assert action in actions
        return action


@pytest.mark.parametrize("box", ["base", "dragonspire"])
def test_whole_games_end_and_are_the_same_each_time(box: str) -> None:
    rules, game = ruleset("thunderstone"), module("thunderstone")
    readings = rules.readings(rules.printing_for((box,)))
    for seed in seeds(3, 60):
        start = game.begin(rules, readings, seed, 2, (box,), {})
        outcome = play_out(start, [Watched(start.game), Watched(start.game)], Random(seed))
        assert outcome.over, seed
        assert play_out(start, seats(start, ["quick"]), Random(seed)) == outcome


def test_what_is_hidden_makes_no_difference() -> None:
    rules, setup = book(), load_setup().value
    for seed in seeds(2, 40):
        game = Thunderstone(rules)
        state, random = new_game(rules, setup, seed), Random(seed)
        asked = 0
        while not game.is_over(state) and asked < 250:
            seat = game.mover(state)
            if seat == CHANCE:
                state = game.sample(state, random)
                continue
            actions = game.legal_actions(state)
            action = Quick(game).choose(state, actions, Random(asked))
            for _ in range(2):
                other = dealt_otherwise(state, seat, random)
                assert Quick(game).choose(other, actions, Random(asked)) == action
            state, asked = game.apply(state, action), asked + 1


def dealt_otherwise(state: State, seat: int, random: Random) -> State:
    """The position as it might be as well, for all that this seat knows."""
    players = []
    for index, each in enumerate(state.players):
        if index == seat or not each.hand:
            players.append(replace(each, deck=in_another_order(each.deck, random)))
        else:
            players.append(with_another_hand(each, random))
    return replace(state, players=tuple(players), dungeon=in_another_order(state.dungeon, random))


def in_another_order(pile: Pile, random: Random) -> Pile:
    cards = list(piles.contents(pile))
    random.shuffle(cards)
    return piles.known(tuple(cards))


def with_another_hand(owner: Player, random: Random) -> Player:
    cards = [*piles.contents(owner.deck), *(owner.hand or ())]
    random.shuffle(cards)
    size = len(owner.hand or ())
    return replace(owner, hand=tuple(cards[:size]), deck=piles.known(tuple(cards[size:])))
