"""What abilities do."""

from __future__ import annotations

from tsolve.games.thunderstone.effects.deeds.arrange_dungeon import ArrangeDungeon
from tsolve.games.thunderstone.effects.deeds.attack import GainAttack
from tsolve.games.thunderstone.effects.deeds.attack_per import AttackPer
from tsolve.games.thunderstone.effects.deeds.banish import Banish
from tsolve.games.thunderstone.effects.deeds.borrow_hero import BorrowHero
from tsolve.games.thunderstone.effects.deeds.destroy_card import DestroyCard
from tsolve.games.thunderstone.effects.deeds.draw import DrawCardsDeed
from tsolve.games.thunderstone.effects.deeds.draw_for_strength import DrawForStrength
from tsolve.games.thunderstone.effects.deeds.draw_on_monster import DrawOnMonster
from tsolve.games.thunderstone.effects.deeds.draw_per_kin import DrawPerKin
from tsolve.games.thunderstone.effects.deeds.draw_unmatched import DrawUnmatched
from tsolve.games.thunderstone.effects.deeds.exchange_heroes import ExchangeHeroes
from tsolve.games.thunderstone.effects.deeds.experience import GainExperience
from tsolve.games.thunderstone.effects.deeds.feed import Feed
from tsolve.games.thunderstone.effects.deeds.gold import GainGold
from tsolve.games.thunderstone.effects.deeds.gold_of_destroyed import GoldOfDestroyed
from tsolve.games.thunderstone.effects.deeds.guess import Guess
from tsolve.games.thunderstone.effects.deeds.larger_hand import LargerHand
from tsolve.games.thunderstone.effects.deeds.light_of_level import LightOfLevel
from tsolve.games.thunderstone.effects.deeds.lighten import Lighten
from tsolve.games.thunderstone.effects.deeds.magic import GainMagic
from tsolve.games.thunderstone.effects.deeds.magic_of_destroyed import MagicOfDestroyed
from tsolve.games.thunderstone.effects.deeds.others_discard import OthersDiscard
from tsolve.games.thunderstone.effects.deeds.plunder import Plunder, PlunderForAttack
from tsolve.games.thunderstone.effects.deeds.polymorph import Polymorph
from tsolve.games.thunderstone.effects.deeds.purchases import MorePurchases
from tsolve.games.thunderstone.effects.deeds.put_back import PutCardsBack
from tsolve.games.thunderstone.effects.deeds.rally import Rally
from tsolve.games.thunderstone.effects.deeds.reuse_spell import ReuseSpell
from tsolve.games.thunderstone.effects.deeds.send_down import SendDownDeed
from tsolve.games.thunderstone.effects.deeds.strike_deck import StrikeDeck
from tsolve.games.thunderstone.effects.deeds.tainted_feast import TaintedFeast
from tsolve.games.thunderstone.effects.deeds.take_monster import TakeMonster
from tsolve.games.thunderstone.effects.deeds.throw import Throw
from tsolve.games.thunderstone.effects.deeds.trade_up import TradeUp
from tsolve.games.thunderstone.effects.deeds.transmute import Transmute

__all__ = [
    "AnyDeed",
    "ArrangeDungeon",
    "AttackPer",
    "Banish",
    "BorrowHero",
    "DestroyCard",
    "DrawCardsDeed",
    "DrawForStrength",
    "DrawOnMonster",
    "DrawPerKin",
    "DrawUnmatched",
    "ExchangeHeroes",
    "Feed",
    "GainAttack",
    "GainExperience",
    "GainGold",
    "GainMagic",
    "GoldOfDestroyed",
    "Guess",
    "LargerHand",
    "LightOfLevel",
    "Lighten",
    "MagicOfDestroyed",
    "MorePurchases",
    "OthersDiscard",
    "Plunder",
    "PlunderForAttack",
    "Polymorph",
    "PutCardsBack",
    "Rally",
    "ReuseSpell",
    "SendDownDeed",
    "StrikeDeck",
    "TaintedFeast",
    "TakeMonster",
    "Throw",
    "TradeUp",
    "Transmute",
]

AnyDeed = (
    ArrangeDungeon
    | AttackPer
    | Banish
    | BorrowHero
    | DestroyCard
    | DrawCardsDeed
    | DrawForStrength
    | DrawOnMonster
    | DrawPerKin
    | DrawUnmatched
    | ExchangeHeroes
    | Feed
    | GainAttack
    | GainExperience
    | GainGold
    | GainMagic
    | GoldOfDestroyed
    | Guess
    | LargerHand
    | LightOfLevel
    | Lighten
    | MagicOfDestroyed
    | MorePurchases
    | OthersDiscard
    | Plunder
    | PlunderForAttack
    | Polymorph
    | PutCardsBack
    | Rally
    | ReuseSpell
    | SendDownDeed
    | StrikeDeck
    | TaintedFeast
    | TakeMonster
    | Throw
    | TradeUp
    | Transmute
)
