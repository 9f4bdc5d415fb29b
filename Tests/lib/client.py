"""The Python library under test: that of this checkout, not one that is installed."""

import os
import sys

import testing

SOURCE = os.path.realpath(f"{os.path.dirname(__file__)}/../../Clients/python")
sys.path.insert(0, SOURCE)

import faderd  # noqa: E402
import faderd.aio  # noqa: E402


def connect(daemon, by="test", **more):
    """A connection to a daemon of a test, closed at its end. The daemon need not run."""
    connection = faderd.connect(daemon.socket, by=by, **more)
    testing.defer(connection.close)
    return connection


def environment(daemon):
    """For a program in a process of its own."""
    return {"PATH": os.environ["PATH"], "HOME": daemon.directory, "FADERD_SOCKET": daemon.socket, "PYTHONPATH": SOURCE, "LC_ALL": "C.UTF-8"}


def refusal(act, kind=None):
    """What an act raises, which must be of this class."""
    try:
        act()
    except (kind or faderd.FaderdError) as error:
        return error
    raise testing.Failure(f"it did not raise {(kind or faderd.FaderdError).__name__}")
