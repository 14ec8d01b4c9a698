"""How many scenarios of the book are played as it prints them: `python -m ...cards.scenarios_told`.

What the others leave out is named as answers name it, with its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsolve.games.gloomhaven.printed_scenarios import PrintedScenario, load_scenario, scenario_files
from tsolve.games.gloomhaven.writing.scenario_by_number import left_out

OF_SOURCES = ("sources differ", "doubtful")
"""How what the sources leave open begins."""


def scenarios() -> Iterator[PrintedScenario]:
    """The scenarios that have a map."""
    for _, file in sorted(scenario_files().items()):
        if (scenario := load_scenario(file)).tiles:
            yield scenario


def kind_of(text: str) -> str:
    """The kind of something that is left out."""
    kinds = ("sources differ", "doubtful", "the goal", "it is lost by", "the lock")
    return next((kind for kind in kinds if text.startswith(kind)), "a special rule")


def main() -> None:
    """Count the scenarios; each that is not whole is named with what it leaves out."""
    counted, kinds, goals = Counter[str](), Counter[str](), list[int]()
    for scenario in scenarios():
        left = [*left_out(scenario)]
        kinds.update({kind_of(each) for each in left})
        others = [each for each in left if not each.startswith(OF_SOURCES)]
        counted["something left out" if others else "sources only" if left else "whole"] += 1
        if any(each.startswith("the goal") for each in others):
            goals.append(scenario.number)
        if left:
            print(f"{scenario.title}: {'; '.join(left)}")
    print(*(f"{kind}: {number}" for kind, number in (*counted.items(), *kinds.items())), sep="\n")
    print(f"goals that are not sayable: {len(goals)} ({', '.join(map(str, goals))})")


if __name__ == "__main__":
    main()
