"""A surface at the other end of a network, by RTP-MIDI: one rtpmidid here, as docs/midi-programs.md has it, and one in place of the desk's own."""

import os
import re
import select
import subprocess
import tempfile
import threading
import time
import tty

import midi
import testing
from daemon import Daemon, shipped
from testing import equal, test, wait_until

HERE, DESK = "10.20.30.1", "10.20.30.2"
with open("/test/midi-programs.md", encoding="utf-8") as docs:
    CONFIG = "version: 1\n" + next(block for block in re.findall(r"```yaml\n(.*?)```", docs.read(), re.DOTALL) if "profile: x-touch" in block)
THEIRS = """
[general]
alsa_name=inside the desk
control={control}
[rtpmidi_discover]
enabled=false
[rawmidi]
name=X-Touch
device={device}
local_udp_port=5004
"""


def ours():
    """The file that the docs name, with the address of this desk."""
    with open("/test/rtpmidid.ini", encoding="utf-8") as file:
        return file.read().replace("192.168.1.40", DESK).replace("/run/faderd-rtpmidid/control.sock", "{control}")


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Program:
    """An rtpmidid. `inside`: in the network of the desk."""

    def __init__(self, config, inside=False, **words):
        self._directory = tempfile.mkdtemp()
        ini = os.path.join(self._directory, "rtpmidid.ini")
        with open(ini, "w", encoding="utf-8") as file:
            file.write(config.format(control=os.path.join(self._directory, "control"), **words))
        self._command = (["ip", "netns", "exec", "desk"] if inside else []) + ["rtpmidid", "--ini", ini]
        self._log = os.path.join(self._directory, "log")
        testing.report(lambda: f"{'the desk' if inside else 'rtpmidid'}:\n{open(self._log, encoding='utf-8').read()[-3000:]}")
        testing.defer(self.end)
        self.start()

    def start(self):
        with open(self._log, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log)

    def end(self):
        self.process.kill()
        self.process.wait()


class Desk:
    """What stands behind the desk's network port: what faderd sent it, and what it sends."""

    def __init__(self):
        ip("netns", "add", "desk")
        testing.defer(lambda: ip("netns", "delete", "desk"))
        ip("link", "add", "here", "type", "veth", "peer", "name", "there", "netns", "desk")
        testing.defer(lambda: ip("link", "delete", "here"))
        ip("address", "add", f"{HERE}/24", "dev", "here")
        ip("-n", "desk", "address", "add", f"{DESK}/24", "dev", "there")
        ip("-n", "desk", "link", "set", "lo", "up")
        ip("-n", "desk", "link", "set", "there", "up")
        self.join()
        self._port, device = os.openpty()
        tty.setraw(device)
        self._messages, self._parser, self._lock = [], midi.Parser(), threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()
        self.program = Program(THEIRS, inside=True, device=os.ttyname(device))

    def join(self):
        ip("link", "set", "here", "up")

    def cut(self):
        ip("link", "set", "here", "down")

    def _read(self):
        while True:
            select.select([self._port], [], [])
            data = os.read(self._port, 4096)
            with self._lock:
                self._messages += self._parser.feed(data)

    def messages(self):
        with self._lock:
            return list(self._messages)

    def clear(self):
        with self._lock:
            self._messages.clear()

    def send(self, data):
        os.write(self._port, data)


def started():
    desk = Desk()
    program = Program(ours())
    daemon = Daemon(CONFIG, profiles=shipped("x-touch")).start()
    wait_until(lambda: state(daemon) == "connected", "the surface")
    wait_until(lambda: motor(0) in desk.messages(), lambda: shown(desk))
    return desk, program, daemon


def state(daemon):
    return daemon.get("/v1/surfaces")[0]["state"]


def motor(decibels):
    return midi.pitchbend(round((decibels + 70) / 76 * 16380))


def shown(desk):
    return f"the desk got {[midi.words(message) for message in desk.messages()][-40:]}"


def moves(desk, daemon):
    """A hand moves the value and a value moves the motor."""
    desk.clear()
    daemon.set("vocals", "-70")
    wait_until(lambda: motor(-70) in desk.messages(), lambda: shown(desk))
    desk.send(midi.note(104, 127))
    desk.send(midi.pitchbend(16380))
    desk.send(midi.note(104, 0))
    wait_until(lambda: daemon.get("/v1/parameters/vocals")["text"] == "6.00 dB", "the value of the fader that a hand moved")
    equal(daemon.get("/v1/parameters/vocals")["origin"], "touch", "who moved it")


def repainted(desk, decibels=-12):
    """The name on the strip's display and the motor's place, which the surface is sent when it comes."""
    return any(b"vocals" in message for message in desk.messages()) and motor(decibels) in desk.messages()


@test("an X-Touch on its network port: motor, hand, touch and display, both ways")
def whole():
    desk, _, daemon = started()
    wait_until(lambda: repainted(desk, 0), lambda: shown(desk))
    moves(desk, daemon)


def comes_back(cut_for):
    desk, _, daemon = started()
    moves(desk, daemon)
    desk.cut()
    daemon.set("vocals", "-12")
    time.sleep(cut_for)
    desk.clear()
    desk.join()
    wait_until(lambda: repainted(desk), lambda: shown(desk), timeout=300)
    moves(desk, daemon)


@test("a cable that is cut for so short that rtpmidid does not notice: values go on, and then the motors stand where they belong", limit=600)
def short_cut():
    comes_back(1)


@test("a cable that is cut for five minutes: rtpmidid makes the connection anew, and the motors stand where they belong", limit=1200)
def long_cut():
    comes_back(300)


@test("a desk that is switched off and on is sent everything", limit=600)
def desk_restarts():
    desk, _, daemon = started()
    desk.program.end()
    daemon.set("vocals", "-12")
    desk.clear()
    desk.program.start()
    wait_until(lambda: repainted(desk), lambda: shown(desk), timeout=300)
    moves(desk, daemon)


@test("a desk that is switched on after everything else", limit=600)
def desk_is_late():
    desk = Desk()
    desk.program.end()
    Program(ours())
    daemon = Daemon(CONFIG, profiles=shipped("x-touch")).start()
    wait_until(lambda: state(daemon) == "connected", "the surface")
    time.sleep(60)
    desk.program.start()
    wait_until(lambda: repainted(desk, 0), lambda: shown(desk), timeout=300)
    moves(desk, daemon)


@test("an rtpmidid that is started again: the surface goes and comes, and is sent everything")
def ours_restarts():
    desk, program, daemon = started()
    program.end()
    wait_until(lambda: state(daemon) != "connected", "the surface to go")
    daemon.set("vocals", "-12")
    desk.clear()
    program.start()
    wait_until(lambda: state(daemon) == "connected", "the surface")
    wait_until(lambda: repainted(desk), lambda: shown(desk))
    moves(desk, daemon)
