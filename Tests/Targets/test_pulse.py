"""A sound server's volumes on faders, in both directions, with PulseAudio and PipeWire."""

import subprocess
import threading
import time

import native
import sound
import testing
from sound import FULL, both, bound, cubic, near, target
from testing import check, equal, wait_until

CONFIG = """\
version: 1
parameters:
  master: {type: decibel, max: 0, target: {pulse: default-sink}}
  quiet: {kind: toggle, target: {pulse: default-sink, property: mute}}
  music: {type: percent, target: {pulse: {app: [mus*, "*mpv*"]}}}
  games: {type: percent, target: {pulse: {rest: true, except: [music]}}}
  second: {type: percent, max: 150, target: {pulse: {sink: two}}}
""" + native.desk({1: "master", 2: "quiet", 3: "music", 4: "games", 5: "second"})


def signals(faderd):
    """What a daemon does with signals, by the kernel's words."""
    with open(f"/proc/{faderd.pid}/status", encoding="utf-8") as file:
        return [line.split() for line in file if line.startswith(("SigIgn", "SigCgt"))]


def started(server, config=CONFIG):
    return native.Daemon(config, environment=server.place).start()


def motion(faderd, fader, positions, pause=0.005):
    faderd.touch(fader, True)
    for position in positions:
        faderd.move(fader, position)
        time.sleep(pause)
    faderd.touch(fader, False)
    # Waits until the last movement has arrived, so that later comparisons are with the position where the hand left it.
    parameter = {1: "master", 5: "second"}[fader]
    wait_until(lambda: abs(faderd.parameter(parameter)["position"] - positions[-1]) < 0.001, "the last movement")
    time.sleep(0.2)


@both("at the start a device keeps its volume, and the motor goes there")
def device_first(server):
    server.set_volume(cubic(-12))
    faderd = started(server)
    bound(faderd, "master")
    wait_until(lambda: faderd.text("master") == "-12.0 dB", lambda: f"-12 dB; it is {faderd.text('master')}")
    position = faderd.parameter("master")["position"]
    wait_until(lambda: near(faderd.motor(1), position, 0.001), "the motor")
    equal(server.volume(), cubic(-12), "the volume, which nobody wrote")
    equal(faderd.get("/v1/history"), [], "the history, in which targets are not")


@both("a volume beyond the range is reported and left alone until the parameter is set, even if only to the end that it shows")
def beyond(server):
    faderd = started(server, CONFIG.replace("max: 150", "max: 100"))
    bound(faderd, "second")
    server.set_volume(2 * FULL, "two")
    wait_until(lambda: "200 %, beyond the range" in faderd.ctl("targets").out, lambda: faderd.ctl("targets").out)
    equal(faderd.text("second"), "100 %", "the parameter")
    testing.stays(lambda: server.volume("two") == 2 * FULL, "the volume to be left alone", 0.5)
    faderd.set("second", "100")
    wait_until(lambda: near(server.volume("two"), FULL), lambda: f"100 %; the volume is {server.volume('two')}")
    server.set_volume(2 * FULL, "two")
    wait_until(lambda: "beyond the range" in faderd.ctl("targets").out, "the volume to be beyond the range again")
    status, begun = (session := faderd.session()).ask("POST", "/v1/parameters/second/edit", {})
    equal(status, 201, "an edit")
    session.ask("PUT", f"/v1/edits/{begun['edit']}", {"draft": "100"})
    session.ask("POST", f"/v1/edits/{begun['edit']}/submit")
    wait_until(lambda: near(server.volume("two"), FULL), lambda: f"100 % by an edit; the volume is {server.volume('two')}")


@both("a fader moves the volume, and a volume that pactl sets moves the motor")
def both_ways(server):
    faderd = started(server)
    bound(faderd, "master", "second")
    motion(faderd, 1, [n / 20 for n in range(5, 16)])
    wanted = cubic(faderd.value("master"))
    wait_until(lambda: near(server.volume(), wanted), lambda: f"{wanted}; the volume is {server.volume()}")
    server.set_volume(cubic(-20))
    wait_until(lambda: faderd.text("master") == "-20.0 dB", lambda: f"-20 dB; it is {faderd.text('master')}")
    wait_until(lambda: near(faderd.motor(1), faderd.parameter("master")["position"], 0.001), "the motor")
    equal(faderd.parameter("master")["origin"], "target", "origin")
    faderd.set("second", "40")
    wait_until(lambda: near(server.volume("two"), 0.4 * FULL), lambda: f"40 %; the volume is {server.volume('two')}")
    faderd.set("master", "-inf")
    wait_until(lambda: server.volume() == 0, "silence")
    server.set_volume(0)
    server.set_volume(FULL)
    wait_until(lambda: faderd.text("master") == "0.0 dB", lambda: f"0 dB; it is {faderd.text('master')}")


@both("mute is a toggle, in both directions")
def mute(server):
    faderd = started(server)
    bound(faderd, "quiet")
    faderd.set("quiet", "on")
    wait_until(server.muted, "the mute")
    server.pactl("set-sink-mute", "one", "0")
    wait_until(lambda: faderd.text("quiet") == "off", "the toggle")


@both("a target for the default device follows a change of the default")
def default(server):
    server.set_volume(cubic(-30), "two")
    faderd = started(server)
    bound(faderd, "master")
    server.pactl("set-default-sink", "two")
    wait_until(lambda: faderd.text("master") == "-30.0 dB", lambda: f"-30 dB; it is {faderd.text('master')}")
    faderd.set("master", "-6")
    wait_until(lambda: near(server.volume("two"), cubic(-6)), "the volume of the new one")
    check(server.volume("one") != cubic(-6), "the volume of the old one was set")


@both("an app that starts gets the value that was set for it, or keeps its own if none ever was")
def apps(server):
    faderd = started(server)
    server.app("musica")
    wait_until(lambda: target(faderd, "music")["state"] == "bound", "the app")
    wait_until(lambda: faderd.text("music") == "100 %", lambda: f"the app's own volume; it is {faderd.text('music')}")
    faderd.set("music", "30")
    wait_until(lambda: near(server.app_volume("musica"), 0.3 * FULL), lambda: f"30 %: {server.app_volume('musica')}")
    server.apps.pop().kill()
    wait_until(lambda: target(faderd, "music")["state"] == "absent", "the app to go")
    faderd.set("music", "55")
    server.app("musica")
    wait_until(lambda: near(server.app_volume("musica"), 0.55 * FULL), lambda: f"55 %: {server.app_volume('musica')}")
    # A change in the first 100 ms would count as the stream's own volume.
    bound(faderd, "music")
    server.set_app_volume("musica", FULL // 5)
    wait_until(lambda: faderd.text("music") == "20 %", lambda: f"20 %; it is {faderd.text('music')}")


def leave(server, faderd):
    """Stops faderd if the server knows what the next stream begins with. Otherwise faderd has to set it."""
    if server.presets:
        equal(faderd.stop(), 0, "exit code")


@both("an app that does not run is preset: its next stream gets the value, even without faderd where the server takes it in advance")
def preset(server):
    faderd = started(server)
    server.app("musica")
    bound(faderd, "music")
    faderd.set("music", "90")
    wait_until(lambda: near(server.app_volume("musica"), 0.9 * FULL), "90 %")
    time.sleep(0.5)
    server.apps.pop().kill()
    wait_until(lambda: target(faderd, "music")["state"] == "absent", "the app to go")
    for level in range(60, 19, -1):
        faderd.request("PUT", "/v1/parameters/music", {"position": level / 100})
    time.sleep(0.5)
    leave(server, faderd)
    server.app("musica")
    wait_until(lambda: near(server.app_volume("musica"), 0.2 * FULL, 400), lambda: f"20 %: {server.app_volume('musica')}")


RECORDING = """\
version: 1
parameters:
  call: {type: percent, target: {pulse: {app: ["call*"], capture: true}}}
  silent: {kind: toggle, target: {pulse: {app: ["call*"], capture: true}, property: mute}}
  plays: {type: percent, target: {pulse: {app: ["call*"]}}}
"""


@both("the volume and mute of a program that records, in both directions; its next recording gets the volume")
def recording(server):
    faderd = started(server, RECORDING)
    recorder = server.recorder("caller")
    bound(faderd, "call", "silent")
    equal(target(faderd, "plays")["state"], "absent", "what it plays, which is nothing")
    check(any(line.split()[:3] == ["capture", "caller", "call"] for line in faderd.ctl("targets").out.splitlines()),
          lambda: f"it is listed: {faderd.ctl('targets').out}")
    faderd.set("call", "40")
    wait_until(lambda: near(sound.loudest(server.recording("caller")), 0.4 * FULL), lambda: f"40 %: {server.recording('caller')}")
    faderd.set("silent", "on")
    wait_until(lambda: server.recording("caller")["mute"], "the mute")
    index = str(server.recording("caller")["index"])
    server.pactl("set-source-output-volume", index, "70%")
    wait_until(lambda: faderd.text("call") == "70 %", lambda: f"70 %; it is {faderd.text('call')}")
    server.pactl("set-source-output-mute", index, "0")
    wait_until(lambda: faderd.text("silent") == "off", "the toggle")
    recorder.kill()
    wait_until(lambda: target(faderd, "call")["state"] == "absent", "its end")
    faderd.set("call", "25")
    time.sleep(0.5)
    leave(server, faderd)
    server.recorder("caller")
    wait_until(lambda: near(sound.loudest(server.recording("caller")), 0.25 * FULL, 400), lambda: f"25 %: {server.recording('caller')}")


@both("the target `rest` has the streams that no other target takes")
def rest(server):
    faderd = started(server)
    server.app("mus")
    server.app("quake")
    bound(faderd, "music", "games")
    equal(len(target(faderd, "games")["matched"]), 1, "streams of the rest")
    faderd.set("games", "25")
    wait_until(lambda: near(server.app_volume("quake"), 0.25 * FULL), "the game")
    check(not near(server.app_volume("mus"), 0.25 * FULL), "the music was set as well")


@both("a reload keeps the connection of targets that stay, and applies changed ones", limit=180)
def reload(server):
    faderd = started(server)
    bound(faderd, "master", "second")
    clients = lambda: sorted(each["index"] for each in server.list("clients")
                             if each.get("properties", {}).get("application.name") == "faderd")
    before = clients()
    equal(len(before), 1, "connections of faderd")
    faderd.reload(CONFIG.replace("max: 150, ", "max: 100, label: Other, "))
    bound(faderd, "master", "second")
    equal(clients(), before, "the connection")
    faderd.set("second", "70")
    wait_until(lambda: near(server.volume("two"), 0.7 * FULL), "the new target")
    faderd.reload("version: 1\nparameters: {other: {}}\n")
    wait_until(lambda: not clients(), "the connection to be closed without targets")


APPS = """\
version: 1
apps: {each: "app.{name}", type: percent}
parameters:
  music: {type: percent, target: {pulse: {app: [mus*]}}}
""" + native.desk({1: "music"}).replace('match: "faderd virtual"', 'match: "faderd virtual"\n    auto: true')
for n in range(2, 9):
    APPS = APPS.replace("    map:", f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true}}\n    map:")


@both("with `apps` each program that plays has a parameter on a free fader, which ends with it and has its value again when it comes back")
def every_app(server):
    faderd = started(server, APPS)
    server.app("mus")
    quake = server.app("Quake II")
    ids = lambda: [each["id"] for each in faderd.get("/v1/parameters")]
    wait_until(lambda: "app.pacat" in ids(), lambda: f"the parameter of the game: {ids()}")
    bound(faderd, "music", "app.pacat")
    equal(ids(), ["music", "app.pacat"], "parameters")
    equal(faderd.parameter("app.pacat")["label"], "Quake II", "label")
    wait_until(lambda: faderd.text("app.pacat") == "100 %", "the program's own volume")
    faderd.move(2, 0.4)
    wait_until(lambda: near(server.app_volume("Quake II"), 0.4 * FULL, 40), lambda: f"40 %: {server.app_volume('Quake II')}")
    quake.kill()
    wait_until(lambda: ids() == ["music"], lambda: f"the parameter to go: {ids()}")
    server.app("Quake II")
    wait_until(lambda: "app.pacat" in ids(), "the parameter to come back")
    wait_until(lambda: near(server.app_volume("Quake II"), 0.4 * FULL, 40), lambda: f"40 % again: {server.app_volume('Quake II')}")
    wait_until(lambda: near(faderd.motor(2), 0.4, 0.01), "the motor")
    faderd.reload("version: 1\nparameters: {other: {}}\n")
    wait_until(lambda: ids() == ["other"], lambda: f"no programs after the reload: {ids()}")


@both("a program whose id was in the config for a while has its parameter again when it is not, without playing anew")
def app_after_config(server):
    faderd = started(server, APPS)
    server.app("Quake II")
    declared = lambda: [each["id"] for each in faderd.get("/v1/declarations")]
    wait_until(lambda: declared() == ["app.pacat"], "the parameter of the game")
    for text, wanted in (
            (APPS.replace("  music:", "  app.pacat: {type: percent}\n  music:"), []), (APPS, ["app.pacat"])):
        faderd.reload(text)
        wait_until(lambda: declared() == wanted, lambda: f"{wanted} to be declared; it is {declared()}")
    bound(faderd, "app.pacat")
    faderd.move(2, 0.4)
    wait_until(lambda: near(server.app_volume("Quake II"), 0.4 * FULL, 40), lambda: f"40 %: {server.app_volume('Quake II')}")


@both("faderctl targets lists devices and programs with the properties to match them by")
def listed(server):
    faderd = started(server)
    server.app("Fancy Player")
    wait_until(lambda: "Fancy Player" in faderd.ctl("targets").out, lambda: f"the app: {faderd.ctl('targets').out}")
    text = faderd.ctl("targets").out
    check("application.name: Fancy Player" in text, lambda: f"its words: {text}")
    check("sink" in text and "one" in text, lambda: f"the sinks: {text}")


@testing.test("from a fader to the volume takes at most one and a half times as long as pactl's own set", alone=True)
def latency():
    for kind in sound.BOTH:
        server = kind().start()
        faderd = started(server)
        bound(faderd, "master")
        session = faderd.session()
        watcher = subprocess.Popen(
            ["pactl", "--server", f"unix:{server.socket}", "subscribe"], stdout=subprocess.PIPE, text=True, env=server.environment)
        testing.defer(lambda: (watcher.kill(), watcher.wait()))
        time.sleep(0.5)
        changes = []
        threading.Thread(
            target=lambda: [changes.append(time.monotonic()) for line in watcher.stdout if "'change' on sink #" in line], daemon=True).start()

        def once(act):
            time.sleep(0.06)
            seen, since = len(changes), time.monotonic()
            act()
            while len(changes) == seen:
                check(time.monotonic() - since < 5, "no event came")
                time.sleep(0.0002)
            return changes[seen] - since
        ours, theirs = [], []
        for n in range(30):
            ours.append(once(lambda: session.ask("PUT", "/v1/virtual/fader.1", {"position": 0.5 + 0.008 * n})))
            theirs.append(once(lambda: server.set_volume(FULL // 2 + 100 * n)))
        ours, theirs = sorted(ours)[15] * 1000, sorted(theirs)[15] * 1000
        print(f"     {kind.word}: fader to event {ours:.2f} ms, pactl to event {theirs:.2f} ms (p50 of 30)")
        check(ours <= 1.5 * theirs, f"{kind.word}: {ours:.2f} ms, against {theirs:.2f} ms of pactl")


@testing.test("a sound server on the network is bound, with a cookie, and again when it comes back")
def network():
    server = sound.PulseAudio().start()
    port = native.free_port()
    listen = lambda: server.pactl("load-module", "module-native-protocol-tcp", "listen=127.0.0.1", f"port={port}", f"auth-cookie={server.directory}/key")
    module = listen().strip()
    place = {"PULSE_SERVER": f"tcp:127.0.0.1:{port}", "PULSE_COOKIE": f"{server.directory}/key"}
    refused = native.Daemon(CONFIG, environment=place | {"PULSE_COOKIE": "/nonexistent"}).start()
    faderd = native.Daemon(CONFIG, environment=place).start()
    bound(faderd, "master")
    faderd.set("second", "40")
    wait_until(lambda: near(server.volume("two"), 0.4 * FULL), lambda: f"40 %; the volume is {server.volume('two')}")
    wait_until(lambda: "Access denied" in target(refused, "master").get("note", ""), lambda: f"the refusal: {target(refused, 'master')}")
    server.pactl("unload-module", module)
    server.kill()
    wait_until(lambda: target(faderd, "master")["state"] == "absent", "the end")
    server.start()
    listen()
    bound(faderd, "master")


@testing.test("with a libpulse that cannot be used the daemon runs, and the target says so")
def unusable():
    server = sound.PulseAudio().start()
    for choice in ("none", "libc.so.6"):
        faderd = native.Daemon(CONFIG, environment=server.place | {"FADERD_LIBPULSE": choice}).start()
        wait_until(lambda: "libpulse cannot be used" in target(faderd, "master").get("note", ""), lambda: f"a sentence: {target(faderd, 'master')}")
        equal(faderd.set("master", "-20"), "-20.0 dB", "the parameter, which can be moved all the same")


@testing.test("with a sound server connected an idle daemon does not wake up, needs at most 2 MiB more, and handles signals as before", alone=True)
def cost():
    daemons = []
    for kind in sound.BOTH:
        server = kind().start()
        daemons.append((kind, started(server, "version: 1\nparameters: {a: {}}\n"), started(server)))
        bound(daemons[-1][-1], "master")
    time.sleep(12)
    before = [faderd.switches() for _, _, faderd in daemons]
    time.sleep(5)
    for (kind, without, faderd), switches in zip(daemons, before):
        equal(faderd.switches() - switches, 0, f"wake-ups in 5 s with {kind.word}")
        more = faderd.memory() - without.memory()
        print(f"     {kind.word}: {more} KiB more")
        check(more <= 2048, f"{kind.word}: {more} KiB more")
        equal(signals(faderd), signals(without), "signals that are ignored, and that are caught")


DEVICES = """\
version: 1
parameters:
  out: {kind: choice, target: {pulse: default-sink, property: device}}
  named: {kind: choice, options: [First, Second], target: {pulse: {app: musica}, property: device, words: ["on?", two]}}
  player: {kind: choice, target: {pulse: {app: musika}, property: device}}
"""


def default_sink(server):
    return next(line.split(": ")[1] for line in server.pactl("info").splitlines() if line.startswith("Default Sink: "))


@both("the default device, and the one that a program plays on, are choices of the devices that the server has, both ways")
def devices(server):
    server.pactl("set-default-sink", "one")
    faderd = started(server, DEVICES)
    bound(faderd, "out")

    def options(parameter="out"):
        return [each["id"] for each in faderd.parameter(parameter)["options"] if not each.get("absent")]
    wait_until(lambda: len(options()) == 2, lambda: f"the devices: {options()}")
    order = [each["name"] for each in sorted(server.list("sinks"), key=lambda each: each["index"])]
    named = dict(zip(order, options()))
    wait_until(lambda: faderd.value("out") == named["one"], lambda: f"what is the default: {faderd.value('out')}, {named}")
    equal(default_sink(server), "one", "nothing is written at the start")
    faderd.set("out", named["two"])
    wait_until(lambda: default_sink(server) == "two", lambda: f"the default: {default_sink(server)}")
    server.pactl("set-default-sink", "one")
    wait_until(lambda: faderd.value("out") == named["one"], lambda: f"the default of somebody else: {faderd.value('out')}")
    equal(target(faderd, "named")["state"], "absent", "a program that does not play")
    server.app("musica")
    server.app("musika")
    bound(faderd, "named", "player")
    wait_until(lambda: (faderd.text("named"), faderd.value("player")) == ("First", named["one"]), lambda: faderd.ctl("list").out)
    faderd.set("named", "Second")
    faderd.set("player", named["two"])
    wait_until(lambda: (server.sink_of("musica"), server.sink_of("musika")) == ("two", "two"), lambda: f"where they play: {server.sink_of('musica')}, {target(faderd, 'named')}")
    server.move("musica", "one")
    wait_until(lambda: faderd.text("named") == "First", lambda: f"somebody has moved it: {faderd.text('named')}")
    equal(default_sink(server), "one", "the default stays")
    for app in server.apps:
        app.kill()
    wait_until(lambda: target(faderd, "named")["state"] == "absent" and target(faderd, "player")["state"] == "absent", "the end of the programs")


@both("a device that comes is an option and one that goes is none; a server that goes takes them along and brings them back, and nothing is chosen by that")
def devices_come(server):
    server.pactl("set-default-sink", "one")
    faderd = started(server, DEVICES)
    bound(faderd, "out")

    def count():
        return len([each for each in faderd.parameter("out")["options"] if not each.get("absent")])
    wait_until(lambda: count() == 2, lambda: faderd.parameter("out"))
    three = server.add("three")
    wait_until(lambda: count() == 3, lambda: faderd.parameter("out"))
    server.pactl("unload-module", three)
    wait_until(lambda: count() == 2, lambda: faderd.parameter("out"))
    before = faderd.value("out")
    server.kill()
    wait_until(lambda: target(faderd, "out")["state"] == "absent", lambda: target(faderd, "out"))
    server.start()
    bound(faderd, "out")
    wait_until(lambda: count() == 2, lambda: faderd.parameter("out"))
    check(before and faderd.value("out"), lambda: f"{before}, {faderd.value('out')}")
