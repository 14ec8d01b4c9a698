"""What a hand dealt from a deck can do: the figures of one hand, and the chances of all of them."""
