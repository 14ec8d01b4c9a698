"""What every game offers, and what can be done with any game that offers it."""
