"""Circles: what is written to a target makes somebody change the parameter again."""

import os
import signal
import socket
import struct
import subprocess
import threading
import time

import native
import testing
from programs import folder, lines, script
from sound import both
from testing import check, equal, test, wait_until


def calling(directory, name, text):
    """A program that is run, writes down its arguments, and calls faderctl as $ctl."""
    return script(directory, name, f"ctl={native.FADERCTL}\necho \"$@\" >> {directory}/out\n{text}")


def begun(directory, parameters):
    """A daemon whose programs find its socket."""
    faderd = native.Daemon("version: 1\nparameters:\n" + parameters)
    faderd.environment["FADERD_SOCKET"] = faderd.socket
    faderd.start()
    wait_until(lambda: all(each["state"] == "bound" for each in faderd.get("/v1/targets")["targets"]), "the targets")
    return faderd


WORDS = "this seems to be a circle"


def slowed(faderd, counted, what):
    """Waits until a circle is told; checks that it has become slow, and that it is told once. `counted`: how many rounds there were."""
    wait_until(lambda: WORDS in faderd.log(), lambda: f"a circle to be told; {what()}")
    before, start = counted(), time.monotonic()
    time.sleep(3)
    rounds = counted() - before
    check(rounds <= 2 + (time.monotonic() - start) / 2, f"it goes on quickly: {rounds} rounds; {what()}")
    equal(faderd.log().count(WORDS), 1, "times that it was told")


def runs(directory):
    return lines(f"{directory}/out") if os.path.exists(f"{directory}/out") else []


@test("a choice whose program recalls a snapshot that contains the choice is slowed down, told, and does not fill the history", limit=120)
def recalled():
    native.need_faderctl()
    directory = folder()
    program = calling(directory, "scene", f"[ ! -e {directory}/on ] || $ctl snapshot recall $1\n")
    faderd = begun(directory, f"  fan: {{kind: choice, options: [a, b], target: {{exec: [{program}, \"{{value}}\"]}}}}\n  other: {{}}\n")
    # The snapshot "a" has b, and the other way round.
    for value, name in (("a", "b"), ("b", "a")):
        faderd.set("fan", value)
        equal(faderd.ctl("snapshot", "save", name).exit, 0, "exit of save")
    wait_until(lambda: len(runs(directory)) == 2, "the first runs")
    before = len(faderd.get("/v1/history"))
    open(f"{directory}/on", "w", encoding="utf-8").close()
    faderd.set("fan", "a")
    slowed(faderd, lambda: len(runs(directory)), lambda: runs(directory))
    check(WORDS in faderd.ctl("explain", "fan").out, f"explain does not tell: {faderd.ctl('explain', 'fan').out}")
    check(len(faderd.get("/v1/history")) - before <= 20, f"history: {faderd.get('/v1/history')}")
    # Whoever sets it does not wait.
    os.unlink(f"{directory}/on")
    time.sleep(0.3)
    count = len(runs(directory))
    faderd.set("fan", "b" if faderd.text("fan") == "a" else "a")
    wait_until(lambda: len(runs(directory)) > count, "the run after another set", timeout=2)
    check(WORDS not in faderd.ctl("explain", "fan").out, "explain tells of a circle that is over")


@test("a program that confirms the value with which it was run is run once")
def confirmed():
    native.need_faderctl()
    directory = folder()
    program = calling(directory, "confirm", "$ctl set fan $1\n")
    faderd = begun(directory, f"  fan: {{kind: integer, max: 100, target: {{exec: [{program}, \"{{value}}\"]}}}}\n")
    faderd.set("fan", "7")
    wait_until(lambda: runs(directory) == ["7"], "the run")
    testing.stays(lambda: runs(directory) == ["7"], lambda: f"runs: {runs(directory)}", 1)


@test("a program that steps its own parameter is slowed down, even from the background, and one that comes to rest is not", limit=120)
def stepped():
    native.need_faderctl()
    for text in ("$ctl step fan 1\n", "(setsid sh -c \"$ctl step fan 1\" &)\n"):
        directory = folder()
        faderd = begun(directory, f"  fan: {{kind: integer, max: 1000, target: {{exec: [{calling(directory, 'step', text)}, \"{{value}}\"]}}}}\n")
        faderd.set("fan", "10")
        slowed(faderd, lambda: len(runs(directory)), lambda: f"runs of {text}: {runs(directory)}")
        faderd.stop()
    directory = folder()
    program = calling(directory, "halve", "[ $1 -le 1 ] || $ctl set fan $(($1 / 2))\n")
    faderd = begun(directory, f"  fan: {{kind: integer, max: 1000, target: {{exec: [{program}, \"{{value}}\"]}}}}\n")
    faderd.set("fan", "10")
    wait_until(lambda: runs(directory) == ["10", "5", "2", "1"], lambda: f"runs: {runs(directory)}")


@test("two parameters whose programs set each other are slowed down; a program that sets another parameter is not", limit=120)
def each_other():
    native.need_faderctl()
    directory = folder()
    programs = [calling(directory, name, f"$ctl set {other} $(($2 + 1))\n") for name, other in (("one", "other"), ("two", "fan"), ("three", "last"))]
    faderd = begun(directory, "".join(
        f"  {name}: {{kind: integer, max: 1000, target: {{exec: [{program}, {name}, \"{{value}}\"]}}}}\n"
        for name, program in zip(("fan", "other", "third"), programs)) + "  last: {kind: integer, max: 1000}\n")
    for value in range(20):
        faderd.set("third", str(value))
    wait_until(lambda: faderd.value("last") == 20, "the other parameter")
    os.unlink(f"{directory}/out")
    faderd.set("fan", "1")
    slowed(faderd, lambda: len(runs(directory)), lambda: runs(directory))


def console(parameter="{kind: integer, max: 1000}"):
    """A daemon with an OSC peer; returns both."""
    peer = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    testing.defer(peer.close)
    peer.bind(("127.0.0.1", 0))
    peer.settimeout(3)
    target = f"target: {{osc: \"127.0.0.1:{peer.getsockname()[1]}\", address: /fan, send: value}}"
    return begun(None, f"  fan: {parameter[:-1]}, {target}}}\n"), peer


def value_of(message):
    """The integer in an OSC message."""
    check(b",i" in message, f"no integer: {message}")
    return struct.unpack(">i", message[-4:])[0]


def is_told(peer, value):
    """Reads what the peer was sent, up to a value; returns whether that has come."""
    try:
        while value_of(peer.recv(4096)) != value:
            pass
        return True
    except TimeoutError:
        return False


@test("a client that answers each OSC message with another value is slowed down and told, and whoever sets the parameter does not wait", limit=120)
def answered():
    for lag, answer in ((0, lambda value: 21 - value), (0.05, lambda value: value + 1)):
        faderd, peer = console()
        link, heard, stop = faderd.session(), [], threading.Event()

        def reply():
            while not stop.is_set():
                try:
                    heard.append(value_of(peer.recv(4096)))
                except TimeoutError:
                    continue
                time.sleep(lag)
                equal(link.ask("PUT", "/v1/parameters/fan", {"value": answer(heard[-1])})[0], 200, "status")
        before = len(faderd.get("/v1/history"))
        thread = threading.Thread(target=reply, daemon=True)
        thread.start()
        testing.defer(lambda: (stop.set(), thread.join()))
        faderd.set("fan", "10")
        slowed(faderd, lambda: len(heard), lambda: f"the peer was sent {heard}")
        check(len(faderd.get("/v1/history")) - before <= 20, f"history: {faderd.get('/v1/history')}")
        stop.set()
        thread.join()
        faderd.set("fan", "500")
        # What was on its way may come first.
        check(is_told(peer, 500), "the value that somebody sets")
        before = len(faderd.get("/v1/history"))
        time.sleep(2.2)
        for value in ("501", "502"):
            faderd.set("fan", value)
        equal(len(faderd.get("/v1/history")), before + 2, "entries after the circle")
        faderd.stop()


@both("a script that changes a parameter whenever its sink's volume changes is slowed down, and told")
def sounding(server):
    native.need_faderctl()
    directory = folder()
    faderd = native.Daemon("version: 1\nparameters:\n  second: {type: percent, max: 100, target: {pulse: {sink: two}}}\n", environment=server.place)
    faderd.start()
    wait_until(lambda: faderd.get("/v1/targets")["targets"][0]["state"] == "bound", "the target")
    program = calling(directory, "follow", f"""
pactl --server unix:{server.socket} subscribe | while read -r _ event _ what _; do
    [ "$event $what" = "'change' sink" ] || continue
    echo $((count = count + 1)) >> {directory}/answers
    $ctl set second $((30 + count % 2 * 40))
done
""")
    follower = subprocess.Popen([program], env=server.environment | {"FADERD_SOCKET": faderd.socket}, stdout=subprocess.DEVNULL, start_new_session=True)
    testing.defer(lambda: (os.killpg(follower.pid, signal.SIGKILL), follower.wait()))
    time.sleep(0.5)
    faderd.set("second", "50")
    slowed(faderd, lambda: len(lines(f"{directory}/answers")), lambda: f"answers: {lines(f'{directory}/answers')}")


@test("a client with a pace of its own is not taken for a circle, and its last value arrives at once", limit=120)
def independent():
    faderd, peer = console()
    link = faderd.session()
    for pace, count in ((0.02, 200), (0.07, 80), (0.3, 40)):
        for step in range(count):
            time.sleep(pace)
            equal(link.ask("PUT", "/v1/parameters/fan", {"value": step % 2})[0], 200, "status")
        equal(link.ask("PUT", "/v1/parameters/fan", {"value": 900})[0], 200, "status")
        start = time.monotonic()
        check(is_told(peer, 900), "the last value")
        check(time.monotonic() - start < 1.5, "it waited")
    check(WORDS not in faderd.log(), "a circle was told")
