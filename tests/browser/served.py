"""The page's server for as long as it is needed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_ADDRESS = re.compile(r"http://\S+/")


@contextmanager
def served() -> Iterator[str]:
    """Starts it at a free port, gives its address, and ends it."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tsolve", "serve", "--no-open", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout is not None
    try:
        found = next((found[0] for line in server.stdout if (found := _ADDRESS.search(line))), "")
        assert found, "the server has not begun"
        yield found
    finally:
        server.terminate()
        server.wait(20)
        server.stdout.close()
