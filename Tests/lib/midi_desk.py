"""Stand-ins for consoles of Allen & Heath that speak MIDI over TCP, an SQ and a Qu, written from what is published: docs/consoles.md has the sources.

An SQ answers a question for a number as if somebody had changed it. A Qu tells everything once it is asked for everything. Both send changes to the one client
that they serve, but not its own; a second one is turned away. Somebody at the console is played by `tablet`.
"""

import threading

from desks import TCPDesk

HEAD = bytes.fromhex("F000001A501101" + "0000")


class Desk(TCPDesk):
    """What both have in common. `gadget`: it is plugged in there, and not in a network."""

    serves_one = True
    pause = 0.001

    def __init__(self, values=None, port=0, pieces=0, channel=1, gadget=None):
        self.channel, self.scenes, self.gadget = channel - 1, {}, gadget
        super().__init__(self.show() | (values or {}), port, pieces)
        if gadget:
            threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self):
        index = 0
        while (new := self.gadget.next(index)) is not None:
            index += len(new)
            with self.guard:
                self.read(b"".join(each.message for each in new), None)

    def send(self, data, clients=None):
        if not self.gadget:
            return super().send(data, clients)
        with self.guard:
            return None if self.silent else self.gadget.write(data)

    def read(self, data, client):
        """Takes the messages that are complete. Returns the rest. What comes is as faderd writes it: without running status."""
        while data:
            status = data[0]
            if status >= 0xF8:
                self.note(("alive",))
                data = data[1:]
                continue
            if status == 0xF0:
                end = data.find(b"\xF7")
                if end < 0:
                    break
                self.exclusive(data[:end])
                data = data[end + 1:]
                continue
            size = 2 if status & 0xF0 == 0xC0 else 3
            if len(data) < size:
                break
            self._message(status, *data[1:size])
            data = data[size:]
        return data

    numbers = (None, None, None)
    bank = None

    def _message(self, status, first, second=0):
        if status & 0x0F != self.channel:
            return
        kind = status & 0xF0
        a, b, c = self.numbers
        if kind == 0xB0 and first == 0x63:
            self.numbers = (second, None, None)
        elif kind == 0xB0 and first == 0x62:
            self.numbers = (a, second, None)
        elif kind == 0xB0 and first == 0x06:
            self.numbers = (a, b, second)
        elif kind == 0xB0 and first == 0x26:
            self.parameter(a, b, c, second)
        elif kind == 0xB0 and first == 0x60 and second == 0x7F:
            self.ask(a, b)
        elif kind == 0xB0 and first == 0:
            self.bank = second
        elif kind == 0xC0:
            self.note(("scene", self.bank << 7 | first))
            self.recall(self.bank << 7 | first)
        elif kind == 0x90:
            self.key(first, second)

    def recall(self, number):
        """Somebody recalls a scene. It does not say what is different with it."""
        with self.guard:
            self.values |= self.scenes.get(number, {})

    def nrpn(self, a, b, c, d):
        status = 0xB0 | self.channel
        return bytes([status, 0x63, a, status, 0x62, b, status, 0x06, c, status, 0x26, d])

    def sets(self, address=None):
        with self.guard:
            return [(what[1], what[2]) for _, what in self.heard if what[0] == "set" and address in (None, what[1])]

    def asked(self, address=None, since=0):
        with self.guard:
            return sum(what[0] == "ask" and address in (None, what[1]) for when, what in self.heard if when >= since)

    def raw(self, data):
        self.send(data)

    def exclusive(self, data):
        pass

    def key(self, key, velocity):
        pass

    def ask(self, a, b):
        pass

    def tablet(self, address, value):
        """Somebody at the console changes a value."""
        with self.guard:
            self.values[address] = value
            self.send(self.told(address))


class SQ(Desk):
    """Values are by two bytes in one number: 0x4000 is the first channel's level."""

    @staticmethod
    def show():
        return {n: 0 for base, count in ((0x0000, 0x58), (0x0200, 8), (0x0400, 8)) for n in range(base, base + count)}

    def told(self, address):
        value = self.values.get(address, 0)
        return self.nrpn(address >> 8, address & 0x7F, value >> 7, value & 0x7F)

    def ask(self, a, b):
        self.note(("ask", a << 8 | b))
        self.send(self.told(a << 8 | b))

    def parameter(self, a, b, c, d):
        address, value = a << 8 | b, c << 7 | d
        self.note(("set", address, value))
        # A level is kept on half steps.
        self.values[address] = value & ~0x3F if 0x40 <= a < 0x50 else value


class Qu(Desk):
    """Values are by text: `20.17.07`, `mute.20`, `name.20`."""

    @staticmethod
    def show():
        values = {}
        for n in (*range(0x20, 0x40), *range(0x40, 0x43), *range(0x08, 0x0C), *range(0x60, 0x6E), *range(0x10, 0x14), *range(0x50, 0x54)):
            values |= {f"mute.{n:02X}": 0, f"name.{n:02X}": ""}
            if not 0x50 <= n < 0x54:
                values[f"{n:02X}.17.07"] = 0
            if n < 0x43 and not 0x10 <= n < 0x14:
                values |= {f"{n:02X}.20.{mix:02X}": 0 for mix in range(7)}
        return values

    def told(self, address):
        value = self.values[address]
        if address.startswith("name."):
            return HEAD + bytes([2, int(address[5:], 16)]) + value.encode() + b"\xF7"
        if address.startswith("mute."):
            status, key = 0x90 | self.channel, int(address[5:], 16)
            return bytes([status, key, 0x7F if value else 0x3F, status, key, 0])
        a, b, d = (int(part, 16) for part in address.split("."))
        return self.nrpn(a, b, value, d)

    def exclusive(self, data):
        if not data.startswith(HEAD):
            return
        what, rest = data[len(HEAD)], data[len(HEAD) + 1:]
        if what == 0x10:
            self.note(("all",))
            self.send(HEAD + bytes([0x11, 1, 1, 9, 0xF7]) + b"\xFE".join(self.told(address) for address in self.values if address[:5] != "name."))
        elif what == 0x01:
            self.note(("ask", f"name.{rest[0]:02X}"))
            if f"name.{rest[0]:02X}" in self.values:
                self.send(self.told(f"name.{rest[0]:02X}"))
        elif what == 0x03:
            self.note(("set", f"name.{rest[0]:02X}", rest[1:].decode()))
            self.values[f"name.{rest[0]:02X}"] = rest[1:].decode()

    def parameter(self, a, b, c, d):
        self.note(("set", f"{a:02X}.{b:02X}.{d:02X}", c))
        self.values[f"{a:02X}.{b:02X}.{d:02X}"] = c

    def key(self, key, velocity):
        if velocity:
            self.note(("set", f"mute.{key:02X}", int(velocity >= 0x40)))
            self.values[f"mute.{key:02X}"] = int(velocity >= 0x40)
