"""Notifications of the desktop: a stand-in for its server on a bus of its own."""

import time

import native
from machines import Pair
from mqtt import read
from notifications import Server
from players import Bus, Player
from sound import bound
from testing import check, equal, test, wait_until

CONFIG = """version: 1
parameters:
  master: {label: "Main <b>&", type: percent, decimals: 1, step: 0.5, notify: true}
  quiet: {type: percent}
  mute: {kind: toggle, words: [open, muted], notify: true}
  tint: {kind: color, notify: true}
"""


def started(bus, config=CONFIG, **more):
    return native.Daemon(config, environment={"DBUS_SESSION_BUS_ADDRESS": bus.address}, **more).start()


def problem(faderd):
    return faderd.status()["notifications"].get("problem", "")


def nothing_more(faderd, server, count):
    """Something else is shown as the next one."""
    faderd.set("mute", "muted" if faderd.text("mute") == "open" else "open")
    server.shows(f"mute: {faderd.text('mute')}", count + 1)


@test("a hand on a fader shows one notification, which is replaced at most ten times a second and ends with the last value; a start and a reload show none")
def hand():
    bus = Bus()
    server = Server(bus)
    faderd = started(bus, CONFIG + native.desk({1: "master", 2: "quiet"}))
    equal(problem(faderd), "")
    began = time.monotonic()
    faderd.touch(1, True)
    for step in range(60):
        faderd.move(1, 0.2 + step / 100)
        time.sleep(0.01)
    faderd.touch(1, False)
    server.shows(f"Main <b>&: {faderd.text('master')}")
    took = time.monotonic() - began
    calls = server.calls
    check(2 <= len(calls) <= took * 10 + 2 < 60, lambda: f"{len(calls)} in {took:.1f} s")
    equal({call["number"] for call in calls}, {1}, "numbers")
    equal([call["replaces"] for call in calls], [0] + [1] * (len(calls) - 1), "what is replaced")
    last = calls[-1]
    equal((last["app"], last["body"], last["actions"], last["signature"]), ("faderd", "", [], "susssasa{sv}i"))
    equal(last["hints"], {"urgency": 0, "transient": True, "value": round(faderd.parameter("master")["position"] * 100)})
    equal(last["types"], {"urgency": "Byte", "transient": "Boolean", "value": "Int32"})
    # Neither a parameter without the key, nor the same value again, nor a reload.
    count = len(calls)
    faderd.move(2, 0.9)
    wait_until(lambda: faderd.value("quiet") > 80, "the other fader")
    faderd.set("master", faderd.text("master"))
    faderd.reload(CONFIG.replace("step: 0.5", "step: 0.5, max: 50") + native.desk({1: "master", 2: "quiet"}))
    equal(faderd.text("master"), "50.0 %", "clamped by the reload")
    nothing_more(faderd, server, count)
    check("value" not in server.calls[-1]["hints"], "a toggle has no bar")
    faderd.set("tint", "#ff8800")
    server.shows("tint: #ff8800")
    count = len(server.calls)
    equal(faderd.stop(), 0, "exit code")
    faderd.start()
    wait_until(lambda: faderd.text("master") == "50.0 %", "the value of before")
    nothing_more(faderd, server, count)


@test("what a target, a snapshot, undo or a program changes is shown; what a target has when it appears, and what is moved on the page, is not")
def others():
    bus = Bus()
    server, player = Server(bus), Player(bus, "song")
    faderd = started(bus, CONFIG.replace("step: 0.5,", "step: 0.5, target: {mpris: song},"))
    bound(faderd, "master")
    equal(faderd.text("master"), "40.0 %", "what the player has")
    nothing_more(faderd, server, 0)
    player.obey("tell Volume 0.7")
    server.shows("Main <b>&: 70.0 %", 2)
    faderd.ctl("snapshot", "save", "here")
    faderd.set("master", "30")
    server.shows("Main <b>&: 30.0 %", 3)
    faderd.ctl("snapshot", "recall", "here")
    server.shows("Main <b>&: 70.0 %", 4)
    faderd.ctl("undo")
    server.shows("Main <b>&: 30.0 %", 5)
    player.end()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "absent", "the player to be gone")
    Player(bus, "song")
    wait_until(lambda: faderd.text("master") == "40.0 %", "another player")
    equal(faderd.request("PUT", "/v1/parameters/master", {"value": 55}, {"Fader-By": "web page"}).status, 200, "status")
    nothing_more(faderd, server, 5)
    equal(faderd.request("PUT", "/v1/parameters/master", {"value": 56}, {"Fader-By": "scenes"}).status, 200, "status")
    server.shows("Main <b>&: 56.0 %", 7)


@test("a recall of many shows four; another server is never asked to replace what the former one showed")
def many():
    bus = Bus()
    server = Server(bus, first=40)
    names = [f"p{number:02}" for number in range(12)]
    faderd = started(bus, "version: 1\nparameters:\n" + "".join(f"  {name}: {{notify: true}}\n" for name in names))
    for name in names:
        faderd.set(name, "1")
    faderd.ctl("snapshot", "save", "up")
    for name in names:
        faderd.set(name, "0")
    wait_until(lambda: server.texts and server.texts[-1] == "p11: 0.00", "the last one")
    count = len(server.calls)
    faderd.ctl("snapshot", "recall", "up")
    server.shows("p11: 1.00", count + 4)
    equal(sorted({call["number"] for call in server.calls}), [40, 41, 42, 43], "numbers")
    server.end()
    other = Server(bus, first=90)
    faderd.set("p11", "0.5")
    other.shows("p11: 0.50", 1)
    equal(other.calls[0]["replaces"], 0, "what is replaced")


@test("without a session bus, without a server, with one that refuses or is deaf everything else works, status and doctor say what is missing, and one that comes is used")
def missing():
    bus = Bus(start=False)
    faderd = started(bus)
    wait_until(lambda: "there is no session bus" in problem(faderd), lambda: problem(faderd))
    faderd.set("master", "20")
    bus.start()
    wait_until(lambda: not problem(faderd), lambda: problem(faderd))
    faderd.set("master", "21")
    wait_until(lambda: "org.freedesktop.Notifications" in problem(faderd), lambda: problem(faderd))
    found = faderd.ctl("doctor").out
    check("notifications" in found and "notify-send test" in found, lambda: found)
    for number in range(30):
        faderd.set("master", f"{number}")
    log = read(faderd.log_file)
    equal(log.count("the notification server of the desktop"), 1, f"lines of the log: {log}")
    server = Server(bus, refuses=1)
    faderd.set("master", "30")
    server.shows("Main <b>&: 30.0 %")
    wait_until(lambda: "not now" in problem(faderd), lambda: problem(faderd))
    check("\x1b" not in problem(faderd), "no control characters")
    server.end()
    deaf = Server(bus, deaf=1)
    faderd.set("master", "40")
    deaf.shows("Main <b>&: 40.0 %", 1)
    for number in range(41, 60):
        faderd.set("master", f"{number}")
    equal(len(deaf.calls), 1, "calls without an answer")
    equal(faderd.text("master"), "59.0 %")
    deaf.end()
    server = Server(bus)
    wait_until(lambda: faderd.set("master", "70") or faderd.set("master", "71") or "Main <b>&: 71.0 %" in server.texts or time.sleep(0.2), "a server")
    wait_until(lambda: not problem(faderd), lambda: problem(faderd))
    equal(faderd.stop(), 0, "exit code")


@test("labels and values of strangers are one short line without control characters")
def strangers():
    bus = Bus()
    server = Server(bus)
    faderd = started(bus, "version: 1\nparameters: {line: {kind: text, notify: true}}\n")
    faderd.set("line", "<img src=x>&amp; " + "x" * 200)
    wait_until(lambda: server.calls, "a notification")
    text = server.texts[0]
    check(text.startswith("line: <img src=x>&amp; xxx") and text.endswith("…") and len(text) < 100, text)
    equal(server.calls[0]["body"], "")


@test("of two machines, the desktop of the leader alone shows what is changed, and after a promotion that of the new leader")
def second_machine():
    bus = Bus()
    desktop = Server(bus)
    pair = Pair(CONFIG, environment={"DBUS_SESSION_BUS_ADDRESS": bus.address})
    one, two = pair.one, pair.two
    one.set("master", "33")
    wait_until(lambda: two.value("master") == 33, "the value at the follower")
    check("notifications" not in two.status(), "a follower has none")
    one.stop()
    equal(two.ctl("promote").exit, 0, "exit of promote")
    two.set("master", "44")
    desktop.shows("Main <b>&: 44.0 %", 1)
