"""Controllers people own, each played as its own hardware behaves: a Midi Fighter Twister, a BCF2000 without touch, two that swap their sockets."""

import time

import midi
from daemon import Daemon, shipped
from gadget import Gadget
from testing import check, equal, stays, test, wait_until

TWISTER = """
version: 1
parameters:
  cutoff: {min: 0, max: 127, decimals: 0, default: 64, step: 1}
  drive: {kind: toggle}
surfaces:
  twister:
    profile: midi-fighter-twister
    map: {encoder.1: cutoff, push.2: drive}
"""

BCF = """
version: 1
parameters:
  one: {min: 0, max: 127, decimals: 0, default: 10}
  two: {min: 0, max: 127, decimals: 0, default: 20}
surfaces:
  bcf:
    profile: bcf2000
    map: {fader.1: one, fader.2: two}
"""

PAIR = """
version: 1
parameters:
  left: {min: 0, max: 127, decimals: 0, default: 11}
  right: {min: 0, max: 127, decimals: 0, default: 22}
surfaces:
  bcf: {profile: bcf2000, map: {fader.1: left}}
  twister: {profile: midi-fighter-twister, map: {encoder.1: right}}
"""


@test("a Twister: its encoders turn by relative messages, its rings and lamps follow what is set elsewhere and the encoder itself, a press is fine")
def twister():
    knobs = Gadget("Midi Fighter Twister", vendor=0x2580, product=0x0007, manufacturer="DJ TechTools").plug()
    daemon = Daemon(TWISTER, profiles=shipped("midi-fighter-twister")).start()
    equal(sorted(knobs.settle()), sorted([midi.cc(0, 64), midi.cc(1, 0, 2)]), "the first ring and the second lamp")
    knobs.clear()
    knobs.write(midi.cc(0, 65))
    wait_until(lambda: daemon.text("cutoff") == "65", lambda: f"a detent to the right; it is {daemon.text('cutoff')}")
    equal(knobs.settle(), [midi.cc(0, 65)], "the ring after it: the device shows nothing by itself")
    knobs.clear()
    for detent in range(5):
        knobs.write(midi.cc(0, 63))
        wait_until(lambda: daemon.text("cutoff") == f"{64 - detent}", lambda: f"a detent to the left; it is {daemon.text('cutoff')}")
        time.sleep(0.4)  # A hand that takes its time; a fast one goes farther.
    for _ in range(5):
        knobs.write(midi.cc(0, 63))
    knobs.wait_for(midi.cc(0, int(daemon.text("cutoff"))))
    check(int(daemon.text("cutoff")) < 55, f"five fast detents went no farther than slow ones: {daemon.text('cutoff')}")
    equal(knobs.settle()[-1], midi.cc(0, int(daemon.text("cutoff"))), "the ring at last")
    knobs.clear()
    daemon.set("cutoff", "127")
    daemon.set("drive", "on")
    equal(sorted(knobs.settle()), sorted([midi.cc(0, 127), midi.cc(1, 127, 2)]), "ring and lamp")
    knobs.write(midi.cc(0, 70))
    stays(lambda: daemon.text("cutoff") == "127", "it went past its end", 0.3)
    knobs.clear()
    knobs.replug()
    equal(sorted(knobs.settle()), sorted([midi.cc(0, 127), midi.cc(1, 127, 2)]), "after a replug")


@test("a BCF2000: a fader that moves gets nothing, whoever sets its value; when it rests its motor goes there once; the other faders follow at once")
def bcf():
    faders = Gadget("BCF2000", vendor=0x1397, product=0x00BC).plug()
    daemon = Daemon(BCF, profiles=shipped("bcf2000")).start()
    equal(sorted(faders.settle()), sorted([midi.cc(81, 10), midi.cc(82, 20)]), "motors")
    faders.clear()
    for position in range(30, 60):
        faders.write(midi.cc(81, position))
    wait_until(lambda: daemon.text("one") == "59", "the fader to be heard")
    equal(daemon.set("one", "100"), "100", "set elsewhere, right after the movement")
    equal(daemon.set("two", "77"), "77", "set elsewhere")
    faders.wait_for(midi.cc(82, 77))
    check(midi.cc(81, 100) not in faders.messages(), "a fader that may still be moving was sent a position")
    explained = daemon.ctl("explain", "one").out
    check("hold-off" in explained, f"explain does not say why: {explained}")
    faders.wait_for(midi.cc(81, 100))
    equal([message for message in faders.settle() if message[1] == 81], [midi.cc(81, 100)], "all that its motor got")


@test("two controllers that swap their USB sockets are each the same surface as before, and each is sent its own positions")
def swapped():
    bcf = Gadget("BCF2000", slot=0, vendor=0x1397, product=0x00BC).plug()
    twister = Gadget("Midi Fighter Twister", slot=1, vendor=0x2580, product=0x0007).plug()
    daemon = Daemon(PAIR, profiles=shipped("bcf2000", "midi-fighter-twister")).start()
    equal((bcf.settle(), twister.settle()), ([midi.cc(81, 11)], [midi.cc(0, 22)]), "before")
    bcf.destroy()
    twister.destroy()
    wait_until(lambda: {one["state"] for one in daemon.get("/v1/surfaces")} == {"waiting"}, "both to be missed")
    twister = Gadget("Midi Fighter Twister", slot=0, vendor=0x2580, product=0x0007).plug()
    bcf = Gadget("BCF2000", slot=1, vendor=0x1397, product=0x00BC).plug()
    bcf.wait_for(midi.cc(81, 11))
    twister.wait_for(midi.cc(0, 22))
    equal((bcf.settle(), twister.settle()), ([midi.cc(81, 11)], [midi.cc(0, 22)]), "after")
    bcf.write(midi.cc(81, 99))
    twister.write(midi.cc(0, 65))
    wait_until(lambda: (daemon.text("left"), daemon.text("right")) == ("99", "23"), "both to be heard as what they are")
