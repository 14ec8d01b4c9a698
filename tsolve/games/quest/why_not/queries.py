"""The questions that people ask about a turn: a victory, a battle, a room, any step."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from tsolve.contract.step_reader import Written
from tsolve.diagnostics import quoted
from tsolve.engine import Probe
from tsolve.errors import InputError, UsageError
from tsolve.games.quest.actions import Action, Enter, Move, Visit
from tsolve.games.quest.answers import Event
from tsolve.games.quest.judging.step_reader import untold
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import WILDERNESS, State
from tsolve.games.quest.why_not.battles import Fight
from tsolve.games.quest.why_not.events import ChanceQuestion
from tsolve.games.quest.why_not.reaching import Reach
from tsolve.games.quest.why_not.several import several_in
from tsolve.games.quest.why_not.steps import AnyStep, TurnQuestion
from tsolve.games.quest.why_not.world import with_another
from tsolve.games.quest.writing.position_file import MONSTERS, ROOMS, kinds_in_words
from tsolve.games.quest.writing.question_words import INSTEAD, OF_BATTLES, PASS, REACH, spared_in
from tsolve.games.quest.writing.reading import OF_A_ROOM
from tsolve.games.quest.writing.statements import ClaimFile
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.worlds import why_not_step
from tsolve.worlds.why_not import answer_to
from tsolve.written.phrases import query_of


def why_not(position: QuestPosition, query: object, file: str, detail: Detail = "repairs") -> WhyNotAnswer:
    """Whether a battle can be won or fought, a room be reached, or a step be done; else why not, and what
    would help.

    Raises InputError for a text that is no action or names nothing, UsageError for a query that is no text.
    """
    if not isinstance(query, str):
        return why_not_step.why_not(position, query, file, detail)
    plain = query_of(" ".join(query.split()).rstrip(".!?"), ClaimFile, _instead)
    if found := INSTEAD.fullmatch(plain):
        other = with_another(position, found["old"], found["new"])
        return replace(why_not(other, found["query"], file, detail), query=query)
    if (together := several_in(position, plain)) is not None:
        return together.answer(query, file, detail, why_not)
    if (fight := _fight(position, plain)) is not None:
        return answer_to(position, query, file, lambda: (fight, position), detail)
    probe: Probe[State, Action] = Probe(notes=True)
    watched = position.watched_by(probe)
    written = _meant(position, plain)
    found = REACH.fullmatch(plain) or (PASS.fullmatch(plain) if written is None else None)
    absent = written.absent if written is not None and written.rulings == OF_A_ROOM else ""
    action = None if written is None else written.action
    enters = "The Wilderness" if isinstance(action, Move) and action.room == WILDERNESS else ""
    if found or absent or enters:  # a Champion is put into The Wilderness; other rooms may be no steps yet
        room, spared = spared_in(found["room"] if found else absent or enters)
        reach = Reach(position, _room(position, room), probe, spared)
        return answer_to(position, query, file, lambda: (reach, watched), detail)
    unknown = None if action is None else untold(position.book, position.state, action)
    if unknown is not None:
        told = position.at(unknown.told(position.state))
        answer = replace(why_not(told, plain, file, detail), query=query)
        if answer.verdict == "impossible":
            return answer
        return WhyNotAnswer(file, query, "undecided", left_out=(unknown.reason, *answer.left_out))
    if isinstance(action, Event):
        return answer_to(position, query, file, lambda: (ChanceQuestion(plain, action), watched), detail)
    if action is None or not (action.takes or isinstance(action, Enter | Visit)):
        asking = partial(AnyStep, written=written)
        return why_not_step.why_not(position, plain, file, detail, asking)
    return answer_to(position, query, file, lambda: (TurnQuestion(plain, probe, action), watched), detail)


def _room(position: QuestPosition, text: str) -> str:
    """The room that is meant, by the name of the room or of the Monster in it.

    Raises InputError for an unknown name, UsageError for what is no room.
    """
    target = position.target(text)
    if target.room:
        return target.room
    places = target.places(position.state)
    if not places:
        raise UsageError(f"{quoted(text)} is no room of the Dungeon: name one, such as `reach ROOM`")
    return position.state.rooms[places[0]].card


def _instead(claim: ClaimFile) -> str:
    """What may be asked in place of a claim."""
    if claim.against:
        return f"ask {quoted(f'defeat {claim.against}')}, which tells the total, too"
    return 'ask, for example, "defeat MONSTER", "reach ROOM", "buy CARD" or a step of the turn'


def _fight(position: QuestPosition, text: str) -> Fight | None:
    """The battle of the question; None for another question."""
    found = next(((form, aim) for form, aim in OF_BATTLES.items() if form.fullmatch(text)), None)
    if found is None:
        return None
    form, aim = found
    target, book = position.target(form.sub(r"\g<monster>", text)), position.book
    for card, kinds in ((target.monster, MONSTERS), (target.room, ROOMS)):
        if card and book.card(card).kind not in kinds:
            raise UsageError(f"{book.name(card)} is not {kinds_in_words(kinds)}")
    return Fight.asked(book, target, aim)


def _meant(position: QuestPosition, text: str) -> Written[Action] | None:
    """The action that a text means in the present position; None if it is not a single action there."""
    with suppress(InputError):  # the caller reports it
        return position.step_reader().read(position.state, text, None)
    return None
