"""Programs in processes of their own: the examples, how they end, forks."""

import os
import re
import signal
import subprocess
import sys
import time
import tty

import client
import native
from testing import PATIENCE, check, defer, equal, lines_of, stays, test, wait_until

EXAMPLES = f"{client.SOURCE}/examples"
CONFIG = "version: 1\nsurfaces:\n  desk:\n    match: \"faderd virtual\"\n    auto: true\n    controls:\n" + "".join(
    f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true, touch: \"note {103 + n} ch 1\"}}\n" for n in range(1, 9)) + "      play: {input: note 94 ch 1}\n"


def start(daemon, *words):
    """A program, in a group of its own, whose output is read line by line; killed at the end of the test."""
    program = subprocess.Popen(words, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=client.environment(daemon) | {
        "PATH": f"{native.BINARIES}:{os.environ['PATH']}"})
    defer(lambda: (end_group(program), program.wait(), program.stdout.close()))
    return program, lines_of(program)


def end_group(program):
    """Kills a program and what it has started, which may hold its output open."""
    try:
        os.killpg(program.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # All of it has ended.


def declared(daemon):
    return [one["id"] for one in daemon.get("/v1/declarations")]


def said(lines, wanted):
    wait_until(lambda: any(wanted in line for line in lines), lambda: f"{wanted!r} in {lines}")


def interrupted(daemon, program):
    """Ctrl-C ends a program at once, with all that it declared."""
    program.send_signal(signal.SIGINT)
    equal(program.wait(PATIENCE), 0, "its exit code")
    equal(declared(daemon), [], "what is declared after its end")


@test("the lamp: its brightness and color are on faders, and it is gone when it is interrupted")
def lamp():
    daemon = native.Daemon(CONFIG).start()
    program, lines = start(daemon, sys.executable, f"{EXAMPLES}/lamp.py")
    said(lines, "40 % of #ffcc88")
    daemon.move(1, 0.8)
    said(lines, "80 % of #ffcc88")
    daemon.set("lamp.color", "tomato")
    said(lines, "80 % of #ff6347")
    interrupted(daemon, program)


@test("the lamp for asyncio fades to where its fader is, begins without a daemon, and is gone when it is interrupted")
def dimmer():
    daemon = native.Daemon(CONFIG)
    program, lines = start(daemon, sys.executable, f"{EXAMPLES}/dimmer.py")
    stays(lambda: program.poll() is None, "it ended without a daemon", 0.3)
    daemon.start()
    wait_until(lambda: declared(daemon) == ["dimmer.level", "dimmer.speed"], "it to be declared")
    daemon.set("dimmer.speed", "1000")
    daemon.move(1, 1)
    said(lines, "100 %")
    check(any(0 < int(line.split()[0]) < 100 for line in lines), f"no step of a fade: {lines}")
    interrupted(daemon, program)


@test("the song: each press of chorus lights the next part, whoever presses it")
def chorus():
    daemon = native.Daemon(CONFIG).start()
    program, lines = start(daemon, sys.executable, f"{EXAMPLES}/chorus.py")
    wait_until(lambda: declared(daemon) == ["chorus", "song.part"], "it to be declared")
    equal(daemon.ctl("press", "chorus").exit, 0, "exit code of faderctl press")
    said(lines, "faderctl pressed: chorus")
    daemon.ctl("press", "chorus", "--by", "stage")
    said(lines, "pressed: bridge")
    equal(daemon.text("song.part"), "bridge", "the part that is lit")
    interrupted(daemon, program)


@test("the box for deej: the first line moves nothing, a slider moves its parameter, noise and nonsense do not, and the end of the box is said")
def deej_box():
    daemon = native.Daemon("version: 1\nparameters: {master: {type: percent, default: 20}, chrome: {type: percent}}\n").start()
    box, port = os.openpty()
    tty.setraw(box)
    defer(lambda: os.close(port))
    program, lines = start(daemon, sys.executable, f"{EXAMPLES}/deej_box.py", os.ttyname(port), "master", "-", "chrome")

    def send(text):
        os.write(box, text.encode())

    def place(id):
        return round(daemon.parameter(id)["position"], 2)

    send("99|0|")
    # It begins to read at some time; what it has not read it does not miss.
    wait_until(lambda: send("512|0|0\r\n") or send("512|0|1023\r\n") or time.sleep(0.05) or place("chrome") == 1, lambda: f"{place('chrome')} {lines}")
    equal(place("master"), 0.2, "a slider that has not moved")
    send("520|1023|1023\r\nnonsense\r\n|||\r\n9999|0|0\r\n7|7\r\n512|0|1023\r\n512|0|0\r\n")
    wait_until(lambda: place("chrome") == 0, lambda: f"{place('chrome')} {lines}")
    equal(place("master"), 0.2, "a slider that trembles")
    send("256|0|0\r\n")
    wait_until(lambda: place("master") == 0.25, lambda: f"{place('master')} {lines}")
    equal(daemon.parameter("master")["origin"], "api")
    os.close(box)
    wait_until(lambda: program.poll() is not None, lambda: f"its end: {lines}")
    said(lines, "has gone")


@test("the shell script follows changes with watch --json until it is interrupted")
def shell():
    daemon = native.Daemon(native.MASTER)
    program, lines = start(daemon, f"{client.SOURCE}/../shell/follow.sh", "master")
    stays(lambda: program.poll() is None, "it ended without a daemon", 0.1)
    daemon.start()
    said(lines, "master is -12.0 dB, set by restore")
    daemon.set("master", "-6")
    said(lines, "master is -6.0 dB, set by text")
    daemon.move(1, 0)
    said(lines, "master is -70.0 dB, set by touch")
    os.killpg(program.pid, signal.SIGTERM)
    program.wait(PATIENCE)
    wait_until(lambda: daemon.status()["connections"]["streams"] == 0, "its stream to end")


@test("a program that ends without closing, by its end, by exit and by an error, takes its parameters with it at once; a killed one within seconds")
def ends():
    daemon = native.Daemon(CONFIG).start()
    begin = "import faderd, sys, time\nf = faderd.connect(by='x')\nf.declare('a')\nprint('ready', flush=True)\n"
    for end, code in (("", 0), ("sys.exit(3)", 3), ("1 / 0", 1)):
        program, lines = start(daemon, sys.executable, "-c", begin + end)
        equal(program.wait(PATIENCE), code, f"exit code after {end!r} ({lines})")
        equal(declared(daemon), [], f"what is declared after {end!r}")
    program, lines = start(daemon, sys.executable, "-c", begin + "time.sleep(1000)")
    said(lines, "ready")
    program.kill()
    wait_until(lambda: declared(daemon) == [], "the parameter of a killed program to go")


@test("a program whose daemon hangs ends within two seconds, interrupted or not")
def hanging_end():
    daemon = native.Daemon(CONFIG).start()
    program, lines = start(daemon, sys.executable, "-c", (
        "import faderd, sys, time\nf = faderd.connect(by='x')\nf.declare('a')\nprint('ready', flush=True)\n"
        "try:\n    for _ in f.watch(): pass\nexcept KeyboardInterrupt: print('interrupted', time.monotonic(), flush=True)\n"))
    said(lines, "ready")
    daemon.pause()
    defer(daemon.resume)
    program.send_signal(signal.SIGINT)
    said(lines, "interrupted")
    equal(program.wait(5), 0, "its exit code")


@test("a child of a fork cannot use the connection, says so, and its end does not touch the parent's")
def fork():
    daemon = native.Daemon(CONFIG).start()
    program, lines = start(daemon, sys.executable, "-c", (
        "import faderd, os, sys, time\nf = faderd.connect(by='x')\np = f.declare('a', max=9)\nw = f.watch('a')\nnext(w)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    for act in (lambda: p.set('1'), lambda: next(w), lambda: f.declare('b'), lambda: setattr(p, 'value', 3)):\n"
        "        try: act()\n"
        "        except faderd.Gone as error: print('child', error, flush=True)\n"
        "    with faderd.connect(by='y') as g: print('child own', g.connected, flush=True)\n"
        "    sys.exit(0)\n"
        "print('ended', os.waitpid(child, 0)[1], flush=True)\n"
        "p.value = 7\nprint('parent', next(w).text, flush=True)\n"
        # A child that outlives its parent does not keep the session alive.
        "if os.fork() == 0:\n    time.sleep(8)\n    os._exit(0)\n"
    ))
    equal(program.wait(PATIENCE), 0, f"exit code ({lines})")
    said(lines, "parent 7.00")
    equal([sum("child this connection belongs" in line for line in lines), "child own True\n" in lines, "ended 0\n" in lines], [4, True, True], "".join(lines))
    equal(declared(daemon), [], "what is declared after the parent's end")


@test("every whole program in the documents runs as it stands")
def documents():
    daemon = native.Daemon(CONFIG).start()
    root = f"{client.SOURCE}/../.."
    programs = []
    for page in ("Clients/python/README.md", "docs/programs.md", "docs/python.md", "docs/protocol.md"):
        found = [text for text in re.findall(r"```python\n(.*?)```", native.read(f"{root}/{page}").decode(), re.S) if text.startswith("import")]
        check(found, f"{page} has no program")
        programs += found
    for text in programs:
        program, lines = start(daemon, sys.executable, "-u", "-c", text)
        wait_until(lambda: declared(daemon) or program.poll() is not None, "the program to declare something")
        equal(program.poll(), None, f"its exit code: {lines}\n{text}")
        for name in declared(daemon):
            if name != "chorus":
                daemon.set(name, "45")
                said(lines, "45 %")
        program.send_signal(signal.SIGINT)
        program.wait(PATIENCE)
        wait_until(lambda: declared(daemon) == [], "what it declared to go")
