"""Hands move faders: the effect on the parameters and the other motors."""

import midi
from daemon import Daemon
from gadget import Gadget
from testing import equal, test

# Ranges in which a value is the raw number, so that the text of `get` and motor messages can be compared.
KINDS = """
version: 1
parameters:
  seven: {min: 0, max: 127, decimals: 0}
  fine: {min: 0, max: 16383, decimals: 0}
  bend: {min: 0, max: 16383, decimals: 0}
  far: {min: 0, max: 16383, decimals: 0}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc 1 ch 1", motor: true}
      fader.2: {input: "cc14 2 ch 1", motor: true}
      fader.3: {input: "pitchbend ch 3", motor: true}
      fader.4: {input: "nrpn 300 ch 4", motor: true}
    map: {fader.1: seven, fader.2: fine, fader.3: bend, fader.4: far}
  box:
    match: "Box*"
    controls:
      fader.1: {input: "cc 11 ch 2", motor: true}
      fader.2: {input: "cc14 12 ch 2", motor: true}
      fader.3: {input: "pitchbend ch 13", motor: true}
      fader.4: {input: "nrpn 1300 ch 14", motor: true}
    map: {fader.1: seven, fader.2: fine, fader.3: bend, fader.4: far}
"""


def settled(*surfaces):
    """Waits until no more messages come, then forgets them."""
    for surface in surfaces:
        surface.settle()
        surface.clear()


@test("a CC, a CC pair, a pitch bend and an NRPN move: get shows their values, and the other surface's motor gets exactly those")
def kinds():
    desk, box = Gadget("Desk").plug(), Gadget("Box", slot=1).plug()
    daemon = Daemon(KINDS).start()
    settled(desk, box)
    for name, moved, follows, text in (
            ("seven", midi.cc(1, 100), midi.cc(11, 100, 2), "100"),
            ("fine", midi.cc14(2, 12345), midi.cc14(12, 12345, 2), "12345"),
            ("bend", midi.pitchbend(16383, 3), midi.pitchbend(16383, 13), "16383"),
            ("far", midi.nrpn(300, 4321, 4), midi.nrpn(1300, 4321, 14), "4321")):
        desk.write(moved)
        box.wait_for(midi.split(follows)[-1])
        equal(box.settle(), midi.split(follows), f"motor bytes of {name}")
        equal(daemon.text(name), text, name)
        box.clear()
