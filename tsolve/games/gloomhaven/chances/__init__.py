"""What attacks may come to, and how likely that is."""
