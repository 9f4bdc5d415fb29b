"""Several targets of one parameter: a sound server's volume, OSC consoles and programs together."""

import time

import native
import testing
from osc import Console, Program, free_port
from programs import folder, lines, script
from sound import FULL, PulseAudio, near as same_volume
from test_osc import near
from testing import check, equal, test, wait_until


def states(faderd, parameter):
    """What a daemon reports about a parameter's targets, in order."""
    return [each for each in faderd.get("/v1/targets")["targets"] if each["parameter"] == parameter]


def all_bound(faderd, parameter):
    wait_until(lambda: [each["state"] for each in states(faderd, parameter)].count("bound") == len(states(faderd, parameter)),
               lambda: f"the targets of {parameter}: {states(faderd, parameter)}")


def config(port, targets):
    return f"""\
version: 1
targets: {{xr18: {{osc: "127.0.0.1:{port}", keepalive: {{send: /xremote, every: 1 s}}, queries: true}}}}
parameters:
  level: {{unit: "%", max: 100, decimals: 0, target: {targets}}}
""" + native.desk({1: "level"})


OSC = "{osc: xr18, address: /fader}"


@test("a volume and a console: the first leads at the start, nothing is written then, and each change of any goes to the other")
def pulse_and_osc():
    server, console = PulseAudio().start(), Console(values={"/fader": 0.8})
    server.set_volume(round(0.3 * FULL))
    faderd = native.Daemon(config(console.port, f"[{{pulse: default-sink}}, {OSC}]"), environment=server.place).start()
    all_bound(faderd, "level")
    wait_until(lambda: faderd.text("level") == "30 %", lambda: f"what leads; it is {faderd.text('level')}")
    wait_until(lambda: near(faderd.motor(1), 0.3, 0.001), "the motor")
    wait_until(lambda: states(faderd, "level")[1]["differs"], lambda: f"the other to differ: {states(faderd, 'level')}")
    equal(states(faderd, "level")[1]["note"], "it shows 80 % until level is changed", "the note")
    equal((states(faderd, "level")[0]["differs"], console.sets("/fader")), (False, []), "the first, and what was written")
    explained = faderd.get("/v1/parameters/level/explain")
    equal([explained["target"]["kind"]] + [each["kind"] for each in explained["targets"]], ["pulse", "pulse", "osc"], "what explain says")
    equal([line.split(":")[1].strip() for line in faderd.ctl("explain", "level").out.splitlines()[1:3]],
          ["pulse default-sink", f"osc 127.0.0.1"], "faderctl explain")
    # A hand, the sound server and the console in turn.
    faderd.move(1, 0.5)
    wait_until(lambda: near(console.values["/fader"], 0.5, 0.001) and same_volume(server.volume(), FULL / 2, 60), "the hand on both")
    wait_until(lambda: not any(each["differs"] for each in states(faderd, "level")), "both to agree")
    server.set_volume(round(0.25 * FULL))
    wait_until(lambda: near(console.values["/fader"], 0.25, 0.001), lambda: f"the volume on the console: {console.values}")
    console.tablet("/fader", 0.75)
    wait_until(lambda: same_volume(server.volume(), 0.75 * FULL, 80), lambda: f"the console's value as the volume: {server.volume()}")
    wait_until(lambda: near(faderd.motor(1), 0.75, 0.001), "the motor")
    equal(faderd.parameter("level")["origin"], "target", "origin")
    writes = len(console.sets("/fader"))
    testing.stays(lambda: len(console.sets("/fader")) == writes, "nothing to go round", 0.5)


@test("a reload adds, removes and reorders targets of a parameter; the others go on undisturbed")
def reloads():
    directory = folder()
    programs = {name: script(directory, name, f"echo \"$1\" >> {directory}/{name}.out\n") for name in ("a", "b")}
    out = lambda name: lines(f"{directory}/{name}.out")
    target = lambda *names: "[" + ", ".join(f"{{exec: [{programs[name]}, \"{{value}}\"]}}" for name in names) + "]"
    text = lambda *names: f"version: 1\nparameters:\n  fan: {{kind: integer, max: 9, target: {target(*names)}}}\n"

    def reload(*names):
        told = faderd.reload(text(*names))
        check("target" in str(told), f"what the reload tells: {told}")
        all_bound(faderd, "fan")
    faderd = native.Daemon(text("a")).start()
    faderd.put_durably("fan", 3)
    wait_until(lambda: out("a") == ["3"], "the only one")
    reload("a", "b")
    wait_until(lambda: out("b") == ["3"], lambda: f"the new one, of which nobody knows what it shows: {out('b')}")
    faderd.put_durably("fan", 4)
    wait_until(lambda: out("a") == ["3", "4"] and out("b") == ["3", "4"], lambda: f"both: {out('a')} {out('b')}")
    # A program that still runs would be run again.
    wait_until(lambda: all(one["acknowledgedAgo"] < one["writtenAgo"] for one in states(faderd, "fan")), lambda: f"their ends: {states(faderd, 'fan')}")
    reload("b", "a")
    time.sleep(0.5)
    equal((out("a"), out("b")), (["3", "4"], ["3", "4"]), "what was run because of another order")
    faderd.put_durably("fan", 5)
    wait_until(lambda: (out("a"), out("b")) == (["3", "4", "5"], ["3", "4", "5"]), lambda: f"both: {out('a')} {out('b')}")
    wait_until(lambda: " " in faderd.saved().get("runs", {}).get("fan", ""), lambda: f"the marks of both: {faderd.saved()}")
    # Each is remembered over a restart.
    equal(faderd.stop(), 0, "exit code")
    faderd.start()
    all_bound(faderd, "fan")
    time.sleep(0.5)
    equal((out("a"), out("b")), (["3", "4", "5"], ["3", "4", "5"]), "what was run at the start")
    reload("a")
    faderd.put_durably("fan", 6)
    wait_until(lambda: out("a")[-1] == "6", "the one that is left")
    equal(out("b")[-1], "5", "the one that is gone")


@test("one that fails is told, and does not keep the others from the value; undo and a recall go to all")
def failing():
    directory, console = folder(), Console(values={"/fader": 0.5})
    faderd = native.Daemon(config(console.port, f"[{OSC}, {{exec: [\"false\"]}}, {{exec: [sh, -c, \"echo $1 >> {directory}/out\", x, \"{{value}}\"]}}]")).start()
    all_bound(faderd, "level")
    faderd.set("level", "20")
    faderd.ctl("snapshot", "save", "low")
    wait_until(lambda: [each["state"] for each in states(faderd, "level")] == ["bound", "failing", "bound"],
               lambda: f"the states: {states(faderd, 'level')}")
    faderd.set("level", "70")
    wait_until(lambda: lines(f"{directory}/out") == ["20", "70"] and near(console.values["/fader"], 0.7, 0.001), "the others")
    equal(faderd.ctl("undo").exit, 0, "exit of undo")
    wait_until(lambda: lines(f"{directory}/out") == ["20", "70", "20"] and near(console.values["/fader"], 0.2, 0.001), "the undo")
    faderd.set("level", "70")
    wait_until(lambda: near(console.values["/fader"], 0.7, 0.001) and len(lines(f"{directory}/out")) == 4, "the value before the recall")
    equal(faderd.ctl("snapshot", "recall", "low").exit, 0, "exit of recall")
    wait_until(lambda: lines(f"{directory}/out")[-1] == "20" and near(console.values["/fader"], 0.2, 0.001), "the recall")


@test("the ends of a range have targets of their own; one that is pushed by the other's target is written to its own, even if that moved it before")
def ends():
    program = Program(free_port())
    faderd = native.Daemon(f"""\
version: 1
targets: {{p: {{osc: "127.0.0.1:{program.port}"}}}}
parameters:
  cut:
    kind: range
    max: 10
    meet: push
    parts:
      low: {{target: {{osc: p, address: /low, send: value}}}}
      high: {{target: {{osc: p, address: /high, send: value}}}}
""").start()
    faderd.set("cut", "2..8")
    wait_until(lambda: program.all_of("/low") == [[2]] and program.all_of("/high") == [[8]], lambda: f"both ends: {program.heard}")
    time.sleep(1.1)
    program.tell("/high", 6.0)
    wait_until(lambda: faderd.value("cut") == [2, 6], lambda: f"the high end: {faderd.value('cut')}")
    program.tell("/low", 9.0)
    wait_until(lambda: faderd.value("cut") == [9, 9], lambda: f"the pushed end: {faderd.value('cut')}")
    wait_until(lambda: program.all_of("/high") == [[8], [9]], lambda: f"the pushed end, written: {program.heard}")
    equal(program.all_of("/low"), [[2]], "what was written back")
