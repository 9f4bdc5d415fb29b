"""Snapshots: fades, their order, which parameters a save or a recall is about; and what listings leave out."""

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


def names(faderd):
    return [line.split()[0] for line in faderd.must("snapshot", "list").splitlines()]


@test("faderctl prints fades, order and what is recall-safe, and they are kept over kill -9; wrong words are refused")
def printed():
    faderd = started()
    for arguments, out in (
            (("save", "verse", "--over", "2min"), "verse: 6 values, fades over 120 s\n"), (("save", "a", "--only", "drums.*", "--only", "mas"), "a: 3 values\n"),
            (("show", "a", "--only", "drums", "--except", "drums.k???"), "drums.snare 0\n")):
        equal(faderd.must("snapshot", *arguments), out, f"what {arguments} prints")
    moved = faderd.must("snapshot", "move", "a", "--before", "verse")
    equal([line.split()[0] for line in moved.splitlines()], ["a", "verse"], "what move prints")
    faderd.restart(kill=True)
    listed = faderd.must("snapshot", "list")
    check(names(faderd) == ["a", "verse"] and "fades over 120 s" in listed, f"after kill -9: {listed}")
    for name, text in (("master", "-3"), ("room", "5"), ("price", "200..300")):
        faderd.set(name, text)
    done = faderd.ctl("snapshot", "diff", "verse")
    equal((done.out, [line.split()[1] for line in done.err.splitlines()]),
          ("master -3.0 dB → -12.0 dB\n", ["price.high", "price.low", "room"]), "diff, and what it says it leaves out")
    check("not recalled" not in faderd.must("explain", "room"), "explain before a recall")
    for out in ("master -12.0 dB\n", ""):
        equal(faderd.must("snapshot", "recall", "verse", "--over", "0"), out, "what a recall prints")
    check("not recalled: recall-safe" in faderd.must("explain", "room"), "explain")
    file = f"{faderd.directory}/export.json"
    native.write(file, faderd.must("export"))
    equal(faderd.must("import", file, "--snapshots-only", "--dry-run"), "would import 2 snapshots\na\nverse\n", "the dry run")
    for code, arguments in ((64, ("save", "verse", "--over", "601")), (64, ("move", "a")), (64, ("move", "a", "--last", "--before", "verse")),
                            (64, ("save", "a", "--only", "")), (65, ("move", "vers", "--last")), (65, ("recall", "vers")), (65, ("recall", "verse", "--only", "drumz")),
                            (65, ("recall", "verse", "--only", "ro*"))):
        equal(faderd.ctl("snapshot", *arguments).exit, code, f"exit code of {arguments}")


@test("a recall with a fade is stopped by undo, and its event says how long it takes")
def events():
    faderd = started()
    stream = faderd.events()
    faderd.must("snapshot", "save", "verse", "--over", "600")
    faderd.set("master", "-60")
    # On a way this slow, -60 is where it is for some time.
    equal(faderd.must("snapshot", "recall", "verse", "--only", "mas*", "--only", "drums", "--except", "*.snare"), "master -60.0 dB → -12.0 dB\n", "what is printed of a way")
    data = next(data for name, data in stream if name == "recalled")
    equal(data, {"name": "verse", "over": 600, "only": ["mas*", "drums"], "except": ["*.snare"]}, "the event")
    equal(faderd.must("undo"), "master -60.0 dB\n", "what undo says")
    equal(faderd.text("master"), "-60.0 dB", "master, which stays")


@test("of many moves at once the last news has the order that stays")
def races():
    faderd = started()
    for number in range(6):
        faderd.must("snapshot", "save", f"s{number}")
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


@test("watch and list take several prefixes and patterns; each change is printed once")
def several():
    faderd = started()
    equal([line.split()[0] for line in faderd.must("list", "drums.s*", "master").splitlines()[1:]], ["master", "drums.snare"], "list")
    faderd.fails(65, "no parameter's id matches \"drumz*\"", "list", "master", "drumz*")
    lines = lines_of(faderd.ctl_running("watch", "--now", "mas", "master", "*.kick"))
    wait_until(lambda: len(lines) == 2, "the values")
    for name, text in (("drums.snare", "1"), ("master", "-1"), ("room", "1"), ("drums.kick", "2"), ("master", "-2")):
        faderd.set(name, text)
    wait_until(lambda: "master -2.0 dB\n" in lines, "the last change")
    equal(list(lines)[2:], ["master -1.0 dB\n", "drums.kick 2\n", "master -2.0 dB\n"], "changes")
    faderd.fails(64, "master room", "watch", "master,room")
    batches = faderd.events("?form=batch&prefix=master,*.snare")
    equal([p["id"] for p in next(batches)[1]["parameters"]], ["master", "drums.snare"], "the state")
    faderd.set("room", "2")
    faderd.set("drums.snare", "4")
    equal([row[0] for row in next(data for name, data in batches if name == "batch")], ["drums.snare"], "a batch")
    equal(faderd.request("GET", "/v1/parameters?prefix=" + ",".join(["a"] * 101)).status, 400, "status of too many words")


@test("recall, diff, import --dry-run and reload list no line whose two sides read the same")
def same_sides():
    config = CONFIG.replace("room: {min: 0, max: 10, decimals: 0, recall-safe: true}", "room: {min: 0, max: 10, decimals: 0}")
    faderd = started(config)
    # 3.2 and 3.4 both read 3.
    faderd.put_durably("room", 3.2)
    faderd.put_durably("drums.kick", 3.2)
    faderd.must("snapshot", "save", "verse")
    file = f"{faderd.directory}/export.json"
    native.write(file, faderd.must("export"))
    faderd.put_durably("room", 3.4)
    faderd.put_durably("drums.kick", 5)
    for out in (faderd.must("snapshot", "diff", "verse"), faderd.must("import", file, "--dry-run").split("\n", 1)[1]):
        equal(out, "drums.kick 5 → 3\n", "what differs")
    equal(faderd.must("snapshot", "recall", "verse"), "drums.kick 3\n", "what a recall prints")
    equal(faderd.value("room"), 3.2, "room, which was set all the same")
    faderd.put_durably("room", 3.4)
    equal(faderd.must("snapshot", "recall", "verse", "--over", "600"), "", "what a glide prints")
    faderd.must("snapshot", "recall", "verse", "--over", "0")
    faderd.put_durably("room", 9.4)
    faderd.put_durably("drums.kick", 9.4)
    # The value 9.4 becomes 9.2, which reads the same; 9.4 becomes 8.
    faderd.configure(config.replace("room: {min: 0, max: 10,", "room: {min: 0, max: 9.2,").replace("kick: {min: 0, max: 10,", "kick: {min: 0, max: 8,"))
    lines = faderd.must("reload").splitlines()
    equal([line for line in lines if line.startswith("value")], ["value clamped: drums.kick from 9 to 8"], "values of a reload")
    equal(faderd.value("room"), 9.2, "room after the reload")
    for line in lines + faderd.must("import", file, "--dry-run").splitlines():
        sides = line.split(" → ") if " → " in line else line.split(" from ")[-1].split(" to ")
        check(len(sides) < 2 or sides[0].split(" ", 1)[-1] != sides[1], f"both sides read the same: {line}")


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
