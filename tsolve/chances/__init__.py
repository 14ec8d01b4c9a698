"""What hands dealt from a deck can do: counted exactly where possible, otherwise sampled."""
