"""faderctl doctor: a line for each thing that faders need, on machines where one after the other is missing."""

import json
import os
import shutil
import socket
import stat
import subprocess
import tempfile

import native
import terminal
from testing import PATIENCE, Skip, check, defer, equal, test, wait_until

# What `systemctl show` of systemd 252 prints of a unit.
SHOWN = """\
LoadState=loaded
UnitFileState=enabled
NeedDaemonReload=no
Result=success
ExecStart={{ path={program} ; argv[]={program} ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }}
RestrictAddressFamilies=AF_UNIX
{more}"""
RUNS = "ActiveState=active\nSubState=running\nMainPID={pid}\nExecMainStatus=0\n"
FAILED = "ActiveState=failed\nSubState=failed\nMainPID=0\nExecMainStatus=78\n"
MISSING = "LoadState=not-found\nUnitFileState=\nActiveState=inactive\nSubState=dead\nMainPID=0\n"


def folder():
    path = os.path.realpath(tempfile.mkdtemp(prefix="doctor."))
    defer(lambda: shutil.rmtree(path))
    return path


def script(path, text):
    native.write(path, "#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


def systemd(user=MISSING, system=MISSING, log="a line of the log"):
    """A directory for PATH with a systemctl that knows these units, and a journalctl."""
    place = folder()
    for name, text in (("user", user), ("system", system)):
        native.write(f"{place}/{name}", text)
    script(f"{place}/systemctl", f'case $1 in --user) cat {place}/user ;; *) cat {place}/system ;; esac\n')
    script(f"{place}/journalctl", f'printf "%s\\n" "$*" >{place}/asked; printf "%s\\n" "{log}"\n')
    return place


def doctor(faderd, *arguments, path=None, program=native.FADERCTL, prefix=(), **variables):
    """Runs it on a machine without systemd, or with what is in `path`: its result."""
    environment = {"PATH": f"{path}:/usr/bin:/bin" if path else folder(), "HOME": faderd.directory, "FADERD_SOCKET": faderd.socket}
    environment |= {"LC_ALL": "C.UTF-8"} | variables
    done = subprocess.run([*prefix, program, "doctor", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE * 2, env=environment)
    return native.daemon.Result(done.returncode, done.stdout, done.stderr)


def findings(faderd, **more):
    """{subject: finding} of --json. Checks that the exit code fits, and that each ✗ has advice."""
    done = doctor(faderd, "--json", **more)
    answer = json.loads(done.out)
    wrong = [finding for finding in answer["findings"] if finding["mark"] == "wrong"]
    equal((done.exit, answer["ok"]), (69, False) if wrong else (0, True), f"exit code and ok ({done.out}{done.err})")
    check(all(finding.get("advice") for finding in wrong), f"a ✗ without advice: {wrong}")
    found = {}
    for finding in answer["findings"]:
        found.setdefault(finding["subject"], finding)
        if finding["mark"] == "wrong":
            found[finding["subject"]] = finding
    return found


def expect(faderd, subject, *parts, mark="wrong", **more):
    finding = findings(faderd, **more)[subject]
    equal(finding["mark"], mark, f"the mark of {finding}")
    for part in parts:
        check(part in finding["sentence"] + "\n" + finding.get("advice", ""), f"no \"{part}\" in {finding}")


@test("with a daemon that works, doctor ends with 0; there is a line for each thing, and no ✗")
def fine():
    faderd = native.Daemon().start()
    done = doctor(faderd)
    equal((done.exit, done.err), (0, ""), f"exit code and errors ({done.out})")
    check("✗" not in done.out, done.out)
    for subject in ("sequencer", "user unit", "system unit", "socket", "daemon", "two daemons", "versions", "config", "profiles", "surface desk",
                    "realtime", "targets", "network", "saving", "clock"):
        check(any(line[2:].startswith(subject + " ") for line in done.out.splitlines()), f"no line about {subject}:\n{done.out}")
    check("there is no systemd here" in done.out, done.out)
    check(doctor(faderd, LC_ALL="C").out.isascii(), "without UTF-8 the marks are ASCII")


@test("without a daemon doctor says so and what to type; also for a socket that was left, something else in its place, and a daemon that hangs")
def daemons():
    faderd = native.Daemon()
    expect(faderd, "daemon", "no daemon is running", "faderd")
    equal(findings(faderd)["saving"]["mark"], "none", "what is not known")
    if not os.path.exists("/dev/snd/seq"):
        expect(faderd, "sequencer", "/dev/snd/seq")
    faderd.start()
    faderd.pause()
    expect(faderd, "daemon", "does not answer")
    faderd.resume()
    faderd.kill()
    expect(faderd, "daemon", "left over from one that has ended")
    os.unlink(faderd.socket)
    os.mkdir(faderd.socket)
    expect(faderd, "socket", "is a directory, not a socket", f"mv {faderd.socket}")


@test("a socket that this user may not open is ✗, with the group that may")
def permission():
    if os.geteuid() != 0:
        raise Skip("only root can be another user")
    faderd = native.Daemon().start()
    os.chmod(faderd.directory, 0o755)
    binaries = folder()
    os.chmod(binaries, 0o755)
    for name in ("faderctl", "faderd"):
        shutil.copy(f"{native.BINARIES}/{name}", binaries)
    setpriv = ("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    done = doctor(faderd, "--json", program=f"{binaries}/faderctl", prefix=setpriv)
    finding = next(finding for finding in json.loads(done.out)["findings"] if finding["subject"] == "socket")
    check(done.exit == 69 and finding["mark"] == "wrong" and "usermod -aG" in finding["advice"], f"{done}")


@test("something that listens on the socket and speaks another language is ✗")
def stranger():
    faderd = native.Daemon()
    listener = socket.socket(socket.AF_UNIX)
    defer(listener.close)
    listener.bind(faderd.socket)
    listener.listen()
    process = subprocess.Popen([native.FADERCTL, "doctor", "--json"], stdout=subprocess.PIPE, text=True, env={
        "PATH": folder(), "HOME": faderd.directory, "FADERD_SOCKET": faderd.socket})
    defer(process.kill)
    link, _ = listener.accept()
    link.recv(65536)
    body = b'{"version": "99"}'
    link.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
    link.close()
    out, _ = process.communicate(timeout=PATIENCE)
    finding = next(finding for finding in json.loads(out)["findings"] if finding["subject"] == "daemon")
    check(process.returncode == 69 and "same version" in finding["sentence"] and "restart faderd" in finding["advice"], out)


@test("half an installation and one of two versions are ✗")
def installation():
    faderd = native.Daemon().start()
    place = folder()
    alone = shutil.copy(native.FADERCTL, f"{place}/faderctl")
    expect(faderd, "versions", "only half installed", program=alone)
    script(f"{place}/faderd", "echo 9.9.9\n")
    expect(faderd, "versions", "has version 9.9.9", program=alone)
    script(f"{place}/faderd", "exit 127\n")
    expect(faderd, "versions", "cannot be run", program=alone)


@test("units as systemctl shows them: one that failed, one without its program, both at once, and one that forbids the network")
def units():
    faderd = native.Daemon(native.MASTER.replace("  other:", "  far: {target: {osc: \"127.0.0.1:9\", address: /x}, min: 0, max: 1}\n  other:")).start()
    shown = lambda more, program=native.FADERD: SHOWN.format(program=program, more=more)
    runs = shown(RUNS.format(pid=faderd.process.pid))
    equal(findings(faderd, path=systemd(user=shown(FAILED)))["system unit"]["mark"], "none", "the unit that is not installed")
    expect(faderd, "user unit", "errors in the config", "journalctl --user -u faderd", path=systemd(user=shown(FAILED)))
    expect(faderd, "system unit", "half installed", path=systemd(system=shown(FAILED, "/nowhere/faderd")))
    expect(faderd, "two daemons", "both run", path=systemd(user=runs, system=runs))
    expect(faderd, "network", "allows no network", "share/faderd/network.conf", path=systemd(user=runs))
    expect(faderd, "network", mark="ok", path=systemd(user=runs.replace("=AF_UNIX", "=AF_UNIX AF_INET AF_INET6")))
    version = faderd.ctl("--version").out.strip()
    expect(faderd, "user unit", f"enabled, runs as process {faderd.process.pid}, version {version}", mark="ok", path=systemd(user=runs))
    expect(faderd, "user unit", "does not answer", mark="none", path=broken())


def broken():
    """A systemctl as in a session without a bus."""
    place = folder()
    script(f"{place}/systemctl", 'echo "Failed to connect to bus: No medium found" >&2; exit 1\n')
    return place


@test("the config: missing, with errors, of a newer version, changed since; its path cannot control the terminal")
def config():
    faderd = native.Daemon()
    expect(faderd, "config", "there is none", "install -D")
    faderd.start()
    faderd.configure(native.MASTER + "\n# changed\n")
    expect(faderd, "config", "was changed after", "faderctl reload", mark="none")
    faderd.configure(native.MASTER.replace("max: 6", "maxx: 6"))
    expect(faderd, "config", "faderd.yaml:3", "faderctl check")
    faderd.configure(native.MASTER.replace("version: 1", "version: 2"))
    expect(faderd, "config", "version")
    strange = f"{folder()}/a\x1b[2Jb\nc.yaml"
    native.write(strange, native.MASTER)
    other = native.Daemon(own_flags=False, arguments=["--config", strange])
    other.arguments += ["--state", other.state_file, "--socket", other.socket]
    other.start()
    done = doctor(other)
    check(done.exit == 0 and "\x1b" not in done.out and not any(line.startswith("c.yaml") for line in done.out.splitlines()), f"{done}")


@test("what the daemon reaches is judged by its own environment, not by that of doctor")
def whose_environment():
    config = "version: 1\nparameters: {sound: {target: {pulse: default-sink}}}\n"
    for there, words in (({"PULSE_SERVER": "unix:/nowhere/native"}, None), ({}, "reaches no sound server")):
        faderd = native.Daemon(config, environment=there).start()
        for own in ({}, {"PULSE_SERVER": "unix:/else/where"}):
            sentence = findings(faderd, **own)["config"]["sentence"]
            check(words in sentence if words else "sound" not in sentence, f"{there} {own}: {sentence}")
        faderd.stop()


@test("what the daemon knows: a surface that waits, one whose profile has errors, targets that fail, no sound server, a state of a newer version")
def daemon_knows():
    config = """\
version: 1
parameters:
  master: {min: 0, max: 10, target: {exec: ["false"]}}
  sound: {min: 0, max: 10, target: {pulse: default-sink}}
surfaces:
  desk: {match: "faderd virtual", controls: {fader.1: {input: "pitchbend ch 1", motor: true}}, map: {fader.1: master}}
  far: {match: "Not There*", controls: {fader.1: {input: "pitchbend ch 1"}}, map: {fader.1: master}}
  odd: {profile: broken, match: "x", map: {fader.1: master}}
"""
    faderd = native.Daemon(config, profiles={"broken.yaml": "version: 1\ncontrols: {fader.1: {input: \"nonsense\"}}\n"},
                           environment={"PULSE_SERVER": "unix:/nowhere/native"})
    native.write(faderd.state_file, '{"version": 99, "parameters": {}}')
    faderd.start()
    faderd.ctl("set", "master", "5")
    wait_until(lambda: any(target["state"] == "failing" for target in faderd.get("/v1/targets")["targets"]), "the target to fail")
    found = findings(faderd)
    for subject, part in (("surface far", "looks for Not There*"), ("surface odd", "profile broken has errors"), ("target of master", "false"),
                          ("peer sound server", "/nowhere/native"), ("saving", "version")):
        check(found[subject]["mark"] == "wrong" and part in found[subject]["sentence"], f"{subject}: {found[subject]}")
    equal(found["surface desk"]["mark"], "ok", "the surface that is there")
    equal(found["profiles"]["mark"], "none", "a profile that cannot be used")


@test("a report is shown, then written with mode 0600; it replaces nothing by accident, and has no secrets, but the log and the controllers")
def report():
    secret = native.MASTER.replace("  other:", "  lamp: {kind: toggle, target: {exec: [lampctl, hunter2], env: {TOKEN: hunter3}}}\n  other:")
    faderd = native.Daemon(secret).start()
    runs = SHOWN.format(program=native.FADERD, more=RUNS.format(pid=faderd.process.pid))
    path = systemd(user=runs, log="Nov 26 faderd: says\x1b[2J this")
    file = f"{faderd.directory}/report.txt"
    done = doctor(faderd, "--report", file, path=path)
    text = native.read(file).decode()
    equal((done.exit, done.out), (0, text), f"exit code and what is shown ({done.err})")
    check(f"written to {file}" in done.err, done.err)
    equal(stat.S_IMODE(os.stat(file).st_mode), 0o600, "mode")
    for part in ("✓ daemon", "lamp: {kind: toggle, target: {exec: [lampctl, ***], env: {TOKEN: ***}}}", "max: 6", "faderd: says", "surface desk", "== The log"):
        check(part in text, f"no {part} in\n{text}")
    check("hunter" not in text and "\x1b" not in text, text)
    equal(native.read(f"{path}/asked").decode(), "--user --unit faderd --lines 200 --no-pager --output short-iso\n", "what journalctl was asked")
    again = doctor(faderd, "--report", file, path=path)
    check(again.exit == 74 and "--force" in again.err and not again.out, f"{again}")
    equal(doctor(faderd, "--report", file, "--force", path=path).exit, 0, "with --force")
    os.symlink(file, f"{faderd.directory}/link")
    equal(doctor(faderd, "--report", f"{faderd.directory}/link", "--force", path=path).exit, 74, "through a symbolic link")
    check("== The config" in doctor(faderd, "--report", "-", path=path).out, "on standard output")
    faderd.stop()
    done = doctor(faderd, "--report", "-", path=path)
    check(done.exit == 69 and "not known without a daemon" in done.out, f"{done}")


@test("a report with --monitor has the messages of ten seconds")
def monitored():
    faderd = native.Daemon().start()
    process = subprocess.Popen([native.FADERCTL, "doctor", "--report", "-", "--monitor"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={
        "PATH": folder(), "HOME": faderd.directory, "FADERD_SOCKET": faderd.socket, "LC_ALL": "C.UTF-8"})
    defer(lambda: (process.kill(), process.communicate()))
    check("move a fader now" in process.stderr.readline(), "what it asks for")
    faderd.move(1, 0.5)
    out, _ = process.communicate(timeout=PATIENCE * 2)
    check("pitchbend ch 1" in out.split("== The MIDI messages")[1], out)


@test("on a terminal a report is written only after a yes")
def asked():
    faderd = native.Daemon().start()
    for answer, is_written in (("n", False), ("", False), ("y", True)):
        file = f"{faderd.directory}/asked.txt"
        screen = terminal.Terminal(faderd, "doctor", "--report", file, columns=200)
        screen.shows_part(f"Write this into {file}? [y/N]")
        check(not os.path.exists(file), "it is written before the answer")
        screen.type(answer + "\n")
        screen.ends()
        equal(os.path.exists(file), is_written, f"whether it is written after \"{answer}\"")
