"""Every kind of value, typed and moved by hands, and the positions of the motors, byte for byte."""

import midi
from daemon import Daemon
from device import Device
from gadget import Fader, Gadget
from testing import check, equal, test, wait_until

KINDS = """
version: 1
parameters:
  vol: {min: -inf, max: 10, unit: dB, taper: audio, decimals: 1, default: 0}
  hour: {kind: integer, min: 0, max: 23, out-of-range: reject, format: {suffix: ":00h"}}
  mute: {kind: toggle, words: [open, muted]}
  side: {kind: choice, options: [heads, {id: tails, label: Tails up}, edge]}
  name: {kind: text, default: marcus}
  price: {kind: range, min: 0, max: 1000, decimals: 0, step: 10, gap: 10, default: [100, 900]}
  tint: {kind: color, default: "#ff8800"}
  pan: {type: pan}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc14 1 ch 1", motor: true}
      fader.2: {input: "cc 2 ch 1", motor: true}
      fader.3: {input: "cc 3 ch 1", motor: true}
      fader.4: {input: "cc 4 ch 1", motor: true}
      fader.5: {input: "pitchbend ch 5", motor: true}
      fader.6: {input: "pitchbend ch 6", motor: true}
      fader.7: {input: "cc14 7 ch 1", motor: true}
      fader.8: {input: "cc 8 ch 1", motor: true}
      fader.9: {input: "cc 9 ch 1", motor: true}
      fader.10: {input: "pitchbend ch 10", motor: true}
    map:
      fader.1: vol
      fader.2: hour
      fader.3: mute
      fader.4: side
      fader.5: price.low
      fader.6: price.high
      fader.7: tint.hue
      fader.8: tint.saturation
      fader.9: tint.lightness
      fader.10: pan
"""

# Three ranges: ends that stop, ends that push, and one control for both ends.
RANGES = """
version: 1
parameters:
  price: {kind: range, min: 0, max: 1000, decimals: 0, step: 10, gap: 10, meet: stop, default: [100, 900]}
  zone: {kind: range, min: 0, max: 1000, decimals: 0, step: 10, gap: 10, meet: push, default: [100, 900]}
  span: {kind: range, min: 0, max: 1000, decimals: 0, step: 10, default: [200, 800]}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 101 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 102 ch 2"}
      fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 103 ch 3"}
      fader.4: {input: "pitchbend ch 4", motor: true, touch: "note 104 ch 4"}
      fader.5: {input: "pitchbend ch 5", motor: true}
    map: {fader.1: price.low, fader.2: price.high, fader.3: zone.low, fader.4: zone.high, fader.5: span.nearest}
"""


def started(config, controller=Device):
    """Starts a daemon with a desk; returns both when the motors stand at the values."""
    desk = controller("Desk").plug()
    daemon = Daemon(config).start()
    desk.settle()
    desk.clear()
    return desk, daemon


def sent(desk, wanted, what):
    """Checks that the desk was sent exactly these messages, in this order, and forgets them."""
    equal([midi.words(message) for message in desk.settle(0.25)], [midi.words(message) for message in midi.split(wanted)], what)
    desk.clear()


def thousandth(value):
    """The raw position of a value of 0 to 1000."""
    return round(value / 1000 * 16383)


@test("typing moves the motor for every kind: −∞ and the audio taper, integer, toggle, choice, both ends of a range at once, color, pan")
def typed():
    desk, daemon = started(KINDS, Gadget)
    line = daemon.session()
    for parameter, text, shown, motors in (
            ("vol", "-60 dB", "-60.0 dB", midi.cc14(1, 1024)),
            ("vol", "-89", "-89.0 dB", midi.cc14(1, 34)),
            ("vol", "-inf", "−∞ dB", midi.cc14(1, 0)),
            ("vol", "50%", "-10.0 dB", midi.cc14(1, 8192)),
            ("vol", "max", "10.0 dB", midi.cc14(1, 16383)),
            ("hour", "(3+5)*2", "16:00h", midi.cc(2, 88)),
            ("mute", "MUTED", "muted", midi.cc(3, 127)),
            ("mute", "off", "open", midi.cc(3, 0)),
            ("side", "tails", "Tails up", midi.cc(4, 64)),
            ("side", "+=1", "edge", midi.cc(4, 127)),
            ("name", "anna", "anna", b""),
            ("price", "200..800", "200…800", midi.pitchbend(3277, 5) + midi.pitchbend(13106, 6)),
            # The upper end goes first where the lower one would be in its way.
            ("price", "850..950", "850…950", midi.pitchbend(15564, 6) + midi.pitchbend(13926, 5)),
            ("price.low", "+=55", "905", midi.pitchbend(14827, 5)),
            ("price.high", "0", "920", midi.pitchbend(15072, 6)),
            ("tint", "#336633", "#336633", midi.cc14(7, 5461) + midi.cc(8, 42) + midi.cc(9, 38)),
            ("tint", "hsl(210, 30%, 80%)", "#bdccdb", midi.cc14(7, 9557) + midi.cc(8, 38) + midi.cc(9, 102)),
            ("pan", "L50", "L50", midi.pitchbend(4096, 10)),
            ("pan", "c", "C", midi.pitchbend(8192, 10))):
        status, answer = line.ask("PUT", f"/v1/parameters/{parameter}", {"text": text})
        equal((status, answer.get("text")), (200, shown), f"answer to {parameter} {text}")
        sent(desk, motors, f"motor bytes of {parameter} {text}")
    for parameter, text, shown, motors in (
            ("vol", "-inf", "−∞ dB", midi.cc14(1, 0)),
            ("hour", "7", "7:00h", midi.cc(2, 39)),
            ("side", "heads", "heads", midi.cc(4, 0)),
            ("price", "0..1000", "0…1000", midi.pitchbend(0, 5) + midi.pitchbend(16383, 6)),
            ("pan", "R100", "R100", midi.pitchbend(16383, 10))):
        equal(daemon.set(parameter, text), shown, f"printed by faderctl set {parameter} {text}")
        sent(desk, motors, f"motor bytes of faderctl set {parameter} {text}")


@test("a text that is no value of its kind is refused and moves no motor")
def refused():
    desk, daemon = started(KINDS)
    line = daemon.session()
    before = daemon.get("/v1/parameters")
    for parameter, text in (("hour", "24"), ("hour", "2.5"), ("mute", "perhaps"), ("side", "rim"), ("price", "900..100"), ("tint", "orangish"),
                            ("vol", "1/0"), ("pan", "X5"), ("name", "a\tb")):
        status, problem = line.ask("PUT", f"/v1/parameters/{parameter}", {"text": text})
        equal(status, 422, f"status of {parameter} {text} ({problem})")
    equal(daemon.ctl("set", "hour", "24").exit, 65, "exit code of faderctl set hour 24")
    sent(desk, b"", "motor bytes")
    equal(daemon.get("/v1/parameters"), before, "the parameters")


@test("faders move values of every kind, and after the movement each motor goes exactly to its value")
def moved():
    desk, daemon = started(KINDS, Gadget)
    line = daemon.session()
    for hand, parameter, text, motor in (
            (midi.cc14(1, 0), "vol", "−∞ dB", midi.cc14(1, 0)),
            (midi.cc14(1, 1), "vol", "-90.0 dB", midi.cc14(1, 1)),
            (midi.cc(2, 100), "hour", "18:00h", midi.cc(2, 99)),
            (midi.cc(3, 63), "mute", "open", midi.cc(3, 0)),
            (midi.cc(3, 64), "mute", "muted", midi.cc(3, 127)),
            (midi.cc(4, 50), "side", "Tails up", midi.cc(4, 64)),
            (midi.pitchbend(5000, 5), "price", "310…900", midi.pitchbend(5079, 5)),
            (midi.cc14(7, 8192), "tint", "#00ffff", midi.cc14(7, 8192)),
            (midi.pitchbend(8000, 10), "pan", "L2", midi.pitchbend(8000, 10))):
        desk.write(hand)
        sent(desk, motor, f"motor bytes of {parameter} at {text}")
        equal(line.ask("GET", f"/v1/parameters/{parameter}")[1]["text"], text, f"{parameter}")


@test("a fader sweeps a choice: the other motor gets one message per option, and the moved one goes to its option when it is released")
def sweep():
    desk, daemon = started("""
version: 1
parameters: {wave: {kind: choice, options: [sine, triangle, saw, square, noise]}}
surfaces:
  desk:
    match: "Desk*"
    controls: {fader.1: {input: "cc 1 ch 1", motor: true, touch: "note 101 ch 1"}, fader.2: {input: "pitchbend ch 2", motor: true}}
    map: {fader.1: wave, fader.2: wave}
""")
    fader, raws = Fader(desk, "cc 1", touch=101), [midi.pitchbend(raw, 2) for raw in (0, 4096, 8192, 12287, 16383)]
    fader.touch()
    for raw in [*range(1, 128), *range(126, 50, -1)]:
        fader.move(raw)
    sent(desk, b"".join(raws[1:] + raws[3:1:-1]), "the other motor's bytes")
    fader.release()
    sent(desk, midi.cc(1, 64), "the moved motor's bytes")
    equal((daemon.value("wave"), fader.fought), ("saw", 0), "the value, and messages under the finger")


@test("the ends of a range stop at each other: no motor byte under the finger; at the release the motor goes to where the value stopped")
def stopping():
    desk, daemon = started(RANGES)
    low, high = Fader(desk, "pitchbend", ch=1, touch=101), Fader(desk, "pitchbend", ch=2, touch=102)
    low.touch()
    for value in range(150, 1001, 50):
        low.move(thousandth(value))
    wait_until(lambda: daemon.parameter("price")["value"] == [890, 900], "the low end to stop")
    sent(desk, b"", "motor bytes while it is pressed against the other end")
    low.release()
    sent(desk, midi.pitchbend(thousandth(890), 1), "motor bytes at the release")
    high.touch()
    high.move(0)
    high.release()
    sent(desk, midi.pitchbend(thousandth(900), 2), "motor bytes of the high end, which cannot go down")
    equal((low.fought, high.fought, daemon.text("price")), (0, 0, "890…900"), "messages under a finger, and the range")


@test("the ends of a range push each other: the pushed motor moves, but under a finger not until its release, and then once")
def pushing():
    desk, daemon = started(RANGES)
    low, high = Fader(desk, "pitchbend", ch=3, touch=103), Fader(desk, "pitchbend", ch=4, touch=104)
    high.touch()
    for value, pushed in ((500, None), (50, 40), (30, 20)):
        high.move(thousandth(value))
        sent(desk, b"" if pushed is None else midi.pitchbend(thousandth(pushed), 3), f"motor bytes of the high end at {value}")
    high.release()
    sent(desk, midi.pitchbend(thousandth(30), 4), "motor bytes at the release")
    high.touch()
    low.touch()
    low.move(thousandth(950))
    wait_until(lambda: daemon.parameter("zone")["value"] == [950, 960], "the value to be pushed under its finger")
    sent(desk, b"", "motor bytes under both fingers")
    high.release()
    sent(desk, midi.pitchbend(thousandth(960), 4), "motor bytes when the finger leaves the pushed fader")
    low.release()
    sent(desk, midi.pitchbend(thousandth(950), 3), "motor bytes when the other finger leaves")
    equal((low.fought, high.fought), (0, 0), "messages under a finger")


@test("one fader drives the nearer end of a range, and keeps to it until it rests; then it chooses again")
def nearest():
    desk, daemon = started(RANGES)
    for values, end, text in (((300, 450, 600), 600, "600…800"), ((740,), 740, "600…740"), ((660,), 660, "660…740"),
                              ((1000,), 1000, "660…1000")):
        for value in values:
            desk.write(midi.pitchbend(thousandth(value), 5))
        sent(desk, midi.pitchbend(thousandth(end), 5), f"motor bytes of {values}")
        equal(daemon.parameter("span")["text"], text, f"the range after {values}")
    equal(daemon.set("span", "100..900"), "100…900", "printed")
    sent(desk, midi.pitchbend(thousandth(900), 5), "motor bytes of both ends typed: of the end it drove last")


@test("a value typed in a viewer's locale sends the motor the same bytes as in the C locale")
def locales():
    desk, daemon = started("""
version: 1
parameters: {shift: {min: -2000, max: 2000, unit: Hz, decimals: 1, default: 0, format: {grouping: true}}}
surfaces:
  desk: {match: "Desk*", controls: {fader.1: {input: "cc14 1 ch 1", motor: true}}, map: {fader.1: shift}}
""")
    bytes_in_c = midi.cc14(1, round((-1234.5 + 2000) / 4000 * 16383))
    for locale, text, shown in (
            ("C", "-1234.5", "-1,234.5 Hz"), ("sv_SE", "-1234,5", "−1\u00a0234,5 Hz"), ("sv_SE", "−1 234,5 Hz", "−1\u00a0234,5 Hz"),
            ("de_DE", "-1.234,5", "-1.234,5 Hz")):
        done = daemon.ctl("set", "--locale", locale, "shift", text)
        equal((done.exit, done.out), (0, f"{shown}\n"), f"set in {locale}")
        sent(desk, bytes_in_c, f"motor bytes in {locale}")
        daemon.request("PUT", "/v1/parameters/shift", {"value": 0})
        desk.settle(0.1)
        desk.clear()
    done = daemon.ctl("--locale", "sv_SE", "set", "shift", "1,5,5")
    check(done.exit == 65 and "−2\u00a0000,0…2\u00a0000,0 Hz" in done.err, f"a refusal in Swedish: {done}")
    sent(desk, b"", "motor bytes of a refusal")
