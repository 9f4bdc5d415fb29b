"""The kinds of parameters, one row each: all that the library knows of a kind."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from typing import Any

#: A value: a number in the parameter's unit, a bool (toggle), a str (the id of a choice, a text, a color as #rrggbb), the two ends of a
#: range, or None (trigger).
Value = float | int | bool | str | tuple[float, float] | None


def _number(value: Any) -> float:
    if value == "-inf":
        return -math.inf
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"a number was expected, not {value!r}")
    return float(value)


def _integer(value: Any) -> Value:
    return int(value) if isinstance(value, float) else _as_it_is(value)


def _ends(value: Any) -> Value:
    return (_number(value[0]), _number(value[1])) if isinstance(value, list) and len(value) == 2 else _as_it_is(value)


def _as_it_is(value: Any) -> Value:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return json.dumps(value, ensure_ascii=False)


def _lowest(keys: Mapping[str, Any], low: float, high: float) -> Any:
    return low


def _option(keys: Mapping[str, Any], low: float, high: float) -> Any:
    options = keys.get("options") or [""]
    return options[0].get("id", "") if isinstance(options[0], Mapping) else options[0]


@dataclasses.dataclass(frozen=True)
class Kind:
    """What differs between the kinds."""

    #: A value of the API as Python has it.
    decode: Callable[[Any], Value] = _as_it_is
    #: The value of what has neither a value nor a default, from its keys and the ends of its range.
    first: Callable[[Mapping[str, Any], float, float], Any] = _lowest
    #: Whether it is pressed, and has no value.
    is_pressed: bool = False


_KINDS = {
    "number": Kind(_number),
    "integer": Kind(_integer),
    "toggle": Kind(first=lambda keys, low, high: False),
    "choice": Kind(first=_option),
    "text": Kind(first=lambda keys, low, high: ""),
    "color": Kind(first=lambda keys, low, high: "#000000"),
    "range": Kind(_ends, lambda keys, low, high: [low, high]),
    "trigger": Kind(first=lambda keys, low, high: None, is_pressed=True),
}
# One that a newer daemon has.
_OTHER = Kind()


def kind_of(word: str) -> Kind:
    """The kind with a word."""
    return _KINDS.get(word, _OTHER)
