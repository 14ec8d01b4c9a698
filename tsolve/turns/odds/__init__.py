"""What hands dealt from a deck can do: counted exactly where that is possible, else sampled."""
