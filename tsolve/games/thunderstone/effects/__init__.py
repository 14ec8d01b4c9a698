"""What cards do. One module per kind of effect: how the engine carries it out, what it contributes, how it
reads.

The folders are the six places where a card may carry effects: `deeds` (what an ability does), `traits` (of
Heroes and Weapons), `guards` (traits of Monsters), `battle`, `breach` and `spoils`. A new kind is one new
module and one line in the union of its folder; the card files then may use it.
"""
