"""Undo, redo and recalls on the real sequencer: what counts as one step, and which messages the motors get."""

import time

import midi
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import check, equal, test

# Values are raw numbers, so that shown values and motor messages can be compared.
CONFIG = """
version: 1
parameters:
  felt: {min: 0, max: 127, decimals: 0, default: 10}
  blind: {min: 0, max: 127, decimals: 0, default: 20}
  other: {min: 0, max: 16383, decimals: 0, default: 30}
surfaces:
  desk:
    match: "Desk*"
    controls: {fader.1: {input: "cc 1 ch 1", motor: true, touch: "note 101 ch 1"}, fader.2: {input: "cc 2 ch 1", motor: true}}
    map: {fader.1: felt, fader.2: blind}
  box: {match: "Box*", controls: {fader.1: {input: "pitchbend ch 1", motor: true}}, map: {fader.1: other}}
"""

# Faders with each kind of message, and two that hands will move: one with a touch sensor, one without.
MIX = """
version: 1
parameters:
  fine: {min: 0, max: 16383, decimals: 0, default: 16383}
  seven: {min: 0, max: 127, decimals: 0}
  hand: {min: 0, max: 16383, decimals: 0}
  law: {type: decibel, default: -inf}
  mute: {kind: toggle}
  free: {min: 0, max: 127, decimals: 0}
  far: {min: 0, max: 16383, decimals: 0}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.2: {input: "cc14 2 ch 2", motor: true}
      fader.3: {input: "cc 3 ch 3", motor: true}
      fader.4: {input: "pitchbend ch 4", motor: true, touch: "note 104 ch 4"}
      fader.5: {input: "pitchbend ch 5", motor: true}
      fader.6: {input: "cc 6 ch 6", motor: true}
      fader.7: {input: "cc 7 ch 7", motor: true}
      fader.8: {input: "nrpn 300 ch 8", motor: true}
    map: {fader.2: fine, fader.3: seven, fader.4: hand, fader.5: law, fader.6: mute, fader.7: free, fader.8: far}
"""
AT_THE_END = sorted(midi.split(
    midi.cc14(2, 0, 2) + midi.cc(3, 127, 3) + midi.pitchbend(16383, 4) + midi.pitchbend(16383, 5)
    + midi.cc(6, 127, 6) + midi.cc(7, 127, 7) + midi.nrpn(300, 16383, 8)))
AT_THE_BEGINNING = sorted(midi.split(
    midi.cc14(2, 16383, 2) + midi.cc(3, 0, 3) + midi.pitchbend(0, 4) + midi.pitchbend(0, 5)
    + midi.cc(6, 0, 6) + midi.cc(7, 0, 7) + midi.nrpn(300, 0, 8)))


def started(*surfaces):
    """Starts a daemon, and waits until the motors stand at the values."""
    daemon = Daemon(CONFIG).start()
    settled(*surfaces)
    return daemon


def settled(*surfaces):
    for surface in surfaces:
        surface.settle()
        surface.clear()


def history(daemon):
    """Each entry as a list of its changes: (id, before, after)."""
    return [[(change["id"], change["before"], change["after"]) for change in entry["changes"]] for entry in daemon.get("/v1/history")]


def must(daemon, *arguments):
    done = daemon.ctl(*arguments)
    equal(done.exit, 0, f"exit code of faderctl {' '.join(arguments)} ({done.err.strip()})")
    return done.out


def gesture(fader, raws):
    """A hundred moves, with a rest in the middle if a finger is on the fader."""
    for count, raw in enumerate(raws):
        fader.move(raw)
        time.sleep(0.3 if count == 50 and fader.touched else 0.004)


@test("undo of a gesture of a hundred moves is one step and one motor message, with and without a touch sensor, and so is redo; "
      "both still work after kill -9")
def undone():
    desk = Gadget("Desk").plug()
    daemon = started(desk)
    felt, blind = Fader(desk, "cc 1", touch=101, position=10), Fader(desk, "cc 2", position=20)
    felt.touch()
    gesture(felt, range(11, 111))
    felt.release()
    equal(desk.settle(), [midi.cc(1, 110)], "motor bytes of the gesture")
    gesture(blind, range(120, 20, -1))
    equal(desk.settle(), [midi.cc(1, 110), midi.cc(2, 21)], "motor bytes when the hold-off is over")
    equal(history(daemon), [[("felt", "10", "110")], [("blind", "20", "21")]], "the history")
    for command, line, motor in (("undo", "blind 20", midi.cc(2, 20)), ("undo", "felt 10", midi.cc(1, 10)), ("redo", "felt 110", midi.cc(1, 110))):
        desk.clear()
        equal(must(daemon, command), f"{line}\n", f"printed by {command}")
        equal(desk.settle(), [motor], f"motor bytes of {command}")
    time.sleep(1.2)  # A motion is saved within a second of its end.
    daemon.kill()
    desk.clear()
    daemon.start()
    equal(desk.settle(), [midi.cc(1, 110), midi.cc(2, 20)], "the repaint after kill -9")
    for command, line, motor in (("undo", "felt 10", midi.cc(1, 10)), ("redo", "felt 110", midi.cc(1, 110)), ("redo", "blind 21", midi.cc(2, 21))):
        desk.clear()
        equal(must(daemon, command), f"{line}\n", f"printed by {command} after kill -9")
        equal(desk.settle(), [motor], f"motor bytes of {command} after kill -9")
    done = daemon.ctl("redo")
    equal((done.exit, felt.fought), (65, 0), f"one redo too many ({done.err.strip()}), and messages under the finger")


@test("undo under a finger waits for it: no motor byte until the release, then one")
def under_a_finger():
    desk = Device("Desk").plug()
    daemon = started(desk)
    fader = Fader(desk, "cc 1", touch=101, position=10)
    daemon.set("felt", "100")
    settled(desk)
    fader.touch()
    equal(must(daemon, "undo"), "felt 10\n", "printed")
    equal(desk.settle(), [], "motor bytes under the finger")
    fader.release()
    equal(desk.settle(), [midi.cc(1, 10)], "motor bytes at the release")
    equal((fader.position, fader.fought), (10, 0), "the fader, and messages under the finger")


@test("gestures on two surfaces at once, and a value typed meanwhile, are one entry each, and the gestures can be undone separately")
def at_once():
    desk, box = Device("Desk").plug(), Device("Box").plug()
    daemon = started(desk, box)
    felt, other = Fader(desk, "cc 1", touch=101, position=10), Fader(box, "pitchbend", position=30)
    felt.touch()
    for step in range(50):
        felt.move(20 + step)
        other.move(1000 + step)
        if step == 25:
            equal(daemon.set("blind", "99"), "99", "printed")
        time.sleep(0.01)
    felt.release()
    settled(desk, box)
    equal(sorted(history(daemon)), [[("blind", "20", "99")], [("felt", "10", "69")], [("other", "30", "1049")]], "the history")
    equal(must(daemon, "undo", "felt"), "felt 10\n", "printed by undo of one hand's gesture")
    equal((desk.settle(), box.settle()), ([midi.cc(1, 10)], []), "motor bytes of that")
    desk.clear()
    equal(must(daemon, "undo", "other"), "other 30\n", "printed by undo of the other hand's gesture")
    equal((desk.settle(), box.settle()), ([], [midi.pitchbend(30)]), "motor bytes of that")


def mixed(controller):
    """A desk with every fader at its beginning, and a snapshot `end` with every fader at its other end."""
    desk = controller("Desk").plug()
    daemon = Daemon(MIX).start()
    line = daemon.session()
    for parameter, text in (("fine", "min"), ("seven", "max"), ("hand", "max"), ("law", "max"), ("mute", "on"),
                            ("free", "max"), ("far", "max")):
        equal(line.ask("PUT", f"/v1/parameters/{parameter}", {"text": text})[0], 200, f"status of {parameter} {text}")
    must(daemon, "snapshot", "save", "end")
    must(daemon, "reset", "fine", "seven", "hand", "law", "mute", "free", "far")
    settled(desk)
    return desk, daemon


@test("a recall is one message for each motor and one undo step, and so is its undo")
def recalled():
    desk, daemon = mixed(Device)
    entries = len(history(daemon))
    must(daemon, "snapshot", "recall", "end")
    equal(sorted(desk.settle()), AT_THE_END, "motor bytes of the recall")
    equal(len(history(daemon)), entries + 1, "entries")
    desk.clear()
    must(daemon, "undo")
    equal(sorted(desk.settle()), AT_THE_BEGINNING, "motor bytes of its undo")
    desk.clear()
    must(daemon, "snapshot", "recall", "end", "--only", "seven")
    equal(desk.settle(), [midi.cc(3, 127, 3)], "motor bytes of a recall of one")


class Path:
    """What one channel's motor was sent: the times of all its messages, and the complete positions with their times."""

    def __init__(self, received, channel, top):
        mine = [item for item in received if item.message[0] & 0x0F == channel - 1]
        self.messages, self.top = [item.time for item in mine], top
        self.times, self.raws, half = [], [], None
        for item in mine:
            if item.message[0] & 0xF0 == 0xE0:
                raw = item.message[1] | item.message[2] << 7
            elif top == 127:
                raw = item.message[2]
            elif item.message[1] in (2, 6):
                half = item.message[2]
                continue
            elif item.message[1] in (98, 99):
                continue
            else:
                raw = half << 7 | item.message[2]
            self.times.append(item.time)
            self.raws.append(raw)

    def goes(self, low, high, start, steps, what):
        """Checks the way from one end to the other: straight, never back, in three seconds, with at least `steps` steps, not too often."""
        raws = self.raws if low < high else [low - raw for raw in self.raws]
        check(raws[-1] == abs(high - low), f"{what} ends at {self.raws[-1]}")
        check(all(a < b for a, b in zip(raws, raws[1:])), f"{what} goes back or stands: {self.raws}")
        check(2.8 <= self.times[-1] - start <= 3.2, f"{what} took {self.times[-1] - start:.3f} s")
        # A message may be read a little late, but never early.
        most = max(sum(time <= other < time + 0.995 for other in self.messages) for time in self.messages)
        check(most <= 100, f"{what} was sent {most} messages in a second")
        gaps = [b - a for a, b in zip(self.times, self.times[1:])]
        check(len(raws) >= steps and max(gaps) <= 0.08, f"{what} makes {len(raws)} steps, {max(gaps):.3f} s apart")
        began = self.times[-1] - 3
        astray = max(abs(raw / self.top - (time - began) / 3) for time, raw in zip(self.times, raws))
        check(astray <= 0.03, f"{what} is not straight: {astray:.3f} of the travel astray")


def stays_with_the_hand(received, channel, moved, left, wanted):
    """Checks a motor that a hand took out of a recall: on its way before, silent under the hand, and then sent its true position once."""
    mine = [item for item in received if item.message[0] & 0x0F == channel - 1]
    # A message already on its way when the hand came is not a fault.
    before = [item.message[1:][::-1] if item.message[0] & 0xF0 == 0xE0 else item.message[2:] for item in mine if item.time < moved + 0.03]
    check(len(before) > 30 and before == sorted(before), f"the way of channel {channel} until the hand came: {before}")
    after = [item for item in mine if item.time >= moved + 0.03]
    equal([item.message for item in after], [wanted], f"motor bytes of channel {channel} from then on")
    check(after[0].time >= left, f"the motor of channel {channel} was moved under the hand")


@test("a recall over three seconds: every motor goes straight to its end, never back, in three seconds, with at most 100 messages in any "
      "second, and stops exactly there; faders that hands take hold of drop out and stay with the hands")
def glides():
    desk, daemon = mixed(Gadget)
    hand, free, entries = Fader(desk, "pitchbend", ch=4, touch=104), Fader(desk, "cc 7", ch=7), len(history(daemon))
    start = time.monotonic()
    must(daemon, "snapshot", "recall", "end", "--over", "3s")
    time.sleep(start + 1 - time.monotonic())
    hand.touch()
    touched = time.monotonic()
    for raw in range(9000, 5000, -500):
        hand.move(raw)
        time.sleep(0.05)
    left = time.monotonic()
    hand.release()
    time.sleep(0.2)
    moved = time.monotonic()
    free.move(99)
    desk.settle()
    received = desk.received()
    for channel, top, low, high, steps, what in (
            (2, 16383, 16383, 0, 140, "the CC pair"), (3, 127, 0, 127, 120, "the CC"), (5, 16383, 0, 16383, 140, "the fader law"),
            (8, 16383, 0, 16383, 70, "the NRPN")):
        Path(received, channel, top).goes(low, high, start, steps, what)
    equal(Path(received, 6, 127).raws, [127], "what has no way between")
    stays_with_the_hand(received, 4, touched, left, midi.pitchbend(5500, 4))
    stays_with_the_hand(received, 7, moved, moved + 0.15, midi.cc(7, 99, 7))
    values = [daemon.text(name) for name in ("fine", "seven", "hand", "law", "mute", "free", "far")]
    equal(values, ["0", "127", "5500", "10.0 dB", "on", "99", "16383"], "the values")
    equal([len(changes) for changes in history(daemon)[entries:]], [7, 1, 1], "changes of the recall, and of each hand")
    for _ in range(2):
        must(daemon, "undo")
    settled(desk)
    must(daemon, "undo")
    equal(sorted(desk.settle()), AT_THE_BEGINNING, "motor bytes of the undo of the recall")
