"""A feedback loop through a USB cable: a controller that echoes everything. All other loops are in FaderConsoleTests."""

import time

from daemon import Daemon
from gadget import Gadget
from testing import check, equal, test

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
