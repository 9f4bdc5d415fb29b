"""The changes of a reload, and how they are reported; revisions and event streams around it."""

import json
import threading
import time

import native
from testing import check, equal, test, wait_until

FIRST = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  other: {max: 10}
  mode: {kind: choice, options: [a, b, c]}
  price: {kind: range, max: 1000, gap: 10, decimals: 0}
""" + native.desk({1: "master", 2: "other"})
SECOND = """\
version: 1
parameters:
  fresh: {max: 4}
  master: {min: -40, max: 6, unit: dB, default: -12, decimals: 1, step: 0.5}
  mode: {kind: choice, options: [c, b, a]}
  price: {kind: range, max: 500, gap: 10, decimals: 0}
""" + native.desk({1: "master", 3: "fresh"})


def reload(faderd, text):
    faderd.configure(text)
    answer = faderd.request("POST", "/v1/reload")
    equal(answer.status, 200, f"status of the reload ({answer.body})")
    return answer.json


@test("a reload reports each change in its answer, as lines and in the log; a clamped value with both texts")
def told():
    native.need_faderctl()
    faderd = native.Daemon(FIRST).start()
    faderd.put_durably("master", -60)
    faderd.put_durably("mode", "c")
    faderd.put_durably("price", [100, 900])
    faderd.configure(SECOND)
    done = faderd.ctl("reload")
    equal(done.exit, 0, f"exit code ({done.err})")
    lines = [
        "parameter added: fresh", "parameter changed: master (min, step)", "parameter changed: mode (options)",
        "parameter changed: price (max, default)", "parameter removed: other", "surface changed: desk (controls, map)",
        "value clamped: master from -60.0 dB to -40.0 dB", "value clamped: price.high from 900 to 500"]
    equal(done.out.splitlines(), [f"reloaded {faderd.config_file}", *lines], "the lines of the reload")
    for line in lines:
        check(line in faderd.log(), f"the log has no \"{line}\": {faderd.log()}")
    equal(faderd.value("mode"), "c", "the option that has another place now")
    again = reload(faderd, SECOND)
    equal(again, {"config": faderd.config_file, "valid": True, "diagnostics": [], "changes": []}, "a reload that changes nothing")
    back = reload(faderd, FIRST)["changes"]
    equal(back[0], {"subject": "parameter", "id": "master", "change": "changed", "keys": ["min", "step"],
                    "text": "parameter changed: master (min, step)"}, "one change")


@test("a reload reports another locale, other web pages, targets and apps; a type only by the parameters that it changes")
def settings():
    faderd = native.Daemon(FIRST).start()
    changed = FIRST.replace("version: 1\n", "version: 1\nlocale: sv_SE\nweb: {pages: {live: [master]}}\ntypes: {send: {max: 5}}\n")
    equal([change["text"] for change in reload(faderd, changed)["changes"]], ["setting changed: locale", "setting changed: web"], "the changes")
    check("setting changed: locale" in faderd.log(), f"the log: {faderd.log()}")
    # Nobody listens at this port.
    def published(only):
        return changed + f'targets: {{house: {{mqtt: "mqtt://127.0.0.1:1", publish: {{topic: faderd/desk, only: [{only}]}}}}}}\n'
    for only in ("master", "mode"):
        equal([change["text"] for change in reload(faderd, published(only))["changes"]], ["setting changed: targets"], "the changes")
    equal(reload(faderd, published("mode"))["changes"], [], "the changes of a reload that changes nothing")


@test("a reload that binds a parameter to another target reports that parameter")
def target():
    faderd = native.Daemon(FIRST).start()
    bound = FIRST.replace("  master: {", '  master: {target: {exec: ["true", "{value}"]}, ', 1)
    equal([change["text"] for change in reload(faderd, bound)["changes"]], ["parameter changed: master (target)"], "the changes")
    other = bound.replace('["true"', '["false"')
    equal([change["text"] for change in reload(faderd, other)["changes"]], ["parameter changed: master (target)"], "the changes")
    equal(reload(faderd, other)["changes"], [], "the changes of a reload that changes nothing")


@test("reload --json and check --json print objects of the same shape, with and without errors")
def one_shape():
    native.need_faderctl()
    faderd = native.Daemon(FIRST).start()
    keys = {"config", "valid", "diagnostics", "changes"}
    good = [json.loads(faderd.ctl(*words, "--json").out) for words in (("reload",), ("check", faderd.config_file))]
    for answer in good:
        equal((set(answer), answer["config"], answer["valid"]), (keys, faderd.config_file, True), "a good config")
    faderd.configure("version: 1\nparameters:\n  master: {min: 3, max: 3}\n")
    done = [faderd.ctl(*words, "--json") for words in (("reload",), ("check", faderd.config_file))]
    equal([one.exit for one in done], [78, 78], "exit codes")
    bad = [json.loads(one.out) for one in done]
    for answer in bad:
        equal((set(answer), answer["config"], answer["valid"]), (keys, faderd.config_file, False), "a bad config")
    equal(bad[0], bad[1], "what is wrong")


@test("a reload reports its errors with the absolute path of a config that was given as a relative one")
def absolute_path():
    native.need_faderctl()
    faderd = native.Daemon(FIRST)
    # faderd is started in /.
    faderd.arguments[faderd.arguments.index(faderd.config_file)] = faderd.config_file.lstrip("/")
    faderd.start()
    faderd.configure("version: 1\nparameters:\n  master: {min: 3, max: 3}\n")
    answer = faderd.request("POST", "/v1/reload")
    equal(answer.status, 422, "status of the reload")
    equal([answer.json["config"], *(one["file"] for one in answer.json["diagnostics"])], [faderd.config_file] * 2, "the file in the errors")
    said = faderd.ctl("reload").err
    check(f"{faderd.config_file}:3:" in said, f"what faderctl prints: {said}")
    check(f"{faderd.config_file}:3:" in faderd.log(), f"the log: {faderd.log()}")


@test("a value with a unit that the state file keeps comes back with its parameter's kind, unless somebody has chosen another")
def kinds():
    level = "min: -70, max: 6, unit: dB, default: -12"
    for kind, chosen in (("kind: text", None), ("kind: toggle", None), ("kind: choice, options: [a, b]", "b")):
        faderd = native.Daemon(native.parameters(["level"], level)).start()
        faderd.put_durably("level", -39)
        reload(faderd, native.parameters(["level"], kind))
        if chosen:
            faderd.put_durably("level", chosen)
        reload(faderd, native.parameters(["level"], level))
        wanted = -12 if chosen else -39
        equal(faderd.value("level"), wanted, f"the value after {kind}")
        faderd.stop()
        faderd.start()
        equal(faderd.value("level"), wanted, f"the value after {kind} and a restart")


@test("a value that a reload clamps is reported to watchers with origin restore, and makes no history entry")
def clamp_is_restored():
    native.need_faderctl()
    faderd = native.Daemon(FIRST).start()
    faderd.move(1, 0)
    wait_until(lambda: faderd.value("master") == -70, "the fader to set it", 30)
    stream = faderd.events()
    next(stream)
    watch = faderd.ctl_running("watch", "--now", "master")
    equal(watch.stdout.readline(), "master -70.0 dB\n", "what watch tells at first")
    before = faderd.get("/v1/history")
    reload(faderd, SECOND)
    equal(watch.stdout.readline(), "master -40.0 dB\n", "what watch tells of the reload")
    seen = []
    while not any(kind == "parameter" and data["id"] == "master" for kind, data in seen):
        seen.append(next(stream))
    equal(seen[0][0], "state", "the first event after the reload")
    told = seen[-1][1]
    equal((told["value"], told["origin"]), (-40, "restore"), "the event of the clamp")
    master = faderd.parameter("master")
    equal((master["value"], master["origin"], master["revision"]), (-40, "restore", told["revision"]), "the parameter")
    equal(len(faderd.get("/v1/history")), len(before), "entries of the history")


@test("revisions never fall: not at reloads or a start, nor when a parameter is removed and added again or changes its kind")
def revisions():
    faderd = native.Daemon(FIRST).start()
    highest = {}

    def look(what):
        for one in faderd.get("/v1/parameters"):
            known = highest.get(one["id"], -1)
            check(one["revision"] >= known, f"the revision of {one['id']} fell from {known} to {one['revision']} with {what}")
            highest[one["id"]] = one["revision"]
    for value in range(1, 8):
        faderd.put_durably("other", value)
        faderd.put_durably("price", [value, 900 + value])
        faderd.put_durably("mode", "abc"[value % 3])
    look("nothing")
    reload(faderd, FIRST)
    look("the same configuration")
    without = "version: 1\nparameters:\n  master: {max: 1}\n" + native.desk({1: "master"})
    for round in range(3):
        reload(faderd, without)
        look("what is gone")
        reload(faderd, FIRST)
        look("what came back")
        before = dict(highest)
        faderd.put_durably("other", 9 - round)
        faderd.put_durably("price", [50 + round, 800])
        look("a change")
        check(highest["other"] > before["other"] and highest["price"] > before["price"], "a change that raised no revision")
    reload(faderd, FIRST.replace("other: {max: 10}", "other: {kind: toggle}").replace("price: {kind: range, max: 1000, gap: 10, decimals: 0}", "price: {kind: color}"))
    look("other kinds")
    faderd.put_durably("master", 0.3)
    seen = faderd.request("GET", "/v1/parameters/master").headers["etag"]
    faderd.kill()
    faderd.start()
    look("a start of the daemon")
    late = faderd.request("PUT", "/v1/parameters/master", {"value": 0.9}, {"If-Match": seen})
    equal((late.status, faderd.value("master")), (412, 0.3), "a write on the condition of a revision from before the start")
    faderd.put_durably("price", "#102030")
    faderd.put_durably("other", True)
    look("a change of another kind")
    reload(faderd, FIRST.replace("price: {kind: range, max: 1000, gap: 10, decimals: 0}", "price: {max: 3}\n  price.low: {max: 3}\n  price.high: {max: 3}"))
    look("a number in place of a color")
    for value in (1, 2, 3):
        faderd.put_durably("price", value)
        faderd.put_durably("price.low", value)
    look("changes")
    reload(faderd, FIRST)
    look("a range in place of three numbers")
    body = {"id": "app", "parameter": {"max": 10}, "keep": True}
    for value in (1, 2, 3):
        equal(faderd.request("POST", "/v1/declarations", body).status, 201, "status of a declaration")
        look("a declaration")
        faderd.put_durably("app", value)
        look("a change of what is declared")
        equal(faderd.request("DELETE", "/v1/declarations/app").status, 200, "status of taking it back")


@test("around reloads the events of a stream always fit the configuration of its last state event", limit=90)
def streams():
    configs = [native.parameters([f"p.{n}" for n in range(1, 9)], f"min: 0, max: {top}, decimals: 0") + native.desk({n: f"p.{n}" for n in range(1, 9)})
               for top in (1000, 500)]
    faderd = native.Daemon(configs[0]).start()
    stop = threading.Event()
    threads = native.Threads()

    def move(n):
        session, step = faderd.session(timeout=30), 0
        while not stop.is_set():
            step += 1
            session.ask("PUT", f"/v1/virtual/fader.{n}", {"position": step % 97 / 97})

    def watch():
        stream, top, count = faderd.events(), None, 0
        for kind, data in stream:
            if kind == "state":
                tops = {one["max"] for one in data["parameters"]}
                equal(len(tops), 1, "configurations in one state")
                top = tops.pop()
            elif kind == "parameter":
                count += 1
                equal(data["max"], top, f"the configuration of an event of {data['id']}")
                check(data["value"] <= top, f"{data['id']} is told at {data['value']}, beyond {top}")
            if stop.is_set() and kind == "state" and top == 7:
                break
        check(count > 0, "no event at all")
    for n in (1, 2, 3):
        threads.run(move, n)
    for _ in range(3):
        threads.run(watch)
    for turn in range(40):
        reload(faderd, configs[(turn + 1) % 2])
    stop.set()
    time.sleep(0.2)
    reload(faderd, configs[0].replace("max: 1000", "max: 7"))
    threads.join(60)


@test("min above max and invert: a drawbar's travel is reversed for hand, motor, text and steps")
def drawbars():
    native.need_faderctl()
    controls = "".join(
        f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true, touch: \"note {103 + n} ch 1\"{more}}}\n"
        for n, more in ((1, ""), (2, ", invert: true"), (3, "")))
    faderd = native.Daemon(
        "version: 1\nparameters:\n  flute: {kind: integer, min: 8, max: 0}\n  reed: {min: 0, max: 8, decimals: 2}\n"
        f"surfaces:\n  desk:\n    match: \"faderd virtual\"\n    controls:\n{controls}    map: {{fader.1: flute, fader.2: reed, fader.3: reed}}\n").start()
    flute = faderd.parameter("flute")
    equal((flute["value"], flute["min"], flute["max"], flute["position"]), (0, 8, 0, 1), "a turned parameter")
    equal(abs(faderd.motor(1) - 1) < 1e-3, True, "its motor is at the end of the travel")
    faderd.move(1, 0.25)
    wait_until(lambda: faderd.value("flute") == 6, "the hand to set it", 30)
    for words, text in ((("set", "flute", "min"), "8"), (("set", "flute", "25%"), "6"), (("step", "flute", "1"), "5"), (("set", "flute", "max"), "0")):
        equal(faderd.ctl(*words).out.strip(), text, " ".join(words))
    clamped = faderd.ctl("set", "flute", "9")
    equal((clamped.out.strip(), "range 8…0" in clamped.err), ("8", True), "beyond the range")
    faderd.move(2, 0.25)
    wait_until(lambda: abs(faderd.value("reed") - 6) < 0.01, "the inverted hand to set it", 30)
    wait_until(lambda: abs(faderd.motor(3) - 0.75) < 1e-3, "the other motor to go the other way", 30)
    faderd.put_durably("reed", 2)
    wait_until(lambda: abs(faderd.motor(2) - 0.75) < 1e-3 and abs(faderd.motor(3) - 0.25) < 1e-3, "both motors", 30)
    exported = faderd.get("/v1/export")
    faderd.put_durably("flute", 3)
    equal(faderd.request("POST", "/v1/import", exported).status, 200, "status of the import")
    equal((faderd.value("flute"), faderd.value("reed")), (8, 2), "what came back")
    answer = faderd.request("POST", "/v1/declarations", {"id": "app", "parameter": {"kind": "integer", "min": 5, "max": 1}, "keep": True, "value": 4})
    equal((answer.status, answer.json[0]["min"], answer.json[0]["max"], answer.json[0]["position"]), (201, 5, 1, 0.25), "a declared one")
    faderd.stop()
    equal((faderd.start().value("flute"), faderd.value("reed")), (8, 2), "after a restart")


@test("a surface that a reload renames is connected under its new name, and its motors move")
def renamed():
    faderd = native.Daemon(FIRST).start()
    faderd.put_durably("master", -32)
    reload(faderd, FIRST.replace("  desk:", "  table:"))
    wait_until(lambda: [one["state"] for one in faderd.get("/v1/surfaces")] == ["connected"], "the renamed surface", 30)
    faderd.put_durably("master", 6)
    wait_until(lambda: abs(faderd.motor(1) - 1) < 1e-3, "its motor", 30)


@test("a text below the lowest finite value of a scale that ends in silence is clamped to that value, or refused; a hand reaches −∞")
def silence():
    native.need_faderctl()
    keys = "min: -inf, max: 10, unit: dB, taper: audio, decimals: 1, default: 0"
    faderd = native.Daemon(
        f"version: 1\nparameters:\n  vol: {{{keys}}}\n  strict: {{{keys}, out-of-range: reject}}\n" + native.desk({1: "vol", 2: "strict"})).start()
    done = faderd.ctl("set", "vol", "-200")
    equal(done.out.strip(), "-90.0 dB", "what -200 becomes")
    check("clamped to -90.0 dB (range −∞ or -90.0…10.0 dB)" in done.err, f"what is told of it: {done.err}")
    faderd.move(1, 0)
    wait_until(lambda: faderd.value("vol") == "-inf", "the hand at the bottom to come to −∞", 30)
    done = faderd.ctl("set", "strict", "-200")
    equal((done.exit, faderd.value("strict")), (65, 0), "the one that refuses")
    check("-200 is out of range" in done.err, f"what is told of it: {done.err}")
    equal(faderd.put_durably("vol", -200)["value"], -90, "the value -200 of a program")


@test("a virtual fader for the nearer end of a range reports which end it drives")
def nearest():
    faderd = native.Daemon(
        "version: 1\nparameters:\n  price: {kind: range, max: 1000, default: [100, 900]}\n" + native.desk({1: "price.nearest"})).start()

    def told():
        fader = faderd.get("/v1/virtual")[0]
        return fader["parameter"], fader["label"]
    equal(told(), ("price.low", "price low"), "what it drives at first")
    faderd.move(1, 0.8)
    wait_until(lambda: told() == ("price.high", "price high"), "the end it was moved to", 30)
    faderd.put_durably("price.high", 950)
    equal(told(), ("price.high", "price high"), "what it drives after somebody else set that end")
    reload(faderd, faderd_config(faderd) + "    auto: true\n")
    equal(told(), ("price.high", "price high"), "what it drives after a reload")
    faderd.move(1, 0.1)
    wait_until(lambda: told() == ("price.low", "price low"), "the end it was moved to then", 30)


def faderd_config(faderd):
    return native.read(faderd.config_file).decode()
