"""Groups: pull one down and push it up, and every member is where it was; whoever moves it, and whatever happens in between."""

import json

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
lists: {drum: {kick: Kick, snare: Snare, hat: Hat}}
parameters:
  "{drum}.level": {type: decibel}
  "{drum}.mute": {kind: toggle, words: [open, muted]}
  vocals: {type: decibel}
groups:
  drums: {of: ["{drum}.level"], label: Drums, color: red, mute: "{drum}.mute"}
  band: {of: [drums, vocals]}
""" + native.desk({1: "drums", 2: "kick.level", 3: "snare.level", 4: "hat.level", 5: "vocals"})
LEVELS = ("kick.level", "snare.level", "hat.level")
MUTES = ("kick.mute", "snare.mute", "hat.mute")


def started(config=CONFIG):
    faderd = native.Daemon(config).start()
    put(faderd, {"kick.level": -6.2, "snare.level": 3, "hat.level": -20.7})
    return faderd


def put(faderd, values):
    answer = faderd.request("PATCH", "/v1/parameters", {name: {"value": value} for name, value in values.items()})
    equal(answer.status, 200, f"PATCH {values}: {answer.body}")


def all_of(faderd, names=LEVELS):
    return [faderd.value(name) for name in names]


def are(faderd, *expected, names=LEVELS):
    wait_until(lambda: all_of(faderd, names) == list(expected), lambda: f"{names} to be {expected}: {all_of(faderd, names)}")


BEGIN = (-6.2, 3, -20.7)


@test("a group pulled down to −∞ by its fader takes its members and their motors along, in one entry, and brings them back; one undo takes that back")
def pulled():
    faderd = started()
    motors = lambda: [round(faderd.motor(fader), 3) for fader in range(1, 6)]
    wait_until(lambda: motors()[0] == 0.75, lambda: f"{motors()}")
    begin, entries = motors(), len(faderd.get("/v1/history"))
    faderd.touch(1, True)
    for step in range(30, -1, -1):
        faderd.move(1, step / 40)
    faderd.touch(1, False)
    are(faderd, "-inf", "-inf", "-inf")
    wait_until(lambda: motors()[:4] == [0, 0, 0, 0] and motors()[4] == begin[4], lambda: f"{motors()}")
    history = faderd.get("/v1/history")
    equal(len(history), entries + 1, "entries of one gesture")
    equal({change["id"] for change in history[-1]["changes"]}, {"drums", *LEVELS}, "what it changed")
    faderd.must("undo")
    are(faderd, *BEGIN)
    wait_until(lambda: motors() == begin, lambda: f"{motors()}, at first {begin}")
    faderd.must("redo")
    are(faderd, "-inf", "-inf", "-inf")
    equal(faderd.set("drums", "0"), "0.0 dB")
    are(faderd, *BEGIN)
    wait_until(lambda: motors() == begin, lambda: f"{motors()}, at first {begin}")
    explained = faderd.must("explain", "kick.level")
    check("moved by the group drums" in explained, explained)
    group, member = faderd.parameter("drums"), faderd.parameter("kick.level")
    equal((group["of"], group["label"], group["unit"], group.get("group"), member["group"]), (list(LEVELS), "Drums", "dB", "band", "drums"))


@test("a restart and kill -9 in between lose nothing: neither what is beyond an end, nor what is at −∞, nor what a hand has done")
def restarted():
    faderd = started()
    faderd.set("drums", "10")
    faderd.set("drums", "-inf")
    faderd.restart()
    faderd.set("drums", "9")
    are(faderd, -6.2 + 9, 10, -20.7 + 9)
    faderd.set("kick.level", "-inf")
    faderd.set("drums", "-3")
    faderd.set("drums", "-inf")
    faderd.set("hat.level", "-12")
    faderd.restart(kill=True)
    # It was raised while the group was at −∞, and relates to where that last was.
    faderd.set("drums", "-3")
    are(faderd, "-inf", 0, -12)
    faderd.restart(kill=True)
    faderd.set("drums", "0")
    are(faderd, "-inf", 3, -9)
    check("groups" in faderd.saved() and faderd.saved()["groups"]["snare.level"]["of"] == "drums", faderd.saved().get("groups"))


@test("a recall, a PATCH, a trigger's set and an import set what they name; if that is the group alone, its members follow")
def named():
    faderd = started(CONFIG.replace("  vocals:", "  all: {kind: trigger, target: {set: {drums: -20 dB, kick.level: -1 dB}}}\n  vocals:"))
    faderd.set("drums", "-10")
    faderd.must("snapshot", "save", "group", "--only", "drums")
    faderd.must("snapshot", "save", "both", "--only", "drums", "--only", "kick.level")
    faderd.must("snapshot", "save", "member", "--only", "kick.level")
    equal(all_of(faderd), [-16.2, -7, -30.7])
    faderd.set("drums", "0")
    faderd.must("snapshot", "recall", "group")
    are(faderd, -16.2, -7, -30.7)
    faderd.must("undo")
    are(faderd, 0, *BEGIN, names=("drums", *LEVELS))
    faderd.must("snapshot", "recall", "both")
    are(faderd, -10, -16.2, 3, -20.7, names=("drums", *LEVELS))
    faderd.must("undo")
    faderd.must("snapshot", "recall", "member")
    are(faderd, 0, -16.2, 3, -20.7, names=("drums", *LEVELS))
    faderd.must("undo")
    put(faderd, {"drums": -5, "snare.level": -2})
    equal(all_of(faderd), [-6.2, -2, -20.7], "after a PATCH of both")
    put(faderd, {"drums": 0})
    are(faderd, -6.2 + 5, 3, -20.7 + 5)
    faderd.must("press", "all")
    are(faderd, -20, -1, 3, -20.7 + 5, names=("drums", *LEVELS))
    file = f"{faderd.directory}/export.json"
    for values, expected in (({"drums": -10, "kick.level": -6.2, "snare.level": 3}, (-6.2, 3, -20.7 + 5)), ({"drums": 0}, (3.8, 10, -20.7 + 15))):
        native.write(file, json.dumps({"faderd-export": 1, "parameters": {name: {"value": value} for name, value in values.items()}}))
        faderd.must("import", file)
        for name, value in zip(LEVELS, expected):
            wait_until(lambda: abs(faderd.value(name) - value) < 1e-9, lambda: f"{name} to be {value} after {values}: {faderd.value(name)}")
    # Many at once is one act.
    faderd.must("set", "*", "-7")
    are(faderd, -7, -7, -7)


@test("a group's mute goes off in one entry with the last member that it muted and a hand opens, over kill -9, and one undo brings back both")
def muted_by_nobody():
    faderd = started()
    faderd.set("snare.mute", "muted")
    faderd.set("drums.mute", "muted")
    faderd.restart(kill=True)
    faderd.set("kick.mute", "open")
    are(faderd, True, False, True, True, names=("drums.mute", *MUTES))
    faderd.set("hat.mute", "open")
    are(faderd, False, False, True, False, names=("drums.mute", *MUTES))
    check("goes off: nothing that it muted is muted any more" in faderd.must("explain", "drums.mute"), "explain")
    faderd.restart(kill=True)
    are(faderd, False, False, True, False, names=("drums.mute", *MUTES))
    faderd.must("undo")
    are(faderd, True, False, True, True, names=("drums.mute", *MUTES))
    faderd.set("drums.mute", "open")
    are(faderd, False, False, True, False, names=("drums.mute", *MUTES))


@test("a group is held as a member is, and its members come back with it; kill -9 meanwhile brings all back")
def held():
    faderd = started()
    for end in (lambda _: faderd.restart(kill=True), lambda session: session.close()):
        session = faderd.session()
        equal(session.ask("POST", "/v1/parameters/drums/hold", {"value": -30, "gesture": "a"})[0], 200)
        are(faderd, -36.2, -27, -50.7)
        end(session)
        are(faderd, 0, *BEGIN, names=("drums", *LEVELS))
