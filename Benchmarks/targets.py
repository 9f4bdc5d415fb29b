"""A sound server's volume on a fader: how soon a movement arrives (PulseAudio, PipeWire), and what the connection costs (PulseAudio)."""

import socket
import statistics
import struct
import tempfile
import threading
import time

import sound
from daemon import Daemon
from rows import row

SETS, SETTLE, IDLE = 100, 15, 30
NONE = 0xFFFFFFFF

CONFIG = """\
version: 1
parameters:
  master: {type: decibel, max: 0, target: {pulse: default-sink}}
surfaces:
  desk:
    match: "faderd virtual"
    controls: {fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}}
    map: {fader.1: master}
"""


class Client:
    """The smallest client of the native protocol that sets a volume: it connects once and uses no library."""

    def __init__(self, path):
        self.tag = 0
        self.link = socket.socket(socket.AF_UNIX)
        self.link.connect(path)
        self.ask(8, self.number(32) + b"x" + struct.pack(">I", 256) + bytes(256))
        self.ask(9, b"PN")

    @staticmethod
    def number(value):
        return b"L" + struct.pack(">I", value)

    def ask(self, command, arguments):
        self.tag += 1
        body = self.number(command) + self.number(self.tag) + arguments
        self.link.sendall(struct.pack(">IIIII", len(body), NONE, 0, 0, 0) + body)
        self.take(struct.unpack(">I", self.take(20)[:4])[0])

    def take(self, count):
        data = b""
        while len(data) < count:
            more = self.link.recv(count - len(data))
            if not more:
                raise SystemExit("the sound server closed the connection")
            data += more
        return data

    def set(self, volume):
        self.ask(36, self.number(NONE) + b"tone\0" + b"v\x02" + struct.pack(">II", volume, volume))


def run(config, server):
    directory = tempfile.mkdtemp(prefix="faderd-bench.")
    return Daemon(config, arguments=["--virtual"], directory=directory, environment=server.place).start()


def bound(daemon):
    while daemon.get("/v1/targets")["targets"][0]["state"] != "bound":
        time.sleep(0.01)


def latency(kind):
    """The time from an act to the event that `pactl subscribe` prints. A fader, pactl and a connected client act in turn."""
    server = kind().start()
    daemon = run(CONFIG, server)
    try:
        bound(daemon)
        session, client, lines = daemon.session(), Client(server.socket), server.watch()
        moments = []

        def follow():
            seen = 0
            while True:
                for line in lines[seen:]:
                    seen += 1
                    if "'change' on sink #" in line:
                        moments.append(time.monotonic())
                time.sleep(0.0001)
        threading.Thread(target=follow, daemon=True).start()
        # Until pactl has subscribed, it prints no changes.
        volume = 0
        while not moments:
            volume += 100
            server.set_volume(volume)
            time.sleep(0.1)

        def once(act):
            # Longer than the time that faderd leaves between two sets.
            time.sleep(0.06)
            seen, since = len(moments), time.monotonic()
            act()
            while len(moments) == seen:
                if time.monotonic() - since > 30:
                    raise SystemExit(f"{kind.word}: no event came")
                time.sleep(0.0001)
            return (moments[seen] - since) * 1000
        figures = {"fader": [], "pactl": [], "client": []}
        for number in range(SETS):
            figures["fader"].append(once(lambda: session.ask("PUT", "/v1/virtual/fader.1", {"position": 0.3 + 0.004 * number})))
            figures["pactl"].append(once(lambda: server.set_volume(sound.FULL // 2 + 100 * number)))
            figures["client"].append(once(lambda: client.set(sound.FULL // 4 + 100 * number)))
        fader, pactl, client = (statistics.median(figures[name]) for name in ("fader", "pactl", "client"))
        row(f"{kind.word}: a fader's movement to the change at the server, p50 of {SETS}",
            f"{fader:.2f} ms, {fader / pactl:.2f} times pactl's own set ({pactl:.2f} ms)", "at most 1.5 times", fader <= 1.5 * pactl)
        row("… a set by a client of the protocol in Python that stays connected", f"{client:.2f} ms")
    finally:
        daemon.destroy()
        server.destroy()


def cost():
    """Memory and wake-ups of a daemon with a sound server's volume as a target, compared with a daemon without targets."""
    server = sound.PulseAudio().start()
    without = run(CONFIG.replace(", target: {pulse: default-sink}", ""), server)
    daemon = run(CONFIG, server)
    try:
        bound(daemon)
        # Both daemons have now run the same code.
        without.get("/v1/targets")
        time.sleep(SETTLE)
        more, before = daemon.memory() - without.memory(), daemon.switches()
        time.sleep(IDLE)
        woken = daemon.switches() - before
        row("private memory with a sound server connected, beside the same without", f"{more} KiB more", "at most 2,048 KiB", more <= 2048)
        row(f"wake-ups in {IDLE} idle seconds with a sound server connected, all threads", f"{woken}", "0", woken == 0)
    finally:
        daemon.destroy()
        without.destroy()
        server.destroy()


def targets():
    for kind in sound.BOTH:
        latency(kind)
    cost()
