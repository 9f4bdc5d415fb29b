"""Keys: what they allow, and how much of the daemon is theirs."""

import json
import os
import subprocess
import sys
import time

import native
from testing import check, defer, equal, test, wait_until



KEY = {"name": "mine", "key": "0123456789abcdef0123456789abcdef", "everything": True}
SHOWN = {"Authorization": f"Bearer {KEY['key']}"}


@test("without --listen a key is registered, listed and revoked on the Unix socket, and judged there")
def keys():
    faderd = native.Daemon().start()
    said = faderd.ctl("token", "list")
    equal((said.exit, said.out), (0, ""), "token list without keys")
    owner = faderd.session()
    equal(owner.ask("POST", "/v1/keys", KEY)[0], 201, "status of a key")
    listed = json.loads(faderd.ctl("token", "list", "--json").out)
    equal([(one["name"], one["allows"], one["process"]) for one in listed], [("mine", "everything", os.getpid())], "token list --json")
    equal(faderd.request("GET", "/v1/parameters", headers=SHOWN).status, 200, "status with the key")
    equal(faderd.request("POST", "/v1/reload", headers=SHOWN).status, 403, "status of a reload with the key")
    said = faderd.ctl("token", "revoke", "mne")
    equal(said.exit, 65, "exit code for a wrong name")
    check("did you mean" not in said.err and "faderctl token list" in said.err, f"what it suggests is somebody else's key: {said.err}")
    equal(json.loads(faderd.ctl("token", "revoke", "mine", "--json").out)["name"], "mine", "token revoke --json")
    equal(faderd.request("GET", "/v1/parameters", headers=SHOWN).status, 401, "status with a revoked key")
    equal(faderd.session().ask("POST", "/v1/keys", KEY)[0], 409, "status of a revoked key that is registered again")
    check(KEY["key"] not in faderd.log(), "the key is in the log")


# Connections that ask for everything again and again, and are closed now and then before the answer is there.
ASKING = """\
import socket, sys, time
path, count, secret = sys.argv[1], int(sys.argv[2]), sys.argv[3]
request = f"GET /v1/parameters HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer {secret}\\r\\n\\r\\n".encode()


def connected():
    link = socket.socket(socket.AF_UNIX)
    link.connect(path)
    link.setblocking(False)
    return link

links, turn, told = [connected() for _ in range(count)], 0, False
while True:
    for index, link in enumerate(links):
        try:
            link.send(request)
            if (turn + index) % 7 == 0:
                raise ConnectionResetError
            if not link.recv(1 << 18):
                raise ConnectionResetError
        except BlockingIOError:
            pass
        except OSError:
            link.close()
            try:
                links[index] = connected()
            except OSError:
                pass
    turn += 1
    if not told and turn > 3:
        told = print("started", flush=True) is None
    time.sleep(0.01)
"""


@test("180 connections with the key of a page that ask for 800 parameters: few threads, and every faderctl get succeeds", limit=300, alone=True)
def long_answers():
    many = "".join(f"  q.{number}: {{min: 0, max: 1000}}\n" for number in range(800))
    faderd = native.Daemon(f"version: 1\nparameters:\n  master: {{min: 0, max: 1}}\n{many}web: {{pages: {{all: [\"q.*\"]}}}}\n").start()
    before = len(faderd.threads())
    owner = faderd.session()
    key = {"name": "lan-all", "key": KEY["key"], "page": "all"}
    equal(owner.ask("POST", "/v1/keys", key)[0], 201, "status of a key")
    hostile = subprocess.Popen([sys.executable, "-c", ASKING, faderd.socket, "180", key["key"]], stdout=subprocess.PIPE, text=True)
    defer(lambda: (hostile.kill(), hostile.communicate()))
    equal(hostile.stdout.readline(), "started\n", "what the flood said")
    most = 0
    for _ in range(10):
        for _ in range(20):
            most = max(most, len(faderd.threads()))
            time.sleep(0.02)
        # A debug build makes long answers so slowly that others wait too long for their turn.
        if os.path.realpath(native.BINARIES).endswith("release"):
            done = faderd.ctl("get", "master")
            equal((done.exit, done.err), (0, ""), "faderctl get meanwhile")
    check(most <= before + 8, f"{most} threads, {before} before")
    check(hostile.poll() is None and faderd.running(), "the flood or the daemon has ended")


def keyed(owner, name, **allows):
    """A new key, as the header that shows it."""
    secret = f"{abs(hash(name)):032x}"[-32:]
    equal(owner.ask("POST", "/v1/keys", {"name": name, "key": secret} | (allows or {"page": "all"}))[0], 201, f"status of {name}")
    return f"Authorization: Bearer {secret}\r\n"


def begin(faderd, head, method, path, body=None):
    """A request on a connection that stays open until the end of the test: the connection."""
    link = faderd.connect()
    defer(link.close)
    data = b"" if body is None else json.dumps(body).encode()
    size = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if body is not None else ""
    link.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{head}{size}\r\n".encode() + data)
    return link


def code(link):
    return int(link.recv(65536).split()[1])


@test("the key of a page has its share of streams and edits, then 429 for it alone, and of the history; it is not imitated, and others stay when one is revoked")
def shares():
    faderd = native.Daemon("version: 1\nparameters:\n  master: {min: 0, max: 1000}\nweb: {pages: {all: [master]}}\n").start()
    owner = faderd.session()
    heads = {name: keyed(owner, name) for name in ("lan-a", "lan-b")} | {"desk": keyed(owner, "desk", everything=True)}
    shown = {name: {"Authorization": head.strip().partition(": ")[2]} for name, head in heads.items()}

    def opened(name, count, *request):
        """As many connections with the same request, and the status of each answer."""
        links = [begin(faderd, heads[name], *request) for _ in range(count)]
        return links, [code(link) for link in links]
    stream, edit = ("GET", "/v1/events"), ("POST", "/v1/parameters/master/edit")
    links, codes = opened("lan-a", 6, *stream)
    equal(sorted(codes), [200] * 4 + [429] * 2, "streams")
    equal(opened("desk", 1, *stream)[1], [200], "a stream of the desk")
    for link in links:
        link.close()
    wait_until(lambda: faderd.status()["connections"]["streams"] == 1, "the streams to end")
    # An edit lasts as long as its connection.
    links, codes = opened("lan-a", 10, *edit)
    equal(sorted(codes), [201] * 8 + [429] * 2, "edits")
    equal([opened(name, 1, *edit)[1] for name in ("lan-b", "desk")], [[201]] * 2, "edits of others")
    for link in links:
        link.close()
    wait_until(lambda: faderd.request(*edit, headers=shown["lan-a"]).status == 201, "the edits to end with their connections")
    for number in range(60):
        equal(faderd.request("PUT", "/v1/parameters/master", {"value": number + 1}, shown["lan-a"]).status, 200, "status of a set")
    entries = faderd.get("/v1/history")
    equal([one["by"] for one in entries], ["lan-a"] * 20, "the history")
    imitated = faderd.request("PUT", "/v1/parameters/master", {"value": 5}, shown["desk"] | {"Fader-By": "lan-a"})
    equal(imitated.status, 403, "status in the name of a key")
    equal(faderd.request("PUT", "/v1/parameters/master", {"value": 5}, {"Fader-By": "lan-b"}).status, 200, "status of a program")
    equal(faderd.request("POST", "/v1/undo", headers=shown["lan-b"]).status, 409, "undo of what somebody else did in that name")
    equal(faderd.ctl("token", "revoke", "lan-a").exit, 0, "exit code of token revoke")
    equal(owner.ask("GET", "/v1/parameters/master")[0], 200, "the connection that registered the keys")
    equal(faderd.request("GET", "/v1/parameters", headers=shown["lan-b"]).status, 200, "the other key")


@test("the key of a page has 8 sessions and 16 gestures; all keys together have half of what there is, and the rest is kept for everybody else", limit=180, alone=True)
def halves():
    faderd = native.Daemon("version: 1\nparameters:\n  master: {min: 0, max: 1000}\nweb: {pages: {all: [master]}}\n").start()
    owner = faderd.session()
    heads = [keyed(owner, f"lan-{number}") for number in range(17)]
    desk = keyed(owner, "desk", everything=True)

    def session(head):
        """Begins a session, whose stream ends at once; it lives 5 s longer."""
        link = begin(faderd, head, "GET", "/v1/events?session=new")
        answer = code(link)
        link.close()
        return answer

    def gestures(head, count=1):
        """Begins gestures on a connection of their own: the answers."""
        link, codes = faderd.connect(), []
        defer(link.close)
        for number in range(count):
            data = json.dumps({"position": 0.5, "gesture": f"g{number}"})
            size = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
            link.sendall(f"PUT /v1/parameters/master HTTP/1.1\r\nHost: localhost\r\n{head}{size}\r\n{data}".encode())
            codes.append(code(link))
        return codes
    equal([session(heads[0]) for _ in range(9)], [200] * 8 + [429], "sessions of one key")
    equal(gestures(heads[0], 10) + gestures(heads[0], 8), [200] * 16 + [429] * 2, "gestures of one key")
    equal(gestures(heads[1]) + gestures(desk), [200] * 2, "gestures of others")
    # A gesture that is silent for 2 s has ended, and so has its place in the share.
    time.sleep(2.5)
    start = time.monotonic()
    codes = [gestures(head, 16) for head in heads[:8]] + [gestures(heads[16])]
    others = gestures(desk) + gestures("")
    check(time.monotonic() - start < 2, "the gestures were begun too slowly for this test")
    equal(codes, [[200] * 16] * 8 + [[503]], "gestures of all keys")
    equal(others, [200, 200], "gestures of the desk and of a program")
    time.sleep(5.5)
    start = time.monotonic()
    codes = [[session(head) for _ in range(8)] for head in heads]
    others = [session(desk), session("")]
    check(time.monotonic() - start < 5, "the sessions were begun too slowly for this test")
    equal((codes[:16], codes[16]), ([[200] * 8] * 16, [503] * 8), "sessions of all keys")
    equal(others, [200, 200], "sessions of the desk and of a program")


@test("the key of a page waits for 4 long answers, and is refused more; others are answered meanwhile", limit=180)
def long_share():
    many = "".join(f"  q.{number}: {{min: 0, max: 1000}}\n" for number in range(2000))
    faderd = native.Daemon(f"version: 1\nparameters:\n  master: {{min: 0, max: 1}}\n{many}web: {{pages: {{all: [\"q.*\"]}}}}\n").start()
    owner = faderd.session()
    page, other = keyed(owner, "lan-a"), keyed(owner, "lan-b")
    links = [begin(faderd, page, "GET", "/v1/parameters") for _ in range(12)]
    others = [begin(faderd, head, "GET", "/v1/parameters") for head in (other, "")]
    codes = [code(link) for link in links]
    check(codes.count(200) >= 4 and set(codes) == {200, 429}, f"long answers of one key: {codes}")
    equal([code(link) for link in others], [200, 200], "those of another key and of a program")
    equal(code(begin(faderd, page, "GET", "/v1/parameters")), 200, "one more afterwards")
