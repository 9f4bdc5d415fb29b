"""The requests of the API as values: what is sent, and how the answer is read. The clients only carry them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from ._states import Draft, Outcome, Restored, Snapshot, State
from ._values import encode, encode_key

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request. `decode` makes the result of the JSON of its answer.

    `is_repeatable`: done twice, it does the same as done once, so it is made again if the daemon goes before it answers. `is_patient`: if
    the daemon restarts, it waits for that. A press, a drag and a text field are of the moment.
    """

    method: str
    path: str
    decode: Callable[[Any], T]
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_repeatable: bool = False
    is_patient: bool = True


def _parameter(name: str, act: str = "") -> str:
    return f"/v1/parameters/{quote(name, safe='')}{act}"


def _encoded(body: Mapping[str, Any]) -> dict[str, Any]:
    return {key: encode(value) for key, value in body.items()}


def _states(answer: Any) -> tuple[State, ...]:
    return tuple(map(State.decode, answer))


def get(name: str) -> Call[State]:
    """A parameter as it is now."""
    return Call("GET", _parameter(name), State.decode, is_repeatable=True)


def put(name: str, body: Mapping[str, Any], revision: int | None = None) -> Call[State]:
    """Sets a parameter; `body` has a text, value, position or positions."""
    headers = {} if revision is None else {"If-Match": f'"{revision}"'}
    # A text may be a change, as +=3. Revisions are others after a restart, and a gesture has ended.
    is_of_now = revision is not None or "gesture" in body
    return Call(
        "PUT", _parameter(name), State.decode, _encoded(body), headers, is_repeatable="text" not in body and not is_of_now,
        is_patient=not is_of_now)


def set_later(name: str, value: Any, key: str = "value") -> Call[tuple[State, ...]]:
    """Sets what nobody waits for."""
    return Call("PUT", _parameter(name), lambda answer: (State.decode(answer),), {key: encode(value)}, is_repeatable=True)


def patch(values: Mapping[str, Any]) -> Call[tuple[State, ...]]:
    """Sets several parameters as one act. A text is what a person would type; any other value is one of the parameter's kind."""
    body = {name: {"text": value} if isinstance(value, str) else {"value": encode(value)} for name, value in values.items()}
    return Call("PATCH", "/v1/parameters", _states, body, is_repeatable=not any("text" in one for one in body.values()))


def step(name: str, by: int, gesture: Mapping[str, Any] | None = None) -> Call[State]:
    """Moves by steps."""
    return Call("POST", _parameter(name, "/step"), State.decode, {"by": by, **(gesture or {})}, is_patient=not gesture)


def reset(name: str) -> Call[State]:
    """Back to the default."""
    return Call("POST", _parameter(name, "/reset"), State.decode, is_repeatable=True)


def press(name: str) -> Call[State]:
    """Presses a trigger."""
    return Call("POST", _parameter(name, "/press"), State.decode, is_patient=False)


def check(name: str, text: str) -> Call[Draft]:
    """What a typed text would set; changes nothing."""
    return Call("POST", _parameter(name, "/check"), Draft.decode, {"text": text}, is_repeatable=True)


def edit(name: str) -> Call[str]:
    """Begins an edit; its name."""
    return Call("POST", _parameter(name, "/edit"), lambda answer: str(answer["edit"]))


def draft(edit_name: str, text: str) -> Call[Draft]:
    """The whole text typed so far."""
    return Call("PUT", f"/v1/edits/{quote(edit_name, safe='')}", Draft.decode, {"draft": text}, is_patient=False)


def end_edit(edit_name: str, act: str) -> Call[Outcome]:
    """`submit`, `blur` or `cancel`."""
    return Call("POST", f"/v1/edits/{quote(edit_name, safe='')}/{act}", Outcome.decode, is_patient=False)


def declaration(name: str, by: str, keys: Mapping[str, Any], value: Any, keep: bool) -> dict[str, Any]:
    """The body of a declaration. Keys are those of the config, with `_` for `-`."""
    parameter = {encode_key(key).replace("_", "-"): encode(item) for key, item in keys.items() if item is not None}
    first = {} if value is None else {"value": encode(value)}
    return {"id": name, "parameter": parameter, "by": by, **first, **({"keep": True} if keep else {})}


def declare(body: Mapping[str, Any]) -> Call[tuple[State, ...]]:
    """Declares a parameter; it and its parts."""
    return Call("POST", "/v1/declarations", _states, body)


def undeclare(name: str) -> Call[tuple[State, ...]]:
    """Takes a declaration back; there is nothing to show afterwards."""
    return Call("DELETE", f"/v1/declarations/{quote(name, safe='')}", lambda answer: ())


def undo(count: int) -> Call[Restored]:
    """Undoes changes."""
    return Call("POST", "/v1/undo", Restored.decode, {"count": count})


def redo(count: int) -> Call[Restored]:
    """Redoes changes."""
    return Call("POST", "/v1/redo", Restored.decode, {"count": count})


def snapshots() -> Call[tuple[Snapshot, ...]]:
    """All snapshots, in their order."""
    return Call("GET", "/v1/snapshots", lambda answer: tuple(map(Snapshot.decode, answer)), is_repeatable=True)


def save(name: str, over: float | None) -> Call[Snapshot]:
    """Saves the current values under a name."""
    return Call("PUT", f"/v1/snapshots/{quote(name, safe='')}", Snapshot.decode, {} if over is None else {"over": over})


def recall(name: str, over: float | None, only: str | Iterable[str], leaving: str | Iterable[str]) -> Call[Restored]:
    """Sets the values of a snapshot."""
    body: dict[str, Any] = {} if over is None else {"over": over}
    for key, words in (("only", only), ("except", leaving)):
        if words:
            body[key] = [words] if isinstance(words, str) else list(words)
    return Call("POST", f"/v1/snapshots/{quote(name, safe='')}/recall", Restored.decode, body)
