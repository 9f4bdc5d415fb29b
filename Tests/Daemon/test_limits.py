"""Little of everything: few descriptors and threads; signals that cannot be queued; connections that cannot be accepted."""

import os
import re
import resource
import signal
import subprocess
import time

import native
from testing import check, equal, test, wait_until

# A user of its own: other processes of a user count for its limit of processes.
USER = 54_321
FIRST_TARGET = native.MASTER.replace("other: {min: 0, max: 10, step: 1, out-of-range: reject}",
                                     "other: {min: 0, max: 10, target: {exec: [\"true\", \"{value}\"]}}")


BECOME = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--inh-caps=-all")


def of_user(faderd):
    """The command prefix that runs it as a user without privileges, to whom its directory is given."""
    native.need_root()
    subprocess.run(["chown", "-R", f"{USER}:{USER}", faderd.directory], check=True)
    os.chmod(faderd.directory, 0o755)
    return BECOME


def stops(faderd, number):
    """Sends a signal; faderd must end with 0 within 2 s."""
    started = time.monotonic()
    faderd.process.send_signal(number)
    equal(faderd.wait(), 0, f"exit code after {number.name}")
    took = time.monotonic() - started
    check(took < 2, f"{number.name} took {took:.2f} s")


@test("where no thread can be made, SIGHUP reloads, and SIGTERM and SIGINT end it with 0 within 2 s, all of it saved", alone=True)
def stop_without_threads():
    for number in (signal.SIGTERM, signal.SIGINT):
        faderd = native.Daemon(FIRST_TARGET)
        # systemd's socket is root's here.
        faderd.start(wrap=of_user(faderd), ready=False)
        wait_until(lambda: os.path.exists(faderd.socket) and faderd.answers(), "an answer", timeout=30)
        stream = faderd.events()
        next(stream)
        # Only its user may do that everywhere.
        subprocess.run([*BECOME, "prlimit", "--pid", str(faderd.process.pid), "--nproc=1:1"], check=True)
        faderd.put_durably("master", -21)
        faderd.move(1, 1.0)
        wait_until(lambda: faderd.value("master") == 6.0, "the move")
        faderd.hang_up()
        wait_until(lambda: re.search("reloaded|not reloaded", faderd.log()), "an end of the reload")
        stops(faderd, number)
        equal(faderd.file_value("master"), 6.0, "the value in the file")
        faderd.destroy()


@test("where signals cannot be queued, SIGHUP reloads, and SIGTERM and SIGINT end it with 0 within 2 s")
def stop_without_queue():
    for number in (signal.SIGTERM, signal.SIGINT):
        faderd = native.Daemon().start(wrap=("prlimit", "--sigpending=0"))
        faderd.configure(native.MASTER.replace("label: Master", "label: Changed"))
        faderd.hang_up()
        wait_until(lambda: faderd.parameter("master")["label"] == "Changed", "the reload")
        faderd.move(1, 1.0)
        wait_until(lambda: faderd.value("master") == 6.0, "the move")
        stops(faderd, number)
        equal(faderd.file_value("master"), 6.0, "the value in the file")
        faderd.destroy()


@test("whatever accept fails with, faderd goes on listening, waits between two attempts, and says so once", limit=90)
def failing_accept():
    native.need_strace()
    for error in ("EPERM", "ENFILE", "EMFILE", "EPROTO", "ECONNABORTED", "ENOBUFS", "EOPNOTSUPP", "EINVAL"):
        faderd = native.Daemon()
        faderd.start(wrap=faderd.strace("-e", "trace=accept4", "-e", f"inject=accept4:error={error}:when=1..3"))
        before = faderd.switches()
        # The connection is made by the kernel, and answered once it can be accepted.
        equal(faderd.request("GET", "/v1/parameters/master", timeout=20).status, 200, f"status after {error}")
        equal(faderd.trace().count(f"-1 {error}"), 3, f"attempts that failed with {error}")
        check(faderd.switches() - before < 300, f"woke up {faderd.switches() - before} times with {error}")
        equal(len(re.findall("no connection can be accepted", faderd.log())), 1, f"sentences in the log about {error}: {faderd.log()}")
        equal(faderd.stop(), 0, "exit code")
        faderd.destroy()


@test("faderctl web goes on listening, too, and tells when it cannot accept", limit=60)
def failing_accept_of_web():
    native.need_strace()
    faderd = native.Daemon().start()
    trace = f"{faderd.directory}/trace"
    inject = ("strace", "-D", "-f", "-o", trace, "--seccomp-bpf", "-e", "trace=accept4", "-e", "inject=accept4:error=EPERM:when=1..2")
    web = faderd.ctl_running("web", "--no-open", wrap=inject)
    address = web.stdout.readline().strip().split("#")[0]
    done = subprocess.run(["curl", "--silent", "--max-time", "20", "--output", "/dev/null", "--write-out", "%{http_code}", address],
                          capture_output=True, text=True)
    equal(done.stdout, "200", f"status of the page ({done.stderr})")
    equal(native.read(trace).count(b"EPERM"), 2, "attempts that failed")
    check("no connection can be accepted" in web.stderr.readline(), "it does not tell")


@test("a reload that brings the first target where no descriptor is left is refused with a sentence, and the old config stays")
def first_target_without_descriptors():
    faderd = native.Daemon().start()
    session = faderd.session()
    session.value("master")
    faderd.configure(FIRST_TARGET)
    most = max(faderd.descriptors()) + 1
    # Few enough that reading the config works and an event loop does not fit.
    for more in (2, 3, 4, 5):
        resource.prlimit(faderd.pid, resource.RLIMIT_NOFILE, (most + more, 4096))
        status, answer = session.ask("POST", "/v1/reload")
        check(status in (422, 503), f"status of the reload with {more} descriptors left: {status} {answer}")
        check("Too many open files" in str(answer), f"no reason with {more} left: {answer}")
        equal(session.value("master"), -12.0, "a value afterwards")
    resource.prlimit(faderd.pid, resource.RLIMIT_NOFILE, (4096, 4096))
    status, answer = session.ask("POST", "/v1/reload")
    equal(status, 200, f"status of the reload with room ({answer})")
    equal([one["state"] for one in faderd.get("/v1/targets")["targets"]] != [], True, "targets")
    equal(faderd.stop(), 0, "exit code")


@test("standard descriptors that are closed at the start stay taken: no socket and no file gets their number")
def closed_streams():
    for closed in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-", "<&-"):
        faderd = native.Daemon()
        faderd.start(wrap=("sh", "-c", f'exec "$@" {closed}', "sh"))
        found = faderd.descriptors()
        for number in range(3):
            check(found.get(number) in ("/dev/null", faderd.log_file), f"descriptor {number} with {closed} is {found.get(number)}")
        faderd.hang_up()
        faderd.put_durably("master", -20)
        equal(faderd.stop(), 0, f"exit code with {closed}")
        faderd.destroy()
