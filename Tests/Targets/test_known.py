"""Values that are known: told by a target, or set by somebody. What is not known is never written outside."""

import json
import time

import native
import testing
from fakeobs import FakeOBS
from mqtt import Broker
from osc import Console, Phone
from sound import target
from testing import check, equal, test, wait_until

ROWS = {
    "lamp": "{kind: integer, max: 254, target: {mqtt: house, topic: z/lamp, set: z/lamp/set, path: brightness}}",
    "warmth": "{kind: integer, min: 153, max: 500, target: {mqtt: house, topic: z/lamp, set: z/lamp/set, path: color_temp}}",
    "on": "{kind: toggle, target: {mqtt: house, topic: z/lamp, set: z/lamp/set, path: state}}",
    "plain": "{max: 10, default: 3}",
}


def config(broker, rows=None, more=""):
    lines = "".join(f"  {name}: {what}\n" for name, what in (rows or ROWS).items())
    return (f"version: 1\ntargets: {{house: {{mqtt: \"{broker.url()}\"{more}}}}}\nparameters:\n{lines}"
            + native.desk({1: "lamp", 2: "plain"}))


def started(broker, **more):
    faderd = native.Daemon(config(broker, **more)).start()
    there(faderd)
    return faderd


def there(faderd, name="lamp"):
    wait_until(lambda: target(faderd, name)["state"] == "bound", lambda: f"the target to be there: {target(faderd, name)}")


def known(faderd, name):
    return faderd.parameter(name).get("known", True)


def done(faderd, *words):
    ran = faderd.ctl(*words)
    equal(ran.exit, 0, f"exit of {' '.join(words)}: {ran.err}")
    return ran


@test("what was never heard is shown as –, is in no snapshot, and neither recall nor undo writes it")
def unheard():
    broker = Broker()
    faderd = started(broker)
    written = broker.listen("z/lamp/set")
    equal([known(faderd, name) for name in ROWS], [False, False, False, True], "what is known")
    equal(faderd.parameter("lamp")["value"], 0, "its value in JSON")
    rows = {line.split()[0]: line.split()[1] for line in done(faderd, "list").out.splitlines()}
    equal([rows[name] for name in ROWS], ["–", "–", "–", rows["plain"]], "the list")
    equal(done(faderd, "get", "lamp").out, "–\n", "get")
    check("not heard yet" in done(faderd, "explain", "lamp").out, "explain")
    saved = done(faderd, "snapshot", "save", "s")
    check("3 left out: not heard yet" in saved.err, f"what save says: {saved.err}")
    equal(faderd.get("/v1/snapshots/s")["entries"][0]["id"], "plain", "what is in it")
    refused = faderd.ctl("snapshot", "save", "t", "--only", "lamp")
    check(refused.exit != 0 and "heard" in refused.err, f"a snapshot of nothing: {refused}")
    check("lamp" not in done(faderd, "export").out.split("snapshots")[0], "export")
    for words in (("step", "lamp", "1"), ("set", "lamp", "+=5")):
        refused = faderd.ctl(*words)
        check(refused.exit != 0 and "its value has not been heard yet" in refused.err, f"{words}: {refused}")
    # One that another program wrote into a snapshot.
    old = {"faderd-export": 1, "parameters": {}, "snapshots": {"old": {"saved": "2026-01-02T03:04:05Z", "parameters": {
        "lamp": {"value": 0}, "warmth": {"value": 153}, "plain": {"value": 7}}}}}
    native.write(f"{faderd.directory}/old.json", json.dumps(old))
    done(faderd, "import", f"{faderd.directory}/old.json")
    for over in ((), ("--over", "200ms")):
        recalled = done(faderd, "snapshot", "recall", "old", *over)
        check("lamp stays as it is: not heard yet" in recalled.err and "warmth" in recalled.err, f"a recall says it: {recalled.err}")
    wait_until(lambda: faderd.value("plain") == 7, "the rest of the snapshot")
    check("not heard yet" in faderd.get("/v1/snapshots/old")["entries"][0]["misfit"], "the snapshot beside what is")
    faderd.set("lamp", "90")
    wait_until(lambda: written.of("z/lamp/set") == ['{"brightness":90}'], lambda: f"a set: {written.heard}")
    equal((known(faderd, "lamp"), known(faderd, "warmth")), (True, False), "what is known now")
    undone = faderd.ctl("undo", "lamp")
    check("lamp stays as it is: its earlier value was not heard yet" in undone.err, f"an undo says it: {undone}")
    check("–" in done(faderd, "history").out, "the history shows it")
    equal(faderd.value("lamp"), 90, "the lamp after the undo")
    done(faderd, "snapshot", "recall", "old")
    wait_until(lambda: written.last("z/lamp/set") == '{"brightness":0}', lambda: f"a recall of what is known: {written.heard}")
    done(faderd, "set", "on", "toggle")
    wait_until(lambda: written.last("z/lamp/set") == '{"state":"ON"}', lambda: f"a toggle works from what is shown: {written.heard}")
    check(not any("color_temp" in payload for payload in written.of("z/lamp/set")), f"{written.heard}")


@test("a target that tells the very default makes the value known, also after a restart and a kill, and the streams tell it")
def told():
    broker = Broker()
    faderd = started(broker)
    long, short = faderd.events(), faderd.events("?form=batch")
    broker.publish("z/lamp", '{"brightness": 0}')
    wait_until(lambda: known(faderd, "lamp"), "the lamp to be known")
    equal(next(data for name, data in long if name == "parameter" and data["id"] == "lamp").get("known", True), True, "an event")
    equal(next(row for name, data in short if name == "batch" for row in data if row[0] == "lamp")[3], "0", "a batch")
    equal(faderd.parameter("lamp")["origin"], "target", "who told it")
    check("nothing" in faderd.ctl("undo").err, "there is nothing to undo")
    check("2 left out" in done(faderd, "snapshot", "save", "s").err, "a snapshot has it now")
    wait_until(lambda: faderd.file_value("lamp") == 0, "the state file")
    for end in (faderd.stop, faderd.kill):
        end()
        faderd.start()
        there(faderd)
        equal([known(faderd, name) for name in ROWS], [True, False, False, True], "what is known after a restart")
    faderd.reload(config(broker).replace("max: 254", "max: 200"))
    equal([known(faderd, name) for name in ROWS], [True, False, False, True], "what is known after a reload")
    faderd.reload(config(broker).replace("plain: {", "plain: {target: {mqtt: house, topic: p}, "))
    there(faderd, "plain")
    equal(known(faderd, "plain"), False, "a default that got a target")


@test("a motor is not moved for a value that nobody has told, at the start, after a reload and a replug, until it is told")
def motors():
    broker = Broker()
    faderd = started(broker, rows=ROWS | {"lamp": ROWS["lamp"].replace("max: 254", "max: 254, default: 200"), "plain": "{max: 10, default: 3}"})
    wait_until(lambda: abs(faderd.motor(2) - 0.3) < 0.001, "the motor of what is known")
    equal(faderd.motor(1), 0, "the motor of what is not")
    equal(faderd.ctl("reload").exit, 0, "exit of reload")
    equal(faderd.motor(1), 0, "the motor after a reload")
    faderd.touch(1, True)
    faderd.touch(1, False)
    testing.stays(lambda: faderd.motor(1) == 0, "the motor after a touch", 0.3)
    broker.publish("z/lamp", '{"brightness": 200}')
    wait_until(lambda: abs(faderd.motor(1) - 200 / 254) < 0.001, lambda: f"the motor: {faderd.motor(1)}")


@test("on a device, the lamp and the ring of what was never heard are dark, a fader stays, a display shows -, and an encoder is refused")
def device():
    broker = Broker()
    rows = {
        "lamp": ROWS["lamp"].replace("max: 254", "max: 254, default: 200"), "warmth": ROWS["warmth"].replace("max: 500", "max: 500, default: 300"),
        "on": ROWS["on"].replace("toggle", "toggle, default: true")}
    text = config(broker, rows).split("surfaces:")[0] + (
        "surfaces: {desk: {match: Elsewhere, profile: mackie-control, map: {fader.1: lamp, encoder.1: warmth, mute.1: on, fader.2: warmth}}}\n")
    faderd = native.Daemon(
        text, virtual=False, profiles=native.shipped("mackie-control"), arguments=["--virtual=mackie-control"]).start()
    there(faderd)

    def shown():
        controls = {each["control"]: each for each in faderd.get("/v1/virtual-surface")["controls"]}
        return [controls["fader.1"]["position"] > 0, any(controls["encoder.1"]["ring"]), controls["mute.1"]["lamp"]]

    def display():
        return faderd.get("/v1/virtual-surface")["display"][1].split()

    wait_until(lambda: display() == ["warmth", "-"], lambda: f"the display: {display()}")
    equal(shown(), [False, False, "off"], "the fader, the ring and the lamp")
    done(faderd, "virtual", "send", "desk", "B0 10 01")
    wait_until(lambda: "nothing done: not heard yet" in done(faderd, "explain", "warmth").out.split("encoder.1")[-2], "the encoder to be refused")
    equal(known(faderd, "warmth"), False, "an encoder makes nothing known")
    broker.publish("z/lamp", '{"brightness": 200, "color_temp": 300, "state": "ON"}')
    wait_until(lambda: shown() == [True, True, "on"], lambda: f"once told: {shown()}")
    wait_until(lambda: "300" in display(), lambda: f"the display once told: {display()}")
    done(faderd, "virtual", "send", "desk", "B0 10 01")
    wait_until(lambda: faderd.value("warmth") > 300, "the encoder")


@test("OSC in, an MQTT broker and Home Assistant are told nothing of a value that is not known")
def published():
    broker = Broker()
    rows = ROWS | {"color": "{kind: color, target: {mqtt: house, topic: z/color}}"}
    text = config(broker, rows, ", publish: {topic: f, home-assistant: true}")
    hearing = Phone(1)
    faderd = native.Daemon(text + f"osc: {{listen: {native.free_port()}, allow: [127.0.0.1], send: [{{to: \"127.0.0.1:{hearing.port}\"}}]}}\n").start()
    there(faderd)
    states = broker.listen("f/+/state")
    wait_until(lambda: states.last("f/plain/state") == "3.00", lambda: f"what is known: {states.heard}")
    wait_until(lambda: "/value/plain" in hearing.shows, lambda: f"OSC of what is known: {hearing.shows}")
    check(not any(states.of(f"f/{name}/state") for name in ("lamp", "warmth", "on", "color")), f"states: {states.heard}")
    check(not any(each in address for address in hearing.addresses() for each in ("/lamp", "/color", "/warmth")), f"OSC: {hearing.told}")
    broker.publish("z/lamp", '{"brightness": 0}')
    broker.publish("z/color", "#000000")
    wait_until(lambda: states.last("f/lamp/state") == "0" and states.of("f/color/state"), lambda: f"once told: {states.heard}")
    wait_until(lambda: "/value/lamp" in hearing.shows, "OSC once told")
    check(not states.of("f/warmth/state"), f"states: {states.heard}")


@test("a console that is asked, and OBS, are not written by a recall until they have answered; sends without an answer are always known")
def consoles():
    console, studio = Console(), FakeOBS()
    studio.is_silent = True
    faderd = native.Daemon(f"""\
version: 1
targets:
  asked: {{osc: "127.0.0.1:{console.port}", keepalive: {{send: /xremote, every: 1 s}}, queries: true}}
  studio: {{obs: "{studio.address}"}}
parameters:
  level: {{default: 0.5, target: {{osc: asked, address: /ch/01/mix/fader}}}}
  mic: {{type: decibel, max: 12, target: {{obs: studio, input: Mic}}}}
  blind: {{default: 0.5, target: {{osc: "127.0.0.1:{console.port}", address: /blind}}}}
  light: {{default: 0.5, target: {{exec: ["true", "{{value}}"]}}}}
""" + native.desk({1: "level", 2: "blind"})).start()
    wait_until(lambda: abs(faderd.motor(2) - 0.5) < 0.001, "the motor of what cannot tell")
    equal([known(faderd, name) for name in ("level", "mic", "blind", "light")], [False, False, True, True], "what is known")
    equal(faderd.motor(1), 0, "the motor of the console's fader")
    check("2 left out" in done(faderd, "snapshot", "save", "s").err, "a snapshot")
    console.values["/ch/01/mix/fader"] = 0.0
    studio.is_silent = False
    studio.drop()
    wait_until(lambda: known(faderd, "level") and known(faderd, "mic"), "the answers")
    equal(faderd.value("level"), 0, "what the console shows")
    equal(console.sets("/ch/01/mix/fader"), [], "what was written to the console")
    time.sleep(0.2)
    check(not any(each["requestType"].startswith("Set") for each in studio.requests), f"nothing was written to OBS: {studio.requests}")
