"""The free steps of a turn: what the active player may do, and what forbids it.

`refuse` judges any single action and says why it is not legal. Judging everything that might be tried would
take most of the time of a game, so `legal` finds the legal ones directly, and looks only at what may succeed;
a test holds both to the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import (
    Action,
    Attack,
    Buy,
    Destroy,
    Equip,
    LevelUp,
    Pass,
    Use,
    UseTreasure,
    Visit,
)
from tsolve.games.thunderstone.state import NONE, State, first_of_alike
from tsolve.games.thunderstone.turn import abilities, battle, traps_and_treasures, village
from tsolve.games.thunderstone.turn.drawing import EndTurn
from tsolve.games.thunderstone.turn.hall import slot
from tsolve.games.thunderstone.turn.hand import has_hand_for, strength_of, weight_of
from tsolve.games.thunderstone.turn.village import for_sale, purse, refuse_purchase

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play


def attempts(book: Book, state: State) -> Iterator[Action]:
    """Everything that a player might try at this step, allowed or not; equal choices once."""
    if state.step == "choose":
        yield from (Visit("village"), Visit("dungeon"), Visit("rest"))
    elif state.step == "effects":
        yield from abilities.attempts(book, state)
        yield from traps_and_treasures.treasure_attempts(book, state)
        yield Pass()
    elif state.step == "buying":
        yield from (Buy(card) for card in for_sale(book, state))
        yield Pass()
    elif state.step == "levelling":
        yield from village.level_attempts(book, state)
        yield Pass()
    elif state.step == "preparing":
        yield from abilities.attempts(book, state)
        yield from _equipments(book, state)
        yield from traps_and_treasures.treasure_attempts(book, state)
        yield from (Attack(rank) for rank in state.places if slot(state, rank).card)
        yield Pass()
    elif state.step == "resting":
        present = [index for index, member in enumerate(state.party) if not member.left]
        yield from (Destroy(index) for index in first_of_alike(state, present))
        yield Pass()


def _equipments(book: Book, state: State) -> Iterator[Action]:
    weapons = [
        i for i, m in enumerate(state.party) if m.card in book.weapons and not m.left and m.bearer == NONE
    ]
    if not weapons:
        return
    heroes = [i for i, m in enumerate(state.party) if m.card in book.heroes and not m.left]
    for weapon in first_of_alike(state, weapons):
        for hero in first_of_alike(state, heroes):
            yield Equip(weapon, hero)


def refuse(book: Book, state: State, action: Action) -> Reason | None:
    """Why the active player may not do this at this step, or None."""
    if isinstance(action, Visit):
        return None if state.step == "choose" else ("your turn has begun already", ("TS-3.1",))
    if isinstance(action, Use):
        if state.step not in ("effects", "preparing"):
            return "you use effects only before you buy or attack", ("TS-3.1", "TS-4.2", "TS-7.2", "TS-5.1")
        return abilities.refuse(book, state, action)
    if isinstance(action, UseTreasure):
        return traps_and_treasures.refuse_treasure(
            book, state, action, "village" if state.step == "effects" else state.step
        )
    if isinstance(action, Equip):
        return _refuse_equipment(book, state, action)
    if isinstance(action, Attack):
        return _refuse_attack(book, state, action)
    if isinstance(action, Buy):
        return _refuse_buying(book, state, action)
    if isinstance(action, LevelUp):
        if state.step not in ("levelling",):
            return "you level up Heroes after buying, in the Village", ("TS-4.5", "TS-6.4")
        return village.refuse_level(book, state, action)
    if isinstance(action, Destroy):
        if state.step != "resting":
            return "only a rest lets you destroy a card without an effect", ("TS-5.1",)
        if not 0 <= action.card < len(state.party) or state.party[action.card].left:
            return "you hold no such card", ("TS-5.1",)
        return None
    if isinstance(action, Pass):
        return _refuse_pass(book, state)
    return "nothing calls for that now", ("TS-3.1",)


def _refuse_equipment(book: Book, state: State, action: Equip) -> Reason | None:
    if state.step != "preparing":
        return "you equip Weapons in the Dungeon, before the attack", ("TS-7.2",)
    size = len(state.party)
    if not (0 <= action.weapon < size and 0 <= action.hero < size):
        return "you hold no such card", ("TS-8.1",)
    weapon, hero = state.party[action.weapon], state.party[action.hero]
    if weapon.card not in book.weapons or hero.card not in book.heroes:
        return "only a Weapon can be equipped, and only by a Hero", ("TS-8.1",)
    if weapon.left or hero.left:
        return f"{book.name(weapon.card if weapon.left else hero.card)} has left your hand", ("TS-7.3",)
    if weapon.bearer != NONE:
        return f"{book.name(weapon.card)} is already equipped", ("TS-8.1",)
    carried = [state.party[index].card for index in hero.weapons]
    if not has_hand_for(book, carried, weapon.card):
        already = "a Weapon" if len(carried) == 1 else f"{len(carried)} Weapons"
        more = tuple(f"card.{card}" for card in dict.fromkeys(carried) if card in book.hands)
        return f"{book.name(hero.card)} already carries {already}", ("TS-8.1", *more)
    weight, strength = weight_of(book, state, action.weapon), strength_of(book, state, action.hero)
    if weight > strength:
        return f"too heavy: Weight {weight}, Strength {strength}", ("TS-8.1",)
    return None


def _refuse_attack(book: Book, state: State, action: Attack) -> Reason | None:
    if state.step != "preparing":
        return "you attack once a turn, in the Dungeon", ("TS-7.4", "TS-3.1")
    if action.rank not in state.places:
        return f"the Hall has no Rank {action.rank}", ("TS-1.1",)
    if (reason := battle.refuse_attack(book, state, action.rank)) is not None:
        return reason
    return refuse_before_ending(book, state)


def refuse_before_ending(book: Book, state: State) -> Reason | None:
    """What must happen before the preparation ends."""
    if (waiting := open_duty(book, state)) is not None:
        card = state.party[waiting.card].card
        return f"you must first use the Trophy of {book.name(card)}", ("TS-13.1", f"card.{card}")
    return refuse_before_robbery(book, state)


def open_duty(book: Book, state: State) -> Use | None:
    """An ability that has to be used before the preparation ends, and can be. (TS-13.1)"""
    if state.step != "preparing" or book.dutiful.isdisjoint([member.card for member in state.party]):
        return None
    for use in abilities.attempts(book, state, book.dutiful):
        ability = book.card(state.party[use.card].card).abilities[use.ability]
        if ability.duty and abilities.refuse(book, state, use) is None:
            return use
    return None


def refuse_before_robbery(book: Book, state: State) -> Reason | None:
    """What must happen before the preparation ends when A-38 is read as `forced`."""
    if (waiting := _unused_robber(book, state)) and book.reads("others_discard", "forced"):
        return f"{book.name(waiting)} must make the other players discard first", (
            "key.others_discard",
            f"card.{waiting}",
        )
    return None


def _unused_robber(book: Book, state: State) -> str:
    robbers = book.robbers
    for member in state.party:
        if member.card not in robbers or member.left:
            continue
        if any(not member.used >> number & 1 for number in robbers[member.card]):
            return member.card
    return ""


def _refuse_buying(book: Book, state: State, action: Buy) -> Reason | None:
    if state.step != "buying":
        late = state.turn == "village" and state.step == "levelling"
        when = "before you level up" if late else "in the Village, after its effects"
        return f"you buy cards {when}", ("TS-4.4",)
    if action.card not in book.cards:
        return "there is no such card", ("TS-4.4",)
    if state.purchases < 1:
        return "you have no purchase left", ("TS-4.4",)
    return refuse_purchase(book, state, action.card, state.gold)


def _refuse_pass(book: Book, state: State) -> Reason | None:
    if state.step in ("effects", "buying", "levelling", "resting"):
        return None
    if state.step != "preparing":
        return "you must first choose the Village, the Dungeon or a rest", ("TS-3.1",)
    if any(battle.refuse_attack(book, state, rank) is None for rank in state.places):
        return "you must attack if you can", ("TS-7.4",)
    return refuse_before_ending(book, state)


def carry_out(play: Play, action: Action) -> None:
    """Do what the active player chose at a free step."""
    if isinstance(action, Visit):
        step = {"village": "effects", "dungeon": "preparing", "rest": "resting"}[action.place]
        play.set(turn=action.place, step=step)
    elif isinstance(action, Use):
        abilities.carry_out(play, action)
    elif isinstance(action, UseTreasure):
        traps_and_treasures.use_treasure(play, action)
    elif isinstance(action, Equip):
        _equip(play, action)
    elif isinstance(action, Attack):
        battle.begin(play, action.rank)
    elif isinstance(action, Buy):
        _buy(play, action)
    elif isinstance(action, LevelUp):
        village.level_up(play, action)
    elif isinstance(action, Destroy):
        play.destroy(action.card)
        play.note("rest", action.card, ("TS-5.1",), "destroyed")
        play.push(EndTurn())
    elif isinstance(action, Pass):
        _finish_step(play)


def _equip(play: Play, action: Equip) -> None:
    book = play.book
    weapon, bearer = play.state.party[action.weapon].card, play.state.party[action.hero]
    weight = weight_of(book, play.state, action.weapon)
    strength = strength_of(book, play.state, action.hero)
    rulings: tuple[str, ...] = ("TS-8.1", f"card.{weapon}")
    if bearer.weapons:
        allowing = [weapon, *(play.state.party[index].card for index in bearer.weapons)]
        rulings += tuple(f"card.{card}" for card in dict.fromkeys(allowing) if card in book.hands)
        _exercise_hands(play, allowing)
    play.edit(action.weapon, bearer=action.hero)
    play.edit(action.hero, weapons=(*bearer.weapons, action.weapon))
    note = f"{play.called(action.hero)} carries it ({weight} of {strength})"
    play.note("equip", action.weapon, tuple(dict.fromkeys(rulings)), note)
    if weapon in book.strengthening:
        after = strength_of(book, play.state, action.hero)
        note = f"for {play.called(action.hero)}"
        play.note("equip", action.weapon, (f"card.{weapon}", "TS-8.4"), note, "strength", strength, after)


def _exercise_hands(play: Play, weapons: list[str]) -> None:
    """Note which Weapons let their bearer carry another one."""
    for weapon in dict.fromkeys(weapons):
        for trait in play.book.traits[weapon]:
            if trait.more_weapons():
                play.exercise(weapon, trait)


def _buy(play: Play, action: Buy) -> None:
    cost = play.book.card(action.card).cost or 0
    gold = play.state.gold
    play.stock(action.card, -1)
    play.set(gold=gold - cost, purchases=play.state.purchases - 1)
    play.gain(action.card)
    play.note("buy", action.card, ("TS-4.4", "TS-3.5"), f"costs {cost}", "gold", gold, gold - cost)


def _finish_step(play: Play) -> None:
    step = play.state.step
    if step == "effects":
        before = play.state.gold
        for member in play.state.party:
            gold = play.book.card(member.card).gold
            if not member.left and gold:
                play.note("gold", member.card, ("TS-4.3",), "Gold Value", "gold", before, before + gold)
                before += gold
        gold = play.state.gold + purse(play.book, play.state)
        play.set(step="buying", gold=gold, tally=replace(play.state.tally, gold=gold))
    elif step == "buying":
        play.set(step="levelling")
    else:
        if step == "preparing":
            play.set(tally=replace(play.state.tally, outcome="none"))
            play.note("attack", "", ("TS-7.4",), "you can attack no Monster: no battle")
        play.push(EndTurn())


_VISITS: tuple[Action, ...] = (Visit("village"), Visit("dungeon"), Visit("rest"))
_PASS = Pass()


def legal(book: Book, state: State) -> list[Action]:
    """Every legal action of the active player at a free step, equal choices once."""
    if state.step == "choose":
        return list(_VISITS)
    if state.step == "resting":
        present = [index for index, member in enumerate(state.party) if not member.left]
        return [*map(Destroy, first_of_alike(state, present)), _PASS]
    find = _FINDERS.get(state.step)
    return [] if find is None else find(book, state)


def preparations(book: Book, state: State) -> list[Action]:
    """The legal actions of a free step, except attacks and passing."""
    if state.step == "preparing":  # whom the party may attack is not asked, which takes most of the time
        return [*_uses(book, state), *_legal_equipments(book, state)]
    return [action for action in legal(book, state) if not isinstance(action, (Attack, Pass))]


def _uses(book: Book, state: State) -> list[Action]:
    uses = abilities.attempts(book, state, used_up=False)
    return [use for use in uses if abilities.refuse(book, state, use) is None]


def _effects(book: Book, state: State) -> list[Action]:
    found = [
        use for use in traps_and_treasures.treasure_attempts(book, state) if refuse(book, state, use) is None
    ]
    return [*_uses(book, state), *found, _PASS]


def _purchases(book: Book, state: State) -> list[Action]:
    if state.purchases < 1:
        return [_PASS]
    gold, costs = state.gold, book.costs
    return [*(Buy(card) for card in village.for_sale(book, state) if costs[card] <= gold), _PASS]


def _level_ups(book: Book, state: State) -> list[Action]:
    found: list[Action] = []
    xp = state.me.xp
    heroes = [i for i, m in enumerate(state.party) if m.card in book.level_costs and not m.left]
    for index in first_of_alike(state, [i for i in heroes if book.level_costs[state.party[i].card] <= xp]):
        following = village.next_levels(book, state, state.party[index].card)
        found += (LevelUp(index, into) for into in following if village.left_of(state, into))
    return [*found, _PASS]


def _before_battle(book: Book, state: State) -> list[Action]:
    ranks = [rank for rank in state.places if battle.refuse_attack(book, state, rank) is None]
    ending: list[Action] = [Attack(rank) for rank in ranks] if ranks else [_PASS]
    if refuse_before_ending(book, state) is not None:
        ending = []
    return [*preparations(book, state), *ending]


def _legal_equipments(book: Book, state: State) -> list[Action]:
    party = state.party
    weapons = [i for i, m in enumerate(party) if m.card in book.weapons and m.bearer == NONE and not m.left]
    if not weapons:
        return []
    heroes = [i for i, m in enumerate(party) if m.card in book.heroes and not m.left]
    heroes = first_of_alike(state, [i for i in heroes if book.hands or not party[i].weapons])
    carried = [[party[weapon].card for weapon in party[hero].weapons] for hero in heroes]
    strengths = [strength_of(book, state, hero) for hero in heroes]
    return [
        Equip(weapon, hero)
        for weapon in first_of_alike(state, weapons)
        for hero, strength, arms in zip(heroes, strengths, carried, strict=True)
        if weight_of(book, state, weapon) <= strength and has_hand_for(book, arms, party[weapon].card)
    ]


_FINDERS: dict[str, Callable[[Book, State], list[Action]]] = {
    "effects": _effects,
    "buying": _purchases,
    "levelling": _level_ups,
    "preparing": _before_battle,
}
