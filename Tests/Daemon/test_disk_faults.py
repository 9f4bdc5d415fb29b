"""System calls for saving fail or take long: strace injects the faults."""

import json
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


@test("an fsync that fails is never repeated on its file: a new temporary file is written, and the set is answered as durable")
def one_failed_fsync():
    native.need_strace()
    faderd = native.Daemon()
    faderd.start(wrap=faderd.strace(*faderd.temporaries(), "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=1"))
    faderd.put_durably("master", -20)
    equal(faderd.file_value("master"), -20.0, "the value in the file")
    check("warning" in faderd.log() and "fdatasync" in faderd.log(), "the log does not tell of the failed fsync")
    equal(faderd.saving()["state"], "ok", "saving in status")
    check_never_twice(faderd)
    equal([name for name in os.listdir(faderd.state_directory) if ".tmp" in name], [], "temporary files left")


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


@test("a write that fails (EIO, ENOSPC) never harms the generation in place")
def failing_writes():
    native.need_strace()
    for fault, status in (("error=EIO:when=1", 200), ("error=EIO", 503), ("error=ENOSPC", 503)):
        faderd = native.Daemon()
        faderd.start().put_durably("master", -20)
        faderd.kill()
        faderd.start(wrap=faderd.strace(*faderd.temporaries(), "-e", "trace=write", "-e", f"inject=write:{fault}"))
        answer = faderd.put("master", value=-30)
        check("INJECTED" in faderd.trace(), f"{fault}: nothing was injected")
        faderd.kill()
        equal(answer.status, status, f"{fault}: status of the set")
        equal(faderd.file_value("master"), -30.0 if status == 200 else -20.0, f"{fault}: the value in the file")


@test("a rename or a directory sync that fails is reported, and the file is always one whole generation")
def failing_renames():
    native.need_strace()
    for call, fault in (("link", "EIO"), ("rename", "EIO"), ("rename", "EACCES"), ("fsync", "EIO")):
        faderd = native.Daemon()
        faderd.start().put_durably("master", -20)
        faderd.kill()
        paths = ("-P", faderd.state_directory) if call == "fsync" else ()
        faderd.start(wrap=faderd.strace(*paths, "-e", f"trace={call}", "-e", f"inject={call}:error={fault}"))
        answer = faderd.put("master", value=-30)
        check("INJECTED" in faderd.trace(), f"{call} {fault}: nothing was injected")
        equal(answer.status, 503, f"{call} {fault}: status of the set")
        check(faderd.file_value("master") in (-20.0, -30.0), f"{call} {fault}: the file is no whole generation")
        equal(faderd.saving()["state"], "failing", f"{call} {fault}: saving in status")
        faderd.kill()


@test("the previous generation is kept even if a file system has no hard links")
def no_links():
    native.need_strace()
    faderd = native.Daemon()
    faderd.start().put_durably("master", -20)
    faderd.kill()
    faderd.start(wrap=faderd.strace("-e", "trace=link", "-e", "inject=link:error=EPERM"))
    faderd.put_durably("master", -30)
    check("INJECTED" in faderd.trace(), "nothing was injected")
    equal(faderd.file_value("master"), -30.0, "the value in the file")
    equal(json.loads(native.read(faderd.state_file + ".previous"))["parameters"]["master"], {"unit": "dB", "value": -20}, "the previous generation")
    faderd.kill()


@test("a state file that cannot be read does not count as missing and is never overwritten")
def unreadable():
    native.need_strace()
    for call, fault in (("openat", "EACCES"), ("openat", "EIO"), ("openat", "EMFILE"), ("read", "EIO")):
        faderd = native.Daemon()
        native.write(faderd.state_file, '{"version":1,"parameters":{"master":{"value":-20}},"snapshots":{}}')
        before = native.read(faderd.state_file)
        faderd.start(wrap=faderd.strace("-P", faderd.state_file, "-e", f"trace={call}", "-e", f"inject={call}:error={fault}"))
        check("INJECTED" in faderd.trace(), f"{call} {fault}: nothing was injected")
        saving = faderd.saving()
        equal(saving["state"], "disabled", f"{call} {fault}: saving in status")
        check(saving["reason"] and saving["warnings"], f"{call} {fault}: status does not explain")
        check("warning" in faderd.log() or "error" in faderd.log(), f"{call} {fault}: the log does not tell")
        equal(faderd.put("master", value=-30).status, 503, f"{call} {fault}: status of a set")
        equal(faderd.value("master"), -30.0, f"{call} {fault}: the value applied")
        faderd.move(1, 0.25)
        time.sleep(0.8)
        equal(faderd.stop(), 0, f"{call} {fault}: exit code")
        equal(native.read(faderd.state_file), before, f"{call} {fault}: the state file")
        equal(sorted(os.listdir(faderd.state_directory)), ["state.json", "state.json.lock"], f"{call} {fault}: files")


@test("temporary files that cannot be opened (EROFS, EACCES, EMFILE): the daemon keeps running, reports it and answers sets with 503")
def unwritable():
    native.need_strace()
    for fault in ("EROFS", "EACCES", "EMFILE"):
        faderd = native.Daemon()
        native.write(faderd.state_file, '{"version":1,"parameters":{"master":{"value":-20}},"snapshots":{}}')
        before = native.read(faderd.state_file)
        faderd.start(wrap=faderd.strace(*faderd.temporaries(), "-e", "trace=openat", "-e", f"inject=openat:error={fault}"))
        equal(faderd.value("master"), -20.0, f"{fault}: the value loaded")
        equal(faderd.saving()["state"], "failing", f"{fault}: saving in status at the start")
        equal(faderd.put("master", value=-30).status, 503, f"{fault}: status of a set")
        equal(faderd.stop(), 0, f"{fault}: exit code")
        equal(native.read(faderd.state_file), before, f"{fault}: the state file")


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
