"""Buttons on the real sequencer, and the messages that their lamps and the motors get."""

import time

import midi
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import equal, test, wait_until

CONFIG = """
version: 1
parameters:
  mute: {kind: toggle, words: [open, muted]}
  side: {kind: choice, options: [heads, {id: tails, label: Tails up}, edge]}
  level: {min: -70, max: 6, step: 0.5, unit: dB, decimals: 1, default: -12}
surfaces:
  desk:
    match: "Desk*"
    controls:
      mute.1: {input: "note 16 ch 1", motor: true}
      mute.2: {input: "cc 30 ch 1", motor: true}
      select.1: {input: "note 17 ch 1", motor: true}
      up: {input: "note 18 ch 1"}
      down: {input: "note 19 ch 1"}
      preset: {input: "note 20 ch 1", motor: true}
      dim: {input: "note 21 ch 1", motor: true}
      home: {input: "note 22 ch 1"}
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "cc 2 ch 1", motor: true}
    map:
      mute.1: mute
      mute.2: mute
      select.1: side
      fader.2: side
      up: {parameter: level, action: step}
      down: {parameter: level, action: step, by: -1, size: big}
      preset: {parameter: level, action: set, value: -6 dB}
      dim: {parameter: level, action: hold, value: -30}
      home: {parameter: level, action: reset}
      fader.1: level
"""


class Panel:
    """The desk: presses its buttons, and checks the messages it gets."""

    def __init__(self, controller=Device):
        self.desk = controller("Desk").plug()
        self.daemon = Daemon(CONFIG).start()
        self.line = self.daemon.session()
        self.desk.settle()
        self.desk.clear()

    def press(self, number):
        self.desk.write(midi.note(number, 100))

    def let_go(self, number):
        self.desk.write(midi.note(number, 0))

    def click(self, number):
        self.press(number)
        self.let_go(number)

    def sent(self, what, *wanted):
        """Checks that the desk was sent exactly these messages, in any order: for one change the order is that of the config."""
        got = [midi.words(message) for message in self.desk.settle(0.25)]
        equal(sorted(got), sorted(midi.words(message) for message in wanted), what)
        self.desk.clear()

    def text(self, parameter):
        return self.line.ask("GET", f"/v1/parameters/{parameter}")[1]["text"]


def level(value):
    """The motor message for a level in dB."""
    return midi.pitchbend(round((value + 70) / 76 * 16383))


# A plain device may switch a lamp itself when its button goes down or comes up, so a button is sent its lamp for both.


@test("a note button and a CC button switch a toggle, and the lamps of both follow presses and typed values")
def toggles():
    panel = Panel(Gadget)
    panel.press(16)
    panel.sent("lamps of a press", midi.note(16, 127), midi.cc(30, 127))
    panel.let_go(16)
    panel.sent("lamps of the release", midi.note(16, 127))
    equal(panel.text("mute"), "muted", "mute")
    panel.desk.write(midi.cc(30, 127) + midi.cc(30, 0))
    panel.sent("lamps of the CC button", midi.note(16, 0), midi.cc(30, 0), midi.cc(30, 0))
    equal(panel.text("mute"), "open", "mute")
    equal(panel.daemon.set("mute", "muted"), "muted", "printed")
    panel.sent("lamps of what is typed", midi.note(16, 127), midi.cc(30, 127))
    for _ in range(4):
        panel.click(16)
    panel.desk.settle()
    equal((panel.text("mute"), [message for message in panel.desk.messages() if message[0] == 0x90][-1]), ("muted", midi.note(16, 127)),
          "mute and its lamp after four quick presses")


@test("a button steps through a choice and from the last option to the first, and the choice's fader follows")
def cycles():
    panel = Panel()
    for text, raw in (("Tails up", 64), ("edge", 127), ("heads", 0)):
        panel.click(17)
        panel.sent(f"bytes at {text}", midi.note(17, raw), midi.note(17, raw), midi.cc(2, raw))
        equal(panel.text("side"), text, "side")


@test("buttons step, set and reset: the motor goes exactly to the next step, and the lamp of a set button is lit only at its value")
def steps():
    panel = Panel()
    panel.click(18)
    panel.sent("bytes of a step", level(-11.5))
    panel.daemon.set("level", "-11.3")
    panel.sent("bytes of what is typed", level(-11.3))
    panel.click(18)
    panel.sent("bytes of a step from between two", level(-11))
    panel.click(19)
    panel.sent("bytes of a big step down", level(-16))
    panel.click(20)
    panel.sent("bytes of a set", level(-6), midi.note(20, 127), midi.note(20, 127))
    panel.click(18)
    panel.sent("bytes of a step away", level(-5.5), midi.note(20, 0))
    panel.click(22)
    panel.sent("bytes of a reset", level(-12))
    equal(panel.text("level"), "-12.0 dB", "level")
    entries = [entry["changes"] for entry in panel.daemon.get("/v1/history")]
    equal([len(changes) for changes in entries], [1] * 7, "each press, and what is typed, is an entry of its own")


@test("a hold goes back when it is released, and does not when a hand moved the fader meanwhile")
def holds():
    panel = Panel()
    fader = Fader(panel.desk, "pitchbend", touch=104)
    panel.press(21)
    panel.sent("bytes of the press", level(-30), midi.note(21, 127))
    time.sleep(1)
    panel.let_go(21)
    panel.sent("bytes of the release", level(-12), midi.note(21, 0))
    equal([(change["before"], change["after"]) for entry in panel.daemon.get("/v1/history") for change in entry["changes"]], [],
          "a hold that went back is no change")
    panel.press(21)
    panel.sent("bytes of the press", level(-30), midi.note(21, 127))
    fader.touch()
    fader.move(12000)
    wait_until(lambda: panel.text("level") == "-14.5 dB", lambda: f"the hand's value; {panel.text('level')}")
    panel.let_go(21)
    panel.sent("bytes of the release under a finger", midi.note(21, 0), midi.note(21, 0))
    fader.release()
    panel.sent("bytes when the finger leaves", level(-14.5))
    equal((panel.text("level"), fader.fought), ("-14.5 dB", 0), "level, and messages under the finger")
