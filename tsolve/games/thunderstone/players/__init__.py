"""The quick player of whole games: what a party can beat, what a card is worth, and what to do."""
