"""Snapshots: fades, their order, which parameters a save or a recall is about; and what listings leave out."""

import json
import threading

import native
import terminal
from testing import check, equal, lines_of, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  room: {min: 0, max: 10, decimals: 0, recall-safe: true}
  drums.kick: {min: 0, max: 10, decimals: 0}
  drums.snare: {min: 0, max: 10, decimals: 0}
  price: {kind: range, min: 0, max: 1000, decimals: 0, default: [100, 900], recall-safe: true}
""" + native.desk({1: "master"})


def started(config=CONFIG):
    return native.Daemon(config).start()


def must(done, what):
    equal(done.exit, 0, f"exit code of {what} ({done.err.strip()})")
    return done.out


def names(faderd):
    return [line.split()[0] for line in must(faderd.ctl("snapshot", "list"), "list").splitlines()]


@test("save --over keeps a fade, which a save without it leaves and 0 removes; recall fades by it, and --over 0 jumps")
def fades():
    faderd = started()
    equal(must(faderd.ctl("snapshot", "save", "verse", "--over", "2min"), "save"), "verse: 6 values, fades over 120 s\n", "what save prints")
    equal(must(faderd.ctl("snapshot", "save", "verse"), "save again"), "verse: 6 values, fades over 120 s\n", "what the second save prints")
    check("fades over 120 s" in must(faderd.ctl("snapshot", "list"), "list"), "the list does not show the fade")
    faderd.set("master", "-60")
    out = must(faderd.ctl("snapshot", "recall", "verse"), "recall")
    check(out.startswith("master -60.0 dB → -12.0 dB"), f"a recall that fades prints {out!r}")
    equal(faderd.parameter("master")["ownedBy"], "recall", "who has master")
    equal(must(faderd.ctl("snapshot", "recall", "verse", "--over", "0"), "recall --over 0"), "master -12.0 dB\n", "what a jump prints")
    faderd.kill()
    faderd.start()
    check("120 s" in must(faderd.ctl("snapshot", "list"), "list"), "the fade after kill -9")
    equal(must(faderd.ctl("snapshot", "save", "verse", "--over", "0"), "save --over 0"), "verse: 6 values\n", "what it prints")
    faderd.set("master", "-60")
    equal(must(faderd.ctl("snapshot", "recall", "verse"), "recall"), "master -12.0 dB\n", "a recall without a fade")
    for time in ("601", "-1", "soon", "11min"):
        done = faderd.ctl("snapshot", "save", "verse", "--over", time)
        check(done.exit == 64 and "--over takes 0 to 600 s" in done.err, f"--over {time}: {done}")


@test("a recall with a fade is stopped by undo, and its event says how long it takes")
def events():
    faderd = started()
    stream = faderd.events()
    must(faderd.ctl("snapshot", "save", "verse", "--over", "600"), "save")
    faderd.set("master", "-60")
    must(faderd.ctl("snapshot", "recall", "verse", "--only", "mas*", "--only", "drums", "--except", "*.snare"), "recall")
    data = next(data for name, data in stream if name == "recalled")
    equal(data, {"name": "verse", "over": 600, "only": ["mas*", "drums"], "except": ["*.snare"]}, "the event")
    equal(must(faderd.ctl("undo"), "undo"), "master -60.0 dB\n", "what undo says")
    equal(faderd.text("master"), "-60.0 dB", "master, which stays")


@test("new snapshots come last, and are moved; both are kept, and unknown names get the nearest one")
def order():
    faderd = started()
    for name in ("verse", "chorus", "bridge"):
        must(faderd.ctl("snapshot", "save", name), "save")
    equal(names(faderd), ["verse", "chorus", "bridge"], "the order")
    moved = must(faderd.ctl("snapshot", "move", "bridge", "--before", "chorus"), "move --before")
    equal([line.split()[0] for line in moved.splitlines()], ["verse", "bridge", "chorus"], "what move prints")
    must(faderd.ctl("snapshot", "move", "verse", "--last"), "move --last")
    faderd.kill()
    faderd.start()
    equal(names(faderd), ["bridge", "chorus", "verse"], "the order after kill -9")
    equal([entry["name"] for entry in json.loads(must(faderd.ctl("snapshot", "list", "--json"), "list --json"))], names(faderd), "the order in JSON")
    for arguments, meant in ((("bridg", "--last"), "bridge"), (("verse", "--before", "corus"), "chorus")):
        done = faderd.ctl("snapshot", "move", *arguments)
        check(done.exit == 65 and f'did you mean "{meant}"?' in done.err, f"move {arguments}: {done}")
    for arguments in (("verse",), ("verse", "--last", "--before", "chorus")):
        equal(faderd.ctl("snapshot", "move", *arguments).exit, 64, f"exit code of move {arguments}")
    equal(names(faderd), ["bridge", "chorus", "verse"], "the order after refusals")


@test("a state without an order lists by name, and keeps that; an order of names that are gone does no harm")
def older():
    saved = {"parameters": {}, "saved": "2026-01-01T00:00:00Z"}
    faderd = native.Daemon(CONFIG)
    native.write(faderd.state_file, json.dumps({"version": 1, "parameters": {}, "snapshots": {"verse": saved, "chorus": saved}}))
    faderd.start()
    must(faderd.ctl("snapshot", "save", "bridge"), "save")
    equal(names(faderd), ["chorus", "verse", "bridge"], "the order")
    equal(faderd.stop(), 0, "exit code")
    state = faderd.saved()
    equal(state["snapshot-order"], ["chorus", "verse", "bridge"], "the order in the file")
    # As an earlier version leaves it that deletes one snapshot and saves another.
    state["snapshots"]["intro"] = state["snapshots"].pop("chorus")
    native.write(faderd.state_file, json.dumps(state))
    faderd.start()
    equal(names(faderd), ["verse", "bridge", "intro"], "the order after an earlier version")


@test("of many moves at once the last news has the order that stays")
def races():
    faderd = started()
    for number in range(6):
        must(faderd.ctl("snapshot", "save", f"s{number}"), "save")
    stream = faderd.events()
    equal(next(stream)[0], "state", "the first event")

    def move(number):
        session = faderd.session()
        for step in range(20):
            status, _ = session.ask("POST", f"/v1/snapshots/s{number}/move", {"before": f"s{(number + step) % 6}"})
            equal(status, 200, "status of a move")

    threads = native.Threads()
    for number in range(6):
        threads.run(lambda number=number: move(number))
    threads.join()
    final = [entry["name"] for entry in faderd.get("/v1/snapshots")]
    equal(sorted(final), [f"s{number}" for number in range(6)], "the snapshots")
    seen = []

    def read():
        for name, data in stream:
            if name == "snapshots":
                seen.append([entry["name"] for entry in data])

    threading.Thread(target=read, daemon=True).start()
    wait_until(lambda: seen and seen[-1] == final, "the news of the last order")


@test("what is recall-safe stays through recalls that do not name it; diff, explain and list --json say so")
def recall_safe():
    faderd = started()
    must(faderd.ctl("snapshot", "save", "verse"), "save")
    for name, text in (("master", "-3"), ("room", "5"), ("price", "200..300")):
        faderd.set(name, text)
    done = faderd.ctl("snapshot", "diff", "verse")
    equal(done.out, "master -3.0 dB → -12.0 dB\n", "diff")
    equal([line.split()[1] for line in done.err.splitlines()], ["price.high", "price.low", "room"], "what diff says it leaves out")
    equal(must(faderd.ctl("snapshot", "diff", "verse", "--only", "price"), "diff --only"), "price.high 300 → 900\nprice.low 200 → 100\n", "diff --only")
    equal(must(faderd.ctl("snapshot", "recall", "verse"), "recall"), "master -12.0 dB\n", "what a recall prints")
    equal((faderd.text("room"), faderd.text("price")), ("5", "200…300"), "what is recall-safe")
    check("not recalled: recall-safe" in must(faderd.ctl("explain", "room"), "explain"), "explain")
    check(faderd.parameter("room")["recallSafe"] is True and "recallSafe" not in faderd.parameter("master"), "recallSafe in the API")
    done = faderd.ctl("snapshot", "recall", "verse", "--only", "ro*")
    check(done.exit == 65 and "--only room" in done.err, f"a pattern: {done}")
    equal(must(faderd.ctl("snapshot", "recall", "verse", "--only", "room", "--only", "price"), "recall --only"),
          "price.high 900\nprice.low 100\nroom 0\n", "a recall by ids")
    must(faderd.ctl("undo"), "undo")
    equal((faderd.text("room"), faderd.text("price")), ("5", "200…300"), "after undo")


@test("a program declares a parameter as recall-safe")
def declared():
    faderd = started()
    process = faderd.ctl_running("declare", "heat", "recall-safe=true", "max=10", "decimals=0")
    wait_until(lambda: faderd.ctl("get", "heat").exit == 0, "the declaration")
    must(faderd.ctl("snapshot", "save", "verse"), "save")
    faderd.set("heat", "7")
    must(faderd.ctl("snapshot", "recall", "verse"), "recall")
    equal(faderd.text("heat"), "7", "heat")
    process.kill()


@test("--only and --except repeat, and take prefixes and patterns; a word that selects nothing is refused")
def selections():
    faderd = started()
    show = lambda: [line.split()[0] for line in must(faderd.ctl("snapshot", "show", "s"), "show").splitlines()]
    must(faderd.ctl("snapshot", "save", "s", "--only", "drums.*", "--only", "mas", "--except", "*.snare"), "save")
    equal(show(), ["drums.kick", "master"], "what is saved")
    must(faderd.ctl("snapshot", "save", "s"), "save")
    equal(must(faderd.ctl("snapshot", "show", "s", "--only", "drums", "--except", "drums.k???"), "show"), "drums.snare 0\n", "show")
    for name in ("drums.kick", "drums.snare", "master"):
        faderd.set(name, "3")
    equal(must(faderd.ctl("snapshot", "recall", "s", "--except", "drums.k*", "--except", "master"), "recall"), "drums.snare 0\n", "recall")
    for command in ("save", "recall", "show", "diff"):
        for arguments in (("--only", "master", "--only", "drumz"), ("--except", "*.kik"), ("--only", "drums", "--except", "d*")):
            equal(faderd.ctl("snapshot", command, "s", *arguments).exit, 65, f"exit code of {command} {arguments}")
        equal(faderd.ctl("snapshot", command, "s", "--only", "").exit, 64, f"exit code of {command} --only ''")
    # A request may have one word, or a list.
    for only in ("master", ["master"]):
        equal([p["id"] for p in faderd.request("POST", "/v1/snapshots/s/recall", {"only": only}).json["parameters"]], ["master"], f"only {only!r}")
    for only, status in (([], 200), (5, 400), ([5], 400), ({}, 400), (["x"] * 101, 400)):
        equal(faderd.request("POST", "/v1/snapshots/s/recall", {"only": only}).status, status, f"status of only {str(only)[:20]}")


@test("watch and list take several prefixes and patterns; each change is printed once")
def several():
    faderd = started()
    equal([line.split()[0] for line in must(faderd.ctl("list", "drums.s*", "master"), "list").splitlines()[1:]], ["master", "drums.snare"], "list")
    done = faderd.ctl("list", "master", "drumz*")
    check(done.exit == 65 and "no parameter's id matches \"drumz*\"" in done.err, f"list of nothing: {done}")
    lines = lines_of(faderd.ctl_running("watch", "--now", "mas", "master", "*.kick"))
    wait_until(lambda: len(lines) == 2, "the values")
    for name, text in (("drums.snare", "1"), ("master", "-1"), ("room", "1"), ("drums.kick", "2"), ("master", "-2")):
        faderd.set(name, text)
    wait_until(lambda: "master -2.0 dB\n" in lines, "the last change")
    equal(list(lines)[2:], ["master -1.0 dB\n", "drums.kick 2\n", "master -2.0 dB\n"], "changes")
    done = faderd.ctl("watch", "master,room")
    check(done.exit == 64 and "master room" in done.err, f"a comma: {done}")
    batches = faderd.events("?form=batch&prefix=master,*.snare")
    equal([p["id"] for p in next(batches)[1]["parameters"]], ["master", "drums.snare"], "the state")
    faderd.set("room", "2")
    faderd.set("drums.snare", "4")
    equal([row[0] for row in next(data for name, data in batches if name == "batch")], ["drums.snare"], "a batch")
    equal(faderd.request("GET", "/v1/parameters?prefix=" + ",".join(["a"] * 101)).status, 400, "status of too many words")


@test("import --snapshots-only leaves the values, and takes order and fades; --dry-run leaves everything")
def snapshots_only():
    faderd = started()
    for name, over in (("verse", "2s"), ("a", "0")):
        must(faderd.ctl("snapshot", "save", name, "--over", over), "save")
    file = f"{faderd.directory}/export.json"
    native.write(file, must(faderd.ctl("export"), "export"))
    other = started()
    other.set("master", "-1")
    equal(must(other.ctl("import", file, "--snapshots-only", "--dry-run"), "dry run"), "would import 2 snapshots\na\nverse\n", "the dry run")
    equal(other.get("/v1/snapshots"), [], "snapshots after the dry run")
    equal(must(other.ctl("import", file, "--snapshots-only"), "import"), "imported 2 snapshots\n", "the import")
    equal((names(other), other.text("master")), (["verse", "a"], "-1.0 dB"), "afterwards")
    check("fades over 2 s" in must(other.ctl("snapshot", "list"), "list"), "the fade")
    equal(len(other.get("/v1/history")), 1, "entries of the history")


@test("recall, diff, import --dry-run and reload list no line whose two sides read the same")
def same_sides():
    config = CONFIG.replace("room: {min: 0, max: 10, decimals: 0, recall-safe: true}", "room: {min: 0, max: 10, decimals: 0}")
    faderd = started(config)
    # 3.2 and 3.4 both read 3.
    faderd.put_durably("room", 3.2)
    faderd.put_durably("drums.kick", 3.2)
    must(faderd.ctl("snapshot", "save", "verse"), "save")
    file = f"{faderd.directory}/export.json"
    native.write(file, must(faderd.ctl("export"), "export"))
    faderd.put_durably("room", 3.4)
    faderd.put_durably("drums.kick", 5)
    for out in (must(faderd.ctl("snapshot", "diff", "verse"), "diff"), must(faderd.ctl("import", file, "--dry-run"), "dry run").split("\n", 1)[1]):
        equal(out, "drums.kick 5 → 3\n", "what differs")
    equal(must(faderd.ctl("snapshot", "recall", "verse"), "recall"), "drums.kick 3\n", "what a recall prints")
    equal(faderd.value("room"), 3.2, "room, which was set all the same")
    faderd.put_durably("room", 3.4)
    equal(must(faderd.ctl("snapshot", "recall", "verse", "--over", "600"), "recall --over"), "", "what a glide prints")
    must(faderd.ctl("snapshot", "recall", "verse", "--over", "0"), "recall")
    faderd.put_durably("room", 9.4)
    faderd.put_durably("drums.kick", 9.4)
    # The value 9.4 becomes 9.2, which reads the same; 9.4 becomes 8.
    faderd.configure(config.replace("room: {min: 0, max: 10,", "room: {min: 0, max: 9.2,").replace("kick: {min: 0, max: 10,", "kick: {min: 0, max: 8,"))
    lines = must(faderd.ctl("reload"), "reload").splitlines()
    equal([line for line in lines if line.startswith("value")], ["value clamped: drums.kick from 9 to 8"], "values of a reload")
    equal(faderd.value("room"), 9.2, "room after the reload")
    for line in lines + must(faderd.ctl("import", file, "--dry-run"), "dry run").splitlines():
        sides = line.split(" → ") if " → " in line else line.split(" from ")[-1].split(" to ")
        check(len(sides) < 2 or sides[0].split(" ", 1)[-1] != sides[1], f"both sides read the same: {line}")


@test("a reload writes numbers in the locale of whoever asks; a text for a number refuses an import")
def locales():
    faderd = started()
    faderd.set("master", "-60.5")
    faderd.configure(CONFIG.replace("min: -70", "min: -40.5"))
    check("from −60,5 dB to −40,5 dB" in must(faderd.ctl("--locale", "sv_SE", "reload"), "reload"), "the texts of a reload")
    check("from -60.5 dB to -40.5 dB" in faderd.log(), "the log is not in the config's locale")
    faderd.configure(CONFIG)
    must(faderd.ctl("reload"), "reload")
    faderd.set("master", "-60.5")
    faderd.configure(CONFIG.replace("min: -70", "min: -40.5"))
    answer = faderd.request("POST", "/v1/reload", headers={"Accept-Language": "sv-SE"})
    check("−40,5 dB" in answer.body, f"Accept-Language: {answer.body}")
    file = f"{faderd.directory}/export.json"
    native.write(file, json.dumps({"faderd-export": 1, "parameters": {"drums.kick": {"value": "2.5x"}}}))
    done = faderd.ctl("--locale", "sv_SE", "import", file)
    check(done.exit == 65 and "expected a number" in done.err, f"a refused import: {done}")
    equal(faderd.request("POST", "/v1/reload?locale=xx_QQ").status, 422, "status of an unknown locale")


@test("the history names faderctl as the writer of what is typed into edit, or the name that --by gives")
def edited_by():
    faderd = started()
    for options, writer in (((), "faderctl"), (("--by", "anna"), "anna")):
        screen = terminal.Terminal(faderd, "edit", "room", *options)
        screen.shows_part("room: ")
        screen.type("7" if writer == "anna" else "5", "\r")
        wait_until(lambda: faderd.value("room") in (5, 7) and faderd.get("/v1/history")[-1].get("by") == writer, f"the entry by {writer}")
        screen.type("\x04")
        screen.ends()
