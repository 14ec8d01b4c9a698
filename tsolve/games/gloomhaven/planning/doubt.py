"""What is not told, such as a half of a card that nobody has encoded, casts doubt on a best play.

The search goes on as if what is told were all there is. What it finds can be played; that nothing is better
it cannot say. This is the one place where an answer learns of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.model.answers import SolveAnswer


def doubted(answer: SolveAnswer, not_told: tuple[str, ...]) -> SolveAnswer:
    """The answer without a proof and without upper bounds, if anything is not told; it says what."""
    if not not_told:
        return answer
    policy = answer.policy
    return replace(
        answer,
        status="undecided",
        bound=(),
        policy=policy and replace(policy, low=policy.low or policy.worth, high=()),
        between=tuple(replace(each, high=None) for each in answer.between),
        turns=tuple(replace(each, status="undecided") for each in answer.turns),
        left_out=tuple(dict.fromkeys((*not_told, *answer.left_out))),
    )
