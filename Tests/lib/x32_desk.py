"""A stand-in for a Behringer X32 (or, with `xair=True`, an XR18), written from what is published about its protocol: docs/consoles.md has the sources.

It answers an address without arguments with its value, and nothing for an address that it does not have. Values are kept on its own grid. It sends each change
to who subscribed within the last ten seconds, but not to the one that made it. A second client, such as a tablet, is played by `tablet`.
"""

import math
import struct
import threading
import time

from desks import OSCDesk, encode

SUBSCRIPTION = 10
MOST_CLIENTS = 4
# The scenes that the console has. All others have no name.
SCENES = {0: "Soundcheck", 3: "Intro", 5: "Chorus", 7: "Verse"}
STEPS = (("/fader", 1023), ("/level", 160), ("/mlevel", 160), ("/pan", 100), ("/gain", 144))


def grid(address, value):
    """A value as the console keeps it."""
    if isinstance(value, str):
        return value[:12]
    steps = next((steps for end, steps in STEPS if address.endswith(end)), None)
    return value if steps is None or math.isnan(value) else struct.unpack("f", struct.pack("f", round(min(max(value, 0), 1) * steps) / steps))[0]


def show():
    """The state of a console with 32 channels."""
    values = {"/-show/prepos/current": 0, "/-stat/selidx": 0}
    for n in range(1, 33):
        values |= {f"/ch/{n:02}/mix/fader": 0.0, f"/ch/{n:02}/mix/on": 1, f"/ch/{n:02}/mix/pan": 0.5, f"/ch/{n:02}/preamp/hpon": 0,
                   f"/ch/{n:02}/config/name": f"Ch {n}", f"/ch/{n:02}/config/color": n % 8, f"/-stat/solosw/{n:02}": 0,
                   f"/-ha/{n - 1:02}/index": (n + 7) % 32, f"/headamp/{n - 1:03}/gain": grid("/gain", 0.25), f"/headamp/{n - 1:03}/phantom": 0}
        for bus in range(1, 17):
            values |= {f"/ch/{n:02}/mix/{bus:02}/level": 0.0, f"/ch/{n:02}/mix/{bus:02}/on": 1}
    others = [f"/{path}/{n:02}" for path, count in (("bus", 16), ("mtx", 6), ("auxin", 8), ("fxrtn", 8)) for n in range(1, count + 1)]
    for path in [*others, "/main/st", "/main/m", "/lr", *(f"/bus/{n}" for n in range(1, 7)), *(f"/rtn/{n}" for n in (1, 2, 3, 4, "aux"))]:
        values |= {f"{path}/mix/fader": 0.0, f"{path}/mix/on": 1, f"{path}/config/name": "", f"{path}/config/color": 0}
    for n in range(1, 9):
        values |= {f"/dca/{n}/fader": 0.0, f"/dca/{n}/on": 1, f"/dca/{n}/config/name": "", f"/dca/{n}/config/color": 0}
    for n in range(100):
        name = SCENES.get(n, "")
        values |= {f"/-show/showfile/scene/{n:03}/name": name, f"/-snap/{n:02}/name": name}
    return values | {f"/config/mute/{n}": 0 for n in range(1, 7)}


class Desk(OSCDesk):
    """The console. `late`: it sends changes back to the one that made them, so many seconds later."""

    def __init__(self, xair=False, port=0, values=None, lose=0, late=None, host="127.0.0.1"):
        self.xair, self.late = xair, late
        self.clients, self.meters, self.scenes, self.levels = {}, {}, {}, {}
        super().__init__(show() | (values or {}), port, lose, host)
        threading.Thread(target=self._meter, daemon=True).start()

    def raw(self, packet):
        """Sends any bytes to all who subscribed."""
        for client in self.subscribers():
            self.link.sendto(packet, client)

    def subscribers(self):
        now = time.monotonic()
        return [client for client, since in list(self.clients.items()) if now - since < SUBSCRIPTION]

    def take(self, address, arguments, sender):
        if address in ("/xremote", "/xremotenfb"):
            if sender in self.clients or len(self.subscribers()) < MOST_CLIENTS:
                self.clients[sender] = time.monotonic()
        elif address in ("/xinfo", "/info", "/status"):
            model = ("XR18", "1.17") if self.xair else ("X32", "4.06")
            texts = {"/xinfo": ("127.0.0.1", "Stand-in", *model), "/info": ("V2.07", "osc-server", *model), "/status": ("active", "127.0.0.1", "osc-server")}
            self.send(encode(address, *texts[address]), sender)
        elif address == "/meters":
            self.meters[sender, arguments[0]] = time.monotonic()
        elif address in ("/-action/goscene", "/-snap/load"):
            self._recall(arguments[0], sender)
        elif address not in self.values:
            pass  # A console says nothing about what it does not have.
        elif not arguments:
            self.send(encode(address, self.values[address]), sender)
        else:
            self.set(address, arguments[0], sender)

    def _recall(self, number, sender):
        for address, value in self.scenes.get(number, {}).items():
            self.set(address, value, None)
        self.set("/-snap/index" if self.xair else "/-show/prepos/current", number, sender)

    def set(self, address, value, by):
        value = grid(address, value)
        if self.values.get(address) == value:
            return
        self.values[address] = value
        packet = encode(address, value)
        for client in self.subscribers():
            if client != by:
                self.send(packet, client)
            elif self.late is not None:
                threading.Timer(self.late, self.send, (packet, client)).start()

    def recall(self, number):
        """Somebody recalls a scene at the console."""
        with self.guard:
            self._recall(number, None)

    def _meter(self):
        while self.alive:
            time.sleep(0.05)
            now = time.monotonic()
            for (client, name), since in list(self.meters.items()):
                if now - since < SUBSCRIPTION and not self.silent:
                    try:
                        self.link.sendto(encode(name, self.blob(name)), client)
                    except OSError:
                        return

    def blob(self, name):
        """The levels in dB of `levels`, by place; everything else is silent."""
        if self.xair:
            count = 40
            return struct.pack("<i", count) + b"".join(struct.pack("<h", round(self.levels.get((name, n), -128) * 256)) for n in range(count))
        count = {"/meters/0": 70, "/meters/1": 96, "/meters/2": 49}[name]
        return struct.pack("<i", count) + b"".join(struct.pack("<f", 10 ** (self.levels.get((name, n), -128) / 20)) for n in range(count))
