"""A stand-in for a Behringer Wing, written from what is published about its protocol: docs/consoles.md has the sources.

A value that is asked comes as a text, a number from 0 to 1 and the value itself; a change as the value alone. It sends changes to the last one that subscribed,
and never to the one that made them. It keeps levels on 1,024 steps. Another client, such as a tablet, is played by `tablet`, and `steal` takes the subscription.
Levels it tells on another connection, `meters`, at the port before.
"""

import contextlib
import socket
import struct
import threading
import time

from desks import OSCDesk, TCPDesk, encode
from listener import gone

SUBSCRIPTION = 10
SILENCE = -144.0


def position(level):
    """The position of a fader at a level."""
    if level <= -90:
        return 0.0
    for low, slope, offset in ((-10, 40, 30), (-30, 80, 50), (-60, 160, 70), (-90, 480, 90)):
        if level >= low:
            return (level + offset) / slope
    return 0.0


def level(part):
    """The level in dB at a position."""
    if part <= 0:
        return SILENCE
    for low, slope, offset in ((0.5, 40, 30), (0.25, 80, 50), (0.0625, 160, 70), (0, 480, 90)):
        if part >= low:
            return part * slope - offset
    return SILENCE


def grid(db):
    """A level as the console keeps it."""
    return level(round(min(max(position(db), 0), 1) * 1023) / 1023)


def show():
    values = {}
    for path, count in (("ch", 40), ("aux", 8), ("bus", 16), ("mtx", 8), ("dca", 16), ("main", 4)):
        for n in range(1, count + 1):
            strip = f"/{path}/{n}"
            values |= {f"{strip}/fdr": SILENCE, f"{strip}/mute": 0, f"{strip}/name": "", f"{strip}/col": 1, f"{strip}/$solo": 0}
            if path != "dca":
                values[f"{strip}/pan"] = 0.0
            if path == "ch":
                values[f"{strip}/flt/lc"] = 0
            sends = [str(bus) for bus in range(1, 17)] if path in ("ch", "aux") else []
            sends += [f"MX{mtx}" for mtx in range(1, 9)] if path in ("ch", "aux", "bus", "main") else []
            for send in sends:
                values |= {f"{strip}/send/{send}/on": 1, f"{strip}/send/{send}/lvl": SILENCE, f"{strip}/send/{send}/pan": 0.0}
    return values | {f"/mgrp/{n}/mute": 0 for n in range(1, 9)}

# What a question about levels calls the sorts of strips, and how many numbers come for each strip; those with 11 are the newer ones.
SORTS = {0xA0: ("ch", 8), 0xA1: ("aux", 8), 0xA2: ("bus", 8), 0xA3: ("main", 8), 0xA4: ("mtx", 8), 0xA5: ("dca", 4),
         0xAB: ("ch", 11), 0xAC: ("aux", 11), 0xAD: ("bus", 11), 0xAE: ("main", 11), 0xAF: ("mtx", 11)}
COUNTS = {"ch": 40, "aux": 8, "bus": 16, "main": 4, "mtx": 8, "dca": 16}


class Asker:
    """One that is connected for levels: what it has asked."""

    def __init__(self):
        self.channel, self.escapes, self.data = None, False, bytearray()
        self.port, self.number, self.strips = None, None, {}
        # By the number of a question: its strips, and when it was asked or renewed.
        self.questions = {}

    def take(self, data):
        """Takes bytes as they come on the wire, with channels and marks."""
        for byte in data:
            if not self.escapes and byte == 0xDF:
                self.escapes = True
                continue
            if self.escapes:
                self.escapes = False
                if 0xD0 <= byte <= 0xDD:
                    self.channel = byte - 0xD0
                    continue
                self.put(0xDF)
                if byte == 0xDE:
                    continue
            self.put(byte)
        while self.token():
            pass

    def put(self, byte):
        if self.channel == 3:
            self.data.append(byte)

    def token(self):
        """Does what the next token says, if all of it is there."""
        if not self.data:
            return False
        size = {0xD3: 3, 0xD4: 5}.get(self.data[0], 1)
        if self.data[0] == 0xDC:
            size = self.data.find(0xDE) + 1
        if not size or len(self.data) < size:
            return False
        token, rest = self.data[0], bytes(self.data[1:size])
        del self.data[:size]
        if token == 0xD3:
            self.port = int.from_bytes(rest, "big")
        elif token == 0xD4:
            self.number = rest
            if rest in self.questions:
                self.questions[rest] = (self.questions[rest][0], time.monotonic())
        elif token == 0xDC:
            sort, strips = None, []
            for each in rest[:-1]:
                if each in SORTS:
                    sort = SORTS[each]
                elif each < COUNTS[sort[0]]:
                    strips.append((*sort, each + 1))
            self.questions[self.number] = (strips, time.monotonic())
        else:
            raise OSError(f"the token {token:#x}")
        return True


class Meters(TCPDesk):
    """Its other connection, over which it tells levels: asked over TCP, told over UDP. It tells changes of values there, too."""

    patience = 10

    def __init__(self, desk, port=0):
        # By sort and number of the strip: its level before and after the fader, in dB, each of both sides.
        self.levels, self.deaf, self.turned = {}, False, False
        self.desk, self.askers, self.questions = desk, {}, []
        self.out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.out.bind(("127.0.0.1", 0))
        super().__init__({}, port)
        threading.Thread(target=self._tell, daemon=True).start()

    def begin(self, client):
        if self.turned:
            gone()

    def welcome(self, client):
        self.askers[client] = Asker()
        self.send(bytes.fromhex("dfd1d7dfde000001d5c1200000") * 50, [client])

    def read(self, data, client):
        asker = self.askers[client]
        before = dict(asker.questions)
        asker.take(data)
        for number, (strips, _) in asker.questions.items():
            if before.get(number, (None,))[0] != strips:
                self.questions.append((number, [(sort, n) for sort, _, n in strips]))
        return b""

    def wanted(self):
        """The strips of which each client is told levels now."""
        with self.guard:
            return [[(sort, n) for sort, _, n in strips] for asker in self._asking() for strips, _ in self._alive(asker)]

    def ports(self):
        """The ports of its clients."""
        with self.guard:
            return [asker.port for asker in self._asking()]

    def _asking(self):
        return [self.askers[client] for client in self.clients if client in self.askers and self.askers[client].port]

    @staticmethod
    def _alive(asker):
        return [question for question in asker.questions.values() if time.monotonic() - question[1] < 5]

    def packet(self, number, strips):
        """The levels of strips, and numbers behind them that are no levels."""
        data = bytearray(number)
        for sort, count, n in strips:
            levels = self.levels.get((sort, n), (-128,))
            levels = (levels * 4 if len(levels) == 1 else levels) + (0,) * (count - 4)
            data += b"".join(struct.pack(">h", round(each * 256)) for each in levels)
        return bytes(data)

    def _tell(self):
        while self.alive:
            time.sleep(0.05)
            with self.guard:
                packets = [(self.packet(number, strips), asker.port) for asker in self._asking()
                           for number, (strips, since) in asker.questions.items() if time.monotonic() - since < 5]
            for packet, port in packets if not (self.silent or self.deaf) else ():
                with contextlib.suppress(OSError):
                    self.out.sendto(packet, ("127.0.0.1", port))


class Desk(OSCDesk):
    """The console."""

    def __init__(self, port=0, values=None, lose=0, host="127.0.0.1"):
        self.subscriber = None
        for attempt in range(20):
            self.meters = Meters(self, port - 1 if port else 0)
            try:
                super().__init__(show() | (values or {}), port or self.meters.port + 1, lose, host)
                return
            except OSError:
                # Somebody has the next port.
                self.meters.close()
                if port or attempt == 19:
                    raise

    def close(self):
        super().close()
        self.meters.close()

    def raw(self, packet):
        if self.subscriber:
            self.link.sendto(packet, self.subscriber[0])

    def steal(self):
        """Another program subscribes."""
        self.subscriber = None

    def take(self, address, arguments, sender):
        if address == "/*S":
            self.subscriber = (sender, time.monotonic())
        elif address == "/?":
            self.send(encode("/?", "WING,127.0.0.1,Stand-in,wing-compact,SERIAL,3.1.0"), sender)
        elif address not in self.values:
            pass  # It says nothing about what it does not have.
        elif not arguments:
            self.send(encode(address, *self.answer(address)), sender)
        else:
            self.set(address, arguments[0], sender)

    def answer(self, address):
        value = self.values[address]
        if isinstance(value, str):
            return (value,)
        if address.endswith("/col"):
            return (str(value), (value - 1) / 17, value - 1)
        if isinstance(value, int):
            return (str(value), float(value), value)
        if address.endswith(("/fdr", "/lvl")):
            return ("-oo" if value == SILENCE else f"{value:.1f}", position(value), float(value))
        return (f"{value:.0f}", (value + 100) / 200, float(value))

    def set(self, address, value, by):
        before = self.values[address]
        if isinstance(before, str):
            value = str(value)[:8 if address.startswith("/dca") else 16]
        elif isinstance(before, float):
            value = float(SILENCE if value == "-oo" else value)
            value = grid(value) if address.endswith(("/fdr", "/lvl")) else round(min(max(value, -100), 100))
            value = float(value)
        else:
            value = 1 - before if int(value) == -1 else int(value)
        if value == before:
            return
        self.values[address] = value
        if self.subscriber and self.subscriber[0] != by and time.monotonic() - self.subscriber[1] < SUBSCRIPTION:
            # The number of a color is counted from 0 here.
            self.send(encode(address, value - 1 if address.endswith("/col") else value), self.subscriber[0])
