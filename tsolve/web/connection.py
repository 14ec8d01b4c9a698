"""How uvicorn serves the page: quietly, and with no patience for a request that does not begin."""

from __future__ import annotations

import asyncio
import logging
from socket import socket

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tsolve.web.guard import MOST_SECONDS


def run(app: ASGIApp, sockets: list[socket]) -> None:
    """Serve this app until Ctrl-C. From now on no library logs anything in this process."""
    server = _server(app)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.get_loop()  # made first: Ctrl-C leaves no server behind that was told to serve and never did
        runner.run(server.serve(sockets=sockets))


def _server(app: ASGIApp) -> uvicorn.Server:
    logging.disable()  # no position stands in a log, and no address with a key
    settings = uvicorn.Config(
        app,
        http=_Connection,
        ws="none",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=0,
    )
    return uvicorn.Server(settings)


class _Connection(H11Protocol):
    """One that is closed where the head of a request takes too long."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._unwatch()
        elif self._late is None:
            self._late = self.loop.call_later(MOST_SECONDS, self.transport.close)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
