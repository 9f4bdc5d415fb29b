"""Faders in your own program: a client of faderd, the fader server for Linux. It needs nothing but Python.

    import faderd

    with faderd.connect(by="lamp") as f:
        level = f.declare("lamp.level", max=100, unit="%", decimals=0)
        for change in level.watch():
            print(change.text)

`connect` makes a `Connection`, whose methods wait; `faderd.aio` has the same for asyncio. A parameter has `value`, `text` and `position`,
and `set("-6 dB")` takes what a person would type, or raises `Refused` with an example. Neither a missing daemon nor one that restarts is an
error: the program works with its defaults, and gets its faders when the daemon comes.
"""

from ._connection import Connection, connect
from ._errors import FaderdError, Gone, InHand, NotDurable, Outdated, Refused, Unknown
from ._parameter import Edit, Gesture, Parameter, Reader
from ._states import Change, Draft, Option, Outcome, Press, Problem, Restored, Snapshot, State
from ._kinds import Value

__version__ = "0.3.0"

__all__ = [
    "Change", "Connection", "Draft", "Edit", "FaderdError", "Gesture", "Gone", "InHand", "NotDurable", "Option", "Outcome", "Outdated",
    "Parameter", "Press", "Problem", "Reader", "Refused", "Restored", "Snapshot", "State", "Unknown", "Value", "connect",
]
