"""Parameters that programs declare: their lifetime, and the controls that they get."""

import json
import signal
import time

import native
from testing import check, equal, test, wait_until


def desk(faders=8, mapped=None):
    """A config with a virtual surface whose free faders go to declared parameters."""
    controls = "".join(
        f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true, touch: \"note {103 + n} ch 1\"}}\n" for n in range(1, faders + 1))
    lines = "".join(f"      fader.{n}: {parameter}\n" for n, parameter in (mapped or {}).items())
    return ("version: 1\nparameters:\n  master: {min: 0, max: 100, default: 10}\n"
            f"surfaces:\n  desk:\n    match: \"faderd virtual\"\n    auto: true\n    controls:\n{controls}"
            + (f"    map:\n{lines}" if lines else ""))


CONFIG = desk(mapped={1: "master"})
PERCENT = {"min": 0, "max": 100, "unit": "%", "decimals": 0}


def declare(session, name, parameter=None, status=201, **more):
    """Declares a parameter over a connection; returns the decoded answer."""
    got, answer = session.ask("POST", "/v1/declarations", {"id": name, "parameter": PERCENT if parameter is None else parameter, **more})
    equal(got, status, f"status of the declaration of {name} ({answer})")
    return answer


def ids(faderd):
    return [parameter["id"] for parameter in faderd.get("/v1/parameters")]


def owner(faderd, name):
    return faderd.parameter(name).get("owner")


def gone(faderd, name):
    wait_until(lambda: faderd.request("GET", f"/v1/parameters/{name}").status == 404, f"{name} to go")


@test("a value is remembered, also after a restart, and takes precedence over the declared value")
def remembered():
    faderd = native.Daemon(CONFIG).start()
    line = faderd.session()
    declare(line, "app.volume", value=50)
    line.close()
    gone(faderd, "app.volume")
    line = faderd.session()
    declare(line, "app.volume", value=20)
    equal(faderd.value("app.volume"), 50, "the first value the next time")
    faderd.put_durably("app.volume", 70)
    line.close()
    gone(faderd, "app.volume")
    equal(faderd.file_value("app.volume"), 70, "the value in the state file")
    line = faderd.session()
    equal(declare(line, "app.volume", value=20)[0]["value"], 70, "the value the next time")
    declare(line, "plain", {"max": 5, "default": 3})
    line.close()
    gone(faderd, "plain")
    line = faderd.session()
    equal(declare(line, "plain", {"max": 5, "default": 3}, value=4)[0]["value"], 4, "a default that nobody chose is not remembered")
    line.close()
    equal(faderd.stop(), 0, "exit code")
    faderd.start()
    equal(ids(faderd), ["master"], "the parameters after a restart")
    line = faderd.session()
    equal(declare(line, "app.volume", value=20)[0]["value"], 70, "the value after a restart")
    equal(line.ask("POST", "/v1/parameters/app.volume/reset")[1]["value"], 0, "reset goes back to the default, not to the first value")
    line.close()


@test("a first value beyond the range is clamped, and the program is told; one that is not used is not")
def clamped():
    faderd = native.Daemon(CONFIG).start()
    line = faderd.session()
    answer = declare(line, "odd", {"max": 10}, value=99)[0]
    equal((answer["value"], answer["clamped"], answer["notice"]), (10, True, "clamped to 10.00 (range 0.00…10.00)"), "the answer")
    span = declare(line, "span", {"kind": "range", "max": 10}, value=[-5, 4])[0]
    equal((span["value"], span.get("clamped")), ([0, 4], True), "the answer for a range")
    faderd.put_durably("odd", 3)
    again = declare(line, "odd", {"max": 10}, value=99)[0]
    equal((again["value"], again.get("clamped")), (3, None), "the answer where there is a value already")
    faderd.put_durably("odd", 10)
    again = declare(line, "odd", {"max": 10}, value=99)[0]
    equal((again["value"], again.get("clamped")), (10, None), "the answer where somebody has set the end of the range")
    told = faderd.ctl("declare", "more", "max=10", "value=99", "--keep")
    equal((told.out, told.err), ("more 10.00\n", "faderctl: clamped to 10.00 (range 0.00…10.00)\n"), "what faderctl says")


@test("a declaration with keep outlives its program, until it is removed; a restart of the daemon ends it")
def keep():
    faderd = native.Daemon(CONFIG).start()
    line = faderd.session()
    declare(line, "app.volume", keep=True, by="app", value=30)
    line.close()
    wait_until(lambda: faderd.status()["connections"]["open"] == 1, "the connection to go")
    equal(faderd.get("/v1/declarations"), [{"id": "app.volume", "by": ["app"], "keep": True, "connections": 0}], "the declarations")
    equal(faderd.value("app.volume"), 30, "value")
    left = faderd.request("DELETE", "/v1/declarations/app.volume")
    equal((left.status, left.json), (200, {"id": "app.volume", "by": [], "keep": False, "connections": 0}), "what is left")
    equal(ids(faderd), ["master"], "the parameters")
    line = faderd.session()
    declare(line, "app.volume", keep=True)
    equal(faderd.stop(), 0, "exit code")
    faderd.start()
    equal(ids(faderd), ["master"], "the parameters after a restart")


@test("a parameter that comes as another goes inherits nothing of it: values, decisions and undo are its own")
def successor():
    faderd = native.Daemon(CONFIG).start()
    line = faderd.session()
    for round_ in range(3):
        first, second = f"a.{round_}", f"b.{round_}"
        declare(line, first, value=10)
        faderd.set(first, "80")
        equal(owner(faderd, first), "desk fader.2", "the control")
        equal(line.ask("DELETE", f"/v1/declarations/{first}")[0], 200, "status")
        declare(line, second, {"kind": "range", "max": 50, "gap": 5})
        equal([faderd.value(f"{second}.{end}") for end in ("low", "high")], [0, 50], "the values")
        decisions = [one["decision"] for one in faderd.get(f"/v1/parameters/{second}.low/explain")["decisions"]]
        check("changed" not in decisions, f"it has the decisions of another: {decisions}")
        faderd.set(f"{second}.low", "48")
        equal([faderd.value(f"{second}.{end}") for end in ("low", "high")], [45, 50], "the ends")
        declare(line, first)
        equal(faderd.value(first), 80, "the value that is remembered")
        equal(faderd.ctl("undo", first).exit, 0, "exit code")
        equal((faderd.value(first), faderd.value(f"{second}.low")), (10, 45), "the values after the undo")
        faderd.reload(CONFIG.replace("default: 10", f"default: {11 + round_}"))
        equal((faderd.value(first), faderd.value(f"{second}.low")), (10, 45), "the values after the reload")
        equal([line.ask("DELETE", f"/v1/declarations/{name}")[0] for name in (first, second)], [200, 200], "status")
    equal(ids(faderd), ["master"], "the parameters")
    line.close()


@test("100 declarations on one connection take less than 2 s; the 101st is refused with 409, the 1,001st in all with 503", alone=True)
def many():
    faderd = native.Daemon(CONFIG).start()
    events = faderd.events()
    next(events)
    line = faderd.session()
    begin = time.monotonic()
    for number in range(100):
        declare(line, f"app.p{number}")
    took = time.monotonic() - begin
    check(took < 2, f"100 declarations took {took:.3f} s")
    equal(declare(line, "app.more", status=409)["detail"].count("100"), 1, "the limit in the sentence")
    wait_until(lambda: len(next(events)[1]["parameters"]) == 101, "the watcher to hear of all")
    lines = [faderd.session() for _ in range(9)]
    begin = time.monotonic()
    for number in range(100):
        for line_number, other in enumerate(lines):
            other.send("POST", "/v1/declarations", {"id": f"l{line_number}.p{number}", "parameter": PERCENT})
        for other in lines:
            equal(other.receive()[0], 201, "status")
    took = time.monotonic() - begin
    # Those that are made at the same time come into force together, four times a second once a hundred have followed each other.
    check(took < 60, f"900 declarations took {took:.3f} s")
    extra = faderd.session()
    check("1000" in declare(extra, "one.more", status=503)["detail"], "the limit is not in the sentence")
    for other in [line, *lines]:
        other.close()
    wait_until(lambda: ids(faderd) == ["master"], "all of them to go")
    declare(extra, "one.more")
    extra.close()


@test("history, undo and snapshots work on declared parameters, and leave out removed ones until they come back")
def history():
    faderd = native.Daemon(CONFIG).start()
    line = faderd.session()
    declare(line, "app.volume", value=50)
    faderd.put_durably("app.volume", 70)
    equal(faderd.ctl("snapshot", "save", "one").exit, 0, "exit code")
    faderd.put_durably("app.volume", 90)
    equal(faderd.ctl("undo").exit, 0, "exit code of undo")
    equal(faderd.value("app.volume"), 70, "value after undo")
    faderd.put_durably("master", 20)
    line.close()
    gone(faderd, "app.volume")
    equal([change["id"] for entry in faderd.get("/v1/history") for change in entry["changes"]], ["master"], "what the history shows")
    equal(faderd.ctl("undo").exit, 0, "exit code of undo")
    equal(faderd.value("master"), 10, "the value undone")
    check(faderd.ctl("undo").exit != 0, "an undo of what has gone")
    recalled = faderd.ctl("snapshot", "recall", "one")
    check("app.volume is not configured" in recalled.err + recalled.out, f"it does not say what it left out: {recalled}")
    line = faderd.session()
    declare(line, "app.volume")
    equal(faderd.ctl("undo", "app.volume").exit, 0, "exit code of undo")
    equal(faderd.value("app.volume"), 50, "value undone after it came back")
    line.close()


@test("faderctl declare holds the parameter, prints every change, and ends with 0 when it is interrupted")
def from_the_shell():
    faderd = native.Daemon(CONFIG).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        shell = faderd.ctl_running("declare", "app.volume", "min=-70", "max=6", "unit=dB", "label=App 7", "value=-10", "decimals=1", "--by", "shell")
        first = shell.stdout.readline()
        check(first in ("app.volume -10.0 dB\n", "app.volume -3.5 dB\n"), f"the first line: {first!r}")
        table = faderd.ctl("list").out.splitlines()
        equal(table[0].split(), ["ID", "VALUE", "LABEL", "OWNER", "DECLARED", "BY"], "the header of list")
        check(table[2].endswith("shell") and "App 7" in table[2] and table[1].endswith("-"), f"the table: {table}")
        faderd.set("app.volume", "-20")
        equal(shell.stdout.readline(), "app.volume -20.0 dB\n", "the line of a change")
        faderd.set("app.volume", "-3.5")
        equal(shell.stdout.readline(), "app.volume -3.5 dB\n", "the line of a change")
        shell.send_signal(number)
        equal(shell.wait(30), 0, "exit code")
        gone(faderd, "app.volume")
    equal(faderd.ctl("list").out.splitlines()[0].split(), ["ID", "VALUE", "LABEL", "OWNER"], "the header without declared ones")


@test("faderctl declare declares nothing if the daemon has no room for its event stream")
def no_room():
    faderd = native.Daemon(CONFIG).start()
    watching = [faderd.events() for _ in range(64)]
    for stream in watching:
        equal(next(stream)[0], "state", "the first event")
    done = faderd.ctl("declare", "app.late", "max=10")
    equal((done.exit, done.out), (69, ""), f"of declare: {done.err}")
    faderd.set("master", "50")
    equal(next(watching[0])[0], "parameter", "the event after it; another state would mean that it was declared for a moment")


@test("faderctl declare: --keep returns at once, --remove removes the declaration, --json prints lines, and wrong keys are reported")
def shell_options():
    faderd = native.Daemon(CONFIG).start()
    done = faderd.ctl("declare", "side", "kind=choice", "options=[heads, {id: tails, label: Tails up}]", "value=tails", "--keep", "--json")
    equal((done.exit, json.loads(done.out)["text"]), (0, "Tails up"), "exit code and text")
    equal(faderd.parameter("side")["declaredBy"], ["faderctl"], "who declared it")
    equal(faderd.ctl("declare", "side", "--remove").exit, 0, "exit code of --remove")
    equal(faderd.ctl("declare", "side", "--remove").exit, 65, "exit code of another --remove")
    done = faderd.ctl("declare", "a", "mn=0", "max=loud")
    equal(done.exit, 65, "exit code")
    check("unknown key \"mn\"" in done.err and "expected a number for max" in done.err, f"it does not say what is wrong: {done.err!r}")
    for arguments in (("a", "min"), ("a", "max=1", "max=2"), ("a", "--by", ""), ("a", "--remove", "max=1")):
        equal(faderd.ctl("declare", *arguments).exit, 64, f"exit code of {arguments}")
    for key, told in (("options=[heads", "options: "), ("value={}", "value: a value is a number"), ("max=[1]", "max: expected a number")):
        done = faderd.ctl("declare", "a", key)
        equal(done.exit, 65, f"exit code of {key}")
        check(told in done.err, f"what is told of {key}: {done.err}")
    done = faderd.ctl("declare", "odd", "kind=text", "label=a: b # c", "default='it''s'", "value=\"x\\u00fc\"", "--keep", "--json")
    equal((done.exit, json.loads(done.out)["text"], json.loads(done.out)["label"]), (0, "xü", "a: b # c"), "a text")
    equal(faderd.ctl("declare", "master").exit, 65, "exit code of what is configured")
    shell = faderd.ctl_running("declare", "band", "kind=range", "max=10", "value=[2, 3]", "--json")
    equal(json.loads(shell.stdout.readline())["value"], [2, 3], "the value")
    faderd.kill()
    equal(shell.wait(30), 69, "exit code when the daemon goes")
