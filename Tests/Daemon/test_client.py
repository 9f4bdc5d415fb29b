"""faderctl without a daemon, with one that hangs, and with another program on the socket."""

import os
import signal
import socket
import threading
import time

import native
import testing
from testing import check, defer, equal, test, wait_until


def check_unavailable(faderd, arguments, most=2.4):
    """Checks that faderctl exits 69 with one sentence. `most`: 2 s of waiting, plus the start of a program on a busy machine."""
    started = time.monotonic()
    done = faderd.ctl(*arguments)
    took = time.monotonic() - started
    equal(done.exit, 69, f"exit code of faderctl {' '.join(arguments)} ({done.err})")
    check(took < most, f"faderctl {' '.join(arguments)} took {took:.2f} s")
    check(done.err.strip() and done.err.count("\n") == 1, f"faderctl {' '.join(arguments)} does not say it in a sentence: {done.err!r}")
    equal(done.out, "", "standard output")


@test("a listener that never answers, drips, or hangs up: 69 within 2 s", alone=True)
def strange_listeners():

    def silent(link):
        time.sleep(5)

    def drip(link):
        for byte in b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n":
            link.sendall(bytes([byte]))
            time.sleep(0.1)

    def half(link):
        link.recv(4096)
        link.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
        time.sleep(5)

    def hang_up(link):
        link.recv(4096)

    def cut(link):
        link.recv(4096)
        link.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
    threads = native.Threads()
    for behave in (None, silent, drip, half, hang_up, cut):
        faderd = native.Daemon()
        serve(faderd.socket, behave)
        for arguments in (("get", "master"), ("watch",)) if behave in (silent, None) else (("get", "master"),):
            threads.run(check_unavailable, faderd, arguments, 3)
    threads.join()


def serve(path, behave):
    """A listener that accepts connections and calls `behave` with each; with None it never accepts."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(8)
    defer(listener.close)
    if behave is None:
        return

    def one(link):
        with link:
            try:
                behave(link)
            except OSError:
                return  # The client closed the connection, as it should.

    def loop():
        while True:
            try:
                link, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=one, args=(link,), daemon=True).start()
    threading.Thread(target=loop, daemon=True).start()


@test("another program than a daemon on the socket: an error message, no crash")
def foreign_server():
    for text in (b"220 mail ready\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\xff",
                 b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", bytes(range(256)) * 4, b"HTTP/1.1 204 No Content\r\n\r\n"):
        faderd = native.Daemon()

        def behave(link, text=text):
            link.recv(4096)
            link.sendall(text)
        serve(faderd.socket, behave)
        done = faderd.ctl("get", "master")
        check(done.exit in (69, 70), f"{text[:30]}: exit code {done.exit} ({done.err})")
        check(done.err.strip() and "Fatal" not in done.err, f"{text[:30]}: {done.err}")


@test("watch --wait waits while all places for event streams are taken; without --wait it ends with 69")
def watch_without_place():
    faderd = native.Daemon().start()
    taken = [faderd.connect() for _ in range(64)]
    for link in taken:
        link.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    wait_until(lambda: faderd.status()["connections"]["streams"] == 64, "all places to be taken")
    full = faderd.ctl("watch")
    equal(full.exit, 69, f"exit code without --wait: {full.err}")
    watch = faderd.ctl_running("watch", "--wait", "--now", "master")
    lines = testing.lines_of(watch)
    wait_until(lambda: "waiting" in os.read(watch.stderr.fileno(), 4096).decode(), "a word about the wait")
    taken.pop().close()
    wait_until(lambda: lines, "the value")
    check(lines[0].startswith("master"), f"the first line: {lines[0]}")


@test("SIGINT and SIGTERM end watch and monitor, even if both are inherited as ignored or blocked")
def inherited_signals():
    faderd = native.Daemon().start()
    for command in ("watch", "monitor"):
        for inherited in ("--ignore-signal=INT,TERM", "--block-signal=INT,TERM"):
            for number in (signal.SIGINT, signal.SIGTERM):
                process = faderd.ctl_running(command, wrap=("env", inherited))
                wait_until(lambda: faderd.status()["connections"]["streams"] == 1, "the stream")
                process.send_signal(number)
                equal(process.wait(30), -number, f"how {command} with {inherited} ended by signal {number}")
                wait_until(lambda: faderd.status()["connections"]["streams"] == 0, "the end of the stream")
