"""Sound servers that misbehave: nonsense, floods, stalls. The state is clear, memory is bounded, and the daemon recovers by itself."""

import random
import struct
import threading
import time

import native
from fakesound import FakeServer, NONE, frame, number
from sound import FULL
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {type: percent, target: {pulse: default-sink}}
  other: {}
""" + native.desk({1: "master", 2: "other"})

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
