"""History, undo and redo, snapshots, export and import, with a daemon on the virtual surface."""


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


@test("redo of a fade that undo has stopped says that it goes to where the fade was stopped; of one that had ended it says nothing")
def stopped_fade():
    faderd = started()
    for name, value in (("down", "-70"), ("up", "6")):
        faderd.set("master", value)
        faderd.must("snapshot", "save", name)
    faderd.must("snapshot", "recall", "down", "--over", "30s")
    wait_until(lambda: faderd.value("master") < 5.5, "the fade")
    faderd.must("undo")
    wait_until(lambda: faderd.value("master") == 6, "where it came from")
    done = faderd.ctl("redo")
    equal(done.exit, 0, done.err)
    check("is a fade that undo has stopped" in done.err, done.err)
    check(-70 < faderd.value("master") < 5.5, f"where it was stopped: {faderd.text('master')}")
    faderd.must("snapshot", "recall", "down", "--over", "0.1s")
    wait_until(lambda: faderd.value("master") == -70, "the end of the fade")
    faderd.must("undo")
    done = faderd.ctl("redo")
    equal((done.exit, done.err), (0, ""), "redo of a whole fade")


@test("undo --entry takes back one entry, and what was changed since stays and is counted; redo --entry brings it back")
def one_entry():
    faderd = started()
    faderd.set("master", "-20")
    faderd.set("name", "anna")
    equal(faderd.request("PATCH", "/v1/parameters", {"pan": {"text": "L10"}, "name": {"text": "bert"}}).status, 200, "status of two at once")
    faderd.set("name", "carl")
    numbers = [entry["number"] for entry in faderd.get("/v1/history")]
    equal(faderd.must("undo", "--entry", str(numbers[0])), "master -12.0 dB\n", "what undo prints")
    equal((faderd.text("pan"), faderd.text("name")), ("L10", "carl"), "the others")
    done = faderd.ctl("undo", "--entry", str(numbers[2]))
    equal((done.exit, done.out, done.err), (0, "pan C\n", "faderctl: 1 parameter stays as it is, because it was changed since\n"), "half an entry")
    equal(faderd.text("name"), "carl", "the name, which was changed since")
    faderd.fails(65, f"nothing to undo in entry {numbers[1]}; 1 parameter stays as it is", "undo", "--entry", str(numbers[1]))
    faderd.fails(65, f"redo --entry {numbers[0]}", "undo", "--entry", str(numbers[0]))
    faderd.must("redo", "--entry", str(numbers[2]))
    equal((faderd.text("pan"), faderd.text("name")), ("L10", "carl"), "after redo")
    faderd.must("redo", "--entry", str(numbers[0]))
    equal(faderd.text("master"), "-20.0 dB", "master")
    faderd.fails(65, "nothing to redo", "redo", "--entry", str(numbers[0]))
    faderd.fails(65, "no entry 999", "undo", "--entry", "999")
    for body in ({"entry": 0}, {"entry": numbers[0], "to": 1}, {"entry": numbers[0], "id": "master"}):
        check(faderd.request("POST", "/v1/undo", body).status in (400, 422), f"{body} is refused")
    check(faderd.ctl("undo", "master", "--entry", "1").exit == 64, "an id and an entry")


@test("the history of one parameter shows its change, even in an entry with many others")
def own_change():
    names = [f"a.{number}" for number in range(9)] + ["zulu"]
    faderd = native.Daemon(native.parameters(names)).start()
    faderd.must("snapshot", "save", "verse")
    for name in names:
        faderd.set(name, "5")
    faderd.must("snapshot", "recall", "verse")
    for line in faderd.must("history", "zulu").splitlines():
        check("zulu 5.000 → 0.000" in line or "zulu 0.000 → 5.000" in line, line)
    faderd.must("--lines", "1", "history")
    faderd.must("--entry", str(faderd.get("/v1/history")[-1]["number"]), "undo")


@test("undo after a change that came after a slow recall takes back that change")
def changed_after_slow_recall():
    # In steps of 1 the recall has no entry in the history for minutes.
    faderd = native.Daemon(native.MASTER).start()
    faderd.must("snapshot", "save", "low", "--only", "other")
    faderd.set("other", "1")
    faderd.must("snapshot", "recall", "low", "--over", "10min")
    faderd.set("master", "-20")
    equal(faderd.must("undo"), "master -12.0 dB\n", "what undo says")


def half_recalled(faderd):
    """Recalls over 10 s; returns once master has moved. fan, in steps, and the toggle, which jumps, are in the snapshot, too."""
    for name, value in (("fan", 2), ("fan", 3), ("lamp", True), ("master", 6)):
        faderd.put_durably(name, value)
    faderd.must("snapshot", "save", "top")
    for name, value in (("fan", 2), ("lamp", False), ("master", -70)):
        faderd.put_durably(name, value)
    faderd.must("snapshot", "recall", "top", "--over", "10s")
    wait_until(lambda: faderd.value("master") > -70 and faderd.value("lamp"), "the recall to move")
    check(faderd.value("fan") == 2 and faderd.parameter("fan")["ownedBy"] == "recall", f"the fan is not on its way: {faderd.parameter('fan')}")


GLIDING = native.MASTER.replace("  other:", "  fan: {kind: integer, max: 10}\n  lamp: {kind: toggle}\n  other:")


@test("undo on the way of a slow recall stops all of it, also what has not moved yet")
def half_way():
    for words in ((), ("--count", "2"), ("--entry",)):
        faderd = native.Daemon(GLIDING).start()
        half_recalled(faderd)
        newest = str(faderd.get("/v1/history")[-1]["number"])
        faderd.must("undo", *words, *([newest] if words == ("--entry",) else []))
        wait_until(lambda: not any("ownedBy" in faderd.parameter(name) for name in ("master", "fan", "lamp")), f"all to stop after undo {words}", 3)
        equal((faderd.value("fan"), faderd.value("lamp")), (2, False), f"the fan and the lamp after undo {words}")
        faderd.stop()


@test("undo of a parameter that a slow recall has not moved yet stops it alone, and takes nothing older back")
def half_way_one():
    faderd = native.Daemon(GLIDING).start()
    half_recalled(faderd)
    equal(faderd.must("undo", "fan"), "fan 2\n", "what undo says")
    wait_until(lambda: "ownedBy" not in faderd.parameter("fan"), "the fan to stop", 3)
    equal(faderd.parameter("master").get("ownedBy"), "recall", "whose the master is")
    equal(faderd.must("undo", "fan"), "fan 3\n", "the next undo")
    faderd.must("undo", "master")
    equal(faderd.value("master"), -70, "the master, which had moved")
    wait_until(lambda: "ownedBy" not in faderd.parameter("master"), "the master to stop", 3)


@test("the history of a prefix that no id begins with is refused")
def unknown_prefix():
    faderd = started()
    equal(faderd.ctl("history", "").exit, 0, "exit code of an empty prefix and an empty history")
    faderd.set("master", "-60")
    for prefix in ("mastre", "MASTER"):
        faderd.fails(65, f'begins with "{prefix}"; did you mean "master"?', "history", prefix)


@test("history marks the undone changes of an entry, and snapshot diff leaves out values that a recall would not change")
def parts():
    faderd = started()
    faderd.set("name", "anna")
    faderd.must("snapshot", "save", "verse")
    faderd.set("name", "bert")
    faderd.set("master", "-3")
    faderd.must("snapshot", "recall", "verse")
    faderd.must("undo", "master")
    last = faderd.must("history").splitlines()[-1]
    check("master -3.0 dB → -12.0 dB (undone)" in last and last.count("undone") == 1, f"an entry that is undone in part: {last}")
    faderd.must("undo", "name")
    last = faderd.must("history").splitlines()[-1]
    check("(undone)" not in last and last.count("undone") == 1, f"an entry that is undone as a whole: {last}")
    faderd.reload("".join(line for line in CONFIG.splitlines(keepends=True) if not line.startswith("  name:")))
    equal(faderd.must("snapshot", "diff", "verse"), "master -3.0 dB → -12.0 dB\n", "diff where a parameter is gone")


@test("a recall over time says which faders stay because a hand is on them")
def glide_under_hand():
    faderd = started()
    faderd.must("snapshot", "save", "low")
    faderd.set("master", "-6")
    faderd.set("pan", "R100")
    faderd.touch(1, True)
    done = faderd.ctl("snapshot", "recall", "low", "--over", "100ms")
    equal(done.exit, 0, "exit code")
    check("master" not in done.out and "pan" in done.out, f"it tells of a way of master: {done.out}")
    equal(done.err, "faderctl: master stays where it is, because a hand is on it\n", "what is said of master")
    faderd.touch(1, False)
    equal(faderd.text("master"), "-6.0 dB", "master")


@test("undo of a range prints the range, undo of one named end prints that end")
def told():
    faderd = started()
    faderd.must("set", "price", "200..800")
    equal(faderd.must("undo"), "price 100…900\n", "what undo prints")
    equal(faderd.must("redo"), "price 200…800\n", "what redo prints")
    equal(faderd.must("undo", "price.low"), "price.low 100\n", "what undo of an end prints")


@test("undo 3, undo ID 3, undo --to N, and the same for redo")
def several():
    faderd = started()
    for value in ("-20", "-30", "-40", "-50"):
        faderd.set("master", value)
    faderd.set("pan", "L10")
    equal(faderd.must("undo", "3"), "master -30.0 dB\npan C\n", "what undo 3 prints")
    equal(faderd.must("redo", "2"), "master -50.0 dB\n", "what redo 2 prints")
    equal(faderd.must("undo", "--to", "2"), "master -30.0 dB\n", "what undo --to prints")
    faderd.fails(65, "nothing to undo after entry 2", "undo", "--to", "2")
    faderd.fails(65, "redo --to 4", "undo", "--to", "4")
    faderd.fails(65, "no entry 99", "undo", "--to", "99")
    equal(faderd.must("redo", "--to", "5"), "master -50.0 dB\npan L10\n", "what redo --to prints")
    equal(faderd.must("undo", "master", "3"), "master -20.0 dB\n", "what undo master 3 prints")
    equal(faderd.must("undo", "99"), "master -12.0 dB\npan C\n", "what undo of more than there is prints")
    for arguments in (("0",), ("master", "0"), ("-3",), ("3", "--to", "1"), ("master", "2", "--count", "2")):
        equal(faderd.ctl("undo", *arguments).exit, 64, f"exit code of undo {arguments}")
    answer = faderd.request("POST", "/v1/undo", {"count": 0})
    equal(answer.status, 400, f"status of a count of 0 ({answer.body})")


@test("if a parameter is called 3, undo 3 undoes that parameter, and --count gives the number of steps")
def numbered():
    faderd = native.Daemon("version: 1\nparameters:\n  \"3\": {min: 0, max: 10, decimals: 0}\n  a: {min: 0, max: 10, decimals: 0}\n").start()
    for value in ("1", "2"):
        faderd.set("3", value)
        faderd.set("a", value)
    equal(faderd.must("undo", "3"), "3 1\n", "what undo 3 prints")
    equal(faderd.must("undo", "--count", "2"), "a 0\n", "what undo --count 2 prints")


@test("a snapshot has the same time in the answer, the API, the file and the export")
def one_time():
    faderd = started()
    for number in range(20):
        answer = faderd.request("PUT", f"/v1/snapshots/s{number}", {})
        saved = answer.json["saved"]
        equal(faderd.get(f"/v1/snapshots/s{number}")["saved"], saved, "the time of the snapshot")
        equal(faderd.saved()["snapshots"][f"s{number}"]["saved"], saved, "the time in the file")
        equal(faderd.get("/v1/export")["snapshots"][f"s{number}"]["saved"], saved, "the time in the export")
    faderd.set("master", "-20")
    times = [entry["time"] for entry in faderd.get("/v1/history")]
    equal([entry["time"] for entry in faderd.saved()["history"]], times, "times of the history in the file")
    decisions = {str(faderd.get("/v1/parameters/master/explain")["decisions"]) for _ in range(50)}
    equal(len(decisions), 1, "answers of explain to one question")
