"""The Debian package under its own systemd. These tests run last: what `make install` put there for the others is removed first.

The package is large for this machine, so tests leave it installed for the next.
"""

import glob
import json
import os
import pwd
import shutil
import time

import mackie
import midi
import service
import testing
from gadget import Fader, Gadget
from service import Unit, run
from testing import check, equal, test, wait_until

(PACKAGE,), (OLDER,) = glob.glob("/test/package/faderd_*.deb"), glob.glob("/test/package/older/faderd_*.deb")
DROP_IN = "/etc/systemd/system/faderd.service.d"


def good(*words, **rights):
    done = run(*words, **rights)
    equal(done.returncode, 0, f"exit code of {' '.join(words)}\n{done.stdout}{done.stderr}\n")
    return done.stdout + done.stderr


def install(package):
    """Installs a package whose dependencies are there, in a quarter of the time that apt takes here."""
    return good("dpkg", "--install", package)


def nothing_installed():
    """As before the first install: no faderd, no config, no state, nothing enabled, and no user faderd."""
    system, session = Unit(), Unit("rider")
    for unit in (system, session):
        unit.systemctl("disable", "--now", "faderd")
    with open("/test/installed", encoding="utf-8") as files:
        for path in files.read().split():
            if os.path.exists(path):
                os.unlink(path)
    good("dpkg", "--purge", "faderd")
    for folder in ("/etc/faderd", "/var/lib/faderd", "/var/lib/private/faderd", DROP_IN, "/home/rider/.config/faderd",
                   "/home/rider/.local/state/faderd"):
        if os.path.islink(folder):
            os.unlink(folder)
        shutil.rmtree(folder, ignore_errors=True)
    run("userdel", "faderd")
    for unit in (system, session):
        unit.systemctl("daemon-reload")
    return system, session


@test("from apt install to a moved motor in at most a minute, with the README's commands; then doctor finds nothing wrong", 300)
def first():
    _, unit = nothing_installed()
    begin = time.monotonic()
    # The older one, which differs only in its version: the next test upgrades it.
    good("apt-get", "install", "--yes", OLDER)
    equal((unit.state(), Unit().state()), ("inactive", "inactive"), "both units right after the install")
    equal(unit.systemctl("is-enabled", "faderd").stdout.strip(), "disabled", "the session's unit right after the install")
    equal(unit.systemctl("enable", "--now", "faderd").returncode, 0, "exit code of enable --now")
    desk = Gadget("X-Touch")
    mackie.MackieSurface(desk)
    fader = Fader(desk, "pitchbend")
    desk.plug()
    added = unit.ctl("surfaces", "add", "x-touch")
    equal(added.returncode, 0, f"exit code of surfaces add ({added.stdout}{added.stderr})")
    learning = Learning(unit, "master")
    learning.until_done(lambda: slide(desk, fader))
    equal(unit.ctl("set", "master", "-6").stdout.strip(), "-6.0 dB", "what set answers")
    fader.wait_at(round((-6 + 70) / 76 * 16380), testing.PATIENCE)
    took = time.monotonic() - begin
    print(f"from apt install to a moved motor: {took:.1f} s of this machine's time")
    check(took <= 60, f"it took {took:.1f} s")
    doctor = unit.ctl("doctor")
    equal(doctor.returncode, 0, f"exit code of doctor\n{doctor.stdout}")


def slide(desk, fader):
    """A finger takes the fader from end to end."""
    desk.write(midi.note(104, 127))
    for raw in (0, 4000, 8000, 12000, 16380):
        fader.move(raw)
    desk.write(midi.note(104, 0))


class Learning:
    """A running `faderctl learn`."""

    def __init__(self, unit, *words):
        self.process = unit.popen("learn", *words)
        self.lines = testing.lines_of(self.process)

    def until_done(self, play):
        """Moves a control every two seconds until it has ended well."""
        wait_until(lambda: self.lines or self.process.poll() is not None, "faderctl learn to begin")

        def done():
            if self.process.poll() is None:
                play()
                deadline = time.monotonic() + 2
                while self.process.poll() is None and time.monotonic() < deadline:
                    time.sleep(0.05)
            return self.process.poll() is not None
        wait_until(done, lambda: f"faderctl learn to end; it printed {self.lines}")
        equal(self.process.returncode, 0, f"exit code of learn; it printed {self.lines}")


def version():
    """The version that is installed; empty if none is."""
    return run("dpkg-query", "-W", "-f", "${Version}", "faderd").stdout


def installed(package=None):
    """Both units, of this package or of the one that an earlier test has left."""
    if not os.path.exists("/usr/lib/systemd/system/faderd.service"):
        nothing_installed()
        install(package or PACKAGE)
    elif package and f"_{version()}_" not in package:
        install(package)
    return Unit(), Unit("rider")


def both_run(package=None):
    """The same, both running CONFIG."""
    system, session = installed(package)
    for unit in (system, session):
        unit.fresh().start()
    return system, session


@test("an upgrade restarts the units that run, in the sessions that run them, and loses nothing", 300)
def upgrade():
    system, session = both_run(OLDER)
    # Another session, in which the unit does not run.
    good("loginctl", "enable-linger", "stranger")
    good("systemctl", "start", f"user@{pwd.getpwnam('stranger').pw_uid}.service")
    system.set("41")
    session.set("42")
    before, old = (system.pid(), session.pid()), version()
    install(PACKAGE)
    check(version() != old, f"no upgrade: {old} was installed before")
    after = system.pid(), session.pid()
    check(before[0] != after[0] != 0 and before[1] != after[1] != 0, f"process ids before {before} and after {after}")
    equal((system.state(), session.state()), ("active", "active"), "states after the upgrade")
    equal((system.text(), session.text()), ("41", "42"), "values after the upgrade")
    equal(run("systemctl", "--user", "-M", "stranger@", "is-active", "faderd").stdout.strip(), "inactive", "the unit of stranger")
    undone = session.ctl("undo")
    equal((undone.returncode, session.text()), (0, "10"), "undo after the upgrade")


@test("a daemon that does not come back after an upgrade is named, and dpkg still ends well", 300)
def upgrade_with_errors():
    system, session = both_run()
    for unit in (system, session):
        unit.configure(service.BROKEN)
    said = good("/var/lib/dpkg/info/faderd.postinst", "configure", "0.1.0")
    check("the system's faderd does not run after the upgrade" in said and "journalctl -u faderd" in said, f"it says: {said}")
    check(f"faderd of user {session.uid} does not run" in said, f"it says: {said}")


@test("the state that a dynamic user's unit has kept moves to the unit's own user", 300)
def dynamic():
    system = installed()[0].fresh()
    good("userdel", "faderd")
    os.makedirs(DROP_IN)
    testing.defer(lambda: shutil.rmtree(DROP_IN, ignore_errors=True))
    with open(f"{DROP_IN}/before.conf", "w", encoding="utf-8") as file:
        file.write("[Service]\nDynamicUser=yes\n")
    system.systemctl("daemon-reload")
    system.start()
    system.set("55")
    check(os.path.islink("/var/lib/faderd"), "the state of a dynamic user is elsewhere")
    # An upgrade brings the unit without DynamicUser and runs the postinst.
    os.unlink(f"{DROP_IN}/before.conf")
    good("/var/lib/dpkg/info/faderd.postinst", "configure", "0.1.0")
    wait_until(lambda: system.state() == "active", "the unit to be active")
    equal(system.text(), "55", "master")
    owner = pwd.getpwnam("faderd").pw_uid
    check(not os.path.islink("/var/lib/faderd"), "/var/lib/faderd is still a link")
    equal((os.stat("/var/lib/faderd").st_uid, os.stat("/var/lib/faderd/state.json").st_uid), (owner, owner), "owners of the state")


@test("a target of the system's unit reads a password file that belongs to its user alone", 300)
def password():
    system = installed()[0].fresh()
    with open("/etc/faderd/password", "w", encoding="utf-8") as file:
        file.write("geheim\n")
    testing.defer(lambda: os.unlink("/etc/faderd/password"))
    os.chmod("/etc/faderd/password", 0o600)
    shutil.chown("/etc/faderd/password", "faderd")
    command = "[sh, -c, 'echo \"$WORD\" {value} >/var/lib/faderd/told']"
    system.configure(service.CONFIG.replace(
        "decimals: 0}", f"decimals: 0, target: {{exec: {command}, env: {{WORD: {{file: /etc/faderd/password}}}}}}}}"))
    system.start()
    system.set("7")
    wait_until(lambda: os.path.exists("/var/lib/faderd/told"), "the program to run")
    with open("/var/lib/faderd/told", encoding="utf-8") as file:
        equal(file.read().strip(), "geheim 7", "what the program got")


@test("a removal ends both daemons and keeps config and state; a purge takes the system's state and its links", 300)
def removal():
    system, session = both_run()
    link = "/etc/systemd/system/multi-user.target.wants/faderd.service"
    equal((system.systemctl("enable", "--no-reload", "faderd").returncode, os.path.islink(link)), (0, True), "exit code of enable, and its link")
    system.set("61")
    session.set("62")
    pids = system.pid(), session.pid()
    good("dpkg", "--remove", "faderd")
    check(not any(os.path.exists(f"/proc/{pid}") for pid in pids), "a daemon still runs")
    equal((saved(system), saved(session)), (61, 62), "values after a removal")
    equal(pwd.getpwuid(os.stat(system.state_directory).st_uid).pw_name, "faderd", "the owner of the system's state, for the next install")
    said = good("dpkg", "--purge", "faderd")
    check("~/.local/state/faderd" in said, f"the purge does not say what stays: {said}")
    equal([path for path in ("/var/lib/faderd", "/var/lib/private/faderd", link) if os.path.lexists(path)], [], "what is left")
    check(os.path.exists("/etc/faderd/faderd.yaml") and os.path.exists(f"{session.state_directory}/state.json"), "too much was removed")


def saved(unit):
    """The value of master in the state file."""
    with open(f"{unit.state_directory}/state.json", encoding="utf-8") as file:
        return json.load(file)["parameters"]["master"]["value"]
