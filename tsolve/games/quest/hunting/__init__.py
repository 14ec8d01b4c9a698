"""Hunts for the smallest position of Quest on which two readings differ: its random positions and their
parts.
"""
