"""Reads questions of one line, such as `Militia, Dagger vs Griknack Goblin rank 1`, and holds the questions
of the dialogue that makes a position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tsolve.contract.measures import MOST
from tsolve.diagnostics import Diagnostics
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.turn.hall import RANKS, SPACE_0, place_name
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.written.asking import Asked, Asking, Item, Understood
from tsolve.written.drawing import Start
from tsolve.written.form import Field, own_fields, pile_fields, steps_field
from tsolve.written.lexing import HAND, Number, Vocabulary

_DEFEAT, _BUY, _ATTACK = "defeat", "buy", "attack"
_ENEMIES = ("monster", "guardian", "thunderstone")
_KINDS = {
    _DEFEAT: _ENEMIES,
    _ATTACK: _ENEMIES,
    "hall": _ENEMIES,
    _BUY: ("hero", "village", "basic"),
    "village": ("hero", "village", "basic"),
}
"""The kinds of card that may be named behind these words; everything else is a card that a player owns."""
_OWNED = ("hero", "village", "basic", "monster", "disease", "guardian", "thunderstone")
_BECOME = ("become", "becomes", "turn into", "turns into", "level up to", "levels up to")
"""Verbs behind the name of who levels up."""
_IN_THE_VILLAGE = ("level up",)
"""Verbs of what is done in the Village."""
_MORE_LIGHT = "More Light"
"""A made-up card that gives the Light of a question that names no source for it."""


class ThunderstoneAsking(Asking[Card]):
    """Questions about a battle in the Dungeon, or about a visit to the Village."""

    against = _DEFEAT
    vocabulary = Vocabulary(
        verbs={
            **dict.fromkeys(
                ("defeat", "defeats", "beat", "beats", "kill", "kills", "slay", "slays"), _DEFEAT
            ),
            **dict.fromkeys(("attack", "attacks", "fight", "fights"), _ATTACK),
            **dict.fromkeys(("buy", "buys", "purchase", "purchases"), _BUY),
        },
        claims={_DEFEAT: ("defeats", "not_defeats"), _BUY: ("buys", "cannot_buy")},
        against=_DEFEAT,
        zones={
            **dict.fromkeys(("hand", "my hand"), HAND),
            **dict.fromkeys(("deck", "my deck", "party deck"), "deck"),
            **dict.fromkeys(("discard", "discards", "discard pile"), "discard"),
            **dict.fromkeys(("owned", "own", "owns"), "owned"),
            **dict.fromkeys(("hall", "dungeon hall"), "hall"),
            **dict.fromkeys(("village", "for sale"), "village"),
        },
        given={"light": "light", "xp": "xp", "experience": "xp"},
        amounts=MEASURES.asked,
        turns={"dungeon": "dungeon", "dungeon turn": "dungeon", "village turn": "village"},
        place="rank",
        terms={"rank": "rank", **MEASURES.terms_asked},
        goals=("gold",),
        of_enemies="no Monster chooses whom it fights: a player attacks one (TS-7.4); its card says what it "
        "does then",
        others=(
            *("equip", "equips", "use", "uses", "level up", "eat", "eats", "carry", "carries", "cast"),
            *("destroy", "destroys", "send", "sends", "throw", "throws", "feed", "borrow", "borrows"),
            *("wield", "wields", *_BECOME),
        ),
        of_hand=("equip", "equips"),
        personal={
            **dict.fromkeys(("equip", "equips"), "{} carry"),
            **dict.fromkeys(("carry", "carries"), "{} carry"),
            **dict.fromkeys(("wield", "wields"), "{} wield"),
            **dict.fromkeys(("eat", "eats"), "{} eat"),
            **dict.fromkeys(_BECOME, "level up {} to"),
        },
        examples='"Militia, Dagger vs Griknack Goblin rank 1", "Militia, 2 Torch: 5 gold?", '
        '"Militia, 2 Torch buy Polearm"',
    )

    def fits(self, card: str, section: str) -> bool:
        return self.ruleset.cards[card].kind in _KINDS.get(section, _OWNED)

    def start(self) -> Start:
        """The Party Deck and the first hand. (TS-2.3)"""
        from tsolve.games.thunderstone.setup import setup_of

        setup = setup_of(self.ruleset)
        return Start(
            {self.ruleset.cards[each].name: n for each, n in setup.starting_deck.items()}, setup.hand
        )

    def positions(self, asked: Asked, found: Diagnostics) -> Sequence[Understood]:
        written = [(each.value, each.span) for each in asked.amounts]
        if asked.total is not None:
            written.append((asked.total.value, asked.total.span))
        for amount, span in written:
            if amount < 0:
                found.report("E205", f"{amount} is out of range, expected 0 to {MOST}", span)
        turn = asked.turn or ("village" if self._visits(asked) else "dungeon")
        keys, told = self._party(asked)
        if turn == "village":
            sold, offered = self._village(asked)
            claims = self._village_claims(asked, found)
            return [Understood({"turn": turn, **keys, **sold}, claims, ("Village turn", *told, *offered))]
        sold, offered = self._village(asked)
        enemies = self._enemies(asked, found)
        claims = self._battle_claims(asked, enemies, found)
        options = self._halls(asked, enemies, found)
        return [
            Understood(
                {"turn": turn, **keys, **_places(hall), **sold},
                claims,
                (
                    *self._where(hall, open_rank),
                    *told,
                    "nothing else in the Hall" if hall else "Hall empty",
                    *offered,
                ),
                place_name(open_rank) if open_rank else "",
            )
            for hall, open_rank in options
        ]

    # the player

    def _party(self, asked: Asked) -> tuple[dict[str, Placed], tuple[str, ...]]:
        """The player's cards as keys of a file, and in words."""
        zones = asked.zones
        hand = self.listed(zones.get(HAND, ()))
        told = [f"hand {self.told(zones.get(HAND, ()))}"]
        keys: dict[str, Placed] = {"hand": hand}
        if light := asked.given.get("light"):
            if light.value > 0:
                keys["hand"] = [*hand, _MORE_LIGHT]
                keys["cards"] = {_MORE_LIGHT: {"kind": "basic", "cost": 0, "light": light.value}}
            told.append(f"Light {light.value} from an extra card in the hand")
        piles, of_piles = self.piles(asked)
        keys |= piles
        told += of_piles
        if xp := asked.given.get("xp"):
            keys["xp"] = Scalar(str(xp.value), xp.span)
            told.append(f"{xp.value} XP")
        return keys, tuple(told)

    def claims_of_others(self, asked: Asked) -> list[Placed]:
        """Amounts to reach become claims such as `can: reach attack 14`; gold is a claim of its own."""
        numbers = [each for each in asked.amounts if each.what != "gold"]
        can = "cannot" if asked.denied else "can"
        reached: list[Placed] = [
            {can: Scalar(f"reach {each.what} {each.value}", each.span)} for each in numbers
        ]
        gold = tuple(each for each in asked.amounts if each.what == "gold")
        return [*reached, *super().claims_of_others(replace(asked, amounts=gold))]

    # the Village

    def _visits(self, asked: Asked) -> bool:
        """Whether the question is about a visit; a purchase beside an attack is one by Spoils. (TS-14.1)"""
        golden = any(each.what == "gold" for each in asked.amounts)
        visits = golden or any(each.text.casefold().startswith(_IN_THE_VILLAGE) for each in asked.others)
        if asked.verbs.get(_DEFEAT) or asked.verbs.get(_ATTACK):
            return visits
        return visits or bool(asked.verbs.get(_BUY)) or "village" in asked.zones

    def _village(self, asked: Asked) -> tuple[dict[str, Placed], tuple[str, ...]]:
        """The cards for sale: those that the question names, with the highest count named."""
        counts: dict[str, int] = {}
        for item in (*asked.zones.get("village", ()), *asked.verbs.get(_BUY, ())):
            counts[self.name(item)] = max(item.count, counts.get(self.name(item), 0))
        if not counts:
            return {}, ()
        return {"village": counts}, (f"the Village sells {', '.join(counts)}",)

    def _village_claims(self, asked: Asked, found: Diagnostics) -> tuple[Placed, ...]:
        for item in (*asked.verbs.get(_DEFEAT, ()), *asked.verbs.get(_ATTACK, ())):
            found.report("E210", "nobody is attacked in a Village turn", item.span)
        return self.purchases(asked, _BUY, "5 gold", found)

    # the Dungeon

    def _enemies(self, asked: Asked, found: Diagnostics) -> list[Item]:
        """Who stands in the Hall. A Rank named elsewhere belongs to the only card without a Rank."""
        hall = list(asked.zones.get("hall", ()))
        if hall and not any(item.place for item in hall):
            hall = [replace(item, place=Number(item.span, "", rank)) for rank, item in enumerate(hall, 1)]
        named = {item.card for item in hall}
        attacked = (*asked.verbs.get(_DEFEAT, ()), *asked.verbs.get(_ATTACK, ()))
        enemies = [*hall, *(item for item in attacked if item.card not in named)]
        left = [item for item in enemies if item.place is None]
        if len(left) == 1 and len(asked.places) == 1:
            placed = replace(left[0], place=asked.places[0])
            return [placed if item is left[0] else item for item in enemies]
        for place in asked.places:
            found.report("E210", "no card is named for this Rank", place.span)
        return enemies

    def _battle_claims(self, asked: Asked, enemies: Sequence[Item], found: Diagnostics) -> tuple[Placed, ...]:
        if asked.verbs.get(_BUY):
            return self.purchases(asked, _BUY, "5 gold", found)
        attacked = asked.verbs.get(_DEFEAT, ())
        fought = asked.verbs.get(_ATTACK, ())
        claims = [self.claimed(_ATTACK, item, asked.denied, self._target(asked, item)) for item in fought]
        numbers = [each for each in asked.amounts if each.what != "gold"]
        if numbers and not enemies:
            help_ = "say whom you attack: `vs Nixie rank 1`"
            found.report("E210", f"{numbers[0].what} counts in a battle", numbers[0].span, help_)
        if asked.total is None and len(attacked) == 1 and [each.what for each in numbers] == [_ATTACK]:
            (number,) = numbers
            asked = replace(asked, total=Number(number.span, "", number.value), amounts=())
        if asked.total is None:
            claims += [
                self.claimed(_DEFEAT, item, asked.denied, self._target(asked, item)) for item in attacked
            ]
        elif len(against := attacked or enemies) == 1:
            total = Scalar(str(asked.total.value), asked.total.span)
            named = self._target(asked, against[0])
            claims.append({"total": total, "against": Scalar(named, against[0].span)})
        else:
            found.report("E210", "say which Monster this total is against", asked.total.span)
        return (*claims, *self.claims_of_others(asked))

    def _target(self, asked: Asked, item: Item) -> str:
        """The target's name, with its Rank if the question also names the card in the Hall."""
        if isinstance(item.place, Number) and item.card in {
            each.card for each in asked.zones.get("hall", ())
        }:
            return f"{self.name(item)} in Rank {item.place.value}"
        return self.name(item)

    def _halls(
        self, asked: Asked, enemies: Sequence[Item], found: Diagnostics
    ) -> list[tuple[Mapping[int, Scalar], int]]:
        """The possible Halls: who stands in which Rank. If the Rank of one card is open there is a Hall for
        each Rank it may have, together with that Rank.
        """
        hall: dict[int, Scalar] = {}
        open_: list[Item] = []
        for item in enemies:
            if item.count > 1:
                found.report("E307", "a Rank holds one card", item.span)
            if not isinstance(item.place, Number):
                open_.append(item)
                continue
            rank = item.place.value
            if rank not in RANKS:
                found.report(
                    "E314", f"the Hall has no Rank {rank}", item.place.span, "its Ranks are 1, 2 and 3"
                )
            elif rank in hall:
                found.report("E210", f"a second card in Rank {rank}", item.span)
            hall[rank] = Scalar(self.name(item), item.span)
        if not open_:
            return [(hall, 0)]
        if len(open_) > 1:
            for item in open_:
                help_ = f"write `{self.name(item)} rank 1`, or 2 or 3"
                found.report("E210", f"say in which Rank {self.name(item)} stands", item.span, help_)
            return []
        (item,) = open_
        kind = self.ruleset.cards[item.card].kind
        free = [rank for rank in RANKS if rank not in hall and (kind == "monster" or rank > 1)]
        free += [SPACE_0] if kind == "guardian" else []
        return [({**hall, rank: Scalar(self.name(item), item.span)}, rank) for rank in free]

    def _where(self, hall: Mapping[int, Scalar], open_rank: int) -> tuple[str, ...]:
        """The Hall in words, without the Rank of a card whose Rank is open."""
        return tuple(
            hall[rank].text if rank == open_rank else f"{hall[rank].text} in Rank {rank}"
            for rank in sorted(hall)
        )


def _places(hall: Mapping[int, Scalar]) -> dict[str, Placed]:
    """Who stands in the Hall and outside it, as keys of a file. (DS-8)"""
    outside: dict[str, Placed] = {"guardians": [hall[SPACE_0]]} if SPACE_0 in hall else {}
    return {"hall": [hall.get(rank, "none") for rank in RANKS], **outside}


FORM = (
    Field("turn", "word", "Turn", "", words=("dungeon", "village", "rest", "undecided")),
    *own_fields(_OWNED),
    Field(
        "hall",
        "places",
        "Hall, Rank 1 to 3",
        "Who stands there, from Rank 1 on; `none` for nobody, an empty line where you do not know more.",
        _ENEMIES,
        words=("none", "unknown"),
        places=len(RANKS),
        picked="Who stands in each Rank, if you know it.",
        note="Ranks 1, 2 and 3",
    ),
    Field(
        "village",
        "counts",
        "Village",
        "What is for sale, each with its copies, such as `8 x Torch`; an empty line if you do not know it.",
        ("hero", "village", "basic"),
        turns=("village",),
        picked="What is for sale, each with its copies, if you know it.",
        note="copies left",
    ),
    Field("claims", "claims", "What is claimed?", "Such as `16 vs Uyril`, `can buy Polearm`, `6 gold`."),
    steps_field("`equip Dagger on Militia`, `attack Nixie`, `buy Polearm`"),
    *pile_fields(_OWNED),
    Field(
        "monsters",
        "texts",
        "Monster groups",
        "The groups in play, such as `Enchanted`, if you know them all: the Dungeon Deck follows from them.",
        optional=True,
    ),
    Field("xp", "number", "XP", "Your Experience Points.", optional=True),
    Field(
        "guardians",
        "cards",
        "Guardians",
        "The Guardians in space 0, in the order in which they left the Hall.",
        ("guardian",),
        optional=True,
    ),
)
