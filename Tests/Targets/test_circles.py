"""Circles: what is written to a target makes somebody change the parameter again."""

import os
import signal
import socket
import struct
import subprocess
import sys
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


def still(directory):
    """Waits until no program has been run for a while; returns what they were run with."""
    last, since = None, time.monotonic()
    while time.monotonic() - since < 1.5:
        now = lines(f"{directory}/out")
        if now != last:
            last, since = now, time.monotonic()
        check(len(now) < 60, f"it goes on and on: {len(now)} runs")
        time.sleep(0.02)
    return last


def told(faderd):
    check("a circle was ended" in faderd.log(), "the log does not tell")
    return faderd.ctl("explain", "fan").out


@test("a choice whose program recalls a snapshot that contains the choice is ended, told, and does not fill the history")
def recalled():
    native.need_faderctl()
    directory = folder()
    program = calling(directory, "scene", f"[ ! -e {directory}/on ] || $ctl snapshot recall $1\n")
    faderd = begun(directory, f"  fan: {{kind: choice, options: [a, b], target: {{exec: [{program}, \"{{value}}\"]}}}}\n  other: {{}}\n")
    # The snapshot "a" has b, and the other way round.
    for value, name in (("a", "b"), ("b", "a")):
        faderd.set("fan", value)
        equal(faderd.ctl("snapshot", "save", name).exit, 0, "exit of save")
    still(directory)
    before = len(faderd.get("/v1/history"))
    open(f"{directory}/on", "w", encoding="utf-8").close()
    os.unlink(f"{directory}/out")
    faderd.set("fan", "a")
    runs = still(directory)
    equal(runs, ["a", "b", "a"], "runs")
    check("a circle was ended" in told(faderd), f"explain does not tell: {faderd.ctl('explain', 'fan').out}")
    check(len(faderd.get("/v1/history")) - before <= 4, f"history: {faderd.get('/v1/history')}")
    # Whoever sets it begins anew.
    os.unlink(f"{directory}/on")
    faderd.set("fan", "a")
    equal(still(directory), runs + ["a"], "runs after another set")
    check("a circle was ended" not in faderd.ctl("explain", "fan").out, "explain tells of a circle that is over")


@test("a snapshot that contains the very value, and a program that confirms its value, is no circle")
def confirmed():
    native.need_faderctl()
    directory = folder()
    program = calling(directory, "confirm", "$ctl set fan $1\n")
    faderd = begun(directory, f"  fan: {{kind: integer, max: 100, target: {{exec: [{program}, \"{{value}}\"]}}}}\n")
    faderd.set("fan", "7")
    equal(still(directory), ["7"], "runs")
    check("a circle" not in faderd.log(), "a circle was told")


@test("a program that steps its own parameter is ended, even from the background, and one that comes to rest is not")
def stepped():
    native.need_faderctl()
    for text, wanted in (("$ctl step fan 1\n", ["10", "11", "12"]), ("(setsid sh -c \"sleep 0.3; $ctl step fan 1\" &)\n", ["10", "11", "12"]),
                         ("[ $1 -le 1 ] || $ctl set fan $(($1 / 2))\n", ["10", "5", "2", "1"])):
        directory = folder()
        faderd = begun(directory, f"  fan: {{kind: integer, max: 1000, target: {{exec: [{calling(directory, 'step', text)}, \"{{value}}\"]}}}}\n")
        faderd.set("fan", "10")
        equal(still(directory), wanted, f"runs of {text}")
        equal("a circle was ended" in faderd.log(), len(wanted) == 3, "told")


@test("two parameters whose programs set each other are ended; a program that sets another parameter is not")
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
    check("a circle" not in faderd.log(), "a circle was told")
    os.unlink(f"{directory}/out")
    faderd.set("fan", "1")
    runs = still(directory)
    check(len(runs) <= 6, f"runs: {runs}")
    check("a circle was ended" in faderd.log(), "no circle was told")


@test("a quick script runs the program with each of its values, and is no circle")
def script_():
    directory = folder()
    program = script(directory, "ran", f"echo $1 >> {directory}/out\n")
    faderd = begun(directory, f"  fan: {{kind: choice, options: [a, b, c], target: {{exec: [{program}, \"{{value}}\"]}}}}\n")
    # One that waits for each effect again and again cannot be told from a circle, but this one is short.
    wanted = ["a", "b", "c", "b"] * 2
    for number, value in enumerate(wanted):
        faderd.put("fan", text=value)
        wait_until(lambda: len(lines(f"{directory}/out")) == number + 1, lambda: f"run {number + 1}: {lines(f'{directory}/out')}")
    equal(lines(f"{directory}/out"), wanted, "runs")
    check("a circle" not in faderd.log(), "a circle was told")


@test("a circle of a program does not keep the last value from another target of the parameter")
def beside():
    native.need_faderctl()
    directory = folder()
    console = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    testing.defer(console.close)
    console.bind(("127.0.0.1", 0))
    program = calling(directory, "flip", "sleep 0.03\nif [ $1 -gt 50 ]; then $ctl set fan 20; else $ctl set fan 80; fi\n")
    faderd = native.Daemon(
        f"version: 1\ntargets: {{desk: {{osc: 127.0.0.1:{console.getsockname()[1]}}}}}\nparameters:\n"
        f"  fan: {{type: percent, decimals: 0, target: [{{osc: desk, address: /fan}}, {{exec: [{program}, \"{{value}}\"]}}]}}\n")
    faderd.environment["FADERD_SOCKET"] = faderd.socket
    faderd.start()
    faderd.set("fan", "72")
    still(directory)
    told(faderd)
    console.setblocking(False)
    last = None
    try:
        while True:
            last = struct.unpack(">f", console.recv(1024)[-4:])[0]
    except BlockingIOError:
        pass
    equal(round(last * 100), faderd.value("fan"), "what the console got last")
    osc = faderd.get("/v1/targets")["targets"][0]
    check("circle" not in osc.get("note", ""), f"the console is blamed: {osc}")


def osc_circle(answers, wanted=3):
    """A daemon with an OSC peer, and `answers(console, faderd)` that makes somebody answer its messages. Checks how a circle that faderctl begins
    is ended, told and remembered. `wanted`: how many values the peer is sent."""
    console = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    testing.defer(console.close)
    console.bind(("127.0.0.1", 0))
    console.settimeout(0.1)
    faderd = begun(None, f"  fan: {{kind: integer, max: 1000, target: {{osc: \"127.0.0.1:{console.getsockname()[1]}\", address: /fan, send: value}}}}\n")
    faderd.set("fan", "5")
    console.recv(4096)
    # What answers from here on is not what began.
    heard, stop = answers(console, faderd)
    entries = faderd.get("/v1/history")
    faderd.set("fan", "10")
    wait_until(lambda: "a circle was ended" in faderd.log(), lambda: f"the end; the peer was sent {heard}")
    time.sleep(0.5)
    first = len(heard)
    ended_after(first, wanted, heard)
    check("a circle was ended" in told(faderd), "explain does not tell")
    check(len(faderd.get("/v1/history")) - len(entries) <= 4 * first / wanted, f"history: {faderd.get('/v1/history')}")
    # Whoever sets it begins anew.
    faderd.set("fan", "10")
    wait_until(lambda: "a circle was ended" in faderd.ctl("explain", "fan").out, lambda: f"the second end; the peer was sent {heard}")
    time.sleep(0.5)
    ended_after(len(heard) - first, wanted, heard)
    stop()
    faderd.set("fan", "400")
    check("a circle was ended" not in told(faderd), "explain tells of a circle that is over")
    entries = faderd.get("/v1/history")
    for value in ("500", "501"):
        faderd.set("fan", value)
    equal(len(faderd.get("/v1/history")), len(entries) + 2, "entries after the circle")
    for _ in range(2):
        equal(faderd.ctl("undo").exit, 0, "exit of undo")
    equal(faderd.value("fan"), 400, "undone")


def ended_after(count, wanted, what):
    """Checks that a circle was ended after so many values. Where other work delays an answer, it is found some series later."""
    check(wanted <= count <= 5 * wanted, f"{count} values and not {wanted}: {what}")


def value_of(message):
    """The integer in an OSC message."""
    check(b",i" in message, f"no integer: {message}")
    return struct.unpack(">i", message[-4:])[0]


def listening(console, act):
    """Calls act with each value that the peer is sent; returns the values so far, and what ends it."""
    heard, stop = [], threading.Event()

    def run():
        while not stop.is_set():
            try:
                heard.append(value_of(console.recv(4096)))
            except TimeoutError:
                continue
            act(heard[-1])
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return heard, lambda: (stop.set(), thread.join())


def answering(lag, answer):
    """A client with one connection that answers each message with another value, after a time."""
    def start(console, faderd):
        link = faderd.session()

        def reply(value):
            time.sleep(lag)
            link.send("PUT", "/v1/parameters/fan", {"value": answer(value)})
            equal(link.receive()[0], 200, "status")
        heard, end = listening(console, reply)
        testing.defer(end)
        return heard, end
    return start


@test("a client that answers each OSC message with another value over the API is ended: the peer gets three values, or five if it is slow", limit=120)
def osc():
    for lag in (0, 0.05, 0.1, 0.16, 0.4, 1):
        osc_circle(answering(lag, lambda value: 21 - value), 3 if lag < 0.15 else 5)


@test("a client that answers each OSC message with one more, or with the same value, is ended: the peer gets three values")
def growing():
    for answer in (lambda value: value + 1, lambda value: value):
        osc_circle(answering(0.01, answer))


@test("a shell script that starts faderctl for each OSC message is ended: the peer gets three values")
def started():
    native.need_faderctl()
    directory = folder()

    def start(console, faderd):
        # The messages go on to a FIFO, as they do from a program that prints them.
        program = calling(directory, "answer", f"while read -r value; do $ctl set fan $((21 - value)); done < {directory}/messages\n")
        os.mkfifo(f"{directory}/messages")
        process = subprocess.Popen([program], env=os.environ | {"FADERD_SOCKET": faderd.socket}, stdout=subprocess.DEVNULL)
        fifo = open(f"{directory}/messages", "w", encoding="utf-8")
        heard, silence = listening(console, lambda value: print(value, file=fifo, flush=True))

        def end():
            silence()
            fifo.close()
            process.wait()
        testing.defer(end)
        return heard, end
    osc_circle(start)


@test("a program of an exec target that calls over TCP, where nobody knows its run, is ended after three runs, or five if it is slow")
def over_tcp():
    directory = folder()
    client = f"{directory}/client.py"
    with open(client, "w", encoding="utf-8") as file:
        file.write("""
import http.client, json, sys
token, port, value, text = sys.argv[1:]
print(value, file=open(text, "a"))
link = http.client.HTTPConnection("127.0.0.1", int(port))
link.request("PUT", "/v1/parameters/fan", json.dumps({"value": int(value) + 1}),
             {"Content-Type": "application/json", "Authorization": "Bearer " + token})
assert link.getresponse().status == 200
""")
    program = script(directory, "call", f"exec {sys.executable} {client} $(cat {directory}/token) $(cat {directory}/port) $1 {directory}/out\n")
    faderd = native.Daemon(
        f"version: 1\nparameters:\n  fan: {{kind: integer, max: 1000, target: {{exec: [{program}, \"{{value}}\"]}}}}\n",
        arguments=["--listen", "127.0.0.1:0"]).start()
    with open(f"{directory}/port", "w", encoding="utf-8") as file:
        file.write(faderd.get("/v1/status")["listen"].rpartition(":")[2])
    with open(f"{directory}/token", "w", encoding="utf-8") as file:
        file.write(faderd.ctl("token", "show").out.strip())
    before = len(faderd.get("/v1/history"))
    faderd.set("fan", "10")
    wait_until(lambda: "a circle was ended" in faderd.log(), lambda: f"the end; runs: {lines(f'{directory}/out')}")
    runs = still(directory)
    ended_after(len(runs), 3, runs)
    check("a circle was ended" in told(faderd), "explain does not tell")
    equal(faderd.value("fan"), 10 + len(runs), "the parameter")
    check(len(faderd.get("/v1/history")) - before <= 4 * len(runs) / 3, f"history: {faderd.get('/v1/history')}")
    check(faderd.ctl("undo").exit == 0, "undo")


@both("a script that changes a parameter whenever its sink's volume changes is ended")
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
    wait_until(lambda: "a circle was ended" in faderd.log(), lambda: f"the end after {len(lines(f'{directory}/answers'))} answers")
    answered = lines(f"{directory}/answers")
    ended_after(len(answered), 3, answered)


@test("a client that fades or blinks after somebody else's change loses no value", limit=120)
def independent():
    console = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    testing.defer(console.close)
    console.bind(("127.0.0.1", 0))
    console.settimeout(3)
    faderd = begun(None, f"  fan: {{kind: integer, max: 1000, target: {{osc: \"127.0.0.1:{console.getsockname()[1]}\", address: /fan, send: value}}}}\n")
    link = faderd.session()
    rhythms = [(0.05, list(range(40)))] + [(pace, [step % 2 for step in range(16)]) for pace in (0.07, 0.1, 0.2, 0.4)]
    for pace, values in rhythms:
        faderd.set("fan", "900")
        for value in values:
            time.sleep(pace)
            equal(link.ask("PUT", "/v1/parameters/fan", {"value": value})[0], 200, "status")
        sent = [value_of(console.recv(4096))]
        while len(sent) < len(values) + 1:
            sent.append(value_of(console.recv(4096)))
        equal(sent, [900] + values, f"values at a pace of {pace} s")
    check("a circle was ended" not in faderd.log(), "a circle was told")
