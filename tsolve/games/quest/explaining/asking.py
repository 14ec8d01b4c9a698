"""Reads what is asked about a turn, and answers why it is impossible."""

from __future__ import annotations

import re
from contextlib import suppress

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.diagnostics import quoted
from tsolve.errors import InputError, UsageError
from tsolve.games.quest.actions import Action, Buy, BuyToken, BuyTreasure, Give, LevelUp, Move
from tsolve.games.quest.explaining.deeds import Deed
from tsolve.games.quest.explaining.fights import Aim, Fight
from tsolve.games.quest.judging.movement import start_of, visits_village
from tsolve.games.quest.judging.unsold import untold
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.writing.kinds import MONSTERS, ROOMS, kinds_in_words
from tsolve.games.quest.writing.statements import ClaimFile
from tsolve.model.whynot import WhyNotAnswer
from tsolve.turns.claims_in_words import deed_of
from tsolve.turns.why_not import step
from tsolve.turns.why_not.answering import answer_to

_DEFEAT = re.compile(r"(?:defeat|beat|slay|kill) (?:the )?(?P<monster>.+)", re.IGNORECASE)
_BATTLE = re.compile(r"(?:battle|attack|fight)(?: with)? (?:the )?(?P<monster>.+)", re.IGNORECASE)
_REACH = re.compile(r"(?:reach|get to|get into) (?:the )?(?P<room>.+)", re.IGNORECASE)
_WITH_OBSTACLES = (Move, Buy, BuyToken, BuyTreasure, LevelUp, Give)


def why_not(opened: Opened, query: object, file: str) -> WhyNotAnswer:
    """Whether a battle can be won or fought, or a step be done; else why not, and what would help.

    Raises InputError for a text that is no action or names nothing, UsageError for a query that is no text.
    """
    if not isinstance(query, str):
        return step.why_not(opened, query, file)
    plain = deed_of(" ".join(query.split()).rstrip(".!?"), ClaimFile, _instead)
    if found := _DEFEAT.fullmatch(plain):
        return _of_a_fight(opened, query, file, found["monster"], "win")
    if found := _BATTLE.fullmatch(plain):
        return _of_a_fight(opened, query, file, found["monster"], "battle")
    if found := _REACH.fullmatch(plain):
        room = opened.target(found["room"]).room
        if room and room == opened.state.rooms[start_of(opened.state)].card:
            return _at_the_start(opened, query, file, room)
        plain = f"move to {found['room']}"
    action = _meant(opened, plain)
    unknown = None if action is None else untold(opened.book, opened.state, action)
    if unknown is not None:
        answer = replace(why_not(opened.at(unknown.told(opened.state)), plain, file), query=query)
        if answer.verdict == "impossible":
            return answer
        return WhyNotAnswer(file, query, "undecided", left_out=(unknown.reason, *answer.left_out))
    if not isinstance(action, _WITH_OBSTACLES):
        return step.why_not(opened, plain, file)
    deed = Deed(plain, action)
    with suppress(SpentError):
        if deed.could_be(opened) or deed.unknown(opened):
            return answer_to(opened, query, file, lambda: (deed, opened))
    return step.why_not(opened, plain, file)  # another reading may allow it


def _at_the_start(opened: Opened, query: str, file: str, room: str) -> WhyNotAnswer:
    """Whether the Champion comes to the room in which a Dungeon phase of this turn begins."""
    state = opened.state
    if state.phase == "prepare" or visits_village(state):
        return replace(why_not(opened, "enter the Dungeon", file), query=query)
    return WhyNotAnswer(file, query, "possible", notes=(f"you are in {opened.book.name(room)} already",))


def _instead(claim: ClaimFile) -> str:
    """What may be asked in place of a claim."""
    if claim.against:
        return f"ask {quoted(f'defeat {claim.against}')}, which tells the total, too"
    return 'ask, for example, "defeat MONSTER", "reach ROOM", "buy CARD" or a step of the turn'


def _of_a_fight(opened: Opened, query: str, file: str, monster: str, aim: Aim) -> WhyNotAnswer:
    target = opened.target(monster)
    book = opened.book
    for card, kinds in ((target.monster, MONSTERS), (target.room, ROOMS)):
        if card and book.card(card).kind not in kinds:
            raise UsageError(f"{book.name(card)} is not {kinds_in_words(kinds)}")
    question = Fight(f"{'defeat' if aim == 'win' else 'battle'} {target.say(book)}", target, aim)
    return answer_to(opened, query, file, lambda: (question, opened))


def _meant(opened: Opened, text: str) -> Action | None:
    """What a text would be in the position as it stands; None for one that is no single action there."""
    with suppress(InputError):  # which is reported by whoever answers
        return opened.narration().read(opened.state, text, None).action
    return None
