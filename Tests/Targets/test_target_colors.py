"""Colors with targets, and their parts with targets of their own."""

import time

import native
from osc import Program, free_port
from programs import folder, lines, script
from test_osc import near
from test_several import all_bound, states
from testing import equal, test, wait_until


@test("a color goes to OSC as three numbers, its hue to a fader of its own, and each comes back")
def parts():
    program = Program(free_port())
    faderd = native.Daemon(f"""\
version: 1
targets: {{p: {{osc: "127.0.0.1:{program.port}"}}}}
parameters:
  lamp:
    kind: color
    target: {{osc: p, address: /lamp, range: [0, 255]}}
    parts: {{hue: {{target: {{osc: p, address: /hue, send: value}}}}}}
""" + native.desk({1: "lamp.hue"})).start()
    faderd.set("lamp", "#ff8800")
    wait_until(lambda: program.all_of("/lamp") == [[255, 136, 0]], lambda: f"the color: {program.heard}")
    wait_until(lambda: near(program.set_to("/hue")[-1], 32, 0.01), lambda: f"its hue: {program.heard}")
    # From the program: a color, then a hue.
    time.sleep(1.1)
    program.tell("/lamp", 0, 0, 255)
    wait_until(lambda: faderd.text("lamp") == "#0000ff", lambda: f"the color that came in: {faderd.text('lamp')}")
    wait_until(lambda: program.set_to("/hue")[-1] == 240, lambda: f"its hue: {program.heard}")
    wait_until(lambda: near(faderd.motor(1), 240 / 360, 0.001), "the motor of the hue")
    time.sleep(1.1)
    program.tell("/hue", 120.0)
    wait_until(lambda: faderd.text("lamp") == "#00ff00", lambda: f"the color of the hue that came in: {faderd.text('lamp')}")
    wait_until(lambda: program.all_of("/lamp")[-1] == [0, 255, 0], lambda: f"the color: {program.heard}")
    equal([values for values in program.all_of("/lamp") if values == [0, 0, 255]], [], "what was written back")
    # A fader of the hue.
    faderd.move(1, 0)
    wait_until(lambda: program.all_of("/lamp")[-1] == [255, 0, 0] and program.set_to("/hue")[-1] == 0, lambda: f"{program.heard}")
    equal([each["parameter"] for each in faderd.get("/v1/targets")["targets"]], ["lamp", "lamp.hue"], "the targets")
    equal(faderd.get("/v1/parameters/lamp/explain")["target"]["written"], "#ff0000", "what explain says")
    faderd.ctl("undo")
    wait_until(lambda: faderd.text("lamp") == "#00ff00" or faderd.text("lamp") == "#ff8800", lambda: faderd.text("lamp"))
    wait_until(lambda: near(program.set_to("/hue")[-1], faderd.value("lamp.hue"), 0.01), "the undone hue")
    # A gray keeps the hue.
    time.sleep(1.1)
    program.tell("/lamp", 128, 128, 128)
    hue = faderd.value("lamp.hue")
    wait_until(lambda: faderd.text("lamp") == "#808080", lambda: f"the gray: {faderd.text('lamp')}")
    equal(faderd.value("lamp.hue"), hue, "the hue")
    program.tell("/lamp", 1)
    wait_until(lambda: "which is not a value of lamp" in states(faderd, "lamp")[0].get("note", ""), lambda: states(faderd, "lamp"))


@test("a color runs a program, once for the three parts, and not again at a start with the same color; read gives the color")
def program():
    directory = folder()
    lamp = script(directory, "lamp", f"echo \"$@\" >> {directory}/out\n")
    text = "version: 1\nparameters:\n  lamp: {kind: color, target: {exec: [%s, \"{value}\", \"{red}\", \"{green}\", \"{blue}\"]%s}}\n"
    faderd = native.Daemon(text % (lamp, "")).start()
    all_bound(faderd, "lamp")
    equal(lines(f"{directory}/out"), [], "runs before a color was chosen")
    faderd.set("lamp", "#ff8800")
    wait_until(lambda: lines(f"{directory}/out") == ["#ff8800 255 136 0"], lambda: f"the color: {lines(f'{directory}/out')}")
    faderd.set("lamp.lightness", "100")
    wait_until(lambda: lines(f"{directory}/out")[1:] == ["#ffffff 255 255 255"], lambda: f"a part: {lines(f'{directory}/out')}")
    wait_until(lambda: faderd.saved().get("runs"), lambda: f"the mark: {faderd.saved()}")
    equal(faderd.stop(), 0, "exit code")
    faderd.start()
    all_bound(faderd, "lamp")
    time.sleep(0.5)
    equal((faderd.text("lamp"), len(lines(f"{directory}/out"))), ("#ffffff", 2), "the color, and the runs")
    faderd.reload(text % (lamp, ", read: [echo, teal]"))
    wait_until(lambda: faderd.text("lamp") == "#008080", lambda: f"what was read: {faderd.text('lamp')}")
    equal(len(lines(f"{directory}/out")), 2, "runs")


@test("where a color has a target, that leads at the start and those of its parts are told to differ; without one the parts lead")
def leading():
    directory = folder()
    hue = script(directory, "hue", f"echo \"$@\" >> {directory}/hue.out\n")
    part = f"parts: {{hue: {{target: {{exec: [{hue}, \"{{value}}\"], read: [echo, 10]}}}}}}"
    lamp = f"lamp: {{kind: color, default: \"#ff8800\", target: {{exec: [\"true\"], read: [echo, \"#0000ff\"]}}, {part}}}"
    faderd = native.Daemon(f"version: 1\nparameters:\n  {lamp}\n  spot: {{kind: color, default: \"#ff0000\", {part.replace('10', '120').replace('hue, ', 'hue, spot, ')}}}\n").start()
    wait_until(lambda: faderd.text("lamp") == "#0000ff", lambda: f"what the color's target shows: {faderd.text('lamp')}")
    wait_until(lambda: faderd.text("spot") == "#00ff00", lambda: f"what the part's target shows: {faderd.text('spot')}")
    wait_until(lambda: states(faderd, "lamp.hue")[0]["differs"], lambda: f"the part to differ: {states(faderd, 'lamp.hue')}")
    equal(states(faderd, "lamp.hue")[0]["note"], "it shows 10 ° until lamp.hue is changed", "the note")
    equal(lines(f"{directory}/hue.out"), [], "what was run at the start")
    faderd.set("lamp", "lime")
    wait_until(lambda: lines(f"{directory}/hue.out") == ["120"], lambda: f"the hue: {lines(f'{directory}/hue.out')}")
    # A drag of the color on a page holds targets of the color.
    equal(faderd.request("PUT", "/v1/parameters/lamp.hue", {"position": 0.5, "gesture": "drag"}).status, 200, "status of a drag")
    wait_until(lambda: lines(f"{directory}/hue.out")[-1] == "180", lambda: f"the drag: {lines(f'{directory}/hue.out')}")
    wait_until(lambda: states(faderd, "lamp")[0]["written"] == "#00ffff", lambda: f"the color: {states(faderd, 'lamp')}")
