"""The whole numbers that cards and effects may name, so that one's own cards cannot ask for nonsense."""

from typing import Annotated

from msgspec import Meta

Count = Annotated[int, Meta(ge=1, le=20)]
"""How many cards, or how often."""
Number = Annotated[int, Meta(ge=0, le=99)]
"""What a card costs, is worth, asks for or adds to a total; 0 is a number, too."""
Change = Annotated[int, Meta(ge=-9, le=9)]
"""What is added or, below zero, taken away."""
RankNumber = Annotated[int, Meta(ge=1, le=3)]
"""A Rank of the Hall."""
