"""A stand-in for a Soundcraft Ui, written from what is published about its protocol: docs/consoles.md has the sources.

A WebSocket on which it tells everything at the beginning, in no order, and each change to all who did not make it. Who does not say ALIVE is put out.
"""

import base64
import random
import struct
import threading
import time

from desks import TCPDesk
from listener import handshake

PATIENCE = 5


def show():
    values = {"m.mix": 0.0, "m.pan": 0.5, "mgmask": 0}
    for word, count in (("i", 24), ("l", 2), ("f", 4), ("s", 6), ("a", 10), ("v", 6)):
        for n in range(count):
            values |= {f"{word}.{n}.mix": 0.0, f"{word}.{n}.mute": 0, f"{word}.{n}.pan": 0.5, f"{word}.{n}.solo": 0, f"{word}.{n}.name": "", f"{word}.{n}.color": 0}
            if word == "i":
                for bus in range(10):
                    values |= {f"i.{n}.aux.{bus}.value": 0.0, f"i.{n}.aux.{bus}.mute": 0, f"i.{n}.aux.{bus}.pan": 0.5}
                for fx in range(4):
                    values |= {f"i.{n}.fx.{fx}.value": 0.0, f"i.{n}.fx.{fx}.mute": 0}
    return values


# The sorts of strips in its message about levels: how many there are, how many bytes each has, and which of these are its level.
LEVELS = (("i", 24, 6, (1,)), ("p", 2, 6, (1,)), ("s", 6, 7, (0, 1)), ("f", 4, 7, (0, 1)), ("a", 10, 5, (1,)), ("m", 2, 5, (1,)), ("l", 2, 6, (1,)))


class Desk(TCPDesk):
    patience = PATIENCE

    def __init__(self, values=None, port=0):
        # By the word of the sort and the number of the strip, from 0: of 240. It tells none if all are silent.
        self.levels = {}
        super().__init__(show() | (values or {}), port)
        threading.Thread(target=self._meter, daemon=True).start()

    def begin(self, client):
        client.sendall(handshake(client))

    def welcome(self, client):
        self.tell("1::", [client])
        paths = list(self.values)
        random.shuffle(paths)
        for at in range(0, len(paths), 50):
            self.tell("3:::" + "\n".join(self.told(path) for path in paths[at:at + 50]), [client])

    def read(self, data, client):
        """Takes the frames that are complete. What comes is as faderd writes it: masked, and shorter than 64 KiB."""
        while len(data) >= 2:
            length, start = data[1] & 0x7F, 2
            if length == 126:
                if len(data) < 4:
                    break
                length, start = struct.unpack(">H", data[2:4])[0], 4
            if len(data) < start + 4 + length:
                break
            if data[0] & 0x0F == 8:
                raise OSError("it has ended")
            mask, content = data[start:start + 4], data[start + 4:start + 4 + length]
            self._take(bytes(byte ^ mask[n % 4] for n, byte in enumerate(content)).decode(), client)
            data = data[start + 4 + length:]
        return data

    def tell(self, text, clients=None):
        data = text.encode()
        self.send(b"\x81" + (bytes([len(data)]) if len(data) < 126 else b"\x7E" + struct.pack(">H", len(data)) if len(data) < 65536 else b"\x7F" + struct.pack(">Q", len(data))) + data, clients)

    def told(self, path):
        value = self.values[path]
        return f"SETS^{path}^{value}" if isinstance(value, str) else f"SETD^{path}^{value}"

    def _take(self, text, client):
        for line in text.removeprefix("3:::").split("\n"):
            self.note(line)
            word, *rest = line.split("^", 2)
            if word in ("SETD", "SETS"):
                self.values[rest[0]] = float(rest[1]) if word == "SETD" else rest[1]
                self.tell("3:::" + line, [other for other in self.clients if other != client])

    def tablet(self, path, value):
        with self.guard:
            self.values[path] = value
            self.tell("3:::" + self.told(path))

    def raw(self, text):
        self.tell(text)

    def _meter(self):
        while self.alive:
            time.sleep(0.034)
            levels = dict(self.levels)
            if not levels:
                continue
            data = bytes(count for _, count, _, _ in LEVELS) + b"\0"
            for word, count, size, places in LEVELS:
                for n in range(count):
                    data += bytes(levels.get((word, n), 0) if place in places else 0 for place in range(size))
            self.tell("3:::VU2^" + base64.b64encode(data).decode())

    def sets(self, path=""):
        with self.guard:
            return [line for _, line in self.heard if line.startswith((f"SETD^{path}", f"SETS^{path}"))]
