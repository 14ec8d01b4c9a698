"""Thunderstone Quest."""
