"""Saving never delays a fader, and saved values survive kill -9."""

import glob
import os
import random
import signal
import threading
import time

import midi
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import check, defer, equal, test

CONFIG = """
version: 1
parameters:
  level: {min: 0, max: 16383, decimals: 0, default: 1000}
  typed: {min: 0, max: 1000000, decimals: 0, default: 5}
  other: {min: 0, max: 127, decimals: 0, default: 7}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, echo: immediate}
      fader.2: {input: "cc 2 ch 1", motor: true}
    map: {fader.1: level, fader.2: other}
"""


class Typist(threading.Thread):
    """Sets `typed` to first, first + 1, … as fast as possible, until `stop` or the daemon's end. `answered`: the last answered value."""

    def __init__(self, daemon, first):
        super().__init__(daemon=True)
        self._daemon, self._first, self._enough = daemon, first, False
        self.answered, self.sent, self.refusal = None, None, None

    def run(self):
        for value in range(self._first, self._first + 100_000):
            self.sent = value
            try:
                answer = self._daemon.request("PUT", "/v1/parameters/typed", {"text": str(value)})
            except Exception:  # The daemon was killed: whatever the error, this set was not answered.
                return
            if answer.status != 200:
                self.refusal = answer
                return
            self.answered = value
            if self._enough:
                return

    def stop(self):
        """Ends it after the next answer."""
        self._enough = True
        self.join(10)


@test("kill -9 a hundred times while faders move: every answered set is saved, the state is never damaged, and the motors are repainted",
      limit=500)
def killed():
    chance = random.Random(4711)
    desk = Gadget("Desk").plug()
    daemon = Daemon(CONFIG)
    last, answers = 5, 0
    for turn in range(101):
        desk.clear()
        daemon.start()
        # Is every value that was answered before the kill still there?
        status = daemon.status()["saving"]
        equal((status["state"], status["warnings"]), ("ok", []), f"saving after kill {turn}")
        check(not glob.glob(f"{daemon.state_directory}/*damaged*"), f"the state was damaged after kill {turn}")
        level, typed, other = (round(daemon.value(name)) for name in ("level", "typed", "other"))
        check(typed in (last if isinstance(last, tuple) else (last,)), f"after kill {turn} typed is {typed}, answered was {last}")
        desk.wait_for(midi.pitchbend(level))
        desk.wait_for(midi.cc(2, other))
        if turn == 100:
            break
        typist = Typist(daemon, typed + 1)
        typist.start()
        deadline = time.monotonic() + chance.uniform(0.005, 0.12)
        while time.monotonic() < deadline:
            desk.write(midi.pitchbend(chance.randrange(16384)) + midi.cc(2, chance.randrange(128)))
            time.sleep(0.002)
        if turn % 10 == 0:
            # Also kills it while motion is saved, which happens within a second. No set may save the motion before that.
            typist.stop()
            desk.write(midi.pitchbend(chance.randrange(16384)))
            time.sleep(chance.uniform(0.4, 1.5))
        daemon.kill()
        typist.join(10)
        equal(typist.refusal, None, "a set that was refused")
        answers += typist.answered is not None
        # The value under way may have been saved or not.
        last = (typist.answered or typed, typist.sent)
    check(answers >= 80, f"only {answers} of 100 lives answered a set")
    equal(daemon.stop(), 0, "exit code")


@test("a slow fsync delays the answer to a set, and no fader")
def slow_sync():
    desk = Device("Desk").plug()
    daemon = Daemon(CONFIG)
    daemon.start(timeout=30, wrap=("strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e",
                                   "inject=fsync,fdatasync:delay_enter=3000000"))
    faderd = daemon.pid
    defer(lambda: os.kill(faderd, signal.SIGKILL))  # It would outlive strace, which the test harness kills.
    fader = Fader(desk, "pitchbend")
    desk.settle()
    time.sleep(1)  # What comes sooner may be the motor's answer to its first position.
    answers = []
    typist = threading.Thread(target=lambda: answers.append(daemon.request("PUT", "/v1/parameters/other", {"value": 3}, timeout=30)), daemon=True)
    started = time.monotonic()
    typist.start()
    time.sleep(0.2)
    slowest = 0.0
    for raw in range(1000, 1100):
        moved = time.monotonic()
        fader.move(raw)
        desk.wait_for(midi.pitchbend(raw))
        slowest = max(slowest, time.monotonic() - moved)
    check(time.monotonic() - started < 2.5 and typist.is_alive(), "the set was answered before it could be durable")
    check(slowest < 0.05, f"a move was answered after {slowest:.3f} s")
    typist.join(30)
    equal([answer.status for answer in answers], [200], "answer to the set")
    check(time.monotonic() - started >= 3, "the set was answered before its fsync")
