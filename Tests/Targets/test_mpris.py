"""Players of the session: mpv with playerctl, and players that do not do as they should."""

import contextlib
import os
import signal
import socket
import threading
import time

import native
import testing
from mqtt import read
from players import Bus, Player
from sound import bound, note, target
from testing import check, equal, test, wait_until

VOLUME = "{type: percent, decimals: 1, target: {mpris: \"%s\"}}"
PLAYING = "{kind: toggle, target: {mpris: \"%s\", property: playing}}"
POSITION = "{max: 300, unit: s, decimals: 0, target: {mpris: \"%s\", property: position}}"
SHUFFLE = "{kind: toggle, target: {mpris: \"%s\", property: shuffle}}"


def config(parameters):
    return "version: 1\nparameters:\n" + "".join(f"  {name}: {what}\n" for name, what in parameters.items())


def started(bus, parameters, desk="", **more):
    return native.Daemon(config(parameters) + desk, environment={"DBUS_SESSION_BUS_ADDRESS": bus.address}, **more).start()


def about(faderd, name, words):
    wait_until(lambda: words in note(faderd, name), lambda: f"{words}: {target(faderd, name)}")


@test("mpv: the fader moves its volume, playerctl moves the fader, and triggers control it")
def mpv():
    bus = Bus()
    bus.mpv("--loop-playlist", "/usr/share/sounds/none.wav")
    faderd = started(
        bus, {"music": VOLUME % "mpv*", "playing": PLAYING % "mpv", "next": "{kind: trigger, target: {mpris: \"mpv*\", call: next}}",
              "pause": "{kind: trigger, target: {mpris: \"MPV\", call: play-pause}}"}, native.desk({1: "music"}))
    bound(faderd, "music", "playing")
    wait_until(lambda: faderd.text("music") == "40.0 %", lambda: f"what mpv has: {faderd.text('music')}")
    equal(bus.playerctl("volume"), "0.400000", "nothing is written at a start")
    wait_until(lambda: abs(faderd.motor(1) - 0.4) < 0.01, "the motor")
    faderd.move(1, 0.75)
    wait_until(lambda: abs(float(bus.playerctl("volume")) - 0.75) < 0.01, lambda: f"75 %: {bus.playerctl('volume')}")
    bus.playerctl("volume", "0.2")
    wait_until(lambda: faderd.text("music") == "20.0 %", lambda: f"20 %: {faderd.text('music')}; {target(faderd, 'music')}")
    equal(faderd.value("playing"), False)
    faderd.set("playing", "on")
    wait_until(lambda: bus.playerctl("status") == "Playing", lambda: f"mpv to play: {bus.playerctl('status')}")
    equal(faderd.ctl("press", "pause").exit, 0, "exit of press")
    wait_until(lambda: bus.playerctl("status") == "Paused" and not faderd.value("playing"), "mpv to pause")
    bus.playerctl("play")
    wait_until(lambda: faderd.value("playing"), "on")
    equal(faderd.ctl("press", "next").exit, 0, "exit of press")
    wait_until(lambda: not faderd.parameter("next")["running"], "the end of next")
    check("failed" not in read(faderd.log_file), lambda: f"no failure: {read(faderd.log_file)}")


@test("a position follows the song once a second without saving, and a hand that moves it seeks a few times a second and at last", limit=60)
def position():
    bus = Bus()
    song = Player(bus, "song")
    faderd = started(bus, {"at": POSITION % "song", "part": "{type: percent, target: {mpris: \"son?\", property: position}}"}, native.desk({1: "at"}))
    bound(faderd, "at", "part")
    equal(faderd.value("at"), 0)
    song.obey("seeked 100000000")
    wait_until(lambda: faderd.value("at") == 100 and faderd.text("part") == "50 %", lambda: f"100 s: {faderd.text('at')}, {faderd.text('part')}")
    # A pause costs no wake-up, and a song no file.
    wait_until(lambda: not faderd.saving()["unsaved"], "the state to be saved")
    time.sleep(0.5)
    switches = faderd.switches()
    time.sleep(2)
    check(faderd.switches() - switches <= 2, lambda: f"{faderd.switches() - switches} wake-ups in 2 s of a pause")
    watch, before = faderd.ctl_running("watch", "at"), os.stat(faderd.state_file).st_mtime_ns if os.path.exists(faderd.state_file) else 0
    lines = testing.lines_of(watch)
    places = iter(range(101, 200))
    wait_until(lambda: song.obey(f"seeked {next(places)}000000") or time.sleep(0.2) or lines, "the first line")
    song.obey("seeked 100000000")
    wait_until(lambda: faderd.value("at") == 100, "100 s")
    lines.clear()
    song.obey("tell PlaybackStatus \"Playing\"")
    wait_until(lambda: len(lines) >= 4, lambda: f"three seconds: {lines}")
    check(len(lines) <= 6, lambda: f"a line a second: {lines}")
    equal(os.stat(faderd.state_file).st_mtime_ns if os.path.exists(faderd.state_file) else 0, before, "nothing is saved")
    check(not faderd.saving()["unsaved"], "nothing waits to be saved")
    equal(faderd.ctl("history").out.count("at"), 0, "entries of the history")
    count, began = len(song.calls), time.monotonic()
    faderd.touch(1, True)
    for step in range(50):
        faderd.move(1, 0.1 + step / 100)
        time.sleep(0.02)
    faderd.touch(1, False)
    wait_until(lambda: abs(song_place(song) - 177) < 1.5, lambda: f"the last place: {song.calls}; {faderd.text('at')}")
    seeks = [line for line in song.calls[count:] if line.startswith("SetPosition /org/fake/1 ")]
    # One in 300 ms; on a busy machine the hand takes longer.
    most = (time.monotonic() - began) / 0.3 + 2
    check(2 <= len(seeks) <= most < 50, lambda: f"at most {most:.1f} seeks: {seeks}")
    wait_until(lambda: faderd.value("at") > 178.5, lambda: f"it plays on from there: {faderd.text('at')}")
    song.obey("tell CanSeek false")
    # What it tells is heard in its order.
    song.obey("seeked 175000000")
    wait_until(lambda: faderd.value("at") < 178, lambda: f"175 s: {faderd.text('at')}")
    count = len(song.calls)
    faderd.set("at", "10")
    wait_until(lambda: faderd.value("at") > 170, lambda: f"back where it is: {faderd.text('at')}; {target(faderd, 'at')}")
    equal(len(song.calls), count, "no call")
    equal(faderd.stop(), 0, "exit code")


def song_place(song):
    places = [int(line.split()[2]) for line in song.calls if line.startswith("SetPosition ")]
    return places[-1] / 1e6 if places else -1


@test("of several players the first one stays; a player that ends does not play, another one that matches follows, and playerctld is left out")
def choice():
    bus = Bus()
    one = Player(bus, "film.instance1")
    faderd = started(bus, {"a": VOLUME % "film*", "on": PLAYING % "film*", "any": SHUFFLE % "*"})
    bound(faderd, "a", "on", "any")
    two = Player(bus, "film.instance2")
    bus.run("playerctld")
    bus.wait_for("film.instance2")
    about(faderd, "a", "film.instance2 fits, too; film.instance1 was there first")
    candidates = {each["name"]: each for each in faderd.get("/v1/targets")["candidates"]}
    equal(sorted(candidates), ["film.instance1", "film.instance2"])
    equal(candidates["film.instance1"]["parameter"], "a")
    two.obey("tell Volume 0.9")
    one.obey("tell PlaybackStatus \"Playing\"")
    wait_until(lambda: faderd.value("on"), "on")
    equal(faderd.text("a"), "40.0 %")
    # One that was there only for a moment is no reason to wait.
    time.sleep(1)
    one.end()
    wait_until(lambda: faderd.text("a") == "90.0 %", lambda: f"the other one: {target(faderd, 'a')}")
    wait_until(lambda: not faderd.value("on"), "off")
    two.end()
    about(faderd, "a", "no player of that name runs")
    equal(target(faderd, "a")["state"], "absent")


@test("a player that has no volume, or one that stays whatever it is set to, is told as such; a slow one is not")
def without_volume():
    bus = Bus()
    Player(bus, "none", lacks="Volume,Shuffle")
    stuck, slow = Player(bus, "stuck", stuck=1), Player(bus, "slow", slow=0.25)
    faderd = started(
        bus, {"none": VOLUME % "none", "shuffle": SHUFFLE % "none", "on": PLAYING % "none", "stuck": VOLUME % "stuck", "slow": VOLUME % "slow"})
    bound(faderd, "on", "stuck", "slow")
    about(faderd, "none", "none: No such property Volume")
    check("\x1b" not in note(faderd, "none"), "no control characters")
    about(faderd, "shuffle", "No such property Shuffle")
    faderd.set("slow", "70")
    faderd.set("stuck", "70")
    about(faderd, "stuck", "stuck has no volume: it keeps the one that it has")
    equal(target(faderd, "stuck")["state"], "absent")
    equal(faderd.text("stuck"), "70.0 %")
    wait_until(lambda: target(faderd, "slow").get("read") == "70.0 %", lambda: f"the slow one: {target(faderd, 'slow')}")
    equal(faderd.text("slow"), "70.0 %")
    # A player that has a volume after all.
    stuck.obey("invalidate Volume")
    stuck.obey("quiet Volume 0.3")
    stuck.obey("invalidate Volume")
    wait_until(lambda: faderd.text("stuck") == "30.0 %", lambda: f"another volume: {target(faderd, 'stuck')}")
    slow.obey("tell Volume 0.1")
    wait_until(lambda: faderd.text("slow") == "10.0 %", lambda: f"10 %: {target(faderd, 'slow')}")


@test("players that never answer, have the wrong types, flood or come and go all the time are told, and disturb nobody", alone=True, limit=120)
def hostile():
    bus = Bus()
    deaf, good = Player(bus, "deaf", deaf=1), Player(bus, "good")
    Player(bus, "odd", odd=1)
    nap = Player(bus, "nap")
    rows = {"nap": VOLUME % "nap", "deaf": VOLUME % "deaf", "good": VOLUME % "good", "press": "{kind: trigger, target: {mpris: deaf, call: play}}"}
    odd = {"a": VOLUME, "b": PLAYING, "c": SHUFFLE, "d": POSITION}
    faderd = started(bus, rows | {f"odd.{name}": what % "odd" for name, what in odd.items()} | {"f": VOLUME % "flick*"}, native.desk({1: "good"}))
    bound(faderd, "good", "nap")
    nap.process.send_signal(signal.SIGSTOP)
    faderd.set("nap", "90")
    for name, words in (("a", "no volume"), ("b", "no playing"), ("c", "no shuffle"), ("d", "no position")):
        about(faderd, f"odd.{name}", f"odd: it has {words}")
    faderd.ctl("press", "press")
    about(faderd, "deaf", "deaf: it does not answer")
    wait_until(lambda: "press failed: deaf: it does not answer" in read(faderd.log_file), lambda: read(faderd.log_file))
    wait_until(lambda: target(faderd, "nap").get("lastError") == "it does not answer", lambda: f"{target(faderd, 'nap')}")
    nap.process.send_signal(signal.SIGCONT)
    wait_until(lambda: target(faderd, "nap")["state"] == "bound" and target(faderd, "nap")["read"] == "90.0 %", lambda: f"{target(faderd, 'nap')}")
    flicker = Player(bus, "flick\u00e9".encode("ascii", "ignore").decode())
    bound(faderd, "f")
    flicker.obey("flicker 60")
    good.obey("flood 20000")
    answers = 0
    while not good.said("flooded"):
        faderd.get("/v1/parameters/good")
        answers += 1
    good.obey("tell Volume 0.8")
    wait_until(lambda: faderd.text("good") == "80.0 %", lambda: f"80 %: {target(faderd, 'good')}")
    faderd.move(1, 0.1)
    wait_until(lambda: any(abs(float(line.split()[-1]) - 0.1) < 0.001 for line in good.calls if line.startswith("Set Volume")), lambda: f"0.1: {good.calls}")
    wait_until(lambda: flicker.said("flickered"), "the flicker")
    bound(faderd, "f")
    lines = read(faderd.log_file).count("f: ")
    memory = next(int(line.split()[1]) for line in read(f"/proc/{faderd.process.pid}/status").splitlines() if line.startswith("VmHWM"))
    print(f"  {answers} requests answered, {memory} kB, {lines} lines about the one that flickers")
    check(answers > 20, f"requests are answered meanwhile: {answers}")
    check(memory < 150_000, f"memory: {memory} kB")
    check(lines < 20, lambda: f"lines of the log: {read(faderd.log_file)}")
    deaf.process.send_signal(signal.SIGSTOP)
    equal(faderd.stop(), 0, "exit code")


@test("a session bus that is not there is a state; the players are found when it comes, and after each restart", limit=60)
def buses():
    bus = Bus(start=False)
    faderd = started(bus, {"v": VOLUME % "p"})
    about(faderd, "v", "there is no session bus: No such file or directory")
    # It is not looked for all the time, but noticed.
    time.sleep(1.5)
    for number in range(1, 4):
        bus.start()
        player = Player(bus, "p")
        wait_until(lambda: target(faderd, "v")["state"] == "bound", lambda: f"bound: {target(faderd, 'v')}", 5)
        faderd.set("v", f"{number * 10}")
        wait_until(lambda: player.said(f"Set Volume 0.{number}"), lambda: f"{number * 10} %: {player.calls}")
        bus.stop()
        wait_until(lambda: target(faderd, "v")["state"] == "absent", "the loss")
    threads = [read(f"/proc/{faderd.process.pid}/task/{each}/comm").strip() for each in os.listdir(f"/proc/{faderd.process.pid}/task")]
    check(threads.count("faderd-bus") <= 1, lambda: f"threads of the bus: {threads}")
    faderd.reload("version: 1\nparameters: {v: {}}\n")
    wait_until(lambda: "faderd-bus" not in [read(f"/proc/{faderd.process.pid}/task/{each}/comm").strip()
                                           for each in os.listdir(f"/proc/{faderd.process.pid}/task")], "the thread to end")


@test("without a session or with a libsystemd that cannot be used the daemon runs, and says so")
def missing():
    for environment, words in (
            ({"DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost,port=1"}, "no address that begins with unix:"), ({}, "systemctl --user"),
            ({"FADERD_LIBSYSTEMD": "none", "XDG_RUNTIME_DIR": "/run"}, "libsystemd cannot be used: there is no none"),
            ({"FADERD_LIBSYSTEMD": "/usr/lib/os-release", "XDG_RUNTIME_DIR": "/run"}, "libsystemd cannot be used")):
        faderd = native.Daemon(config({"v": VOLUME % "*", "t": "{kind: trigger, target: {mpris: x, call: stop}}"}), environment=environment).start()
        about(faderd, "v", words)
        faderd.ctl("press", "t")
        wait_until(lambda: "t failed: mpris x:" in read(faderd.log_file), lambda: read(faderd.log_file))
        equal(faderd.stop(), 0, "exit code")


@test("a socket that is no bus, with nonsense, half a greeting or an end, is a state, and the bus that comes in its place is used")
def no_bus():
    bus = Bus(start=False)
    greetings = [b"\xff" * 100_000, b"OK 1234\r\n\x01\x02", b"REJECTED EXTERNAL\r\n", b"OK 12345678901234567890123456789012\r\nAGREE_UNIX_FD\r\n" + b"l\x02\x01\x01" * 5000, b""]
    said = []

    def serve(server):
        with server:
            while True:
                try:
                    link, _ = server.accept()
                except OSError:
                    return
                greeting = greetings[len(said) % len(greetings)]
                said.append(greeting)
                with contextlib.suppress(OSError), link:
                    link.recv(100)
                    link.sendall(greeting)
                    time.sleep(0.05)

    server = socket.socket(socket.AF_UNIX)
    server.bind(bus.file)
    server.listen()
    threading.Thread(target=serve, args=(server,), daemon=True).start()
    faderd = started(bus, {"v": VOLUME % "p", "w": "{}"})
    about(faderd, "v", "there is no session bus")
    wait_until(lambda: faderd.ctl("reload").exit == 0 and len(said) > 5, lambda: f"attempts: {len(said)}")
    faderd.set("w", "0.5")
    os.remove(bus.file)
    server.shutdown(socket.SHUT_RDWR)
    bus.start()
    Player(bus, "p")
    bound(faderd, "v")
    check(len(said) < 60, f"attempts: {len(said)}")
    equal(read(faderd.log_file).count("there is no session bus"), 1, "lines of the log")
