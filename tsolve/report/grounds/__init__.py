"""What an answer rests on: rules, readings, sums."""
