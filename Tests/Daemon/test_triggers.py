"""Triggers: what is pressed, by whom, what it does then, and what is told of it."""

import json
import os
import random
import re
import threading
import time

import native
from programs import folder, lines, script
from testing import check, equal, test, wait_until

BUTTONS = """\
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true}
      play: {input: "note 94 ch 1", motor: true}
      stop: {input: "note 93 ch 1", motor: true}
    map: {fader.1: master, play: go, stop: other}
"""
HEAD = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  mute: {kind: toggle, words: [open, muted]}
"""


def started(triggers, buttons=BUTTONS):
    return native.Daemon(HEAD + triggers + buttons).start()


def press(faderd, trigger, **headers):
    return faderd.request("POST", f"/v1/parameters/{trigger}/press")


def button(faderd, control, pressed):
    equal(faderd.request("PUT", f"/v1/virtual/{control}", {"pressed": pressed}).status, 200, f"status of {control}")


def lamp(faderd, control):
    return next(one for one in faderd.get("/v1/virtual-surface")["controls"] if one["control"] == control)["lamp"] == "on"


def running(faderd, trigger):
    return faderd.get(f"/v1/parameters/{trigger}")["running"]


def idle(faderd, trigger):
    wait_until(lambda: not running(faderd, trigger), f"{trigger} to end")


@test("a button runs a program; its lamp is lit meanwhile, one press more waits, and others do nothing")
def waits():
    directory = folder()
    program = script(directory, "ran", f"echo run >> {directory}/out; while [ ! -e {directory}/free ]; do sleep 0.02; done\n")
    faderd = started(f"  go: {{kind: trigger, target: {{exec: [{program}]}}}}\n  other: {{kind: trigger}}\n")
    equal(lines(f"{directory}/out"), [], "runs at the start")
    for _ in range(5):
        button(faderd, "play", True)
        button(faderd, "play", False)
    wait_until(lambda: lines(f"{directory}/out") == ["run"], "the program")
    wait_until(lambda: lamp(faderd, "play"), "the lamp")
    answer = press(faderd, "go")
    equal((answer.status, answer.json["running"]), (202, True), "a press by the API")
    check("one press waits already" in answer.json["notice"], answer.json)
    with open(f"{directory}/free", "w"):
        pass
    idle(faderd, "go")
    equal(lines(f"{directory}/out"), ["run", "run"], "all runs")
    wait_until(lambda: not lamp(faderd, "play"), "the lamp to go out")
    told = [one["decision"] for one in faderd.get("/v1/parameters/go/explain")["decisions"]]
    check("pressed" in told and any(one.endswith("exit 0") for one in told), told)
    control = next(one for one in faderd.get("/v1/parameters/go/explain")["decisions"] if one["decision"] == "pressed")
    equal(control["control"], "desk play", "who pressed it")


@test("it has no value: it cannot be set, stepped, reset, edited or checked, is not saved, and is in no snapshot, export or history")
def valueless():
    faderd = started("  go: {kind: trigger, target: {set: {master: 0 dB}}}\n  other: {kind: trigger}\n")
    state = faderd.get("/v1/parameters/go")
    equal({key: state[key] for key in ("value", "default", "text", "editText", "running")},
          {"value": None, "default": None, "text": "", "editText": "", "running": False}, "the trigger")
    check("position" not in state and "min" not in state, state)
    for method, path, body in (("PUT", "", {"text": "1"}), ("PUT", "", {"value": 1}), ("PUT", "", {"position": 0.5}), ("POST", "/step", {"by": 1}),
                               ("POST", "/reset", None), ("POST", "/check", {"text": "1"}), ("POST", "/edit", None)):
        answer = faderd.request(method, f"/v1/parameters/go{path}", body)
        equal(answer.status, 422, f"status of {method} {path} ({answer.body})")
        check("trigger" in answer.json["detail"], answer.body)
    equal(faderd.request("PATCH", "/v1/parameters", {"go": {"text": "1"}}).status, 422, "status of PATCH")
    answer = press(faderd, "master")
    equal(answer.status, 422, "a press of a number")
    check("not a trigger" in answer.json["detail"], answer.body)
    equal(press(faderd, "og").status, 404, "a press of nothing")
    equal(press(faderd, "go").status, 202, "a press")
    idle(faderd, "go")
    equal(faderd.text("master"), "0.0 dB", "what it did")
    faderd.request("PUT", "/v1/snapshots/all", {})
    equal(sorted(entry["id"] for entry in faderd.get("/v1/snapshots/all")["entries"]), ["master", "mute"], "the snapshot")
    check("go" not in faderd.get("/v1/export")["parameters"], "the export")
    equal([[change["id"] for change in entry["changes"]] for entry in faderd.get("/v1/history")], [["master"]], "the history")
    equal(faderd.get("/v1/history")[0]["by"], "trigger go", "who did it")
    faderd.stop()
    check("go" not in faderd.saved()["parameters"], "the state file")
    faderd.start()
    equal(faderd.text("master"), "0.0 dB", "master after a restart")
    equal(faderd.get("/v1/parameters/go")["running"], False, "the trigger after a restart")


@test("a list is done in order, a set of several is one entry, and the first failure ends it: two blinks, a line, an event")
def fails():
    faderd = started("""\
  go: {kind: trigger, target: [{set: {master: -20 dB, mute: muted}}, {exec: ["false"]}, {set: {master: 6 dB}}]}
  other: {kind: trigger}
""")
    seen = []
    stream = faderd.events()
    threading.Thread(target=lambda: [seen.append(one) for one in stream], daemon=True).start()
    wait_until(lambda: seen, "the stream")
    button(faderd, "play", True)
    button(faderd, "play", False)
    wait_until(lambda: any(name == "ended" for name, _ in seen), "the end")
    ended = next(data for name, data in seen if name == "ended")
    pressed = next(data for name, data in seen if name == "press")
    equal(pressed, {"id": "go", "by": "desk play", "run": 1}, "the event press")
    equal((ended["id"], ended["run"], ended["ok"], ended["message"]), ("go", 1, False, '"false" exited with status 1'), "the event ended")
    equal(faderd.text("master"), "-20.0 dB", "master")
    entries = faderd.get("/v1/history")
    equal([sorted(change["id"] for change in entry["changes"]) for entry in entries], [["master", "mute"]], "the entries")
    check(any("go failed" in line for line in faderd.log().splitlines()), faderd.log())
    # A lamp that blinks twice is sent its value for on two times after the one for the press.
    def lit():
        return sum(one["count"] for one in faderd.get("/v1/parameters/go/explain")["decisions"] if one["decision"].startswith("sent"))
    wait_until(lambda: lit() >= 6, lambda: f"the blinks: {faderd.get('/v1/parameters/go/explain')['decisions']}")
    wait_until(lambda: not lamp(faderd, "play"), "the lamp in the end")


@test("recall with a fade, the next and the previous snapshot, save, undo and redo")
def scenes():
    faderd = started("""\
  go: {kind: trigger, target: {recall-next: 1}}
  other: {kind: trigger, target: {recall-next: -1}}
  slow: {kind: trigger, target: {recall: two, over: 100 ms}}
  keep: {kind: trigger, target: {save: kept}}
  back: {kind: trigger, target: {undo: 1}}
  again: {kind: trigger, target: {redo: 1}}
""")
    for name, value in (("one", -10), ("two", -20), ("three", -30)):
        faderd.put_durably("master", value)
        equal(faderd.request("PUT", f"/v1/snapshots/{name}", {}).status, 200, f"saving {name}")
    # Nothing was recalled since the start, but all values of "three" are in force.
    press(faderd, "other")
    wait_until(lambda: faderd.value("master") == -20, "two")
    press(faderd, "other")
    wait_until(lambda: faderd.value("master") == -10, "one")
    idle(faderd, "other")
    press(faderd, "other")
    wait_until(lambda: "is the first snapshot" in faderd.log(), "the end of the list")
    press(faderd, "go")
    wait_until(lambda: faderd.value("master") == -20, "two again")
    faderd.put_durably("master", -70)
    press(faderd, "keep")
    wait_until(lambda: any(one["name"] == "kept" for one in faderd.get("/v1/snapshots")), "the snapshot")
    press(faderd, "slow")
    wait_until(lambda: faderd.value("master") == -20, "the fade")
    press(faderd, "back")
    wait_until(lambda: faderd.value("master") == -70, "undo")
    idle(faderd, "back")
    press(faderd, "again")
    wait_until(lambda: faderd.value("master") == -20, "redo")
    equal({entry.get("by") for entry in faderd.get("/v1/history") if entry["origin"] == "recall"} - {None, "faderctl"}, {"trigger go", "trigger other", "trigger slow"}, "who recalled")


@test("a reload while it runs lets it end, with the lamp of the new map; a trigger that is gone ends without a word")
def reload():
    directory = folder()
    program = script(directory, "ran", f"echo run >> {directory}/out; while [ ! -e {directory}/free ]; do sleep 0.02; done\n")
    go = f"  go: {{kind: trigger, target: {{exec: [{program}]}}}}\n"
    gone = f"  gone: {{kind: trigger, target: {{exec: [{program}]}}}}\n"
    faderd = started(go + gone + "  other: {kind: trigger}\n")
    press(faderd, "go")
    press(faderd, "gone")
    wait_until(lambda: len(lines(f"{directory}/out")) == 2, "both")
    faderd.reload(HEAD + go.replace("kind", "label: Another, kind") + "  other: {kind: trigger}\n" + BUTTONS.replace("play: go", "play: other").replace("stop: other", "stop: go"))
    equal(running(faderd, "go"), True, "the trigger after the reload")
    wait_until(lambda: lamp(faderd, "stop") and not lamp(faderd, "play"), "the lamps of the new map")
    with open(f"{directory}/free", "w"):
        pass
    idle(faderd, "go")
    wait_until(lambda: not lamp(faderd, "stop"), "the lamp to go out")
    equal(lines(f"{directory}/out"), ["run", "run"], "nothing was run again")
    faderd.configure(HEAD + "  go: {kind: trigger, label: Another, target: {undo: 1}}\n  other: {kind: trigger}\n" + BUTTONS.replace("play: go", "play: other").replace("stop: other", "stop: go"))
    check("parameter changed: go (target)\n" in faderd.ctl("reload").out, "a reload with another target does not tell it")


@test("nothing but a press presses it: no start, reload, recall, undo, import, reconnect or resync")
def presses():
    directory = folder()
    program = script(directory, "ran", f"echo run >> {directory}/out\n")
    faderd = started(f"  go: {{kind: trigger, target: {{exec: [{program}]}}}}\n  other: {{kind: trigger}}\n")
    faderd.put_durably("master", -5)
    faderd.request("PUT", "/v1/snapshots/a", {})
    faderd.put_durably("master", -6)
    document = faderd.get("/v1/export")
    document["parameters"]["go"] = {"value": 1}
    answer = faderd.request("POST", "/v1/import", document)
    equal((answer.status, answer.json["skipped"]), (200, ["go is a trigger now, which has no value"]), f"the import ({answer.body})")
    for _ in range(2):
        equal(faderd.ctl("reload").exit, 0, "exit of reload")
        faderd.request("POST", "/v1/snapshots/a/recall", {})
        faderd.request("POST", "/v1/undo", {})
        faderd.request("POST", "/v1/surfaces/desk/reset")
        faderd.restart()
    equal(lines(f"{directory}/out"), [], "runs")


@test("a program that presses its own trigger is slowed down, and told", limit=120)
def circle():
    directory = folder()
    program = script(directory, "ran", f"echo run >> {directory}/out; {native.FADERCTL} --socket $FADERD_SOCKET press go\n")
    faderd = native.Daemon(HEAD + BUTTONS)
    faderd.configure(HEAD + f"  go: {{kind: trigger, target: {{exec: [{program}], env: {{FADERD_SOCKET: {faderd.socket}}}}}}}\n  other: {{kind: trigger}}\n" + BUTTONS)
    faderd.start()
    press(faderd, "go")
    wait_until(lambda: "go: this seems to be a circle" in faderd.log(), lambda: f"the circle to be told; {len(lines(f'{directory}/out'))} runs", timeout=100)
    count, start = len(lines(f"{directory}/out")), time.monotonic()
    time.sleep(4)
    more = len(lines(f"{directory}/out")) - count
    check(more <= 2 + (time.monotonic() - start) / 2, f"it goes on quickly: {more} runs")
    equal(faderd.log().count("seems to be a circle"), 1, "times that it was told")


@test("faderctl press says what was done, that it failed and why, or after a second that it is running; several are waited for together")
def outcome():
    faderd = started("  go: {kind: trigger, target: {recall: Gone}}\n  other: {kind: trigger, target: {set: {master: 0}}}\n"
                     "  slow: {kind: trigger, target: [{wait: 30 s}]}\n")
    done = faderd.ctl("press", "go")
    equal((done.exit, done.out), (65, ""), "a press that fails")
    check(done.err.startswith("faderctl: go failed: ") and "Gone" in done.err, done.err)
    done = faderd.ctl("press", "other", "go", "slow")
    equal((done.exit, re.sub(r"\d+ ms", "N ms", done.out)), (65, "ran N ms\nrunning\n"), done.err)
    equal(done.err.count("go failed"), 1, done.err)
    equal(faderd.text("master"), "0.0 dB")
    done = faderd.ctl("press", "slow", "nothing")
    check(done.exit == 65 and "nothing" in done.err and done.out == "running\n", f"{done}")


@test("faderctl presses, lists, watches and explains it; a program that declares one is told of its presses")
def console():
    faderd = started("  go: {kind: trigger, label: Go}\n  other: {kind: trigger}\n")
    done = faderd.ctl("press", "go", "other")
    equal((done.exit, re.sub(r"\d+ ms", "N ms", done.out)), (0, "ran N ms\nran N ms\n"), "press")
    equal(json.loads(faderd.ctl("--json", "press", "go").out)["running"], True, "press --json, which does not wait")
    idle(faderd, "go")
    check("idle" in faderd.ctl("list", "go").out, faderd.ctl("list", "go").out)
    done = faderd.ctl("press", "master")
    equal(done.exit, 65, "exit of a press of a number")
    faderd.fails(65, "faderctl press go", "set", "go", "1")
    watching = faderd.ctl_running("watch", "--now", "go")
    equal(watching.stdout.readline(), "go idle\n", "the value now")
    equal(faderd.ctl("press", "go", "--by", "me").exit, 0, "exit of press")
    equal(watching.stdout.readline(), "go pressed by me\n", "the first line")
    check(watching.stdout.readline().startswith("go ran "), "the second line")
    declaring = faderd.ctl_running("declare", "own", "kind=trigger", "--by", "prog")
    equal(declaring.stdout.readline(), "own idle\n", "what was declared")
    equal(faderd.ctl("press", "own").exit, 0, "exit of press")
    equal(declaring.stdout.readline(), "own pressed by faderctl\n", "what the program is told")


@test("a declared trigger gets a free button, goes with its program even while it is pressed, and comes back idle; a gesture cannot move it")
def declared():
    faderd = started("  go: {kind: trigger}\n  other: {kind: trigger}\n", BUTTONS.replace("    controls:", "    auto: true\n    controls:").replace(", stop: other", ""))
    for _ in range(2):
        declaring = faderd.ctl_running("declare", "own", "kind=trigger")
        equal(declaring.stdout.readline(), "own idle\n", "what was declared")
        equal(faderd.get("/v1/parameters/own")["owner"], "desk stop", "its button")
        time.sleep(0.3)  # Within 200 ms, a press that equals what the lamp was just sent is its echo.
        button(faderd, "stop", True)
        equal(declaring.stdout.readline(), "own pressed by desk stop\n", "what the program is told")
        answer = faderd.request("PUT", "/v1/parameters/own", {"position": 1, "gesture": "hand"})
        equal(answer.status, 422, f"status of a gesture ({answer.body})")
        declaring.kill()
        declaring.wait()
        wait_until(lambda: press(faderd, "own").status == 404, "it to be gone")
        button(faderd, "stop", False)
    equal(press(faderd, "go").status, 202, "a press of another")


@test("what it sets is typed text in the locale of the config, and a fader that is held keeps it")
def locale():
    faderd = started("  go: {kind: trigger, target: {set: {master: \"-6,5 dB\", mute: muted}}}\n  other: {kind: trigger}\n".replace("  go", "  go", 1), "locale: sv_SE\n" + BUTTONS)
    press(faderd, "go")
    wait_until(lambda: faderd.value("master") == -6.5, lambda: f"the value; {faderd.log()}")
    idle(faderd, "go")
    entries = faderd.get("/v1/history")
    equal([sorted(change["id"] for change in entry["changes"]) for entry in entries], [["master", "mute"]], "the entries")
    # The same values again are no change, and no failure.
    press(faderd, "go")
    wait_until(lambda: sum("ran" in one["decision"] for one in faderd.get("/v1/parameters/go/explain")["decisions"]) >= 2, "the second run")
    equal(len(faderd.get("/v1/history")), 1, "entries after the same values")


@test("a reload while a button is held: what was pressed is released, whatever the new config sends from its place")
def released():
    surface = """\
surfaces:
  desk:
    match: "faderd virtual"
    controls: {play: {input: "note 94 ch 1"}, stop: {input: "note 93 ch 1"}}
    map: {play: go}
"""
    go = '  go: {kind: trigger, target: {midi: desk, send: ["note 1 ch 2 = 127"], release: ["note 1 ch 2 = 0"]}}\n'
    before = '  before: {kind: trigger, target: {midi: desk, send: ["note 99 ch 3 = 1"], release: ["note 99 ch 3 = 0"]}}\n'
    faderd = started(go, surface)
    sent = faderd.sent("desk", "stop")
    for text in (before + go, before + go.replace("2 = 0", "2 = 1")):
        sent.clear()
        button(faderd, "play", True)
        wait_until(lambda: sent == ["out note 1 ch 2 = 127"], lambda: f"what a press sends: {sent}")
        faderd.reload(HEAD + text + surface)
        button(faderd, "play", False)
        idle(faderd, "go")
        # What the new config does not have any more is sent before it comes into force.
        wait_until(lambda: sent == ["out note 1 ch 2 = 127", "out note 1 ch 2 = 0"], lambda: f"what a release sends: {sent}")


@test("a press that comes just as a run ends is done once", alone=True)
def once():
    count = 24
    faderd = started("".join(
        f"  n.{n}: {{min: 0, max: 1000, step: 1, decimals: 0}}\n  go.{n}: {{kind: trigger, target: {{set: {{n.{n}: +=1}}}}}}\n" for n in range(count)),
        BUTTONS.replace(", play: go, stop: other", ""))
    taken = [0] * count
    def one(n):
        def pressed():
            answer = press(faderd, f"go.{n}")
            equal(answer.status, 202, f"a press ({answer.body})")
            taken[n] += "notice" not in answer.json
        luck = random.Random(n)
        for _ in range(20):
            pressed()
            # A run takes 100 ms.
            time.sleep(0.085 + luck.random() * 0.02)
            pressed()
            idle(faderd, f"go.{n}")
    threads = native.Threads()
    for n in range(count):
        threads.run(one, n)
    threads.join()
    equal([faderd.value(f"n.{n}") for n in range(count)], taken, "runs")


@test("the next snapshot after a restart is the one after that in force, also with values of parameters that are gone, have another unit or a smaller range, or are recall-safe")
def fitting():
    triggers = "  go: {kind: trigger, target: {recall-next: 1}}\n  other: {kind: trigger}\n"
    kept = "  house: {max: 10, recall-safe: true}\n  gone: {max: 10}\n  level: {max: 10, unit: V}\n  wide: {max: 10}\n"
    faderd = started(kept + triggers)
    for name, value in (("one", -10), ("two", -20), ("three", -30)):
        faderd.put_durably("master", value)
        for each in ("gone", "level", "wide"):
            faderd.put_durably(each, -value / 4)
        equal(faderd.request("PUT", f"/v1/snapshots/{name}", {}).status, 200, f"saving {name}")
    equal(faderd.ctl("snapshot", "recall", "two").exit, 0, "recalling two")
    faderd.put_durably("house", 7)
    faderd.stop()
    faderd.configure(HEAD + "  house: {max: 10, recall-safe: true}\n  level: {max: 10, unit: A}\n  wide: {max: 4}\n" + triggers + BUTTONS)
    faderd.start()
    equal((faderd.value("master"), faderd.value("wide")), (-20, 4), "the values after the start")
    equal(faderd.get("/v1/recall-next"), {"current": "two", "previous": "one", "next": "three"}, "the place")
    press(faderd, "go")
    idle(faderd, "go")
    equal((faderd.value("master"), faderd.value("house")), (-30, 7), "the values")


@test("the daemon ends while a trigger runs a program: the program ends with it, and nothing is done afterwards")
def ending():
    directory = folder()
    program = script(directory, "ran", f"trap '' TERM; echo $$ >> {directory}/out; exec sleep 100\n")
    faderd = started(f"  go: {{kind: trigger, target: [{{exec: [{program}], limit: 60 s}}, {{set: {{master: 0 dB}}}}]}}\n  other: {{kind: trigger}}\n")
    press(faderd, "go")
    press(faderd, "go")
    wait_until(lambda: lines(f"{directory}/out"), "the program")
    faderd.stop()
    wait_until(lambda: not os.path.exists(f"/proc/{lines(f'{directory}/out')[0]}"), "the end of the program")
    equal(len(lines(f"{directory}/out")), 1, "runs")
    check("MISUSE" not in faderd.log(), faderd.log())
    faderd.start()
    equal(faderd.text("master"), "-12.0 dB", "master")


CHANNELS = """\
version: 1
lists: {ch: {kick: Kick, snare: Snare T}}
parameters:
  "{ch}.drums": {type: decibel}
  "{ch}.mute": {kind: toggle, words: [open, muted]}
  "{ch}.name": {kind: text, default: none}
  strict.drums: {min: 0, max: 10, out-of-range: reject}
"""


def channels(triggers=""):
    return native.Daemon(CHANNELS + triggers).start()


@test("a set of patterns and lists is one act: what fits is set, an id that is written out overrides, and a fade ends exactly there")
def patterns():
    faderd = channels("""\
  go: {kind: trigger, target: {set: {"*.drums": "-inf dB", kick.drums: -3 dB, "{ch}.mute": muted}}}
  slow: {kind: trigger, target: {set: {"*.drums": 0 dB}, over: 300 ms}}
""")
    press(faderd, "go")
    idle(faderd, "go")
    def values():
        return [faderd.text(id) for id in ("kick.drums", "snare.drums", "strict.drums", "kick.mute", "snare.mute", "kick.name")]
    equal(values(), ["-3.0 dB", "−∞ dB", "0.00", "muted", "muted", "none"], "the values")
    entries = faderd.get("/v1/history")
    equal([(entry["by"], sorted(change["id"] for change in entry["changes"])) for entry in entries],
          [("trigger go", ["kick.drums", "kick.mute", "snare.drums", "snare.mute"])], "one entry")
    faderd.restart(kill=True)
    equal(values()[:2], ["-3.0 dB", "−∞ dB"], "the values after kill -9")
    press(faderd, "slow")
    idle(faderd, "slow")
    wait_until(lambda: values()[:2] == ["0.0 dB", "0.0 dB"], lambda: f"the end of the fade: {values()}")
    equal(len(faderd.get("/v1/history")), 2, "entries after the fade")
    equal(faderd.request("POST", "/v1/undo", {}).status, 200, "status of undo")
    equal(values()[:2], ["-3.0 dB", "−∞ dB"], "the values after undo")


@test("faderctl set and reset take patterns and lists: one act, a line each; what fits nothing is refused with the reason")
def patterns_typed():
    faderd = channels()
    done = faderd.ctl("set", "*.drums", "-20 dB")
    equal((done.exit, done.out), (0, "kick.drums -20.0 dB\nsnare.drums -20.0 dB\n"), "set of a pattern")
    equal(faderd.ctl("set", "{ch}.mute", "muted").out, "kick.mute muted\nsnare.mute muted\n", "set of a list")
    equal([one["id"] for one in json.loads(faderd.ctl("set", "--json", "k*.mute", "muted").out)], ["kick.mute"], "set --json")
    # A text takes any text, so it is meant only where nothing else matches.
    equal(faderd.ctl("set", "kick.*", "-5 dB").out, "kick.drums -5.0 dB\n", "set of several kinds")
    equal(faderd.ctl("set", "*.name", "-5 dB").out, "kick.name -5 dB\nsnare.name -5 dB\n", "set of texts")
    equal(faderd.ctl("reset", "*.drums", "kick.name").out, "kick.drums 0.0 dB\nsnare.drums 0.0 dB\nkick.name none\nstrict.drums 0.00\n", "reset")
    equal(len(faderd.get("/v1/history")), 5, "entries")
    for words, code, why in (
            (("set", "*.drums", "20"), 65, "strict.drums: 20 is out of range"), (("set", "*.mute", "frob"), 65, 'kick.mute: "frob" is not one of its words'),
            (("set", "*.nothing", "1"), 65, 'no parameter\'s id matches "*.nothing"'), (("reset", "{cha}.mute"), 65, "did you mean {ch}?"),
            (("set", "*.mute", "open", "--if-match", "1"), 64, "--if-match is the revision of one parameter")):
        done = faderd.ctl(*words)
        check(done.exit == code and why in done.err, f"{words}: {done.exit} {done.err}")
    equal(len(faderd.get("/v1/history")), 5, "entries after refusals")
    answer = faderd.request("PATCH", "/v1/parameters", {"*.mute": {"text": "open"}, "kick.*": {"text": "muted"}})
    check(answer.status == 422 and "kick.mute matches both" in answer.json["detail"], answer.body)
    answer = faderd.request("PATCH", "/v1/parameters", {"*.mute": {"text": "open"}, "kick.mute": {"text": "muted"}})
    equal([(one["id"], one["text"]) for one in answer.json], [("kick.mute", "muted"), ("snare.mute", "open")], "an id beside a pattern")
    for body in ({"*.mute": {"text": "open", "revision": 1}}, {"kick.mute": {"reset": False}}, {"kick.mute": {"reset": True, "text": "open"}}):
        check(faderd.request("PATCH", "/v1/parameters", body).status in (400, 422), f"{body} is accepted")


@test("a trigger waits: it runs meanwhile and its lamp is lit, one press more waits, and a reload that changes it, or the end, ends what is left")
def pauses():
    go = "  go: {kind: trigger, target: [{set: {mute: muted}}, {wait: %s}, {set: {master: %s dB}}]}\n  other: {kind: trigger}\n"
    faderd = started(go % ("1 s", -20))
    began = time.monotonic()
    button(faderd, "play", True)
    button(faderd, "play", False)
    wait_until(lambda: faderd.text("mute") == "muted", "the first thing")
    check(running(faderd, "go") and faderd.text("master") == "-12.0 dB", "it does not wait")
    wait_until(lambda: lamp(faderd, "play"), "the lamp")
    equal(press(faderd, "go").status, 202, "a press while it waits")
    check("one press waits already" in press(faderd, "go").json["notice"], "two presses wait")
    idle(faderd, "go")
    check(time.monotonic() - began >= 2, "the second run did not wait")
    equal(faderd.text("master"), "-20.0 dB", "the last thing")
    wait_until(lambda: not lamp(faderd, "play"), "the lamp to go out")
    # Another config that leaves the trigger as it is lets it wait.
    faderd.reload(HEAD + go % ("60 s", -30) + BUTTONS)
    press(faderd, "go")
    wait_until(lambda: running(faderd, "go"), "the run")
    faderd.reload(HEAD + "  more: {}\n" + go % ("60 s", -30) + BUTTONS)
    check(running(faderd, "go"), "a reload of something else ends it")
    faderd.reload(HEAD + go % ("60 s", -40) + BUTTONS)
    idle(faderd, "go")
    check("the rest was not done" in faderd.log(), faderd.log())
    equal(faderd.text("master"), "-20.0 dB", "what was left")
    press(faderd, "go")
    wait_until(lambda: running(faderd, "go"), "the run")
    faderd.restart()
    equal((faderd.text("master"), running(faderd, "go")), ("-20.0 dB", False), "after the end")
