"""What can be read of a parameter and of a connection: the same in both clients."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar, cast

from ._core import Core
from ._states import Problem, State

V = TypeVar("V")


class View(Generic[V]):
    """A parameter as the connection knows it. Reading never waits and asks nobody."""

    def __init__(self, core: Core, name: str) -> None:
        self._core = core
        self._id = name

    @property
    def id(self) -> str:
        """Its id."""
        return self._id

    @property
    def state(self) -> State:
        """Everything that is known of it, at one moment. Raises Unknown if it is gone, Gone if no daemon was ever there to tell."""
        return self._core.state(self._id)

    @property
    def text(self) -> str:
        """Its value as a person reads it: `-6.0 dB`."""
        return self.state.text

    @property
    def label(self) -> str:
        """Its name for people."""
        return self.state.label

    @property
    def kind(self) -> str:
        """`number`, `integer`, `toggle`, `choice`, `text`, `range`, `color` or `trigger`."""
        return self.state.kind

    @property
    def touched_by(self) -> tuple[str, ...]:
        """Who holds it: controls, as `desk fader.1`, then names of gestures."""
        return self.state.touched_by

    @property
    def known(self) -> bool:
        """False if it is not known what it is outside: its target has not told it, and nobody has set it. `text` is "–" then."""
        return self.state.known

    def _value(self) -> V:
        return cast(V, self.state.value)

    def __repr__(self) -> str:
        known = self._core.states.get(self._id) or (self._core.declared[self._id].local if self._id in self._core.declared else None)
        return f"<faderd {self._id}: {known.text if known else 'unknown'}>"


class Overview:
    """What a connection knows. `turn` guards the core."""

    def __init__(self, core: Core, turn: AbstractContextManager[Any]) -> None:
        self._core = core
        self._turn = turn

    @property
    def connected(self) -> bool:
        """Whether there is a daemon that knows everything that was declared here."""
        return self._core.is_ready

    @property
    def version(self) -> str | None:
        """The version of the daemon; None if there was none yet."""
        return self._core.version

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong and was nobody's request: why there is no daemon, which declaration was refused later."""
        with self._turn:
            return self._core.problems

    def __contains__(self, id: object) -> bool:
        with self._turn:
            return id in self._core.ids

    def __iter__(self) -> Iterator[str]:
        with self._turn:
            return iter(self._core.ids)

    def __len__(self) -> int:
        with self._turn:
            return len(self._core.ids)


def change_of(text: str | None, value: Any, position: float | None) -> dict[str, Any]:
    """The body that sets a parameter. Raises TypeError unless exactly one of the three is given, or if the text is none."""
    given = {name: one for name, one in (("text", text), ("value", value), ("position", position)) if one is not None}
    if len(given) != 1:
        raise TypeError("set() takes exactly one of a text, value= and position=")
    if text is not None and not isinstance(text, str):
        raise TypeError(f"set() takes a text, as set(\"-6 dB\"); write set(value={text!r})")
    return given


def moved(gesture: str, position: float | None, parts: dict[str, float]) -> dict[str, Any]:
    """The body of a move of a gesture."""
    if (position is None) == (not parts):
        raise TypeError("move() takes a position, or positions of parts, as low=0.1")
    return {"gesture": gesture, **({"position": position} if position is not None else {"positions": parts})}
