"""Gloomhaven as a game package: scenarios, single attacks, and the campaign between scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from tsolve.games.module import GameModule
from tsolve.source import tree

if TYPE_CHECKING:
    from tsolve.contract.position import Position
    from tsolve.diagnostics import Diagnostics
    from tsolve.errors import InputError
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.asking import GloomhavenQuestions
    from tsolve.games.gloomhaven.cards import Card
    from tsolve.games.gloomhaven.setting_up import ScenarioSettingUp
    from tsolve.games.gloomhaven.state import State
    from tsolve.games.module import Hunter
    from tsolve.model.trace import Entry
    from tsolve.players import Start
    from tsolve.rules.ruleset import Ruleset
    from tsolve.source.decoded import Decoded
    from tsolve.source.tree import Node
    from tsolve.worlds.hunt import Hunt
    from tsolve.written.form import Field
    from tsolve.written.position_file import PositionFile
    from tsolve.written.position_text import NewGame


class GloomhavenModule(GameModule["State", "Action", "Card", "PositionFile"]):
    """The types of Gloomhaven, each room imported when it is asked for.

    A file with the key `campaign` is about the campaign, one with the key `attacks` about attacks without a
    map, any other about a scenario.
    """

    id = "gloomhaven"

    @property
    def card_type(self) -> type[Card]:
        from tsolve.games.gloomhaven.cards import Card

        return Card

    @property
    def position_type(self) -> type[PositionFile]:
        from tsolve.games.gloomhaven.writing.statements import ScenarioFile

        return ScenarioFile

    @property
    def file_types(self) -> Sequence[type[PositionFile]]:
        from tsolve.games.gloomhaven.attacks.position_file import AttacksFile
        from tsolve.games.gloomhaven.campaign.position_file import CampaignPositionFile

        return self.position_type, CampaignPositionFile, AttacksFile

    def file_type(self, root: Node) -> type[PositionFile]:
        if isinstance(root, tree.MappingNode):
            for place, key in enumerate(("campaign", "attacks"), 1):
                if root.get(key) is not None:
                    return self.file_types[place]
        return self.position_type

    def plain_form(self, root: Node, ruleset: Ruleset[Card], found: Diagnostics) -> Node:
        if not isinstance(root, tree.MappingNode):
            return root
        from tsolve.games.gloomhaven.writing.kinds_of_files import in_plain_form

        return in_plain_form(root, ruleset, found)

    def explained(self, error: InputError, root: Node) -> InputError:
        if not isinstance(root, tree.MappingNode):
            return error
        from tsolve.games.gloomhaven.writing.kinds_of_files import explained

        return explained(error, root)

    def asking(self, ruleset: Ruleset[Card]) -> GloomhavenQuestions:
        from tsolve.games.gloomhaven.asking import GloomhavenQuestions

        return GloomhavenQuestions(ruleset)

    @property
    def form(self) -> Sequence[Field]:
        from tsolve.games.gloomhaven.writing.form import FORM

        return FORM

    def begin(
        self,
        ruleset: Ruleset[Card],
        readings: Mapping[str, str],
        seed: int,
        players: int,
        sets: Sequence[str],
        chosen: Mapping[str, object],
    ) -> Start[State, Action]:
        from random import Random

        from tsolve.diagnostics import Diagnostics
        from tsolve.players import start_of
        from tsolve.source.decode import decode
        from tsolve.source.parse import parse
        from tsolve.written.position_text import NewGame

        table = self.setting_up(ruleset, NewGame(readings, players, sets, chosen))
        random = Random(seed)
        text = table.lay_out(table.draw(random), random).position
        decoded = decode(parse(text, "<setup>"), self.position_type)
        position = self.open(decoded, ruleset, Diagnostics()).to_the_end().under(readings)
        return start_of(position)

    def setting_up(self, ruleset: Ruleset[Card], new: NewGame) -> ScenarioSettingUp:
        from tsolve.games.gloomhaven.setting_up import ScenarioSettingUp

        return ScenarioSettingUp(ruleset, new)

    @property
    def choices(self) -> Mapping[str, str]:
        from tsolve.games.gloomhaven.setting_up import CHOICES

        return CHOICES

    def part(self, state: State) -> str:
        return f"Round {state.round}"

    def how_it_ended(self, state: State) -> str:
        return f"the scenario is {state.ended}"

    def is_news(self, entry: Entry) -> bool:
        """Not the numbers of an attack one by one, nor whose turn it is."""
        return entry.step not in ("turn", "focus") and entry.quantity in ("", "hit points", "money tokens")

    def hunted(self, hand: int, boxes: str) -> str:
        return "up to four characters and three monsters of a type on up to 8 x 6 hexes"

    def hunter(self, hunt: Hunt[Card]) -> Hunter:
        from tsolve.games.gloomhaven.judging.hunt import TurnHunter

        return TurnHunter(hunt)

    def open(
        self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics
    ) -> Position[Any, Any]:
        if isinstance(decoded.value, self.position_type):
            from tsolve.games.gloomhaven.position import open_scenario

            return open_scenario(cast("Any", decoded), ruleset, found)
        if isinstance(decoded.value, self.file_types[1]):
            from tsolve.games.gloomhaven.campaign.position import position_from as open_campaign

            return open_campaign(cast("Any", decoded), ruleset, found)
        from tsolve.games.gloomhaven.attacks.reading import position_from

        return position_from(cast("Any", decoded), ruleset, found)


GAME = GloomhavenModule()
