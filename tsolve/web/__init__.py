"""A page for the table: positions made by picking, answers in place, on a laptop or a phone."""
