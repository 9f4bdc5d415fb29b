"""What is true of every kind of console, with a stand-in for each: both ways, hands, connections that end, read-only, nonsense, and two things at once."""

import json
import time

import desks
import native
import ui_desk
import wing_desk
import x32_desk
import yamaha_desk
from desks import encode, known, shown, state
from midi_desk import HEAD, SQ, Qu
from testing import check, equal, test, wait_until

CHANNELS = """\
  vox: {target: {FAMILY: foh, ch: 1}}
  drum: {target: {FAMILY: foh, ch: 2}}
  vox.mute: {target: {FAMILY: foh, ch: 1, property: mute}}
  vox.mon: {target: {FAMILY: foh, ch: 1, bus: 3}}
  main: {target: {FAMILY: foh, main: MAIN}}
  band: {target: {FAMILY: foh, dca: 1}}
"""
PAN = "  vox.pan: {target: {FAMILY: foh, ch: 1, property: pan}}\n"
NAME = "  vox.name: {target: {FAMILY: foh, ch: 1, property: name}}\n"
COLOR = "  vox.color: {target: {FAMILY: foh, ch: 1, property: color}}\n"
GROUP = "  group: {target: {FAMILY: foh, mute-group: 1}}\n"
LOAD = "  load: {kind: trigger, target: {FAMILY: foh, load: 7}}\n"


class Kind:
    """A kind of console.

    make: its stand-in. vox, drum: where the faders of two channels are, and levels: what it has there at some levels in dB, so near.
    more: parameters besides CHANNELS. start, begun: what it has at first, and the texts of that; label: name and color that it gives its first channel.
    moved, then: what somebody changes there, and the texts of that. typed, kept: what somebody types here, and what it has then.
    ways, losses, late: how it sends, with the keys that its target needs for that, what is lost, and how late it sends back what it was sent. junk: what means nothing.
    """
    main, keys, label, ways, losses, late = "st", "", ("vox", None), {}, {}, {}

    def __init__(self, make, family, vox, drum, levels, near, **more):
        self.make, self.family, self.vox, self.drum, self.levels, self.near = make, family, vox, drum, levels, near
        self.__dict__.update(more)

    def desk(self, vox=0, drum=0, **more):
        return self.make(values={self.vox: self.levels[vox], self.drum: self.levels[drum]}, **more)

    def text(self, desk, keys="", more=""):
        parameters = (CHANNELS + self.more).replace("FAMILY", self.family).replace("MAIN", self.main)
        return f"version: 1\ntargets:\n  foh: {{{self.family}: \"127.0.0.1:{desk.port}\"{keys}}}\nparameters:\n{parameters}{more}" + native.desk({1: "vox", 2: "drum"})

    def daemon(self, desk, keys="", more=""):
        return native.Daemon(self.text(desk, keys, more)).start()

    def move(self, desk, address, level):
        """Somebody moves a fader at the console, or on a tablet."""
        desk.tablet(address, self.levels[level])

    def has(self, desk, address, level):
        self.has_value(desk, address, self.levels[level])

    def has_value(self, desk, address, value):
        desks.has(desk, address, value, 0 if isinstance(value, str) else self.near)


def grid(position):
    return x32_desk.grid("/fader", position)


wing = wing_desk.grid
LEVEL, ON = "MIXER:Current/InCh/Fader/Level", "MIXER:Current/InCh/Fader/On"
TF_NAME, TF_COLOR = "MIXER:Current/InCh/Label/Name", "MIXER:Current/InCh/Label/Color"
TF_PAN, HPF, GROUP_6 = "MIXER:Current/InCh/ToSt/Pan 0 0", "MIXER:Current/InCh/HPF/On 0 0", "MIXER:Current/MuteMaster/On 5 0"
MON, MAIN, DCA = "MIXER:Current/InCh/ToMix/Level 0 2", "MIXER:Current/St/Fader/Level 0 0", "MIXER:Current/DCA/Fader/Level 0 0"

KINDS = [
    Kind(x32_desk.Desk, "x32", "/ch/01/mix/fader", "/ch/02/mix/fader", {10: 1.0, 0: grid(0.75), -10: grid(0.5), -30: grid(0.25), None: 0.0}, 1e-6, label=("Lead Vox", "#ff00ff"), late={"late": 0.3},
         more=PAN + NAME + COLOR + GROUP + LOAD + "  vox.gain: {target: {x32: foh, ch: 1, property: gain}}\n  scene: {target: {x32: foh, scene: current}}\n",
         start={"/ch/01/mix/fader": grid(0.75), "/ch/01/mix/on": 0, "/ch/01/config/name": "Lead Vox", "/main/st/mix/fader": grid(0.5), "/ch/01/config/color": 13,
                "/ch/01/mix/03/level": x32_desk.grid("/level", 0.25), "/headamp/008/gain": x32_desk.grid("/gain", 0.5)},
         begun={"vox": "0.0 dB", "vox.mute": "muted", "vox.pan": "C", "vox.mon": "-30.0 dB", "vox.name": "Lead Vox", "vox.color": "magenta-inverted", "vox.gain": "+24.0 dB",
                "main": "-10.0 dB", "band": "−∞ dB", "drum": "−∞ dB", "group": "open", "scene": "Soundcheck"},
         moved={"/ch/01/mix/fader": 0.5, "/ch/01/mix/on": 1, "/ch/01/mix/pan": 0.0, "/ch/01/mix/03/level": 0.75, "/ch/01/config/name": "Anna", "/ch/01/config/color": 3,
                "/headamp/008/gain": 0.25, "/main/st/mix/fader": 1.0, "/dca/1/fader": 0.5, "/config/mute/1": 1},
         then={"vox": "-10.0 dB", "vox.mute": "open", "vox.pan": "L100", "vox.mon": "0.0 dB", "vox.name": "Anna", "vox.color": "yellow", "vox.gain": "+6.0 dB",
               "main": "10.0 dB", "band": "-10.0 dB", "group": "muted"},
         typed={"vox": "0.0 dB", "vox.mute": "muted", "vox.pan": "R50", "vox.mon": "-10", "vox.name": "Bert", "vox.color": "cyan", "vox.gain": "30", "main": "-inf",
                "band": "-30", "group": "open", "scene": "Chorus"},
         kept={"/ch/01/mix/fader": grid(0.75), "/ch/01/mix/on": 0, "/ch/01/mix/pan": 0.75, "/ch/01/mix/03/level": 0.5, "/ch/01/config/name": "Bert",
              "/ch/01/config/color": 6, "/headamp/008/gain": x32_desk.grid("/gain", 42 / 72), "/main/st/mix/fader": 0.0, "/dca/1/fader": grid(0.25), "/config/mute/1": 0,
              "/-show/prepos/current": 5}),
    Kind(wing_desk.Desk, "wing", "/ch/1/fdr", "/ch/2/fdr", {10: wing(10), 0: wing(0), -10: wing(-10), -30: wing(-30), None: wing_desk.SILENCE}, 1e-4, main="1",
         losses={"lose": 2}, label=("Lead Vox", "#ff0000"),
         more=PAN + NAME + COLOR + GROUP + "  vox.solo: {target: {wing: foh, ch: 1, property: solo}}\n  vox.cut: {target: {wing: foh, ch: 1, property: low-cut}}\n"
              "  vox.rec: {target: {wing: foh, ch: 1, matrix: 8}}\n  last: {target: {wing: foh, ch: 40}}\n"
              "  trim: {min: -18, max: 18, unit: dB, target: {wing: foh, address: /ch/1/in/set/trim, range: [-18, 18]}}\n",
         start={"/ch/1/fdr": wing(0), "/ch/1/mute": 1, "/ch/1/name": "Lead Vox", "/ch/1/col": 9, "/main/1/fdr": wing(-10), "/ch/1/send/3/lvl": wing(-30),
                "/ch/1/send/MX8/lvl": wing(-20), "/ch/1/in/set/trim": 6.0, "/ch/40/fdr": wing(-10)},
         begun={"vox": "0.0 dB", "vox.mute": "muted", "vox.pan": "C", "vox.mon": "-30.0 dB", "vox.rec": "-20.0 dB", "vox.name": "Lead Vox", "vox.color": "red",
                "vox.solo": "off", "vox.cut": "off", "main": "-10.0 dB", "band": "−∞ dB", "drum": "−∞ dB", "last": "-10.0 dB", "group": "open", "trim": "6.00 dB"},
         moved={"/ch/1/fdr": -10, "/ch/1/mute": 0, "/ch/1/pan": -100, "/ch/1/send/3/lvl": 0, "/ch/1/name": "Anna", "/ch/1/col": 7, "/main/1/fdr": 10, "/dca/1/fdr": -10,
                "/mgrp/1/mute": 1, "/ch/1/$solo": 1, "/ch/1/flt/lc": 1},
         then={"vox": "-10.0 dB", "vox.mute": "open", "vox.pan": "L100", "vox.mon": "0.0 dB", "vox.name": "Anna", "vox.color": "yellow", "main": "10.0 dB",
               "band": "-10.0 dB", "group": "muted", "vox.solo": "on", "vox.cut": "on"},
         typed={"vox": "0.0 dB", "vox.mute": "muted", "vox.pan": "R50", "vox.mon": "-10", "vox.name": "Bert", "vox.color": "teal", "main": "-inf", "band": "-30",
                "group": "open", "vox.rec": "5"},
         kept={"/ch/1/fdr": wing(0), "/ch/1/mute": 1, "/ch/1/pan": 50.0, "/ch/1/send/3/lvl": wing(-10), "/ch/1/send/MX8/lvl": wing(5), "/ch/1/name": "Bert", "/ch/1/col": 16,
              "/main/1/fdr": wing_desk.SILENCE, "/dca/1/fdr": wing(-30), "/mgrp/1/mute": 0},
         junk=[encode("/ch/1/fdr", float("nan")), encode("/ch/1/fdr", "loud"), encode("/ch/1/fdr", "0", 0.75, float("inf")), encode("/ch/1/fdr", b"\x01"), encode("/ch/1/fdr"),
               encode("/ch/1/col", "99", 1.0, 98), encode("/ch/1/col", "red"), encode("/ch/1/mute", "OFF"), encode("/ch/1/name", "x" * 200), b"/ch/1/fdr",
               b"/ch/1/fdr\0\0\0,f\0\0", b"\xff" * 2000, encode("/?", "WING"), encode("/*", "NODE NOT FOUND"), encode("/ch/1/name", 7)],
         names={"/ch/1/name": "Kick", "/ch/2/name": "Lead Vox", "/bus/1/name": "Anna", "/dca/1/name": "Drums"}, found={"main": "1", "selects": False, "model": "wing-compact"},
         lines=("ch: [kick, lead-vox]", "bus: [anna]", "dca: [drums]")),
    Kind(SQ, "sq", 0x4000, 0x4001, {10: 16320, 0: 12544, -10: 7936, -30: 3968, None: 0}, 64, keys=", channel: 3", ways={"pieces": 1, "channel": 3},
         more=PAN + GROUP + LOAD + "  hall: {target: {sq: foh, ch: 2, fx: 4}}\n  raw: {kind: integer, min: 0, max: 16383, target: {sq: foh, address: \"60.44\"}}\n",
         start={0x4000: 12544, 0x0000: 1, 0x4046: 3968, 0x5000: 8191, 0x4F00: 7936},
         begun={"vox": "0.0 dB", "vox.mute": "muted", "vox.pan": "C", "vox.mon": "-30.0 dB", "main": "-10.0 dB", "drum": "−∞ dB", "band": "−∞ dB", "group": "open", "raw": "0"},
         moved={0x4000: 7936, 0x0000: 0, 0x4046: 12544, 0x5000: 0, 0x4F00: 16320, 0x4F20: 7936, 0x0400: 1, 0x6044: 77},
         then={"vox": "-10.0 dB", "vox.mute": "open", "vox.pan": "L100", "vox.mon": "0.0 dB", "main": "10.0 dB", "band": "-10.0 dB", "group": "muted", "raw": "77"},
         typed={"vox": "0.0 dB", "vox.mute": "muted", "vox.mon": "-10", "vox.pan": "R100", "main": "-inf", "hall": "-30", "group": "open", "raw": "5"},
         kept={0x4000: 12544, 0x0000: 1, 0x4046: 7936, 0x5000: 16383, 0x4F00: 0, 0x4C1B: 3968, 0x0400: 0, 0x6044: 5},
         junk=[b"\xB0", b"\x63\x40", b"\xB1\x63\x40\x62\x00\x06\x7F\x26\x7F", b"\xFF" * 500, b"\xF0" + b"\x01" * 200_000, b"\xF7\xF7", HEAD + b"\x02", b"\xF7",
               HEAD + b"\x02\x20" + b"x" * 5000 + b"\xF7", b"\x90\x20", b"\xC0", b"\x90\x7F\x7F", b"\x00" * 1000, bytes(range(128)) * 50],
         names={}, found={"main": "st", "selects": False}, lines=("bus: [bus1, bus2", "ch: [ch1, ch2")),
    Kind(Qu, "qu", "20.17.07", "21.17.07", {10: 0x7F, 0: 0x62, -10: 0x3E, -30: 0x1F, None: 0}, 1, ways={"pieces": 3}, label=("Kick", None),
         more=NAME + GROUP + LOAD + "  raw: {kind: toggle, target: {qu: foh, address: 20.51.07}}\n",
         start={"20.17.07": 0x62, "mute.20": 1, "20.20.02": 0x1F, "67.17.07": 0x3E, "name.20": "Kick"},
         begun={"vox": "0.0 dB", "vox.mute": "muted", "vox.mon": "-30.0 dB", "main": "-10.0 dB", "drum": "−∞ dB", "band": "−∞ dB", "group": "open", "vox.name": "Kick"},
         moved={"20.17.07": 0x3E, "mute.20": 0, "20.20.02": 0x62, "67.17.07": 0x7F, "10.17.07": 0x3E, "mute.50": 1, "name.20": "Anna", "20.51.07": 1},
         then={"vox": "-10.0 dB", "vox.mute": "open", "vox.mon": "0.0 dB", "main": "10.0 dB", "band": "-10.0 dB", "group": "muted", "vox.name": "Anna", "raw": "on"},
         typed={"vox": "0.0 dB", "vox.mute": "muted", "vox.mon": "-10", "main": "-inf", "group": "open", "vox.name": "Bert", "raw": "off"},
         kept={"20.17.07": 0x62, "mute.20": 1, "20.20.02": 0x3E, "67.17.07": 0, "mute.50": 0, "name.20": "Bert", "20.51.07": 0},
         names={"name.20": "Kick", "name.21": "Lead Vox", "name.60": "Anna"}, found={"main": "st", "selects": False}, lines=("ch: [kick, lead-vox]", "bus: [anna]")),
    Kind(ui_desk.Desk, "ui", "i.0.mix", "i.1.mix", {10: 1.0, 0: 0.7647058823, -10: 0.5288, -30: 0.2694, None: 0.0}, 0.003, label=("LEAD VOX", None),
         more=PAN + NAME + "  hall: {target: {ui: foh, ch: 2, fx: 4}}\n  dim: {kind: toggle, target: {ui: foh, address: m.dim}}\n",
         start={"i.0.mix": 0.7647058823, "i.0.mute": 1, "i.0.name": "LEAD VOX", "i.0.aux.2.value": 0.5278639, "m.mix": 0.7647058823, "m.dim": 0},
         begun={"vox": "0.0 dB", "vox.mute": "muted", "vox.pan": "C", "vox.mon": "-10.1 dB", "vox.name": "LEAD VOX", "main": "0.0 dB", "drum": "−∞ dB", "band": "−∞ dB", "dim": "off"},
         moved={"i.0.mix": 1.0, "i.0.mute": 0, "i.0.pan": 0.0, "i.0.aux.2.value": 0.7647058823, "m.mix": 0.0, "v.0.mix": 1.0, "i.0.name": "ANNA", "m.dim": 1},
         then={"vox": "10.0 dB", "vox.mute": "open", "vox.pan": "L100", "vox.mon": "0.0 dB", "main": "−∞ dB", "band": "10.0 dB", "vox.name": "ANNA", "dim": "on"},
         typed={"vox": "0.0 dB", "vox.mute": "muted", "vox.mon": "-inf", "vox.pan": "R50", "main": "10", "hall": "0", "vox.name": "BERT", "dim": "off"},
         kept={"i.0.mix": 0.7647058823, "i.0.mute": 1, "i.0.aux.2.value": 0.0, "i.0.pan": 0.75, "m.mix": 1.0, "i.1.fx.3.value": 0.7647058823, "i.0.name": "BERT", "m.dim": 0},
         junk=["", "3:::", "3:::SETD^i.0.mix^nan", "3:::SETD^i.0.mix^", "3:::SETS^i.0.mix^loud", "SETD^i.0.mute^yes", "\x00\x01", "x" * 70_000, "3:::SETD^" * 500],
         names={"i.0.name": "KICK", "i.1.name": "LEAD VOX", "a.0.name": "ANNA"}, found={"mutesMain": False}, lines=("ch: [kick, lead-vox]", "bus: [anna]")),
    Kind(yamaha_desk.Desk, "tf", f"{LEVEL} 0 0", f"{LEVEL} 1 0", {10: 1000, 0: 0, -10: -1000, -30: -3000, None: -32768}, 15, ways={"pieces": 1}, label=("Lead Vox", "#ff0000"),
         more=PAN + NAME + COLOR + LOAD + "  group: {target: {tf: foh, mute-group: 6}}\n  hpf: {kind: toggle, target: {tf: foh, address: \"MIXER:Current/InCh/HPF/On 0 0\"}}\n",
         start={f"{LEVEL} 0 0": 0, f"{ON} 0 0": 0, f"{TF_NAME} 0 0": "Lead Vox", MON: -1000, MAIN: -3000, HPF: 0, f"{TF_COLOR} 0 0": "Red"},
         begun={"vox": "0.0 dB", "vox.mute": "muted", "vox.pan": "C", "vox.mon": "-10.0 dB", "vox.name": "Lead Vox", "vox.color": "red", "main": "-30.0 dB", "drum": "−∞ dB",
                "band": "−∞ dB", "group": "open", "hpf": "off"},
         moved={f"{LEVEL} 0 0": -1000, f"{ON} 0 0": 1, TF_PAN: -63, MON: -32768, MAIN: 1000, DCA: -500, f"{TF_NAME} 0 0": "An \"na\"", f"{TF_COLOR} 0 0": "Yellow",
                GROUP_6: 1, HPF: 1},
         then={"vox": "-10.0 dB", "vox.mute": "open", "vox.pan": "L63", "vox.mon": "−∞ dB", "main": "10.0 dB", "band": "-5.0 dB", "vox.name": "An \"na\"",
               "vox.color": "yellow", "group": "muted", "hpf": "on"},
         typed={"vox": "-5.5 dB", "vox.mute": "muted", "vox.mon": "-10", "vox.pan": "R63", "main": "-inf", "band": "0", "vox.name": "Be\"rt", "vox.color": "sky-blue",
                "group": "open", "hpf": "off"},
         kept={f"{LEVEL} 0 0": -550, f"{ON} 0 0": 0, MON: -1000, TF_PAN: 63, MAIN: -32768, DCA: 0, f"{TF_NAME} 0 0": "Be\"rt", f"{TF_COLOR} 0 0": "SkyBlue", GROUP_6: 0, HPF: 0},
         junk=[f"NOTIFY set {LEVEL} 0 0 nan\n", f"NOTIFY set {LEVEL} 0 0\n", "NOTIFY\n", "\n\n", f"NOTIFY set {LEVEL} 0 0 \"loud\" \"x\"\n", f"OK get {LEVEL} 0 0 1e5\n",
               f"NOTIFY set {ON} 0 0 99999999999 \"x\"\n", "\x00\x01\n", "x" * 3000 + "\n"],
         names={f"{TF_NAME} 0 0": "Kick", f"{TF_NAME} 1 0": "Lead Vox", "MIXER:Current/Mix/Label/Name 0 0": "Anna"}, found={"mutesMain": True},
         lines=("ch: [kick, lead-vox]", "bus: [anna]", "main.mute")),
]
KINDS[3].junk = KINDS[2].junk


def each(sentence, kinds=KINDS, **more):
    """Marks a test that is done with each kind of console."""
    def mark(function):
        for kind in kinds:
            test(f"{kind.family}: {sentence}", **more)(lambda kind=kind: function(kind))
        return function
    return mark


@each("faders, mutes, sends and all else that it has go both ways, and nothing is written at the start")
def both(kind):
    desk = kind.make(values=kind.start, **kind.ways)
    faderd = kind.daemon(desk, kind.keys)
    shown(faderd, **kind.begun)
    wait_until(lambda: abs(faderd.motor(1) - 0.75) < 0.001, lambda: f"the motor: {faderd.motor(1)}")
    wait_until(lambda: (faderd.parameter("vox")["label"], faderd.parameter("vox").get("color")) == kind.label, lambda: f"{faderd.parameter('vox')}")
    equal(desk.sets(), [], "what was written at the start")
    for address, value in kind.moved.items():
        desk.tablet(address, value)
    shown(faderd, **kind.then)
    equal(desk.sets(), [], "what was written because the console changed")
    for name, text in kind.typed.items():
        faderd.set(name, text)
    for address, value in kind.kept.items():
        kind.has_value(desk, address, value)
    # What the console keeps on its grid is what it was sent.
    time.sleep(0.8)
    equal(len(desk.sets(kind.vox)), 1, "how often the fader was written")
    equal(faderd.text("vox"), kind.typed["vox"], "the value stays as it was typed")


@each("a hand moves the console's fader at most 50 times a second, and wins over a tablet while it is there; later the later change counts")
def hand(kind):
    desk = kind.desk()
    faderd = kind.daemon(desk)
    known(faderd, "vox")
    faderd.touch(1, True)
    begun = time.monotonic()
    for step in range(80):
        faderd.move(1, step / 100)
        if step % 20 == 10:
            kind.move(desk, kind.vox, None)
        time.sleep(0.005)
    spent = time.monotonic() - begun
    faderd.move(1, 1)
    kind.has(desk, kind.vox, 10)
    check(len(desk.sets(kind.vox)) <= 3 + spent * 55, f"{len(desk.sets())} messages in {spent:.2f} s")
    faderd.touch(1, False)
    time.sleep(0.7)
    kind.has(desk, kind.vox, 10)
    check(faderd.motor(1) == 1, f"the motor: {faderd.motor(1)}")
    kind.move(desk, kind.vox, 0)
    wait_until(lambda: abs(faderd.motor(1) - 0.75) < 0.01, lambda: f"the motor: {faderd.motor(1)}")


@each("a connection that ends is opened again; what was moved meanwhile is written, and the rest is taken from the console", limit=60)
def cut(kind):
    desk = kind.desk(**kind.ways, **kind.losses)
    faderd = kind.daemon(desk, kind.keys)
    shown(faderd, vox="0.0 dB", drum="0.0 dB")
    port = desk.port
    desk.close()
    wait_until(lambda: state(faderd, "vox")["state"] == "absent", "the end of the console", 15)
    faderd.set("vox", "10")
    desk = kind.desk(drum=None, port=port, **kind.ways)
    kind.has(desk, kind.vox, 10)
    shown(faderd, drum="−∞ dB")
    lines = [line for line in faderd.log().splitlines() if f"{kind.family} 127.0.0.1:{port}" in line and "there" in line]
    check(len(lines) == 2 and "is not there: " in lines[0] and "is there again" in lines[1], lambda: f"{lines}")


@each("read-only, it is only asked: no hand, no text, no trigger writes there")
def rehearsal(kind):
    desk = kind.desk()
    desk.scenes = {number: {kind.vox: kind.levels[10]} for number in (6, 7)}
    faderd = kind.daemon(desk, ", read-only: true")
    shown(faderd, vox="0.0 dB")
    faderd.touch(1, True)
    faderd.move(1, 0.9)
    faderd.touch(1, False)
    equal(faderd.put("vox", text="-10 dB").status, 422)
    faderd.ctl("press", "load")
    wait_until(lambda: abs(faderd.motor(1) - 0.75) < 0.002, lambda: f"the motor goes back: {faderd.motor(1)}")
    kind.move(desk, kind.vox, None)
    shown(faderd, vox="−∞ dB")
    time.sleep(0.5)
    equal(desk.sets(), [], "what was written")
    kind.has(desk, kind.vox, None)


# The X32's has a test of its own.
@each("nonsense changes nothing and ends nothing; of 3,000 changes at once the last one counts", KINDS[1:])
def nonsense(kind):
    desk = kind.desk(10)
    faderd = kind.daemon(desk)
    shown(faderd, vox="10.0 dB", **{"vox.mute": "open"})
    for data in kind.junk:
        desk.raw(data)
    time.sleep(0.5)
    shown(faderd, vox="10.0 dB", **{"vox.mute": "open"})
    for turn in range(3_000):
        kind.move(desk, kind.vox, (None, 10)[turn % 2])
    kind.move(desk, kind.vox, 0)
    shown(faderd, vox="0.0 dB")
    equal((desk.sets(), faderd.log().count("is not there")), ([], 0), "what was written, and ends")


@each("faderctl consoles adds what it has, with its names; a second run changes nothing, and it can be taken out", KINDS[1:], limit=60)
def added(kind):
    desk = kind.make(values=kind.names)
    faderd = native.Daemon("version: 1\n", virtual=False, profiles=native.shipped("x-touch"), arguments=["--virtual=x-touch"]).start()
    equal(faderd.ctl("surfaces", "add", "x-touch").exit, 0)
    # Those that speak OSC say themselves what they are.
    place = f"127.0.0.1:{desk.port}" if kind.family == "wing" else f"{kind.family}:127.0.0.1:{desk.port}"
    found = json.loads(faderd.ctl("consoles", "--json", place).out)[0]
    equal({key: found[key] for key in kind.found} | {"family": found["family"], "address": found["address"]},
          kind.found | {"family": kind.family, "address": f"127.0.0.1:{desk.port}"})
    check(place in faderd.ctl("consoles", place).out and "SERIAL" not in json.dumps(found), "what to type, and no serial number")
    done = faderd.ctl("consoles", "add", place)
    equal(done.exit, 0, done.err)
    for line in (*kind.lines, f'{kind.family}: "127.0.0.1:{desk.port}"', f"main: {kind.main}"):
        check(line in faderd.config(), f"{line} in {faderd.config()}")
    check(("main.mute" in kind.lines or found.get("mutesMain")) or "main.mute" not in faderd.config(), "a mute of the main fader")
    check(kind.family not in ("sq", "qu") or "property: solo" not in faderd.config(), "what it does not have")
    known(faderd, "main.fader")
    # A Qu serves one client, which is faderd now, and cannot be asked for its names again.
    again = faderd.ctl("consoles", "add", place)
    check("cannot be asked" in again.err if kind.family == "qu" else "has all of it already" in again.out, again.out + again.err)
    equal(faderd.ctl("consoles", "remove", "foh").exit, 0)
    check(f"{kind.family}:" not in faderd.config(), "nothing is left")
    if kind.family == "sq":
        faderd.fails(69, "sq:", "consoles", "add", "127.0.0.1:1")


def near(faderd, name, level):
    def value():
        value = faderd.value(name)
        return value if isinstance(value, (int, float)) else -200
    wait_until(lambda: abs(value() - level) < 0.5, lambda: f"{name} at {level} dB: {faderd.shown(name)}")


# Two things at once. More of an X32 is in test_x32_pairs.py.
@each("fade × console: a fade arrives at the console, and a move of the console's own fader ends it for that channel; the echo of a late network does not")
def fade(kind):
    desk = kind.desk(-10, -10, **kind.late)
    faderd = kind.daemon(desk)
    near(faderd, "vox", -10), near(faderd, "drum", -10)
    equal(faderd.ctl("snapshot", "save", "up").exit, 0)
    for name in ("vox", "drum"):
        faderd.set(name, "-30 dB")
    kind.has(desk, kind.vox, -30), kind.has(desk, kind.drum, -30)
    time.sleep(1.2)
    equal(faderd.ctl("snapshot", "recall", "up", "--over", "2s").exit, 0)
    wait_until(lambda: -29 < faderd.value("vox") < -11, lambda: f"the fade: {faderd.shown('vox')}")
    kind.move(desk, kind.vox, 0)
    near(faderd, "vox", 0)
    kind.has(desk, kind.drum, -10)
    time.sleep(0.5)
    kind.has(desk, kind.vox, 0)
    near(faderd, "vox", 0)


@each("recall, undo, redo × console: a snapshot goes to the console, undo takes it back there, and what the console did meanwhile is no entry and is not brought back")
def recall(kind):
    desk = kind.desk(-10, -10)
    faderd = kind.daemon(desk)
    near(faderd, "vox", -10), near(faderd, "drum", -10)
    equal(faderd.ctl("snapshot", "save", "one").exit, 0)
    kind.move(desk, kind.vox, 0)
    near(faderd, "vox", 0)
    equal(faderd.get("/v1/history"), [], "entries")
    equal(faderd.ctl("snapshot", "recall", "one").exit, 0)
    kind.has(desk, kind.vox, -10)
    equal(faderd.ctl("undo").exit, 0)
    kind.has(desk, kind.vox, 0)
    kind.has(desk, kind.drum, -10)
    equal(faderd.ctl("redo").exit, 0)
    kind.has(desk, kind.vox, -10)
    # What is undone of the recall is what was before it, not what the console changed after it.
    time.sleep(0.5)
    kind.move(desk, kind.vox, -30)
    near(faderd, "vox", -30)
    equal(faderd.ctl("undo", "--recall").out, "vox 0.0 dB\n", "what is undone of the recall")
    kind.has(desk, kind.vox, 0)
    equal(len(desk.sets()), len(desk.sets(kind.vox)), "how much was written, and how much of it to that fader")


@each("group × console: a group moves its members at the console and back, and the console's steps do not wear their distance", KINDS[2:])
def group(kind):
    desk = kind.desk(0, -10)
    faderd = kind.daemon(desk, more="groups:\n  all: {of: [vox, drum]}\n")
    near(faderd, "vox", 0), near(faderd, "drum", -10)
    for level in ("-7 dB", "-13 dB", "-20 dB", "-3 dB", "0 dB"):
        faderd.set("all", level)
        time.sleep(0.5)
    kind.has(desk, kind.vox, 0)
    kind.has(desk, kind.drum, -10)
    near(faderd, "drum", -10)


@each("reload × console: a channel that is bound now is asked, one that is not is left alone, and the connection stays", KINDS[2:])
def reload(kind):
    desk = kind.desk(-10, 0)
    faderd = kind.daemon(desk)
    near(faderd, "vox", -10)
    faderd.reload(kind.text(desk, more=f"  drum2: {{target: {{{kind.family}: foh, ch: 3}}}}\n").replace("  drum: {target", "  drum: {max: 0, target"))
    wait_until(lambda: faderd.shown("drum2") == "−∞ dB" and faderd.parameter("drum2").get("known", True), "the new channel")
    kind.move(desk, kind.vox, -30)
    near(faderd, "vox", -30)
    equal((faderd.log().count("is not there"), desk.sets()), (0, []), "ends, and what was written")
