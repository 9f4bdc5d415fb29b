"""Reloading, stopping and idling."""

import time

import midi
import testing
from daemon import Daemon
from gadget import Gadget
from testing import check, equal, test, wait_until

OLD = """
version: 1
parameters:
  master: {min: 0, max: 127, decimals: 0, default: 10}
  extra: {min: 0, max: 127, decimals: 0, default: 20}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc 1 ch 1", motor: true}
      fader.2: {input: "cc 2 ch 1", motor: true}
    map: {fader.1: master}
"""


@test("the service manager is told how many surfaces are connected, each time the number changes")
def service_status():
    daemon = Daemon(OLD).start()

    def is_told(count):
        return lambda: daemon.notifications[-1][1].endswith(f"STATUS=2 parameters, {count} of 1 surfaces connected")
    wait_until(is_told(0), lambda: f"none; told was {daemon.notifications}")
    desk = Gadget("Desk").plug()
    wait_until(is_told(1), lambda: f"one; told was {daemon.notifications}")
    desk.unplug()
    wait_until(is_told(0), lambda: f"none again; told was {daemon.notifications}")


@test("30 idle seconds cause no wake-ups, with or without a controller; an open event stream gets only its keep-alives", limit=300)
def idle():
    desk = Gadget("Desk").plug()
    daemon = Daemon(OLD).start()
    desk.settle()
    for what in ("with a controller", "without", "with an open event stream"):
        if what == "without":
            desk.unplug()
        if what == "with an open event stream":
            link = daemon.connect()
            link.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            link.recv(65536)
        time.sleep(15)  # A thread that worked for the last request ends some seconds later.
        before, cpu = daemon.switches(), daemon.cpu()
        time.sleep(30)
        # An open stream gets a keep-alive every 15 seconds.
        most = 3 if what == "with an open event stream" else 0
        woken, used = daemon.switches() - before, daemon.cpu() - cpu
        check(woken <= most and used <= (0.01 if most else 0), f"{woken} wake-ups and {used} s of processor time in 30 idle seconds {what}")


@test("clock and active sensing of a controller wake nobody, and monitor shows them", limit=120)
def clock():
    desk = Gadget("Desk").plug()
    daemon = Daemon(OLD).start()
    desk.settle()

    def woken():
        time.sleep(15)  # A thread that worked for the last request ends some seconds later.
        before = daemon.switches()
        for _ in range(50):
            desk.write(bytes([0xF8, 0xFE]))
            time.sleep(0.02)
        time.sleep(1)
        return daemon.switches() - before
    equal(woken(), 0, "wake-ups of 100 messages")
    monitor = daemon.ctl_running("monitor", "desk")
    lines = testing.lines_of(monitor)
    wait_until(lambda: desk.write(bytes([0xF8, 0xFE])) or any("active sensing" in line for line in lines), lambda: f"the monitor; {lines}", 30)
    wait_until(lambda: any("clock" in line for line in lines), lambda: f"the clock in the monitor; {lines}", 30)
    desk.write(midi.cc(1, 99))
    wait_until(lambda: daemon.value("master") == 99, "a move between them")
    monitor.kill()
    monitor.wait()
    equal(woken(), 0, "wake-ups after the monitor")
