"""Players of whole games."""
