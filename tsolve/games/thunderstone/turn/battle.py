"""The battle, from the declared attack to the refilled Hall (TS-7.5), and the Spoils of a victory, in any
order that the player chooses (TS-14).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.answers import Suffer
from tsolve.games.thunderstone.state import NONE, Member, State
from tsolve.games.thunderstone.turn import hall
from tsolve.games.thunderstone.turn.attack_value import (
    active_inspirers,
    can_attack,
    open_pools,
    party_light,
    reckon,
    traits_at_work,
)
from tsolve.games.thunderstone.turn.contributions import BattleContext, barred, profile_of
from tsolve.games.thunderstone.turn.drawing import EndTurn, LoseAttacker
from tsolve.games.thunderstone.turn.hand import Faint, is_held, saviour_of
from tsolve.games.thunderstone.turn.traps_and_treasures import (
    MayWard,
    UseAfterVictory,
    effect_of,
    usable,
    warded,
)

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import SpoilsEffect
    from tsolve.games.thunderstone.play import Play


Pending = tuple[tuple[str, int], ...]
"""Spoils not used yet: the card, and the number of the effect on it."""


def spoils_at_work(play: Play) -> Pending:
    """Which Spoils count: the defeated Monster's, and those of Heroes that could attack. (TS-14.2, A-19)"""
    book, state = play.book, play.state
    context = BattleContext(book, state, state.target)
    context.inspirers = active_inspirers(book, state, context)
    found = [(context.monster.id, number) for number in range(len(context.monster.spoils))]
    for member in state.party:
        card = book.card(member.card)
        if not member.left:
            found += [
                (card.id, number)
                for number, each in enumerate(card.spoils)
                if _works(play, context, member, each)
            ]
    return tuple(found)


def _works(play: Play, context: BattleContext, member: Member, spoils: SpoilsEffect) -> bool:
    """Whether these Spoils of a card in the hand work after a victory."""
    if play.book.card(member.card).is_monster:
        return play.reads("spoils_of_trophy_in_hand", "yes")
    attacks = can_attack(play.book, play.state, context, member)
    if not spoils.tagged:
        return attacks or play.reads("silenced_hero_traits", "kept")
    return attacks and (not member.doomed or play.reads("spoils_of_destroyed_hero", "allowed"))


class Spoils(actions.Task, frozen=True):
    """The player uses the Spoils in any order, or forgoes them; some happen in any case. (TS-14.1)"""

    asks = "use the Spoils, or pass"
    pending: Pending

    def mover(self, book: Book, state: State) -> int:
        return (
            state.active
            if any(not effect.happens and effect.asks for effect in self._effects(book))
            else actions.ENGINE
        )

    def run(self, play: Play) -> None:
        self.answer(play, Pass())

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*dict.fromkeys(f"card.{source}" for source, _ in self.pending), "TS-14.1")

    def options(self, book: Book, state: State) -> list[Action]:
        choices = self._choices(book, state)
        when = [
            action
            for effect in self._effects(book)
            if effect.happens
            for action in effect.attempts(book, state)
        ]
        return [*dict.fromkeys([*choices, *when]), Pass()]

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reasons = [reason for effect in self._effects(book) if (reason := effect.refuse(book, state, action))]
        unfit = [reason for reason in reasons if reason[1] == ("TS-14.1",)]
        return next((reason for reason in reasons if reason not in unfit), reasons[0])

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            for source, number in reversed(self.pending):
                effect = play.book.card(source).spoils[number]
                if effect.happens:
                    play.exercise(source, effect)
                    effect.answer(play, source, action)
                else:
                    effect.forgo(play)
            return
        source, number = min(self._fitting(play, action), key=lambda spoils: self._breadth(play, *spoils))
        left = list(self.pending)
        left.remove((source, number))
        play.push(Spoils(tuple(left)))
        effect = play.book.card(source).spoils[number]
        play.exercise(source, effect)
        effect.answer(play, source, action)

    def _effects(self, book: Book) -> list[SpoilsEffect]:
        return [book.card(source).spoils[number] for source, number in self.pending]

    def _choices(self, book: Book, state: State) -> list[Action]:
        return [
            action
            for effect in self._effects(book)
            if not effect.happens
            for action in effect.attempts(book, state)
            if effect.refuse(book, state, action) is None
        ]

    def _fitting(self, play: Play, action: Action) -> list[tuple[str, int]]:
        """The Spoils that allow this choice."""
        return [
            (source, number)
            for source, number in self.pending
            if play.book.card(source).spoils[number].refuse(play.book, play.state, action) is None
        ]

    def _breadth(self, play: Play, source: str, number: int) -> int:
        """How much these Spoils allow; of fitting Spoils those that allow least are used first."""
        effect = play.book.card(source).spoils[number]
        choices = effect.attempts(play.book, play.state)
        return sum(1 for choice in choices if effect.refuse(play.book, play.state, choice) is None)


def _refuse_shunned(book: Book, state: State, kind: str, monster: Card) -> Reason | None:
    """Why a party that uses cards of this kind cannot choose the Monster, or None. (TS-11.9)"""
    for member in state.party:
        card = book.card(member.card)
        if kind in card.subtypes and (member.bearer != NONE or member.used or member.serving):
            verb = "equipped" if card.is_weapon else "used"
            reason = f"you cannot attack {monster.name} while {card.name} is {verb}"
            return reason, ("TS-11.9", monster.ruling)
    return None


def refuse_attack(book: Book, state: State, rank: int) -> Reason | None:
    """Why the Monster of a Rank cannot be chosen, or None. (TS-7.4, TS-10.5)"""
    card = book.cards.get(state.at(rank).card)
    if card is None:
        return f"no known Monster stands in {hall.place_name(rank)}", ("TS-7.4",)
    if card.id not in book.monsters:
        return f"{card.name} is not a Monster", ("TS-7.4",)
    front = profile_of(book, card.id)
    for guard in front.monster_traits if front.shuns else ():
        if guard.shuns() and (reason := _refuse_shunned(book, state, guard.shuns(), card)) is not None:
            return reason
    if front.is_dark:
        light, penalty = party_light(book, state, rank)
        if penalty:
            need = penalty + light
            has = f"your party has {light}: Light Penalty {penalty}"
            return f"{card.name} needs Light {need} in {hall.place_name(rank)}, {has}", (
                card.ruling,
                "TS-10.5",
            )
    return None


def begin(play: Play, rank: int) -> None:
    """Declare the attack and line up the steps of the battle. (TS-7.4, TS-7.5)"""
    monster = play.book.card(hall.slot(play.state, rank).card)
    play.set(target=rank, step="battle", tally=replace(play.state.tally, attacked=monster.id))
    outside = () if rank > 0 else ("DS-8",)
    play.note("attack", monster.id, ("TS-7.4", *outside), f"in {hall.place_name(rank)}")
    for card, effect in play.book.global_effects(play.state):
        if effect.repeats() and monster.battle:
            play.note("battle", card, ("DS-3", f"card.{card}"), effect.say())
    strikes: list[actions.Task] = [
        task
        for number in strikes_of(play.book, play.state, monster)
        for task in warded(play, play.state.active, monster.id, ResolveEffect(number))
    ]
    tolls = map(LoseAttacker, play.state.tainted)
    if strikes:
        strikes.append(Faint())
    play.push(Faint(), *strikes, *tolls, SufferDisease(), Conclude())


def strikes_of(book: Book, state: State, monster: Card) -> list[int]:
    """The Battle Effects of the attacked Monster, by their places on its card, as they will be carried out:
    each as often as it is repeated, then the next.
    """
    if not monster.battle:
        return []
    times = rounds(book, state)
    return [number for number in range(len(monster.battle_effects)) for _ in range(times)]


def rounds(book: Book, state: State) -> int:
    """How often the attacked Monster carries out its Battle Effects. (TS-7.7, DS-3)"""
    everywhere = book.global_effects(state)
    return 1 + sum(effect.repeats() for _, effect in everywhere) if everywhere else 1


class ResolveEffect(actions.Task, frozen=True):
    """One Battle Effect of the attacked Monster, in the order of its card. (TS-7.7)"""

    number: int

    def run(self, play: Play) -> None:
        monster = play.book.card(hall.slot(play.state, play.state.target).card)
        parts = monster.battle_effects[self.number]
        play.put_off(
            [ResolvePart(self.number, place) for place, part in enumerate(parts) if part.late],
            until_after=(MayWard, ResolveEffect),
        )
        play.push(*(ResolvePart(self.number, place) for place, part in enumerate(parts) if not part.late))


class ResolvePart(actions.Task, frozen=True):
    """One part of a Battle Effect, in the order of the card."""

    number: int
    place: int

    def run(self, play: Play) -> None:
        monster = play.book.card(hall.slot(play.state, play.state.target).card)
        part = monster.battle_effects[self.number][self.place]
        play.exercise(monster.id, part)
        part.apply(play)


class SufferDisease(actions.Task, frozen=True):
    """Each Disease lowers Attack or Magic Attack; the player chooses, last of all. (TS-12.2, B-15)"""

    asks = "choose the total that the Disease lowers"

    def mover(self, book: Book, state: State) -> int:
        return state.active if len(self.options(book, state)) > 1 else actions.ENGINE

    def run(self, play: Play) -> None:
        for action in self.options(play.book, play.state):
            self.answer(play, action)

    def options(self, book: Book, state: State) -> list[Action]:
        if not self._left(book, state):
            return []
        return [Suffer(pool) for pool in open_pools(book, state)]  # type: ignore[arg-type]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "TS-12.2", "TS-9.2", "TS-12.1"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Suffer)
        if action.pool == "attack":
            play.set(disease_attack=play.state.disease_attack + 1)
        else:
            play.set(disease_magic=play.state.disease_magic + 1)
        play.push(self)

    def _left(self, book: Book, state: State) -> int:
        held = sum(1 for member in state.party if member.card in book.ailing and not member.left)
        return held - state.disease_attack - state.disease_magic


class Conclude(actions.Task, frozen=True):
    """Compare the Attack Value with the Health; the Monster is won or goes to the bottom. (TS-7.5 c, d;
    TS-7.6)
    """

    def run(self, play: Play) -> None:
        _spare(play)
        book, state = play.book, play.state
        rank = state.target
        result = reckon(book, state, rank, in_full=play.trace is not None)
        if play.trace is not None:
            for each in barred(book, state, rank):
                play.note("battle", each.card, each.rulings, each.why)
            play.trace.extend(result.entries)
            if play.trace.counts_effects:
                for card, effect in traits_at_work(book, state, rank):
                    play.exercise(card.id, effect)
        enough = result.value >= result.health
        lack = result.lack
        won = enough and lack is None
        tally = replace(
            state.tally,
            outcome="won" if won else "lost",
            value=result.value,
            below_zero=result.below_zero,
            magic=result.magic,
            light=result.light,
            health=result.health,
            lack=lack.lack if enough and lack is not None else "",
            lack_rulings=lack.rulings if enough and lack is not None else (),
        )
        play.set(tally=tally)
        conclude(play, won, ("TS-7.6",) if lack is None else lack.rulings)


def conclude(play: Play, won: bool, rulings: tuple[str, ...] = ()) -> None:
    """What follows the comparison, by these rulings: victory or defeat, and everything after it."""
    state = play.state
    monster = play.book.card(hall.slot(state, state.target).card)
    strikes = strikes_of(play.book, state, monster)
    decide = _win if won else _lose
    decide(play, state.target, (*rulings, monster.ruling))
    for number in strikes:
        _strike_others(play, monster, number)


def _lose(play: Play, rank: int, rulings: tuple[str, ...]) -> None:
    tally = play.state.tally
    monster = play.book.card(tally.attacked)
    missing = tally.lack or f"{tally.value} against Health {tally.health}"
    play.note("battle", monster.id, rulings, f"not defeated: {missing}", "total", tally.health, tally.value)
    if stays := hall.why_it_stays(play.book, monster.id):
        play.note("hall", monster.id, stays, f"stays in {hall.place_name(rank)}")
        for guard in play.book.monster_traits[monster.id]:
            if guard.stays:
                play.exercise(monster.id, guard)
        play.push(*_aftermath(play))
        return
    hall.send_down(play, rank, ("TS-7.5",))
    play.push(*_aftermath(play, hall.Refill("removal")))


def _win(play: Play, rank: int, rulings: tuple[str, ...]) -> None:
    book, state = play.book, play.state
    monster = book.card(hall.slot(state, rank).card)
    value = state.tally.value
    play.note(
        "battle",
        monster.id,
        rulings,
        f"defeated: {value} against Health {state.tally.health}",
        "total",
        state.tally.health,
        value,
    )
    at_work = spoils_at_work(play)
    _bring_back(play)
    hall.vacate(play, rank)
    play.gain(monster.id)
    xp = monster.xp or 0
    extra = sum(book.card(source).spoils[number].experience(rank) for source, number in at_work)
    before = play.owner().xp
    play.experience(xp + extra)
    for source, number in at_work:
        effect = book.card(source).spoils[number]
        if effect.experience(rank):
            play.exercise(source, effect)
    play.note(
        "xp",
        monster.id,
        ("TS-7.6",),
        f"{xp} XP" + (f" and {extra} more" if extra else ""),
        "xp",
        before,
        before + xp + extra,
    )
    play.set(tally=replace(play.state.tally, defeated=monster.id, xp=xp + extra))
    for player, each in [(p, each) for p in play.seats() for each in play.state.players[p].treasures]:
        if (treasure := effect_of(book, each.card)) is not None:
            treasure.after_defeat(play, player, each)
    for bystander, everywhere in book.global_effects(play.state):
        everywhere.after_defeat(play, bystander)
        play.exercise(bystander, everywhere)
    spoils = (Spoils(at_work),) if at_work else ()
    refill = (RefillAfterVictory(),) if rank > 0 else ()
    play.push(*_aftermath(play, *spoils, *_treasures(play), *refill))


def _strike_others(play: Play, monster: Card, number: int) -> None:
    """What one Battle Effect does to the other players, each of whom may prevent all of it. (TS-7.7)"""
    parts = monster.battle_effects[number]
    for seat in reversed(play.seats()[1:]):
        blows = [blow for part in parts if (blow := part.upon(seat, monster.id)) is not None]
        if blows:
            play.push(*warded(play, seat, monster.id, *blows))


def _treasures(play: Play) -> tuple[actions.Task, ...]:
    """The task to choose Treasures that help after a victory. (DS-7)"""
    me = play.state.active
    return (UseAfterVictory(),) if usable(play.book, play.state, me, "victory") else ()


def _spare(play: Play) -> None:
    """Heroes that would be destroyed and carry a Weapon that saves them are discarded instead."""
    for index, member in enumerate(play.state.party):
        if member.doomed and (saviour := saviour_of(play.book, play.state, index)):
            play.note_rescue(index, saviour)
            play.edit(index, doomed=False, spared=True)


def _bring_back(play: Play) -> None:
    """Weapons that come back after a victory go on top of the deck. (Skullbreaker)"""
    book = play.book
    for index, member in enumerate(play.state.party):
        if member.card not in book.returning or member.left or member.doomed:
            continue
        if not is_held(book, play.state, index):
            continue
        for trait in book.traits[member.card]:
            if trait.returns:
                play.exercise(member.card, trait)
        if play.reads("weapon_returns", "at_once"):
            play.leave(index)
            play.put_back(member.card)
        else:
            play.edit(index, returns=True)


def _aftermath(play: Play, *steps: actions.Task) -> tuple[actions.Task, ...]:
    """The steps after the comparison, with the departure of destroyed cards in the place given by A-10."""
    if not any(member.doomed or member.spared for member in play.state.party):
        return (*steps, EndTurn())
    if play.reads("destroyed_leave", "end_of_battle"):
        return (Depart(), *steps, EndTurn())
    return (*steps, Depart(), EndTurn())


class RefillAfterVictory(actions.Task, frozen=True):
    """The defeated Monster's gap is filled; only this refill may win the Thunderstone. (TS-17.1, A-17)"""

    def run(self, play: Play) -> None:
        by_defeat = play.state.target == 1 and not play.state.ended_by_removal
        play.push(hall.Refill("defeat" if by_defeat else "removal"))


class Depart(actions.Task, frozen=True):
    """Cards destroyed by Battle Effects leave the game at this point of the turn. (A-10)"""

    def run(self, play: Play) -> None:
        play.depart()
