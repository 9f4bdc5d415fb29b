"""A parameter, a drag, a text field, and what iterates over changes, for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

from . import _calls
from ._aio_link import AioLink
from ._core import Wanted
from ._errors import FaderdError
from ._queues import Newest, Presses, Queue
from ._states import Change, Draft, Outcome, Press, State
from ._values import Patterns, encode
from ._view import View, change_of, moved

V = TypeVar("V")
R = TypeVar("R")


class Parameter(View[V]):
    """A parameter: `f["master"]`, or what `declare` returns. Reading is instant, writing waits until the value is safe on disk."""

    def __init__(self, link: AioLink, name: str) -> None:
        super().__init__(link.core, name)
        self._link = link

    @property
    def value(self) -> V:
        """Its value. Setting it does not wait: the newest value is sent, and a refusal stands in `problems`. `await set(value=…)` waits.

        While no daemon is there, a parameter that this program declared takes it, and it is sent when one comes; any other raises Gone.
        """
        wanted = self._core.wanted.get(self._id)
        return cast(V, wanted.value) if wanted is not None and wanted.key == "value" else self._value()

    @value.setter
    def value(self, value: V) -> None:
        encode(value)  # What no parameter can be is refused here.
        if self._core.is_ready:
            self._link.set_soon(self._id, Wanted("value", value))
        elif not self._core.set_locally(self._id, value):
            raise self._core.why_gone()

    @property
    def position(self) -> float | None:
        """Where the value lies on the travel, 0…1; None if no control can drive it. Setting it does not wait, as with `value`."""
        wanted = self._core.wanted.get(self._id)
        return cast(float, wanted.value) if wanted is not None and wanted.key == "position" else self.state.position

    @position.setter
    def position(self, position: float) -> None:
        if not self._core.is_ready:
            raise self._core.why_gone()
        encode(position)
        self._link.set_soon(self._id, Wanted("position", position))

    async def set(self, text: str | None = None, *, value: Any = None, position: float | None = None, revision: int | None = None) -> State:
        """Sets what a person would type, as `set("-6 dB")`, or a value, or a position. Returns what was accepted: see its `clamped`.

        With `revision` it is only set if that is still the parameter's revision; else it raises Outdated. If the daemon restarts, it waits
        for that, and raises Gone if it stays away; then nothing is set later. If `value` was set meanwhile, that is newer, and counts.
        """
        sets = self._core.times_set(self._id)
        newer = lambda: None if self._core.times_set(self._id) == sets else _calls.get(self._id)  # noqa: E731
        call = _calls.put(self._id, change_of(text, value, position), revision)
        return self._link.answered(await self._link.ask(call, instead=newer))[0]

    async def step(self, count: int) -> State:
        """Moves by so many steps."""
        return self._link.answered(await self._link.ask(_calls.step(self._id, count)))[0]

    async def reset(self) -> State:
        """Back to the default."""
        return self._link.answered(await self._link.ask(_calls.reset(self._id)))[0]

    async def press(self) -> State:
        """Presses a trigger; answered at once."""
        return self._link.answered(await self._link.ask(_calls.press(self._id)))[0]

    async def check(self, text: str) -> Draft:
        """What a typed text would set. Changes nothing."""
        return await self._link.ask(_calls.check(self._id, text))

    def edit(self) -> Edit:
        """A text field over the fader: `async with p.edit() as field: await field.draft("-3"); await field.submit()`."""
        return Edit(self._link, self._id)

    def watch(self, *, rate: float | None = 30, timeout: float | None = None) -> Reader[Change]:
        """Iterates over its changes, as `Connection.watch` does."""
        queue = Newest(Patterns(exactly=self._id), rate)
        self._core.follow(queue)
        return Reader(self._link, queue, timeout)

    def pressed(self, *, timeout: float | None = None) -> Reader[Press]:
        """Iterates over its presses, as `Connection.pressed` does."""
        queue = Presses(Patterns(exactly=self._id))
        self._core.follow(queue)
        return Reader(self._link, queue, timeout)


class Reader(Generic[R]):
    """Iterates over changes or presses until the connection ends. It costs little while nobody reads it; `close()` ends it."""

    def __init__(self, link: AioLink, queue: Queue[R], timeout: float | None) -> None:
        self._link = link
        self._queue = queue
        self._timeout = timeout
        self._is_closed = False

    def __aiter__(self) -> AsyncIterator[R]:
        return self

    async def __anext__(self) -> R:
        now = asyncio.get_running_loop().time
        deadline = None if self._timeout is None else now() + self._timeout
        while True:
            found = self._queue.take(now())
            if isinstance(found, float):
                # What changes until then replaces what waits, so nobody has to be woken for it.
                await asyncio.sleep(max(found - now(), 0))
                continue
            if found is not None:
                return found
            left = None if deadline is None else deadline - now()
            if self._is_closed or self._link.core.is_closed:
                break
            try:
                await self._link.change(left)
            except TimeoutError:
                break
        self.close()
        raise StopAsyncIteration

    def close(self) -> None:
        """Ends it: what waits in `async for` stops there."""
        self._is_closed = True
        self._link.core.unfollow(self._queue)
        self._link.core.wake()

    async def __aenter__(self) -> Reader[R]:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Gesture:
    """A drag, made with `Connection.gesture()`. It holds its parameters as a hand does, and ends with its `with`.

    Two seconds without a move end it, too. When a hand comes to the fader, a move raises InHand: end the drag then.
    """

    def __init__(self, link: AioLink, name: str) -> None:
        self.name = name
        self._link = link
        self._last: tuple[str, dict[str, Any]] | None = None

    async def move(self, parameter: str | View[Any], position: float | None = None, **parts: float) -> State:
        """Moves a parameter to a position, 0…1; a range or color by parts: `move("price", low=0.1, high=0.8)`. Answered at once."""
        name = parameter if isinstance(parameter, str) else parameter.id
        body = moved(self.name, position, parts)
        state = await self._link.ask(_calls.put(name, body))
        self._last = (name, body)
        return self._link.answered(state)[0]

    async def __aenter__(self) -> Gesture:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._last is None:
            return
        name, body = self._last
        self._last = None
        try:
            self._link.answered(await self._link.ask(_calls.put(name, {**body, "end": True})))
        except FaderdError:
            # It ends even if this is refused, or with its session; a hand that came meanwhile has ended it already.
            pass


class Edit:
    """A text field over a parameter, made with `Parameter.edit()`. Nobody else sees its draft. Whoever moves the fader wins.

    Leaving its `with` cancels it, unless it was submitted. A restart of the daemon ends it: the next call raises Unknown or Gone.
    """

    def __init__(self, link: AioLink, name: str) -> None:
        self._link = link
        self._parameter = name
        self._edit: str | None = None

    async def draft(self, text: str) -> Draft:
        """The whole text typed so far: the value it would give, or why it is none."""
        return await self._link.ask(_calls.draft(self._name(), text))

    async def submit(self) -> Outcome:
        """Return was pressed: writes the draft. If it is `refused`, the edit goes on."""
        return await self._end("submit")

    async def blur(self) -> Outcome:
        """The field was left: writes a draft that is a value and differs, else restores."""
        return await self._end("blur")

    async def cancel(self) -> Outcome:
        """Escape was pressed: discards the draft."""
        return await self._end("cancel")

    def _name(self) -> str:
        if self._edit is None:
            raise FaderdError("this edit has ended or not begun; begin one with \"async with p.edit() as field\"")
        return self._edit

    async def _end(self, act: str) -> Outcome:
        outcome = await self._link.ask(_calls.end_edit(self._name(), act))
        if outcome.outcome != "refused":
            self._edit = None
        self._link.answered(outcome.state)
        return outcome

    async def __aenter__(self) -> Edit:
        self._edit = await self._link.ask(_calls.edit(self._parameter))
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._edit is None:
            return
        try:
            await self.cancel()
        except FaderdError:
            pass  # It has ended with its session, which discards the draft, too.
