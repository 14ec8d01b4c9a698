"""From a decoded file of attacks to a position of the engine, with every problem located.

Each figure is described once and may be named again. The attacks are tasks of the engine on a board of lanes.
Every figure has a lane of its own, out of reach of all others; to attack, it steps up to its target. So only
the attack in question matters, and the rules of attacks are those of scenarios.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.attacks.position import AttacksPosition
from tsolve.games.gloomhaven.attacks.position_file import (
    AttackFile,
    AttacksFile,
    Fighter,
    FighterFile,
)
from tsolve.games.gloomhaven.attacks.tasks import STILL, EndRound, StepUp, home, lanes
from tsolve.games.gloomhaven.book import Book, amount, monsters_of, profile_of, statistics_of
from tsolve.games.gloomhaven.cards import Card, Variants
from tsolve.games.gloomhaven.figures import Figure, Kind, LastingEffect, Profile, Rank, Side, in_order
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.modifiers import MONSTERS, parse
from tsolve.games.gloomhaven.state import Owned, State, Task, deck_owner
from tsolve.games.gloomhaven.turn.damage import retaliation_of
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.writing.abilities_and_decks import (
    UNKNOWN_HIT_POINTS,
    FigureParts,
    written_ability,
)
from tsolve.games.gloomhaven.writing.modifier_decks import DecksReader
from tsolve.games.gloomhaven.writing.names import CONDITIONS, Words, figure_named, monster_name
from tsolve.games.gloomhaven.writing.printed_cards import printed_attack
from tsolve.games.gloomhaven.writing.statements import FileNameCheck
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import joined, shortened
from tsolve.written.position_file import places_of_readings

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.odds import AttackOdds


OTHER: dict[Side, Side] = {"party": "monsters", "monsters": "party"}


class Fighters:
    """Reads the figures of one file."""

    def __init__(self, decoded: Decoded[AttacksFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found
        self._parts = FigureParts(decoded, ruleset, Words(ruleset, decoded, found), found)
        self._files: dict[str, FighterFile] = {}
        self._paths: dict[str, TreePath] = {}
        self._sides: dict[str, Side] = {}
        """Of the figures whose side is known."""

    def name(self, path: TreePath, written: Fighter) -> str:
        """The full name of the described figure, which is noted with its description."""
        file = written if isinstance(written, FighterFile) else FighterFile(name=written)
        described = file != FighterFile(name=file.name)
        usual = "the target" if "against" in path else "the attacker"
        text = " ".join(file.name.split()) or usual
        card, full = self._known(text)
        found = next((name for name in self._files if squash(name) == squash(full)), full)
        if not squash(found) or squash(found) == MONSTERS:
            span = self.decoded.span(*path)
            self.found.report("E425", f'"{shortened(text)}" cannot be the name of a figure', span)
        elif "," in found:
            self._report_more_than_a_name(text, self.decoded.span(*path))
        if (
            found in self._files
            and described
            and self._files[found] != FighterFile(name=self._files[found].name)
        ):
            message = f"{found} is described twice"
            first = self.decoded.span(*self._paths[found])
            help_ = "name it by its name alone here, or give each of the two a name of its own"
            self.found.report("E210", message, self.decoded.span(*path), help_, [("first here", first)])
        if found not in self._files or described:
            self._files[found], self._paths[found] = file, path
        side = self._side(file, card)
        if side is not None:
            self._sides[found] = side
        return found

    def _report_more_than_a_name(self, text: str, span: Span) -> None:
        """Of what stands behind a name something was not understood, or all would have been taken."""
        behind = [part.strip() for part in text.split(",")[1:]]
        near = next(filter(None, (suggest(part, CONDITIONS) for part in behind)), "")
        help_ = "behind a name may stand hit points, normal or elite, and conditions: `NAME, 4/6 hp, poison`"
        message = f'"{shortened(text)}" is more than a name, and not all of it is understood'
        self.found.report("E425", message, span, f"{near} {help_}".strip())

    def _known(self, text: str) -> tuple[Card | None, str]:
        """The type of the ruleset that a name means, if any, and the full name of the figure."""
        name = monster_name(self.ruleset, text)
        return name.card, name.full if name.card is not None else text

    def _side(self, file: FighterFile, card: Card | None) -> Side | None:
        """The side of a figure according to its description; None if it may be either."""
        if file.of or file.kind in ("character", "summon"):
            return "party"
        if card is not None or file.kind in ("monster", "object"):
            return "monsters"
        return None

    def oppose(self, by: str, targets: Sequence[str], path: TreePath) -> None:
        """An attacker and its targets are enemies; if nothing says which side it is on, the attacker is a
        character.

        (GH-1.2)
        """
        known = next((self._sides[name] for name in targets if name in self._sides), None)
        side = self._sides.setdefault(by, OTHER[known] if known is not None else "party")
        for name in targets:
            if self._sides.setdefault(name, OTHER[side]) == side:
                message = f"{by} and {name} are on the same side (GH-1.2)"
                help_ = "say the `kind` of one of them: character, monster"
                self.found.report("E210", message, self.decoded.span(*path), help_)

    def figures(self) -> tuple[Figure, ...]:
        """All figures, each in a lane of its own."""
        names = enumerate(self._files)
        return tuple(self._figure(lane, name, self._files[name]) for lane, name in names)

    def _figure(self, lane: int, name: str, file: FighterFile) -> Figure:
        path, side = self._paths[name], self._sides[name]
        card, _ = self._known(name)
        rank: Rank = ""
        profile, printed = Profile(), None
        kind: Kind = "character" if side == "party" else "monster"
        if file.of:
            kind = "summon"
        elif file.kind is not None:
            kind = file.kind
        if card is not None:
            is_boss = card.kind == "boss"
            kind, rank = ("boss", "") if is_boss else ("monster", file.rank or "normal")
            level, players = self.decoded.value.level, self.decoded.value.players
            statistics = statistics_of(card, level, rank)
            assert statistics is not None
            profile, printed = profile_of(card, level, rank, players), amount(statistics.hp, players)
        profile = self._parts.changed(path, profile, file)
        hp, most = self._parts.hit_points(path, name, file.hp, file.max_hp or printed)
        tokens = self._parts.tokens((*path, "conditions"), name, file.conditions, profile.immunities)
        return Figure(
            name=name,
            side=side,
            kind=kind,
            at=home(lane),
            hp=hp,
            max_hp=most,
            profile=replace(profile, immunities=(*profile.immunities, *STILL)),
            tokens=tuple(sorted(tokens)),
            effects=in_order(self._parts.effects((*path, "effects"), file.effects)),
            type=card.id if card is not None else "",
            rank=rank,
            number=monster_name(self.ruleset, name).number if kind == "monster" else 0,
            owner=file.of,
        )

    def notes(self, endangered: Collection[str]) -> Iterator[str]:
        """Assumptions about figures. Missing hit points are noted only for `endangered` figures."""
        unnamed = ("the target", "the attacker")
        mortal = [name for name in self._parts.immortal if name in endangered and name not in unnamed]
        if mortal:
            yield (
                f"no hit points are given of {joined(mortal)}: taken as {UNKNOWN_HIT_POINTS}, so that "
                "nothing kills them"
            )


FARTHEST = 20
"""Hexes between an attacker and its target."""
EVERYBODY = 99


def position_from(
    decoded: Decoded[AttacksFile], ruleset: Ruleset[Card], found: Diagnostics
) -> AttacksPosition:
    """The attacks of a decoded file. Raises InputError with everything that is wrong with it."""
    file = decoded.value
    printing = file.printing or ruleset.printing_for(())
    readings = ruleset.readings(printing, file.interpretations, places_of_readings(decoded, ruleset))
    if not file.attacks:
        found.report(
            "E209", "there is no attack in `attacks`", decoded.span("attacks"), "write `- attack: 3`"
        )
    fighters = Fighters(decoded, ruleset, found)
    pairs = [_pair(fighters, index, attack) for index, attack in enumerate(file.attacks)]
    found.raise_if_any()
    figures = fighters.figures()
    book = Book(
        terrain=lanes(len(figures), FARTHEST),
        readings=readings,
        deals={},
        level=file.level,
        characters=file.players,
        types=partial(monsters_of, ruleset),
        variants=Variants(reduced=file.reduced_randomness),
    )
    known = {figure.name: figure for figure in figures}
    todo: list[Task] = []
    for index, (attack, (by, targets)) in enumerate(zip(file.attacks, pairs, strict=True)):
        before = file.attacks[index - 1].round if index else 1
        if attack.round < before:
            found.report("E210", "an earlier round comes first", decoded.span("attacks", index, "round"))
        todo += [EndRound() for _ in range(attack.round - before)]
        aimed = [known[name] for name in targets]
        todo += _tasks(decoded, ruleset, book, index, attack, known[by], aimed, found)
    decks = _decks(decoded, ruleset, figures, known[pairs[0][0]] if pairs else None, found)
    _check_mentions(decoded, ruleset, found)
    found.raise_if_any()
    state = State(figures=figures, decks=decks, todo=tuple(reversed(todo)))
    game = Gloomhaven(book)
    position = AttacksPosition(game, game.settled(state), file, decoded, ruleset, printing)
    position.begun = state
    position.attacked = tuple(dict.fromkeys(name for _, targets in pairs for name in targets))
    struck_back = [by for by, targets in pairs if any(any(retaliation_of(known[each])) for each in targets)]
    position.notes = (
        *fighters.notes((*position.attacked, *struck_back)),
        *_unmoved(todo, state),
        *_against_the_rules(todo, state),
    )
    return position


def _pair(fighters: Fighters, index: int, attack: AttackFile) -> tuple[str, tuple[str, ...]]:
    """Who attacks whom, by name."""
    against = attack.against
    several = isinstance(against, tuple)
    targets: Sequence[Fighter] = against if isinstance(against, tuple) else (against,)
    path: TreePath = ("attacks", index)
    paths: list[TreePath] = [
        (*path, "against", number) if several else (*path, "against") for number in range(len(targets))
    ]
    names = tuple(fighters.name(*each) for each in zip(paths, targets, strict=True))
    by = fighters.name((*path, "by"), attack.by)
    fighters.oppose(by, names, path)
    if len(set(names)) < len(names):
        span = fighters.decoded.span(*path, "against")
        fighters.found.report("E210", "an attack never hits the same enemy twice (GH-6.2)", span)
    return by, names


def _tasks(
    decoded: Decoded[AttacksFile],
    ruleset: Ruleset[Card],
    book: Book,
    index: int,
    file: AttackFile,
    attacker: Figure,
    targets: Sequence[Figure],
    found: Diagnostics,
) -> Iterator[Task]:
    """One attack after the other: an attack ability against all its targets."""
    path: TreePath = ("attacks", index)
    span = decoded.span(*path, "attack")
    printed = printed_attack(ruleset, file.attack)
    if printed:
        found.read_as[span] = f"{printed}, as {file.attack} has it"
    attack = written_ability(ruleset, printed or f"attack {file.attack}", span, found)
    if not isinstance(attack, Attack):
        return
    aim = aim_of(book, attacker, attack)
    is_wide = attack.area is not None or attack.all_on_one or attack.on_the_path
    most = EVERYBODY if is_wide else aim.targets
    if len(targets) > most:
        message = f"{len(targets)} targets, but it attacks {most} (GH-6.2, GH-7.7)"
        help_ = "write `target 2`, `add 1 target` or an area beside the attack, or several attacks"
        found.report("E210", message, decoded.span(*path, "against"), help_)
    distance = file.distance or (min(2, aim.reach) if aim.is_ranged else 1)
    if attack.area is None and distance > aim.reach:
        message = (
            f"the attack reaches {aim.reach} hex{'es' if aim.reach != 1 else ''}, not {distance} (GH-4.1)"
        )
        found.report("E210", message, decoded.span(*path, "distance"), "write `range 3` beside the attack")
    bonuses = tuple(
        LastingEffect("attack_plus", amount, source=name) for name, amount in file.bonuses.items()
    )
    attack = replace(attack, pierce=attack.pierce + file.pierce, advantage=attack.advantage or file.advantage)
    for target in targets:
        yield StepUp(attacker.name, target.name, attack, distance, bonuses, file.disadvantage)


def _decks(
    decoded: Decoded[AttacksFile],
    ruleset: Ruleset[Card],
    figures: Sequence[Figure],
    first: Figure | None,
    found: Diagnostics,
) -> tuple[Owned, ...]:
    """The modifier decks of all who may draw."""
    file = decoded.value
    owners = [name for name in dict.fromkeys(map(deck_owner, figures)) if name != MONSTERS]
    reader = DecksReader(decoded, ruleset, found)
    decks = reader.decks(file.modifiers, owners)
    if file.deck is None or first is None:
        return decks
    owner = deck_owner(first)
    if any(figure_named(ruleset, key, (owner,)) for key in file.modifiers):
        message = f"`deck` is the deck of {owner}, which `modifiers` has too"
        found.report("E210", message, decoded.key_span("deck"), "leave one of the two out")
    own = reader.deck(("deck",), file.deck)
    reader.check_supplies({owner: own}, {owner: decoded.key_span("deck")})
    return tuple(Owned(owner, own) if each.owner == owner else each for each in decks)


def _unmoved(todo: Sequence[Task], state: State) -> Iterator[str]:
    """Notes on pushes, pulls and added targets, which are left out without a map."""
    attacks = [task.attack for task in todo if isinstance(task, StepUp)]
    cards = {card for owned in state.decks for card in owned.deck.cards()}
    words = {effect.word for card in cards for effect in parse(card).effects}
    if not words.isdisjoint(STILL) or any(attack.push or attack.pull for attack in attacks):
        yield "there is no map, so nobody is pushed or pulled (GH-7.3, GH-7.4)"
    if "add target" in words:
        yield "a target that a modifier card adds is not attacked: nobody says who it is (GH-7.7)"


_NO_ATTACK = {"stun": "performs no ability (GH-8.9)", "disarm": "performs no attack (GH-8.8)"}
_NO_TARGET = {"invisible": "is no target of its enemies (GH-8.12)"}
_HAVING = {"stun": "stunned", "disarm": "disarmed", "invisible": "invisible"}


def _against_the_rules(todo: Sequence[Task], state: State) -> Iterator[str]:
    """A note for each figure whose condition forbids that it attacks or is attacked."""
    steps = [task for task in todo if isinstance(task, StepUp)]
    pairs = [(each.attacker, _NO_ATTACK) for each in steps] + [(each.target, _NO_TARGET) for each in steps]
    for name, forbidden in dict.fromkeys((name, tuple(words.items())) for name, words in pairs):
        for condition, what in forbidden:
            if any(token.condition == condition for token in state.figure(name).tokens):
                yield f"{name} is {_HAVING[condition]} and {what}; the attack is calculated all the same"


def _check_mentions(decoded: Decoded[AttacksFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
    """Report names in the file that do not exist."""
    FileNameCheck(decoded, ruleset, found).check(decoded.value.claims, decoded.value.expect)


def odds_of_attacks(position: AttacksPosition) -> AttackOdds:
    """The odds of all attacks, after the cards of the line."""
    from tsolve.games.gloomhaven.judging.odds import odds_of

    return odds_of(position, position.game, position.attacked, (StepUp,))
