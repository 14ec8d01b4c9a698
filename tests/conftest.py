"""One Hypothesis profile for all tests: the same examples in every run, and no clock. A Ctrl-C that works:
what is started in the background ignores it, and so would all that it starts.
"""

import signal

from hypothesis import settings

settings.register_profile("tsolve", deadline=None, derandomize=True)
settings.load_profile("tsolve")
signal.signal(signal.SIGINT, signal.default_int_handler)
