"""The outcome of a turn: what was done in it, its calculations, its result in a sentence, how the game ends
with it (TS-17), and the readings, rulings and uncertain facts on which a judgement depends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from tsolve.cardkit.tasks import Reason
from tsolve.contract.step_reader import Move, Played
from tsolve.engine import CHANCE, Probe
from tsolve.errors import InputError
from tsolve.games.thunderstone.actions import Action, Attack, Buy, LevelUp, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.spoils import BuySpoils
from tsolve.games.thunderstone.game import (
    Thunderstone,
    all_victory_points,
    owned,
    stone_holders,
    unknown_piles,
    winners,
)
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import NONE, UNSEEN, State, Tally
from tsolve.games.thunderstone.turn.battle import spoils_at_work
from tsolve.games.thunderstone.turn.hall import called, is_stone, place_name
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry, counting_effects
from tsolve.model.verdicts import sentence
from tsolve.source.tree import joined
from tsolve.steps.line import play_line

TurnMove: TypeAlias = Move[State, Action]
PlayedTurn: TypeAlias = Played[State, Action]


def attacked_name(book: Book, moves: Sequence[TurnMove], tally: Tally) -> str:
    """The Monster of the battle; with its place if there were others of its name."""
    battles = (
        called(book, each.before, each.action.rank) for each in moves if isinstance(each.action, Attack)
    )
    return next(battles, book.name(tally.attacked) if tally.attacked else "")


def bought(moves: Sequence[TurnMove]) -> list[str]:
    """The cards bought, in order."""
    return [move.action.card for move in moves if isinstance(move.action, Buy)]


def levelled(moves: Sequence[TurnMove]) -> list[tuple[str, str]]:
    """Heroes levelled up with what they became, in order."""
    return [
        (move.before.party[move.action.hero].card, move.action.into)
        for move in moves
        if isinstance(move.action, LevelUp)
    ]


def from_attack(moves: Sequence[TurnMove]) -> tuple[State, list[Action]]:
    """The position before the attack (or before passing it) and all actions from there on; without an attack
    the first position and no actions.
    """
    attacks = (number for number, move in enumerate(moves) if isinstance(move.action, Attack | Pass))
    at = next((number for number in attacks if moves[number].before.awaits_attack), len(moves))
    return (moves[at] if at < len(moves) else moves[0]).before, [move.action for move in moves[at:]]


def one_turn(book: Book) -> Thunderstone:
    """The rules with a probe that takes notes."""
    return Thunderstone(book, Probe(notes=True))


def go_on(game: Thunderstone, state: State) -> State:
    """Draw the new hand and begin the next turn, as far as chance has only one outcome."""
    free = Thunderstone(game.book)
    while not state.over and free.mover(state) == CHANCE and len(events := free.chance(state)) == 1:
        state = free.apply(state, events[0][0])
    return state


ATTACK_STEPS = ("card", "disease", "multiply", "halve", "cancel", "add", "floor")
"""The steps of a trace that belong to an Attack Value."""


def attack_calculation(book: Book, monster: str, rank: int, rows: Iterable[Entry]) -> Calculation:
    """The calculation of the Attack Value against a Monster, from the entries of the trace."""
    kept = tuple(row for row in rows if row.step in ATTACK_STEPS)
    total = next((row.after for row in reversed(kept) if row.quantity == "total"), 0)
    facts = book.card(monster)
    health = next((row.after for row in reversed(kept) if row.quantity == "health"), facts.health)
    title = f"Attack Value against {facts.name} in {place_name(rank)}"
    return Calculation(title, kept, total, health, "Health")


def gold_calculation(rows: Iterable[Entry]) -> Calculation | None:
    """The gold of a visit to the Village, before anything is spent."""
    kept = tuple(row for row in rows if row.quantity == "gold" and row.step in ("effect", "gold"))
    return Calculation("Gold in the Village", kept, kept[-1].after) if kept else None


def battle_sentence(book: Book, end: State, name: str) -> str:
    """The result of the battle in a sentence; `name` is how the Monster is called."""
    tally = end.tally
    if tally.outcome not in ("won", "lost"):
        if end.over:  # perhaps before a battle
            return "You attack no Monster."
        unseen = any(slot.card == UNSEEN for slot in end.hall)
        return f"No {'known Monster' if unseen else 'Monster of the Hall'} can be attacked."
    monster = book.card(tally.attacked)
    numbers = f"{tally.value} against Health {tally.health}"
    if tally.outcome == "won":
        points = "its card lost to a Trap" if tally.forfeited else f"{monster.vp or 0} VP"
        return f"{name} is defeated: {numbers}; {tally.xp} XP, {points}."
    lack = f", but {tally.lack}" if tally.lack else ""
    return f"{name} is not defeated: {numbers}{lack}."


def turn_sentence(book: Book, state: State, bought: list[str], levelled: list[tuple[str, str]]) -> str:
    """The result of a visit to the Village or of a rest so far, in a sentence."""
    tally = state.tally
    if state.turn == "rest":
        gone = [book.name(card) for card in tally.destroyed] + ["Disease"] * tally.diseases_destroyed
        return f"You destroy {joined(gone) or 'nothing'}."
    texts = []
    if bought:
        cost = sum(book.card(card).cost or 0 for card in bought)
        names = joined([book.name(card) for card in bought])
        texts.append(f"you buy {names} for {cost} of {tally.gold} gold")
    texts += [f"{book.name(hero)} becomes {book.name(into)}" for hero, into in levelled]
    return f"{sentence('; '.join(texts) or 'you buy nothing')}."


def lost_cards(book: Book, state: State) -> tuple[str, ...]:
    """The player's cards that left the game, or will after a waiting choice, by name; empty if some destroyed
    cards were borrowed.
    """
    tally = departed(book, state).tally
    own = tally.lost == len(tally.destroyed)
    return tuple(map(book.name, tally.destroyed)) if own else ()


def departed(book: Book, state: State) -> State:
    """The position after the cards that a decided battle destroys have left, even if Spoils or other choices
    still come first. (TS-7.8)
    """
    play = Play(book, state)
    if state.tally.outcome:
        play.depart()
    return play.state


ENDS = ", which ends the game"
"""Added to the title of a line that ends the game."""


def ending_sentence(book: Book, state: State) -> str:
    """Who takes the Thunderstone and, if all cards are known, who wins; for a game that is over."""
    texts = [each for each in (_stone(book, state), _final_score(book, state)) if each]
    return f"This ends the game: {'; '.join(texts)}." if texts else "This ends the game."


def _final_score(book: Book, state: State) -> str:
    """The points of each player and who wins; empty where that is unknown."""
    if hidden_piles(state):
        return ""
    if len(state.players) == 1:
        return f"player 1 has {points_of(all_victory_points(book, state)[0])}"
    points = all_victory_points(book, state)
    first = winners(book, state)
    best = points[first[0]]
    if len(first) > 1:
        return f"{_players(first)} share the victory with {points_of(best)} each"
    others = [score for player, score in enumerate(points) if player != first[0]]
    tied = " as owner of the Thunderstone" if max(others) == best else ""
    return f"player {first[0] + 1} wins{tied}, with {points_of(best)} to {' and '.join(map(str, others))}"


def why_they_win(book: Book, state: State, names: Sequence[str]) -> str:
    """Why these players win, in words: the highest sum, the Thunderstone, or neither; `names` are what the
    players are called. (TS-17.2)
    """
    points, first = all_victory_points(book, state), winners(book, state)
    tied = [player for player, score in enumerate(points) if score == max(points)]
    if len(tied) == 1:
        return "with the most points"
    if len(first) == 1:
        return f"{_called(tied, names)} are tied, and {names[first[0]]} owns the Thunderstone"
    if set(first) <= set(stone_holders(book, state)):
        return f"{_called(first, names)} are tied, and each owns a Thunderstone"
    return f"{_called(tied, names)} are tied, and none of them owns the Thunderstone"


def _called(players: Sequence[int], names: Sequence[str]) -> str:
    return joined([names[player] for player in players])


def hidden_piles(state: State, names: Sequence[str] = ()) -> str:
    """The piles with unknown cards, as the end of a sentence; empty if all cards are known. `names` are what
    the players are called.
    """
    texts = []
    for player in range(len(state.players)):
        piles = unknown_piles(state, player)
        if piles:
            who = names[player] if names else f"player {player + 1}"
            texts.append(f"{who}'s {' and '.join(piles)}")
    if not texts:
        return ""
    many = len(texts) > 1 or " and " in texts[0]
    return f"{joined(texts)} {'are' if many else 'is'} not known in full"


def points_of(points: int) -> str:
    """A number of points in words."""
    return f"{points} point{'s' if points != 1 else ''}"


def _stone(book: Book, state: State) -> str:
    """What becomes of the Thunderstone that ended the game."""
    if state.stone_owner != NONE:
        taken = [card for card in state.tally.gained if is_stone(book, card)]
        names = joined([book.name(card) for card in taken[-1:]])
        return f"player {state.stone_owner + 1} takes {names}"
    stone = state.hall[0].card
    return f"nobody takes {book.name(stone)}" if is_stone(book, stone) else ""


def _players(players: list[int] | tuple[int, ...]) -> str:
    return f"players {joined([str(player + 1) for player in players])}"


def why_not_bought(book: Book, moves: Sequence[TurnMove], buy: Buy) -> Reason:
    """Why the Spoils cannot buy the card. (TS-14.1, TS-14.2)"""
    for move in moves:
        if isinstance(move.action, Attack):
            fought = replace(move.before, target=move.action.rank)
            for source, number in spoils_at_work(Play(book, fought)):
                effect = book.card(source).spoils[number]
                refused = effect.refuse(book, fought, buy) if isinstance(effect, BuySpoils) else None
                if refused is not None:
                    return refused[0], (*refused[1], f"card.{source}")
    return "this victory brings no Spoils that buy a card", ("TS-14.1", "TS-14.2")


def readings_of(position: ThunderstonePosition, played: PlayedTurn) -> dict[str, str]:
    """The interpretations that a line depends on, with their readings.

    They are those that the engine looked up, and those that change facts of cards with an effect on the line
    or its calculation.
    """
    cards = {member.card for state in played.states for member in state.party}
    cards.update(slot.card for state in played.states for slot in state.standing)
    cards.update(played.final.removed)  # a Trap never stands in the Hall
    touching = {key for card in cards for key in position.ruleset.keys_touching(card)}
    matters = (key for key in touching if key not in played.readings and _matters(position, played, key))
    return played.readings | {key: position.book.readings[key] for key in matters}


def _matters(position: ThunderstonePosition, played: PlayedTurn, key: str) -> bool:
    """Whether the line would go differently under another reading of this interpretation."""
    readings = position.book.readings
    texts = [step.text for step in played.answer.steps]
    for option in position.ruleset.interpretations[key].options:
        if option.id == readings[key]:
            continue
        changed = {**readings, key: option.id}
        book = Book(position.ruleset.under(changed), changed, position.book)
        other = position.by(Thunderstone(book), position.state)
        try:
            with counting_effects():  # these effects are not part of the answer
                again = play_line(other, texts)
        except InputError:  # a step could mean several things under the other reading
            return True
        same = again.result == played.result and again.answer.legal == played.answer.legal
        if same and _asks_for_points(position):
            same = all_victory_points(other.book, again.final) == all_victory_points(
                position.book, played.final
            )
        if not same or again.answer.calculation != played.answer.calculation:
            return True
    return False


def _asks_for_points(position: ThunderstonePosition) -> bool:
    """Whether the puzzle expects Victory Points after the line."""
    after = position.written.expect.after
    return after is not None and after.points is not None


OF_THE_END = ("winner", "not_winner", "score", "tie")
"""The kinds of claims about a game that is over."""

SOLO = (
    "a single player uses the solo rules, which are published separately and are not included: "
    "this answer uses the rules for two or more players"
)


def table_notes(position: ThunderstonePosition) -> tuple[str, ...]:
    """Notes on what is unusual about the table, and how this answer takes it."""
    file = position.written
    counts = file.turn == "undecided" and not file.line and file.claims
    if counts and all(claim.kinds[0] in OF_THE_END for claim in file.claims):
        return solo_notes(len(position.state.players))  # the game is over, and nobody asks for a turn
    stones = [
        f"taking {name} ends the game, so no turn follows: this answer assumes that one does"
        for name in stones_taken(position)
    ]
    return (*solo_notes(len(position.state.players)), *stones)


def solo_notes(players: int) -> tuple[str, ...]:
    """A note if a game of one player is judged by the rules for several."""
    return (SOLO,) if players == 1 else ()


def stones_taken(position: ThunderstonePosition) -> tuple[str, ...]:
    """The Thunderstones that a player owns and whose taking must have ended the game, by name. (TS-17.1)

    Thunderstones of a box with several do not count: a game may have more than one of them and go on. (DS-10)
    """
    cards = position.ruleset.cards
    boxes = Counter(card.set for card in cards.values() if card.kind == "thunderstone")
    alone = {id_ for id_, card in cards.items() if card.kind == "thunderstone" and boxes[card.set] == 1}
    held = (card for player in range(len(position.state.players)) for card in owned(position.state, player))
    return tuple(dict.fromkeys(cards[card].name for card in held if card in alone))


def in_sight(position: ThunderstonePosition) -> Iterable[str]:
    """The cards that the position shows, by id."""
    yield from (member.card for member in position.state.party)
    yield from (slot.card for slot in position.state.standing)
    yield position.state.setting
