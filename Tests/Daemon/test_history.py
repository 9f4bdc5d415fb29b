"""History, undo and redo, snapshots, export and import, with a daemon on the virtual surface."""

import json
import time

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  pan: {type: pan}
  name: {kind: text}
  price: {kind: range, min: 0, max: 1000, decimals: 0, gap: 10, meet: push, default: [100, 900]}
""" + native.desk({1: "master", 2: "pan", 3: "price.low", 4: "price.high"})


def started():
    return native.Daemon(CONFIG).start()


def must(done, what):
    equal(done.exit, 0, f"exit code of {what} ({done.err.strip()})")
    return done.out


@test("a fader's gesture is one entry, whatever moved meanwhile, and undo moves the motor back")
def gesture():
    faderd = started()
    faderd.set("master", "-20")
    before = faderd.motor(1)
    faderd.touch(1, True)
    for step in range(20):
        faderd.move(1, 0.2 + step * 0.03)
        time.sleep(0.01)
    faderd.set("pan", "L10")
    faderd.move(1, 0.9)
    faderd.touch(1, False)
    wait_until(lambda: len(faderd.get("/v1/history")) == 3, lambda: f"three entries; {faderd.get('/v1/history')}")
    equal(sorted(entry["changes"][0]["id"] for entry in faderd.get("/v1/history")), ["master", "master", "pan"], "what was changed")
    equal(must(faderd.ctl("undo", "master"), "undo master"), "master -20.0 dB\n", "what undo prints")
    wait_until(lambda: abs(faderd.motor(1) - before) < 0.0005, "the motor to go back")
    equal(faderd.text("pan"), "L10", "pan after an undo of master")
    must(faderd.ctl("redo"), "redo")
    wait_until(lambda: abs(faderd.motor(1) - 0.9) < 0.0005, "the motor to follow redo")
    must(faderd.ctl("undo"), "undo")
    must(faderd.ctl("undo"), "undo")
    must(faderd.ctl("undo"), "undo")
    equal((faderd.text("master"), faderd.text("pan")), ("-12.0 dB", "C"), "after undoing everything")
    done = faderd.ctl("undo")
    check(done.exit == 65 and "nothing to undo" in done.err, f"one undo too many: {done}")


@test("two touches are two entries, a push of the other end belongs to the one that pushed")
def touches():
    faderd = started()
    for position in (0.3, 0.5):
        faderd.touch(1, True)
        faderd.move(1, position)
        faderd.touch(1, False)
    wait_until(lambda: len(faderd.get("/v1/history")) == 2, "two entries")
    faderd.touch(3, True)
    faderd.move(3, 0.95)
    faderd.touch(3, False)
    wait_until(lambda: faderd.text("price") == "950…960", lambda: f"the push; {faderd.text('price')}")
    wait_until(lambda: len(faderd.get("/v1/history")) == 3, "three entries")
    equal({change["id"] for change in faderd.get("/v1/history")[2]["changes"]}, {"price.low", "price.high"}, "the push is one change")
    must(faderd.ctl("undo", "price"), "undo price")
    equal(faderd.text("price"), "100…900", "after undo")


@test("history, undo and redo are there after kill -9")
def survives():
    faderd = started()
    faderd.set("master", "-20")
    faderd.set("name", "anna")
    faderd.set("name", "bert")
    must(faderd.ctl("undo"), "undo")
    faderd.kill()
    faderd.start()
    equal(faderd.text("name"), "anna", "name")
    must(faderd.ctl("redo"), "redo")
    equal(faderd.text("name"), "bert", "after redo")
    for _ in range(3):
        must(faderd.ctl("undo"), "undo")
    equal((faderd.text("name"), faderd.text("master")), ("", "-12.0 dB"), "after undoing everything")
    lines = must(faderd.ctl("history"), "history").splitlines()
    check(len(lines) == 3 and all("undone" in line for line in lines), f"history prints {lines}")


@test("snapshots: save, list, show, diff, recall as one undo entry, rename, delete")
def snapshots():
    faderd = started()
    faderd.set("master", "-3")
    faderd.set("price", "200..800")
    must(faderd.ctl("snapshot", "save", "verse"), "save")
    faderd.set("master", "-30")
    faderd.set("price", "850..900")
    faderd.set("name", "anna")
    equal(must(faderd.ctl("snapshot", "diff", "verse"), "diff").splitlines(),
          ["master -30.0 dB → -3.0 dB", "name anna → ", "price.high 900 → 800", "price.low 850 → 200"], "diff")
    before = len(faderd.get("/v1/history"))
    must(faderd.ctl("snapshot", "recall", "verse"), "recall")
    equal((faderd.text("master"), faderd.text("price"), faderd.text("name")), ("-3.0 dB", "200…800", ""), "after the recall")
    equal(len(faderd.get("/v1/history")), before + 1, "entries of a recall")
    must(faderd.ctl("undo"), "undo")
    equal((faderd.text("master"), faderd.text("price"), faderd.text("name")), ("-30.0 dB", "850…900", "anna"), "after its undo")
    must(faderd.ctl("snapshot", "recall", "verse", "--only", "master"), "recall --only")
    check(must(faderd.ctl("snapshot", "show", "verse", "--only", "master"), "show --only").count("\n") == 1, "show --only shows one")
    done = faderd.ctl("snapshot", "diff", "verse", "--only", "mastre")
    check(done.exit == 65 and "mastre" in done.err, f"diff --only of nothing: {done}")
    equal((faderd.text("master"), faderd.text("name")), ("-3.0 dB", "anna"), "after a recall of master only")
    must(faderd.ctl("snapshot", "rename", "verse", "refrain"), "rename")
    check("refrain" in must(faderd.ctl("snapshot", "list"), "list"), "the new name in the list")
    done = faderd.ctl("snapshot", "recall", "refrian")
    check(done.exit == 65 and 'did you mean "refrain"' in done.err, f"a misspelt name: {done}")
    faderd.kill()
    faderd.start()
    check("master -3.0 dB" in must(faderd.ctl("snapshot", "show", "refrain"), "show"), "the snapshot after kill -9")
    must(faderd.ctl("snapshot", "delete", "refrain"), "delete")
    equal(must(faderd.ctl("snapshot", "list"), "list"), "", "the list afterwards")


@test("a recall over a second goes there smoothly, is one entry, and a touched fader drops out")
def glide():
    faderd = started()
    faderd.set("master", "6")
    faderd.set("pan", "R100")
    must(faderd.ctl("snapshot", "save", "top"), "save")
    faderd.set("master", "-70")
    faderd.set("pan", "L100")
    entries = len(faderd.get("/v1/history"))
    must(faderd.ctl("snapshot", "recall", "top", "--over", "1s"), "recall")
    seen, start = [], time.monotonic()
    while time.monotonic() < start + 1.3:
        if 0.35 < time.monotonic() - start < 0.4:
            faderd.touch(2, True)
        seen.append(faderd.motor(1))
        time.sleep(0.02)
    check(all(a <= b for a, b in zip(seen, seen[1:])), f"the motor went back: {seen}")
    check(len(set(seen)) > 15 and seen[-1] == 1, f"the motor made {len(set(seen))} steps and stands at {seen[-1]}")
    faderd.touch(2, False)
    pan = faderd.get("/v1/parameters/pan")["value"]
    check(-100 < pan < 100, f"the touched fader did not stay: {pan}")
    equal(len(faderd.get("/v1/history")), entries + 1, "entries of the recall")
    must(faderd.ctl("undo"), "undo")
    equal((faderd.text("master"), faderd.text("pan")), ("-70.0 dB", "L100"), "after undo")


@test("export and import: the same again, all or nothing, and a dry run changes nothing")
def export():
    faderd = started()
    faderd.set("master", "-3")
    faderd.set("name", "anna")
    must(faderd.ctl("snapshot", "save", "verse"), "save")
    document = must(faderd.ctl("export"), "export")
    faderd.set("master", "-30")
    faderd.set("name", "bert")
    must(faderd.ctl("snapshot", "delete", "verse"), "delete")
    file = f"{faderd.directory}/export.json"
    with open(file, "w", encoding="utf-8") as out:
        out.write(document)
    check("would import" in must(faderd.ctl("import", file, "--dry-run"), "dry run"), "what a dry run says")
    equal(faderd.text("master"), "-30.0 dB", "after the dry run")
    broken = json.loads(document)
    broken["parameters"]["pan"]["value"] = "loud"
    broken["parameters"]["master"]["value"] = True
    done = faderd.ctl("import", "-", input=json.dumps(broken))
    check(done.exit == 65 and "master" in done.err and "pan" in done.err, f"a document with two errors: {done}")
    equal((faderd.text("master"), faderd.text("name")), ("-30.0 dB", "bert"), "after the refused import")
    stranger = json.loads(document)
    stranger["parameters"]["mastre"] = {"value": 1}
    done = faderd.ctl("import", "-", "--dry-run", input=json.dumps(stranger))
    check(done.exit == 0 and "mastre" in done.err, f"a value of a parameter that is not configured: {done}")
    must(faderd.ctl("import", file), "import")
    equal((faderd.text("master"), faderd.text("name")), ("-3.0 dB", "anna"), "after the import")
    equal(must(faderd.ctl("export"), "export"), document, "exported again")
    must(faderd.ctl("undo"), "undo")
    equal(faderd.text("master"), "-30.0 dB", "an import is one undo entry")
