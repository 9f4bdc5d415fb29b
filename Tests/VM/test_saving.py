"""Saved values survive kill -9, a full disk, a read-only directory and a damaged file."""

import glob
import json
import os
import random
import signal
import subprocess
import threading
import time

import midi
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import check, defer, equal, test, wait_until

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


def write_state(daemon, text, previous=None):
    """Writes these bytes as the state file and, if given, as its previous generation."""
    for path, content in ((daemon.state_file, text), (f"{daemon.state_file}.previous", previous)):
        if content is not None:
            with open(path, "wb") as file:
                file.write(content)


def document(**values):
    """The bytes of a state file in the documented format."""
    lines = ",\n".join(f'    "{name}": {{ "value": {value} }}' for name, value in sorted(values.items()))
    return f'{{ "version": 1,\n  "parameters": {{\n{lines}\n  }},\n  "snapshots": {{}} }}\n'.encode()


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


@test("motion is saved within a second of its end, and at least every five seconds while it goes on")
def motion():
    desk = Device("Desk").plug()
    daemon = Daemon(CONFIG).start()
    desk.settle()
    desk.write(midi.pitchbend(4000))
    time.sleep(1.0)
    equal(saved(daemon, "level"), 4000, "the level a second after the move")
    seen, started = [], time.monotonic()
    step = 0
    while time.monotonic() - started < 11:
        step += 1
        desk.write(midi.pitchbend(5000 + step))
        time.sleep(0.02)
        if not seen or saved(daemon, "level") != seen[-1][1]:
            seen.append((time.monotonic() - started, saved(daemon, "level")))
    times = [0.0] + [when for when, _ in seen[1:]]
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    check(len(gaps) >= 2 and max(gaps) <= 5.0, f"saved after {times} s of motion")
    check(min(gaps) >= 0.95, f"saved more than once a second: {times}")


def saved(daemon, name):
    return daemon.saved()["parameters"][name]["value"]


def put(daemon, name, value, timeout=5):
    return daemon.request("PUT", f"/v1/parameters/{name}", {"value": value}, timeout=timeout)


def mount(directory, options):
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory], check=True)
    defer(lambda: subprocess.run(["umount", "-l", directory], check=True))


def refuses_to_save(daemon, desk):
    """Checks a set that cannot be saved: it is applied, answered with 503 and reported; faderctl ends with 74."""
    answer = put(daemon, "other", 99)
    equal((answer.status, answer.headers["content-type"]), (503, "application/problem+json"), "answer to a set")
    equal(answer.json["parameter"]["value"], 99, "the value in the answer")
    desk.wait_for(midi.cc(2, 99))
    equal(daemon.value("other"), 99, "the value is applied")
    done = daemon.ctl("set", "other", "98")
    equal(done.exit, 74, f"exit code of faderctl set ({done.err.strip()})")
    desk.wait_for(midi.cc(2, 98))
    saving = daemon.status()["saving"]
    equal((saving["state"], saving["unsaved"]), ("failing", True), "saving")
    check(saving["reason"], "status does not say why")
    check(saving["reason"].split(":")[0] in daemon.log(), lambda: f"the log does not say: {saving['reason']}\n{daemon.log()}")


def recovers(daemon):
    """Checks that the daemon recovers by itself, with the next retry at the latest."""
    wait_until(lambda: daemon.status()["saving"]["state"] == "ok", "saving to work again", 40)
    equal(daemon.saved()["parameters"]["other"]["value"], 98, "what was not saved before")
    equal(put(daemon, "other", 12).status, 200, "answer to a set")
    equal(daemon.saved()["parameters"]["other"]["value"], 12, "the file after an answered set")


@test("a read-only state directory: it starts with the stored values, keeps running, reports the failure, and saves when it can again")
def read_only():
    desk = Device("Desk").plug()
    daemon = Daemon(CONFIG)
    mount(daemon.state_directory, "size=1m,mode=0700")
    write_state(daemon, document(level=4242, other=55))
    subprocess.run(["mount", "-o", "remount,ro", daemon.state_directory], check=True)
    daemon.start()
    desk.wait_for(midi.cc(2, 55))
    equal(daemon.value("level"), 4242, "a stored value")
    equal(daemon.status()["saving"]["state"], "failing", "saving before the first change")
    refuses_to_save(daemon, desk)
    subprocess.run(["mount", "-o", "remount,rw", daemon.state_directory], check=True)
    recovers(daemon)


@test("a full disk: the old state stays whole, a set answers 503, and everything is saved when there is room")
def disk_full():
    desk = Device("Desk").plug()
    daemon = Daemon(CONFIG)
    mount(daemon.state_directory, "size=32k,mode=0700")
    daemon.start()
    equal(put(daemon, "other", 20).status, 200, "answer to a set")
    fill(f"{daemon.state_directory}/filler")
    whole = open(daemon.state_file, "rb").read()
    refuses_to_save(daemon, desk)
    equal(open(daemon.state_file, "rb").read(), whole, "the state file on the full disk")
    daemon.kill()
    daemon.start()
    equal(daemon.value("other"), 20, "the value of the last whole state after a kill -9 on the full disk")
    refuses_to_save(daemon, desk)
    os.unlink(f"{daemon.state_directory}/filler")
    recovers(daemon)


def fill(path):
    with open(path, "wb", buffering=0) as file:
        try:
            for _ in range(1 << 20):
                file.write(bytes(1024))
        except OSError as error:
            check(error.errno == 28, f"errno {error.errno} instead of a full disk")
            return
    check(False, "the disk does not get full")


@test("a state file cut in half, zeroed or not JSON is moved aside, the generation before is used, and status says so")
def damaged():
    whole, before = document(level=4242, other=55), document(level=2121, other=54)
    for name, content in (("cut", whole[:len(whole) // 2]), ("zeroed", bytes(len(whole))), ("empty", b""), ("junk", b"\xff\xfe level: 4\n"),
                          ("an array", b"[1, 2]")):
        desk = Device("Desk").plug()
        daemon = Daemon(CONFIG)
        write_state(daemon, content, before)
        daemon.start()
        desk.wait_for(midi.cc(2, 54))
        equal(daemon.value("level"), 2121, f"{name}: a value of the generation before")
        aside = glob.glob(f"{daemon.state_file}.damaged-*")
        equal([open(path, "rb").read() for path in aside], [content], f"{name}: what was moved aside")
        check(any("damaged" in line for line in daemon.status()["saving"]["warnings"]), f"{name}: status does not say so")
        equal(put(daemon, "other", 3).status, 200, f"{name}: answer to a set")
        daemon.kill()
        daemon.start()
        equal((daemon.value("other"), daemon.value("level")), (3, 2121), f"{name}: the values after a restart")
        equal(daemon.status()["saving"]["warnings"], [], f"{name}: warnings after a restart")
        daemon.kill()
        desk.unplug()


@test("a state file that cannot be read or has a newer version does not count as missing and is never overwritten")
def unreadable():
    newer = b'{ "version": 2, "parameters": { "level": { "value": 4242 } }, "snapshots": {}, "more": 1 }\n'
    daemon = Daemon(CONFIG)
    write_state(daemon, newer)
    daemon.start()
    never_written(daemon)
    equal(open(daemon.state_file, "rb").read(), newer, "the file of a newer version")
    equal(daemon.stop(), 0, "exit code")
    # Root may read any file, so reading has to fail for another reason than permission.
    daemon = Daemon(CONFIG)
    os.mkdir(daemon.state_file)
    daemon.start()
    never_written(daemon)
    check(os.path.isdir(daemon.state_file), "what could not be read was replaced")
    equal(daemon.stop(), 0, "exit code")


def never_written(daemon):
    saving = daemon.status()["saving"]
    equal(saving["state"], "disabled", "saving")
    check(saving["reason"], "status does not say why")
    answer = put(daemon, "other", 1)
    equal((answer.status, daemon.value("other")), (503, 1), "answer to a set, and the value")
    time.sleep(3)


@test("the state file is private and sorted, has one parameter per line, and keeps values that are no longer configured")
def shape():
    daemon = Daemon(CONFIG)
    write_state(daemon, document(level=4242, vanished=1.5))
    os.umask(0)
    defer(lambda: os.umask(0o022))
    daemon.start()
    daemon.set("other", "9")
    text = open(daemon.state_file, encoding="utf-8").read()
    equal(os.stat(daemon.state_file).st_mode & 0o777, 0o600, "mode")
    equal(json.loads(text)["parameters"]["vanished"]["value"], 1.5, "a value that is no longer configured")
    lines = [line for line in text.splitlines() if '"value"' in line]
    names = [line.split('"')[1] for line in lines]
    equal((names == sorted(names), len(lines)), (True, len(json.loads(text)["parameters"])), f"one sorted line each in\n{text}")
    previous = json.loads(open(f"{daemon.state_file}.previous", encoding="utf-8").read())
    equal(sorted(previous["parameters"]), ["level", "vanished"], "the generation before")


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
    typist = threading.Thread(target=lambda: answers.append(put(daemon, "other", 3, timeout=30)), daemon=True)
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
