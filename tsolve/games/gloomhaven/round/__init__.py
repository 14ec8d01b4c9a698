"""A round: who acts when, and what happens at its end."""
