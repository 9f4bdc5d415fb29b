"""Floods of messages, a daemon that is stopped for a second, and clients that misbehave."""

import os
import random
import select
import signal
import threading
import time

import midi
import seq
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import check, defer, equal, test, wait_until

COUNT = 30_000
# Through a cable, where a smaller flood may be lost in the gadget without an overrun.
CABLE_COUNT = 100_000

# Eight parameters, each on a fader of the desk and on one of the box; the motors of the box follow.
PARAMETERS = "".join(f"  p{n}: {{min: 0, max: 16383, decimals: 0}}\n" for n in range(1, 9))
EIGHT = f"version: 1\nparameters:\n{PARAMETERS}surfaces:\n" + "".join(
    f"  {name}:\n    match: \"{match}*\"\n    controls:\n"
    + "".join(f'      fader.{n}: {{input: "pitchbend ch {n + first}", motor: true}}\n' for n in range(1, 9))
    + "    map: {" + ", ".join(f"fader.{n}: p{n}" for n in range(1, 9)) + "}\n"
    for name, match, first in (("desk", "Desk", 0), ("box", "Box", 8)))

PINGPONG = """
version: 1
parameters:
  level: {min: -70, max: 6, unit: dB, decimals: 1}
  many: {min: 0, max: 1, decimals: 3}
surfaces:
  ping: {match: "Ping*", controls: {fader.1: {input: "cc 7 ch 1"}}, map: {fader.1: level}}
  pong: {match: "Pong*", controls: {fader.1: {input: "cc 20 ch 1", motor: true}}, map: {fader.1: level}}
"""


def flood(seed):
    """COUNT moves of eight faders as a list of messages: a thousand random ones, repeated."""
    chance = random.Random(seed)
    block = [midi.pitchbend(chance.randrange(16384), 1 + index % 8) for index in range(1000)]
    return block * (COUNT // 1000)


def play(desk, data, count):
    """Writes `data`, a thousand moves, `count` times, at 100,000 moves a second. The gadget discards messages that it cannot hold."""
    for _ in range(count):
        desk.write(data)
        time.sleep(0.01)


def faders(desk, box):
    return ([Fader(desk, "pitchbend", ch=number) for number in range(1, 9)],
            [Fader(box, "pitchbend", ch=number + 8) for number in range(1, 9)])


def agree(daemon, desk, box, timeout=5.0):
    """Waits until every fader of both surfaces stands at its parameter's value; returns the values."""
    def shown():
        values = [round(daemon.value(f"p{number}")) for number in range(1, 9)]
        return values, [fader.position for fader in desk], [fader.position for fader in box]
    wait_until(lambda: (found := shown())[0] == found[1] == found[2], lambda: f"parameters, desk and box to agree: {shown()}", timeout)
    return shown()[0]


class Setter(threading.Thread):
    """Runs faderctl set on its own thread; `took`: the seconds until the answer."""

    def __init__(self, daemon, name, text):
        super().__init__(daemon=True)
        self._call = lambda: daemon.ctl("set", name, text)
        self.done, self.took = None, None

    def run(self):
        started = time.monotonic()
        self.done = self._call()
        self.took = time.monotonic() - started

    def answered(self, wanted):
        self.join(20)
        equal((self.done.exit, self.done.out.strip()), (0, wanted), f"faderctl set in the flood ({self.done.err.strip()})")
        check(self.took < 2.0, f"faderctl set took {self.took:.2f} s")


@test("100,000 moves in a second through a USB controller: all or an overrun counted, every fader right, a set answered", limit=300)
def cable_flood():
    desk, box = Gadget("Desk").plug(), Device("Box").plug()
    daemon = Daemon(EIGHT).start()
    left, right = faders(desk, box)
    desk.settle(), box.settle()
    before = daemon.status()["events"]
    data = b"".join(flood(2)[:1000])
    setter = Setter(daemon, "p8", "4321")
    play(desk, data, CABLE_COUNT // 4000)
    setter.start()
    play(desk, data, CABLE_COUNT * 3 // 4000)
    for number, fader in enumerate(left, 1):
        fader.move(number * 1500)
    setter.answered("4321")
    values = agree(daemon, left, right)
    after = daemon.status()["events"]
    taken = after["in"] - before["in"]
    check(taken == CABLE_COUNT + 8 or after["overruns"] > before["overruns"], f"{taken} of {CABLE_COUNT + 8} came in, and no overrun was counted")
    equal(values[:7], [number * 1500 for number in range(1, 8)], "the last moves")


def stopped(desk, send, count=COUNT):
    """Runs the flood `send`, and stops the daemon for a second in the middle of it; the last moves are lost in the flood."""
    box = Device("Box").plug()
    daemon = Daemon(EIGHT).start()
    left, right = faders(desk, box)
    desk.settle(), box.settle()
    before = daemon.status()["events"]["overruns"]
    send(0, count // 2)
    daemon.pause()
    send(count // 2, count)
    for number, fader in enumerate(left, 1):
        fader.move(number * 1000)
    # A set that comes while the daemon is stopped is answered when it continues; faderctl waits for two seconds.
    setter = Setter(daemon, "p8", "4321")
    setter.start()
    time.sleep(1)
    daemon.resume()
    setter.answered("4321")
    agree(daemon, left, right)
    check(daemon.status()["events"]["overruns"] > before, "no overrun was counted")
    check("overruns" in daemon.ctl("status").out, "faderctl status does not tell the overruns")
    # Afterwards everything works as before; what comes at once is taken for the answer of a motor.
    desk.settle()
    left[2].move(12345)
    right[2].wait_at(12345)
    equal(daemon.text("p3"), "12345", "a move afterwards")


@test("100,000 events of a USB controller with the daemon stopped for a second: the overrun is counted, every fader is right afterwards",
      limit=300)
def cable_stop():
    desk = Gadget("Desk").plug()
    data = b"".join(flood(4)[:1000])
    stopped(desk, lambda start, end: play(desk, data, (end - start) // 1000), CABLE_COUNT)


class Rounds:
    """Round trips, from a move on one surface to the motor message on another, one after the other, with a pause between them."""

    def __init__(self, daemon):
        self._ping, self._pong = seq.Sequencer("Ping"), seq.Sequencer("Pong")
        self._ping.create_port("out"), self._pong.create_port("in")
        wait_until(lambda: all(item["state"] == "connected" for item in daemon.get("/v1/surfaces")), "both surfaces")
        self._pong.receive_all(0.3)
        self._value = 0

    def p99(self, count=200):
        """The 99th percentile in seconds. Measured at realtime priority, so that it is the MIDI thread's time alone."""
        times, waiting = [], [self._pong.fd]
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(40))
        try:
            for _ in range(count):
                time.sleep(0.002)
                self._value = (self._value + 1) % 128
                cell = self._ping.encode(0, midi.cc(7, self._value))
                started = time.monotonic()
                os.write(self._ping.fd, cell)
                ready = select.select(waiting, [], [], 1)[0]
                times.append(time.monotonic() - started)
                check(ready, "a move reached no motor")
                equal([event.message for event in self._pong.receive_all(0)], [midi.cc(20, self._value)], "motor bytes")
        finally:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        return sorted(times)[count * 99 // 100]


def in_background(action):
    """Runs it again and again in a separate process, even if it fails. Returns a function that ends that process."""
    child = os.fork()
    if child == 0:
        try:
            while True:
                try:
                    action()
                except Exception:  # A crowded daemon may do anything to one client; the next try follows.
                    time.sleep(0.001)
        finally:
            os._exit(1)
    ended = []

    def end():
        if not ended:
            ended.append(os.waitpid(child, os.WNOHANG))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            equal(ended, [(0, 0)], "how a process of the crowd ended by itself")
    defer(end)
    return end


GARBAGE = [
    b"\x00\xff\x80" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"get /v1/status\r\n\r\n", b"\r\n" * 500 + b"x\r\n\r\n",
    b"GET /v1/status HTTP/1.1\r\n\r\n", b"GET /v1/status HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /v1/../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /v1/parameters/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"DELETE /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/status HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"PUT /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{}",
    b"PUT /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}",
    b"PUT /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"value\":",
    b"PUT /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"value\": nan}",
    b"PUT /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /v1/status HTTP/1.1\r\nHos",
    b"PUT /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    b"POST /v1/reload HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]",
]


def abuse(daemon):
    """Starts sixteen event readers that never read, 200 connections, some with half a request, and two processes that ask without end."""
    links = []
    for _ in range(16):
        link = daemon.connect()
        link.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        links.append(link)
    for number in range(200):
        try:
            link = daemon.connect()
            links.append(link)
            link.sendall([b"", b"GET /v1/st", b"PUT /v1/parameters/level HTTP/1.1\r\nHost: localhost\r\n"][number % 3])
        except OSError:
            pass  # A connection beyond the limit is refused, or closed a moment later.
    chance = random.Random(5)
    ends = [in_background(lambda: daemon.raw(chance.choice(GARBAGE) + chance.randbytes(200), timeout=0.05)),
            in_background(lambda: ask(daemon))]
    return links, ends


def ask(daemon):
    daemon.request("GET", "/v1/parameters", timeout=0.5)
    daemon.request("PUT", "/v1/parameters/many", {"position": random.random()}, timeout=0.5)


@test("readers that never read, 200 connections and endless garbage: MIDI as fast as before, memory bounded, nothing left behind",
      limit=300)
def crowd():
    daemon = Daemon(PINGPONG).start()
    rounds = Rounds(daemon)
    rounds.p99(100)
    before = rounds.p99()
    files, memory = daemon.fds(), daemon.memory()
    sizes = []
    for turn in range(2):
        links, ends = abuse(daemon)
        during = rounds.p99()
        check(during <= before * 1.3 + 10e-6, f"p99 of a round trip: {before * 1e6:.0f} µs before, {during * 1e6:.0f} µs in the crowd")
        check(daemon.memory() - memory < 8192, f"memory grew by {daemon.memory() - memory} KiB in the crowd")
        for end in ends:
            end()
        for link in links:
            link.close()
        wait_until(lambda: daemon.fds() == files, lambda: f"descriptors to be {files} again; they are {daemon.descriptors()}")
        equal(daemon.request("GET", "/v1/status").status, 200, "an ordinary request afterwards")
        sizes.append(daemon.memory())
    check(sizes[1] - sizes[0] <= 512, f"memory after each crowd: {sizes} KiB")
