"""A parameter, a drag, a text field, and what iterates over changes, for ordinary programs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

from . import _calls
from ._errors import FaderdError, Gone
from ._link import Link
from ._queues import Newest, Presses, Queue
from ._states import Change, Draft, Outcome, Press, State
from ._values import Patterns
from ._view import View, change_of, moved

V = TypeVar("V")
R = TypeVar("R")


class Parameter(View[V]):
    """A parameter: `f["master"]`, or what `declare` returns. Reading is instant, writing waits until the value is safe on disk."""

    def __init__(self, link: Link, name: str) -> None:
        super().__init__(link.core, name)
        self._link = link

    @property
    def value(self) -> V:
        """Its value. Setting it asks the daemon, and raises Refused with an example. A value beyond the range is clamped.

        While no daemon is there, a parameter that this program declared takes it, and it is sent when one comes; any other raises Gone.
        """
        return self._value()

    @value.setter
    def value(self, value: V) -> None:
        self._link.check()
        with self._link.turn:
            is_own = self._id in self._core.declared
            if not self._core.is_ready and self._core.set_locally(self._id, value):
                return
        try:
            self._link.answered(self._link.ask(_calls.put(self._id, {"value": value}), is_patient=not is_own))
        except Gone as error:
            # With a kind, the daemon is there and says why it cannot.
            with self._link.turn:
                if error.kind or not self._core.set_locally(self._id, value):
                    raise

    @property
    def position(self) -> float | None:
        """Where the value lies on the travel, 0…1; None if no control can drive it. Setting it is answered at once, before it is on disk."""
        return self.state.position

    @position.setter
    def position(self, position: float) -> None:
        self.set(position=position)

    def set(self, text: str | None = None, *, value: Any = None, position: float | None = None, revision: int | None = None) -> State:
        """Sets what a person would type, as `set("-6 dB")`, or a value, or a position. Returns what was accepted: see its `clamped`.

        With `revision` it is only set if that is still the parameter's revision; else it raises Outdated. If the daemon restarts, it waits
        for that, and raises Gone if it stays away; then nothing is set later. If `value` was set meanwhile, that is newer, and counts.
        """
        sets = self._core.times_set(self._id)
        newer = lambda: None if self._core.times_set(self._id) == sets else _calls.get(self._id)  # noqa: E731
        call = _calls.put(self._id, change_of(text, value, position), revision)
        return self._link.answered(self._link.ask(call, instead=newer))[0]

    def step(self, count: int) -> State:
        """Moves by so many steps."""
        return self._link.answered(self._link.ask(_calls.step(self._id, count)))[0]

    def reset(self) -> State:
        """Back to the default."""
        return self._link.answered(self._link.ask(_calls.reset(self._id)))[0]

    def press(self) -> State:
        """Presses a trigger; answered at once."""
        return self._link.answered(self._link.ask(_calls.press(self._id)))[0]

    def check(self, text: str) -> Draft:
        """What a typed text would set. Changes nothing."""
        return self._link.ask(_calls.check(self._id, text))

    def edit(self) -> Edit:
        """A text field over the fader: `with p.edit() as field: field.draft("-3"); field.submit()`."""
        return Edit(self._link, self._id)

    def watch(self, *, rate: float | None = 30, timeout: float | None = None) -> Reader[Change]:
        """Iterates over its changes, as `Connection.watch` does."""
        with self._link.turn:
            queue = Newest(Patterns(exactly=self._id), rate)
            self._core.follow(queue)
        return Reader(self._link, queue, timeout)

    def pressed(self, *, timeout: float | None = None) -> Reader[Press]:
        """Iterates over its presses, as `Connection.pressed` does."""
        with self._link.turn:
            queue = Presses(Patterns(exactly=self._id))
            self._core.follow(queue)
        return Reader(self._link, queue, timeout)


class Reader(Generic[R]):
    """Iterates over changes or presses until the connection ends. It costs little while nobody reads it; `close()` ends it."""

    def __init__(self, link: Link, queue: Queue[R], timeout: float | None) -> None:
        self._link = link
        self._queue = queue
        self._timeout = timeout
        self._is_closed = False

    def __iter__(self) -> Iterator[R]:
        return self

    def __next__(self) -> R:
        self._link.check()
        deadline = None if self._timeout is None else time.monotonic() + self._timeout
        turn, core = self._link.turn, self._link.core
        while True:
            with turn:
                found = self._queue.take(time.monotonic())
                if found is None:
                    left = None if deadline is None else deadline - time.monotonic()
                    if self._is_closed or core.is_closed or (left is not None and left <= 0):
                        self.close()
                        raise StopIteration
                    turn.wait(left)
                    continue
            if not isinstance(found, float):
                return found
            # What changes until then replaces what waits, so nobody has to be woken for it.
            time.sleep(max(found - time.monotonic(), 0))

    def close(self) -> None:
        """Ends it: what waits in `for` stops there."""
        with self._link.turn:
            self._is_closed = True
            self._link.core.unfollow(self._queue)
            self._link.turn.notify_all()

    def __enter__(self) -> Reader[R]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Gesture:
    """A drag, made with `Connection.gesture()`. It holds its parameters as a hand does, and ends with its `with`.

    Two seconds without a move end it, too. When a hand comes to the fader, a move raises InHand: end the drag then.
    """

    def __init__(self, link: Link, name: str) -> None:
        self.name = name
        self._link = link
        self._last: tuple[str, dict[str, Any]] | None = None

    def move(self, parameter: str | View[Any], position: float | None = None, **parts: float) -> State:
        """Moves a parameter to a position, 0…1; a range or color by parts: `move("price", low=0.1, high=0.8)`. Answered at once."""
        name = parameter if isinstance(parameter, str) else parameter.id
        body = moved(self.name, position, parts)
        state = self._link.ask(_calls.put(name, body))
        self._last = (name, body)
        return self._link.answered(state)[0]

    def __enter__(self) -> Gesture:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._last is None:
            return
        name, body = self._last
        self._last = None
        try:
            self._link.answered(self._link.ask(_calls.put(name, {**body, "end": True})))
        except FaderdError:
            # It ends even if this is refused, or with its session; a hand that came meanwhile has ended it already.
            pass


class Edit:
    """A text field over a parameter, made with `Parameter.edit()`. Nobody else sees its draft. Whoever moves the fader wins.

    Leaving its `with` cancels it, unless it was submitted. A restart of the daemon ends it: the next call raises Unknown or Gone.
    """

    def __init__(self, link: Link, name: str) -> None:
        self._link = link
        self._edit: str | None = link.ask(_calls.edit(name))

    def draft(self, text: str) -> Draft:
        """The whole text typed so far: the value it would give, or why it is none."""
        return self._link.ask(_calls.draft(self._name(), text))

    def submit(self) -> Outcome:
        """Return was pressed: writes the draft. If it is `refused`, the edit goes on."""
        return self._end("submit")

    def blur(self) -> Outcome:
        """The field was left: writes a draft that is a value and differs, else restores."""
        return self._end("blur")

    def cancel(self) -> Outcome:
        """Escape was pressed: discards the draft."""
        return self._end("cancel")

    def _name(self) -> str:
        if self._edit is None:
            raise FaderdError("this edit has ended; begin another with edit()")
        return self._edit

    def _end(self, act: str) -> Outcome:
        outcome = self._link.ask(_calls.end_edit(self._name(), act))
        if outcome.outcome != "refused":
            self._edit = None
        self._link.answered(outcome.state)
        return outcome

    def __enter__(self) -> Edit:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._edit is None:
            return
        try:
            self.cancel()
        except FaderdError:
            pass  # It has ended with its session, which discards the draft, too.
