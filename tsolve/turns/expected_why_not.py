"""What a puzzle expects of the answers to "why not?"."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Amount = Annotated[int, Meta(ge=1, le=999)] | Literal["never"]


class WhyNotExpectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The answer to one question."""

    verdict: Literal["possible", "impossible", "undecided"] | None = None
    """Whether it is possible."""
    reasons: Annotated[
        tuple[str, ...] | None,
        Meta(description="One rule of each reason of the minimal set: that many reasons, no others."),
    ] = None
    further: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Meta(description="The other minimal sets, in the same way; their order does not matter."),
    ] = None
    says: Annotated[tuple[str, ...], Meta(description="Texts that stand in the reasons.")] = ()
    missing: Annotated[
        dict[str, Amount],
        Meta(description="How much of each quantity is missing; or `never`."),
    ] = {}
    cards: Annotated[
        tuple[str, ...] | None, Meta(description="The cards named as repairs, in their order.")
    ] = None
    total: Annotated[
        Annotated[int, Meta(ge=0, le=999)] | None, Meta(description="The total that the play shown comes to.")
    ] = None
    chance: Annotated[
        Annotated[str, Meta(pattern=r"^[0-9]+(/[0-9]+)?$")] | None, Meta(description="As a fraction.")
    ] = None
