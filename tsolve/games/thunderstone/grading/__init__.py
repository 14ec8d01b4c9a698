"""Grading for Thunderstone: its planner, its hands, its battles."""
