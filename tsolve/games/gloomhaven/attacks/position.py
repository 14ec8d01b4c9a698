"""From a decoded file of attacks to a position of the engine, with every problem located."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.abilities import Attack
from tsolve.games.gloomhaven.attack.deck import MONSTERS
from tsolve.games.gloomhaven.attack.modifiers import parse
from tsolve.games.gloomhaven.attacks.fighters import Fighters
from tsolve.games.gloomhaven.attacks.files import FACTS, AttackFile, AttacksPosition, Fighter
from tsolve.games.gloomhaven.attacks.opened import OpenedAttacks
from tsolve.games.gloomhaven.attacks.stage import STILL, EndRound, StepUp, lanes
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.state import Effect, Figure, Owned, State, deck_owner
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.turn.after_attack import retaliation_of
from tsolve.games.gloomhaven.turn.situation import aim_of
from tsolve.games.gloomhaven.variants import Variants
from tsolve.games.gloomhaven.writing.decks import DecksReader
from tsolve.games.gloomhaven.writing.mentions import FileMentions
from tsolve.games.gloomhaven.writing.names import figure_named
from tsolve.games.gloomhaven.writing.written_abilities import written_ability
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.position import places_of_readings

FARTHEST = 20
"""Hexes between an attacker and its target."""
EVERYBODY = 99


def opened_from(
    decoded: Decoded[AttacksPosition], ruleset: Ruleset[Card], found: Diagnostics
) -> OpenedAttacks:
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
        types={card.name: card for card in ruleset.cards.values() if card.monster is not None},
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
    opened = OpenedAttacks(game, game.settled(state), file, decoded, ruleset, printing)
    opened.begun = state
    opened.attacked = tuple(dict.fromkeys(name for _, targets in pairs for name in targets))
    struck_back = [by for by, targets in pairs if any(any(retaliation_of(known[each])) for each in targets)]
    opened.notes = (
        *fighters.notes((*opened.attacked, *struck_back)),
        *_unmoved(todo, state),
        *_against_the_rules(todo, state),
    )
    return opened


def _pair(fighters: Fighters, index: int, attack: AttackFile) -> tuple[str, tuple[str, ...]]:
    """Who attacks whom, by name."""
    against = attack.against
    several = isinstance(against, tuple)
    targets: Sequence[Fighter] = against if isinstance(against, tuple) else (against,)
    path: Path = ("attacks", index)
    paths: list[Path] = [
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
    decoded: Decoded[AttacksPosition],
    ruleset: Ruleset[Card],
    book: Book,
    index: int,
    file: AttackFile,
    attacker: Figure,
    targets: Sequence[Figure],
    found: Diagnostics,
) -> Iterator[Task]:
    """One attack after the other: an attack ability against all its targets."""
    path: Path = ("attacks", index)
    span = decoded.span(*path, "attack")
    attack = written_ability(ruleset, f"attack {file.attack}", span, found)
    if not isinstance(attack, Attack):
        return
    aim = aim_of(book, attacker, attack)
    most = EVERYBODY if attack.area is not None or attack.all_on_one else aim.targets
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
    bonuses = tuple(Effect("attack_plus", amount, source=name) for name, amount in file.bonuses.items())
    attack = replace(attack, pierce=attack.pierce + file.pierce, advantage=attack.advantage or file.advantage)
    for target in targets:
        yield StepUp(attacker.name, target.name, attack, distance, bonuses, file.disadvantage)


def _decks(
    decoded: Decoded[AttacksPosition],
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
    """A note where something would be pushed, pulled, or attacked besides."""
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
    """A note where somebody attacks or is attacked whose condition forbids it."""
    steps = [task for task in todo if isinstance(task, StepUp)]
    pairs = [(each.attacker, _NO_ATTACK) for each in steps] + [(each.target, _NO_TARGET) for each in steps]
    for name, forbidden in dict.fromkeys((name, tuple(words.items())) for name, words in pairs):
        for condition, what in forbidden:
            if any(token.condition == condition for token in state.figure(name).tokens):
                yield f"{name} is {_HAVING[condition]} and {what}; the attack is reckoned all the same"


def _check_mentions(decoded: Decoded[AttacksPosition], ruleset: Ruleset[Card], found: Diagnostics) -> None:
    """Report what is mentioned and is not there, and facts that are claimed of no line (E310)."""
    file, mentions = decoded.value, FileMentions(decoded, ruleset, found)
    mentions.check(file.claims, file.expect)
    for index, claim in enumerate(file.claims):
        (kind,) = claim.kinds
        if kind in FACTS and claim.after is None and not file.line:
            mentions.of_a_line(kind, decoded.key_span("claims", index, kind))
