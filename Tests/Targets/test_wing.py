"""Behringer Wing, with a stand-in for the console: what a desk and a console do to each other, who steals the subscription, losses and nonsense."""

import json
import os
import time

import desks
import native
from desks import encode, shown, state
from testing import check, equal, test, wait_until
from wing_desk import SILENCE, Desk, grid

PROFILE = f"{os.path.dirname(os.path.abspath(__file__))}/../../config/profiles/x-touch.yaml"
CHANNELS = """\
  vox: {target: {wing: foh, ch: 1}}
  drum: {target: {wing: foh, ch: 40}}
  vox.mute: {target: {wing: foh, ch: 1, property: mute}}
  vox.pan: {target: {wing: foh, ch: 1, property: pan}}
  vox.solo: {target: {wing: foh, ch: 1, property: solo}}
  vox.cut: {target: {wing: foh, ch: 1, property: low-cut}}
  vox.mon: {target: {wing: foh, ch: 1, bus: 3}}
  vox.rec: {target: {wing: foh, ch: 1, matrix: 8}}
  vox.name: {target: {wing: foh, ch: 1, property: name}}
  vox.color: {target: {wing: foh, ch: 1, property: color}}
  main: {target: {wing: foh, main: 1}}
  band: {target: {wing: foh, dca: 16}}
  group: {target: {wing: foh, mute-group: 8}}
  trim: {min: -18, max: 18, unit: dB, target: {wing: foh, address: /ch/1/in/set/trim, range: [-18, 18]}}
"""


def config(desk, parameters=CHANNELS, more="", faders={1: "vox", 2: "drum"}):  # noqa: B006 (is not changed)
    return f"version: 1\ntargets:\n  foh: {{wing: \"127.0.0.1:{desk.port}\"{more}}}\nparameters:\n{parameters}" + (native.desk(faders) if faders else "")


def has(desk, address, value):
    desks.has(desk, address, value, 1e-4 if isinstance(value, float) else 0)


@test("faders, mutes, pans, sends, names and colors of a Wing go both ways, and nothing is written at the start")
def both():
    desk = Desk(values={"/ch/1/fdr": grid(0), "/ch/1/mute": 1, "/ch/1/name": "Lead Vox", "/ch/1/col": 9, "/main/1/fdr": grid(-10),
                        "/ch/1/send/3/lvl": grid(-30), "/ch/1/send/MX8/lvl": grid(-20), "/ch/1/in/set/trim": 6.0})
    faderd = native.Daemon(config(desk)).start()
    shown(faderd, vox="0.0 dB", vox__mute="muted", vox__pan="C", vox__mon="-30.0 dB", vox__rec="-20.0 dB", vox__name="Lead Vox", vox__color="red",
          vox__solo="off", vox__cut="off", main="-10.0 dB", band="−∞ dB", drum="−∞ dB", group="open", trim="6.00 dB")
    wait_until(lambda: abs(faderd.motor(1) - 0.75) < 0.001, lambda: f"the motor: {faderd.motor(1)}")
    wait_until(lambda: (faderd.parameter("vox")["label"], faderd.parameter("vox").get("color")) == ("Lead Vox", "#ff0000"), lambda: f"{faderd.parameter('vox')}")
    equal(desk.sets(), [], "what was written at the start")
    for address, value in {"/ch/1/fdr": -10, "/ch/1/mute": 0, "/ch/1/pan": -100, "/ch/1/send/3/lvl": 0, "/ch/1/name": "Anna", "/ch/1/col": 7,
                           "/main/1/fdr": 10, "/dca/16/fdr": -10, "/mgrp/8/mute": 1, "/ch/1/$solo": 1, "/ch/1/flt/lc": 1}.items():
        desk.tablet(address, value)
    shown(faderd, vox="-10.0 dB", vox__mute="open", vox__pan="L100", vox__mon="0.0 dB", vox__name="Anna", vox__color="yellow",
          main="10.0 dB", band="-10.0 dB", group="muted", vox__solo="on", vox__cut="on")
    wait_until(lambda: faderd.parameter("vox").get("color") == "#ffff00", lambda: f"{faderd.parameter('vox')}")
    equal(desk.sets(), [], "what was written because the console changed")
    for name, text in {"vox": "0 dB", "vox.mute": "muted", "vox.pan": "R50", "vox.mon": "-10", "vox.name": "Bert", "vox.color": "teal",
                       "main": "-inf", "band": "-30", "group": "open", "vox.rec": "5"}.items():
        faderd.set(name, text)
    has(desk, "/ch/1/fdr", grid(0))
    has(desk, "/ch/1/mute", 1)
    has(desk, "/ch/1/pan", 50.0)
    has(desk, "/ch/1/send/3/lvl", grid(-10))
    has(desk, "/ch/1/send/MX8/lvl", grid(5))
    has(desk, "/ch/1/name", "Bert")
    has(desk, "/ch/1/col", 16)
    has(desk, "/main/1/fdr", SILENCE)
    has(desk, "/dca/16/fdr", grid(-30))
    has(desk, "/mgrp/8/mute", 0)
    time.sleep(0.8)
    equal(len(desk.sets("/ch/1/fdr")), 1, "how often the fader was written")
    equal(faderd.text("vox"), "0.0 dB", "the value stays as it was typed")


@test("a hand wins over a tablet while it is there; later the later change counts")
def hand():
    desk = Desk()
    faderd = native.Daemon(config(desk)).start()
    wait_until(lambda: faderd.parameter("vox").get("known", True), "the console's value")
    faderd.touch(1, True)
    for step in range(40):
        faderd.move(1, 0.3 + step / 100)
        if step == 20:
            desk.tablet("/ch/1/fdr", 10)
    faderd.move(1, 0.75)
    has(desk, "/ch/1/fdr", grid(0))
    faderd.touch(1, False)
    desk.tablet("/ch/1/fdr", grid(-30))
    wait_until(lambda: abs(faderd.motor(1) - 0.25) < 0.002, lambda: f"the motor: {faderd.motor(1)}")


@test("another program takes the subscription of a Wing; faderd takes it back within seconds", limit=60)
def stolen():
    desk = Desk(values={"/ch/1/fdr": grid(0)})
    faderd = native.Daemon(config(desk)).start()
    shown(faderd, vox="0.0 dB")
    desk.steal()
    desk.tablet("/ch/1/fdr", grid(-10))
    wait_until(lambda: desk.subscriber, "the subscription", 10)
    desk.tablet("/ch/1/fdr", grid(-30))
    shown(faderd, vox="-30.0 dB")


@test("half of what a Wing sends is lost; a silent one is not there, and has what was moved meanwhile when it is back", limit=90)
def silence():
    desk = Desk(lose=2, values={"/ch/1/fdr": grid(-10), "/ch/40/fdr": grid(-10)})
    faderd = native.Daemon(config(desk)).start()
    shown(faderd, vox="-10.0 dB", drum="-10.0 dB", vox__mute="open", main="−∞ dB")
    desk.lose = 0
    desk.silent = True
    wait_until(lambda: state(faderd, "vox")["state"] == "absent", "the console to be missed", 20)
    faderd.set("vox", "0 dB")
    desk.values["/ch/40/fdr"] = grid(-30)
    desk.silent = False
    has(desk, "/ch/1/fdr", grid(0))
    shown(faderd, drum="-30.0 dB")


@test("a read-only Wing is only asked")
def rehearsal():
    desk = Desk(values={"/ch/1/fdr": grid(-10)})
    faderd = native.Daemon(config(desk, more=", read-only: true")).start()
    shown(faderd, vox="-10.0 dB")
    equal(faderd.put("vox", text="0 dB").status, 422)
    desk.tablet("/ch/1/fdr", 0)
    shown(faderd, vox="0.0 dB")
    equal(desk.sets(), [], "what was written")


@test("nonsense from a Wing changes nothing, and is not asked about for ever: NaN, types that change, colors that do not exist, half messages")
def nonsense():
    desk = Desk(values={"/ch/1/fdr": grid(-10), "/ch/1/name": "Anna", "/ch/1/col": 9})
    faderd = native.Daemon(config(desk)).start()
    shown(faderd, vox="-10.0 dB", vox__name="Anna", vox__color="red", vox__mute="open")
    for packet in (
            encode("/ch/1/fdr", float("nan")), encode("/ch/1/fdr", "loud"), encode("/ch/1/fdr", "0", 0.75, float("inf")), encode("/ch/1/fdr", b"\x01"),
            encode("/ch/1/fdr"), encode("/ch/1/col", "99", 1.0, 98), encode("/ch/1/col", "red"), encode("/ch/1/mute", "OFF"), encode("/ch/1/name", "x" * 200),
            b"/ch/1/fdr", b"/ch/1/fdr\0\0\0,f\0\0", b"\xff" * 2000, encode("/?", "WING"), encode("/*", "NODE NOT FOUND"), encode("/ch/1/name", 7)):
        desk.raw(packet)
    time.sleep(0.5)
    shown(faderd, vox="-10.0 dB", vox__name="Anna", vox__color="red", vox__mute="open")
    # One that answers with the number alone is not asked without end.
    desk.answer = lambda address: (8,) if address.endswith("/col") else Desk.answer(desk, address)
    since = time.monotonic()
    for _ in range(50):
        desk.raw(encode("/ch/1/col", 8))
    time.sleep(0.5)
    check(desk.asked("/ch/1/col", since) <= 60, lambda: f"{desk.asked('/ch/1/col', since)} questions")
    equal(desk.sets(), [], "what was written")


@test("faderctl consoles finds a Wing and adds it, with its names; a second run changes nothing, and it can be taken out")
def added():
    native.need_faderctl()
    desk = Desk(values={"/ch/1/name": "Kick", "/ch/2/name": "Lead Vox", "/bus/1/name": "Anna", "/bus/2/name": "Ben", "/dca/1/name": "Drums", "/main/1/fdr": grid(-10)})
    profile = native.read(PROFILE).decode()
    faderd = native.Daemon("version: 1\n", virtual=False, profiles={"x-touch.yaml": profile}, arguments=["--virtual=x-touch"]).start()
    equal(faderd.ctl("surfaces", "add", "x-touch").exit, 0)
    found = json.loads(faderd.ctl("consoles", "--json", f"127.0.0.1:{desk.port}").out)[0]
    equal({key: found[key] for key in ("family", "name", "model", "firmware", "main", "selects")},
          {"family": "wing", "name": "Stand-in", "model": "wing-compact", "firmware": "3.1.0", "main": "1", "selects": False})
    check("SERIAL" not in json.dumps(found), "the serial number")
    done = faderd.ctl("consoles", "add", f"127.0.0.1:{desk.port}", "--sends", "mon=1-2")
    equal(done.exit, 0, done.err)
    text = native.read(f"{faderd.directory}/faderd.yaml").decode()
    for line in ("ch: [kick, lead-vox]", "bus: [anna, ben]", "dca: [drums]", 'wing: "127.0.0.1:', "main: 1"):
        check(line in text, f"{line} in {text}")
    shown(faderd, main__fader="-10.0 dB", kick__fader="−∞ dB")
    wait_until(lambda: faderd.parameter("kick.fader")["label"] == "Kick", lambda: f"{faderd.parameter('kick.fader')}")
    again = faderd.ctl("consoles", "add", f"127.0.0.1:{desk.port}")
    check("has all of it already" in again.out, again.out + again.err)
    done = faderd.ctl("consoles", "remove", "foh")
    equal((done.exit, done.err), (0, ""))
    check("wing" not in native.read(f"{faderd.directory}/faderd.yaml").decode(), "nothing is left")
