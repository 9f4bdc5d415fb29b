"""Text fields over the API and in the terminal, while faders on the real sequencer move."""

import os

import midi
import terminal
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import equal, skip, test, wait_until

CONFIG = """
version: 1
parameters:
  master: {label: Master, min: -70, max: 6, unit: dB, decimals: 1, default: -12}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true}
    map: {fader.1: master, fader.2: master}
"""


def raw(value):
    """The raw position of a value."""
    return round((value + 70) / 76 * 16383)


def motors(value):
    """The messages to both motors for a value."""
    return midi.split(midi.cc14(7, raw(value)) + midi.pitchbend(raw(value), 2))


def started(controller=Device):
    desk = controller("Desk").plug()
    daemon = Daemon(CONFIG).start()
    desk.settle()
    desk.clear()
    return desk, daemon


class Field:
    """An edit of the master on its own connection."""

    def __init__(self, daemon):
        self.line = daemon.session()
        status, edit = self.line.ask("POST", "/v1/parameters/master/edit")
        equal(status, 201, f"status of the beginning ({edit})")
        self.path = f"/v1/edits/{edit['edit']}"

    def draft(self, text):
        status, judgement = self.line.ask("PUT", self.path, {"draft": text})
        equal(status, 200, f"status of the draft {text} ({judgement})")
        return judgement

    def end(self, how):
        """Ends the edit; returns the outcome and the parameter's text."""
        status, outcome = self.line.ask("POST", f"{self.path}/{how}")
        equal(status, 200, f"status of {how} ({outcome})")
        return outcome["outcome"], outcome["parameter"]["text"]


@test("a fader that moves during an edit wins: the draft is private and moves no motor, and submit writes nothing")
def fader_wins():
    desk, daemon = started(Gadget)
    fader, before = Fader(desk, "cc14 7", touch=104), daemon.parameter("master")
    field = Field(daemon)
    for text in ("-", "-3", "-3."):
        field.draft(text)
    equal(field.draft("-3.5"), {"valid": True, "text": "-3.5 dB"}, "the judgement")
    equal(daemon.parameter("master"), before, "what others see")
    equal(daemon.request("GET", field.path).status, 404, "status of the edit for others")
    equal(desk.settle(), [], "motor bytes while it is typed")
    fader.touch()
    fader.move(raw(-40))
    desk.wait_for(midi.pitchbend(raw(-40), 2))
    desk.clear()
    wait_until(lambda: field.line.ask("GET", field.path)[1].get("dropped"), "the draft to be dropped")
    equal(field.end("submit"), ("dropped", "-40.0 dB"), "what became of it")
    equal((desk.settle(), daemon.text("master"), fader.fought), ([], "-40.0 dB", 0), "motor bytes, value, messages under the finger")
    fader.release()
    equal(desk.settle(), midi.split(midi.cc14(7, raw(-40))), "motor bytes at the release")


@test("submit and blur move each motor once; a draft that is no value and a cancel move nothing")
def submits():
    desk, daemon = started()
    for text, how, outcome, shown in (("-6", "submit", "committed", "-6.0 dB"), ("+=3", "blur", "committed", "-3.0 dB"),
                                      ("loud", "blur", "restored", "-3.0 dB"), ("0", "cancel", "restored", "-3.0 dB"),
                                      ("99", "submit", "committed", "6.0 dB")):
        field = Field(daemon)
        field.draft(text)
        equal(field.end(how), (outcome, shown), f"{how} of {text}")
        wanted = motors(float(shown.split()[0])) if outcome == "committed" else []
        equal(desk.settle(), wanted, f"motor bytes of {how} of {text}")
        desk.clear()


@test("faderctl edit follows the fader until the first key; a fader that moves later drops the draft, and Return then moves no motor")
def in_a_terminal():
    if not os.path.exists("/dev/pts/ptmx"):
        skip("there are no pseudo terminals here")
    desk, daemon = started()
    screen = terminal.Terminal(daemon, "edit", "master")
    screen.shows("Master: -12.0 dB")
    desk.write(midi.cc14(7, 16383))
    screen.shows("Master: 6.0 dB")
    desk.settle()
    desk.clear()
    screen.type("-3")
    screen.shows("Master: -3  → -3.0 dB")
    equal(desk.settle(), [], "motor bytes while it is typed")
    desk.write(midi.pitchbend(0, 2))
    screen.shows("Master: -70.0 dB")
    desk.settle()
    desk.clear()
    screen.type("\r")
    screen.keeps("Master: -70.0 dB")
    equal(desk.settle(), [], "motor bytes of Return on a draft that was dropped")
    screen.type("-6\r")
    screen.shows("Master: -6.0 dB")
    equal(desk.settle(), motors(-6), "motor bytes of Return")
    screen.type("\t")
    screen.ends()
