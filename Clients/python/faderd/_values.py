"""Values as Python has them and as JSON carries them, and the words that select parameters."""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

def encode(value: Any) -> Any:
    """What JSON carries for a value, or for the keys of a declaration. Raises ValueError for what no parameter can be."""
    if isinstance(value, enum.Enum):
        return encode(value.value)
    if isinstance(value, float):
        if math.isnan(value) or value == math.inf:
            raise ValueError(f"{value} is no value of any parameter; give a number, or -math.inf where the range begins at −∞")
        return "-inf" if value == -math.inf else value
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Mapping):
        return {encode_key(key): encode(item) for key, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray)):
        return [encode(item) for item in value]
    raise ValueError(f"{value!r} is no value of any parameter; give a number, a text, True or False, or the two ends of a range")


def encode_key(key: Any) -> str:
    """A key of the config as Python writes it: `out_of_range` is `out-of-range`. Ids and words stay as they are."""
    if isinstance(key, float) and key == -math.inf:
        return "-inf"
    if isinstance(key, (str, int, float)):
        return str(key)
    raise ValueError(f"{key!r} cannot be a key; keys are texts")


class Patterns:
    """Which ids are meant: each word is the beginning of an id, or with `*` or `?` in it a pattern of the whole id; no words mean all.

    `exactly`: only this id.
    """


    def __init__(self, words: str | Iterable[str] = (), *, exactly: str | None = None) -> None:
        self._exactly = exactly
        given = [words] if isinstance(words, str) else list(words)
        self.words = tuple(word for text in given for word in text.split(",") if word)
        self._whole = [re.compile(_expression(word), re.DOTALL) for word in self.words if set(word) & set("*?")]
        self._beginnings = tuple(word for word in self.words if not set(word) & set("*?"))

    def match(self, name: str) -> bool:
        """Whether the parameter of this id is meant."""
        if self._exactly is not None:
            return name == self._exactly
        if not self.words or (self._beginnings and name.startswith(self._beginnings)):
            return True
        return any(pattern.fullmatch(name) for pattern in self._whole)


def _expression(word: str) -> str:
    return "".join(".*" if letter == "*" else "." if letter == "?" else re.escape(letter) for letter in word)
