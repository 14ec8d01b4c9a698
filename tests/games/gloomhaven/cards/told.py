"""How many halves of class cards, and items, are told in words that are played: `python -m ...cards.told`."""

from __future__ import annotations

from collections import Counter

from tsolve.api.games import ruleset
from tsolve.games.gloomhaven.cards import Card


def main() -> None:
    """Count by class, then items; what is not whole is named with what it lacks."""
    counted: dict[str, Counter[bool]] = {}
    lacking: list[str] = []
    for card in ruleset("gloomhaven").cards.values():
        assert isinstance(card, Card)
        if card.card is not None:
            for side in ("top", "bottom"):
                half = getattr(card.card, side)
                counted.setdefault(card.card.of, Counter())[not half.untold] += 1
                lacking += [f"{card.card.of}: {card.name}, {side}: {text}" for text in half.untold]
        if card.item is not None:
            counted.setdefault("items", Counter())[not card.item.untold] += 1
            lacking += [f"item {card.item.number}: {card.name}: {text}" for text in card.item.untold]
    print(*lacking, sep="\n")
    for name, numbers in counted.items():
        print(f"{name}: {numbers[True]} of {numbers.total()}")
    halves = sum((each for name, each in counted.items() if name != "items"), Counter[bool]())
    print(f"halves: {halves[True]} of {halves.total()}")


if __name__ == "__main__":
    main()
