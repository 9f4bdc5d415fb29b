"""The connection for ordinary programs."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, TypeVar, overload

from . import _calls
from ._calls import Call
from ._errors import Unknown
from ._link import Link
from ._parameter import Gesture, Parameter, Reader
from ._queues import Newest, Presses
from ._states import Change, Press, Restored, Snapshot, State
from ._values import Patterns
from ._view import Overview

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")


class Connection(Overview):
    """A connection to faderd, made with `faderd.connect()`. Any thread may use it; it ends with its process, or with `close()`.

    It is made even if there is no daemon, and again whenever there is one: what this program declared is declared again, and `watch` shows
    what changed meanwhile. `problems` says what is wrong. A child made by `os.fork` cannot use it and does not disturb it.
    """

    def __init__(self, link: Link) -> None:
        super().__init__(link.core, link.turn)
        self._link = link

    # Life.

    def close(self) -> None:
        """Takes back what was declared without `keep`, and ends the connection. It may be called twice."""
        self._link.close()

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until there is a daemon that knows everything that was declared here; whether there is one."""
        return self._link.wait(timeout)

    # Parameters.

    @overload
    def declare(self, id: str, *, kind: Literal["toggle"], value: Any = None, keep: bool = False, **keys: Any) -> Parameter[bool]: ...
    @overload
    def declare(self, id: str, *, kind: Literal["integer"], value: Any = None, keep: bool = False, **keys: Any) -> Parameter[int]: ...
    @overload
    def declare(
        self, id: str, *, kind: Literal["choice", "text", "color"], value: Any = None, keep: bool = False, **keys: Any,
    ) -> Parameter[str]: ...
    @overload
    def declare(
        self, id: str, *, kind: Literal["range"], value: Any = None, keep: bool = False, **keys: Any,
    ) -> Parameter[tuple[float, float]]: ...
    @overload
    def declare(self, id: str, *, kind: Literal["trigger"], value: None = None, keep: bool = False, **keys: Any) -> Parameter[None]: ...
    @overload
    def declare(self, id: str, *, type: str, value: Any = None, keep: bool = False, **keys: Any) -> Parameter[Any]: ...
    @overload
    def declare(self, id: str, *, value: Any = None, keep: bool = False, **keys: Any) -> Parameter[float]: ...

    def declare(self, id: str, *, value: Any = None, keep: bool = False, **keys: Any) -> Parameter[Any]:
        """Declares a parameter, which lives as long as this connection: `declare("lamp.level", max=100, unit="%", decimals=0)`.

        `keys` are those of a parameter in the config, with `_` for `-`; without any it is a number from 0 to 1. `value` is its first value,
        if the daemon remembers none. `keep`: it outlives the connection. If the config has that id, in the same kind, it is that parameter
        as the config describes it. Raises Refused if the daemon refuses it. Without a daemon it works with its defaults, and is declared
        when one comes.
        """
        self._link.declare(id, keys, value, keep)
        return Parameter(self._link, id)

    def undeclare(self, id: str) -> None:
        """Takes a declaration back before the connection ends."""
        self._link.undeclare(id)

    def __getitem__(self, id: str) -> Parameter[Any]:
        """A parameter, whoever made it. Raises Unknown, with a suggestion, if the daemon has none of that id."""
        self._link.check()
        try:
            with self._link.turn:
                self._core.expect(id)
        except Unknown:
            if not self._core.only.match(id):
                raise
            # It may be newer than the last event.
            self._link.answered(self._link.ask(_calls.get(id)))
        return Parameter(self._link, id)

    def set(self, values: Mapping[str, Any]) -> tuple[State, ...]:
        """Sets several parameters as one act, all or none. A text is what a person would type: `{"master": "-6 dB", "lamp.level": 40}`."""
        return self._link.answered(*self._link.ask(_calls.patch(values)))

    def press(self, id: str) -> State:
        """Presses a trigger."""
        return self[id].press()

    def gesture(self, name: str | None = None) -> Gesture:
        """A drag: `with f.gesture("phone") as drag: drag.move("master", 0.4)`. All its moves are one entry of the history."""
        return Gesture(self._link, name or self._core.by)

    # What happens.

    def watch(self, patterns: str | Iterable[str] = (), *, rate: float | None = 30, timeout: float | None = None) -> Reader[Change]:
        """Iterates over changes: first the present values, then the newest of each parameter, at most `rate` times a second.

        Each pattern is the beginning of an id, or with `*` or `?` a pattern of the whole id. A program that reads slowly misses steps in
        between and never the last one. It ends with the connection, or after `timeout` seconds without a change.
        """
        queue = Newest(Patterns(patterns), rate)
        self._follow(queue)
        return Reader(self._link, queue, timeout)

    def pressed(self, patterns: str | Iterable[str] = (), *, timeout: float | None = None) -> Reader[Press]:
        """Iterates over the presses of triggers, as `watch` does over changes. At most 1,000 wait for a reader."""
        queue = Presses(Patterns(patterns))
        self._follow(queue)
        return Reader(self._link, queue, timeout)

    def on_change(self, patterns: str | Iterable[str] = (), *, rate: float | None = 30) -> Callable[[F], F]:
        """`@f.on_change("lamp.*")` calls a function with each Change, on a thread of its own. An error in it is shown and ends nothing."""
        return self._calling(lambda: self.watch(patterns, rate=rate))

    def on_press(self, patterns: str | Iterable[str] = ()) -> Callable[[F], F]:
        """`@f.on_press("chorus")` calls a function with each Press, on a thread of its own. An error in it is shown and ends nothing."""
        return self._calling(lambda: self.pressed(patterns))

    def _follow(self, queue: Newest | Presses) -> None:
        self._link.check()
        with self._link.turn:
            self._core.follow(queue)

    def _calling(self, reader: Callable[[], Reader[R]]) -> Callable[[F], F]:
        def decorate(function: F) -> F:
            items = reader()

            def run() -> None:
                for item in items:
                    try:
                        function(item)
                    except Exception:
                        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
            threading.Thread(target=run, name=f"faderd {getattr(function, '__name__', 'call')}", daemon=True).start()
            return function
        return decorate

    # History and snapshots.

    def undo(self, count: int = 1) -> Restored:
        """Undoes the last changes, except what was changed with the key of a page."""
        return self._restored(_calls.undo(count))

    def redo(self, count: int = 1) -> Restored:
        """Redoes what was undone last."""
        return self._restored(_calls.redo(count))

    def snapshots(self) -> tuple[Snapshot, ...]:
        """All snapshots, in their order."""
        return self._link.ask(_calls.snapshots())

    def save(self, name: str, *, over: float | None = None) -> Snapshot:
        """Saves all values under a name; `over`: seconds of the fade with which they are recalled."""
        return self._link.ask(_calls.save(name, over))

    def recall(self, name: str, *, over: float | None = None, only: str | Iterable[str] = (), leaving: str | Iterable[str] = ()) -> Restored:
        """Sets the values of a snapshot, over so many seconds, only those of some parameters, or leaving some out."""
        return self._restored(_calls.recall(name, over, only, leaving))

    def _restored(self, call: Call[Restored]) -> Restored:
        restored = self._link.ask(call)
        self._link.answered(*restored.states)
        return restored


def connect(
    socket: str | os.PathLike[str] | None = None, *, by: str, only: str | Iterable[str] = (), timeout: float = 5.0,
) -> Connection:
    """Connects to faderd, where faderctl finds it, too: `with faderd.connect(by="lamp") as f: …`.

    `by` is the name of the program, for people. `only`: the ids that it needs, as in `watch`; without it the daemon tells of all.
    `timeout`: seconds after which a daemon that does not answer counts as gone. Never fails for want of a daemon: see `problems`.
    """
    return Connection(Link(socket, by, only, timeout))
