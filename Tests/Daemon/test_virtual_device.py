"""The virtual surface as a device of any profile, and what a person sends in its place."""

import json
import os

import native
from testing import check, equal, test, wait_until


def desk(name, parameters, mapped):
    return f"version: 1\nparameters: {{{parameters}}}\nsurfaces:\n  desk:\n    profile: {name}\n    map: {{{mapped}}}\n"


def started(name, parameters="level: {min: 0, max: 100, decimals: 0}, on: {kind: toggle}", mapped="", **more):
    config = desk(name, parameters, mapped)
    if name in ("hui", "mackie-xt", "generic-cc14", "faderport-8"):
        config = config.replace("    profile:", "    match: Elsewhere\n    profile:")
    return native.Daemon(config, virtual=False, profiles=native.shipped(name), arguments=[f"--virtual={name}"], **more).start()


def control(faderd, name):
    return next(one for one in faderd.get("/v1/virtual-surface")["controls"] if one["control"] == name)


@test("a nanoKONTROL2: its faders pick up by a sweep, its buttons press and light; the page's hands do the same")
def plain():
    faderd = started("nanokontrol2", mapped="fader.1: level, solo.1: on")
    equal(faderd.get("/v1/virtual-surface")["surface"], "desk", "the surface")
    check("surface desk connected: its lamps are sent what they show" in faderd.log(), lambda: f"it has no motors: {faderd.log()}")
    faderd.set("level", "50")
    equal(faderd.ctl("virtual", "move", "fader.1", "1").out, "fader.1 100 % level\n", "move")
    wait_until(lambda: faderd.text("level") == "100", "the fader, which went through the value and so took hold")
    equal(faderd.ctl("virtual", "press", "solo.1").out, "solo.1 on\n", "press")
    wait_until(lambda: faderd.text("on") == "on" and control(faderd, "solo.1")["lamp"] == "on", "the button and its lamp")
    faderd.fails(65, "solo.1 is a button and cannot be moved; press it", "virtual", "move", "solo.1", "1")
    faderd.fails(65, "fader.1", "virtual", "move", "fader.11", "1")
    check("fader.1" in faderd.ctl("virtual", "show").out, "the drawing")
    equal(faderd.request("PUT", "/v1/virtual/fader.1", {"touched": True}).status, 200, "a finger on a fader that does not feel it")
    equal(faderd.request("PUT", "/v1/virtual/fader.1", {"position": 0.5}).status, 200, "a drag")
    wait_until(lambda: faderd.text("level") == "50", lambda: faderd.text("level"))


@test("a HUI answers its pings, sends its switches as zones, and shows its lamps; an extender answers its greeting and has a display")
def protocols():
    faderd = started("hui", mapped="fader.1: level, mute.2: on")
    wait_until(lambda: faderd.get("/v1/surfaces")[0]["state"] == "connected", lambda: faderd.get("/v1/surfaces"))
    faderd.ctl("virtual", "press", "mute.2")
    wait_until(lambda: faderd.text("on") == "on", "the mute")
    wait_until(lambda: control(faderd, "mute.2")["lamp"] == "on", "its lamp")
    faderd.set("level", "100")
    wait_until(lambda: control(faderd, "fader.1")["position"] > 0.99, "the motor")
    faderd.ctl("virtual", "move", "fader.1", "0")
    wait_until(lambda: faderd.text("level") == "0", "the fader")
    extender = started("mackie-xt", mapped="fader.2: level, mute.2: on")
    wait_until(lambda: extender.get("/v1/surfaces")[0]["state"] == "connected", lambda: extender.get("/v1/surfaces"))
    extender.set("level", "100")
    wait_until(lambda: control(extender, "fader.2")["position"] > 0.99, "the motor")
    extender.ctl("virtual", "press", "mute.2")
    wait_until(lambda: extender.text("on") == "on", "the mute")
    wait_until(lambda: "level" in extender.get("/v1/virtual-surface")["display"][0], lambda: extender.get("/v1/virtual-surface"))
    equal(control(extender, "encoder.2")["ring"], [False] * 11, "a ring that shows nothing")


@test("without a config every control of the profile drives a parameter; an unknown profile, or none with it in the config, is said")
def without():
    faderd = native.Daemon(virtual=False, profiles=native.shipped("nanokontrol2"))
    os.remove(faderd.config_file)
    place = faderd.arguments.index("--config")
    del faderd.arguments[place:place + 2]
    faderd.environment["XDG_CONFIG_HOME"] = faderd.directory
    os.makedirs(f"{faderd.directory}/faderd")
    os.rename(f"{faderd.directory}/profiles", f"{faderd.directory}/faderd/profiles")
    faderd.arguments.append("--virtual=nanokontrol2")
    faderd.start()
    faderd.ctl("virtual", "move", "fader.8", "1")
    faderd.ctl("virtual", "press", "play")
    wait_until(lambda: faderd.parameter("fader.8")["position"] == 1 and faderd.text("play") == "on", "its controls")
    other = native.Daemon(virtual=False, profiles=native.shipped("nanokontrol2"), arguments=["--virtual=nanokontrol2"]).start()
    check("no surface of the config has the profile nanokontrol2" in other.log(), other.log())
    wrong = native.Daemon(virtual=False, arguments=["--virtual=nanokontrol"], profiles=native.shipped("nanokontrol2"))
    wrong.start(ready=False)
    equal(wrong.process.wait(timeout=60), 64, "exit code of an unknown profile")
    check('there is no profile "nanokontrol"' in wrong.log() and 'did you mean "nanokontrol2"' in wrong.log(), wrong.log())


@test("send takes what the device would send, and says what is wrong with anything else")
def send():
    faderd = native.Daemon().start()
    done = faderd.ctl("virtual", "send", "desk", "E0 00 40", "90687F", "F07E0001F7")
    equal(done.out, "pitchbend ch 1 = 8192\nnote 104 ch 1 = 127\nsysex, 5 bytes\n", f"what was sent: {done.err}")
    wait_until(lambda: abs(faderd.parameter("master")["position"] - 0.5) < 0.01, "the fader")
    for words, sentence in (
            (("desk", "B0", "07"), "B0 needs 2 more bytes, found 1"), (("desk", "07"), "07 does not begin a message"),
            (("desk", "nonsense"), '"nonsense" is not a byte'), (("desk", "F8"), "F8 is a message that no control sends"),
            (("dask", "C0", "01"), 'did you mean "desk"')):
        done = faderd.ctl("virtual", "send", *words)
        check(done.exit == 65 and sentence in done.err, f"{words}: {done}")
    answer = faderd.request("POST", "/v1/surfaces/desk/send", {"bytes": ""})
    equal(answer.status, 422, f"status of no bytes: {answer.body}")


@test("the bank that a Twister tells is the page, also when it is told twice; a page chosen elsewhere is the bank of the device")
def banks():
    faderd = native.Daemon(
        "version: 1\nparameters: {level: {}, drum: {}}\nsurfaces:\n  desk:\n    profile: midi-fighter-twister\n"
        "    map: {encoder.1: level, bank.1: {action: page, page: main}, bank.2: {action: page, page: drums}}\n"
        "    pages: {drums: {map: {encoder.17: drum}}}\n",
        virtual=False, profiles=native.shipped("midi-fighter-twister"), arguments=["--virtual=midi-fighter-twister"]).start()

    def page():
        return faderd.get("/v1/surfaces")[0]["page"]

    def told(text):
        faderd.must("virtual", "send", "desk", *text.split())

    equal(page(), "main", "the page at the start")
    # As the firmware sends it: the bank that it leaves, then the one that it is in now.
    for _ in range(2):
        told("B3 00 00 B3 01 7F")
        wait_until(lambda: page() == "drums", page)
    told("B3 01 00 B3 01 7F B3 01 00 B3 01 7F")
    faderd.ctl("virtual", "move", "encoder.17", "1")
    wait_until(lambda: faderd.text("drum") != "0", "what is told after it")
    equal(page(), "drums", "the page after the same bank was told again")
    told("B3 01 00 B3 00 7F")
    wait_until(lambda: page() == "main", page)
    faderd.ctl("page", "desk", "drums")
    wait_until(lambda: control(faderd, "bank.2")["lamp"] == "on" and control(faderd, "bank.1")["lamp"] == "off", "the bank of the device")


@test("lamps with messages of their own light, by system exclusive, on several messages, and with a number for each color")
def lamps():
    for name, button, color in (("akai-fire", "pad.1", "red"), ("faderport-8", "select.1", "red"), ("xone-k2", "push.1", "lime")):
        faderd = started(name, f"on: {{kind: toggle, color: {color}}}", f"{button}: on")
        for state in ("on", "off"):
            equal(faderd.ctl("virtual", "press", button).exit, 0, f"a press on {name}")
            wait_until(lambda: faderd.text("on") == state and control(faderd, button)["lamp"] == state, f"{button} of {name} {state}")


@test("monitor and recordings give a message to the control that is sent it, and to what that drives when it is sent")
def outgoing():
    config = desk("x-touch-mini", "a: {max: 100}, m: {max: 100}, b: {max: 100, default: 50}", "encoder.1: a, fader.1: m, button.1: {action: page, page: fx}")
    config += "    pages: {fx: {map: {encoder.1: b}}}\n"
    faderd = native.Daemon(config, virtual=False, profiles=native.shipped("x-touch-mini"), arguments=["--virtual=x-touch-mini"]).start()
    path = f"{faderd.directory}/r.txt"
    process = faderd.ctl_running("monitor", "--json", "--record", path)
    check("recording into" in process.stderr.readline(), "the recording")
    heard = []

    def until(direction, message, *about):
        """Reads until a message about these control and parameter."""
        while True:
            heard.append(json.loads(process.stdout.readline()))
            if heard[-1]["direction"] == direction and heard[-1]["message"] == message:
                return equal((heard[-1].get("control"), heard[-1].get("parameter")), about, message)
    faderd.set("a", "80")
    until("out", "cc 9 ch 11 = 11", "encoder.1", "a")
    faderd.ctl("virtual", "send", "desk", "BA 09 0B")
    until("in", "cc 9 ch 11 = 11", "fader.1", "m")
    faderd.ctl("virtual", "press", "button.1")
    until("out", "cc 9 ch 11 = 7", "encoder.1", "b")
    faderd.ctl("virtual", "press", "button.1")
    until("out", "cc 9 ch 11 = 11", "encoder.1", "a")
    wait_until(lambda: "out desk BA 09 07  # cc 9 ch 11 = 7 encoder.1" in open(path, encoding="utf-8").read(), "the recording")
