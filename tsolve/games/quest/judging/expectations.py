"""Compares what a puzzle expects with what was found: of its line, of the position after it, of every
player's points card by card (QUEST-13). Also the interpretations on which a judgement depends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tsolve.cardkit.piles import has_unknown, lies_elsewhere
from tsolve.engine import Probe
from tsolve.errors import InputError
from tsolve.games.family import judging as family
from tsolve.games.family.winners import players as called
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE, TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.judging.figures import NOT_OVER, PlayedTurn, TurnBestPlays, end_turn, line_worth
from tsolve.games.quest.measures import untold_treasure
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.scoring import cards_of, points_of_quest, scores, winners, worth
from tsolve.games.quest.state import State, Target
from tsolve.games.quest.turn.heroes import hp_of
from tsolve.games.quest.writing.statements import (
    AfterExpectation,
    Expectations,
)
from tsolve.games.quest.writing.table import FACE_DOWN, NOBODY, occupant
from tsolve.judging.check import card_notes
from tsolve.judging.expectations import (
    counted,
    counted_names,
    from_the_top,
    one_by_one,
)
from tsolve.judging.numbers import whatever_is_chosen
from tsolve.judging.score import after_line
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.facts import answered, doubted, same
from tsolve.model.grades import CardPoints, PlayerScore, ScoreAnswer
from tsolve.source.tree import joined
from tsolve.steps.line import play_line


def score(position: QuestPosition, file: str = "") -> ScoreAnswer:
    """The points of every player, after the line if the file has one.

    A line that is not legal, or that cannot be judged to its end, leaves the points uncounted. The caller
    adds the citations. Raises InputError for a step that cannot be read.
    """
    book = position.book
    state, line, broken = after_line(position)
    shown = position.shown(state)
    if broken:
        return ScoreAnswer(file, shown, (), reason=broken, line=line)
    players = range(len(state.players))
    unknown = [player for player in players if unknown_piles(book, state, player)]
    scoring = (card for player in players for card in cards_of(state, player) if _may_score(book.card(card)))
    from tsolve.games.quest.judging.campaigns import series  # few games are of a campaign

    names = called(position.written)
    return ScoreAnswer(
        file=file,
        position=shown,
        players=tuple(_player(book, state, player) for player in players),
        winners=() if unknown else tuple(player + 1 for player in winners(book, state)),
        reason=_hidden(book, state, unknown, names) if unknown else why_they_win(book, state, names),
        over=state.over,
        rulings=_rulings(book, state),
        line=line,
        notes=position.remarks(),
        provenance=card_notes(position, scoring),
        series=None if unknown else series(position, state),
        names=names,
    )


def _may_score(card: Card) -> bool:
    return bool(card.vp) or "vp" in card.missing


def _rulings(book: Book, state: State) -> tuple[str, ...]:
    """What breaks a tie, and the readings by which the points are counted. (QUEST-13.2)"""
    probe: Probe[State, Action] = Probe(notes=True)
    points = scores(book.noted_by(probe), state)
    tie = ("QUEST-13.2", "key.tie_break") if points.count(max(points)) > 1 else ()
    return (*tie, *(f"key.{key}" for key in probe.readings))


def _player(book: Book, state: State, player: int) -> PlayerScore:
    owner = state.players[player]
    counts = Counter(cards_of(state, player))
    rows = [
        CardPoints(book.name(card), copies, each, copies * each, "", (book.card(card).ruling, "QUEST-13.1"))
        for card, copies in counts.items()
        if (each := worth(book, state, player, book.card(card)))
    ]
    told = {row.card for row in rows}
    rows.sort(key=lambda row: (-row.points, row.card))
    if owner.xp:
        rows.append(CardPoints("XP", owner.xp, 1, owner.xp, "", ("QUEST-13.1",)))
    if owner.quest:
        cards = [book.card(card) for card in cards_of(state, player)]
        quest, points = book.card(owner.quest), points_of_quest(book, state, player, cards)
        rows.append(CardPoints(quest.name, 1, points, points, "", (quest.ruling, "QUEST-14.1")))
    rest = ((book.name(card), copies) for card, copies in counts.items())
    return PlayerScore(
        player=player + 1,
        points=scores(book, state)[player],
        cards=tuple(rows),
        worthless=tuple(sorted(each for each in rest if each[0] not in told)),
        unknown=unknown_piles(book, state, player),
    )


def unknown_piles(book: Book, state: State, player: int) -> tuple[str, ...]:
    """The piles of a player with unknown cards, and a Treasure that is not told yet."""
    owner = state.players[player]
    in_hand = owner.hand is None and not lies_elsewhere(owner.deck)
    found = player == state.active and bool(untold_treasure(book, state))
    return ("hand",) * in_hand + ("deck",) * has_unknown(owner.deck) + ("new Treasure",) * found


def _hidden(book: Book, state: State, players: list[int], names: Sequence[str]) -> str:
    told = [f"{names[player]}'s {' and '.join(unknown_piles(book, state, player))}" for player in players]
    many = len(told) > 1 or " and " in told[0]
    return f"{joined(told)} {'are' if many else 'is'} not known in full"


def why_they_win(book: Book, state: State, names: Sequence[str]) -> str:
    """Why these players win, in words: the most points, or a tie-break; `names` are what the players are
    called. (QUEST-13.2)
    """
    points, first = scores(book, state), winners(book, state)
    tied = [player for player, each in enumerate(points) if each == max(points)]
    if len(tied) == 1:
        return "with the most points"
    are_tied = f"{joined([names[player] for player in tied])} are tied"
    if len(first) > 1:
        return f"{are_tied}, and nothing separates them"
    return f"{are_tied}; Wounds, then Legendary and Treasure cards decide for {names[first[0]]}"


def judge_after(
    position: QuestPosition,
    played: PlayedTurn | None,
    expect: AfterExpectation,
    on_found: Callable[[object], None],
) -> Iterator[ExpectationAnswer]:
    """Every expectation about the position after the line, or the present one without a line; `on_found` gets
    the result of the End phase.
    """
    line = play_line(position, ()) if played is None else played
    yield from whatever_is_chosen(line, lambda way: _of_line(position, way, expect, on_found))


def _of_line(
    position: QuestPosition, played: PlayedTurn, expect: AfterExpectation, on_found: Callable[[object], None]
) -> Iterator[ExpectationAnswer]:
    states: tuple[State, ...] = (played.final,)
    why = played.undecided
    if expect.end_phase and not why:
        ended = end_turn(position, played.final)
        on_found(ended.entries)
        over, told = turn_over(played.final), "the steps end the turn"
        yield answered(("after", "end_phase"), "after end_phase", over, told, told if over else NOT_OVER)
        states, why = ended.states, ended.undecided
    for answers in zip(*(_judged(position, state, expect) for state in states), strict=True):
        is_open = bool(why) and (len(states) == 1 or len({each.holds for each in answers}) > 1)
        yield doubted(replace(answers[0], holds=False, found=why)) if is_open else answers[0]


def _judged(position: QuestPosition, state: State, expect: AfterExpectation) -> Iterator[ExpectationAnswer]:
    """The same if the line could be judged to its end."""
    book = position.book
    me = state.players[position.state.active]
    if expect.over is not None:
        yield same(("after", "over"), "after over", expect.over, state.over)
    if expect.next_player is not None:
        seat = (state.active - position.state.active) % len(state.players) + 1
        yield same(("after", "next_player"), "after next player", expect.next_player, seat)
    if expect.winners is not None:
        yield _winners(position, state, expect.winners)
    numbers = {"xp": me.xp, "wounds": me.wounds, "keys": state.keys}
    for field, found in numbers.items():
        if (number := getattr(expect, field)) is not None:
            yield same(("after", field), f"after {field}", number, found)
    if expect.keys_of_others is not None:
        players, active = len(state.players), position.state.active
        others = [(active + step) % players for step in range(1, players)]
        keys = tuple(state.players[seat].keys for seat in others)
        yield same(
            ("after", "keys_of_others"), "after keys of others", _row(expect.keys_of_others), _row(keys)
        )
    if expect.tokens is not None:
        kept: dict[str, str] = {token: str(me.tokens(token)) for token in TOKENS if me.tokens(token)}
        stated = {token: str(getattr(expect.tokens, token)) for token in TOKENS}
        asked: dict[str, str] = {token: number for token, number in stated.items() if number != "0"}
        yield same(("after", "tokens"), "after tokens", _listed(asked), _listed(kept), right=kept)
    if expect.champion is not None:
        there = me.location if me.room == NONE else state.rooms[me.room].card
        name = book.name(there) if there else "nowhere"
        wanted = book.name(position.card(expect.champion))
        yield same(("after", "champion"), "after champion", wanted, name, right=name)
    for text, monster in expect.dungeon.items():
        card = position.card(text)
        rooms = {room.card: room for room in state.rooms}
        found_there = occupant(book, rooms[card]) if card in rooms else NOBODY
        wanted = monster if monster in (NOBODY, FACE_DOWN) else book.name(position.card(monster))
        what = f"after {book.name(card)}"
        yield same(("after", "dungeon", text), what, wanted, found_there, right=found_there)
    hand = [state.laid[place].card for place in state.present()] if state.laid else me.hand or ()
    for field, cards in (("hand", hand), ("discard", me.discard), ("removed", state.removed)):
        if (names := getattr(expect, field)) is not None:
            listed = counted(position, cards)
            yield same(
                ("after", field), f"after {field}", counted_names(position, names), listed, right=listed
            )
    if expect.deck is not None:
        order, written = from_the_top(me.deck, book.name), one_by_one(position, expect.deck)
        yield same(("after", "deck"), "after deck", written, order, right=order)
    left = {card: copies for stack in state.stacks or () for card, copies in stack.cards}
    for text, copies in (expect.village or {}).items():
        yield same(
            ("after", "village", text), f"after village {text}", copies, left.get(position.card(text), 0)
        )
    if expect.points is not None:
        points = scores(book, state)[position.state.active]
        answer = same(("after", "points"), "after points", expect.points, points)
        untold = untold_treasure(book, state)
        yield doubted(replace(answer, holds=False, found=untold)) if untold else answer


def _winners(position: QuestPosition, state: State, expected: tuple[int, ...]) -> ExpectationAnswer:
    """Whether these players win; unknown while some cards are unknown."""
    path, what = ("after", "winners"), "after winners"
    hidden = [
        player + 1 for player in range(len(state.players)) if unknown_piles(position.book, state, player)
    ]
    if hidden:
        told = f"not every card of player {' and '.join(map(str, hidden))} is known"
        return doubted(answered(path, what, False, _row(expected), told))
    first, players = position.state.active, len(state.players)
    found = sorted((seat - first) % players + 1 for seat in winners(position.book, state))
    return same(path, what, _row(sorted(expected)), _row(found))


def _listed(tokens: Mapping[str, str]) -> str:
    """Gear tokens in words."""
    return ", ".join(f"{number} x {token}" for token, number in tokens.items()) or "none"


def _row(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


class TurnExpectations(family.TurnExpectations[State, Action, Target]):
    """Judges expectations, also of the best line, totals, the position after the line, and other answers."""

    position: QuestPosition
    best_plays: TurnBestPlays
    expect: Expectations

    def of_after(self) -> Iterator[ExpectationAnswer]:
        if self.expect.after is not None:
            yield from judge_after(self.position, self.played, self.expect.after, self.on_found)

    def of_odds(self) -> Iterator[ExpectationAnswer]:
        if self.expect.odds is not None:
            from tsolve.games.quest.judging.odds import HandOddsJudge

            yield from HandOddsJudge(self.position, self.expect.odds).judged()

    # the best play

    def line_worth(self, line: tuple[str, ...], goal: tuple[str, ...]) -> tuple[int, ...] | None:
        return line_worth(self.position, line, goal)

    def of_target(self, name: str, played: PlayedTurn) -> ExpectationAnswer:
        target = self.position.target(name)
        battled, told = target.was_battled(played.result), target.say(self.position.book)
        return answered(("best", "target"), "best target", battled, told, played.answer.outcome)

    def of_total(self, name: str, total: int) -> Iterator[ExpectationAnswer]:
        path, what = ("totals", name), f"totals {name}"
        best = self.best_plays.against(self.position.target(name), "total")
        if best.answer.policy is not None or not best.sure:
            reason = best.reason or "it depends on what is drawn"
            yield doubted(answered(path, what, False, str(total), reason))
        elif best.played is None or not best.played.result.tally.outcome:
            yield answered(path, what, False, str(total), best.reason or "it cannot be battled")
        else:
            found = best.played.result.tally.total
            yield same(path, what, total, found, best.played.answer.outcome)


def readings_of(position: QuestPosition, played: PlayedTurn) -> dict[str, str]:
    """The interpretations that a line depends on.

    They are those that the engine looked up, those by which HP and victory points are counted at the end of
    the line, and those that would change the line through other card facts.
    """
    probe: Probe[State, Action] = Probe(notes=True)
    noted = position.book.noted_by(probe)
    hp_of(noted, played.result)
    if _asks_for_points(position):
        scores(noted, played.final)
    after = position.written.expect.after
    if after is not None and after.winners is not None:
        winners(noted, played.final)
    ended = end_turn(position, played.final).readings if after is not None and after.end_phase else {}
    matters = (key for key in _touching(position, played) if _matters(position, played, key))
    return played.readings | probe.readings | ended | {key: position.readings[key] for key in matters}


def _touching(position: QuestPosition, played: PlayedTurn) -> Iterator[str]:
    """The interpretations that affect a card on the table."""
    rooms = {room for state in played.states for room in state.rooms}
    cards = {card for room in rooms for card in (room.card, room.monster) if card}
    cards |= {laid.card for state in played.states for laid in state.laid}
    yield from {key for card in cards for key in position.ruleset.keys_touching(card)}


def _matters(position: QuestPosition, played: PlayedTurn, key: str) -> bool:
    """Whether the line would go differently under another reading of this interpretation."""
    texts = [step.text for step in played.answer.steps]
    for option in position.ruleset.interpretations[key].options:
        if option.id == position.readings[key]:
            continue
        other = position.read_as(key, option.id)
        try:
            again = play_line(other, texts)
        except InputError:  # a step is clear here, and could mean several things there
            return True
        if again.result != played.result or again.answer.legal != played.answer.legal:
            return True
    return False


def _asks_for_points(position: QuestPosition) -> bool:
    """Whether the puzzle says how many points its cards are worth in the end."""
    after = position.written.expect.after
    return after is not None and after.points is not None
