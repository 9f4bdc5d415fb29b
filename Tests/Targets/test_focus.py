"""The volume of the program in front, with PulseAudio and PipeWire."""

import os
import signal
import subprocess
import time

import daemon
import native
import sound
from sound import FULL, both, bound, near, target
from testing import check, defer, equal, stays, test, wait_until

CONFIG = """\
version: 1
parameters:
  front: {type: percent, target: {pulse: {focused: true}}}
  hush: {kind: toggle, target: {pulse: {focused: true}, property: mute}}
  music: {type: percent, target: {pulse: {app: ["mus*"]}}}
  rise: {kind: trigger, target: {set: {front: 100 %}, over: 3 s}}
""" + native.desk({1: "front", 2: "hush", 3: "music"})


def started(server):
    return native.Daemon(CONFIG, environment=server.place).start()


def volume(server, name):
    return round(100 * server.app_volume(name) / FULL)


@both("the fader has the volume and mute of the program in front, beside the faders of programs; nothing of one program is written to the next", limit=120)
def front(server):
    faderd = started(server)
    music, game = server.app("musica"), server.app("quake")
    for name, percent in (("musica", 30), ("quake", 70)):
        server.set_app_volume(name, FULL * percent // 100)
    bound(faderd, "music")
    equal(target(faderd, "front")["note"], "nobody has said which program is in front; \"faderctl focus PID\" does", "before the first word")
    done = faderd.ctl("focus", str(music.pid))
    equal((done.exit, done.out), (0, f"pacat (process {music.pid}) is in front\n"), "what is in front")
    wait_until(lambda: faderd.text("front") == "30 %", lambda: f"its volume: {faderd.text('front')}")
    wait_until(lambda: near(faderd.motor(1), 0.3, 0.01), "the motor")
    equal(faderd.text("music"), "30 %", "its own fader")
    faderd.set("front", "40")
    wait_until(lambda: volume(server, "musica") == 40 and faderd.text("music") == "40 %", lambda: f"40 %: {volume(server, 'musica')}, {faderd.text('music')}")
    faderd.set("hush", "on")
    wait_until(lambda: server.stream("musica")["mute"], "the mute")
    faderd.set("music", "45")
    wait_until(lambda: faderd.text("front") == "45 %", lambda: f"what its own fader does: {faderd.text('front')}")
    equal(faderd.ctl("focus", str(game.pid)).exit, 0)
    wait_until(lambda: (faderd.text("front"), faderd.text("hush")) == ("70 %", "off"), lambda: f"the other program: {faderd.text('front')}")
    server.set_app_volume("quake", FULL // 2)
    wait_until(lambda: faderd.text("front") == "50 %", lambda: f"what a mixer does: {faderd.text('front')}")
    equal((volume(server, "musica"), server.stream("musica")["mute"]), (45, True), "the program that is not in front")
    equal([change["id"] for entry in faderd.get("/v1/history") for change in entry["changes"]], ["music"], "the history, in which it is not")
    equal(faderd.ctl("undo").exit, 0)
    wait_until(lambda: faderd.text("music") == "40 %", "the undo of what was set by its own fader")
    stays(lambda: volume(server, "quake") == 50, "the program in front to be left alone by undo", 0.5)
    equal(faderd.ctl("snapshot", "save", "all").exit, 0)
    faderd.fails(65, "front is left out of snapshots and undo: it belongs to whichever program is in front", "snapshot", "save", "one", "--only", "front")
    faderd.set("front", "60")
    wait_until(lambda: volume(server, "quake") == 60, "60 %")
    faderd.ctl("recall", "all")
    stays(lambda: volume(server, "quake") == 60, "the program in front to be left alone by a recall", 0.5)
    game.kill()
    wait_until(lambda: target(faderd, "front")["state"] == "absent", lambda: target(faderd, "front"))
    check(target(faderd, "front")["note"] in (f"pacat (process {game.pid}) has ended", f"pacat (process {game.pid}) is in front and plays nothing"), target(faderd, "front"))
    game.wait()
    equal(target(faderd, "front")["note"], f"pacat (process {game.pid}) has ended", "its end, when it is asked")
    equal(faderd.ctl("focus").out, "no program is in front\n", "what is in front after that")
    equal(faderd.ctl("focus", str(music.pid)).exit, 0)
    wait_until(lambda: faderd.text("front") == "40 %", "the first again")
    equal(faderd.ctl("focus", "--none").exit, 0)
    wait_until(lambda: target(faderd, "front")["state"] == "absent", "nothing in front")


@both("a stream of a child belongs to the program, and one that begins while it is in front is there at once; faderd's end forgets it", limit=60)
def children(server):
    faderd = started(server)
    shell = subprocess.Popen(
        ["sh", "-c", f"sleep 1; pacat --server unix:{server.socket} --client-name=childish /dev/zero; sleep 60"], env=server.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    defer(lambda: (subprocess.run(["pkill", "-P", str(shell.pid)], check=False), shell.kill(), shell.wait()))
    equal(faderd.ctl("focus", str(shell.pid)).exit, 0)
    wait_until(lambda: "plays nothing" in target(faderd, "front")["note"], lambda: target(faderd, "front"))
    bound(faderd, "front")
    faderd.set("front", "35")
    wait_until(lambda: volume(server, "childish") == 35, lambda: volume(server, "childish"))
    faderd.restart(kill=True)
    wait_until(lambda: target(faderd, "front").get("note", "").startswith("nobody has said"), lambda: target(faderd, "front"))


@both("20 switches a second move no volume, also with writes on their way, a fade and a hand; they cost at most a tenth of a core", limit=120)
def fast(server):
    faderd = started(server)
    apps = [server.app(name) for name in ("one1", "two2")]
    for name, percent in (("one1", 30), ("two2", 70)):
        server.set_app_volume(name, FULL * percent // 100)
        server.stream(name)
    session = faderd.session()

    def put(app):
        equal(session.ask("PUT", "/v1/focus", {"pid": app.pid})[0], 200, "status")
    time.sleep(0.5)
    begun, used = time.monotonic(), faderd.cpu()
    for number in range(60):
        put(apps[number % 2])
        time.sleep(max(0, begun + (number + 1) * 0.05 - time.monotonic()))
    load = (faderd.cpu() - used) / (time.monotonic() - begun)
    print(f"     {server.word}: {100 * load:.1f} % of a core")
    equal((volume(server, "one1"), volume(server, "two2")), (30, 70), "the volumes after the switches")
    check(load < 0.1, f"{100 * load:.1f} % of a core")
    # Each write is asked for just before the switch, and belongs to the program that was in front then.
    for number in range(30):
        put(apps[0])
        wait_until(lambda: faderd.value("front") < 50, lambda: f"the first: {faderd.text('front')}")
        session.ask("PUT", "/v1/parameters/front", {"position": 0.2 + 0.002 * number})
        put(apps[1])
        wait_until(lambda: faderd.text("front") == "70 %", lambda: f"the second: {faderd.text('front')}")
    equal(volume(server, "two2"), 70, "the second, for which nobody has asked anything")
    wait_until(lambda: volume(server, "one1") == 26, lambda: f"the first: {volume(server, 'one1')}")
    put(apps[0])
    wait_until(lambda: faderd.text("front") == "26 %", "the first")
    equal(faderd.ctl("press", "rise").exit, 0)
    time.sleep(0.3)
    put(apps[1])
    wait_until(lambda: faderd.text("front") == "70 %", lambda: f"the second: {faderd.text('front')}")
    stays(lambda: volume(server, "two2") == 70 and volume(server, "one1") < 60, "the fade to have ended", 0.7)
    faderd.touch(1, True)
    put(apps[0])
    stays(lambda: faderd.text("front") == "70 %", "the finger to win", 0.4)
    faderd.touch(1, False)
    wait_until(lambda: faderd.value("front") < 60, "the motor to go there when the finger leaves")
    equal(volume(server, "two2"), 70, "the second at the end")


@test("numbers that are no program are clear errors, and the key of a page may not say what is in front")
def nonsense():
    faderd = native.Daemon("version: 1\nparameters: {a: {}}\nweb: {pages: {stage: [a]}}\n").start()
    for number, text in (("0", "0 is not the number of a program"), ("1", "1 is not the number of a program"), ("4194999", "there is no process 4194999")):
        done = faderd.ctl("focus", number)
        check(done.exit == 65 and text in done.err, done)
    for words in (["x"], ["1", "--none"], ["99999999999999999999"]):
        equal(faderd.ctl("focus", *words).exit, 64, f"exit of {words}")
    done = faderd.ctl("focus", "--none")
    check(done.exit == 0 and "no parameter follows it" in done.err, done)
    owner, key = faderd.session(), "stage".ljust(32, "-")
    equal(owner.ask("POST", "/v1/keys", {"name": "stage", "key": key, "page": "stage"})[0], 201, "status of a new key")
    equal(faderd.request("PUT", "/v1/focus", {"pid": faderd.pid}, headers={"Authorization": f"Bearer {key}"}).status, 403, "status for a page")


@test("the script for X11 tells which window of a real window manager is in front", limit=90)
def x11():
    server = sound.PulseAudio().start()
    faderd = started(server)
    environment = server.environment | server.place | {"FADERD_SOCKET": faderd.socket, "PATH": f"{os.path.abspath(daemon.BINARIES)}:{os.environ['PATH']}"}

    def run(*words, **more):
        process = subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **more)
        defer(lambda: (os.killpg(process.pid, signal.SIGKILL) if process.poll() is None else None, process.wait()))
        return process
    # Xvfb looks for a free number itself, and writes it. Without -noreset it begins anew when its first client, here xprop, ends, and ends the window manager.
    reader, writer = os.pipe()
    run("Xvfb", "-displayfd", str(writer), "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset", pass_fds=[writer])
    os.close(writer)
    with os.fdopen(reader) as line:
        environment["DISPLAY"] = f":{line.readline().strip()}"
    run("openbox", "--sm-disable")
    asked = lambda name: subprocess.run(["xprop", "-root", name], env=environment, capture_output=True, text=True, check=False).stdout
    wait_until(lambda: "window id" in asked("_NET_SUPPORTING_WM_CHECK"), lambda: f"the window manager: {asked('_NET_SUPPORTING_WM_CHECK')}")
    run(f"{os.path.dirname(os.path.abspath(__file__))}/../../Examples/focus/x11.sh")

    def window(name, percent):
        """A player with a window."""
        process = run(
            "mpv", "--no-config", "--vo=x11", "--ao=pulse", "--force-window=yes", "--loop", f"--title={name}", f"--audio-client-name={name}",
            "--demuxer=rawaudio", "--demuxer-rawaudio-rate=8000", tone)
        wait_until(lambda: server.streams(name), lambda: f"{name} to play")
        server.set_app_volume(name, FULL * percent // 100)
        return process
    tone = server.tone("tone").args[-1]
    server.stop_apps()
    window("first", 30)
    wait_until(lambda: faderd.text("front") == "30 %", lambda: f"the first: {faderd.text('front')}, {target(faderd, 'front')}")
    second = window("second", 70)
    wait_until(lambda: faderd.text("front") == "70 %", lambda: f"the second: {faderd.text('front')}, {target(faderd, 'front')}")
    os.killpg(second.pid, signal.SIGKILL)
    wait_until(lambda: faderd.text("front") == "30 %", lambda: f"the first again: {faderd.text('front')}, {target(faderd, 'front')}")
