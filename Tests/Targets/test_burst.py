"""Thousands of streams that begin and end at once: the work grows with their number, not faster, and other targets go on."""

import os
import shutil
import struct
import tempfile
import time

import native
import testing
from fakesound import FakeServer, NONE, frame, number, text
from testing import check, test, wait_until

CONFIG = """\
version: 1
parameters:
  a: {type: percent, target: {pulse: {app: ["a*"]}}}
  b: {type: percent, target: {pulse: {app: ["b*", "*c*"], title: ["*x*"]}}}
  others: {type: percent, target: {pulse: {rest: true, except: ["*q*", {title: "*z*"}]}}}
  fan: {kind: integer, max: 9, target: {exec: [sh, -c, "echo {value} > FILE"]}}
"""


class Crowd(FakeServer):
    """The simulated server, with streams."""

    def __init__(self):
        self.streams = []
        super().__init__()

    def _answer(self, link, command, tag, arguments):
        if command == 30:
            return self.send(link, frame(number(2) + tag + b"".join(self._stream(each) for each in self.streams)))
        if command == 29:
            index = struct.unpack(">I", arguments[1:5])[0]
            return self.send(link, frame(number(2) + tag + self._stream(index)))
        if command == 37:
            return self.send(link, frame(number(2) + tag))
        return super()._answer(link, command, tag, arguments)

    @staticmethod
    def _stream(index):
        def entry(name, value):
            data = value.encode() + b"\0"
            return text(name) + number(len(data)) + b"x" + struct.pack(">I", len(data)) + data
        properties = b"P" + entry("application.name", f"{'ad'[index % 2]}{index}") + entry("media.name", f"song {index}") + b"N"
        return (number(index) + text("stream") + number(NONE) + number(NONE) + number(0) + b"a\x03\x02\0\0\xac\x44" + b"m\x02\x01\x02"
                + b"v\x02" + struct.pack(">II", 30000, 30000) + b"U" + b"\0" * 8 + b"U" + b"\0" * 8 + b"N" + text("driver") + b"0"
                + properties + b"0" + b"1" + b"1" + b"fB\x01PN")

    def all_end(self):
        """All streams end, each with its own event."""
        gone, self.streams = self.streams, []
        self.send(self.links[-1], b"".join(self.event(index, 0x20 | 2) for index in gone))


def cpu(faderd):
    """The processor time that the daemon has used, in seconds."""
    with open(f"/proc/{faderd.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def state(faderd, name):
    return next(each for each in faderd.get("/v1/targets")["targets"] if each["parameter"] == name)["state"]


def end_of(count):
    """Lets so many streams begin, and end at once; returns the processor time of their end, and the whole time until `fan` is written."""
    server = Crowd()
    server.streams = list(range(count))
    directory = tempfile.mkdtemp(prefix="burst.")
    testing.defer(lambda: shutil.rmtree(directory))
    path = f"{directory}/fan"
    faderd = native.Daemon(CONFIG.replace("FILE", path), environment={"PULSE_SERVER": f"unix:{server.path}"}).start()
    wait_until(lambda: state(faderd, "a") == "bound" and state(faderd, "others") == "bound", "all to be bound", timeout=120)
    time.sleep(1)
    before, since = cpu(faderd), time.monotonic()
    server.all_end()
    faderd.set("fan", "7")
    wait_until(lambda: os.path.exists(path) and open(path, encoding="utf-8").read().strip() == "7", "another target", timeout=60)
    took = time.monotonic() - since
    wait_until(lambda: state(faderd, "others") == "absent", "the end of all", timeout=120)
    used = cpu(faderd) - before
    testing.equal(faderd.stop(), 0, "exit code")
    return used, took


@test("4,000 streams that end at once cost processor time in proportion to their number, and hold up no other target", limit=400, alone=True)
def ends():
    small, _ = end_of(500)
    large, took = end_of(4000)
    print(f"     the end of 500 streams: {small * 1000:.0f} ms of processor time, of 4,000: {large * 1000:.0f} ms; another target was written after {took * 1000:.0f} ms")
    # Eight times as many; with each matched against all others it would be 64 times as much. A tick of the clock is 10 ms.
    check(large <= 20 * max(small, 0.02), f"{large:.2f} s for 4,000 streams, {small:.2f} s for 500")
