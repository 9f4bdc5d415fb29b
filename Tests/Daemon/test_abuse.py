"""Clients that are hostile or broken."""

import random
import re
import socket
import time

import native
from testing import check, equal, test, wait_until

HEAD = b"Host: localhost\r\n"


def connect(path, timeout=3.0):
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(timeout)
    link.connect(path)
    return link


@test("descriptors run out: nothing spins or crashes, whole requests are served and saved, and it recovers")
def few_descriptors():
    faderd = native.Daemon()
    faderd.start(wrap=("sh", "-c", 'ulimit -n 24; exec "$@"', "sh"))
    first = faderd.session()
    first.value("master")
    links = []
    for _ in range(60):
        try:
            links.append(connect(faderd.socket, 0.2))
        except OSError:
            break
    for link in links:
        try:
            link.sendall(b"GET /v1/status HTTP/1.1\r\n")  # Never finished, so that no connection is idle.
        except OSError:
            continue
    check(len(links) >= 24, f"only {len(links)} connections were made")
    time.sleep(0.3)
    before, switches = faderd.cpu(), faderd.switches()
    time.sleep(3)
    used, woken = faderd.cpu() - before, faderd.switches() - switches
    check(used < 0.15, f"used {used:.2f} s of processor time in 3 s with no descriptors left")
    check(woken < 300, f"woke up {woken} times in 3 s with no descriptors left")
    check(faderd.running(), "faderd ended")
    # Connections with half a request must make room for a whole one, and descriptors are reserved for saving.
    faderd.put_durably("master", -20)
    equal(faderd.file_value("master"), -20.0, "the value in the file while the connections are there")
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of a reload while the connections are there")
    for link in links:
        link.close()
    wait_until(lambda: answers(faderd), "an answer after the connections were closed")
    faderd.put_durably("master", -21)
    equal(faderd.file_value("master"), -21.0, "the value in the file")
    check(faderd.fds() < 24, f"{faderd.fds()} descriptors are open")
    print(f"     {len(links)} connections on 24 descriptors: {used * 1000:.0f} ms of processor time and {woken} wake-ups in 3 s")


def answers(faderd):
    try:
        return faderd.request("GET", "/v1/status", timeout=1).status == 200
    except OSError:
        return False


@test("event readers that never read: memory is bounded, others are unaffected, and a late reader gets the newest of everything")
def reader_that_never_reads():
    ids = [f"p.{n}" for n in range(200)]
    faderd = native.Daemon(native.parameters(ids) + native.desk({n: f"p.{n}" for n in range(1, 9)})).start()
    lazy = [native.Session(faderd.socket, receive_buffer=4096) for _ in range(8)]
    for number, session in enumerate(lazy):
        session.send("GET", "/v1/monitor" if number % 4 == 3 else "/v1/events")
    wait_until(lambda: faderd.status()["connections"]["streams"] == 8, "the streams")
    stream, seen = faderd.events(), {}
    session = faderd.session()

    def push(rounds, first):
        for round in range(rounds):
            for name in ids:
                session.send("PUT", f"/v1/parameters/{name}", {"position": (first + round) % 512 / 512})
            for _ in ids:
                equal(session.receive()[0], 200, "status of a put")
    push(10, 0)
    before = faderd.memory()
    push(50, 10)
    grown = faderd.memory() - before
    check(grown < 4096, f"private memory grew by {grown} KiB over 10,000 changes nobody reads")
    started = time.monotonic()
    faderd.value("p.5")
    check(time.monotonic() - started < 0.5, "a GET has to wait")
    faderd.move(1, 1)
    wait_until(lambda: faderd.value("p.1") == 1000.0, "a fader move")
    faderd.put_durably("p.199", 777)
    for name, data in stream:
        for one in (data["parameters"] if name == "state" else [data] if name == "parameter" else []):
            seen[one["id"]] = one["value"]
        if seen.get("p.199") == 777.0:
            break
    now = {one["id"]: one["value"] for one in faderd.get("/v1/parameters")}
    equal(seen, now, "what the reader that reads was told")
    for session in lazy[:2]:
        equal(newest(session, now), now, "what the lazy reader was told when it read")
    print(f"     8 readers that never read: {grown} KiB more after 10,000 changes")


def newest(session, wanted):
    """Reads a stream until it has sent `wanted`; returns everything it sent."""
    import http.client
    import json
    answer, seen = http.client.HTTPResponse(session.link), {}
    answer.begin()
    while seen != wanted:
        line = answer.readline()
        check(line, f"the stream ended; told were {len(seen)} of {len(wanted)}")
        if line.startswith(b"data:"):
            data = json.loads(line[5:])
            for one in data.get("parameters", [data]) if isinstance(data, dict) else []:
                # Events of touches and of the history have no value.
                if "value" in one:
                    seen[one["id"]] = one["value"]
    return seen


@test("random bytes at the socket: the daemon survives, leaks nothing, and no value leaves its range", limit=60)
def fuzz():
    seed = 20_250_917
    chance = random.Random(seed)
    faderd = native.Daemon().start()
    seeds = [
        b'PUT /v1/parameters/master HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"value": -20}',
        b'PUT /v1/virtual/fader.1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"position": 0.5}',
        b'POST /v1/parameters/other/step HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
        b'9\r\n{"by": 1}\r\n0\r\n\r\n',
        b"GET /v1/events?prefix=m HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /v1/parameters/master/explain HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3,
        b"POST /v1/reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
    ]
    def shots(count):
        """Shoots, waits until what was shot has ended, and returns how much private memory grew meanwhile, in KiB."""
        before = faderd.memory()
        for number in range(count):
            shoot(faderd, mutate(chance, seeds))
            if not number % 50:
                time.sleep(0.001)  # Leaves time for other processes on this machine.
        equal(faderd.process.poll(), None, f"end of faderd (seed {seed})")
        # Connections that were left are busy until their changes are saved.
        wait_until(lambda: faderd.request("GET", "/v1/status").status == 200, "room for another connection")
        wait_until(lambda: faderd.status()["connections"]["open"] == 1, "the connections to be gone")
        return faderd.memory() - before

    shots(1000)
    descriptors, grown = faderd.fds(), []
    # A leak grows in each round. What the daemon needs for many requests at once, on a busy machine, grows in one of them.
    while len(grown) < 3 and not any(each < 768 for each in grown):
        grown.append(shots(1000))
    for one in faderd.get("/v1/parameters"):
        check(one["min"] <= one["value"] <= one["max"], f"{one['id']} is {one['value']}")
    wait_until(lambda: faderd.fds() <= descriptors, lambda: f"the descriptors to be back at {descriptors}; there are {faderd.descriptors()}")
    check(any(each < 768 for each in grown), f"private memory grew by {grown} KiB, each time over 1,000 shots")
    faderd.put_durably("master", -21)
    print(f"     rounds of 1,000 shots with seed {seed}: {grown} KiB more")


def mutate(chance, seeds):
    if chance.random() < 0.15:
        return chance.randbytes(chance.randrange(1, 2000))
    data = bytearray(chance.choice(seeds) if chance.random() < 0.7 else chance.choice(seeds) + chance.choice(seeds))
    for _ in range(chance.randrange(0, 6)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0: data[at] = chance.randrange(256)
            case 1: data[at:at] = chance.randbytes(chance.randrange(1, 9))
            case 2: del data[at:at + chance.randrange(1, 9)]
            case 3: data[at:at] = data[chance.randrange(len(data)):][:40]
        if not data:
            return b"\r\n"
    return bytes(data)


def shoot(faderd, data):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(0.002)
        try:
            link.connect(faderd.socket)
            link.sendall(data)
            link.recv(4096)
        except OSError:
            return  # No room now, closed, or no answer yet: each is a correct reaction to nonsense.


@test("a client that shuts down its sending side during a large answer gets the whole answer")
def half_closed():
    faderd = native.Daemon(native.parameters([f"p.{n}" for n in range(5000)])).start()
    link = connect(faderd.socket, 30)
    link.sendall(b"GET /v1/parameters HTTP/1.1\r\n" + HEAD + b"\r\n")
    # After this the answer fills the socket and waits for its reader.
    time.sleep(0.5)
    link.shutdown(socket.SHUT_WR)
    time.sleep(0.2)
    answer = b""
    while piece := link.recv(1 << 20):
        answer += piece
    head, body = answer.split(b"\r\n\r\n", 1)
    length = int(re.search(rb"content-length: (\d+)", head.lower()).group(1))
    check(length > 1 << 20, f"{length} bytes are too few to show anything")
    equal(len(body), length, "bytes of the body")
