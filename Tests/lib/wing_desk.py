"""A stand-in for a Behringer Wing, written from what is published about its protocol: docs/consoles.md has the sources.

A value that is asked comes as a text, a number from 0 to 1 and the value itself; a change as the value alone. It sends changes to the last one that subscribed,
and never to the one that made them. It keeps levels on 1,024 steps. Another client, such as a tablet, is played by `tablet`, and `steal` takes the subscription.
"""

import time

from desks import OSCDesk, encode

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


class Desk(OSCDesk):
    """The console."""

    def __init__(self, port=0, values=None, lose=0, host="127.0.0.1"):
        self.subscriber = None
        super().__init__(show() | (values or {}), port, lose, host)

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
