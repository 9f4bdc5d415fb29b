"""System exclusive messages, long and broken ones, between the messages of a fader."""

import json
import time

import midi
import testing
from daemon import Daemon
from gadget import Gadget
from testing import equal, test, wait_until

ONE = """
version: 1
parameters:
  level: {min: 0, max: 127, decimals: 0, default: 33}
surfaces:
  desk: {match: "Desk*", controls: {fader.1: {input: "cc 1 ch 1", motor: true}}, map: {fader.1: level}}
"""

LONG = bytes([0xF0, 0x7D, *(number % 128 for number in range(997)), 0xF7])
IDENTITY = bytes([0xF0, 0x7E, 0x00, 0x06, 0x02, 0x00, 0x20, 0x32, 0x14, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0x00, 0xF7])


def monitored(daemon):
    """Starts `monitor desk --json`; returns the process and its lines."""
    monitor = daemon.ctl_running("monitor", "desk", "--json")
    return monitor, testing.lines_of(monitor)


def exclusive(lines):
    """The bytes of the system exclusive messages among these lines."""
    return [bytes.fromhex(message["bytes"]) for message in map(json.loads, list(lines)) if message["message"].startswith("sysex") and "bytes" in message]


@test("monitor shows a whole system exclusive message of 1,000 bytes, and the fader messages around it take effect")
def whole():
    equal(len(LONG), 1000, "bytes")
    desk = Gadget("Desk").plug()
    daemon = Daemon(ONE).start()
    desk.settle()
    time.sleep(1)  # What comes sooner may be the motor's answer to its first position.
    monitor, lines = monitored(daemon)
    desk.write(midi.cc(1, 40))
    wait_until(lambda: any('"cc 1 ch 1 = 40"' in line for line in lines), lambda: f"the monitor to listen; {lines}", 30)
    desk.write(midi.cc(1, 41) + LONG + midi.cc(1, 42) + IDENTITY + midi.cc(1, 43))
    wait_until(lambda: exclusive(lines) == [LONG, IDENTITY], lambda: f"both messages; {exclusive(lines)}", 30)
    wait_until(lambda: daemon.value("level") == 43, "the fader's last message", 30)
    texts = [json.loads(line)["message"] for line in list(lines) if "sysex" in line]
    equal(texts, ["sysex, 1000 bytes", f"sysex, {len(IDENTITY)} bytes"], "messages")
    equal(daemon.status()["events"]["broken"], 0, "broken messages")
    monitor.kill()
