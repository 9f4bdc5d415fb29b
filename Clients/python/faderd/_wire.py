"""HTTP/1.1 and Server-Sent Events without input and output: bytes in, answers and events out. Both clients read with this.

http.client blocks, so asyncio could not use it; and here a broken or foreign answer is one exception.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: What an answer may hold at most; a whole state of 2,000 parameters is about 1 MB.
LARGEST_BODY = 64 << 20
LARGEST_HEAD = 64 << 10


class NotSpoken(ValueError):
    """What came is not the API of a faderd that this library knows."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer. `closes`: no other request can be made on its connection, which the daemon closes."""

    status: int
    body: bytes
    closes: bool = False


def request_bytes(method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> bytes:
    """A request; `body` becomes JSON."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in (headers or {}).items())]
    data = b"" if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    return "\r\n".join([*lines, "", ""]).encode("utf-8") + data


class AnswerReader:
    """Reads one answer. `feed` returns the part of its body that came with these bytes."""

    def __init__(self) -> None:
        self.status = 0
        self.is_whole = False
        self.closes = False
        self._bytes = bytearray()
        self._left: int | None = None  # Bytes of the body, or of this chunk, that are still to come.
        self._is_chunked = False
        self._length = 0

    def feed(self, data: bytes) -> bytes:
        """Takes what came from the connection. Raises NotSpoken if that is no answer."""
        self._bytes += data
        if self.status == 0 and not self._read_head():
            return b""
        return self._chunks() if self._is_chunked else self._sized()

    def _read_head(self) -> bool:
        end = self._bytes.find(b"\r\n\r\n")
        if end < 0:
            if len(self._bytes) > LARGEST_HEAD:
                raise NotSpoken("an answer without an end of its headers")
            return False
        first, *lines = self._bytes[:end].decode("latin-1").split("\r\n")
        del self._bytes[:end + 4]
        protocol, _, rest = first.partition(" ")
        if not protocol.startswith("HTTP/1.") or not rest[:3].isdigit():
            raise NotSpoken(f"an answer that begins with {first[:40]!r}")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if rest.startswith("1"):
            return self._read_head()
        self.status = int(rest[:3])
        self.closes = headers.get("connection", "").lower() == "close"
        self._is_chunked = headers.get("transfer-encoding", "").lower() == "chunked"
        if not self._is_chunked:
            self._left = self._whole_number(headers.get("content-length", "0"), 10)
        return True

    def _sized(self) -> bytes:
        assert self._left is not None
        part = self._take(min(self._left, len(self._bytes)))
        self.is_whole = self._left == 0
        return part

    def _take(self, count: int) -> bytes:
        assert self._left is not None
        part = bytes(self._bytes[:count])
        del self._bytes[:count]
        self._left -= count
        return part

    def _chunks(self) -> bytes:
        parts = []
        while not self.is_whole:
            if self._left is None:
                end = self._bytes.find(b"\r\n")
                if end < 0:
                    break
                self._left = self._whole_number(self._bytes[:end].partition(b";")[0].decode("latin-1"), 16)
                del self._bytes[:end + 2]
                self._length = self._left
            if self._left > 0:
                if not self._bytes:
                    break
                parts.append(self._take(min(self._left, len(self._bytes))))
                continue
            # After each chunk comes an end of line; after the empty one the answer is whole.
            if len(self._bytes) < 2:
                break
            del self._bytes[:2]
            self._left, self.is_whole = None, self._length == 0
        return b"".join(parts)

    @staticmethod
    def _whole_number(text: str, base: int) -> int:
        try:
            number = int(text, base)
        except ValueError:
            raise NotSpoken(f"an answer of the length {text[:40]!r}") from None
        if not 0 <= number <= LARGEST_BODY:
            raise NotSpoken(f"an answer of {number} bytes")
        return number


class WholeAnswer:
    """Reads an answer to its end."""

    def __init__(self) -> None:
        self._reader = AnswerReader()
        self._parts: list[bytes] = []

    def feed(self, data: bytes) -> Answer | None:
        """Takes what came; returns the answer when it is whole."""
        self._parts.append(self._reader.feed(data))
        return Answer(self._reader.status, b"".join(self._parts), self._reader.closes) if self._reader.is_whole else None


class EventReader:
    """Reads Server-Sent Events from the body of an answer."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._name = "message"
        self._data: list[str] = []

    def feed(self, data: bytes) -> list[tuple[str, str]]:
        """Takes a part of the body; returns the events that are whole: their names and data."""
        self._bytes += data
        if len(self._bytes) > LARGEST_BODY:
            raise NotSpoken("an event without an end")
        events: list[tuple[str, str]] = []
        *lines, rest = self._bytes.split(b"\n")
        self._bytes = bytearray(rest)
        for line in lines:
            self._read(line.removesuffix(b"\r").decode("utf-8", "replace"), events)
        return events

    def _read(self, line: str, events: list[tuple[str, str]]) -> None:
        key, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            if self._data:
                events.append((self._name, "\n".join(self._data)))
            self._name, self._data = "message", []
        elif key == "event":
            self._name = value
        elif key == "data":
            self._data.append(value)


class EventStream:
    """Reads the answer to a request for events. `refusal` is the answer when it was refused instead."""

    def __init__(self) -> None:
        self._answer = AnswerReader()
        self._events = EventReader()
        self._parts: list[bytes] = []
        self.refusal: Answer | None = None

    def feed(self, data: bytes) -> list[tuple[str, str]]:
        """Takes what came; returns the events that are whole."""
        part = self._answer.feed(data)
        if self._answer.status in (0, 200):
            return self._events.feed(part)
        self._parts.append(part)
        if self._answer.is_whole:
            self.refusal = Answer(self._answer.status, b"".join(self._parts))
        return []
