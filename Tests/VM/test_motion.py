"""Hands move faders and a person types values: the effect on the parameters and the other motors."""

import time

import midi
from daemon import Daemon
from gadget import Fader, Gadget
from testing import check, equal, test, wait_until

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

MASTER = """
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, decimals: 1, default: -12}
  strict: {min: 0, max: 10, decimals: 0, out-of-range: reject}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "cc 9 ch 1", motor: true}
    map: {fader.1: master, fader.2: strict}
"""

# No touch sensors. `echo: never`: a moved fader itself is sent nothing, so every counted message is for the other one.
TWO = """
version: 1
parameters:
  level: {min: 0, max: 127, decimals: 0}
surfaces:
  desk: {match: "Desk*", controls: {fader.1: {input: "cc 1 ch 1", motor: true, echo: never}}, map: {fader.1: level}}
  box: {match: "Box*", controls: {fader.1: {input: "cc 2 ch 1", motor: true, echo: never}}, map: {fader.1: level}}
"""


def position_of(value, low=-70.0, high=6.0, top=16383):
    """The raw position of a value on a linear travel."""
    return round((value - low) / (high - low) * top)


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


@test("typed values: the exact motor bytes of an accepted and a clamped one, the clamp on stderr; a refusal exits 65 and sends nothing")
def typed():
    desk = Gadget("Desk").plug()
    daemon = Daemon(MASTER).start()
    settled(desk)
    equal(daemon.set("master", "-6"), "-6.0 dB", "printed")
    equal(desk.settle(), midi.split(midi.cc14(7, position_of(-6))), "motor bytes of a value")
    desk.clear()
    done = daemon.ctl("set", "master", "40")
    equal((done.exit, done.out.strip()), (0, "6.0 dB"), "a clamped set")
    check("clamped to 6.0 dB (range -70.0…6.0 dB)" in done.err, f"stderr of a clamped set: {done.err!r}")
    equal(desk.settle(), midi.split(midi.cc14(7, 16383)), "motor bytes of a clamped value")
    desk.clear()
    for name, text in (("strict", "11"), ("master", "loud"), ("master", ""), ("master", "nan"), ("mastr", "1")):
        before = daemon.get("/v1/parameters")
        done = daemon.ctl("set", name, text)
        equal((done.exit, done.out), (65, ""), f"set {name} {text!r}")
        check(len(done.err.strip().splitlines()) == 1, f"set {name} {text!r} told {done.err!r}")
        equal(daemon.get("/v1/parameters"), before, f"the parameters after set {name} {text!r}")
    check("master" in daemon.ctl("set", "mastr", "1").err, "no suggestion for an unknown id")
    equal(desk.settle(), [], "motor bytes of refused values")


@test("a value set while the fader is touched waits: no motor byte under the finger, and the true position when it leaves")
def touched():
    desk = Gadget("Desk").plug()
    daemon = Daemon(MASTER).start()
    settled(desk)
    fader = Fader(desk, "cc14 7", touch=104, position=position_of(-12))
    fader.touch()
    for raw in range(2000, 9000, 500):
        fader.move(raw)
    wait_until(lambda: daemon.parameter("master")["origin"] == "touch", "the moves")
    equal(daemon.set("master", "-6"), "-6.0 dB", "printed")
    equal(desk.settle(0.5), [], "motor bytes under the finger")
    fader.release()
    fader.wait_at(position_of(-6))
    equal(desk.settle(), midi.split(midi.cc14(7, position_of(-6))), "motor bytes at the release")
    equal(fader.fought, 0, "messages under the finger")


@test("two hands at once do not chase each other: almost nothing is sent while both move, and both faders end where the last hand was")
def together():
    desk, box = Gadget("Desk").plug(), Gadget("Box", slot=1).plug()
    daemon = Daemon(TWO).start()
    one, two = Fader(desk, "cc 1"), Fader(box, "cc 2")
    settled(desk, box)
    # Both hands are on their faders. Else the first moves of one are those of a motor that goes to where the other hand has sent it.
    time.sleep(1)
    for fader, way in ((one, (50, 40, 50)), (two, (60, 80, 60)), (one, (50, 30))):
        for raw in way:
            fader.move(raw)
            time.sleep(0.01)
    desk.clear(), box.clear()
    for step in range(100):
        one.move(step)
        two.move(127 - step)
        time.sleep(0.01)
    one.move(77)
    wait_until(lambda: daemon.value("level") == 77, "the last move")
    sent, heard = desk.settle(), box.settle()
    # Motors that chase each other get hundreds. A few are allowed: a machine that is busy elsewhere may pause longer than the hold-off.
    check(len(sent) + len(heard) <= 6, f"200 moves cost {len(sent)} and {len(heard)} messages")
    equal((one.position, two.position, daemon.text("level")), (77, 77, "77"), "both faders and the parameter")
