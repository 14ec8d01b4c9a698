"""One Hypothesis profile for all tests: the same examples in every run, and no clock."""

from hypothesis import settings

settings.register_profile("tsolve", deadline=None, derandomize=True)
settings.load_profile("tsolve")
