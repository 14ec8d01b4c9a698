"""What an answer rests on: the rules by weight with where they are written, the readings, the documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.answers import Cited, CitedDocument, ReadingAnswer
from tsolve.report.grounds.rulings import by_weight, places_of, show_documents, show_notes, show_readings
from tsolve.report.html.blocks import Blocks
from tsolve.report.html.citing import anchor
from tsolve.report.html.markup import Markup, joined, tag
from tsolve.report.page import Page


class Grounds:
    """The sections at the end of a page, each closed at first."""

    def __init__(
        self,
        citations: Sequence[Cited] = (),
        documents: Sequence[CitedDocument] = (),
        readings: Sequence[ReadingAnswer] = (),
        provenance: Sequence[str] = (),
    ) -> None:
        """`provenance`: how sure the facts are."""
        self.citations, self.documents, self.readings = citations, documents, readings
        self.provenance = provenance

    @property
    def titles(self) -> dict[str, str]:
        """The rules by id, for rows of sums that no card stands behind."""
        return {each.id: each.title for each in self.citations}

    def sections(self, blocks: Blocks) -> Iterator[tuple[str, Markup]]:
        """The title of each and what it holds."""
        if self.citations:
            yield "Rules", self._rules(blocks)
        page = Page()
        show_readings(page, self.readings)
        show_documents(page, self.documents)
        show_notes(page, self.provenance)
        yield from blocks.sections(page.blocks)

    def _rules(self, blocks: Blocks) -> Markup:
        rulebooks = {each.id: each for each in self.documents if each.rulebook}
        parts = []
        for heading, rules in by_weight(self.citations):
            entries = (self._rule(each, places_of(each, rulebooks), blocks) for each in rules)
            parts += [tag("h3", heading), tag("div", *entries, class_="rules-list")]
        return joined(parts)

    def _rule(self, cited: Cited, places: str, blocks: Blocks) -> Markup:
        title = tag("h4", tag("span", cited.id, class_="rule"), " ", cited.title)
        told = joined(tag("p", blocks.linked(line)) for line in cited.text.splitlines())
        where = tag("p", places, class_="source") if places else ""
        return tag("div", title, told, where, id=anchor(cited.id))
