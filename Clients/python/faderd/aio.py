"""faderd for asyncio: the same words as `faderd`, to be awaited.

    async with faderd.aio.connect(by="lamp") as f:
        level = await f.declare("lamp.level", max=100, unit="%", decimals=0)
        async for change in level.watch():
            print(change.text)

What asks the daemon is awaited; what is known is read: `level.value`, `level.text`. `level.value = 40` does not wait and sends the newest.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
from collections.abc import Callable, Generator, Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, TypeVar, overload

from . import _calls
from ._aio_link import AioLink
from ._aio_parameter import Edit, Gesture, Parameter, Reader
from ._calls import Call
from ._queues import Newest, Presses
from ._states import Change, Press, Restored, Snapshot, State
from ._values import Patterns
from ._view import Overview

__all__ = ["Connection", "Edit", "Gesture", "Parameter", "Reader", "connect"]

F = TypeVar("F", bound=Callable[..., object])
R = TypeVar("R")


class Connection(Overview):
    """A connection to faderd, made with `faderd.aio.connect()`: the same as `faderd.Connection`, for one event loop.

    It is made even if there is no daemon, and again whenever there is one: what this program declared is declared again, and `watch` shows
    what changed meanwhile. `problems` says what is wrong.
    """

    def __init__(self, path: str | os.PathLike[str] | None, by: str, only: str | Iterable[str], timeout: float) -> None:
        self._link = AioLink(path, by, only, timeout)
        super().__init__(self._link.core, contextlib.nullcontext())

    def __await__(self) -> Generator[Any, None, Connection]:
        return self.__aenter__().__await__()

    # Life.

    async def close(self) -> None:
        """Takes back what was declared without `keep`, and ends the connection. It may be called twice."""
        await self._link.close()

    async def __aenter__(self) -> Connection:
        await self._link.open()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def wait(self, timeout: float | None = None) -> bool:
        """Waits until there is a daemon that knows everything that was declared here; whether there is one."""
        return await self._link.wait(timeout)

    # Parameters.

    @overload
    async def declare(self, id: str, *, kind: Literal["toggle"], value: Any = None, keep: bool = False, **keys: Any) -> Parameter[bool]: ...
    @overload
    async def declare(self, id: str, *, kind: Literal["integer"], value: Any = None, keep: bool = False, **keys: Any) -> Parameter[int]: ...
    @overload
    async def declare(
        self, id: str, *, kind: Literal["choice", "text", "color"], value: Any = None, keep: bool = False, **keys: Any,
    ) -> Parameter[str]: ...
    @overload
    async def declare(
        self, id: str, *, kind: Literal["range"], value: Any = None, keep: bool = False, **keys: Any,
    ) -> Parameter[tuple[float, float]]: ...
    @overload
    async def declare(self, id: str, *, kind: Literal["trigger"], value: None = None, keep: bool = False, **keys: Any) -> Parameter[None]: ...
    @overload
    async def declare(self, id: str, *, type: str, value: Any = None, keep: bool = False, **keys: Any) -> Parameter[Any]: ...
    @overload
    async def declare(self, id: str, *, value: Any = None, keep: bool = False, **keys: Any) -> Parameter[float]: ...

    async def declare(self, id: str, *, value: Any = None, keep: bool = False, **keys: Any) -> Parameter[Any]:
        """Declares a parameter, which lives as long as this connection: `declare("lamp.level", max=100, unit="%", decimals=0)`.

        `keys` are those of a parameter in the config, with `_` for `-`; without any it is a number from 0 to 1. `value` is its first value,
        if the daemon remembers none. `keep`: it outlives the connection. If the config has that id, in the same kind, it is that parameter
        as the config describes it. Raises Refused if the daemon refuses it. Without a daemon it works with its defaults, and is declared
        when one comes.
        """
        await self._link.declare(id, keys, value, keep)
        return Parameter(self._link, id)

    async def undeclare(self, id: str) -> None:
        """Takes a declaration back before the connection ends."""
        await self._link.undeclare(id)

    def __getitem__(self, id: str) -> Parameter[Any]:
        """A parameter, whoever made it. Raises Unknown, with a suggestion, if the daemon has none of that id."""
        self._core.expect(id)
        return Parameter(self._link, id)

    async def set(self, values: Mapping[str, Any]) -> tuple[State, ...]:
        """Sets several parameters as one act, all or none. A text is what a person would type: `{"master": "-6 dB", "lamp.level": 40}`."""
        return self._link.answered(*await self._link.ask(_calls.patch(values)))

    async def press(self, id: str) -> State:
        """Presses a trigger."""
        return await self[id].press()

    def gesture(self, name: str | None = None) -> Gesture:
        """A drag: `async with f.gesture("phone") as drag: await drag.move("master", 0.4)`. All its moves are one entry of the history."""
        return Gesture(self._link, name or self._core.by)

    # What happens.

    def watch(self, patterns: str | Iterable[str] = (), *, rate: float | None = 30, timeout: float | None = None) -> Reader[Change]:
        """Iterates over changes: first the present values, then the newest of each parameter, at most `rate` times a second.

        Each pattern is the beginning of an id, or with `*` or `?` a pattern of the whole id. A program that reads slowly misses steps in
        between and never the last one. It ends with the connection, or after `timeout` seconds without a change.
        """
        queue = Newest(Patterns(patterns), rate)
        self._core.follow(queue)
        return Reader(self._link, queue, timeout)

    def pressed(self, patterns: str | Iterable[str] = (), *, timeout: float | None = None) -> Reader[Press]:
        """Iterates over the presses of triggers, as `watch` does over changes. At most 1,000 wait for a reader."""
        queue = Presses(Patterns(patterns))
        self._core.follow(queue)
        return Reader(self._link, queue, timeout)

    def on_change(self, patterns: str | Iterable[str] = (), *, rate: float | None = 30) -> Callable[[F], F]:
        """`@f.on_change("lamp.*")` calls a function, or an `async def`, with each Change, in a task. An error in it is told and ends nothing."""
        return self._calling(lambda: self.watch(patterns, rate=rate))

    def on_press(self, patterns: str | Iterable[str] = ()) -> Callable[[F], F]:
        """`@f.on_press("chorus")` calls a function, or an `async def`, with each Press, in a task. An error in it is told and ends nothing."""
        return self._calling(lambda: self.pressed(patterns))

    def _calling(self, reader: Callable[[], Reader[R]]) -> Callable[[F], F]:
        def decorate(function: F) -> F:
            task = asyncio.create_task(_call_with_each(reader(), function))
            self._link.calling.add(task)
            task.add_done_callback(self._link.calling.discard)
            return function
        return decorate

    # History and snapshots.

    async def undo(self, count: int = 1) -> Restored:
        """Undoes the last changes, except what was changed with the key of a page."""
        return await self._restored(_calls.undo(count))

    async def redo(self, count: int = 1) -> Restored:
        """Redoes what was undone last."""
        return await self._restored(_calls.redo(count))

    async def snapshots(self) -> tuple[Snapshot, ...]:
        """All snapshots, in their order."""
        return await self._link.ask(_calls.snapshots())

    async def save(self, name: str, *, over: float | None = None) -> Snapshot:
        """Saves all values under a name; `over`: seconds of the fade with which they are recalled."""
        return await self._link.ask(_calls.save(name, over))

    async def recall(self, name: str, *, over: float | None = None, only: str | Iterable[str] = (), leaving: str | Iterable[str] = ()) -> Restored:
        """Sets the values of a snapshot, over so many seconds, only those of some parameters, or leaving some out."""
        return await self._restored(_calls.recall(name, over, only, leaving))

    async def _restored(self, call: Call[Restored]) -> Restored:
        restored = await self._link.ask(call)
        self._link.answered(*restored.states)
        return restored


def connect(
    socket: str | os.PathLike[str] | None = None, *, by: str, only: str | Iterable[str] = (), timeout: float = 5.0,
) -> Connection:
    """Connects to faderd: `async with faderd.aio.connect(by="lamp") as f: …`, or `f = await faderd.aio.connect(by="lamp")`.

    The arguments are those of `faderd.connect()`. Never fails for want of a daemon: see `problems`.
    """
    return Connection(socket, by, only, timeout)


async def _call_with_each(items: Reader[R], function: Callable[..., object]) -> None:
    async for item in items:
        try:
            result = function(item)
            if inspect.isawaitable(result):
                await result
        except Exception as error:
            asyncio.get_running_loop().call_exception_handler({"message": f"an error in {function!r}", "exception": error})
