"""A controller without motors, like a nanoKONTROL2 with its lamps in external mode: pickup, with a lamp for each fader that waits."""

import midi
from daemon import Daemon
from gadget import Gadget
from testing import check, equal, test, wait_until

CONFIG = """
version: 1
parameters:
  low: {min: 0, max: 127, decimals: 0}
  high: {min: 0, max: 127, decimals: 0}
surfaces:
  nano:
    match: "nanoKONTROL2*"
    controls:
      fader.1: {input: "cc 0 ch 1", takeover: {mode: pickup, lamp: "cc 64 ch 1"}}
      fader.2: {input: "cc 1 ch 1", takeover: {mode: pickup, lamp: "cc 65 ch 1"}}
    map: {fader.1: low, fader.2: high}
"""


def state(daemon):
    """The takeover of each control, as the API reports it."""
    return [one["takeover"] for one in daemon.get("/v1/surfaces")[0]["controls"]]


@test("a fader picks its value up, however fast it passes it; a lamp is lit while it waits, also after a replug")
def pickup():
    nano = Gadget("nanoKONTROL2").plug()
    daemon = Daemon(CONFIG).start()
    nano.settle()
    nano.clear()
    nano.write(midi.cc(0, 100))
    wait_until(lambda: daemon.shown("low") == "100", "a value that nobody has set to follow")
    daemon.set("low", "20")
    equal(nano.settle(), [midi.cc(64, 127)], "its lamp")
    nano.clear()
    nano.write(midi.cc(0, 90))
    nano.write(midi.cc(0, 60))
    wait_until(lambda: "waiting: above, move down" in daemon.ctl("explain", "low").out, "explain to say why nothing moves")
    equal(daemon.text("low"), "20", "the value")
    first, second = state(daemon)
    check(abs(first.pop("position") - 60 / 127) < 0.01, "where it stands")
    equal([first, second], [{"mode": "pickup", "waiting": True, "value": "below"}, {"mode": "pickup", "waiting": False}], "both faders")
    nano.write(midi.cc(0, 5))
    wait_until(lambda: daemon.shown("low") == "5", "a fast move past the value to take hold")
    equal(nano.settle(), [midi.cc(64, 0)], "its lamp is dark")
    nano.replug()
    check(midi.cc(64, 127) in nano.settle(), "its lamp: nobody knows where it stands")
    equal(state(daemon)[0], {"mode": "pickup", "waiting": True}, "after a replug")
    nano.write(midi.cc(0, 70))
    nano.write(midi.cc(0, 4))
    wait_until(lambda: daemon.shown("low") == "4", "the fader to be found")
