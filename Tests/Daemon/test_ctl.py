"""The output of faderctl: the session's locale, the config file in use, words for toggles, and only what changed."""

import os
import subprocess
import time

import native
import terminal
from testing import check, equal, test, wait_until

KINDS = """\
version: 1
parameters:
  master: {label: A label that is rather long, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  level: {min: 0, max: 10, step: 0.5, decimals: 1}
  mute: {kind: toggle, words: [open, muted]}
  side: {kind: choice, options: [left, both, right]}
  band: {kind: range, min: 0, max: 1000}
""" + native.desk({1: "master", 2: "level", 3: "mute", 4: "side", 5: "band.low"})


def ctl(faderd, *arguments, **environment):
    """Runs faderctl in an environment with these variables; returns (exit code, out, err)."""
    known = {"PATH": os.environ["PATH"], "HOME": faderd.directory, "FADERD_SOCKET": faderd.socket}
    done = subprocess.run([native.FADERCTL, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30,
                          env=known | environment, cwd=faderd.directory)
    return done.returncode, done.stdout, done.stderr


@test("a field keeps its locale after the first key, and shows the value of a draft in it, too")
def edit_locale():
    faderd = native.Daemon(KINDS).start()
    screen = terminal.Terminal(faderd, "edit", "master", "--locale", "de_DE")
    screen.shows_part("-12,0 dB")
    screen.type("-", "6", ",", "5")
    screen.shows_part("-6,5  → -6,5 dB")
    screen.type("\r")
    # The line of the draft already shows "-6,5 dB".
    wait_until(lambda: faderd.value("master") == -6.5, "the field to be submitted")
    screen.shows_part("-6,5 dB")
    screen.type("\t")
    screen.ends()


@test("status shows socket, process and addresses, counts the parameters that list shows, and has no latency before the first message")
def status():
    faderd = native.Daemon(KINDS, arguments=["--listen", "127.0.0.1:0"]).start()
    told, status = faderd.ctl("status").out, faderd.status()
    lines = dict(line.split(None, 1) for line in told.splitlines())
    equal(lines["process"], str(faderd.process.pid), "process")
    equal(lines["socket"], faderd.socket, "socket")
    check(lines["listen"].startswith("127.0.0.1:") and not lines["listen"].endswith(":0"), f"listen: {lines['listen']}")
    equal((status["socket"], status["process"], status["listen"]), (faderd.socket, faderd.process.pid, lines["listen"]), "over HTTP")
    equal(int(lines["parameters"]), len(faderd.ctl("list").out.splitlines()) - 1, "parameters")
    check("latency" not in told, told)
    faderd.move(1, 0.3)
    wait_until(lambda: "latency" in faderd.ctl("status").out, "a latency", 30)


@test("check without a file takes the running daemon's and names it; without a daemon it searches the usual places")
def check_in_use():
    faderd = native.Daemon(KINDS).start()
    faderd.configure(KINDS.replace("kind: toggle", "kind: togle"))
    code, out, err = ctl(faderd, "check")
    equal(code, 78, "exit code")
    check(f"{faderd.directory}/faderd.yaml:" in err and 'did you mean "toggle"' in err, err)
    faderd.configure(KINDS)
    equal(ctl(faderd, "check")[:2], (0, f"{faderd.directory}/faderd.yaml: ok\n"), "a good one")
    faderd.kill()
    code, out, err = ctl(faderd, "check")
    equal(code, 78, f"exit code: {out} {err}")
    check(".config/faderd/faderd.yaml" in err + out or "/etc/faderd" in err + out, f"{out} {err}")
    equal(ctl(faderd, "check", "--socket", faderd.socket)[0], 69, "of a daemon that is named and not there")
    for arguments in (("--config", "faderd.yaml", "check"), ("check", "--config", "faderd.yaml"), ("check", "faderd.yaml")):
        equal(ctl(faderd, *arguments)[0], 0, " ".join(arguments))


@test("with the virtual surface, monitor --all is the same as monitor")
def monitor_all():
    faderd = native.Daemon(KINDS).start()
    monitor = faderd.ctl_running("monitor", "--all")
    wait_until(lambda: faderd.status()["connections"]["streams"] == 1, "the stream", 30)
    time.sleep(0.1)  # The MIDI thread learns of the monitor after the stream has begun.
    faderd.move(1, 0.5)
    line = monitor.stdout.readline()
    check(line.startswith("desk in "), line)


@test("the advice for a declaration that does not exist names a command of faderctl")
def declare_advice():
    faderd = native.Daemon(KINDS).start()
    refused = faderd.ctl("declare", "nope", "--remove")
    equal(refused.exit, 65, "exit code")
    check("faderctl list" in refused.err and "/v1/" not in refused.err, refused.err)


@test("help, --help and -h show how a command is used")
def helped():
    faderd = native.Daemon(KINDS).start()
    for arguments in (("help",), ("help", "set"), ("help", "snapshot", "recall"), ("snapshot", "recall", "--help"), ("-h",),
                      ("get", "-h", "--locale", "sv_SE")):
        done = faderd.ctl(*arguments)
        check(done.exit == 0 and "USAGE: faderctl" in done.out, f"faderctl {' '.join(arguments)}: {done}")


@test("a text that is not UTF-8 is refused, not changed")
def not_utf8():
    faderd = native.Daemon(KINDS).start()
    done = subprocess.run([native.FADERCTL, "--socket", faderd.socket, "set", "side", b"le\xcdft"], capture_output=True, text=True, check=False)
    check(done.returncode == 64 and "is not UTF-8 text" in done.stderr, f"{done}")


@test("a control character in an error about what was typed cannot break its line")
def one_line():
    faderd = native.Daemon(KINDS).start()
    for arguments in (("get", "a\nb"), ("list", "a\nb"), ("history", "a\nb"), ("a\nb",), ("get", "master", "--a\nb"), ("snapshot", "show", "a\nb"),
                      ("monitor", "a\nb"), ("profile", "show", "a\nb"), ("page", "a\nb", "main"), ("set", "a\x1bb", "1")):
        done = faderd.ctl(*arguments)
        check(done.err.count("\n") == 1 and ("a\N{REPLACEMENT CHARACTER}b" in done.err or "--a; b" in done.err), f"{arguments}: {done.err!r}")
