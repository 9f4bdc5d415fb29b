"""Allen & Heath SQ and Qu, with stand-ins for the consoles: both ways, a connection that is cut or belongs to somebody else, floods and nonsense."""

import json
import os
import time

import native
from desks import has, known, shown, state
from midi_desk import HEAD, SQ, Qu
from testing import check, equal, test, wait_until

PROFILE = f"{os.path.dirname(os.path.abspath(__file__))}/../../config/profiles/x-touch.yaml"
CHANNELS = """\
  vox: {target: {FAMILY: foh, ch: 1}}
  drum: {target: {FAMILY: foh, ch: 2}}
  vox.mute: {target: {FAMILY: foh, ch: 1, property: mute}}
  vox.mon: {target: {FAMILY: foh, ch: 1, bus: 3}}
  main: {target: {FAMILY: foh, main: st}}
  band: {target: {FAMILY: foh, dca: 1}}
  group: {target: {FAMILY: foh, mute-group: 1}}
  load: {kind: trigger, target: {FAMILY: foh, load: 7}}
"""
SQ_ONLY = """\
  vox.pan: {target: {sq: foh, ch: 1, property: pan}}
  hall: {target: {sq: foh, ch: 2, fx: 4}}
  raw: {kind: integer, min: 0, max: 16383, target: {sq: foh, address: "60.44"}}
"""
QU_ONLY = """\
  vox.name: {target: {qu: foh, ch: 1, property: name}}
  raw: {kind: toggle, target: {qu: foh, address: 20.51.07}}
"""
# Levels by the consoles' taper.
LEVELS = {"0.0 dB": 12544, "-10.0 dB": 7936, "-30.0 dB": 3968, "10.0 dB": 16320}


def config(desk, family, parameters, more="", faders={1: "vox", 2: "drum"}):  # noqa: B006 (is not changed)
    return (f"version: 1\ntargets:\n  foh: {{{family}: \"127.0.0.1:{desk.port}\"{more}}}\nparameters:\n"
            + CHANNELS.replace("FAMILY", family) + parameters + (native.desk(faders) if faders else ""))


@test("an SQ, also one that sends byte by byte on another channel: faders, mutes, sends, pans and mute groups go both ways, and nothing is written at the start")
def sq_both():
    desk = SQ({0x4000: LEVELS["0.0 dB"], 0x0000: 1, 0x4046: LEVELS["-30.0 dB"], 0x5000: 8191, 0x4F00: LEVELS["-10.0 dB"]}, pieces=1, channel=3)
    faderd = native.Daemon(config(desk, "sq", SQ_ONLY, more=", channel: 3")).start()
    shown(faderd, vox="0.0 dB", vox__mute="muted", vox__pan="C", vox__mon="-30.0 dB", main="-10.0 dB", drum="−∞ dB", band="−∞ dB", group="open", raw="0")
    equal(desk.sets(), [], "what was written at the start")
    for address, value in {0x4000: LEVELS["-10.0 dB"], 0x0000: 0, 0x4046: LEVELS["0.0 dB"], 0x5000: 0, 0x4F00: LEVELS["10.0 dB"], 0x4F20: LEVELS["-10.0 dB"],
                           0x0400: 1, 0x6044: 77}.items():
        desk.panel(address, value)
    shown(faderd, vox="-10.0 dB", vox__mute="open", vox__pan="L100", vox__mon="0.0 dB", main="10.0 dB", band="-10.0 dB", group="muted", raw="77")
    equal(desk.sets(), [], "what was written because the console changed")
    for name, text in {"vox": "0 dB", "vox.mute": "muted", "vox.mon": "-10", "vox.pan": "R100", "main": "-inf", "hall": "-30", "group": "open", "raw": "5"}.items():
        faderd.set(name, text)
    has(desk, 0x4000, LEVELS["0.0 dB"])
    has(desk, 0x0000, 1)
    has(desk, 0x4046, LEVELS["-10.0 dB"])
    has(desk, 0x5000, 16383)
    has(desk, 0x4F00, 0)
    has(desk, 0x4C1B, LEVELS["-30.0 dB"])
    has(desk, 0x0400, 0)
    has(desk, 0x6044, 5)
    time.sleep(0.8)
    equal(len(desk.sets(0x4000)), 1, "how often the fader was written")
    equal(faderd.text("vox"), "0.0 dB")


@test("a Qu, also one that sends byte by byte: faders, mutes, sends and names go both ways, and it is told every second that faderd is there")
def qu_both():
    desk = Qu({"20.17.07": 0x62, "mute.20": 1, "20.20.02": 0x1F, "67.17.07": 0x3E, "name.20": "Kick", "name.21": "Snare"}, pieces=3)
    faderd = native.Daemon(config(desk, "qu", QU_ONLY)).start()
    shown(faderd, vox="0.0 dB", vox__mute="muted", vox__mon="-30.0 dB", main="-10.0 dB", drum="−∞ dB", band="−∞ dB", group="open", vox__name="Kick")
    wait_until(lambda: faderd.parameter("drum")["label"] == "Snare", lambda: f"{faderd.parameter('drum')}")
    equal(desk.sets(), [], "what was written at the start")
    for address, value in {"20.17.07": 0x3E, "mute.20": 0, "20.20.02": 0x62, "67.17.07": 0x7F, "10.17.07": 0x3E, "mute.50": 1, "name.20": "Anna", "20.51.07": 1}.items():
        desk.panel(address, value)
    shown(faderd, vox="-10.0 dB", vox__mute="open", vox__mon="0.0 dB", main="10.0 dB", band="-10.0 dB", group="muted", vox__name="Anna", raw="on")
    equal(desk.sets(), [], "what was written because the console changed")
    for name, text in {"vox": "0 dB", "vox.mute": "muted", "vox.mon": "-10", "main": "-inf", "group": "open", "vox.name": "Bert", "raw": "off"}.items():
        faderd.set(name, text)
    has(desk, "20.17.07", 0x62)
    has(desk, "mute.20", 1)
    has(desk, "20.20.02", 0x3E)
    has(desk, "67.17.07", 0)
    has(desk, "mute.50", 0)
    has(desk, "name.20", "Bert")
    has(desk, "20.51.07", 0)
    time.sleep(1.2)
    equal(len(desk.sets("20.17.07")), 1, "how often the fader was written")
    check(any(what == ("alive",) for _, what in desk.heard), "a sign of life")
    equal(faderd.text("vox"), "0.0 dB")


@test("a hand moves the fader of an SQ at most 50 times a second, and wins over somebody at the console while it is there")
def hand():
    desk = SQ()
    faderd = native.Daemon(config(desk, "sq", SQ_ONLY)).start()
    known(faderd, "vox")
    faderd.touch(1, True)
    begun = time.monotonic()
    for step in range(80):
        faderd.move(1, step / 100)
        if step == 40:
            desk.panel(0x4000, 64)
        time.sleep(0.005)
    spent = time.monotonic() - begun
    faderd.move(1, 1)
    has(desk, 0x4000, LEVELS["10.0 dB"])
    check(len(desk.sets(0x4000)) <= 3 + spent * 55, f"{len(desk.sets(0x4000))} messages in {spent:.2f} s")
    faderd.touch(1, False)
    time.sleep(0.7)
    equal(desk.values[0x4000], LEVELS["10.0 dB"], "the console's fader")
    desk.panel(0x4000, LEVELS["-30.0 dB"])
    wait_until(lambda: abs(faderd.motor(1) - 0.25) < 0.01, lambda: f"the motor: {faderd.motor(1)}")


@test("a scene that is recalled here or at the console is asked for, although the console does not say what is different")
def scenes():
    for make, family, more, address in ((SQ, "sq", SQ_ONLY, 0x4000), (Qu, "qu", QU_ONLY, "20.17.07")):
        level = (lambda sq, qu: sq if make is SQ else qu)
        desk = make({address: level(LEVELS["0.0 dB"], 0x62)})
        desk.scenes = {6: {address: level(LEVELS["-10.0 dB"], 0x3E)}, 8: {address: level(LEVELS["10.0 dB"], 0x7F)}}
        faderd = native.Daemon(config(desk, family, more)).start()
        shown(faderd, vox="0.0 dB")
        equal(faderd.ctl("press", "load").exit, 0)
        shown(faderd, vox="-10.0 dB")
        check(("scene", 6) in [what for _, what in desk.heard], "the scene that was recalled")
        desk.recall(8)
        desk.send(bytes([0xB0, 0, 0, 0xC0, 8, 0xC0, 0]))
        shown(faderd, vox="10.0 dB")
        equal(desk.sets(), [], "what was written")
        wait_until(lambda: "recalled scene 9" in faderd.log(), "the line of the log")
        faderd.stop()


@test("a connection that is cut is opened again; what was moved meanwhile is written, and the rest is taken from the console", limit=60)
def cut():
    for make, family, more, (vox, drum), (none, half) in ((SQ, "sq", SQ_ONLY, (0x4000, 0x4001), (0, 7936)), (Qu, "qu", QU_ONLY, ("20.17.07", "21.17.07"), (0, 0x3E))):
        desk = make({vox: half, drum: half})
        faderd = native.Daemon(config(desk, family, more)).start()
        shown(faderd, vox="-10.0 dB", drum="-10.0 dB")
        port = desk.port
        desk.close()
        wait_until(lambda: state(faderd, "vox")["state"] == "absent", "the end of the console", 15)
        faderd.set("vox", "-inf")
        desk = make({vox: half, drum: none}, port=port)
        has(desk, vox, none)
        shown(faderd, drum="−∞ dB")
        lines = [line for line in faderd.log().splitlines() if f"{family} 127.0.0.1:{port} is" in line]
        check(len(lines) == 2 and "is not there: " in lines[0] and "is there again" in lines[1], lambda: f"{lines}")
        faderd.stop()


@test("a console that serves somebody else, one that says nothing, and one that cuts again and again are tried less and less often, with one line of log", limit=90)
def elsewhere():
    desk = SQ({0x4000: LEVELS["0.0 dB"]})
    import socket
    other = socket.create_connection(("127.0.0.1", desk.port))
    faderd = native.Daemon(config(desk, "sq", SQ_ONLY)).start()
    # Which of the two it is depends on whether the console had read what faderd sent.
    closed = ("the connection was closed", "Connection reset by peer")
    wait_until(lambda: state(faderd, "vox").get("note") in closed, lambda: f"{state(faderd, 'vox')}", 15)
    time.sleep(4)
    check(2 <= desk.refused <= 5, f"{desk.refused} tries")
    other.close()
    faderd.set("vox", "-10 dB")
    has(desk, 0x4000, LEVELS["-10.0 dB"])
    # It is there, and does not answer.
    desk.silent = True
    faderd.set("vox", "0 dB")
    wait_until(lambda: "it has not answered for" in (state(faderd, "vox").get("note") or ""), lambda: f"{state(faderd, 'vox')}", 20)
    desk.silent = False
    wait_until(lambda: state(faderd, "vox")["state"] == "bound", lambda: f"{state(faderd, 'vox')}", 20)
    lines = [line for line in faderd.log().splitlines() if "is not there" in line]
    equal(len(lines), 2, f"lines of log: {lines}")


@test("nothing is sent to an SQ at rest, and each value is asked once")
def rest():
    desk = SQ()
    faderd = native.Daemon(config(desk, "sq", SQ_ONLY)).start()
    known(faderd, "vox", "raw", "hall")
    equal(desk.asked(0x4000), 1, "questions for the fader")
    time.sleep(0.5)
    since = time.monotonic()
    time.sleep(6)
    equal([what for when, what in desk.heard if when > since], [], "what was sent at rest")


@test("a read-only console is only asked, and a read-only Qu gets no scene")
def rehearsal():
    for make, family, more in ((SQ, "sq", SQ_ONLY), (Qu, "qu", QU_ONLY)):
        desk = make()
        faderd = native.Daemon(config(desk, family, more, more=", read-only: true")).start()
        known(faderd, "vox")
        equal(faderd.put("vox", text="0 dB").status, 422)
        faderd.ctl("press", "load")
        time.sleep(0.5)
        equal(desk.sets(), [], "what was written")
        check(not any(what[0] == "scene" for _, what in desk.heard), "a scene was recalled")
        faderd.stop()


@test("nonsense from a console changes nothing and ends nothing: half messages, values of others, endless system exclusive, 20,000 changes at once")
def nonsense():
    for make, family, more, address in ((SQ, "sq", SQ_ONLY, 0x4000), (Qu, "qu", QU_ONLY, "20.17.07")):
        desk = make({address: 7936 if make is SQ else 0x3E})
        faderd = native.Daemon(config(desk, family, more)).start()
        shown(faderd, vox="-10.0 dB", vox__mute="open")
        for data in (b"\xB0", b"\x63\x40", b"\xB1\x63\x40\x62\x00\x06\x7F\x26\x7F", b"\xFF" * 500, b"\xF0" + b"\x01" * 200_000, b"\xF7\xF7", HEAD + b"\x02", b"\xF7",
                     HEAD + b"\x02\x20" + b"x" * 5000 + b"\xF7", b"\x90\x20", b"\xC0", b"\x90\x7F\x7F", b"\x00" * 1000, bytes(range(128)) * 50):
            desk.send(data)
        time.sleep(0.3)
        shown(faderd, vox="-10.0 dB", vox__mute="open")
        for turn in range(20_000):
            desk.values[address] = (turn % 2) * (12544 if make is SQ else 0x62)
            if turn % 500 == 0:
                desk.send(desk.told(address) * 500)
        desk.panel(address, 3968 if make is SQ else 0x1F)
        shown(faderd, vox="-30.0 dB")
        equal(desk.sets(), [], "what was written")
        equal(faderd.log().count("is not there"), 0, "ends")
        faderd.stop()


@test("faderctl consoles add sq:ADDRESS and qu:ADDRESS write what the console has; without the family, it says what to type; a second run changes nothing", limit=90)
def added():
    native.need_faderctl()
    profile = native.read(PROFILE).decode()
    for make, family, values, lists in ((SQ, "sq", {}, ("bus: [bus1, bus2", "ch: [ch1, ch2")), (Qu, "qu", {"name.20": "Kick", "name.21": "Lead Vox", "name.60": "Anna"}, ("ch: [kick, lead-vox]", "bus: [anna]"))):
        desk = make(values)
        faderd = native.Daemon("version: 1\n", virtual=False, profiles={"x-touch.yaml": profile}, arguments=["--virtual=x-touch"]).start()
        equal(faderd.ctl("surfaces", "add", "x-touch").exit, 0)
        place = f"{family}:127.0.0.1:{desk.port}"
        found = json.loads(faderd.ctl("consoles", "--json", place).out)[0]
        equal((found["family"], found["address"], found["main"], found["selects"]), (family, f"127.0.0.1:{desk.port}", "st", False))
        check(place in faderd.ctl("consoles", place).out, "what to type")
        done = faderd.ctl("consoles", "add", place)
        equal(done.exit, 0, done.err)
        text = native.read(f"{faderd.directory}/faderd.yaml").decode()
        for line in (*lists, f'{family}: "127.0.0.1:{desk.port}"'):
            check(line in text, f"{line} in {text}")
        check("property: solo" not in text, "what it does not have")
        known(faderd, "main.fader")
        # It serves one client, which is faderd now, so only one without names can be asked again.
        again = faderd.ctl("consoles", "add", place)
        check("has all of it already" in again.out if make is SQ else "cannot be asked" in again.err, again.out + again.err)
        equal(faderd.ctl("consoles", "remove", "foh").exit, 0)
        check(family + ":" not in native.read(f"{faderd.directory}/faderd.yaml").decode(), "nothing is left")
        failed = faderd.ctl("consoles", "add", "127.0.0.1:1")
        check("sq:" in failed.err, failed.err)
        faderd.stop()
