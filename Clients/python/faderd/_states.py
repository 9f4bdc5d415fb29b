"""What the daemon tells: parameters, changes, presses and outcomes, as dataclasses that never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._kinds import Value, kind_of


#: What people read in place of a value that is not known.
UNHEARD = "–"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a choice. `absent`: it is there only because it is the value."""

    id: str
    label: str
    absent: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A parameter at one moment. What does not apply to its kind is None or empty; docs/kinds.md has all kinds."""

    id: str
    kind: str
    label: str
    value: Value
    text: str
    edit_text: str
    default: Value = None
    position: float | None = None
    min: float | None = None
    max: float | None = None
    step: float | None = None
    decimals: int | None = None
    unit: str = ""
    options: tuple[Option, ...] = ()
    words: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    part_of: str | None = None
    running: bool = False
    origin: str = ""
    owner: str | None = None
    touched_by: tuple[str, ...] = ()
    declared_by: tuple[str, ...] = ()
    revision: int = 0
    #: False if its target has not told the value, and nobody has set it: `text` is "–" then.
    known: bool = True
    clamped: bool = False
    notice: str | None = None
    #: Everything that the daemon told, also what this version of the library has no name for.
    resource: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def decode(cls, resource: Mapping[str, Any]) -> State:
        """A parameter of the API. Raises ValueError if it is none."""
        try:
            return cls._decode(resource)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"a parameter without what this library needs ({error!r})") from None

    @classmethod
    def _decode(cls, resource: Mapping[str, Any]) -> State:
        kind = str(resource["kind"])
        low, high, known = resource.get("min"), resource.get("max"), resource.get("known", True)
        return cls(
            id=str(resource["id"]), kind=kind, label=str(resource["label"]), value=kind_of(kind).decode(resource["value"]),
            text=str(resource["text"]) if known else UNHEARD, edit_text=str(resource["editText"]), default=kind_of(kind).decode(resource.get("default")),
            position=resource.get("position"), min=float("-inf") if low == "-inf" else low, max=high,
            step=resource.get("step"), decimals=resource.get("decimals"), unit=resource.get("unit", ""),
            options=tuple(Option(one["id"], one["label"], one.get("absent", False)) for one in resource.get("options", ())),
            words=tuple(resource.get("words", ())), parts=tuple(resource.get("parts", ())), part_of=resource.get("partOf"),
            running=resource.get("running", False), origin=resource.get("origin", ""), owner=resource.get("owner"),
            touched_by=tuple(resource.get("touchedBy", ())), declared_by=tuple(resource.get("declaredBy", ())),
            revision=int(resource["revision"]), known=known, clamped=resource.get("clamped", False), notice=resource.get("notice"), resource=resource)


@dataclass(frozen=True, slots=True)
class Change:
    """A parameter that changed: what it is now. `meanwhile`: it changed while there was no connection to the daemon."""

    state: State
    meanwhile: bool = False

    @property
    def id(self) -> str:
        """The id of the parameter."""
        return self.state.id

    @property
    def value(self) -> Any:
        """Its value, in the form of its kind."""
        return self.state.value

    @property
    def text(self) -> str:
        """Its value as a person reads it."""
        return self.state.text

    @property
    def position(self) -> float | None:
        """Where the value lies on the travel, 0…1; None if no control can drive it."""
        return self.state.position

    @property
    def origin(self) -> str:
        """Who asked for it: `touch`, `hand`, `text`, `api`, `recall`, `target`, `undo` or `restore`."""
        return self.state.origin


@dataclass(frozen=True, slots=True)
class Press:
    """A trigger was pressed. `by` is the control or the name of a writer, or None; `run` the number of the press."""

    id: str
    by: str | None
    run: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that did not work and was not anybody's request: `id` is the parameter, or None for the connection itself."""

    id: str | None
    detail: str

    def __str__(self) -> str:
        return self.detail


@dataclass(frozen=True, slots=True)
class Draft:
    """What a text that somebody types would do: `text` is the value it would give, `message` why it is none.

    `dropped`: somebody else changed the value meanwhile, so the draft is gone, and `edit_text` is what the field shows now.
    """

    valid: bool
    text: str | None = None
    message: str | None = None
    dropped: bool = False
    edit_text: str | None = None

    @classmethod
    def decode(cls, answer: Mapping[str, Any]) -> Draft:
        """The answer to a draft or a check."""
        return cls(bool(answer["valid"]), answer.get("text"), answer.get("message"), answer.get("dropped", False), answer.get("editText"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an edit ended: `outcome` is `committed`, `restored`, `dropped` or `refused`; only after `refused` it goes on."""

    outcome: str
    state: State
    message: str | None = None

    @classmethod
    def decode(cls, answer: Mapping[str, Any]) -> Outcome:
        """The answer to submit, blur or cancel."""
        return cls(str(answer["outcome"]), State.decode(answer["parameter"]), answer.get("message"))


@dataclass(frozen=True, slots=True)
class Restored:
    """What an undo, a redo or a recall has set, and sentences about what it left alone. `over`: seconds of the glide, or None."""

    states: tuple[State, ...]
    skipped: tuple[str, ...] = ()
    over: float | None = None

    @classmethod
    def decode(cls, answer: Mapping[str, Any]) -> Restored:
        """The answer to undo, redo or recall."""
        return cls(tuple(map(State.decode, answer["parameters"])), tuple(answer.get("skipped", ())), answer.get("over"))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A named set of values. `saved`: when, in ISO 8601; `over`: seconds of its fade, or None."""

    name: str
    saved: str
    count: int
    over: float | None = None

    @classmethod
    def decode(cls, answer: Mapping[str, Any]) -> Snapshot:
        """One of the answers about snapshots."""
        count = answer["count"] if "count" in answer else len(answer["entries"])
        return cls(str(answer["name"]), str(answer["saved"]), int(count), answer.get("over"))
