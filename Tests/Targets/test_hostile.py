"""Sound servers that misbehave: nonsense, floods, stalls. The state is clear, memory is bounded, and the daemon recovers by itself."""

import os
import random
import shutil
import socket
import struct
import tempfile
import threading
import time

import native
import sound
import testing
from sound import FULL
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {type: percent, target: {pulse: default-sink}}
  other: {}
""" + native.desk({1: "master", 2: "other"})

NONE = 0xFFFFFFFF


def number(value):
    return b"L" + struct.pack(">I", value)


def text(value):
    return b"t" + value.encode() + b"\0"


def frame(payload):
    return struct.pack(">IIIII", len(payload), NONE, 0, 0, 0) + payload


class FakeServer:
    """A sound server in a thread, with one sink and as much of the protocol as a client needs that watches its volume."""

    def __init__(self, speak=None):
        directory = tempfile.mkdtemp(prefix="fake.")
        testing.defer(lambda: shutil.rmtree(directory))
        self.path = directory + "/native"
        self.volume, self.links, self.sets, self.gets, self.stalled = FULL // 2, [], 0, 0, threading.Event()
        self.speak, self.writing = speak, threading.Lock()
        self.listener = None
        self.open()
        testing.defer(self.close)

    def open(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def close(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        for link in [self.listener, *self.links]:
            try:
                link.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # The other side has closed it.
            link.close()
        self.links = []

    def _accept(self, listener):
        while True:
            try:
                link, _ = listener.accept()
            except OSError:
                return
            self.links.append(link)
            threading.Thread(target=self._serve, args=(link,), daemon=True).start()

    def _serve(self, link):
        try:
            if self.speak:
                link.sendall(self.speak())
            while head := self._take(link, 20):
                payload = self._take(link, struct.unpack(">I", head[:4])[0])
                while self.stalled.is_set():
                    time.sleep(0.02)
                if not self.speak:
                    self._answer(link, struct.unpack(">I", payload[1:5])[0], payload[5:10], payload[10:])
        except OSError:
            return

    @staticmethod
    def _take(link, count):
        data = b""
        while len(data) < count:
            more = link.recv(count - len(data))
            if not more:
                return b""
            data += more
        return data

    def _answer(self, link, command, tag, arguments):
        body = b""
        if command == 8:
            body = number(32)
        elif command == 9:
            body = number(1)
        elif command == 20:
            body = text("fake") + text("1") + text("u") + text("h") + b"a" + b"\x03\x02\0\0\xac\x44" + text("sink") + text("source") + number(0)
        elif command in (21, 22):
            self.gets += 1
            if command == 21 and arguments[1:5] != b"\0\0\0\0":
                return self.send(link, frame(number(0) + tag + number(5)))
            body = self._sink()
        elif command == 36:
            self.sets += 1
            self.volume = struct.unpack(">I", arguments[-4:])[0]
        self.send(link, frame(number(2) + tag + body))

    def send(self, link, data):
        """Sends whole frames under a lock, because answers and events come from different threads."""
        with self.writing:
            link.sendall(data)

    def _sink(self):
        return (number(0) + text("sink") + text("A sink") + b"a\x03\x02\0\0\xac\x44" + b"m\x02\x01\x02" + number(NONE) + b"v\x02"
                + struct.pack(">II", self.volume, self.volume) + b"0" + number(1) + text("monitor") + b"U" + b"\0" * 8 + text("driver")
                + number(0x20) + b"PN" + b"U" + b"\0" * 8 + b"V" + struct.pack(">I", FULL) + number(0) + number(65537) + number(NONE)
                + number(0) + b"N" + b"B\x01" + b"fB\x01PN")

    def event(self, index=0, kind=0x10):
        return frame(number(66) + number(NONE) + number(kind) + number(index))

    def change(self, volume):
        self.volume = volume
        self.send(self.links[-1], self.event())


def started(server):
    return native.Daemon(CONFIG, environment={"PULSE_SERVER": f"unix:{server.path}"}).start()


def target(faderd):
    return faderd.get("/v1/targets")["targets"][0]


def bound(faderd):
    wait_until(lambda: target(faderd)["state"] == "bound", lambda: f"the target to be bound: {target(faderd)}")


def others_go_on(faderd, seconds):
    """Checks that requests and faders work for so many seconds; returns the longest time of a request."""
    session = faderd.session()
    worst, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        position = random.random()
        since = time.monotonic()
        session.ask("PUT", "/v1/virtual/fader.2", {"position": position})
        session.value("other")
        worst = max(worst, time.monotonic() - since)
        time.sleep(0.002)
    wait_until(lambda: abs(session.value("other") - position) < 0.001, "the last position")
    return worst


@test("the simulated sound server works in both directions")
def fake():
    server = FakeServer()
    faderd = started(server)
    bound(faderd)
    wait_until(lambda: faderd.text("master") == "50 %", "its volume")
    faderd.set("master", "25")
    wait_until(lambda: server.volume == FULL // 4, "the set")
    time.sleep(0.1)
    server.change(FULL)
    wait_until(lambda: faderd.text("master") == "100 %", "the change")


@test("a server that sends nonsense is reported, and a proper one in its place is bound within a second", limit=180)
def nonsense():
    chance = random.Random(5)
    kinds = [
        lambda: bytes(chance.randrange(256) for _ in range(5000)), lambda: frame(number(2) + number(1) + b"x\xff\xff\xff\xff"),
        lambda: struct.pack(">IIIII", 0x7FFFFFFF, NONE, 0, 0, 0), lambda: b"HTTP/1.1 400 Bad Request\r\n\r\n" * 10,
        lambda: frame(number(0) + number(1) + number(1)),
    ]
    server = FakeServer(lambda: kinds[chance.randrange(len(kinds))]())
    faderd = started(server)
    wait_until(lambda: "note" in target(faderd), "a note")
    others_go_on(faderd, 3)
    equal(target(faderd)["state"], "absent", "state")
    check(faderd.log().count("\n") < 60, "the log is flooded")
    check(faderd.fds() < 50, f"{faderd.fds()} descriptors")
    server.close()
    server.speak = None
    server.open()
    since = time.monotonic()
    bound(faderd)
    check(time.monotonic() - since < 1, f"it took {time.monotonic() - since:.1f} s")


@test("a flood of more than 20,000 events a second costs bounded memory, and requests and faders go on", limit=180, alone=True)
def flood():
    server = FakeServer()
    faderd = started(server)
    bound(faderd)
    faderd.set("master", "10")
    calm = others_go_on(faderd, 2)
    before, stop, sent = faderd.memory(), threading.Event(), [0]

    def pour():
        same = b"".join(server.event() for _ in range(500))
        while not stop.is_set():
            server.send(server.links[-1], same + b"".join(server.event(random.randrange(1 << 20), 0) for _ in range(500)))
            sent[0] += 1000
            time.sleep(0.005)
    pouring = threading.Thread(target=pour)
    pouring.start()
    gets = server.gets
    worst = others_go_on(faderd, 5)
    stop.set()
    pouring.join()
    print(f"     {sent[0] // 5} events a second: the worst request {worst * 1000:.1f} ms, {calm * 1000:.1f} ms without; "
          f"{server.gets - gets} questions, {faderd.memory() - before} KiB more")
    check(sent[0] > 100_000, f"only {sent[0]} events")
    check(server.gets - gets < 5000, f"{server.gets - gets} questions in 5 s")
    check(faderd.memory() - before < 6144, f"{faderd.memory() - before} KiB more")
    server.change(FULL)
    wait_until(lambda: faderd.text("master") == "100 %", "the change after the flood")


@test("a server that stalls is reported; when it answers again, it is bound within a second and followed")
def stall():
    server = FakeServer()
    faderd = started(server)
    bound(faderd)
    wait_until(lambda: faderd.text("master") == "50 %", "its volume")
    server.stalled.set()
    faderd.set("master", "30")
    wait_until(lambda: "does not answer" in target(faderd).get("note", ""), "the stall to be told", timeout=10)
    for step in range(200):
        faderd.move(1, step / 199)
    others_go_on(faderd, 1)
    sets = server.sets
    server.stalled.clear()
    since = time.monotonic()
    bound(faderd)
    check(time.monotonic() - since < 1, f"it took {time.monotonic() - since:.1f} s")
    check(server.sets - sets <= 2, f"{server.sets - sets} sets had been waiting")
    server.change(FULL // 5)
    wait_until(lambda: faderd.text("master") == "20 %", "a change after the stall")


@test("a server that restarts again and again is bound each time; without a server the daemon does not poll")
def restarts():
    server = FakeServer()
    faderd = started(server)
    bound(faderd)
    for round in range(6):
        server.close()
        wait_until(lambda: target(faderd)["state"] == "absent", "the end")
        time.sleep(0.1 * round)
        server.open()
        since = time.monotonic()
        bound(faderd)
        check(time.monotonic() - since < 1, f"it took {time.monotonic() - since:.1f} s")
    server.close()
    wait_until(lambda: target(faderd)["state"] == "absent", "the end")
    time.sleep(3.5)
    before = faderd.switches()
    time.sleep(3)
    check(faderd.switches() - before <= 2, f"{faderd.switches() - before} wake-ups in 3 s without a server: it polls")


@test("without a sound server's address the state says what to do")
def nowhere():
    faderd = native.Daemon(CONFIG).start()
    wait_until(lambda: "systemctl --user" in target(faderd).get("note", ""), lambda: f"the note: {target(faderd)}")
    equal(faderd.set("master", "40"), "40 %", "the parameter, which can be moved all the same")
