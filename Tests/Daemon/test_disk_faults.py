"""System calls for saving fail or take long: strace injects the faults."""

import os
import re
import socket
import statistics
import time

import native
from testing import check, equal, test, wait_until


def synced(faderd):
    """(path, whether the fsync failed) of each fsync, in order."""
    calls = re.findall(r"f(?:data)?sync\(\d+<([^>]*)>\) += (-?\d+)", faderd.trace())
    return [(path, result != "0") for path, result in calls]


def check_never_twice(faderd):
    """Checks that after a failed fsync the same file was never synced again."""
    failed = [path for path, is_failed in synced(faderd) if is_failed and path != faderd.state_directory]
    check(failed, "no fsync failed: nothing was injected")
    for path in failed:
        equal([found for found, _ in synced(faderd)].count(path), 1, f"fsyncs of {path} after it failed")


@test("while every fsync fails, sets are answered 503 with the value applied, the old generation stays, and no file is synced twice")
def every_fsync_fails():
    native.need_strace()
    faderd = native.Daemon()
    faderd.start().put_durably("master", -20)
    faderd.kill()
    before = native.read(faderd.state_file)
    faderd.start(wrap=faderd.strace(*faderd.temporaries(), "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO"))
    for value in (-30, -31, -32):
        answer = faderd.put("master", value=value)
        equal((answer.status, answer.json["parameter"]["value"]), (503, float(value)), "answer of a set")
    equal(native.read(faderd.state_file), before, "the state file")
    saving = faderd.saving()
    equal((saving["state"], saving["unsaved"]), ("failing", True), "saving in status")
    check_never_twice(faderd)
    equal(faderd.stop(), 0, "exit code")
    equal(native.read(faderd.state_file), before, "the state file after the end")
    equal([name for name in os.listdir(faderd.state_directory) if ".tmp" in name], [], "temporary files left")


@test("faderctl says that all connections of a daemon are busy; it serves again when one has its answer", limit=60)
def full():
    native.need_strace()
    faderd = native.Daemon()
    faderd.start(wrap=faderd.strace("-e", "trace=fsync", "-e", "inject=fsync:delay_enter=4s"), timeout=20)
    body = b'{"value": -20}'
    put = b"PUT /v1/parameters/master HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
    links = []
    for _ in range(256):
        link = socket.socket(socket.AF_UNIX)
        link.connect(faderd.socket)  # Without a time limit, because it may have to wait for the ones before it to be accepted.
        link.settimeout(30)
        link.sendall(put % (len(body), body))
        links.append(link)
    done = wait_until(lambda: (done := faderd.ctl("get", "master")).exit == 69 and done, "the daemon to be full")
    check("are busy" in done.err and "close one and try again" in done.err, f"a full daemon: {done}")
    equal(links[0].recv(12), b"HTTP/1.1 200", "the answer to the first set")
    equal(faderd.ctl("get", "master").out, "-20.0 dB\n", "a get afterwards")
    for link in links:
        link.close()


@test("a disk that takes 3 s to sync delays no fader, no motor and no GET; a set waits for it", limit=60, alone=True)
def slow_fsync():
    native.need_strace()
    faderd = native.Daemon()
    faderd.start(wrap=faderd.strace("-e", "trace=fsync", "-e", "inject=fsync:delay_enter=3s"), timeout=20)
    answers, threads = [], native.Threads()

    def set_slowly():
        started = time.monotonic()
        answers.append((faderd.put("other", value=4).status, time.monotonic() - started))
    threads.run(set_slowly)
    session, took = faderd.session(), []
    time.sleep(0.2)
    began, step = time.monotonic(), 0
    while time.monotonic() < began + 2.5:
        step += 1
        position = step % 97 / 97
        started = time.monotonic()
        session.ask("PUT", "/v1/virtual/fader.1", {"position": position})
        # The motor of the other fader of that parameter follows.
        wait_until(lambda: abs(session.ask("GET", "/v1/virtual")[1][1]["position"] - position) < 1e-4, "the motor")
        wait_until(lambda: abs(session.ask("GET", "/v1/parameters/master")[1]["position"] - position) < 1e-4, "the parameter")
        took.append(time.monotonic() - started)
        time.sleep(0.01)
    equal(answers, [], "answers of the set before its sync ended")
    # A busy machine may delay one move; waiting for the disk would delay one to 3 s.
    check(statistics.median(took) < 0.05 and max(took) < 1, f"a fader move took {max(took):.3f} s to the other motor")
    threads.join()
    equal(answers[0][0], 200, "status of the slow set")
    check(answers[0][1] >= 3, f"the set was answered after {answers[0][1]:.2f} s, before it was durable")
    print(f"     {step} moves while the disk synced: {statistics.median(took) * 1000:.1f} ms through HTTP to the motor and back")
    faderd.kill()
