"""Feedback loops: faderd's own output patched to its input, two surfaces patched to each other, devices that echo everything."""

import time

import midi
import seq
import testing
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import check, equal, test, wait_until

CONFIG = """
version: 1
parameters:
  level: {min: 0, max: 16383, decimals: 0}
surfaces:
  desk:
    match: "Desk*"
    controls: {fader.1: {input: "pitchbend ch 1", motor: true%s}}
    map: {fader.1: level}
  box:
    match: "Box*"
    controls: {fader.1: {input: "pitchbend ch 1", motor: true, echo: never}}
    map: {fader.1: level}
"""


def warnings(daemon):
    """The warnings in the log, except realtime refusals, which have nothing to do with loops."""
    return [line for line in daemon.log().splitlines() if "warning" in line and "realtime" not in line]


def traffic(daemon):
    """The number of messages in and out so far."""
    events = daemon.status()["events"]
    return events["in"] + events["out"]


def quiet(daemon, seconds=2.0):
    """Waits a moment, then checks that no message is going round any more."""
    time.sleep(1.5)
    before = traffic(daemon)
    time.sleep(seconds)
    equal(traffic(daemon) - before, 0, f"messages in {seconds} s in which nobody moved anything")


def patch_to_itself(surface):
    hand = testing.sequencer()
    ours = wait_until(lambda: hand.port("faderd", surface), "the port of the surface")
    hand.subscribe(ours, ours)
    testing.defer(lambda: hand.unsubscribe(ours, ours) if hand.port("faderd", surface) == ours else None)
    return ours


@test("an output patched to its own input: sets and moves cost few messages, the value stays, one warning is logged", limit=200)
def own_tail():
    for echo in ("", ", echo: immediate"):
        box = Device("Box").plug()
        daemon = Daemon(CONFIG % echo).start()
        patch_to_itself("desk")
        box.settle()
        before = traffic(daemon)
        for value in range(100, 120):
            equal(daemon.request("PUT", "/v1/parameters/level", {"value": value}).json["value"], value, "a set")
        quiet(daemon)
        equal(daemon.value("level"), 119, f"the value after the sets{echo}")
        # Each of 20 sets goes out to both surfaces and comes in once from the patch; a few more are corrections at the end of a hold-off.
        check(traffic(daemon) - before <= 20 * 5, f"20 sets cost {traffic(daemon) - before} messages{echo}")
        before = traffic(daemon)
        fader = Fader(box, "pitchbend")
        for raw in range(2000, 4000, 10):
            fader.move(raw)
            time.sleep(0.002)
        quiet(daemon)
        equal((daemon.value("level"), fader.position), (3990, 3990), f"the value after the moves{echo}")
        check(traffic(daemon) - before <= 200 * 8, f"200 moves cost {traffic(daemon) - before} messages{echo}")
        equal(len(warnings(daemon)), 1, f"warnings{echo} in\n{daemon.log()}")
        daemon.kill()
        box.unplug()


@test("a device that echoes everything it gets: the traffic is bounded, the last value stays, one warning is logged", limit=200)
def parrot():
    for echo in ("", ", echo: immediate"):
        desk, box = Device("Desk", echoes=True).plug(), Device("Box").plug()
        daemon = Daemon(CONFIG % echo).start()
        desk.settle(), box.settle()
        before = traffic(daemon)
        for value in range(300, 330):
            daemon.request("PUT", "/v1/parameters/level", {"value": value})
        quiet(daemon)
        equal(daemon.value("level"), 329, f"the value after the sets{echo}")
        check(traffic(daemon) - before <= 30 * 5, f"30 sets cost {traffic(daemon) - before} messages{echo}")
        before = traffic(daemon)
        mine, other = Fader(desk, "pitchbend"), Fader(box, "pitchbend")
        for raw in range(5000, 7000, 10):
            mine.move(raw)
            time.sleep(0.003)
        quiet(daemon)
        equal((daemon.value("level"), mine.position, other.position), (6990, 6990, 6990), f"after the hand on the parrot{echo}")
        for raw in range(1000, 3000, 10):
            other.move(raw)
            time.sleep(0.003)
        quiet(daemon)
        equal((daemon.value("level"), mine.position, other.position), (2990, 2990, 2990), f"after the hand on the other{echo}")
        check(traffic(daemon) - before <= 400 * 8, f"400 moves cost {traffic(daemon) - before} messages{echo}")
        equal(len(warnings(daemon)), 1, f"warnings{echo} in\n{daemon.log()}")
        daemon.kill()
        desk.unplug(), box.unplug()


@test("a real USB controller that echoes everything it gets: the same through the cable", limit=200)
def usb_parrot():
    desk = Gadget("Desk").plug()
    daemon = Daemon(CONFIG % "").start()
    desk.settle()
    before = traffic(daemon)
    echoed, deadline = len(desk.since(0)), time.monotonic() + 3
    for value in range(40):
        daemon.request("PUT", "/v1/parameters/level", {"value": 400 + value})
        time.sleep(0.01)
        new = desk.since(echoed)
        echoed += len(new)
        desk.write(b"".join(item.message for item in new))
    while time.monotonic() < deadline:
        new = desk.since(echoed)
        echoed += len(new)
        desk.write(b"".join(item.message for item in new))
        time.sleep(0.005)
    quiet(daemon)
    equal(daemon.value("level"), 439, "the value")
    check(traffic(daemon) - before <= 40 * 5, f"40 sets cost {traffic(daemon) - before} messages")
    equal(len(warnings(daemon)), 1, f"warnings in\n{daemon.log()}")


@test("two surfaces patched to each other: a move circulates a bounded number of times, and the last value stays", limit=200)
def ring():
    daemon = Daemon(CONFIG % ", echo: immediate").start()
    hand = testing.sequencer()
    ends = [wait_until(lambda name=name: hand.port("faderd", name), f"the port {name}") for name in ("desk", "box")]
    hand.subscribe(ends[0], ends[1])
    hand.subscribe(ends[1], ends[0])
    mover = seq.Sequencer("mover")
    mover.create_port("out")
    before, started = traffic(daemon), time.monotonic()
    for raw in range(0, 3000, 10):
        mover.send(0, midi.pitchbend(raw), ends[0])
        time.sleep(0.002)
    quiet(daemon)
    equal(daemon.value("level"), 2990, "the value")
    cost = traffic(daemon) - before
    check(cost <= 300 * 10, f"300 moves cost {cost} messages in {time.monotonic() - started:.1f} s")
    check(len(warnings(daemon)) <= 2, f"more than a warning a surface in\n{daemon.log()}")
