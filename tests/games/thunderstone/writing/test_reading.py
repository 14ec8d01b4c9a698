"""Written actions: the engine's notation reads back as the same action, and so do freer words."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.thunderstone.builders import Table, book, dungeon, player, position, ruleset, village
from tsolve.cardkit import piles
from tsolve.cardkit.forms import Shape
from tsolve.engine import CHANCE
from tsolve.errors import InputError
from tsolve.games.thunderstone.actions import (
    Action,
    Attack,
    Buy,
    Destroy,
    Equip,
    LevelUp,
    Pass,
    Use,
    Visit,
)
from tsolve.games.thunderstone.answers import Discard, Draw, Reveal, SendDown, Silence, Suffer
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.writing import reading
from tsolve.games.thunderstone.writing.reading import LONGEST, read

HAND = [
    "Regian Priest",
    "Thyrian Squire",
    "Militia",
    "Militia",
    "Iron Rations",
    "Short Sword",
    "Spear",
    "Disease",
]
HALL = ["Kingdom", "Griffon", "Kingdom"]


def reads(table: Table, text: str) -> Action:
    return read(table.game, ruleset(), table.state, text).action


# the engine's own words


def random_position(random: Random) -> State:
    cards = book().cards.values()
    owned = [card.id for card in cards if card.kind != "thunderstone"]
    monsters = [card.id for card in cards if card.is_monster]
    sold = [card.id for card in cards if card.kind in ("hero", "village", "basic")]

    def some(among: list[str], count: int) -> tuple[str, ...]:
        return tuple(random.choice(among) for _ in range(count))

    stalls = tuple(dict.fromkeys(some(sold, 12)))
    hand = some(owned, random.randrange(9)) + some(
        ["militia", "iron_rations", "spear", "banish", "disease"], 2
    )
    return State(
        players=(
            Player(
                piles.known(some(owned, 3)) + piles.shuffled(some(owned, 3)),
                some(owned, 3),
                (),
                random.randrange(9),
            ),
            Player(piles.shuffled(some(owned, 8)), hand=some(owned, 6)),
        ),
        hall=tuple(Slot(card) for card in some(monsters[: random.choice((3, 40))], 3)),
        dungeon=piles.shuffled(some(monsters, 5)),
        stalls=stalls,
        stock=tuple(random.randrange(4) for _ in stalls),
        party=tuple(Member(card) for card in hand),
    )


@given(st.integers(0, 1_000_000))
def test_the_notation_of_every_legal_action_and_event_reads_back(seed: int) -> None:
    random = Random(seed)
    game = Thunderstone(book())
    state = random_position(random)
    for _ in range(12):
        if game.is_over(state):
            break
        chance = game.mover(state) == CHANCE
        actions = [event for event, _ in game.chance(state)] if chance else game.legal_actions(state)
        for action in actions:
            text = game.notation(state, action)
            again = read(game, ruleset(), state, text).action
            if again != action:  # two orders of the Hall that put equal Monsters in each other's place
                assert isinstance(action, Use)
                assert action.order
                assert replace(action, order=again.order) == again  # type: ignore[union-attr]
                assert game.apply(state, again).hall == game.apply(state, action).hall
        if not actions:
            break
        state = game.apply(state, random.choice(actions))


def test_an_illegal_attempt_reads_back_too() -> None:
    table = dungeon(HAND, ["Blink Dog", "Griffon", "Nixie"])
    texts = [refusal.action for refusal in table.game.refusals(table.state)]

    assert "attack Blink Dog" in texts
    for text in texts:
        assert table.game.notation(table.state, reads(table, text)) == text


# freer words


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("go to the village", Visit("village")),
        ("Visit Village", Visit("village")),
        ("enter dungeon", Visit("dungeon")),
        ("go into the Dungeon.", Visit("dungeon")),
        ("Rest", Visit("rest")),
    ],
)
def test_visits(text: str, action: Action) -> None:
    table = Table(position(HAND, HALL))

    assert reads(table, text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        # Priest 0, Squire 1, Militia 2 and 3, Iron Rations 4, Short Sword 5, Spear 6, Disease 7
        ("use Regian Priest", Use(0, 0)),
        ("use regian priest (draw 1 card)", Use(0, 0)),
        ("use Regian Priest destroying Disease", Use(0, 1, 7)),
        ("Regian Priest destroying Choroba", Use(0, 1, 7)),
        ("use Thyrian Squire", Use(1, 0, 4)),
        ("use Thyrian Squire destroying Iron Rations", Use(1, 0, 4)),
        ("Thyrian Squire eats Iron Rations", Use(1, 0, 4)),
        ("Regian Priest eats Iron Rations", Use(4, 0, target=0)),
        ("use Iron Rations on Militia", Use(4, 0, target=2)),
        ("Iron Rations on Militia #2", Use(4, 0, target=3)),
        ("feed Iron Rations to Thyrian Squire", Use(4, 0, target=1)),
        ("feed Thyrian Squire with żelazne racje", Use(4, 0, target=1)),
        ("give Iron Rations to Thyrian Squire", Use(4, 0, target=1)),
        ("equip Short Sword on Thyrian Squire", Equip(5, 1)),
        ("equip Thyrian Squire with Short Sword", Equip(5, 1)),
        ("give short-sword to thyrian squire", Equip(5, 1)),
        ("Thyryjczyk Giermek takes Krótki miecz", Equip(5, 1)),
        ("throw Spear", Use(6, 0)),
        ("destroy the Spear", Use(6, 0)),
        ("attack Griffon", Attack(2)),
        ("attack the Gryf", Attack(2)),
        ("fight Kingdom", Attack(1)),
        ("attack Kingdom in Rank 3", Attack(3)),
        ("attack rank 3", Attack(3)),
        ("attack the Monster in Rank 2", Attack(2)),
        ("attack nobody", Pass()),
        ("done", Pass()),
        ("end my turn!", Pass()),
        ("draw Torch", Draw("torch")),
        ("reveal Gryf", Reveal("griffon")),
        ("buy a Torch", Buy("torch")),
        ("discard Militia", Discard(0, "militia")),
        ("player 2 discards Militia", Discard(1, "militia")),
        ("Militia #2 cannot attack", Silence(3)),
        ("silence Thyrian Squire", Silence(1)),
        ("take the disease from magic", Suffer("magic")),
        ("take the reduction from Attack for Thyrian Squire", Suffer("attack", 1)),
        ("disease from attack", Suffer("attack")),
        ("send Griffon down", SendDown(2)),
        ("send down Kingdom in Rank 3", SendDown(3)),
        ("destroy Militia", Destroy(2)),
        # a part of a name or a plural, where only one thing on the table fits
        ("use Priest", Use(0, 0)),
        ("use Rations on the Squire", Use(4, 0, target=1)),
        ("use a Priest destroying Diseases", Use(0, 1, 7)),
        ("equip the Short Sword on a Squire", Equip(5, 1)),
        ("feed rations to squire", Use(4, 0, target=1)),
        ("discard the Spears", Discard(0, "spear")),
    ],
)
def test_in_the_dungeon(text: str, action: Action) -> None:
    assert reads(dungeon(HAND, HALL), text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        # Town Guard 0, Barkeep 1, Trainer 2, Militia 3, Pawnbroker 4, Torch 5
        ("use Town Guard", Use(0, 0)),
        ("destroy Town Guard", Use(0, 1)),
        ("use Town Guard (draw 3 cards)", Use(0, 1)),
        ("use Town Guard destroying itself", Use(0, 1)),
        ("use Barkeep", Use(1, 0)),
        ("use Barkeep destroying Barkeep", Use(1, 1)),
        ("use Trainer destroying Militia", Use(2, 0, 3)),
        ("use Trainer", Use(2, 0, 3)),
        ("use Pawnbroker destroying Torch", Use(4, 0, 5)),
        ("level up Militia to Elf Wizard", LevelUp(3, "elf_wizard")),
        ("level up Militia", LevelUp(3, "elf_wizard")),
        ("level Militia up into Elf Czarodziej", LevelUp(3, "elf_wizard")),
        ("purchase Elf Wizard", Buy("elf_wizard")),
    ],
)
def test_in_the_village(text: str, action: Action) -> None:
    hand = ["Town Guard", "Barkeep", "Trainer", "Militia", "Pawnbroker", "Torch"]
    table = village(hand, village={"Elf Wizard": 3}, xp=3)
    if text == "level up Militia":
        table.do("go on to the purchases", "go on to levelling up")

    assert reads(table, text) == action


def test_of_several_copies_the_first_that_may_do_it_is_meant() -> None:
    table = dungeon(["Militia", "Militia", "Dagger", "Dagger"], HALL).do("equip Dagger #1 on Militia #1")

    assert reads(table, "equip Dagger on Militia") == Equip(3, 1)
    assert reads(table, "equip Dagger #1 on Militia #1") == Equip(2, 0)


def test_a_disease_is_taken_from_the_hero_that_is_asked_about() -> None:
    # Judgement takes 1 from each Hero, of Attack or Magic Attack. The Militia has Attack only, so nothing is
    # asked; the Sentinel (Strength 8 - 2) still holds the Sword (Weight 5) and has both.
    table = dungeon(["Militia", "Dwarf Sentinel", "Flaming Sword"], ["Judgement"], dungeon=[])
    table.do("equip Flaming Sword on Dwarf Sentinel", "attack Judgement")

    assert reads(table, "take the reduction from magic") == Suffer("magic", 1)
    assert reads(table, "take the reduction from Attack for Dwarf Sentinel") == Suffer("attack", 1)


def test_an_order_of_the_hall() -> None:
    table = dungeon(["Banish", "Torch"], ["Griffon", "Nixie", "Pegasus"], dungeon=[])

    read = reads(table, "use Banish: rearrange the Hall as Pegasus, griffon, Nixie")
    assert read == Use(0, 0, order=(3, 1, 2))


def test_of_equal_monsters_the_order_says_whose_breach_is_spent() -> None:
    """Tyxr in Rank 1 has breached, Tyxr in Rank 3 has not: who stays below is not told by the name."""
    table = dungeon(["Banish", "Torch"], ["Tyxr the Old", "Nixie", "Tyxr the Old"], dungeon=[])
    spent, fresh = Use(0, 0, order=(2, 1, 3)), Use(0, 0, order=(2, 3, 1))
    words = "use Banish: arrange the Hall as Nixie, "

    assert table.game.notation(table.state, spent) == words + "Tyxr the Old (breached), Tyxr the Old"
    assert table.game.notation(table.state, fresh) == words + "Tyxr the Old, Tyxr the Old (breached)"
    for action in (spent, fresh):
        assert reads(table, table.game.notation(table.state, action)) == action
    with pytest.raises(InputError, match="several"):
        reads(table, words + "Tyxr the Old, Tyxr the Old")


def test_sphinx_cards_are_destroyed_by_name() -> None:
    # Sphinx: Magic Attack only, Health 8. Fireball 3 + 3 + 3 = 9, Light 3 in Rank 1: won; six cards are seen.
    deck = ["Torch", "Dagger", "Militia", "Militia", "Disease", "Torch"]
    table = dungeon(["Fireball"] * 3, ["Sphinx"], dungeon=[], deck=deck).do("attack Sphinx")

    assert table.game.notation(table.state, reads(table, "destroy Disease")) == "destroy revealed Disease"


# what is absent, unclear or unknown


def test_what_is_not_there_is_told() -> None:
    table = dungeon(HAND, HALL)

    assert read(table.game, ruleset(), table.state, "use Torch on Militia").absent == "Torch"
    assert read(table.game, ruleset(), table.state, "equip Spear on Militia #3").absent == "Militia #3"
    assert read(table.game, ruleset(), table.state, "attack Nixie").absent == "Nixie"
    assert read(table.game, ruleset(), table.state, "attack Griffon in Rank 1").absent == "Griffon in Rank 1"
    assert read(table.game, ruleset(), table.state, "attack Griffon").absent == ""


def test_a_part_of_a_name_means_a_monster_of_the_hall_before_a_card_of_the_hand() -> None:
    """One Giant stands in the Hall, another was defeated before and is now in the hand."""
    table = dungeon(["Frost Giant", "Militia"], ["Stone Giant", "Nixie"], dungeon=[])

    assert reads(table, "attack the giant") == Attack(1)
    assert reads(table, "discard Giant") == Discard(0, "frost_giant")
    assert failure(table, "attack Pegasuss")[0] == "E302"


def failure(table: Table, text: str) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        reads(table, text)
    (found,) = caught.value.diagnostics
    return found.code, found.help


def test_unknown_verbs_and_names() -> None:
    table = dungeon(HAND, HALL)

    assert failure(table, "buuy Torch") == ("E321", 'did you mean "buy"?')
    assert failure(table, "")[0] == "E321"
    assert failure(table, "xyzzy")[1].startswith("a step begins with one of: arrange, attack, borrow, buy")
    assert failure(table, "attack Griffin") == ("E302", 'did you mean "Griffon"?')
    assert failure(table, "equip Short Sord on Militia") == ("E302", 'did you mean "Short Sword"?')


def test_a_very_long_text_is_refused_at_once() -> None:
    assert failure(dungeon(HAND, HALL), "use " + "a on " * 20_000)[0] == "E321"
    assert failure(dungeon(HAND, HALL), "attack " + "a" * LONGEST)[0] == "E321"


def test_an_action_that_could_be_several_is_unclear() -> None:
    table = dungeon(["Iron Rations", "Militia", "Thyrian Squire"], HALL)
    code, help_ = failure(table, "use Iron Rations")
    assert code == "E322"
    assert help_ == "use Iron Rations on Militia; or use Iron Rations on Thyrian Squire"

    two = dungeon(["Iron Rations", "Militia", "Militia"], HALL)
    assert reads(two, "use Iron Rations") == Use(0, 0, target=1)  # equal Heroes: the first

    heroes = village(["Militia"], village={"Elf Wizard": 1, "Regian Cleric": 1}, xp=3)
    heroes.do("go on to the purchases", "go on to levelling up")
    assert failure(heroes, "level up Militia")[0] == "E322"


def test_other_players_are_borrowed_from() -> None:
    # The Theurge makes each player discard a Hero; one of them may be borrowed.
    table = dungeon(["Selurin Theurge"], HALL, others=[player(["Militia", "Torch"])], deck=[], dungeon=[])
    table.do("use Selurin Theurge")

    assert "borrow Militia from player 2" in table.legal
    assert table.game.notation(table.state, reads(table, "borrow Militia")) == "borrow Militia from player 2"


def test_every_separating_word_is_free_of_names() -> None:
    """`on`, `to`, `with` and the like part a text into names, so no name may contain them."""
    apart = {
        "on",
        "against",
        "naming",
        "sending",
        "discarding",
        "to",
        "into",
        "with",
        "destroying",
        "eats",
        "takes",
        "carries",
        "wields",
        "for",
        "in",
        "from",
        "down",
    }

    for spelling in ruleset().names.cards.spellings.values():
        assert not apart & set(spelling.casefold().split()), spelling


# copies, and words that say more than there is


@pytest.mark.parametrize(
    ("text", "action"),
    [
        # Priest 0, Squire 1, Militia 2 and 3, Iron Rations 4, Short Sword 5, Spear 6, Disease 7
        ("use Iron Rations on second Militia", Use(4, 0, target=3)),
        ("use Iron Rations on the 2nd Militia", Use(4, 0, target=3)),
        ("equip Short Sword on the second Ochotnik", Equip(5, 3)),
        ("give Iron Rations to first Militia", Use(4, 0, target=2)),
        ("second Militia cannot attack", Silence(3)),
        ("second Militia eats first Iron Rations", Use(4, 0, target=3)),
        ("destroy second Militia", Destroy(3)),
        ("attack second Kingdom", Attack(3)),
        ("attack Kingdom #2", Attack(3)),
        ("send second Kingdom down", SendDown(3)),
    ],
)
def test_a_copy_is_named_by_its_number(text: str, action: Action) -> None:
    written = read(dungeon(HAND, HALL).game, ruleset(), dungeon(HAND, HALL).state, text)

    assert written.action == action
    assert written.is_whole


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("throw Short Sword", "Short Sword cannot be thrown"),
        ("feed Short Sword to Militia", "Short Sword is not Food"),
        ("feed Militia with Spear", "Spear is not Food"),
        ("Militia eats Disease", "Disease is not Food"),
        ("give Banish to Militia", '"on Militia" is not something that Banish does'),
        ("give Regian Priest to Militia", '"on Militia" is not something that Regian Priest does'),
        ("go on to the purchases", "you buy cards only in the Village"),
        ("go on to levelling up", "you level up Heroes only in the Village"),
        ("destroy nothing", "only a rest lets you destroy a card without an effect"),
        ("use Banish on Nixie on Griffon", '"on Griffon" is not something that Banish does'),
        ("use Banish: arrange the Hall as Kingdom", "a new order names each card of the Hall once"),
        (
            "use Banish: arrange the Hall as Kingdom, Griffon, Nixie",
            "a new order names each card of the Hall",
        ),
    ],
)
def test_what_is_said_too_much_is_told(text: str, says: str) -> None:
    table = dungeon([*HAND, "Banish"], HALL)
    beyond = read(table.game, ruleset(), table.state, text).beyond

    assert beyond is not None
    assert says in beyond[0]


def test_nobody_is_attacked_in_the_village() -> None:
    table = village(["Militia"], village={"Torch": 3})
    written = read(table.game, ruleset(), table.state, "attack nobody")

    assert written.beyond == ("you attack only in the Dungeon", ("TS-7.4",))
    assert read(table.game, ruleset(), table.state, "buy nothing").step == "buying"


def test_an_order_of_a_hall_with_empty_ranks() -> None:
    """The Hall is written with its empty Ranks, in any language, or without them."""
    table = dungeon(["Banish", "Torch"], ["Griffon", "Nixie"], dungeon=[])
    for words in ("Nixie, Griffon", "Nixie, Gryf, none", "nixie , griffon"):
        assert reads(table, f"use Banish: arrange the Hall as {words}") == Use(0, 0, order=(2, 1))

    lone = dungeon(["Banish", "Torch"], ["Griffon"], dungeon=[])
    assert reads(lone, "use Banish: arrange the Hall as Griffon, none, none") == Use(0, 0, order=(1,))


def test_words_behind_a_card_that_say_nothing() -> None:
    table = dungeon(HAND, HALL)
    for text in (
        "use Iron Rations returning Spear",
        "attack Kingdom with Militia",
        "equip Spear on Militia and win",
    ):
        code, help_ = failure(table, text)
        assert code == "E323"
        assert help_ == "a step says one thing; write a later choice as a step of its own"


def test_where_copies_are_alike_none_is_named() -> None:
    table = village(["Militia", "Militia"], village={"Torch": 2})
    for text in ("buy second Torch", "draw Militia #2", "take first Torch"):
        assert failure(table, text) == ("E323", "leave the number out")


def test_of_unlike_copies_the_one_that_is_discarded_may_be_named() -> None:
    """Two Militia, the first with a Dagger: a Theurge's discard takes the other one, which serves nothing."""
    table = dungeon(["Selurin Theurge", "Militia", "Militia", "Dagger"], HALL, deck=[], dungeon=[])
    table.do("equip Dagger on Militia #1", "use Selurin Theurge")

    assert read(table.game, ruleset(), table.state, "discard second Militia").is_whole
    assert read(table.game, ruleset(), table.state, "discard Militia").is_whole
    beyond = read(table.game, ruleset(), table.state, "discard Militia #1").beyond
    assert beyond is not None
    assert beyond[0] == "the copy to discard is Militia #2"
    assert read(table.game, ruleset(), table.state, "discard third Militia").absent == "third Militia"
    assert reads(table, "discard Selurin Theurge #1") == Discard(0, "selurin_theurge")


@pytest.mark.parametrize("shape", list(reading.Wording.shapes), ids=lambda shape: shape.sentence)
@given(data=st.data())
def test_every_text_of_a_shape_has_one_of_its_words(shape: Shape[Action], data: st.DataObject) -> None:
    text = data.draw(st.from_regex(shape.pattern, fullmatch=True, alphabet=st.characters(codec="ascii")))
    plain = " ".join(text.split())
    assume(shape.match(plain) is not None)
    assert not shape.marks.isdisjoint(re.findall(r"\w+", plain.casefold()))
