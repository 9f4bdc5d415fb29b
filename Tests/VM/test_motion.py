"""Hands move faders and a person types values: the effect on the parameters and the other motors."""

import itertools
import time

import midi
from daemon import Daemon
from gadget import Fader, Gadget
from testing import check, equal, stays, test, wait_until

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


@test("a value does not jump between the two halves of a CC pair, and a device that sends no second half works, too")
def halves():
    desk, box = Gadget("Desk").plug(), Gadget("Box", slot=1).plug()
    daemon = Daemon(KINDS).start()
    settled(desk, box)
    desk.write(midi.cc14(2, 64 << 7 | 127))
    box.settle()
    box.clear()
    desk.write(midi.cc14(2, 65 << 7 | 1))
    equal(box.settle(), midi.split(midi.cc14(12, 65 << 7 | 1, 2)), "motor bytes over the border of the first half")
    lone = Gadget("Desk Two", slot=2)
    desk.unplug()
    lone.plug()
    settled(lone, box)
    for value in (20, 40, 60, 80, 127):
        lone.write(midi.cc(2, value))
        time.sleep(0.05)
    wait_until(lambda: daemon.shown("fine") == "16383", "the top from first halves alone")


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


@test("positions that a motor reports on its way, untouched, change nothing: no value that was set is lost; a later hand is followed")
def own_travel():
    desk = Gadget("Desk").plug()
    daemon = Daemon(MASTER).start()
    settled(desk)

    def travel(start, end, steps=20):
        for step in range(1, steps + 1):
            desk.write(midi.cc14(7, position_of(start + (end - start) * step / 20)))
            time.sleep(0.01)
    daemon.set("master", "6")
    travel(-12, 6)
    daemon.set("master", "-60")
    travel(6, -60, steps=10)
    daemon.set("master", "-20")
    travel(-27, -20)
    equal(daemon.text("master"), "-20.0 dB", "the value")
    equal([entry["changes"][0]["after"] for entry in daemon.get("/v1/history")], ["6.0 dB", "-60.0 dB", "-20.0 dB"], "the history")
    # By now the motor has arrived.
    time.sleep(1)
    desk.write(midi.cc14(7, position_of(-40)))
    wait_until(lambda: daemon.shown("master") == "-40.0 dB", "the hand")


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


@test("the release is answered with the true position even when that was the last one sent")
def released():
    desk = Gadget("Desk").plug()
    daemon = Daemon(MASTER).start()
    settled(desk)
    fader = Fader(desk, "cc14 7", touch=104)
    daemon.set("master", "-6")
    fader.wait_at(position_of(-6))
    settled(desk)
    fader.touch()
    fader.move(300)
    wait_until(lambda: daemon.value("master") < -60, "the move")
    daemon.set("master", "-6")
    equal(desk.settle(), [], "motor bytes under the finger")
    fader.release()
    equal(desk.settle(), midi.split(midi.cc14(7, position_of(-6))), "motor bytes at the release")
    equal(fader.position, position_of(-6), "where the fader stands")
    desk.clear()
    fader.touch()
    fader.release()
    equal(desk.settle(), midi.split(midi.cc14(7, position_of(-6))), "motor bytes of a touch without a move")


@test("without a touch sensor a value set during movement waits for the hold-off of 150 ms and is then one message")
def held():
    desk = Gadget("Desk").plug()
    daemon = Daemon(MASTER).start()
    settled(desk)
    fader = Fader(desk, "cc 9")
    last = 0.0
    for raw in range(10, 90, 4):
        last = time.monotonic()
        fader.move(raw)
        if raw == 50:
            daemon.request("PUT", "/v1/parameters/strict", {"position": 1})
        time.sleep(0.02)
    # The last change wins, so the value that must wait is set again after the last move.
    answer = daemon.request("PUT", "/v1/parameters/strict", {"position": 0.5})
    equal((answer.status, answer.json["value"]), (200, 5.0), "the set after the last move")
    desk.settle(0.5)
    got = desk.received()
    equal([item.message for item in got], [midi.cc(9, 64)], "motor bytes")
    check(0.150 <= got[0].time - last <= 0.25, f"it came {got[0].time - last:.3f} s after the last move")
    equal((fader.position, daemon.value("strict")), (64, 5.0), "the fader and the parameter")


@test("two hands on one parameter: the last one wins, and each move costs at most one message to the other surface")
def hands():
    desk, box = Gadget("Desk").plug(), Gadget("Box", slot=1).plug()
    daemon = Daemon(TWO).start()
    one, two = Fader(desk, "cc 1"), Fader(box, "cc 2")
    settled(desk, box)
    for step in range(8):
        one.move(10 + step)
        time.sleep(0.25)
        two.move(90 + step)
        time.sleep(0.25)
    wait_until(lambda: daemon.value("level") == 97, "the last move")
    sent, heard = desk.settle(), box.settle()
    check(1 <= len(sent) <= 8 and 1 <= len(heard) <= 8, f"8 moves each cost {len(sent)} and {len(heard)} messages")
    equal((one.position, two.position), (97, 97), "both faders")
    # No hand moves now, so an answer to an answer would show as traffic.
    settled(desk, box)
    stays(lambda: not desk.messages() and not box.messages(), "the motors go on by themselves", 1.0)


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


@test("a typed value is sent to every mapped motor once, and typing it again sends nothing")
def once():
    desk, box = Gadget("Desk").plug(), Gadget("Box", slot=1).plug()
    daemon = Daemon(KINDS).start()
    settled(desk, box)
    equal(daemon.set("bend", "8192"), "8192", "printed")
    equal((desk.settle(), box.settle()), ([midi.pitchbend(8192, 3)], [midi.pitchbend(8192, 13)]), "motor bytes")
    desk.clear(), box.clear()
    equal(daemon.set("bend", "8192"), "8192", "printed")
    equal((desk.settle(), box.settle()), ([], []), "motor bytes of the same value")


@test("a motor never creeps: through a log taper, positions of a 14-bit fader are answered with themselves")
def creeping():
    config = """
version: 1
parameters:
  cutoff: {min: 20, max: 20000, unit: Hz, taper: log, decimals: 0}
surfaces:
  desk: {match: "Desk*", controls: {fader.1: {input: "pitchbend ch 1", motor: true, echo: immediate}}, map: {fader.1: cutoff}}
"""
    desk = Gadget("Desk").plug()
    Daemon(config).start()
    settled(desk)
    # What comes within the first second may be the motor's answer to its first position.
    time.sleep(1)
    raws = list(itertools.chain(range(0, 16384, 61), [16383, 1, 16382]))
    desk.write(b"".join(midi.pitchbend(raw) for raw in raws))
    desk.settle()
    answers = [message[1] | message[2] << 7 for message in desk.messages()]
    equal(answers[-1], 16382, "the last answer")
    equal([raw for raw in answers if raw not in raws], [], "answers that were never moves")
    check(len(answers) >= len(raws), f"{len(answers)} answers to {len(raws)} moves")
