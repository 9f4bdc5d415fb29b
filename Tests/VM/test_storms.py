"""Programs of the sequencer with hostile names that come, go, rename themselves and rewire their ports without end."""

import time

import midi
import seq
from daemon import Daemon
from testing import check, test, wait_until

CONFIG = """
version: 1
parameters:
  level: {min: -70, max: 6, unit: dB, decimals: 1}
  other: {min: 0, max: 127, decimals: 0}
surfaces:
  ping: {match: "Ping*", controls: {fader.1: {input: "cc 7 ch 1"}}, map: {fader.1: level}}
  pong: {match: "Pong*", controls: {fader.1: {input: "cc 20 ch 1", motor: true}}, map: {fader.1: level}}
  guest: {match: "*Storm*", controls: {fader.1: {input: "cc 7 ch 1", motor: true}}, map: {fader.1: other}}
"""

NAMES = [
    "Storm \x1b[31m\x07\x08", "Storm\n2026-01-01 faderd: error: no", "\udcff\udcfeStorm\udcc3", "Storm" * 12, "Storm %s%n$(id)`id`", "Midi Through Storm",
    "Storm]: {&x *y, #", " Storm\u202e\u0000", "Ping Storm", ""]


class Desk:
    """A program whose fader drives a parameter, and another one whose motor follows it."""

    def __init__(self, daemon):
        self._ping, self._pong = seq.Sequencer("Ping"), seq.Sequencer("Pong")
        self._ping.create_port("out"), self._pong.create_port("in")
        wait_until(lambda: [item["state"] for item in daemon.get("/v1/surfaces")][:2] == ["connected"] * 2, "both surfaces")
        self._pong.receive_all(0.3)
        self._value = 0

    def move(self):
        self._value = (self._value + 1) % 128
        self._ping.send(0, midi.cc(7, self._value))
        while True:
            event = self._pong.receive(2)
            check(event is not None, f"no motor was sent {self._value}")
            if event.message == midi.cc(20, self._value):
                return


def visits(desk, count):
    """Clients that come with a few ports, rename themselves, lose some of their ports and go."""
    for number in range(count):
        guest = seq.Sequencer(NAMES[number % len(NAMES)])
        ports = [guest.create_port(NAMES[(number + port) % len(NAMES)]) for port in range(4)]
        if number % 20 == 0:
            desk.move()
        guest.rename(NAMES[(number + 3) % len(NAMES)])
        for port in ports[:number % 4]:
            guest.delete_port(port)
        guest.close()


def rewiring(desk, count, daemon):
    """Clients that stay, one of which makes and cuts connections, to itself and to faderd, as fast as it can."""
    idle = [seq.Sequencer("idle") for _ in range(45)]
    one = idle[0]
    first, second = ((one.number, one.create_port(name)) for name in ("a", "b"))
    own = one.port("faderd", "ping")
    for number in range(count):
        target = own if number % 2 else second
        one.subscribe(first, target)
        one.unsubscribe(first, target)
        if number % 50 == 0:
            # What watches the sequencer keeps up.
            time.sleep(0.01)
            desk.move()
    # As much as it ever gets.
    memory = daemon.memory()
    for client in idle:
        client.close()
    return memory


@test("hundreds of programs with hostile names come and go, and connections are made and cut thousands of times: memory stays flat, motors move", limit=600)
def storm():
    daemon = Daemon(CONFIG).start()
    desk = Desk(daemon)
    look = seq.Sequencer("look")
    sizes = []

    def counts():
        return len(look.clients()), daemon.fds(), len(daemon.threads())
    before = counts()
    for _ in range(3):
        visits(desk, 150)
        # What watches the sequencer must not keep each cut for each client that stays: that would be 6 MB.
        sizes.append(daemon.memory())
        sizes.append(rewiring(desk, 5_000, daemon))
        wait_until(lambda: [item["state"] for item in daemon.get("/v1/surfaces")] == ["connected", "connected", "waiting"],
                   lambda: f"the guests to be gone: {daemon.get('/v1/surfaces')}")
        desk.move()
        wait_until(lambda: counts() == before, lambda: f"clients of the sequencer, descriptors and threads to be {before} again; they are {counts()}")
    check(max(sizes) - sizes[0] < 2048, f"memory before and after the rewiring of each storm: {sizes} KiB")
    for text in (daemon.log(), daemon.ctl("surfaces").out):
        check(not any(sign in text for sign in "\x1b\x07\x08\u202e"), f"signs for the terminal: {text!r}")
