"""How asyncio programs reach the daemon: one task reads events; requests are made one after another."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from . import _calls
from ._calls import Call
from ._core import LONGEST_SILENCE, PAUSES, Core, Wanted
from ._errors import Broken, FaderdError, Gone, Unknown, error_for
from ._link import decoded
from ._places import candidates, why_broken, why_not
from ._states import State
from ._wire import Answer, EventStream, NotSpoken, WholeAnswer, request_bytes

T = TypeVar("T")
_Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class AioLink:
    """The core of a connection with its streams and its task. It belongs to one event loop."""

    def __init__(self, path: str | os.PathLike[str] | None, by: str, only: str | Iterable[str], timeout: float) -> None:
        self._paths = candidates(path)
        self._timeout = timeout
        self._changed = asyncio.Event()
        self.core = Core(by, only, self._wake)
        self._asking = asyncio.Lock()
        # Whoever declares or takes back holds this all the while, so that nothing is declared that was just taken back.
        self._declaring = asyncio.Lock()
        self._line: _Ends | None = None
        self._stream: _Ends | None = None
        # Where the stream is, and where the connection for requests was made.
        self._path = self._line_path = self._paths[0]
        self._tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writing: dict[str, asyncio.Task[None]] = {}
        #: Tasks that call functions of the program.
        self.calling: set[asyncio.Task[None]] = set()

    # Life.

    async def open(self) -> None:
        """Starts the task, and waits for its first attempt."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="faderd")
        await self._tried.wait()

    async def close(self) -> None:
        """Takes back what was declared without `keep`, and ends."""
        if self.core.is_closed:
            return
        try:
            await asyncio.gather(*self._writing.values())
            await self._undeclare_all()
        finally:
            self.core.close()
            tasks = [task for task in (self._task, *self.calling) if task is not None and task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            self._drop_line()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _undeclare_all(self) -> None:
        async with self._declaring:
            for name in self.core.to_take_back():
                try:
                    await self._ask_once(_calls.undeclare(name))
                except Unknown:
                    pass  # A reload gave it to the config.
                except Gone:
                    return  # What is left ends with the session.

    # Waiting.

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def change(self, timeout: float | None = None) -> None:
        """Waits until there is something to look at again. Raises TimeoutError."""
        changed = self._changed
        async with asyncio.timeout(timeout):
            await changed.wait()

    async def wait(self, timeout: float | None) -> bool:
        """Waits until requests can be made; whether they can."""
        try:
            async with asyncio.timeout(timeout):
                while not (self.core.is_ready or self.core.is_closed):
                    await self.change()
        except TimeoutError:
            pass  # Then they cannot.
        return self.core.is_ready

    # Requests.

    def set_soon(self, name: str, wanted: Wanted) -> None:
        """Sets a value without waiting. If it is set again before that was answered, only the newest is sent. Refusals stand in `problems`."""
        self.core.wanted[name] = wanted
        if name not in self._writing:
            self._writing[name] = asyncio.create_task(self._write(name))

    async def _write(self, name: str) -> None:
        try:
            while name in self.core.wanted:
                wanted = self.core.wanted[name]
                await self._write_once(name, wanted)
                if self.core.wanted[name] is wanted:
                    del self.core.wanted[name]
        finally:
            self.core.wanted.pop(name, None)
            del self._writing[name]

    async def _write_once(self, name: str, wanted: Wanted) -> None:
        # What an own parameter is set to is kept and sent when a daemon comes; that takes no waiting.
        is_kept = wanted.key == "value" and name in self.core.declared
        try:
            self.answered(*await self.ask(_calls.set_later(name, wanted.value, wanted.key), is_patient=not is_kept))
        except Gone as error:
            # With a kind, the daemon is there and says why it cannot.
            if error.kind or wanted.key != "value" or not self.core.set_locally(name, wanted.value):
                self.core.report(name, str(error))
        except FaderdError as error:
            self.core.report(name, str(error))

    async def ask(self, call: Call[T], *, is_patient: bool = True, instead: Callable[[], Call[T] | None] = lambda: None) -> T:
        """Makes a request and returns what its answer says. If the session has ended, it is made once more in the next one.

        If the daemon restarts, waits for that, unless the call or the caller does not want to. `instead`: what is asked after that wait, if
        that has become something else.
        """
        is_patient = is_patient and call.is_patient
        if not self.core.is_ready:
            call = await self._returned(call, is_patient, instead)
        session = self.core.session
        try:
            return await self._ask(call)
        except Broken as error:
            if not is_patient or (error.is_sent and not call.is_repeatable):
                raise
        except FaderdError as error:
            if error.kind != "unknown-session":
                raise
            if self.core.session == session:
                self.core.lost(str(error))
                self._disconnect()
        return await self._ask(await self._returned(call, True, instead))

    async def _returned(self, call: Call[T], is_patient: bool, instead: Callable[[], Call[T] | None]) -> Call[T]:
        """Waits for a daemon that restarts; returns what is to be asked then."""
        if not is_patient or not await self.wait(self.core.patience(self._timeout)):
            raise self.core.why_gone()
        return instead() or call

    def answered(self, *states: State) -> tuple[State, ...]:
        """What a request was answered counts from now on."""
        self.core.answered(states)
        return states

    async def declare(self, name: str, keys: Mapping[str, Any], value: Any, keep: bool) -> None:
        """Declares a parameter, or lets it be declared when a daemon comes."""
        async with self._declaring:
            declaration = self.core.new_declaration(name, keys, value, keep)
            if not self.core.is_ready:
                return
            try:
                self.core.made(declaration, await self._ask_once(_calls.declare(declaration.body)))
            except Gone as error:
                self.core.postponed(declaration, error)
            except FaderdError:
                if self.core.is_of_config(declaration):
                    return
                self.core.refused(declaration)
                raise

    async def undeclare(self, name: str) -> None:
        """Takes a declaration back."""
        async with self._declaring:
            self.core.forget(name)
            await self._ask_once(_calls.undeclare(name))

    async def _ask_once(self, call: Call[T]) -> T:
        try:
            return await self._ask(call)
        except FaderdError as error:
            if error.kind != "unknown-session":
                raise
            self._disconnect()
            raise Gone(str(error)) from error

    async def _ask(self, call: Call[T]) -> T:
        answer = await self._exchange(call)
        if not 200 <= answer.status < 300:
            raise error_for(answer.status, answer.body)
        return decoded(call, answer)

    async def _exchange(self, call: Call[Any]) -> Answer:
        async with self._asking:
            is_sent = False
            try:
                async with asyncio.timeout(self._timeout):
                    if self._line is None or self._line_path != self._path or self._line[0].at_eof():
                        self._drop_line()
                        self._line_path = self._path
                        self._line = await asyncio.open_unix_connection(self._line_path)
                    reader, writer = self._line
                    is_sent = True
                    writer.write(request_bytes(call.method, call.path, call.body, {**self.core.headers(), **call.headers}))
                    answer = await _whole_answer(reader)
                    if answer.closes:
                        self._drop_line()
                    return answer
            except (OSError, NotSpoken) as error:
                self._drop_line()
                why = why_broken(self._path, error)
                # Whether only this connection is broken, the stream finds out.
                self.core.lost(why)
                self._disconnect()
                raise (Gone(why) if isinstance(error, (TimeoutError, NotSpoken)) else Broken(why, is_sent)) from error
            except BaseException:
                # Cancelled: the next request must not read the answer to this one.
                self._drop_line()
                raise

    def _drop_line(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line[1].close()

    # The stream, in its task.

    def _disconnect(self) -> None:
        """Ends the stream, so that its task connects again."""
        if self._stream is not None:
            self._stream[0].feed_eof()
            self._stream[1].close()

    async def _run(self) -> None:
        failures = 0
        while True:
            session = self.core.session
            detail = await self._attempt()
            failures = 0 if self.core.is_ready else failures + 1
            self.core.lost(detail)
            self._tried.set()
            # A daemon that does not know the session is there, and gives another one at once.
            if self.core.session is not None or session is None:
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])

    async def _attempt(self) -> str:
        """Connects and stays connected; returns why that ended."""
        failures: list[tuple[str, OSError]] = []
        for path in self._paths:
            try:
                async with asyncio.timeout(self._timeout):
                    stream = await asyncio.open_unix_connection(path)
            except OSError as error:
                failures.append((path, error))
                continue
            self._path, self._stream = path, stream
            try:
                await self._stay(*stream)
            except FaderdError as error:
                return str(error)
            except (OSError, NotSpoken) as error:
                if not isinstance(error, TimeoutError) or self.core.is_ready:
                    return why_broken(path, error)
                failures.append((path, error))
            finally:
                self._stream = None
                stream[1].close()
        return why_not(failures)

    async def _stay(self, stream: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(self.core.stream_request())
        reader = EventStream()
        async with asyncio.timeout(self._timeout) as limit:
            while True:
                data = await stream.read(1 << 16)
                if not data:
                    raise ConnectionResetError("the daemon closed the stream")
                states = [self.core.handle(name, text) for name, text in reader.feed(data)]
                if any(states):
                    await self._declare_all()
                if reader.refusal is not None:
                    raise self.core.stream_refused(reader.refusal, self._path)
                if self.core.is_ready:
                    limit.reschedule(asyncio.get_running_loop().time() + LONGEST_SILENCE)

    async def _declare_all(self) -> None:
        """Makes the declarations that this session has not made, and sets what was set meanwhile."""
        async with self._declaring:
            while (call := self.core.next_call()) is not None:
                try:
                    call.succeeded(await self._ask(call.call))
                except Gone:
                    raise
                except FaderdError as error:
                    call.failed(error)
        self._tried.set()


async def _whole_answer(stream: asyncio.StreamReader) -> Answer:
    reader = WholeAnswer()
    while True:
        data = await stream.read(1 << 16)
        if not data:
            raise ConnectionResetError("it closed the connection")
        if (answer := reader.feed(data)) is not None:
            return answer
