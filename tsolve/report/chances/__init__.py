"""What a deck can do, and how likely."""
