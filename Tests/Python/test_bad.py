"""Whatever is wrong with the place, the peer or the reader becomes a sentence, and never the end of the program."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time

import client
import native
from client import faderd, refusal
from testing import PATIENCE, check, defer, equal, skip, stays, test, wait_until

PARAMETER = {"id": "a", "kind": "number", "label": "A", "value": 1, "text": "1", "editText": "1", "revision": 1, "default": 0}


class Peer:
    """A program on a socket that is no faderd of this version. `answer`: bytes for each request, by the beginning of its first line.

    After an answer that says so, it closes the connection, but only when another request comes on it."""

    def __init__(self, answers):
        self.directory = native.scratch()
        self.socket = f"{self.directory}/peer.sock"
        self.answers, self.requests = answers, []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.socket)
        self.listener.listen()
        defer(lambda: (self.listener.shutdown(socket.SHUT_RDWR), self.listener.close()))
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                link, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(link,), daemon=True).start()

    def _talk(self, link):
        with link:
            closes = False
            while (data := link.recv(65536)) and not closes:
                self.requests.append(data)
                for begin, answer in self.answers.items():
                    if data.startswith(begin.encode()):
                        link.sendall(answer)
                        closes = b"\r\nConnection: close\r\n" in answer


def http(status, body, kind="application/json"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return b"HTTP/1.1 %d X\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s" % (status, kind.encode(), len(data), data)


def stream(*events):
    text = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events).encode()
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%X\r\n%s\r\n" % (len(text), text)


STATE = ("state", {"parameters": [PARAMETER], "version": "9.0.0", "surfaces": [], "touched": []})
BAD_PEERS = {
    "one that has no sessions": (http(400, {"detail": "there is no query key \"session\"", "status": 400}), "has no sessions for programs"),
    "one that knows no stream": (http(404, {"detail": "there is nothing at this path", "status": 404}), "has no sessions for programs"),
    "one that gives no session": (stream(STATE), "no session came before it"),
    "one whose parameters are other things": (stream(("session", {"session": "s"}), ("state", {"parameters": [{"id": "a"}], "version": "9"})), "cannot be read"),
    "one whose events are no JSON": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n16\r\nevent: state\ndata: {\n\n\r\n", "cannot be read"),
    "one whose events are too deep": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%X\r\nevent: state\ndata: %s\n\n\r\n" % (
        200_021, b"[" * 200_000), "cannot be read"),
    "one that speaks something else": (b"220 mail.example ESMTP\r\n\r\n", "does not speak as faderd does"),
    "one that hangs up": (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "does not answer"),
    "one that refuses without a reason": (http(500, b"<html>", "text/html"), "without a reason"),
    "one that is full": (http(503, {"detail": "there are 256 sessions; close one", "type": "urn:faderd:unavailable", "status": 503}), "256 sessions"),
}


@test("a daemon of another version, and whatever else may answer, is a problem with a sentence; the program runs on with its defaults")
def peers():
    for name, (answer, wanted) in BAD_PEERS.items():
        peer = Peer({"GET /v1/events": answer})
        f = client.connect(peer, timeout=0.5)
        level = f.declare("lamp.level", value=0.25)
        check(wanted in f.problems[0].detail, f"{name}: {f.problems}")
        equal((level.value, f.connected), (0.25, False), name)
        f.close()

    async def main():
        for name, (answer, wanted) in BAD_PEERS.items():
            async with faderd.aio.connect(Peer({"GET /v1/events": answer}).socket, by="test", timeout=0.5) as f:
                level = await f.declare("lamp.level", value=0.25)
                check(wanted in f.problems[0].detail, f"{name} with asyncio: {f.problems}")
                equal((level.value, f.connected), (0.25, False), name)
    asyncio.run(main())


@test("a newer daemon, with events, keys and kinds that this library does not know, is understood as far as it goes")
def newer():
    more = PARAMETER | {"glow": [1, 2], "kind": "vector", "value": [1, {"x": 2}], "default": {}}
    peer = Peer({"GET /v1/events": stream(("session", {"session": "s", "more": 1}), ("weather", {"rain": True}), (STATE[0], STATE[1] | {"parameters": [more]}))})
    f = client.connect(peer)
    equal((f.connected, f.version, f["a"].value, f["a"].kind, f["a"].state.resource["glow"]), (True, "9.0.0", '[1, {"x": 2}]', "vector", [1, 2]), "what it understood")


@test("an answer to a set that is none of this API says so, and the daemon that it came from is used on")
def odd_answers():
    answers = {"GET /v1/events": stream(("session", {"session": "s"}), STATE), "PUT": http(200, b"[]")}
    peer = Peer(answers)
    f = client.connect(peer)
    check("does not understand" in str(refusal(lambda: f["a"].set("1"))), "the sentence")
    answers["PUT"] = http(200, PARAMETER | {"text": "2", "value": 2, "revision": 2})
    equal(f["a"].set("2").value, 2.0, "the next set")
    answers["PUT"] = b"nonsense\r\n\r\n"
    check("does not speak" in str(refusal(lambda: f["a"].set("1"), faderd.Gone)), "the sentence about nonsense")
    sent = next(data.decode() for data in peer.requests if data.startswith(b"PUT"))
    check("Fader-Session: s\r\n" in sent and "Fader-By: test\r\n" in sent, f"the headers: {sent}")


@test("after an answer that announces the end of its connection, the next request is made on another one, with asyncio too")
def announced_end():
    answer = http(200, PARAMETER).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
    peer = Peer({"GET /v1/events": stream(("session", {"session": "s"}), STATE), "PUT": answer})
    f = client.connect(peer)
    equal([f["a"].set("1").text for _ in range(3)], ["1"] * 3, "three sets")

    async def main():
        async with faderd.aio.connect(peer.socket, by="test") as f:
            equal([(await f["a"].set("1")).text for _ in range(3)], ["1"] * 3, "three sets with asyncio")
    asyncio.run(main())


@test("a socket that is a file or a directory, a path that is too long, no directory: each is named")
def wrong_places():
    folder = native.scratch()
    native.write(f"{folder}/file", "")
    for path, wanted in ((f"{folder}/file", "is a file, not the socket"), (folder, "is a directory"), (f"{folder}/none", "no daemon is running"),
                         (f"{folder}/file/none", "no daemon is running"), (f"/{'x' * 200}", "cannot be reached")):
        with faderd.connect(path, by="test") as f:
            check(wanted in f.problems[0].detail, f"{path}: {f.problems}")


@test("a daemon that this user may not use is named as such, and the program runs with its defaults")
def denied():
    if os.geteuid() != 0:
        skip("needs root, to run as somebody who may not")
    daemon = native.Daemon().start()
    folder = native.scratch()
    os.chmod(folder, 0o755)
    # The library lies where nobody else may look, so it is copied.
    subprocess.run(["cp", "-r", f"{client.SOURCE}/faderd", folder], check=True)
    code = ("import faderd, sys\nwith faderd.connect(sys.argv[1], by='test') as f:\n"
            "    print(f.declare('lamp.level', value=0.5).value, f.problems[0].detail)\n")
    os.chmod(os.path.dirname(folder), os.stat(os.path.dirname(folder)).st_mode | 0o001)
    # The Python that the one of the tests is a link to, because that may lie where nobody may look, too.
    python = os.path.realpath(sys.executable)
    done = subprocess.run([python, "-c", code, daemon.socket], capture_output=True, text=True, user=65534, group=65534, extra_groups=[], cwd="/",
                          env={"PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}, timeout=PATIENCE)
    check(done.stdout.startswith("0.5 you may not use the daemon on"), f"{done.stdout}{done.stderr}")


@test("another program that declares an own id as another kind is a problem that names it")
def clash():
    daemon = native.Daemon().start()
    f, other = client.connect(daemon, by="lamp"), client.connect(daemon, by="switch")
    level = f.declare("lamp.level", max=100)
    other.declare("lamp.level", kind="toggle")
    wait_until(lambda: f.problems, "the problem")
    equal(f.problems[0].id, "lamp.level", "whose it is")
    check("switch" in f.problems[0].detail and "toggle" in f.problems[0].detail, f"the sentence: {f.problems[0]}")
    equal((level.kind, level.value), ("toggle", False), "what it is now")


@test("ranges that are none, ids that are none, values that are none: refused with a sentence, and nothing of it stays")
def refusals():
    daemon = native.Daemon("version: 1\nparameters: {master: {}}\n").start()
    f = client.connect(daemon)
    for act in (lambda: f.declare("x", min=3, max=3), lambda: f.declare("X Y"), lambda: f.declare("x", kind="number", unknown=1),
                lambda: f.declare("x", kind="choice"), lambda: f.declare("x", value="loud"), lambda: f.declare("master", kind="toggle"), lambda: f["master"].set(value="x")):
        check(len(str(refusal(act, faderd.Refused))) > 10, "a sentence")
    for act in (lambda: f.declare("x", max=float("nan")), lambda: f["master"].set(value=float("nan")), lambda: setattr(f["master"], "value", object())):
        refusal(act, ValueError)
    many = [f.declare(f"p.{number}") for number in range(100)]
    check("100" in str(refusal(lambda: f.declare("p.100"), faderd.Refused)), "the limit of a session")
    equal((len(f), many[99].value, f.problems, list(daemon.get("/v1/parameters"))[0]["id"]), (101, 0.0, (), "master"), "what stays")


@test("a reader that never reads, and a function that never returns, hold up nobody and keep only the newest")
def unread():
    daemon = native.Daemon(native.EIGHT).start()
    f = client.connect(daemon)
    changes, over, seen = f.watch(), threading.Event(), []

    @f.on_change("p.2")
    def _(change):
        seen.append(change.value)
        over.wait(PATIENCE)
    line = daemon.session()
    for number in range(800):
        line.ask("PUT", f"/v1/virtual/fader.{1 + number % 8}", {"position": number % 1000 / 1000})
    newest = {f"p.{n}": line.value(f"p.{n}") for n in range(1, 9)}
    wait_until(lambda: all(f[name].value == value for name, value in newest.items()), "the connection to know the newest values")
    equal(len(seen), 1, "calls")
    over.set()
    wait_until(lambda: seen[-1] == newest["p.2"], "the newest value to be called with")
    equal({change.id: change.value for change in (next(changes) for _ in range(8))}, newest, "what the late reader gets")
    check(len(seen) < 10, f"{len(seen)} calls, which are old values")


@test("while nothing happens, the library's threads do not wake up; while no daemon is there, twice a second", alone=True)
def idle():
    daemon = native.Daemon().start()
    code = ("import faderd, sys, threading\nf = faderd.connect(by='idle')\nf.declare('a')\n"
            "@f.on_press('b')\ndef _(press): pass\nthreading.Thread(target=lambda: [0 for _ in f.watch()], daemon=True).start()\n"
            "print('ready', flush=True)\nsys.stdin.read()\n")
    program = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=client.environment(daemon))
    defer(lambda: (program.kill(), program.communicate()))
    equal(program.stdout.readline(), "ready\n", "its first line")

    def wakes(seconds):
        def count():
            return sum(int(line.split()[1]) for thread in os.listdir(f"/proc/{program.pid}/task")
                       for line in open(f"/proc/{program.pid}/task/{thread}/status", encoding="utf-8") if "ctxt_switches" in line)
        time.sleep(0.3)
        before = count()
        time.sleep(seconds)
        return count() - before
    # The daemon sends a comment every 15 seconds.
    check((idle := wakes(2)) <= 2, f"{idle} wake-ups in 2 s")
    daemon.stop()
    check((gone := wakes(3)) <= 40, f"{gone} wake-ups in 3 s without a daemon")
    stays(lambda: program.poll() is None, "the program ended", 0.1)
