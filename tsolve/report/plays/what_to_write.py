"""What to write into a file so that an undecided answer is decided."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.model.answers import ToWrite
from tsolve.report.page import Page
from tsolve.report.words.sentences import sentence

_INDENT = 3


def show_what_to_write(page: Page, missing: Sequence[ToWrite], is_of_chance: bool = True) -> None:
    """What the file does not tell, with an example of the key that tells it; nothing where all is told.

    `is_of_chance` is false where a chance would not be the answer.
    """
    facts = [each for each in missing if not each.is_choice]
    drawn = [each for each in facts if each.by_chance]
    others = [each for each in facts if not each.by_chance]
    choices = [each for each in missing if each.is_choice]
    for told, several in (("unknown", drawn), ("unknown", others), ("open", choices)):
        if not several:
            continue
        names = " and ".join(each.what for each in several)
        verb = "are" if len(several) > 1 else "is"
        chance = ", so no chance can be given" if several is drawn and is_of_chance else ""
        page.text(sentence(f"{names} {verb} {told}{chance}. Write what you know:"), _INDENT)
        for each in several:
            page.text(each.key, _INDENT + 2, 2)
