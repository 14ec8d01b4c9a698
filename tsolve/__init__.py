"""Settle disputes at the game table: legal actions, best plays with proof, and the rules cited.

>>> import tsolve
>>> answer = tsolve.api.check(tsolve.api.load("dispute.yaml"))
>>> answer.verdict, answer.holds

`tsolve.api` is the library, `tsolve.errors` what it raises. Both are imported when they are first used.
"""

from tsolve.version import VERSION

TYPE_CHECKING = False  # as that of typing, which takes long to import

if TYPE_CHECKING:
    from tsolve import api as api
    from tsolve import errors as errors

__version__ = VERSION

if not TYPE_CHECKING:  # else no name would be unknown to a type checker

    def __getattr__(name):
        from importlib import import_module

        if name in ("api", "errors"):
            return import_module(f"tsolve.{name}")
        message = f"module 'tsolve' has no attribute {name!r}"
        if not name.startswith("_") and name in import_module("tsolve.api").__all__:
            message += f"; it is tsolve.api.{name}"
        raise AttributeError(message)
