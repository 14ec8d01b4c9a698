"""One Hypothesis profile for all tests: the same examples in every run, and no clock. And a Ctrl-C that works:
a process that is started in the background ignores it, and so would the ones it starts.
"""

import signal

from hypothesis import settings

settings.register_profile("tsolve", deadline=None, derandomize=True)
settings.load_profile("tsolve")
signal.signal(signal.SIGINT, signal.default_int_handler)
