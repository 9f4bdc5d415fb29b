"""Pedals and faders with unusual messages on the real sequencer: values that tell buttons apart, halves of 14 bits at other numbers."""

import midi
from daemon import Daemon
from gadget import Gadget
from testing import equal, test, wait_until

CONFIG = """
version: 1
parameters:
  a: {kind: toggle}
  b: {kind: toggle}
  fine: {min: 0, max: 16383, decimals: 0}
  pan: {min: -50, max: 50, step: 1, decimals: 0, default: 0}
surfaces:
  board:
    match: "Board"
    controls:
      pedal.1: {input: "program ch 1 = 3"}
      pad.1: {input: "note 60 ch 1 = 100", motor: {message: "note 60 ch 1", raw: [0, 1]}}
      fader.1: {input: "cc14 39/7 ch 2", motor: true, lsb-first: true}
      turn: {input: "nrpn 9 ch 3", relative: twos}
    map: {pedal.1: a, pad.1: b, fader.1: fine, turn: pan}
"""


@test("programs and velocities press their own buttons; swapped halves are read and sent; an encoder on an NRPN turns", limit=300)
def messages():
    gadget = Gadget("Board").plug()
    daemon = Daemon(CONFIG).start()
    wait_until(lambda: daemon.get("/v1/surfaces")[0]["state"] == "connected", "the surface to be connected")
    gadget.settle()
    gadget.write(midi.program(4) + midi.program(3))
    wait_until(lambda: daemon.shown("a") == "on", "the pedal")
    gadget.write(midi.note(60, 90) + midi.note(60, 0) + midi.note(60, 100) + midi.note(60, 0))
    wait_until(lambda: daemon.shown("b") == "on", "the pad")
    gadget.wait_for(midi.note(60, 1))
    gadget.write(midi.cc(7, 1, ch=2) + midi.cc(39, 64, ch=2))
    wait_until(lambda: daemon.shown("fine") == "8193", lambda: daemon.shown("fine"))
    gadget.settle()
    gadget.clear()
    daemon.set("fine", "300")
    gadget.wait_for(midi.cc(39, 2, ch=2))
    gadget.wait_for(midi.cc(7, 44, ch=2))
    gadget.write(midi.cc(99, 0, ch=3) + midi.cc(98, 9, ch=3) + midi.cc(6, 127, ch=3) + midi.cc(38, 126, ch=3))
    wait_until(lambda: daemon.shown("pan") == "-2", lambda: daemon.shown("pan"))
    equal(daemon.text("a"), "on", "the pedal, which nobody pressed again")
