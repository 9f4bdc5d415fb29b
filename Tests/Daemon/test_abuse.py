"""Clients that are hostile or broken."""

import random
import re
import socket
import time

import native
from testing import check, equal, stays, test, wait_until

HEAD = b"Host: localhost\r\n"


def connect(path, timeout=3.0):
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(timeout)
    link.connect(path)
    return link


def drain(link, timeout):
    """Everything received until the other side closes, and whether it did close."""
    answer, deadline = b"", time.monotonic() + timeout
    try:
        while (left := deadline - time.monotonic()) > 0:
            link.settimeout(left)
            data = link.recv(65536)
            if not data:
                return answer, True
            answer += data
    except TimeoutError:
        pass
    except ConnectionError:
        return answer, True
    return answer, False


def status_of(answer):
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else None


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


@test("connections beyond the limit that are idle or have half a request make room for new ones")
def connection_limit():
    faderd = native.Daemon().start()
    half = b"PUT /v1/parameters/master HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"
    for data in (b"", half):
        links = []
        for _ in range(3):
            links += [connect(faderd.socket) for _ in range(100)]
            faderd.value("master")  # All of them have been accepted.
        for link in links:
            try:
                link.sendall(data)
            except ConnectionError:
                continue  # The daemon closed it already to make room.
        faderd.value("master")
        check(faderd.status()["connections"]["open"] <= 256, f"{faderd.status()['connections']} with 300 connections")
        faderd.put_durably("master", -20)
        for link in links:
            link.close()
        wait_until(lambda: faderd.status()["connections"]["open"] <= 1, "the connections to be gone")


@test("event streams are limited to 64; the 65th is refused with 503, and one that closes makes room")
def stream_limit():
    faderd = native.Daemon().start()
    streams = [connect(faderd.socket) for _ in range(64)]
    for number, link in enumerate(streams):
        link.sendall(b"GET /v1/%s HTTP/1.1\r\n%s\r\n" % (b"events" if number % 2 else b"monitor", HEAD))
        equal(status_of(link.recv(65536)), 200, f"status of stream {number + 1}")
    equal(faderd.status()["connections"]["streams"], 64, "streams in status")
    answer = faderd.request("GET", "/v1/events")
    equal((answer.status, answer.headers["content-type"]), (503, "application/problem+json"), "answer to the 65th")
    streams[0].close()
    wait_until(lambda: faderd.status()["connections"]["streams"] == 63, "the stream that was closed to be gone")
    next(faderd.events())
    for link in streams[1:]:
        link.close()


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


@test("unfinished requests get a 4xx and are closed in time, and cost no processor time", limit=60)
def bad_requests():
    faderd = native.Daemon().start()
    put = b"PUT /v1/parameters/master HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\n"
    slow = {
        "half a request line": (b"GET /v1/par", {408}),
        "one byte": (b"G", {408}),
        "line breaks": (b"\r\n\r\n", {408, 400}),
        "head without an end": (b"GET /v1/status HTTP/1.1\r\n" + HEAD, {408}),
        "body that never comes": (put + b"Content-Length: 20\r\n\r\n", {408}),
        "half a body": (put + b"Content-Length: 20\r\n\r\n{\"val", {408}),
        "chunks that never end": (put + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{\"val\r\n", {408}),
        "half a chunk size": (put + b"Transfer-Encoding: chunked\r\n\r\n5", {408}),
    }
    links = {}
    for name, (data, _) in slow.items():
        links[name] = connect(faderd.socket)
        links[name].sendall(data)
    # Sending one byte now and then does not extend the time limit.
    drip = connect(faderd.socket)
    drip.sendall(b"GET /v1/status HTTP/1.1\r\nX-Slow: ")
    began, closed = time.monotonic(), None
    before = faderd.cpu()
    time.sleep(0.5)
    while time.monotonic() < began + 11 and closed is None:
        try:
            drip.sendall(b"x")
            drip.settimeout(0.5)
            if status_of(drip.recv(4096)) == 408:
                closed = time.monotonic() - began
        except TimeoutError:
            continue
        except ConnectionError:
            closed = time.monotonic() - began
    used = faderd.cpu() - before
    check(closed is not None, "a request that drips in was still taken after 11 s")
    check(used < 0.3, f"used {used:.2f} s of processor time while waiting for {len(slow) + 1} requests")
    for name, (_, wanted) in slow.items():
        answer, is_closed = drain(links[name], began + 13 - time.monotonic())
        check(is_closed, f"{name}: not closed after 13 s")
        check(status_of(answer) in wanted, f"{name}: answer {answer[:80]}")
    faderd.put_durably("master", -21)
    print(f"     {used * 1000:.0f} ms of processor time over {closed:.0f} s")


@test("requests that are too large, or wrong, are refused at once with a problem that says why")
def refused_requests():
    faderd = native.Daemon().start()
    json = b"Content-Type: application/json\r\n"
    put, get = b"PUT /v1/parameters/master HTTP/1.1\r\n" + HEAD, b"GET /v1/status HTTP/1.1\r\n"
    cases = [
        ("long line", b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n", {414, 431}),
        ("long header", get + HEAD + b"X: " + b"y" * 40_000 + b"\r\n\r\n", {431}),
        ("many headers", get + HEAD + b"".join(b"X-%d: y\r\n" % n for n in range(3000)) + b"\r\n", {431}),
        ("large body", put + json + b"Content-Length: 70000\r\n\r\n" + b"x" * 70_000, {413}),
        ("huge length", put + json + b"Content-Length: 99999999999999999999\r\n\r\n", {400, 413}),
        ("negative length", put + json + b"Content-Length: -1\r\n\r\n", {400}),
        ("two lengths", put + json + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", {400}),
        ("length and chunks", put + json + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", {400}),
        ("large chunks", put + json + b"Transfer-Encoding: chunked\r\n\r\n" + b"4000\r\n" + b"x" * 0x4000 + b"\r\n" * 1
         + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 5, {413}),
        ("unknown transfer coding", put + json + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", {501}),
        ("no host", get + b"\r\n", {400}),
        ("two hosts", get + HEAD + HEAD + b"\r\n", {400}),
        ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64), {400}),
        ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505}),
        ("HTTP/0.9", b"GET /v1/status\r\n\r\n", {400, 505}),
        ("header with a space", get + HEAD + b"X : y\r\n\r\n", {400}),
        ("header with a NUL", get + HEAD + b"X: a\0b\r\n\r\n", {400}),
        ("unknown method", b"BREW /v1/status HTTP/1.1\r\n" + HEAD + b"\r\n", {400, 405, 501}),
        ("wrong method", b"DELETE /v1/status HTTP/1.1\r\n" + HEAD + b"\r\n", {405}),
        ("unknown path", b"GET /v2/status HTTP/1.1\r\n" + HEAD + b"\r\n", {404}),
        ("path upwards", b"GET /v1/../etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n", {404}),
        ("broken percent", b"GET /v1/parameters/%zz HTTP/1.1\r\n" + HEAD + b"\r\n", {400}),
        ("NUL in the path", b"GET /v1/parameters/%00 HTTP/1.1\r\n" + HEAD + b"\r\n", {404}),
        ("unknown query", b"GET /v1/parameters?sort=1 HTTP/1.1\r\n" + HEAD + b"\r\n", {400}),
        ("upgrade", b"GET /v1/status HTTP/1.1\r\n" + HEAD + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n", {200, 400}),
        ("unknown expectation", put + json + b"Expect: magic\r\nContent-Length: 2\r\n\r\n{}", {417}),
        ("packed body", put + json + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}", {415}),
    ]
    for name, data, wanted in cases:
        link = connect(faderd.socket)
        try:
            link.sendall(data)
        except ConnectionError:
            pass  # Refused before all of it was sent; the answer can still be read.
        link.shutdown(socket.SHUT_WR)
        answer, is_closed = drain(link, 3)
        check(status_of(answer) in wanted, f"{name}: answer {answer[:120]}")
        check(is_closed, f"{name}: the connection stays")
        if status_of(answer) != 200:
            check(b"application/problem+json" in answer and b'"detail"' in answer, f"{name}: no problem that says why: {answer[:300]}")
        link.close()
    equal(faderd.value("master"), -12.0, "the value after all of it")


@test("bodies that are not valid JSON of the right form are refused with 400 or 422, and change nothing")
def wrong_bodies():
    faderd = native.Daemon().start()
    session = faderd.session()
    for body in ({}, {"value": "x"}, {"value": None}, {"value": True}, {"text": 5}, {"position": []}, {"value": 1, "text": "1"}, [], 5, "x", None,
                 {"vlaue": 3}, {"value": 1, "also": 2}):
        status, answer = session.ask("PUT", "/v1/parameters/master", body)
        check(status in (400, 422), f"{body}: {status} {answer}")
    for text in ("", "{", '{"value": 1} x', '{"value": 1e999}', '{"value": NaN}', '{"value": 01}', "[" * 60_000, '{"text": "\\ud800"}', "\ufeff{}",
                 '{"text": "' + "9" * 60_000 + 'x"}', '{"position": -1e308}', '{"position": 2}'):
        answer = faderd.request("PUT", "/v1/parameters/master", text.encode(), {"Content-Type": "application/json"})
        check(answer.status in (400, 422), f"{text[:40]}: {answer.status} {answer.body[:200]}")
    for text in ("", " ", "abc", "nan", "inf", "-inf", "1e9999", "−", "1,2,3", "6 Hz", "\0", "0x10", "١"):
        answer = faderd.put("master", text=text)
        check(answer.status == 422, f"text {text!r}: {answer.status} {answer.body[:200]}")
    equal(faderd.value("master"), -12.0, "the value")
    for by in (10**9, -10**9, 2**63 - 1, -2**63):
        answer = faderd.request("POST", "/v1/parameters/other/step", {"by": by})
        equal((answer.status, answer.json.get("value")), (200, 10.0 if by > 0 else 0.0), f"answer to a step by {by}")
    equal(faderd.request("POST", "/v1/parameters/other/step", {"by": 2**63}).status, 400, "status of a step no integer can hold")


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


@test("two thousand connections one after another leave nothing behind")
def many_connections():
    faderd = native.Daemon().start()
    def some():
        for number in range(1000):
            with connect(faderd.socket) as link:
                if number % 3:
                    link.sendall(b"GET /v1/status HTTP/1.1\r\n" + HEAD + b"\r\n")
                if number % 3 == 2:
                    link.recv(4096)
    some()
    wait_until(lambda: faderd.status()["connections"]["open"] == 1, "the connections to be gone")
    before, descriptors = faderd.memory(), faderd.fds()
    some()
    wait_until(lambda: faderd.status()["connections"]["open"] == 1, "the connections to be gone")
    wait_until(lambda: faderd.fds() <= descriptors, lambda: f"{faderd.fds()} descriptors, {descriptors} before")
    check(faderd.memory() - before < 1024, f"private memory grew by {faderd.memory() - before} KiB")
    stays(faderd.running, "faderd ended", 0.1)
