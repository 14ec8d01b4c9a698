"""What grading a turn has to know of Thunderstone: its planner, its hands, its battles."""
