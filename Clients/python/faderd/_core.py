"""What a connection knows, without input and output: both clients feed it events and carry its requests.

It is told what came (`handle`, `answered`, `lost`) and says what is to be sent (`stream_request`, `next_call`).
"""

from __future__ import annotations

import difflib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import quote

from . import _calls, _declared
from ._calls import Call
from ._declared import NOTHING, Declaration
from ._errors import FaderdError, Gone, Unknown, error_for
from ._kinds import kind_of
from ._queues import Newest, Presses
from ._states import Change, Press, Problem, State
from ._values import Patterns
from ._wire import Answer, NotSpoken, request_bytes

#: A stream is never silent for longer than the 15 seconds between two of its comments.
LONGEST_SILENCE = 40.0
#: How long to wait before each further attempt to reach a daemon; the last pause is repeated.
#: It tries instead of waiting for the socket to appear: Python's standard library has no inotify.
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.5)
SAME_VERSION = "use faderd and this library of the same version"


class Wanted(NamedTuple):
    """What a parameter is set to, without anybody waiting for the answer: `key` is `value` or `position`."""

    key: str
    value: Any


class Core:
    """The state of one connection. `wake` is called whenever somebody who waits should look again."""

    def __init__(self, by: str, only: str | Iterable[str], wake: Callable[[], None]) -> None:
        if not 1 <= len(by) <= 64 or not by.isprintable():
            raise ValueError(f"by={by!r}: give the name of the program, 1 to 64 characters without control characters")
        self.by = by
        self.only = Patterns(only)
        self.wake = wake
        #: A named session and not a connection: a cancelled request breaks its connection, and must not take the declarations along.
        self.session: str | None = None
        self.version: str | None = None
        self.is_ready = False
        self.is_closed = False
        #: When the daemon went; None: there was none yet.
        self._went: float | None = None
        self.states: dict[str, State] = {}
        self.declared: dict[str, Declaration] = {}
        #: Values that were set without waiting, and are not answered yet.
        self.wanted: dict[str, Wanted] = {}
        self._problems: dict[str | None, Problem] = {None: Problem(None, "no daemon was looked for yet")}
        self._queues: list[Newest | Presses] = []
        self._has_state = False
        #: Whether the session's stream is there: not from `lost` until the next one begins, even if more comes from the lost one.
        self._is_begun = False
        self._written: dict[str, int] = {}

    # What is sent.

    def stream_request(self) -> bytes:
        """The request for the event stream: with the same session if there was one, and its daemon may still be there."""
        query = f"session={quote(self.session or 'new', safe='')}"
        if self.only.words:
            query += f"&prefix={quote(','.join(self.only.words), safe='')}"
        return request_bytes("GET", f"/v1/events?{query}", headers={"Accept": "text/event-stream"})

    def headers(self) -> dict[str, str]:
        """What every other request carries."""
        session = {"Fader-Session": self.session} if self.session else {}
        return {"Fader-By": self.by, **session}

    def next_call(self) -> OwnCall | None:
        """What has to be asked before requests can be made: the next declaration, then what was set meanwhile. None: nothing more."""
        for one in self.declared.values():
            if not one.is_made:
                return OwnCall(self, one, _calls.declare(one.body))
        for one in self.declared.values():
            if one.pending is not NOTHING:
                return OwnCall(self, one, _calls.set_later(one.id, one.pending), one.pending)
        self._ready()
        return None

    def to_take_back(self) -> list[str]:
        """The ids that this session has declared, and that do not stay. From now on, nothing is declared again."""
        made = [one.id for one in self.declared.values() if one.is_made and not one.is_kept] if self.is_ready else []
        self.declared = {}
        return made

    # What came.

    def handle(self, name: str, data: str) -> bool:
        """Takes an event; whether it was a whole state. Raises NotSpoken if it is none that this library knows."""
        try:
            event = json.loads(data)
            match name:
                case "session":
                    self._begin(str(event["session"]))
                case "state":
                    self._adopt_all(event)
                case "parameter":
                    self._adopt_event(State.decode(event))
                case "touch":
                    self._touch(event)
                case "press":
                    self._press(Press(str(event["id"]), event.get("by"), int(event["run"])))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise NotSpoken(f"an event \"{name[:20]}\" that cannot be read: {error}") from None
        return name == "state"

    def _begin(self, session: str) -> None:
        if session != self.session:
            for one in self.declared.values():
                one.is_made = one.is_seen = False
        self.session = session
        self._has_state, self._is_begun = False, True

    def _adopt_all(self, event: Mapping[str, Any]) -> None:
        if self.session is None:
            raise ValueError("no session came before it")
        self.version = str(event["version"])
        states = {state.id: state for state in map(State.decode, event["parameters"])}
        is_first, self._has_state = not self._has_state, True
        for declaration in self.declared.values():
            self._find(declaration, states)
        before, written, self._written = self.states, self._written, {}
        self.states = {}
        for name, state in states.items():
            # What a request was answered may be newer than an event that was on its way.
            if not is_first and written.get(name, 0) > state.revision and name in before:
                state = before[name]
            self._adopt(state, before.get(name), meanwhile=is_first and name in before)
        # This state was on its way when they were declared.
        made = {one.id for one in self.declared.values() if one.is_made}
        self.states |= {name: state for name, state in before.items() if name not in states and {name, state.part_of} & made}
        self.wake()

    def _find(self, declaration: Declaration, states: Mapping[str, State]) -> None:
        state = states.get(declaration.id)
        if state is None:
            # It was there and is not: a reload took it into the config, and another took it out again.
            declaration.is_made = declaration.is_made and not declaration.is_seen
            declaration.is_seen = False
            return
        declaration.is_seen = True
        if declaration.is_made and declaration.kind not in (None, state.kind):
            why = f"{_others(state, self.by)}; use another id"
            self.report(state.id, f"{state.id} was declared as {declaration.kind}, and is {state.kind} now: {why}")
            declaration.kind = state.kind

    def _adopt_event(self, state: State) -> None:
        known = self.states.get(state.id)
        if state.revision < self._written.get(state.id, 0):
            return
        self._written.pop(state.id, None)
        self._adopt(state, known)
        self.wake()

    def _adopt(self, state: State, before: State | None, meanwhile: bool = False) -> None:
        self.states[state.id] = state
        is_other = before is None or before.value != state.value
        if not kind_of(state.kind).is_pressed and (is_other or (not meanwhile and before is not None and before.revision != state.revision)):
            self._change(Change(state, meanwhile))

    def _change(self, change: Change) -> None:
        for queue in self._queues:
            if isinstance(queue, Newest):
                queue.put(change)

    def _press(self, press: Press) -> None:
        for queue in self._queues:
            if isinstance(queue, Presses):
                queue.put(press)
        self.wake()

    def _touch(self, event: Mapping[str, Any]) -> None:
        state = self.states.get(event.get("parameter", ""))
        if state is None:
            return
        who = event.get("gesture") or f"{event['surface']} {event['control']}"
        others = tuple(name for name in state.touched_by if name != who)
        self.states[state.id] = replace(state, touched_by=(*others, who) if event["touched"] or event["held"] else others)

    def answered(self, states: Iterable[State]) -> None:
        """What a request was answered, which is newer than events that are still on their way, unless one of those was faster."""
        for state in states:
            known = self.states.get(state.id)
            if self.only.match(state.id) and (known is None or known.revision <= state.revision):
                self._adopt(state, known)
                self._written[state.id] = state.revision
        self.wake()

    def made(self, declaration: Declaration, states: tuple[State, ...]) -> None:
        """A declaration was answered; its value may have been set while this program was not connected."""
        declaration.is_made, declaration.kind = True, states[0].kind
        self._problems.pop(declaration.id, None)
        for state in states:
            known = self.states.get(state.id)
            if known is not None and known.revision > state.revision:
                continue
            self._written[state.id] = state.revision
            if declaration.pending is not NOTHING:
                self.states[state.id] = state  # Nobody needs to see what is replaced in a moment.
                continue
            local = declaration.local if declaration.is_returned and state.id == declaration.id else None
            self._adopt(state, known or local, meanwhile=declaration.is_returned)
        declaration.is_returned, declaration.before = True, None
        self.wake()

    def stream_refused(self, answer: Answer, path: str) -> FaderdError:
        """The daemon did not give a stream: the reason as an exception."""
        error = error_for(answer.status, answer.body)
        if error.kind == "unknown-session":
            self.session = None
        elif answer.status in (400, 404):
            return Gone(f"the daemon on {path} has no sessions for programs ({error}); {SAME_VERSION}")
        return error

    def lost(self, detail: str) -> None:
        """There is no connection now. Declared parameters keep their last values."""
        if self.is_ready:
            self._went = time.monotonic()
        self.is_ready = self._is_begun = False
        if self.is_closed:
            return
        for one in self.declared.values():
            if one.id in self.states:
                one.local = self.states[one.id]
        self.report(None, detail)

    def _ready(self) -> None:
        if self._is_begun and not self.is_ready and not self.is_closed:
            self.is_ready = True
            self._problems.pop(None, None)
            self.wake()

    def close(self) -> None:
        """Nothing is asked or told any more."""
        self.lost("the connection is closed; make another with faderd.connect()")
        self.is_closed = True
        self.wake()

    def report(self, name: str | None, detail: str) -> None:
        """Something that nobody waits for went wrong."""
        problem = Problem(name, detail)
        if self._problems.get(name) != problem:
            self._problems[name] = problem
            self.wake()

    # What is asked here.

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What went wrong and was nobody's request, the newest of each parameter; the connection's own comes first."""
        return tuple(sorted(self._problems.values(), key=lambda one: (one.id is not None, one.id or "")))

    def patience(self, limit: float) -> float:
        """For how many seconds a request waits for the daemon to return: until `limit` seconds after it went. Without an earlier one, 0."""
        return 0 if self._went is None else max(self._went + limit - time.monotonic(), 0)

    def times_set(self, name: str) -> int:
        """How often a parameter of this program was set while no daemon was there."""
        return self.declared[name].sets if name in self.declared else 0

    def why_gone(self) -> Gone:
        """The exception for what needs a daemon while there is none."""
        problem = self._problems.get(None)
        return Gone(problem.detail if problem else "the daemon is just being connected to; try again")

    def new_declaration(self, name: str, keys: Mapping[str, Any], value: Any, keep: bool) -> Declaration:
        """A declaration, which counts from now on."""
        if not self.only.match(name):
            raise ValueError(f"{name!r} is not among only={','.join(self.only.words)!r}, what this connection was made for")
        declaration = _declared.new(name, self.by, keys, value, keep)
        declaration.before = self.declared.get(name)
        declaration.is_returned = not self.is_ready
        self.declared[name] = declaration
        return declaration

    def postponed(self, declaration: Declaration, error: FaderdError) -> None:
        """The daemon went away while it was asked for a declaration: it is made when one is there again."""
        declaration.is_returned = True
        self.report(declaration.id, str(error))

    def is_of_config(self, declaration: Declaration) -> bool:
        """Whether the config has that id, in the declared kind: then the program has the parameter of the config, as it is there."""
        state = self.states.get(declaration.id)
        if state is None or state.declared_by or declaration.kind_wanted not in (None, state.kind):
            return False
        declaration.is_made = declaration.is_returned = declaration.is_seen = True
        declaration.kind, declaration.before = state.kind, None
        self._problems.pop(declaration.id, None)
        return True

    def forget(self, name: str) -> None:
        """A declaration is taken back."""
        self.declared.pop(name, None)
        self._problems.pop(name, None)

    def refused(self, declaration: Declaration) -> None:
        """A declaration was refused to the program, which knows that; an earlier one of the same id counts as before."""
        self.forget(declaration.id)
        if declaration.before is not None:
            self.declared[declaration.id] = declaration.before

    def state(self, name: str) -> State:
        """A parameter as it is now, or as it was when there last was a daemon. Raises Unknown or Gone."""
        declaration = self.declared.get(name)
        if declaration is not None and (not self.is_ready or name not in self.states):
            return declaration.local
        if name in self.states:
            return self.states[name]
        if not self.is_ready:
            raise self.why_gone()
        why = "" if self.only.match(name) else f" among only={','.join(self.only.words)!r}"
        near = difflib.get_close_matches(name, self.states, 1)
        what = f"did you mean \"{near[0]}\"?" if near else "list(connection) has all ids"
        raise Unknown(f"there is no parameter {name!r}{why}; {what}", "unknown-id", near[0] if near else None)

    def expect(self, name: str) -> None:
        """Raises Unknown if there is a daemon and it has no such parameter."""
        if self.is_ready:
            self.state(name)

    @property
    def ids(self) -> list[str]:
        """All ids that are known, in the order of the config, then those that wait for a daemon."""
        return [*self.states, *(name for name in self.declared if name not in self.states)]

    def set_locally(self, name: str, value: Any) -> bool:
        """Takes a value for a parameter of this program while no daemon is there; False if it is not this program's."""
        declaration = self.declared.get(name)
        if declaration is None:
            return False
        declaration.set_locally(value)
        self._change(Change(declaration.local))
        self.wake()
        return True

    def follow(self, queue: Newest | Presses) -> None:
        """Lets a queue have what happens from now on; of values, the present ones first."""
        if isinstance(queue, Newest):
            for state in self.states.values():
                if not kind_of(state.kind).is_pressed:
                    queue.put(Change(state))
            for name, one in self.declared.items():
                if name not in self.states and not kind_of(one.local.kind).is_pressed:
                    queue.put(Change(one.local))
        self._queues.append(queue)

    def unfollow(self, queue: object) -> None:
        """Nobody reads this queue any more."""
        self._queues = [one for one in self._queues if one is not queue]


@dataclass(frozen=True, slots=True)
class OwnCall:
    """A request that the connection makes by itself, for a declaration: nobody waits for its answer."""

    core: Core
    declaration: Declaration
    call: Call[tuple[State, ...]]
    pending: Any = NOTHING

    def succeeded(self, states: tuple[State, ...]) -> None:
        """It was answered."""
        if self.pending is NOTHING:
            self.core.made(self.declaration, states)
            return
        self._forget_pending()
        self.core.answered(states)

    def failed(self, error: FaderdError) -> None:
        """It was refused, which stands in `problems` from now on."""
        if self.pending is NOTHING and self.core.is_of_config(self.declaration):
            return
        self.declaration.is_made = True
        self._forget_pending()
        self.core.report(self.declaration.id, str(error))

    def _forget_pending(self) -> None:
        # Unless the program has set another value since.
        if self.declaration.pending is self.pending:
            self.declaration.pending = NOTHING


def _others(state: State, by: str) -> str:
    others = [name for name in state.declared_by if name != by]
    return f"{', '.join(others)} declared it, too" if others else "somebody else declared it, or the config has it"
