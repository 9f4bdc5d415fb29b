"""The changes of a reload, and how they are reported; revisions and event streams around it."""

import json

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


@test("a reload reports each change in its answer, as lines and in the log; a clamped value with both texts")
def told():
    faderd = native.Daemon(FIRST).start()
    faderd.put_durably("master", -60)
    faderd.put_durably("mode", "c")
    faderd.put_durably("price", [100, 900])
    faderd.configure(SECOND)
    done = faderd.must("reload")
    lines = [
        "parameter added: fresh", "parameter changed: master (min, step)", "parameter changed: mode (options)",
        "parameter changed: price (max, default)", "parameter removed: other", "surface changed: desk (controls, map)",
        "value clamped: master from -60.0 dB to -40.0 dB", "value clamped: price.high from 900 to 500"]
    equal(done.splitlines(), [f"reloaded {faderd.config_file}", *lines], "the lines of the reload")
    for line in lines:
        check(line in faderd.log(), f"the log has no \"{line}\": {faderd.log()}")
    equal(faderd.value("mode"), "c", "the option that has another place now")
    again = faderd.reload(SECOND)
    equal(again, {"config": faderd.config_file, "valid": True, "diagnostics": [], "changes": []}, "a reload that changes nothing")
    back = faderd.reload(FIRST)["changes"]
    equal(back[0], {"subject": "parameter", "id": "master", "change": "changed", "keys": ["min", "step"],
                    "text": "parameter changed: master (min, step)"}, "one change")


@test("a reload reports another locale, other web pages, targets and apps; a type only by the parameters that it changes")
def settings():
    faderd = native.Daemon(FIRST).start()
    changed = FIRST.replace("version: 1\n", "version: 1\nlocale: sv_SE\nweb: {pages: {live: [master]}}\ntypes: {send: {max: 5}}\n")
    equal([change["text"] for change in faderd.reload(changed)["changes"]], ["setting changed: locale", "setting changed: web"], "the changes")
    check("setting changed: locale" in faderd.log(), f"the log: {faderd.log()}")
    # Nobody listens at this port.
    def published(only):
        return changed + f'targets: {{house: {{mqtt: "mqtt://127.0.0.1:1", publish: {{topic: faderd/desk, only: [{only}]}}}}}}\n'
    for only in ("master", "mode"):
        equal([change["text"] for change in faderd.reload(published(only))["changes"]], ["setting changed: targets"], "the changes")
    equal(faderd.reload(published("mode"))["changes"], [], "the changes of a reload that changes nothing")


@test("a reload that binds a parameter to another target reports that parameter")
def target():
    faderd = native.Daemon(FIRST).start()
    bound = FIRST.replace("  master: {", '  master: {target: {exec: ["true", "{value}"]}, ', 1)
    equal([change["text"] for change in faderd.reload(bound)["changes"]], ["parameter changed: master (target)"], "the changes")
    other = bound.replace('["true"', '["false"')
    equal([change["text"] for change in faderd.reload(other)["changes"]], ["parameter changed: master (target)"], "the changes")
    equal(faderd.reload(other)["changes"], [], "the changes of a reload that changes nothing")


@test("reload --json and check --json print objects of the same shape, with and without errors")
def one_shape():
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
        faderd.reload(native.parameters(["level"], kind))
        if chosen:
            faderd.put_durably("level", chosen)
        faderd.reload(native.parameters(["level"], level))
        wanted = -12 if chosen else -39
        equal(faderd.value("level"), wanted, f"the value after {kind}")
        faderd.restart()
        equal(faderd.value("level"), wanted, f"the value after {kind} and a restart")


@test("revisions never fall: not at reloads or a start, nor when a parameter is removed and added again or changes its kind")
def revisions():
    faderd = native.Daemon(FIRST).start()
    highest = {}

    def look(what):
        for one in faderd.get("/v1/parameters"):
            known = highest.get(one["id"], -1)
            check(one["revision"] >= known, f"the revision of {one['id']} fell from {known} to {one['revision']} with {what}")
            highest[one["id"]] = one["revision"]

    def reload(config, what):
        faderd.reload(config)
        look(what)

    def change(values):
        for id, value in values.items():
            faderd.put_durably(id, value)
        look(f"the change to {values}")
    for value in range(1, 8):
        change({"other": value, "price": [value, 900 + value], "mode": "abc"[value % 3]})
    reload(FIRST, "the same configuration")
    for value in range(3):
        reload("version: 1\nparameters:\n  master: {max: 1}\n" + native.desk({1: "master"}), "what is gone")
        reload(FIRST, "what came back")
        before = dict(highest)
        change({"other": 9 - value, "price": [50 + value, 800]})
        check(highest["other"] > before["other"] and highest["price"] > before["price"], "a change that raised no revision")
    price = "price: {kind: range, max: 1000, gap: 10, decimals: 0}"
    reload(FIRST.replace("other: {max: 10}", "other: {kind: toggle}").replace(price, "price: {kind: color}"), "other kinds")
    faderd.put_durably("master", 0.3)
    seen = faderd.request("GET", "/v1/parameters/master").headers["etag"]
    faderd.restart(kill=True)
    look("a start of the daemon")
    late = faderd.request("PUT", "/v1/parameters/master", {"value": 0.9}, {"If-Match": seen})
    equal((late.status, faderd.value("master")), (412, 0.3), "a write on the condition of a revision from before the start")
    change({"price": "#102030", "other": True})
    reload(FIRST.replace(price, "price: {max: 3}\n  price.low: {max: 3}\n  price.high: {max: 3}"), "a number in place of a color")
    for value in (1, 2, 3):
        change({"price": value, "price.low": value})
    reload(FIRST, "a range in place of three numbers")
    body = {"id": "app", "parameter": {"max": 10}, "keep": True}
    for value in (1, 2, 3):
        equal(faderd.request("POST", "/v1/declarations", body).status, 201, "status of a declaration")
        look("a declaration")
        change({"app": value})
        equal(faderd.request("DELETE", "/v1/declarations/app").status, 200, "status of taking it back")


@test("a surface that a reload renames is connected under its new name, and its motors move")
def renamed():
    faderd = native.Daemon(FIRST).start()
    faderd.put_durably("master", -32)
    faderd.reload(FIRST.replace("  desk:", "  table:"))
    wait_until(lambda: [one["state"] for one in faderd.get("/v1/surfaces")] == ["connected"], "the renamed surface", 30)
    faderd.put_durably("master", 6)
    wait_until(lambda: abs(faderd.motor(1) - 1) < 1e-3, "its motor", 30)
