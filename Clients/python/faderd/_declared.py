"""What this program has declared: what is sent for it, and what it is worth before a daemon has seen it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from . import _calls
from ._kinds import Value, kind_of
from ._states import State
from ._values import encode


class _Nothing:
    """No value was set; None is one."""


NOTHING = _Nothing()


@dataclasses.dataclass(slots=True)
class Declaration:
    """One declaration.

    `is_made`: this session has made it. `is_seen`: a whole state had it since. `is_returned`: the program works with it. `pending`: what it
    was set to while no daemon was there, `sets` times so far. `before`: an earlier one of the same id, while it is not known whether this one is refused.
    """

    body: Mapping[str, Any]
    local: State
    is_made: bool = False
    is_seen: bool = False
    is_returned: bool = False
    pending: Any = NOTHING
    sets: int = 0
    kind: str | None = None
    before: Declaration | None = None

    @property
    def id(self) -> str:
        """The id of the parameter."""
        return self.local.id

    @property
    def kind_wanted(self) -> str | None:
        """The kind that was declared; None if a type says which it is."""
        keys = self.body["parameter"]
        return None if "type" in keys and "kind" not in keys else str(keys.get("kind", "number"))

    @property
    def is_kept(self) -> bool:
        """Whether it stays when this program ends."""
        return bool(self.body.get("keep"))

    def set_locally(self, value: Any) -> None:
        """Takes a value while no daemon is there; it is sent when one comes."""
        given = encode(value)
        try:
            decoded = kind_of(self.local.kind).decode(given)
        except ValueError as error:
            raise ValueError(f"{self.id}: {error}") from None
        new = _in_range(decoded, self.local.min, self.local.max)
        keys = self.body["parameter"]
        self.local = dataclasses.replace(self.local, value=new, text=_text(new, keys), edit_text=_text(new, keys, ""))
        self.pending = given
        self.sets += 1


def new(name: str, by: str, keys: Mapping[str, Any], value: Any, keep: bool) -> Declaration:
    """A declaration. Raises ValueError for what cannot be sent."""
    body = _calls.declaration(name, by, keys, value, keep)
    return Declaration(body, _local_state(name, body))


def _local_state(name: str, body: Mapping[str, Any]) -> State:
    """What the program works with until a daemon comes. The daemon knows types, words and units better; this is near enough to begin with."""
    keys = body["parameter"]
    kind = str(keys.get("kind", "number"))
    # A type of the config brings a range that only the daemon knows.
    low = _number(keys.get("min"), None if "type" in keys else 0.0)
    high = _number(keys.get("max"), None if "type" in keys else 1.0)
    given = body.get("value", keys.get("default"))
    try:
        value = _in_range(kind_of(kind).decode(_first(kind, keys, low, high) if given is None else given), low, high)
    except ValueError:
        value = given if isinstance(given, (bool, int, float, str)) else None  # The daemon will say what is wrong with it.
    return State(
        id=name, kind=kind, label=str(keys.get("label", name)), value=value, text=_text(value, keys), edit_text=_text(value, keys, ""),
        default=value, min=low, max=high, unit=str(keys.get("unit", "")), origin="restore")


def _first(kind: str, keys: Mapping[str, Any], low: float | None, high: float | None) -> Any:
    """The value of what has neither a value nor a default."""
    return encode(kind_of(kind).first(keys, 0.0 if low is None else low, 1.0 if high is None else high))


def _in_range(value: Value, low: float | None, high: float | None) -> Value:
    if isinstance(value, (bool, str, tuple)) or value is None or low is None or high is None:
        return value
    clamped = min(max(value, min(low, high)), max(low, high))
    return int(clamped) if isinstance(value, int) and math.isfinite(clamped) else clamped


def _number(given: Any, otherwise: float | None) -> float | None:
    if given == "-inf":
        return -math.inf
    return float(given) if isinstance(given, (int, float)) else otherwise


def _text(value: Value, keys: Mapping[str, Any], unit: str | None = None) -> str:
    if isinstance(value, bool):
        words = keys.get("words") or ["off", "on"]
        return str(words[value])
    if isinstance(value, tuple):
        return "…".join(_text(end, keys, "") for end in value)
    if not isinstance(value, (int, float)):
        return "" if value is None else value
    whole = keys.get("kind") == "integer"
    number = f"{value:.{0 if whole else keys.get('decimals', 2)}f}"
    suffix = keys.get("unit", "") if unit is None else unit
    return f"{number} {suffix}" if suffix else number
