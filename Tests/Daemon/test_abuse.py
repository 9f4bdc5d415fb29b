"""Clients that are hostile or broken."""

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
    wait_until(faderd.answers, "an answer after the connections were closed")
    faderd.put_durably("master", -21)
    equal(faderd.file_value("master"), -21.0, "the value in the file")
    check(faderd.fds() < 24, f"{faderd.fds()} descriptors are open")
    print(f"     {len(links)} connections on 24 descriptors: {used * 1000:.0f} ms of processor time and {woken} wake-ups in 3 s")


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
