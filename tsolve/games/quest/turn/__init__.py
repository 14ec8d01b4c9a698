"""The course of a turn, phase by phase."""
