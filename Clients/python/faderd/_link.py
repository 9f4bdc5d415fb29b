"""How ordinary programs reach the daemon: requests on the thread of the caller, events on a thread of their own."""

from __future__ import annotations

import atexit
import json
import os
import socket
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from . import _calls
from ._calls import Call
from ._core import LONGEST_SILENCE, PAUSES, SAME_VERSION, Core
from ._errors import Broken, FaderdError, Gone, Unknown, error_for
from ._places import candidates, why_broken, why_not
from ._states import State
from ._wire import Answer, EventStream, NotSpoken, WholeAnswer, request_bytes

T = TypeVar("T")

_open: weakref.WeakSet[Link] = weakref.WeakSet()


class Link:
    """The core of a connection with its sockets and its thread. Any thread may use it."""

    def __init__(self, path: str | os.PathLike[str] | None, by: str, only: str | Iterable[str], timeout: float) -> None:
        self._paths = candidates(path)
        self._timeout = timeout
        # Guards the core. Nobody holds it while waiting for the daemon.
        self.turn = threading.Condition(threading.RLock())
        self.core = Core(by, only, self.turn.notify_all)
        # Guards the connection for requests, which are made one after another.
        self._asking = threading.RLock()
        # Whoever declares or takes back holds this all the while, so that nothing is declared that was just taken back.
        self._declaring = threading.RLock()
        self._line: socket.socket | None = None
        self._stream: socket.socket | None = None
        # Where the stream is, and where the connection for requests was made.
        self._path = self._line_path = self._paths[0]
        self._is_forked = False
        self._closing = threading.Event()
        self._tried = threading.Event()
        self._reader = threading.Thread(target=self._run, name="faderd", daemon=True)
        _open.add(self)
        self._reader.start()
        self._tried.wait(timeout * (len(self._paths) + 1))

    # Its end.

    def close(self) -> None:
        """Takes back what was declared without `keep`, and ends."""
        if self._is_forked or self._closing.is_set():
            return
        try:
            self._undeclare_all()
        finally:
            with self.turn:
                self.core.close()
            self._closing.set()
            self._disconnect()
            self._drop_line()
            if threading.current_thread() is not self._reader:
                self._reader.join(self._timeout)

    def _undeclare_all(self) -> None:
        with self._declaring:
            with self.turn:
                made = self.core.to_take_back()
            for name in made:
                try:
                    self._ask_once(_calls.undeclare(name))
                except Unknown:
                    pass  # A reload gave it to the config.
                except Gone:
                    return  # What is left ends with the session.

    def forget(self) -> None:
        """In the child of a fork: the parent's sockets are closed here, which the parent does not notice."""
        self._is_forked = True
        for link in (self._line, self._stream):
            if link is not None:
                link.close()

    def hurry(self) -> None:
        """Nothing that this link still asks takes longer than a second."""
        self._timeout = min(self._timeout, 1.0)

    # Requests.

    def check(self) -> None:
        """Raises Gone in the child of a fork, where the thread and the locks of the parent are of no use."""
        if self._is_forked:
            raise Gone("this connection belongs to the process that made it; connect again after a fork")

    def wait(self, timeout: float | None) -> bool:
        """Waits until requests can be made; whether they can."""
        self.check()
        with self.turn:
            self.turn.wait_for(lambda: self.core.is_ready or self.core.is_closed, timeout)
            return self.core.is_ready

    def ask(self, call: Call[T], *, is_patient: bool = True, instead: Callable[[], Call[T] | None] = lambda: None) -> T:
        """Makes a request and returns what its answer says. If the session has ended, it is made once more in the next one.

        If the daemon restarts, waits for that, unless the call or the caller does not want to. `instead`: what is asked after that wait, if
        that has become something else.
        """
        self.check()
        is_patient = is_patient and call.is_patient
        if not self.core.is_ready:
            call = self._returned(call, is_patient, instead)
        session = self.core.session
        try:
            return self._ask(call)
        except Broken as error:
            if not is_patient or (error.is_sent and not call.is_repeatable):
                raise
        except FaderdError as error:
            if error.kind != "unknown-session":
                raise
            if self.core.session == session:
                with self.turn:
                    self.core.lost(str(error))
                self._disconnect()
        return self._ask(self._returned(call, True, instead))

    def _returned(self, call: Call[T], is_patient: bool, instead: Callable[[], Call[T] | None]) -> Call[T]:
        """Waits for a daemon that restarts; returns what is to be asked then."""
        if not is_patient or not self.wait(self.core.patience(self._timeout)):
            raise self.core.why_gone()
        return instead() or call

    def answered(self, *states: State) -> tuple[State, ...]:
        """What a request was answered counts from now on."""
        with self.turn:
            self.core.answered(states)
        return states

    def declare(self, name: str, keys: Mapping[str, Any], value: Any, keep: bool) -> None:
        """Declares a parameter, or lets it be declared when a daemon comes."""
        self.check()
        with self._declaring:
            with self.turn:
                declaration = self.core.new_declaration(name, keys, value, keep)
                if not self.core.is_ready:
                    return
            try:
                states = self._ask_once(_calls.declare(declaration.body))
            except Gone as error:
                with self.turn:
                    self.core.postponed(declaration, error)
            except FaderdError:
                with self.turn:
                    if self.core.is_of_config(declaration):
                        return
                    self.core.refused(declaration)
                raise
            else:
                with self.turn:
                    self.core.made(declaration, states)

    def undeclare(self, name: str) -> None:
        """Takes a declaration back."""
        self.check()
        with self._declaring:
            with self.turn:
                self.core.forget(name)
            self._ask_once(_calls.undeclare(name))

    def _ask_once(self, call: Call[T]) -> T:
        try:
            return self._ask(call)
        except FaderdError as error:
            if error.kind != "unknown-session":
                raise
            self._disconnect()
            raise Gone(str(error)) from error

    def _ask(self, call: Call[T]) -> T:
        answer = self._exchange(call)
        if not 200 <= answer.status < 300:
            raise error_for(answer.status, answer.body)
        return decoded(call, answer)

    def _exchange(self, call: Call[Any]) -> Answer:
        with self._asking:
            is_sent = False
            try:
                if self._line is None or self._line_path != self._path or not _is_quiet(self._line):
                    self._drop_line()
                    self._line_path = self._path
                    self._line = _opened(self._line_path, self._timeout)
                self._line.settimeout(self._timeout)
                is_sent = True
                self._line.sendall(request_bytes(call.method, call.path, call.body, {**self.core.headers(), **call.headers}))
                answer = _whole_answer(self._line, self._timeout)
                if answer.closes:
                    self._drop_line()
                return answer
            except (OSError, NotSpoken) as error:
                self._drop_line()
                why = why_broken(self._path, error)
                # Whether only this connection is broken, the stream finds out.
                with self.turn:
                    self.core.lost(why)
                self._disconnect()
                raise (Gone(why) if isinstance(error, (TimeoutError, NotSpoken)) else Broken(why, is_sent)) from error
            except BaseException:
                # Interrupted: the next request must not read the answer to this one.
                self._drop_line()
                raise

    def _drop_line(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    # The stream, on its thread.

    def _disconnect(self) -> None:
        """Ends the stream, so that its thread connects again."""
        stream = self._stream
        if stream is not None:
            try:
                stream.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It has ended already.

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            session = self.core.session
            detail = self._attempt()
            failures = 0 if self.core.is_ready else failures + 1
            with self.turn:
                self.core.lost(detail)
            self._tried.set()
            # A daemon that does not know the session is there, and gives another one at once.
            if self.core.session is not None or session is None:
                self._closing.wait(PAUSES[min(failures, len(PAUSES) - 1)])

    def _attempt(self) -> str:
        """Connects and stays connected; returns why that ended."""
        failures: list[tuple[str, OSError]] = []
        for path in self._paths:
            try:
                stream = _opened(path, self._timeout)
            except OSError as error:
                failures.append((path, error))
                continue
            self._path, self._stream = path, stream
            try:
                self._stay(stream)
            except FaderdError as error:
                return str(error)
            except (OSError, NotSpoken) as error:
                if not isinstance(error, TimeoutError) or self.core.is_ready:
                    return why_broken(path, error)
                failures.append((path, error))
            finally:
                self._stream = None
                stream.close()
        return why_not(failures)

    def _stay(self, stream: socket.socket) -> None:
        stream.sendall(self.core.stream_request())
        reader, deadline = EventStream(), time.monotonic() + self._timeout
        while not self._closing.is_set():
            data = stream.recv(1 << 16)
            if not data:
                raise ConnectionResetError("the daemon closed the stream")
            is_state = False
            for name, text in reader.feed(data):
                with self.turn:
                    is_state = self.core.handle(name, text) or is_state
            if is_state:
                self._declare_all()
                stream.settimeout(LONGEST_SILENCE)
            if reader.refusal is not None:
                raise self.core.stream_refused(reader.refusal, self._path)
            if not self.core.is_ready and time.monotonic() > deadline:
                raise TimeoutError("no whole state came")

    def _declare_all(self) -> None:
        """Makes the declarations that this session has not made, and sets what was set meanwhile."""
        with self._declaring:
            while self._declare_next():
                pass
        self._tried.set()

    def _declare_next(self) -> bool:
        with self.turn:
            call = self.core.next_call()
        if call is None:
            return False
        try:
            states = self._ask(call.call)
        except Gone:
            raise
        except FaderdError as error:
            with self.turn:
                call.failed(error)
        else:
            with self.turn:
                call.succeeded(states)
        return True


def decoded(call: Call[T], answer: Answer) -> T:
    """What the answer to a request says."""
    try:
        return call.decode(json.loads(answer.body) if answer.body else None)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise FaderdError(f"the daemon gave an answer that this library does not understand ({error}); {SAME_VERSION}") from None


def _opened(path: str, timeout: float) -> socket.socket:
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        link.settimeout(timeout)
        link.connect(path)
    except BaseException:
        link.close()
        raise
    return link


def _is_quiet(link: socket.socket) -> bool:
    """Whether nothing has come that nobody asked for: the end of the connection, or a farewell."""
    link.setblocking(False)
    try:
        link.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _whole_answer(link: socket.socket, timeout: float) -> Answer:
    reader, deadline = WholeAnswer(), time.monotonic() + timeout
    while True:
        link.settimeout(max(deadline - time.monotonic(), 0.001))
        data = link.recv(1 << 16)
        if not data:
            raise ConnectionResetError("it closed the connection")
        if (answer := reader.feed(data)) is not None:
            return answer


def _close_all() -> None:
    for link in list(_open):
        link.hurry()
        link.close()


def _forget_all() -> None:
    for link in list(_open):
        link.forget()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_forget_all)
