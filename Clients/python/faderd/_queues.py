"""What waits for somebody who reads: the newest change of each parameter, and the last presses. Neither grows while nobody reads."""

from __future__ import annotations

import collections
from typing import Protocol, TypeVar

from ._states import Change, Press
from ._values import Patterns

#: So many presses wait for a reader; older ones are forgotten.
MOST_PRESSES = 1000


R_co = TypeVar("R_co", covariant=True)


class Queue(Protocol[R_co]):
    """What a reader reads from. Time is an argument."""

    def take(self, now: float) -> R_co | float | None:
        """What waits longest; else the time at which something may be read; None if nothing waits."""


class Newest:
    """The newest change of each parameter that was not read yet, each at most `rate` times a second."""

    def __init__(self, patterns: Patterns, rate: float | None) -> None:
        if rate is not None and not rate > 0:
            raise ValueError(f"rate={rate!r}: give how many changes a second of one parameter are wanted, or None for all that can be read")
        self.patterns = patterns
        self._pause = 0.0 if rate is None else 1 / rate
        self._waiting: dict[str, Change] = {}
        self._free_at: dict[str, float] = {}

    def put(self, change: Change) -> None:
        """A parameter changed. What was not read of it before is forgotten."""
        if self.patterns.match(change.id):
            self._waiting[change.id] = change

    def take(self, now: float) -> Change | float | None:
        """The change that waited longest; else the time at which one may be read; None if none waits."""
        soonest: float | None = None
        for name, change in self._waiting.items():
            free_at = self._free_at.get(name, 0.0)
            if free_at <= now:
                del self._waiting[name]
                self._remember(name, now)
                return change
            soonest = free_at if soonest is None else min(soonest, free_at)
        return soonest

    def _remember(self, name: str, now: float) -> None:
        if self._pause == 0:
            return
        if len(self._free_at) > 1000:
            self._free_at = {other: time for other, time in self._free_at.items() if time > now}
        self._free_at[name] = now + self._pause


class Presses:
    """The presses of triggers that were not read yet."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self._waiting: collections.deque[Press] = collections.deque(maxlen=MOST_PRESSES)

    def put(self, press: Press) -> None:
        """A trigger was pressed."""
        if self.patterns.match(press.id):
            self._waiting.append(press)

    def take(self, now: float) -> Press | float | None:
        """The oldest press; None if none waits."""
        return self._waiting.popleft() if self._waiting else None
