"""Terms and tests as functions of the values so far: the exact backend evaluates them very often."""

from __future__ import annotations

from collections.abc import Callable

from tsolve.solve.problem import Clamp, Divide, Linear, Pick, Term, Test

Values = dict[str, int]


def term_function(term: Term) -> Callable[[Values], int]:
    """The function from totals and earlier terms to the value of `term`."""
    match term:
        case Linear():
            return _linear(term)
        case Divide():
            of, by = term.of, term.by
            return lambda values: values[of] // by
        case Clamp():
            return _clamp(term)
        case Pick():
            return _pick(term)


def threshold_function(test: Test) -> Callable[[Values], bool]:
    """The function from values to whether the threshold is met."""
    of, at_least, at_most = test.of, test.at_least, test.at_most
    if at_least is not None:
        return lambda values: values[of] >= at_least
    if at_most is not None:
        return lambda values: values[of] <= at_most
    raise ValueError("a test needs a threshold")


def _linear(term: Linear) -> Callable[[Values], int]:
    constant, parts = term.constant, term.parts
    if len(parts) == 1:
        ((weight, of),) = parts
        return lambda values: constant + weight * values[of]
    if len(parts) == 2:
        (first, a), (second, b) = parts
        return lambda values: constant + first * values[a] + second * values[b]

    def compute(values: Values) -> int:
        result = constant
        for weight, of in parts:
            result += weight * values[of]
        return result

    return compute


def _clamp(term: Clamp) -> Callable[[Values], int]:
    of, low, high = term.of, term.low, term.high
    if high is None:
        return lambda values: values[of] if low is None or values[of] > low else low
    if low is None:
        return lambda values: min(values[of], high)
    return lambda values: min(max(values[of], low), high)


def _pick(term: Pick) -> Callable[[Values], int]:
    when, then, otherwise = threshold_function(term.when), term.then, term.otherwise

    def compute(values: Values) -> int:
        branch = then if when(values) else otherwise
        return values[branch] if isinstance(branch, str) else branch

    return compute
