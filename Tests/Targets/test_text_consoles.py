"""Soundcraft Ui and Yamaha, with stand-ins for the consoles: both ways, connections that end, silence, floods and nonsense."""

import json
import os
import time

import desks
import native
import ui_desk
import yamaha_desk
from desks import known, shown, state
from testing import check, equal, test, wait_until

PROFILE = f"{os.path.dirname(os.path.abspath(__file__))}/../../config/profiles/x-touch.yaml"
CHANNELS = """\
  vox: {target: {FAMILY: foh, ch: 1}}
  drum: {target: {FAMILY: foh, ch: 2}}
  vox.mute: {target: {FAMILY: foh, ch: 1, property: mute}}
  vox.pan: {target: {FAMILY: foh, ch: 1, property: pan}}
  vox.mon: {target: {FAMILY: foh, ch: 1, bus: 3}}
  vox.name: {target: {FAMILY: foh, ch: 1, property: name}}
  main: {target: {FAMILY: foh, main: st}}
  band: {target: {FAMILY: foh, dca: 1}}
"""
UI = """\
  hall: {target: {ui: foh, ch: 2, fx: 4}}
  dim: {kind: toggle, target: {ui: foh, address: m.dim}}
  drums: {target: {ui: foh, mute-group: 1}}
  horns: {target: {ui: foh, mute-group: 6}}
"""
TF = """\
  vox.color: {target: {tf: foh, ch: 1, property: color}}
  group: {target: {tf: foh, mute-group: 6}}
  load: {kind: trigger, target: {tf: foh, load: 7}}
  hpf: {kind: toggle, target: {tf: foh, address: "MIXER:Current/InCh/HPF/On 0 0"}}
"""
NAME, LEVEL, ON = ("MIXER:Current/InCh/Label/Name", "MIXER:Current/InCh/Fader/Level", "MIXER:Current/InCh/Fader/On")
COLOR = "MIXER:Current/InCh/Label/Color"
MON, MAIN, DCA = "MIXER:Current/InCh/ToMix/Level 0 2", "MIXER:Current/St/Fader/Level 0 0", "MIXER:Current/DCA/Fader/Level 0 0"


def config(desk, family, parameters, more="", faders={1: "vox", 2: "drum"}):  # noqa: B006 (is not changed)
    return (f"version: 1\ntargets:\n  foh: {{{family}: \"127.0.0.1:{desk.port}\"{more}}}\nparameters:\n"
            + CHANNELS.replace("FAMILY", family) + parameters + (native.desk(faders) if faders else ""))


def has(desk, address, value):
    desks.has(desk, address, value, 0.001 if isinstance(value, float) else 0)


@test("a Ui: faders, mutes, pans, sends and names go both ways, and nothing is written at the start")
def ui_both():
    desk = ui_desk.Desk({"i.0.mix": 0.7647058823, "i.0.mute": 1, "i.0.name": "LEAD VOX", "i.0.aux.2.value": 0.5278639, "m.mix": 0.7647058823, "m.dim": 0})
    faderd = native.Daemon(config(desk, "ui", UI)).start()
    shown(faderd, vox="0.0 dB", vox__mute="muted", vox__pan="C", vox__mon="-10.1 dB", vox__name="LEAD VOX", main="0.0 dB", drum="−∞ dB", band="−∞ dB", dim="off")
    wait_until(lambda: faderd.parameter("vox")["label"] == "LEAD VOX", lambda: f"{faderd.parameter('vox')}")
    equal(desk.sets(), [], "what was written at the start")
    for path, value in {"i.0.mix": 1.0, "i.0.mute": 0, "i.0.pan": 0.0, "i.0.aux.2.value": 0.7647058823, "m.mix": 0.0, "v.0.mix": 1.0, "i.0.name": "ANNA", "m.dim": 1}.items():
        desk.tablet(path, value)
    shown(faderd, vox="10.0 dB", vox__mute="open", vox__pan="L100", vox__mon="0.0 dB", main="−∞ dB", band="10.0 dB", vox__name="ANNA", dim="on")
    equal(desk.sets(), [], "what was written because the console changed")
    for name, text in {"vox": "0 dB", "vox.mute": "muted", "vox.mon": "-inf", "vox.pan": "R50", "main": "10", "hall": "0", "vox.name": "BERT", "dim": "off"}.items():
        faderd.set(name, text)
    has(desk, "i.0.mix", 0.7647058823)
    has(desk, "i.0.mute", 1)
    has(desk, "i.0.aux.2.value", 0.0)
    has(desk, "i.0.pan", 0.75)
    has(desk, "m.mix", 1.0)
    has(desk, "i.1.fx.3.value", 0.7647058823)
    has(desk, "i.0.name", "BERT")
    has(desk, "m.dim", 0)
    time.sleep(0.8)
    equal(len(desk.sets("i.0.mix")), 1, "how often the fader was written")
    equal(faderd.text("vox"), "0.0 dB")


@test("the mute groups of a Ui are one number there: each goes both ways, and none touches the others, nor what else is in the number")
def ui_mute_groups():
    desk = ui_desk.Desk({"mgmask": 1 << 23 | 0b000101})
    faderd = native.Daemon(config(desk, "ui", UI)).start()
    shown(faderd, drums="muted", horns="open")
    desk.tablet("mgmask", 1 << 23 | 0b100000)
    shown(faderd, drums="open", horns="muted")
    equal(desk.sets("mgmask"), [], "what was written because the console changed")
    faderd.set("drums", "muted")
    has(desk, "mgmask", 1 << 23 | 0b100001)
    equal(faderd.request("PATCH", "/v1/parameters", {"drums": {"value": False}, "horns": {"value": False}}).status, 200, "both at once")
    has(desk, "mgmask", 1 << 23)
    equal(faderd.ctl("undo").exit, 0)
    has(desk, "mgmask", 1 << 23 | 0b100001)


@test("a TF, also one that sends byte by byte: faders, mutes, pans, sends, names, colors and mute groups go both ways, and nothing is written at the start")
def tf_both():
    desk = yamaha_desk.Desk({f"{LEVEL} 0 0": 0, f"{ON} 0 0": 0, f"{NAME} 0 0": "Lead Vox", MON: -1000, MAIN: -3000, "MIXER:Current/InCh/HPF/On 0 0": 0,
                             f"{COLOR} 0 0": "Red"}, pieces=1)
    faderd = native.Daemon(config(desk, "tf", TF)).start()
    shown(faderd, vox="0.0 dB", vox__mute="muted", vox__pan="C", vox__mon="-10.0 dB", vox__name="Lead Vox", vox__color="red", main="-30.0 dB", drum="−∞ dB",
          band="−∞ dB", group="open", hpf="off")
    wait_until(lambda: (faderd.parameter("vox")["label"], faderd.parameter("vox").get("color")) == ("Lead Vox", "#ff0000"), lambda: f"{faderd.parameter('vox')}")
    equal(desk.sets(), [], "what was written at the start")
    for address, value in {f"{LEVEL} 0 0": -1000, f"{ON} 0 0": 1, "MIXER:Current/InCh/ToSt/Pan 0 0": -63, MON: -32768, MAIN: 1000, DCA: -500, f"{NAME} 0 0": "An \"na\"",
                           f"{COLOR} 0 0": "Yellow", "MIXER:Current/MuteMaster/On 5 0": 1, "MIXER:Current/InCh/HPF/On 0 0": 1}.items():
        desk.tablet(address, value)
    shown(faderd, vox="-10.0 dB", vox__mute="open", vox__pan="L63", vox__mon="−∞ dB", main="10.0 dB", band="-5.0 dB", vox__name="An \"na\"", vox__color="yellow",
          group="muted", hpf="on")
    equal(desk.sets(), [], "what was written because the console changed")
    for name, text in {"vox": "-5.5 dB", "vox.mute": "muted", "vox.mon": "-10", "vox.pan": "R63", "main": "-inf", "band": "0", "vox.name": "Be\"rt", "vox.color": "sky-blue",
                       "group": "open", "hpf": "off"}.items():
        faderd.set(name, text)
    has(desk, f"{LEVEL} 0 0", -550)
    has(desk, f"{ON} 0 0", 0)
    has(desk, MON, -1000)
    has(desk, "MIXER:Current/InCh/ToSt/Pan 0 0", 63)
    has(desk, MAIN, -32768)
    has(desk, DCA, 0)
    has(desk, f"{NAME} 0 0", "Be\"rt")
    has(desk, f"{COLOR} 0 0", "SkyBlue")
    has(desk, "MIXER:Current/MuteMaster/On 5 0", 0)
    has(desk, "MIXER:Current/InCh/HPF/On 0 0", 0)
    time.sleep(0.8)
    equal(len(desk.sets(f"{LEVEL} 0 0")), 1, "how often the fader was written")
    equal(faderd.text("vox"), "-5.5 dB")
    # A scene does not say what is different with it.
    desk.scenes = {7: {f"{LEVEL} 0 0": -2000}}
    equal(faderd.ctl("press", "load").exit, 0)
    shown(faderd, vox="-20.0 dB")


@test("a DM3 and a QL have their own strips; what a model lacks is said of the parameter")
def models():
    desk = yamaha_desk.Desk({"MIXER:Current/Cue/InCh/On 0 0": 1, "MIXER:Current/MuteGrpCtrl/On 0 0": 1, f"{LEVEL} 15 0": 0, f"{COLOR} 0 0": "Magenta"})
    faderd = native.Daemon(f"""version: 1
targets: {{a: {{dm3: "127.0.0.1:{desk.port}"}}, b: {{ql: "127.0.0.1:{desk.port}"}}}}
parameters:
  solo: {{target: {{dm3: a, ch: 1, property: solo}}}}
  group: {{target: {{dm3: a, mute-group: 1}}}}
  last: {{target: {{dm3: a, ch: 16}}}}
  color: {{target: {{dm3: a, ch: 1, property: color}}}}
  many: {{target: {{ql: b, ch: 72, matrix: 8}}}}
  ql: {{target: {{ql: b, ch: 1}}}}
  load: {{kind: trigger, target: {{ql: b, load: 300}}}}
""").start()
    shown(faderd, solo="on", group="muted", last="0.0 dB", ql="−∞ dB", color="magenta")
    desk.scenes = {300: {f"{LEVEL} 0 0": -2000}}
    equal(faderd.ctl("press", "load").exit, 0)
    shown(faderd, ql="-20.0 dB")
    check("ssrecall_ex MIXER:Lib/Scene 300" in [line for _, line in desk.heard], "the scene of a QL")
    wait_until(lambda: "it does not answer at MIXER:Current/InCh/ToMtrx/Level 71 7" in (state(faderd, "many").get("note") or ""), lambda: f"{state(faderd, 'many')}")


@test("a connection that ends is opened again; what was moved meanwhile is written, and the rest is taken from the console", limit=60)
def cut():
    for make, family, more, vox, drum, zero, ten in (
            (ui_desk.Desk, "ui", UI, "i.0.mix", "i.1.mix", 0.7647058823, 1.0), (yamaha_desk.Desk, "tf", TF, f"{LEVEL} 0 0", f"{LEVEL} 1 0", 0, 1000)):
        desk = make({vox: zero, drum: zero})
        faderd = native.Daemon(config(desk, family, more)).start()
        shown(faderd, vox="0.0 dB", drum="0.0 dB")
        port = desk.port
        desk.close()
        wait_until(lambda: state(faderd, "vox")["state"] == "absent", "the end of the console", 15)
        faderd.set("vox", "10")
        desk = make({vox: zero, drum: ten}, port=port)
        has(desk, vox, ten)
        shown(faderd, drum="10.0 dB")
        lines = [line for line in faderd.log().splitlines() if f"{family} 127.0.0.1:{port} is" in line]
        check(len(lines) == 2 and "is not there: " in lines[0] and "is there again" in lines[1], lambda: f"{lines}")
        faderd.stop()


@test("both are told that faderd is there, and a silent Yamaha is not there within seconds", limit=60)
def alive():
    ui, tf = ui_desk.Desk(), yamaha_desk.Desk()
    daemons = [native.Daemon(config(ui, "ui", UI)).start(), native.Daemon(config(tf, "tf", TF)).start()]
    for faderd in daemons:
        known(faderd, "vox")
    time.sleep(ui_desk.PATIENCE + 8)
    for faderd in daemons:
        equal(faderd.log().count("is not there"), 0, "ends")
    check(all(line in ("ALIVE",) for _, line in ui.heard), lambda: f"what a Ui was sent at rest: {ui.heard}")
    tf.silent = True
    wait_until(lambda: "it has not answered for" in (state(daemons[1], "vox").get("note") or ""), lambda: f"{state(daemons[1], 'vox')}", 15)
    tf.silent = False
    wait_until(lambda: state(daemons[1], "vox")["state"] == "bound", lambda: f"{state(daemons[1], 'vox')}", 20)


@test("nonsense from a console changes nothing: no values, wrong numbers, texts for numbers, 10,000 changes at once; another program at its port is said to be one")
def nonsense():
    ui, tf = ui_desk.Desk({"i.0.mix": 1.0}), yamaha_desk.Desk({f"{LEVEL} 0 0": 1000})
    for desk, family, more, address, junk, change in (
            (ui, "ui", UI, "i.0.mix", ["", "3:::", "3:::SETD^i.0.mix^nan", "3:::SETD^i.0.mix^", "3:::SETS^i.0.mix^loud", "SETD^i.0.mute^yes", "\x00\x01", "x" * 70_000, "3:::SETD^" * 500],
             lambda n: ui.raw("3:::" + "\n".join(["SETD^i.0.mix^0.1", "SETD^i.1.mix^0.2"] * 500))),
            (tf, "tf", TF, f"{LEVEL} 0 0", [f"NOTIFY set {LEVEL} 0 0 nan\n", f"NOTIFY set {LEVEL} 0 0\n", "NOTIFY\n", "\n\n", f"NOTIFY set {LEVEL} 0 0 \"loud\" \"x\"\n", f"OK get {LEVEL} 0 0 1e5\n",
                                            f"NOTIFY set {ON} 0 0 99999999999 \"x\"\n", "\x00\x01\n", "x" * 3000 + "\n"],
             lambda n: tf.raw(f"NOTIFY set {LEVEL} 0 0 -5000 \"x\"\nNOTIFY set {LEVEL} 1 0 {n} \"x\"\n" * 500))):
        faderd = native.Daemon(config(desk, family, more)).start()
        shown(faderd, vox="10.0 dB", vox__mute="open")
        for text in junk:
            desk.raw(text)
        time.sleep(0.4)
        shown(faderd, vox="10.0 dB", vox__mute="open")
        for turn in range(10):
            change(turn)
        desk.tablet(address, 0.7647058823 if family == "ui" else 0)
        shown(faderd, vox="0.0 dB")
        equal((desk.sets(), faderd.log().count("is not there")), ([], 0), "what was written, and ends")
        faderd.stop()
    # A Yamaha at the address of a Ui, and the other way round.
    faderd = native.Daemon(f'version: 1\ntargets: {{a: {{ui: "127.0.0.1:{tf.port}"}}, b: {{tf: "127.0.0.1:{ui.port}"}}}}\nparameters:\n'
                           '  x: {target: {ui: a, ch: 1}}\n  y: {target: {tf: b, ch: 1}}\n').start()
    for name in "xy":
        wait_until(lambda: state(faderd, name)["state"] == "absent" and state(faderd, name).get("note"), lambda: f"{state(faderd, name)}", 20)


@test("a read-only console is only asked")
def rehearsal():
    for desk, family, more in ((ui_desk.Desk(), "ui", UI), (yamaha_desk.Desk(), "tf", TF)):
        faderd = native.Daemon(config(desk, family, more, more=", read-only: true")).start()
        known(faderd, "vox")
        equal(faderd.put("vox", text="0 dB").status, 422)
        time.sleep(0.5)
        equal(desk.sets(), [], "what was written")
        faderd.stop()


@test("faderctl consoles add ui:ADDRESS and tf:ADDRESS write what the console has, with its names; a second run changes nothing, and it can be taken out", limit=60)
def added():
    native.need_faderctl()
    profile = native.read(PROFILE).decode()
    for desk, family in ((ui_desk.Desk({"i.0.name": "KICK", "i.1.name": "LEAD VOX", "a.0.name": "ANNA"}), "ui"),
                         (yamaha_desk.Desk({f"{NAME} 0 0": "Kick", f"{NAME} 1 0": "Lead Vox", "MIXER:Current/Mix/Label/Name 0 0": "Anna"}), "tf")):
        faderd = native.Daemon("version: 1\n", virtual=False, profiles={"x-touch.yaml": profile}, arguments=["--virtual=x-touch"]).start()
        equal(faderd.ctl("surfaces", "add", "x-touch").exit, 0)
        place = f"{family}:127.0.0.1:{desk.port}"
        found = json.loads(faderd.ctl("consoles", "--json", place).out)[0]
        equal((found["family"], found["mutesMain"]), (family, family == "tf"))
        done = faderd.ctl("consoles", "add", place)
        equal(done.exit, 0, done.err)
        text = native.read(f"{faderd.directory}/faderd.yaml").decode()
        for line in ("ch: [kick, lead-vox]", "bus: [anna]", f'{family}: "127.0.0.1:{desk.port}"'):
            check(line in text, f"{line} in {text}")
        equal("main.mute" in text, family == "tf", "a mute of the main fader")
        known(faderd, "main.fader", "kick.fader")
        again = faderd.ctl("consoles", "add", place)
        check("has all of it already" in again.out, again.out + again.err)
        equal(faderd.ctl("consoles", "remove", "foh").exit, 0)
        check(family + ":" not in native.read(f"{faderd.directory}/faderd.yaml").decode(), "nothing is left")
        faderd.stop()
