"""What is said of a position: verdicts, what is legal, why not, targets, points."""
