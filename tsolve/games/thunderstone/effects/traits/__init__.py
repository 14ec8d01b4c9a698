"""Standing abilities of Heroes and Weapons."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.traits.among_veterans import AmongVeterans
from tsolve.games.thunderstone.effects.traits.back_on_deck import BackOnDeck
from tsolve.games.thunderstone.effects.traits.bearer_bonus import BearerBonus
from tsolve.games.thunderstone.effects.traits.bearer_strength import BearerStrength
from tsolve.games.thunderstone.effects.traits.bonus_per import BonusPer
from tsolve.games.thunderstone.effects.traits.cannot_attack_rank import CannotAttackRank
from tsolve.games.thunderstone.effects.traits.enchant import Enchant
from tsolve.games.thunderstone.effects.traits.equipped_bonus import EquippedBonus
from tsolve.games.thunderstone.effects.traits.far_shot import FarShot
from tsolve.games.thunderstone.effects.traits.hoard import Hoard
from tsolve.games.thunderstone.effects.traits.inspire import Inspire
from tsolve.games.thunderstone.effects.traits.kindled_light import KindledLight
from tsolve.games.thunderstone.effects.traits.magic_of_gold import MagicOfGold
from tsolve.games.thunderstone.effects.traits.more_weapons import MoreWeapons
from tsolve.games.thunderstone.effects.traits.multiply_magic import MultiplyMagic
from tsolve.games.thunderstone.effects.traits.rank_bonus import RankBonus
from tsolve.games.thunderstone.effects.traits.redirect import Redirect
from tsolve.games.thunderstone.effects.traits.save_bearer import SaveBearer
from tsolve.games.thunderstone.effects.traits.strength_per_kin import StrengthPerKin
from tsolve.games.thunderstone.effects.traits.strong_bearer import StrongBearer
from tsolve.games.thunderstone.effects.traits.surplus_light import SurplusLight

__all__ = [
    "AmongVeterans",
    "AnyTrait",
    "BackOnDeck",
    "BearerBonus",
    "BearerStrength",
    "BonusPer",
    "CannotAttackRank",
    "Enchant",
    "EquippedBonus",
    "FarShot",
    "Hoard",
    "Inspire",
    "KindledLight",
    "MagicOfGold",
    "MoreWeapons",
    "MultiplyMagic",
    "RankBonus",
    "Redirect",
    "SaveBearer",
    "StrengthPerKin",
    "StrongBearer",
    "SurplusLight",
]

AnyTrait = (
    AmongVeterans
    | SaveBearer
    | MoreWeapons
    | FarShot
    | BearerStrength
    | BackOnDeck
    | BearerBonus
    | BonusPer
    | CannotAttackRank
    | Enchant
    | EquippedBonus
    | Hoard
    | Inspire
    | KindledLight
    | MagicOfGold
    | MultiplyMagic
    | RankBonus
    | Redirect
    | StrengthPerKin
    | StrongBearer
    | SurplusLight
)
