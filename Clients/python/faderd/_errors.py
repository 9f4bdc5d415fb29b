"""What can go wrong: the exceptions of the library, and how answers of the daemon become one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ._states import State


class FaderdError(Exception):
    """Whatever faderd or this library could not do. `str(error)` is one sentence that says what to do next.

    `kind` is the daemon's word for it, such as `in-hand`, or "" if it has none.
    """

    def __init__(self, detail: str, kind: str = "") -> None:
        super().__init__(detail)
        self.detail = detail
        self.kind = kind


class Refused(FaderdError):
    """A value, a declaration or another request was refused; nothing was changed.

    `example` is a text that would be accepted, or None if the daemon gave none.
    """

    def __init__(self, detail: str, kind: str = "", example: str | None = None) -> None:
        super().__init__(detail, kind)
        self.example = example


class InHand(Refused):
    """A hand is on a control of the parameter, so a gesture may not move it. End the drag in your program."""


class Outdated(FaderdError):
    """The parameter has another revision than the one given, so nothing was set. `state` is what it is now, if that was one parameter."""

    def __init__(self, detail: str, kind: str = "", state: State | None = None) -> None:
        super().__init__(detail, kind)
        self.state = state


class Unknown(FaderdError):
    """There is no parameter, snapshot or edit of that name. `suggestion` is the id that was probably meant, or None."""

    def __init__(self, detail: str, kind: str = "", suggestion: str | None = None) -> None:
        super().__init__(detail, kind)
        self.suggestion = suggestion


class Gone(FaderdError):
    """No daemon answers, or it stopped before it did: what it was asked may or may not be done.

    A daemon that restarts is waited for, until `timeout` seconds after it went, so only one that stays away is gone.
    """


class Broken(Gone):
    """The connection ended before the answer came, as it does when the daemon restarts. `is_sent`: the daemon may have been asked."""

    def __init__(self, detail: str, is_sent: bool) -> None:
        super().__init__(detail)
        self.is_sent = is_sent


class NotDurable(FaderdError):
    """The value was applied, but could not be saved. `state` is the parameter as it is now, if that was one parameter."""

    def __init__(self, detail: str, kind: str = "", state: State | None = None) -> None:
        super().__init__(detail, kind)
        self.state = state


# A refusal ends with `for example "-12.0 dB"`, or with a body of JSON, and then perhaps a hint.
_EXAMPLE = re.compile(r'for example (?:"((?:[^"\\]|\\.)*)"|(\{.*\}))')


def example_in(detail: str) -> str | None:
    """The example that a refusal ends with."""
    found = _EXAMPLE.search(detail)
    return None if found is None else found[1] if found[1] is not None else found[2]


def error_for(status: int, body: bytes) -> FaderdError:
    """The exception for an answer that is not a success."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if not isinstance(problem, Mapping) or not isinstance(problem.get("detail"), str):
        return FaderdError(f"the daemon answered {status} without a reason; use faderd and this library of the same version")
    return _error(status, problem)


def _error(status: int, problem: Mapping[str, Any]) -> FaderdError:
    detail, kind = str(problem["detail"]), str(problem.get("type", "")).removeprefix("urn:faderd:").removeprefix("about:blank")
    resource = problem.get("parameter")
    state = State.decode(resource) if isinstance(resource, Mapping) else None
    if kind == "not-durable":
        return NotDurable(detail, kind, state)
    if kind == "in-hand":
        return InHand(detail, kind)
    if kind in ("unavailable", "too-many-connections") or status == 403:
        return Gone(detail, kind)
    if status == 412:
        return Outdated(detail, kind, state)
    if kind.startswith("unknown-") and status == 404:
        suggestion = problem.get("suggestion")
        return Unknown(detail, kind, suggestion if isinstance(suggestion, str) else None)
    if status in (400, 409, 413, 422) or kind == "no-room":
        example = problem.get("example")
        return Refused(detail, kind, example if isinstance(example, str) else example_in(detail))
    return FaderdError(detail, kind)
