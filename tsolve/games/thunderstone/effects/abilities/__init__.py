"""What abilities do."""
