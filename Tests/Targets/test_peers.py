"""What targets share and is not there: one message for all of them, whatever is bound to it."""

import json
import os
import subprocess

import native
from fakeobs import FakeOBS
from osc import Console, free_port
from players import Bus, Player
from programs import folder, script
from testing import check, equal, test, wait_until
from test_osc import state

CHANNELS = 150


def config(port, more=""):
    """A console with many channels, and a surface with a display on the first of them."""
    parameters = "".join(f"  c{n}: {{label: Channel {n}, max: 100, decimals: 0, target: {{osc: foh, address: /ch/{n}}}}}\n" for n in range(1, CHANNELS + 1))
    return f"""\
version: 1
targets:
  foh: {{osc: "127.0.0.1:{port}", queries: true}}
parameters:
  free: {{label: Free, max: 100, decimals: 0}}
{parameters}{more}surfaces:
  desk:
    match: "faderd virtual"
    profile: x-touch
    map: {{fader.1: c1, fader.2: free}}
"""


def started(text, **more):
    return native.Daemon(text, profiles=native.shipped("x-touch"), **more).start()


def peer(faderd, name):
    return next(one for one in faderd.status()["peers"] if one["name"] == name)


def doctor(faderd):
    """The findings of doctor, without systemd and its journal."""
    directory = folder()
    for name in ("systemctl", "journalctl"):
        script(directory, name, "exit 1")
    done = subprocess.run(
        [native.FADERCTL, "doctor", "--json", "--socket", faderd.socket], capture_output=True, text=True, timeout=60,
        env={"PATH": f"{directory}:{os.environ['PATH']}", "HOME": directory})
    return json.loads(done.stdout)["findings"]


def lines(faderd, port):
    return [line for line in faderd.log().splitlines() if f"127.0.0.1:{port}" in line]


def event(events, claim):
    """Waits for an event about peers that fits."""
    return next(data for name, data in events if name == "peers" and claim(data))


@test("a console that does not answer is one line of status, doctor and log, with its name, for how long, and how many parameters; and one when it is back")
def console():
    desk = Console(values={f"/ch/{n}": 0.25 for n in range(1, CHANNELS + 1)})
    desk.mute = True
    faderd = started(config(desk.port))
    wait_until(lambda: not peer(faderd, "foh")["there"], lambda: f"the console to be missed: {faderd.status()['peers']}", 30)
    told = peer(faderd, "foh")
    equal((told["parameters"], told["kind"], told["address"]), (CHANNELS, "osc", f"osc 127.0.0.1:{desk.port}"), "the peer")
    check(told["goneFor"] >= 0 and "not answered" in told["reason"], f"since when, and why: {told}")
    status = [line for line in faderd.ctl("status").out.splitlines() if "127.0.0.1" in line and "peer" in line]
    equal(len(status), 1, f"lines of status: {status}")
    check(f"foh (osc 127.0.0.1:{desk.port}) is not there for" in status[0] and f"{CHANNELS} parameters" in status[0], status[0])
    found = [one for one in doctor(faderd) if "target" in one["subject"] or "foh" in one["subject"]]
    equal([(one["subject"], one["mark"]) for one in found], [("peer foh", "wrong")], f"doctor: {found}")
    check("is not there for" in found[0]["sentence"] and f"{CHANNELS} parameters" in found[0]["sentence"], found[0]["sentence"])
    equal(len(lines(faderd, desk.port)), 1, lambda: f"the log: {lines(faderd, desk.port)}")
    rows = [line for line in faderd.ctl("targets").out.splitlines() if "not there" in line]
    equal(len(rows), CHANNELS, "targets remains the list of all")
    desk.mute = False
    wait_until(lambda: peer(faderd, "foh")["there"], lambda: f"the console to be back: {peer(faderd, 'foh')}", 30)
    told = peer(faderd, "foh")
    check("goneFor" not in told and "reason" not in told, f"nothing is wrong with it: {told}")
    told = lines(faderd, desk.port)
    check(len(told) == 2 and "is there again" in told[1], f"the log: {told}")
    equal([one["mark"] for one in doctor(faderd) if one["subject"] in ("peer foh", "targets")], ["ok"], "doctor")


@test("the display of a surface says for a moment that the target is not there when its control is moved; not of other controls, nor of a change elsewhere")
def display():
    desk = Console(values={f"/ch/{n}": 0.25 for n in range(1, CHANNELS + 1)})
    desk.mute = True
    faderd = started(config(desk.port))

    def cell(place):
        return faderd.get("/v1/virtual-surface")["display"][1][7 * place:7 * place + 7].strip()
    wait_until(lambda: not peer(faderd, "foh")["there"], "the console to be missed", 30)
    faderd.set("c1", "20")
    equal(cell(0), "20", "a value that somebody types elsewhere")
    faderd.move(1, 0.5)
    wait_until(lambda: cell(0) == "not the" or cell(0).lower().startswith("no"), lambda: f"the display: {cell(0)}")
    said = cell(0)
    check(said in faderd.ctl("virtual", "show").out, "virtual show")
    faderd.move(2, 0.5)
    wait_until(lambda: cell(1) == "50", lambda: f"the display of a fader without a target: {cell(1)}")
    wait_until(lambda: cell(0) == "50", lambda: f"the value, after a moment: {cell(0)}")
    desk.mute = False
    wait_until(lambda: peer(faderd, "foh")["there"], "the console to be back", 30)
    wait_until(lambda: state(faderd, "c1")["state"] == "bound", "the target to be bound")
    faderd.move(1, 0.75)
    wait_until(lambda: cell(0) == "75", lambda: f"the display: {cell(0)}")


@test("a peer has its word, before and after a reload that gives it another; without one it has its address; a target elsewhere keeps a parameter alive")
def words():
    port, other = free_port(), free_port()
    text = f"""\
version: 1
targets: {{foh: {{osc: "127.0.0.1:{port}", queries: true}}}}
parameters:
  a: {{target: {{osc: foh, address: /a}}}}
  both: {{target: [{{osc: foh, address: /b}}, {{exec: ["true"]}}]}}
  plain: {{target: {{osc: "127.0.0.1:{other}", address: /p}}}}
"""
    faderd = native.Daemon(text).start()
    wait_until(lambda: not peer(faderd, "foh")["there"], "the console to be missed", 30)
    equal([one["name"] for one in faderd.status()["peers"]], ["foh", f"osc 127.0.0.1:{other}"], "the names")
    events = faderd.events()
    told = event(events, lambda peers: peers)
    equal([(one["name"], one["kind"], one["parameters"]) for one in told], [("foh", "osc", ["a"])], "the event")
    faderd.reload(text.replace("foh", "pult"))
    wait_until(lambda: not peer(faderd, "pult")["there"], lambda: f"its new word: {faderd.status()['peers']}")
    told = event(events, lambda peers: peers and peers[0]["name"] == "pult")
    equal([one["parameters"] for one in told], [["a"]], "the event with its new word")
    faderd.reload("version: 1\n")
    check("peers" not in faderd.status(), lambda: f"none are left: {faderd.status()['peers']}")
    event(events, lambda peers: peers == [])


@test("triggers count with what they press: a peer that only they need is a peer, and those that would do nothing are told with it")
def triggers():
    port = free_port()
    bus = Bus()
    faderd = native.Daemon(f"""\
version: 1
targets: {{studio: {{obs: "127.0.0.1:{port}"}}}}
parameters:
  mic: {{type: decibel, target: {{obs: studio, input: Mic}}}}
  replay: {{kind: trigger, target: {{obs: studio, request: SaveReplayBuffer}}}}
  cut: {{kind: trigger, target: [{{obs: studio, request: TriggerStudioModeTransition}}, {{exec: ["true"]}}]}}
  scene: {{kind: trigger, target: [{{undo: 1}}, {{obs: studio, request: SaveReplayBuffer}}]}}
  next: {{kind: trigger, target: {{mpris: "song*", call: next}}}}
""", environment={"DBUS_SESSION_BUS_ADDRESS": bus.address}).start()
    for name in ("studio", "mpris song*"):
        wait_until(lambda: not peer(faderd, name)["there"], lambda: f"{name} to be missed: {faderd.status()['peers']}", 30)
    equal({one["name"]: one["parameters"] for one in faderd.status()["peers"]}, {"studio": 4, "mpris song*": 1}, "how many count")
    line = next(line for line in faderd.ctl("status").out.splitlines() if "studio (" in line)
    check(line.endswith("4 parameters"), line)
    found = next(one for one in doctor(faderd) if one["subject"] == "peer studio")
    check(found["mark"] == "wrong" and "4 parameters" in found["sentence"], f"doctor: {found}")
    events = faderd.events()
    told = event(events, lambda peers: len(peers) == 2)
    equal({one["kind"]: one["parameters"] for one in told}, {"obs": ["mic", "replay"], "mpris": ["next"]}, "the event: what else they do still works")
    song = Player(bus, "song")
    wait_until(lambda: peer(faderd, "mpris song*")["there"], "the player")
    event(events, lambda peers: [one["kind"] for one in peers] == ["obs"])
    equal(faderd.ctl("press", "next").exit, 0, "exit of press")
    wait_until(lambda: song.said("Next"), lambda: f"the player: {song.calls}")
    song.end()
    event(events, lambda peers: len(peers) == 2)
    FakeOBS(port=port)
    wait_until(lambda: peer(faderd, "studio")["there"], "OBS", 30)
    event(events, lambda peers: [one["kind"] for one in peers] == ["mpris"])
    # A reload that takes the trigger away takes the player's pattern away, too.
    with open(faderd.config_file, encoding="utf-8") as file:
        faderd.configure("".join(line for line in file if "  next:" not in line))
    equal(faderd.ctl("reload").exit, 0, "exit of reload")
    event(events, lambda peers: peers == [])
    equal([one["name"] for one in faderd.status()["peers"]], ["studio"], "the peers")
