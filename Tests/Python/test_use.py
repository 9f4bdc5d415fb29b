"""What a program does with the library while its daemon is there."""

import asyncio
import threading

import client
import native
from client import faderd, refusal
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, decimals: 1, default: -12}
  price: {kind: range, min: 0, max: 1000, decimals: 0, gap: 10}
  go: {kind: trigger}
surfaces:
  desk:
    match: "faderd virtual"
    auto: true
    controls:
""" + "".join(f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true, touch: \"note {103 + n} ch 1\"}}\n" for n in range(1, 9)) + """\
    map: {fader.1: master}
"""
PERCENT = {"max": 100, "unit": "%", "decimals": 0}


def declared(daemon):
    return [one["id"] for one in daemon.get("/v1/declarations")]


@test("a declared parameter gets a fader, follows it and moves its motor; it is gone when the connection is closed")
def lamp():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, by="lamp")
    equal((f.connected, f.problems, f.version), (True, (), daemon.status()["version"]), "the connection")
    level = f.declare("lamp.level", label="Lamp", value=50, **PERCENT)
    equal((level.value, level.text, level.label, level.kind, level.position), (50.0, "50 %", "Lamp", "number", 0.5), "the parameter")
    wait_until(lambda: abs(daemon.motor(2) - 0.5) < 1e-3, "the motor to go to the value")
    changes = level.watch(rate=None)
    equal(next(changes).value, 50.0, "the present value, which comes first")
    daemon.move(2, 1)
    wait_until(lambda: next(changes).value == 100.0, "the hand to reach the program")
    level.value = 25
    equal((level.text, daemon.value("lamp.level")), ("25 %", 25), "what was set")
    wait_until(lambda: abs(daemon.motor(2) - 0.25) < 1e-3, "the motor to follow")
    level.position = 0.75
    equal(level.value, 75.0, "the value of a position")
    equal(daemon.parameter("lamp.level")["declaredBy"], ["lamp"], "who declared it")
    f.close()
    equal(declared(daemon), [], "what is declared after the end")
    equal(f.problems[0].id, None, "the problem of a closed connection")
    refusal(lambda: level.set("3"), faderd.Gone)


@test("a value that its target has not told, and nobody has set, is not known; a program that follows it learns when it is")
def known():
    console = "targets: {studio: {obs: \"127.0.0.1:1\"}}\n"
    rows = "  go: {kind: trigger}\n  mic: {type: decibel, target: {obs: studio, input: Mic}}\n"
    daemon = native.Daemon(CONFIG.replace("  go: {kind: trigger}\n", rows) + console).start()
    f = client.connect(daemon)
    mic = f["mic"]
    equal((mic.known, mic.text, mic.state.known, f["master"].known), (False, "–", False, True), "at first")
    refusal(lambda: mic.step(1), faderd.Refused)
    seen = []
    f.on_change("mic")(lambda change: seen.append((change.state.known, change.text)))
    wait_until(lambda: seen == [(False, "–")], lambda: f"the present value; {seen}")
    # Its value is the same as before.
    equal(daemon.request("PUT", "/v1/parameters/mic", {"value": 0}).status, 200, "status of a set by somebody else")
    wait_until(lambda: seen[-1] == (True, "0.0 dB"), lambda: f"what is set; {seen}")
    equal(mic.known, True, "whether it is known")
    equal(f.declare("lamp", **PERCENT).known, True, "what this program declares")


@test("every kind has its value in Python, can be set by text, and takes back what it gave")
def kinds():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon)
    cases = (
        (f.declare("n", **PERCENT), 40.0, "40 %", "12.5", "loud"), (f.declare("i", kind="integer", min=1, max=9), 7, "7", "3", "loud"),
        (f.declare("t", kind="toggle", words=["open", "muted"]), True, "muted", "open", "perhaps"),
        (f.declare("c", kind="choice", options=["heads", {"id": "tails", "label": "Tails up"}]), "tails", "Tails up", "heads", "edge"),
        (f.declare("s", kind="text", pattern="[a-z]+", default="a"), "marcus", "marcus", "b", None),
        (f.declare("r", kind="range", max=10, gap=1, decimals=0), (2.0, 5.0), "2…5", "3..4", "x"),
        (f.declare("k", kind="color"), "#ff8800", "#ff8800", "red", "no color"),
        (f.declare("d", type="decibel"), float("-inf"), "−∞ dB", "-3", "x"))
    for parameter, value, text, other, bad in cases:
        parameter.value = value
        equal((parameter.value, parameter.text, type(parameter.value)), (value, text, type(value)), parameter.id)
        equal(parameter.check(other).valid, True, f"whether {parameter.id} would take {other}")
        before = parameter.set(other)
        check(before.value != value, f"{parameter.id} was not set to {other}")
        parameter.value = value
        if bad is not None:
            error = refusal(lambda: parameter.set(bad), faderd.Refused)
            check(error.example and parameter.check(error.example).valid, f"the example {error.example!r} of {error}")
            equal(parameter.value, value, f"{parameter.id} after a refusal")
    equal(f["c"].state.options[1], faderd.Option("tails", "Tails up"), "an option")
    equal(f["r.low"].state.part_of, "r", "whose part r.low is")


@test("a clamp, a step, a reset, an outdated revision, several at once, undo, snapshots: all as over HTTP")
def writes():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, by="writer")
    master = f["master"]
    accepted = master.set("99")
    equal((accepted.clamped, accepted.notice), (True, "clamped to 6.0 dB (range -70.0…6.0 dB)"), "a clamp")
    revision = master.state.revision
    equal(master.set("-3", revision=revision).text, "-3.0 dB", "a set of the present revision")
    error = refusal(lambda: master.set(value=0, revision=revision), faderd.Outdated)
    equal((error.state.text, master.text), ("-3.0 dB", "-3.0 dB"), "what an outdated set says")
    master.reset()
    equal(master.value, -12.0, "the default")
    check(master.step(1).value > -12, "a step did not go up")
    equal([state.text for state in f.set({"master": "-6 dB", "price": (100, 200)})], ["-6.0 dB", "100…200"], "several at once")
    equal(daemon.get("/v1/history")[-1]["by"], "writer", "the writer of the entry")
    unknown = refusal(lambda: f.set({"master": "1", "nope": 1}), faderd.Unknown)
    check("nope" in str(unknown), f"which is unknown: {unknown}")
    equal({state.id for state in f.undo().states} >= {"master"}, True, "what an undo restored")
    f.redo()
    equal(f.save("one").name, "one", "the snapshot")
    master.set("0")
    equal([state.text for state in f.recall("one", only="master").states], ["-6.0 dB"], "a recall")
    equal([one.name for one in f.snapshots()], ["one"], "the snapshots")
    refusal(lambda: f.recall("two"), faderd.Unknown)
    for wrong in (lambda: master.set(), lambda: master.set("1", value=1)):
        refusal(wrong, TypeError)
    equal(refusal(lambda: f["mastr"], faderd.Unknown).suggestion, "master", "what was meant")
    equal(("master" in f, "mastr" in f, list(f)[0], len(f) > 4), (True, False, "master", True), "the connection as a collection")


@test("a drag is one entry of the history, others see who holds it, and a hand on the fader ends it")
def drag():
    daemon = native.Daemon(CONFIG).start()
    f, other = client.connect(daemon, by="phone"), client.connect(daemon, by="other")
    with f.gesture() as drag:
        for number in range(20):
            drag.move("master", number / 40)
            drag.move("price", low=number / 100, high=0.9)
        wait_until(lambda: other["master"].touched_by == ("phone",), "the other to see who holds it")
    wait_until(lambda: other["master"].touched_by == (), "the other to see that it was let go")
    equal(len(daemon.get("/v1/history")), 1, "entries of the history")
    daemon.touch(1, True)
    with f.gesture("late") as drag:
        error = refusal(lambda: drag.move("master", 0.1), faderd.InHand)
        check("hand" in str(error), f"the sentence: {error}")
    daemon.touch(1, False)
    refusal(lambda: f.gesture().move("master"), TypeError)


@test("a text field judges drafts, writes on submit, and drops its draft when the fader moves")
def field():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon)
    master = f["master"]
    with master.edit() as edit:
        draft = edit.draft("l")
        check(not draft.valid and "number" in draft.message, f"a bad draft: {draft}")
        equal(edit.submit().outcome, "refused", "a submit of it")
        equal(edit.draft("-3").text, "-3.0 dB", "a good one")
        equal((edit.submit().outcome, master.text), ("committed", "-3.0 dB"), "its submit")
        refusal(lambda: edit.draft("1"), faderd.FaderdError)
    with master.edit() as edit:
        edit.draft("-9")
        daemon.move(1, 0.5)
        wait_until(lambda: edit.draft("-99").dropped, "the draft to be dropped")
        equal(edit.submit().outcome, "dropped", "a submit of it")
    equal(daemon.value("master"), master.value, "the value, which is the fader's")


@test("presses of a trigger reach whoever follows it, each once, with who pressed; functions are called, and one that fails ends nothing")
def presses():
    daemon = native.Daemon(CONFIG).start()
    f, other = client.connect(daemon), client.connect(daemon, by="other")
    own = f.declare("chorus", kind="trigger")
    called, seen = [], []
    hook, threading.excepthook = threading.excepthook, lambda told: seen.append(told.exc_value)
    try:
        @f.on_press("chorus")
        def pressed(press):
            called.append(press.by)
            if len(called) == 1:
                raise RuntimeError("once")
        reader, none = own.pressed(timeout=30), f.pressed("go", timeout=0.1)
        for _ in range(3):
            # A press while one waits is none, so each waits for the last one's end.
            other["chorus"].press()
            run = next(reader).run
            wait_until(lambda: not daemon.parameter("chorus")["running"], "the press to end")
        wait_until(lambda: called == ["other"] * 3, lambda: f"three calls: {called}")
    finally:
        threading.excepthook = hook
    equal((run, [str(error) for error in seen], list(none), pressed.__name__), (3, ["once"], [], "pressed"), "what else happened")
    refusal(lambda: own.set("x"), faderd.Refused)
    other.press("go")


@test("a reload that gives an own id to the config and takes it out again leaves it declared")
def reloads():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, by="lamp")
    level = f.declare("lamp.level", value=30, **PERCENT)
    daemon.reload(CONFIG.replace("  go:", "  lamp.level: {max: 200, unit: \"%\"}\n  go:"))
    wait_until(lambda: level.state.max == 200, "the parameter of the config")
    equal(level.value, 30.0, "its value, which is kept")
    equal(f.declare("lamp.level", **PERCENT).state.max, 200, "what is declared of an id that the config has")
    check("config" in str(refusal(lambda: f.declare("lamp.level", kind="toggle"), faderd.Refused)), "why another kind is refused")
    # The handle that was there before still works.
    level.value = 31
    daemon.reload(CONFIG)
    wait_until(lambda: declared(daemon) == ["lamp.level"], "it to be declared by itself")
    f.close()
    equal(declared(daemon), [], "what is declared after the end")


@test("only= limits what is told and what can be declared; keep stays; undeclare takes back")
def limits():
    daemon = native.Daemon(CONFIG).start()
    f = client.connect(daemon, only="lamp.")
    equal(list(f), [], "what it knows")
    check("only=" in str(refusal(lambda: f["master"], faderd.Unknown)), "why master is unknown")
    refusal(lambda: f.declare("other"), ValueError)
    f.declare("lamp.kept", keep=True)
    f.declare("lamp.gone")
    f.declare("lamp.stays")
    f.undeclare("lamp.gone")
    wait_until(lambda: sorted(f) == ["lamp.kept", "lamp.stays"], "the one taken back to go")
    f.close()
    equal(declared(daemon), ["lamp.kept"], "what is left")


@test("with asyncio: declare, follow, set with and without waiting, drag, edit, press, a cancelled request, the end")
def with_asyncio():
    daemon = native.Daemon(CONFIG).start()

    async def until(claim, what):
        for _ in range(3000):
            if claim():
                return
            await asyncio.sleep(0.01)
        check(False, f"waited for {what}")

    async def main():
        async with faderd.aio.connect(daemon.socket, by="lamp") as f:
            level = await f.declare("lamp.level", value=50, **PERCENT)
            changes = level.watch(rate=None)
            equal((await anext(changes)).value, 50.0, "the present value")
            for number in range(100):
                level.value = number
            equal(level.value, 99, "the value before the answer")
            await until(lambda: level.state.value == 99.0, "the newest value to be set")
            check(len(daemon.get("/v1/history")) < 20, "every step was sent")
            equal((await level.set("12")).text, "12 %", "a text")
            level.value = "loud"
            await until(lambda: f.problems, "the refusal")
            equal([one.id for one in f.problems], ["lamp.level"], "whose refusal it is")
            level.position = 0.5
            await until(lambda: level.state.value == 50.0, "the position to be set")
            async with f.gesture("g") as drag:
                await drag.move(level, 0.25)
            async with level.edit() as edit:
                equal(((await edit.draft("x")).valid, (await edit.draft("8")).text, (await edit.submit()).outcome), (False, "8 %", "committed"), "an edit")
            pressed = []

            @f.on_press("go")
            async def _(press):
                pressed.append(press.by)
            await f.press("go")
            await until(lambda: pressed == ["lamp"], "the press")
            for _ in range(20):
                request = asyncio.create_task(level.set("70"))
                await asyncio.sleep(0.001)
                request.cancel()
            equal((await level.set("71")).text, "71 %", "a set after cancelled ones")
            equal((await f.set({"lamp.level": 72}))[0].text, "72 %", "several at once")
            equal([change.id async for change in f.watch("lamp.", timeout=0.2)], ["lamp.level"], "a watch with an end")
            level.value = 73
        equal((declared(daemon), f.connected), ([], False), "after the end")
        f = await faderd.aio.connect(daemon.socket, by="late")
        again = await f.declare("lamp.level", **PERCENT)
        equal(again.value, 73.0, "what was set just before the end")
        await f.close()
    asyncio.run(main())
