"""Facts of other programs, such as that OBS records or a player plays: no part of a look, off when the program is not there, and not to be set then."""

import json
import os
import time

import native
from fakeobs import FakeStudio
from mqtt import Broker
from players import Bus, Player
from sound import bound, target
from testing import check, equal, stays, test, wait_until

BUTTONS = """\
surfaces:
  desk:
    match: "faderd virtual"
    profile: mackie-control
    map: {fader.1: level, solo.1: record}
"""


def config(address, more="", targets="", desk=BUTTONS):
    return (f"version: 1\ntargets:\n  studio: {{obs: \"{address}\"}}\n{targets}parameters:\n"
            "  level: {default: 0.5}\n"
            "  record: {kind: toggle, target: {obs: studio, recording: true}}\n"
            "  live: {kind: toggle, target: {obs: studio, streaming: true}}\n" + more + desk)


def daemon(text):
    return native.Daemon(text, profiles=native.shipped("mackie-control"))


def started(studio, more="", **rest):
    faderd = daemon(config(studio.address, more, **rest)).start()
    bound(faderd, "record", "live")
    return faderd


def reconfigure(faderd, text):
    faderd.configure(text)
    reloaded = faderd.ctl("reload")
    equal(reloaded.exit, 0, f"{reloaded}")


def lamp(faderd):
    return next(one.get("lamp") for one in faderd.get("/v1/virtual-surface")["controls"] if one["control"] == "solo.1")


def recording(faderd, studio, is_on):
    wait_until(lambda: studio.outputs["Record"] == is_on and faderd.value("record") == is_on,
               lambda: f"record {is_on}: {studio.outputs} {faderd.parameter('record')} {target(faderd, 'record')}")


def away(faderd):
    wait_until(lambda: target(faderd, "record")["state"] == "absent" and not faderd.value("record"), lambda: f"{target(faderd, 'record')}")


@test("no recall and no undo starts a recording: it is not in snapshots, not in the history, and skipped with a sentence in old ones")
def looks():
    studio = FakeStudio()
    faderd = started(studio)
    faderd.set("record", "on")
    recording(faderd, studio, True)
    equal(faderd.ctl("snapshot", "save", "b").exit, 0)
    equal(sorted(one["id"] for one in faderd.get("/v1/snapshots/b")["entries"]), ["level"])
    faderd.set("level", "0.2")
    faderd.set("record", "off")
    recording(faderd, studio, False)
    recalled = faderd.ctl("snapshot", "recall", "b")
    equal(recalled.exit, 0, f"{recalled}")
    equal(faderd.value("level"), 0.5)
    faderd.set("record", "on")
    recording(faderd, studio, True)
    faderd.set("record", "off")
    recording(faderd, studio, False)
    begun = len(studio.asked("StartRecord"))
    equal([change["id"] for entry in faderd.get("/v1/history") for change in entry["changes"]], ["level", "level"])
    equal(faderd.ctl("undo").exit, 0)
    equal(faderd.value("level"), 0.2, "undo passes over what was done to the recording")
    check("text" in faderd.ctl("explain", "record").out, "explain has it")
    equal(faderd.ctl("redo").exit, 0)
    for words in (("save", "c", "--only", "record"), ("recall", "b", "--only", "record")):
        refused = faderd.ctl("snapshot", *words)
        check(refused.exit == 65, lambda: f"{words}: {refused}")
    check("left out of snapshots" in faderd.ctl("snapshot", "save", "c", "--only", "record").err, "why")
    # What an earlier version has saved.
    faderd.stop()
    with open(faderd.state_file, encoding="utf-8") as file:
        state = json.load(file)
    state["snapshots"]["b"]["parameters"]["record"] = {"value": True}
    state["parameters"]["record"] = {"value": True}
    native.write(faderd.state_file, json.dumps(state))
    faderd.start()
    bound(faderd, "record")
    equal(faderd.value("record"), False, "only OBS knows whether it records")
    faderd.set("level", "0.3")
    recalled = faderd.ctl("snapshot", "recall", "b")
    check(recalled.exit == 0 and "record is left out of snapshots and undo" in recalled.out + recalled.err, lambda: f"{recalled}")
    over = faderd.ctl("snapshot", "recall", "b", "--over", "0.2")
    check("record is left out of snapshots and undo" in over.out + over.err, lambda: f"{over}")
    document = json.dumps({"faderd-export": 1, "parameters": {"record": {"value": True}, "level": {"value": 0.7}}})
    answer = faderd.request("POST", "/v1/import", json.loads(document))
    check(answer.status == 200 and "record is left out of snapshots and undo" in json.dumps(answer.json), lambda: f"{answer.body}")
    equal(faderd.value("level"), 0.7)
    stays(lambda: not studio.outputs["Record"], "nothing records", 0.3)
    equal(len(studio.asked("StartRecord")), begun, "nobody asked for it")


@test("an old history that has a recording in it is undone without it")
def old_history():
    studio = FakeStudio()
    faderd = daemon(config(studio.address).replace(", target: {obs: studio, recording: true}", "")).start()
    faderd.set("level", "0.2")
    faderd.set("record", "on")
    faderd.set("record", "off")
    equal(len(faderd.get("/v1/history")), 3)
    reconfigure(faderd, (config(studio.address)))
    bound(faderd, "record")
    equal(len(faderd.get("/v1/history")), 1, "the entries of the recording are not shown")
    undone = faderd.ctl("undo")
    check(undone.exit == 0 and faderd.value("level") == 0.5, lambda: f"{undone} {faderd.value('level')}")
    check("record is left out of snapshots and undo" in undone.out + undone.err, lambda: f"{undone}")
    equal(studio.asked("StartRecord"), [])


@test("when OBS is gone nothing is on: value, lamp, MQTT, state file, restart; a press is refused, and nothing of it is done later", limit=120)
def gone():
    studio, broker = FakeStudio(), Broker()
    port = studio.port
    house = f"  house: {{mqtt: \"{broker.url()}\", publish: {{topic: f, home-assistant: true}}}}\n"
    faderd = started(studio, "  go: {kind: trigger, target: {set: {record: on}}}\n", targets=house)
    faderd.ctl("virtual", "press", "solo.1")
    recording(faderd, studio, True)
    wait_until(lambda: lamp(faderd) == "on" and broker.kept("f/record/state") == "ON", lambda: f"lit: {lamp(faderd)}")
    studio.close()
    away(faderd)
    wait_until(lambda: lamp(faderd) == "off" and broker.kept("f/record/state") == "OFF", lambda: f"dark: {lamp(faderd)} {broker.kept('f/record/state')}")
    check("off (not there)" in faderd.ctl("list").out, lambda: faderd.ctl("list").out)
    wait_until(lambda: os.path.exists(faderd.state_file) and faderd.file_value("record") is False, "it to be saved")
    revision = faderd.parameter("record")["revision"]
    faderd.fails(65, "OBS is not there", "set", "record", "on")
    for answer in (faderd.put("record", value=True), faderd.put("record", position=1), faderd.request("POST", "/v1/parameters/record/step", {"by": 1}),
                   faderd.request("POST", "/v1/parameters/record/reset"), faderd.request("POST", "/v1/parameters/record/edit"),
                   faderd.request("PATCH", "/v1/parameters", {"record": {"value": True}, "level": {"value": 0.1}})):
        check(answer.status == 422 and "OBS is not there" in answer.body, lambda: f"{answer.status} {answer.body}")
    equal(faderd.value("level"), 0.5, "a PATCH is all or nothing")
    faderd.ctl("press", "go")
    wait_until(lambda: "OBS is not there" in faderd.log(), "the trigger says why")
    broker.publish("f/record/set", "ON")
    faderd.ctl("virtual", "press", "solo.1")
    wait_until(lambda: "its program is not there" in faderd.ctl("explain", "record").out, lambda: faderd.ctl("explain", "record").out)
    stays(lambda: not faderd.value("record") and lamp(faderd) == "off", "it stays dark", 0.3)
    equal(faderd.parameter("record")["revision"], revision, "no press has changed anything, not even for a moment")
    # Whatever the state file has.
    faderd.kill()
    with open(faderd.state_file, encoding="utf-8") as file:
        state = json.load(file)
    state["parameters"]["record"] = {"value": True}
    native.write(faderd.state_file, json.dumps(state))
    faderd.start()
    stays(lambda: not faderd.value("record") and lamp(faderd) == "off", "a restart brings nothing back", 0.5)
    again = FakeStudio(port=port)
    bound(faderd, "record")
    stays(lambda: not again.outputs["Record"] and not again.asked("StartRecord"), "nothing is done later", 0.5)
    faderd.ctl("virtual", "press", "solo.1")
    recording(faderd, again, True)
    # A daemon that comes later finds it recording.
    faderd.restart(kill=True)
    wait_until(lambda: faderd.value("record") and lamp(faderd) == "on", "what OBS says")
    # A reload that keeps the target keeps the value.
    reconfigure(faderd, (config(again.address, targets=house).replace("default: 0.5", "default: 0.4")))
    stays(lambda: faderd.value("record"), "it goes on", 1.5)
    # Bound to an OBS that is not there.
    reconfigure(faderd, (config("127.0.0.1:1", targets=house)))
    wait_until(lambda: not faderd.value("record"), "another OBS does not record")
    refused = faderd.put("record", value=True)
    equal(refused.status, 422)
    equal(again.outputs["Record"], True)


@test("a recording that is not the leading target is no part of a look either, and begins by no press that was forgotten")
def second():
    studio, broker = FakeStudio(), Broker()
    port = studio.port
    house = f"  house: {{mqtt: \"{broker.url()}\"}}\n"
    text = config(studio.address, targets=house).replace(
        "target: {obs: studio, recording: true}", "target: [{mqtt: house, topic: sign, set: sign/set}, {obs: studio, recording: true}]")
    faderd = daemon(text).start()

    def states():
        return [one["state"] for one in faderd.get("/v1/targets")["targets"] if one["parameter"] == "record"]
    wait_until(lambda: states() == ["bound", "bound"], lambda: f"{states()}")
    faderd.set("record", "on")
    wait_until(lambda: studio.outputs["Record"], "the recording")
    faderd.set("record", "off")
    wait_until(lambda: not studio.outputs["Record"], "its end")
    equal(faderd.get("/v1/history"), [])
    studio.close()
    wait_until(lambda: states() == ["bound", "absent"], lambda: f"{states()}")
    faderd.set("record", "on")
    again = FakeStudio(port=port)
    wait_until(lambda: states() == ["bound", "bound"], lambda: f"{states()}")
    stays(lambda: not again.outputs["Record"], "nobody goes on air by a press that was forgotten", 0.5)


@test("a player that has ended does not play, has no position, and is not told to play when it is back")
def players():
    bus = Bus()
    player = Player(bus, "one")
    text = ("version: 1\nparameters:\n  playing: {kind: toggle, target: {mpris: one, property: playing}}\n"
            "  place: {max: 300, unit: s, decimals: 0, target: {mpris: one, property: position}}\n"
            "  volume: {type: percent, target: {mpris: one}}\n")
    faderd = native.Daemon(text, environment={"DBUS_SESSION_BUS_ADDRESS": bus.address}).start()
    bound(faderd, "playing", "volume")
    faderd.set("playing", "on")
    wait_until(lambda: bus.playerctl("status") == "Playing", "it to play")
    equal(faderd.ctl("snapshot", "save", "s").exit, 0)
    equal([one["id"] for one in faderd.get("/v1/snapshots/s")["entries"]], ["volume"])
    player.end()
    wait_until(lambda: not faderd.value("playing") and target(faderd, "playing")["state"] == "absent", lambda: f"{faderd.parameter('playing')}")
    equal(faderd.value("place"), 0)
    faderd.fails(65, "the player one is not there", "set", "playing", "on")
    equal(faderd.put("volume", value=30).status, 200, "a volume is no fact")
    Player(bus, "one")
    bound(faderd, "playing")
    stays(lambda: not faderd.value("playing"), "it does not play", 0.3)


@test("a recall of program and preview ends with both, and so does any act that sets both; a preview that somebody sets later stays", limit=120)
def studio_mode():
    studio = FakeStudio()
    scenes = "[A, B, C, D]"
    faderd = native.Daemon(
        f"version: 1\ntargets: {{studio: {{obs: \"{studio.address}\"}}}}\nparameters:\n"
        f"  program: {{kind: choice, options: {scenes}, target: {{obs: studio, scene: program}}}}\n"
        f"  next: {{kind: choice, options: {scenes}, target: {{obs: studio, scene: preview}}}}\n").start()
    bound(faderd, "program", "next")

    def ends(program, preview, swaps):
        wait_until(lambda: len(studio.swaps) == swaps, lambda: f"{swaps} transitions: {studio.swaps}")

        def is_so():
            return (studio.program, studio.preview, faderd.text("program"), faderd.text("next")) == (program, preview, program, preview)
        wait_until(is_so, lambda: f"{program} and {preview}: {studio.program} {studio.preview} {faderd.text('program')} {faderd.text('next')} {studio.swaps}")
        stays(is_so, "and it stays so", 0.4)
    equal(faderd.ctl("snapshot", "save", "ab").exit, 0)
    faderd.request("PATCH", "/v1/parameters", {"program": {"text": "C"}, "next": {"text": "D"}})
    ends("C", "D", 1)
    for count in range(2, 8, 2):
        faderd.ctl("snapshot", "recall", "ab")
        ends("A", "B", count)
        faderd.request("PATCH", "/v1/parameters", {"next": {"text": "D"}, "program": {"text": "C"}})
        ends("C", "D", count + 1)
    # The preview shows already what it is to show; only the transition takes it out.
    studio.show("B")
    wait_until(lambda: faderd.text("next") == "B", "what OBS shows")
    faderd.ctl("snapshot", "recall", "ab")
    ends("A", "B", 8)
    # Nobody has asked for anything but the program: OBS exchanges them.
    time.sleep(0.3)
    faderd.set("program", "B")
    ends("B", "A", 9)
    faderd.set("next", "D")
    wait_until(lambda: studio.preview == "D", "the preview at once")
    # A program that is on already begins no transition, and the preview does not wait for one for ever.
    faderd.request("PATCH", "/v1/parameters", {"program": {"text": "B"}, "next": {"text": "C"}})
    wait_until(lambda: studio.preview == "C" and faderd.text("next") == "C", lambda: f"C: {studio.preview}")
