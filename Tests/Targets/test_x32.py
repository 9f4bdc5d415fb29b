"""X32 and X-Air: everything that a desk and a console do to each other, with a stand-in for the console, a tablet beside us, losses and nonsense."""

import struct
import time

import native
from desks import encode, has, known, shown, state
from testing import check, equal, test, wait_until
from x32_desk import Desk, grid

CHANNELS = """\
  vox: {target: {x32: foh, ch: 1}}
  drum: {target: {x32: foh, ch: 2}}
  vox.mute: {target: {x32: foh, ch: 1, property: mute}}
  vox.pan: {target: {x32: foh, ch: 1, property: pan}}
  vox.mon: {target: {x32: foh, ch: 1, bus: 3}}
  vox.name: {target: {x32: foh, ch: 1, property: name}}
  vox.color: {target: {x32: foh, ch: 1, property: color}}
  vox.gain: {target: {x32: foh, ch: 1, property: gain}}
  main: {target: {x32: foh, main: st}}
  band: {target: {x32: foh, dca: 1}}
  scene: {target: {x32: foh, scene: current}}
  group: {target: {x32: foh, mute-group: 1}}
  load: {kind: trigger, target: {x32: foh, load: 7}}
"""


def config(desk, parameters=CHANNELS, family="x32", more="", faders={1: "vox", 2: "drum"}):  # noqa: B006 (is not changed)
    return (f"version: 1\ntargets:\n  foh: {{{family}: \"127.0.0.1:{desk.port}\"{more}}}\nparameters:\n"
            + parameters.replace("x32:", f"{family}:") + (native.desk(faders) if faders else ""))


def to(position):
    """A position of a fader as an X32 keeps it."""
    return grid("/fader", position)


@test("a trigger recalls a scene, whose values follow even where the console's messages are lost")
def scenes():
    scene = {f"/ch/{n:02}/mix/fader": to(n / 40) for n in range(1, 33)} | {f"/ch/{n:02}/mix/on": n % 2 for n in range(1, 33)}
    desk = Desk()
    desk.scenes = {7: scene, 8: {address: 0.0 if "fader" in address else 1 for address in scene}}
    parameters = "".join(f"  c{n}: {{target: {{x32: foh, ch: {n}}}}}\n  m{n}: {{target: {{x32: foh, ch: {n}, property: mute}}}}\n" for n in range(1, 33))
    faderd = native.Daemon(config(desk, parameters + CHANNELS.splitlines()[-1] + "\n" + CHANNELS.splitlines()[-3] + "\n", faders={1: "c8"})).start()
    known(faderd, "c32", "m32")
    equal(faderd.ctl("press", "load").exit, 0)

    def follows(number):
        wait_until(lambda: all(abs(faderd.parameter(f"c{n}")["position"] - desk.values[f"/ch/{n:02}/mix/fader"]) < 0.0006 for n in range(1, 33)), f"scene {number}")
        wait_until(lambda: all(faderd.value(f"m{n}") is (desk.values[f"/ch/{n:02}/mix/on"] == 0) for n in range(1, 33)), f"the mutes of scene {number}")
    follows(7)
    wait_until(lambda: abs(faderd.motor(1) - 0.2) < 0.001, lambda: f"the motor: {faderd.motor(1)}")
    # Half of what it sends is lost, answers as well as changes.
    desk.lose = 2
    desk.recall(8)
    follows(8)
    equal({address for address, _ in desk.sets()}, {"/-action/goscene"}, "what was written")


@test("a write that is lost is sent again, and one that the console does not take is not sent for ever")
def lost_writes():
    desk = Desk(values={"/ch/01/mix/fader": to(0.5)})
    faderd = native.Daemon(config(desk)).start()
    shown(faderd, vox="-10.0 dB")
    take, ignored = desk.take, []

    def deaf(address, arguments, sender):
        if address == "/ch/01/mix/fader" and arguments and len(ignored) < 1:
            return ignored.append(arguments)
        return take(address, arguments, sender)
    desk.take = deaf
    faderd.set("vox", "0 dB")
    has(desk, "/ch/01/mix/fader", to(0.75))
    equal(len(ignored), 1)
    # The console is locked.
    desk.take = lambda address, arguments, sender: None if address == "/ch/01/mix/fader" and arguments else take(address, arguments, sender)
    before = len(desk.sets("/ch/01/mix/fader"))
    faderd.set("vox", "10 dB")
    shown(faderd, vox="0.0 dB")
    equal(len(desk.sets("/ch/01/mix/fader")) - before, 3, "how often it was sent")


@test("a recall of a scene is sent once, even if the console does not tell that it was done")
def one_recall():
    desk = Desk()
    faderd = native.Daemon(config(desk)).start()
    known(faderd, "scene")
    take = desk.take
    desk.take = lambda address, arguments, sender: None if address == "/-action/goscene" else take(address, arguments, sender)
    faderd.set("scene", "Chorus")
    time.sleep(2)
    equal(desk.sets("/-action/goscene"), [("/-action/goscene", 5)])


@test("echoes of our own writes that come 300 ms late, or later than the answers to what is asked afterwards, as from an X-Air by /xremote, move nothing back; a tablet does")
def echoes():
    for late in (0.3, 0.5):
        desk = Desk(xair=True, late=late)
        faderd = native.Daemon(config(desk, "  vox: {target: {x32: foh, ch: 1}}\n  drum: {target: {x32: foh, ch: 2}}\n", family="xair")).start()
        known(faderd, "vox")
        faderd.touch(1, True)
        seen = []
        for step in range(60):
            faderd.move(1, 0.2 + step / 100)
            seen.append(faderd.parameter("vox")["position"])
            time.sleep(0.01)
        faderd.touch(1, False)
        has(desk, "/ch/01/mix/fader", to(0.79))
        end = time.monotonic() + 1.2
        while time.monotonic() < end:
            check(abs(faderd.motor(1) - 0.79) < 0.002, f"the motor, {late} s late: {faderd.motor(1)}")
            time.sleep(0.05)
        check(seen == sorted(seen), f"the value went back: {seen}")
        # To the very value that was written a moment ago.
        faderd.set("vox", "-10 dB"), faderd.set("vox", "0 dB")
        has(desk, "/ch/01/mix/fader", to(0.75))
        time.sleep(0.45)
        desk.tablet("/ch/01/mix/fader", to(0.5))
        wait_until(lambda: abs(faderd.motor(1) - 0.5) < 0.002, lambda: f"the motor: {faderd.motor(1)}")


@test("an X-Air: its own addresses, /xremotenfb, snapshots for scenes")
def xair():
    desk = Desk(xair=True, values={"/lr/mix/fader": to(0.75), "/ch/01/mix/07/level": grid("/level", 0.5), "/bus/1/mix/fader": to(0.5), "/-snap/index": 3,
                                   "/rtn/1/mix/fader": to(0.25), "/rtn/aux/mix/fader": to(0.5), "/headamp/01/gain": grid("/gain", 0.5)})
    faderd = native.Daemon(config(desk, """\
  main: {target: {x32: foh, main: st}}
  hall: {target: {x32: foh, ch: 1, fx: 1}}
  bus: {target: {x32: foh, bus: 1}}
  fx: {target: {x32: foh, fx: 1}}
  aux: {target: {x32: foh, aux: 1}}
  gain: {target: {x32: foh, ch: 1, property: gain}}
  scene: {target: {x32: foh, scene: current}}
  load: {kind: trigger, target: {x32: foh, load: 7}}
""", family="xair", faders={1: "main"})).start()
    shown(faderd, main="0.0 dB", hall="-10.0 dB", bus="-10.0 dB", fx="-30.0 dB", aux="-10.0 dB", scene="Intro", gain="+24.0 dB")
    faderd.set("main", "-10 dB")
    has(desk, "/lr/mix/fader", to(0.5))
    equal(faderd.ctl("press", "load").exit, 0)
    wait_until(lambda: ("/-snap/load", 7) in desk.sets(), lambda: f"{desk.sets()}")
    shown(faderd, scene="Verse")
    check(desk.asked("/xremotenfb") and not desk.asked("/xremote"), "the subscription")


@test("a channel gets another preamplifier: its gain is the other one's")
def patched():
    desk = Desk(values={"/headamp/008/gain": grid("/gain", 0.5), "/headamp/040/gain": grid("/gain", 0.75), "/headamp/040/phantom": 1})
    faderd = native.Daemon(config(desk)).start()
    shown(faderd, vox__gain="+24.0 dB")
    desk.tablet("/-ha/00/index", 40)
    shown(faderd, vox__gain="+42.0 dB")
    faderd.set("vox.gain", "-12")
    has(desk, "/headamp/040/gain", 0.0)
    desk.tablet("/-ha/00/index", -1)
    wait_until(lambda: state(faderd, "vox.gain")["state"] == "absent", lambda: f"{state(faderd, 'vox.gain')}")
    equal(state(faderd, "vox.gain")["note"], "the channel has no preamplifier")


@test("nonsense from a console changes nothing: NaN, types that change, long names, names in Latin-1, numbers of colors that do not exist, blobs")
def nonsense():
    desk = Desk(values={"/ch/01/mix/fader": to(0.5), "/ch/01/config/name": "Anna", "/ch/01/config/color": 1})
    faderd = native.Daemon(config(desk)).start()
    shown(faderd, vox="-10.0 dB", vox__name="Anna", vox__color="red", vox__mute="open")
    for packet in (
            encode("/ch/01/mix/fader", float("nan")), encode("/ch/01/mix/fader", "loud"), encode("/ch/01/mix/fader", float("inf")),
            encode("/ch/01/mix/fader", b"\x01\x02"), encode("/ch/01/mix/on", "OFF?"), encode("/ch/01/config/name", "x" * 200), encode("/ch/01/config/name", 5),
            encode("/ch/01/config/color", 99), encode("/ch/01/config/color", -1), encode("/-ha/00/index", "none"), encode("/-show/prepos/current", -1),
            b"/ch/01/mix/fader", b"/ch/01/mix/fader\0\0\0\0,f\0\0", b"\xff" * 2000, b"", encode("/meters/0", b""), encode("/meters/0", struct.pack("<i", 1 << 30)),
            encode("/meters/0", struct.pack("<i", 70) + b"\0" * 30), encode("/xinfo", 1, 2, 3, 4), encode("/xinfo")):
        desk.raw(packet)
    time.sleep(0.6)
    shown(faderd, vox="-10.0 dB", vox__name="Anna", vox__color="red", vox__mute="open")
    desk.raw(encode("/ch/01/config/name", "x" * 200))
    wait_until(lambda: "not a value of vox.name" in (state(faderd, "vox.name").get("note") or ""), lambda: f"{state(faderd, 'vox.name')}")
    desk.tablet("/ch/01/config/name", "J\udcf6rg")
    shown(faderd, vox__name="Jörg")
    faderd.set("vox.name", "Ääääääää")
    has(desk, "/ch/01/config/name", "Ääääää")
    equal(desk.sets(), [("/ch/01/config/name", "Ääääää")])
