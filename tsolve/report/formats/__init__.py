"""Answers for programs: JSON, CSV, JUnit, annotations."""
