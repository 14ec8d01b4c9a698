"""Starts the server: its socket, its addresses, and a code by which a phone opens the page."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from typing import NamedTuple

from tsolve.errors import UsageError
from tsolve.web.wire import KEY

LOCAL = "127.0.0.1"
_HERE = (LOCAL, "localhost", "::1")
_NAMES_HERE = (LOCAL, "localhost", "[::1]")
_EVERYWHERE = ("0.0.0.0", "::", "")


class Served(NamedTuple):
    """Where the page is."""

    address: str
    """The whole address, with the key that it needs."""
    code: str = ""
    """The address as a code that a phone reads, in block characters; empty for this machine alone."""


def serve(host: str, port: int, seconds: float, ready: Callable[[Served], None], workers: int = 0) -> None:
    """Serve the page until Ctrl-C.

    Args:
        host: the address to listen at; only for `LOCAL` no key is needed.
        port: 0 for a free one.
        seconds: how long a question may take.
        ready: hears where the page is, as soon as it can be opened.
        workers: how many processes answer questions; see `Desk`.

    Raises UsageError: the address cannot be listened at.
    """
    from tsolve.web.app import app
    from tsolve.web.connection import run

    found = listening(host, port)
    port = found.getsockname()[1]
    key = "" if host in _HERE else secrets.token_urlsafe(16)
    hosts = hosts_of(host, port)
    address = f"http://{hosts[0]}/{f'?{KEY}={key}' if key else ''}"
    ready(Served(address, _code(address) if key else ""))
    run(app(hosts, seconds, key, workers), [found])


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises UsageError."""
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(100)
    except (OSError, ValueError) as error:
        found.close()
        reason = getattr(error, "strerror", "") or "this is no address"
        raise UsageError(f"cannot listen at {host}, port {port}: {reason}") from None
    return found


def hosts_of(host: str, port: int) -> Sequence[str]:
    """The names by which the page is opened, each with the port, the one that is shown first."""
    if host in _HERE:
        names: tuple[str, ...] = (f"[{host}]" if ":" in host else host, *_NAMES_HERE)
    else:
        others = _of_network() if host in _EVERYWHERE else (f"[{host}]" if ":" in host else host,)
        names = (*others, socket.gethostname(), *_NAMES_HERE)
    ports = ("", ":80") if port == 80 else (f":{port}",)
    return tuple(dict.fromkeys(f"{name.casefold()}{each}" for name in names for each in ports))


def _of_network() -> Iterable[str]:
    """The addresses of this machine in its networks."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses the way out
            yield probe.getsockname()[0]
        except OSError:
            pass
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        found = []
    yield from (str(each[4][0]) for each in found)


def _code(address: str) -> str:
    import segno

    drawn = StringIO()
    segno.make(address, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
