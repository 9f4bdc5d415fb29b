"""Both units on a real systemd: start, ready, reload, restart, hot-plug, stop, watchdog."""

import os
import signal
import time

import midi
import service
import testing
from gadget import Fader, Gadget
from service import Unit, run
from testing import check, equal, stays, test, wait_until

SYSTEM, SESSION = None, "rider"
SEQUENCER = "/dev/snd/seq"


def both(sentence, limit=120):
    """Marks a test that runs once with the system's unit and once with the session's."""
    def mark(function):
        test(f"{sentence} (system)", limit)(lambda: function(Unit(SYSTEM)))
        test(f"{sentence} (session)", limit)(lambda: function(Unit(SESSION)))
        return function
    return mark


def desk_and_fader():
    # The fader is made before the cable is plugged in: its position can come before `plug` returns.
    desk = Gadget("Desk")
    fader = Fader(desk, "cc14 7", touch=104)
    desk.plug()
    return desk, fader


@both("systemctl start waits for READY, and faderctl finds the daemon's socket by itself")
def start(unit):
    unit.fresh().start()
    equal(unit.text(), "10", "master")
    check(unit.show("StatusText"), "systemctl status has no status text")


@both("a controller plugged in later is seen, gets its position, and moves parameters")
def later(unit):
    unit.fresh().start()
    unit.set("75")
    desk, fader = desk_and_fader()
    # Three seconds, not one as in the bare machine: here udev and its programs share the one processor.
    fader.wait_at(round(0.75 * 16383), 3)
    fader.touch()
    fader.move(16383)
    wait_until(lambda: unit.text() == "100", "master to follow the finger")
    fader.release()


@both("without a sequencer the unit tries again; once there is one, a controller that was there before gets its position")
def before_the_sequencer(unit):
    desk, fader = desk_and_fader()
    unit.fresh()
    os.rename(SEQUENCER, f"{SEQUENCER}.away")
    testing.defer(sequencer_comes)
    unit.systemctl("start", "--no-block", "faderd")
    wait_until(lambda: unit.show("NRestarts") not in ("", "0"), "a second try")
    check("there is no ALSA sequencer" in unit.journal(), "the journal does not say what is missing")
    equal(desk.messages(), [], "what the controller was sent without a sequencer")
    sequencer_comes()
    wait_until(lambda: unit.state() == "active", "the unit to be active")
    fader.wait_at(round(0.1 * 16383))
    fader.touch()
    fader.move(16383)
    wait_until(lambda: unit.text() == "100", "master to follow the finger")
    fader.release()


def sequencer_comes():
    if not os.path.exists(SEQUENCER):
        os.rename(f"{SEQUENCER}.away", SEQUENCER)


@both("a good reload loads the new configuration, keeps the value and moves the motor")
def reload(unit):
    desk, fader = desk_and_fader()
    unit.fresh().start()
    unit.set("50")
    pid = unit.pid()
    fader.wait_at(round(0.5 * 16383))
    unit.configure(service.CONFIG.replace("max: 100", "max: 200"))
    done = unit.systemctl("reload", "faderd")
    equal(done.returncode, 0, f"exit code of systemctl reload ({done.stderr.strip()})")
    equal((unit.pid(), unit.text()), (pid, "50"), "process and master")
    fader.wait_at(round(0.25 * 16383))


@both("a reload with errors fails and logs them, and the old configuration stays in use")
def bad_reload(unit):
    desk, fader = desk_and_fader()
    unit.fresh().start()
    unit.set("50")
    fader.wait_at(round(0.5 * 16383))
    pid = unit.pid()
    unit.configure(service.BROKEN)
    check(unit.systemctl("reload", "faderd").returncode != 0, "systemctl reload said nothing of the errors")
    told = unit.journal(60)
    for wrong in ("decimal", "mister", "-5"):
        check(any("error:" in line and wrong in line for line in told.splitlines()), f"no error about {wrong} in the journal")
    equal((unit.state(), unit.pid(), unit.text()), ("active", pid, "50"), "state, process and master")
    unit.set("75")
    fader.wait_at(round(0.75 * 16383))
    unit.configure(service.CONFIG)
    equal(unit.systemctl("reload", "faderd").returncode, 0, "exit code of the reload after the repair")


@both("after kill -9 systemd starts it again, with its values, and the motors are repainted")
def killed(unit):
    desk, fader = desk_and_fader()
    unit.fresh().start()
    unit.set("75")
    raw = round(0.75 * 16383)
    fader.wait_at(raw)
    old = unit.pid()
    desk.clear()
    os.kill(old, signal.SIGKILL)
    unit.came_back(old)
    equal((unit.text(), unit.show("NRestarts")), ("75", "1"), "master and restarts")
    desk.wait_for(midi.cc(39, raw & 127))
    fader.wait_at(raw)


@both("a stop is clean: exit 0, the state is saved, no sequencer client, not a socket are left")
def stop(unit):
    unit.fresh().start()
    equal(len(testing.sequencer().find("faderd")), 1, "clients while it runs")
    unit.set("42")
    equal(unit.systemctl("stop", "faderd").returncode, 0, "exit code of systemctl stop")
    equal((unit.state(), unit.show("Result"), unit.show("ExecMainStatus")), ("inactive", "success", "0"), "state, result and exit code")
    equal(testing.sequencer().find("faderd"), [], "clients afterwards")
    check(not os.path.exists(unit.socket), f"{unit.socket} is still there")
    check(os.path.exists(f"{unit.state_directory}/state.json"), "there is no state file")
    unit.start()
    equal(unit.text(), "42", "master after the next start")


@both("errors in the configuration fail the start once, with exit 78 and no second try")
def broken(unit):
    unit.fresh()
    unit.configure(service.BROKEN)
    check(unit.systemctl("start", "faderd").returncode != 0, "systemctl start said nothing of the errors")
    # Restarts are counted, so it is enough to look at the end.
    time.sleep(3)
    equal((unit.pid(), unit.state(), unit.show("ExecMainStatus"), unit.show("NRestarts")), (0, "failed", "78", "0"),
          "process, state, exit code and restarts")


@test("the session's first start makes the example the config; a config of one's own and a link to nowhere are left alone")
def first_config():
    unit = without_config()
    unit.start()
    with open(unit.config_file, "rb") as made, open("/usr/local/share/faderd/faderd.yaml", "rb") as example:
        equal(made.read(), example.read(), "the config after the first start")
    unit.configure(service.CONFIG)
    unit.systemctl("restart", "faderd")
    with open(unit.config_file, encoding="utf-8") as kept:
        equal(kept.read(), service.CONFIG, "a config of one's own after a restart")
    os.unlink(unit.config_file)
    os.symlink("/nowhere/faderd.yaml", unit.config_file)
    testing.defer(lambda: os.unlink(unit.config_file))
    check(unit.systemctl("restart", "faderd").returncode != 0, "it started without its config")
    check(os.path.islink(unit.config_file) and not os.path.exists("/nowhere"), "the link was replaced")


@test("a session without a config of its own uses the system's")
def system_config():
    unit = without_config(keeps_system=True)
    unit.start()
    equal((unit.text(), os.path.exists(unit.config_file)), ("10", False), "master by the system's config, and a config of one's own")


def without_config(keeps_system=False):
    """The session's unit, stopped, without a config; nor has the system one, unless it is kept."""
    Unit(SYSTEM).fresh()
    unit = Unit(SESSION).fresh()
    os.unlink(unit.config_file)
    if not keeps_system:
        os.unlink(Unit(SYSTEM).config_file)
    return unit


PULSE = service.CONFIG.replace("decimals: 0}", "decimals: 0, target: {pulse: default-sink}}")
WARNING = "the system's faderd reaches no sound server"


@test("a sound server's volume in the system's config causes a warning at the start, at a reload, and from check, for any user")
def no_sound_server():
    system, session = Unit(SYSTEM).fresh(), Unit(SESSION).fresh()
    session.configure(PULSE)
    system.configure(PULSE)
    system.start()
    check(WARNING in system.journal(), "no warning at the start")
    done = system.ctl("reload")
    equal(done.returncode, 0, f"exit code of faderctl reload ({done.stderr})")
    check(WARNING in done.stdout + done.stderr, f"no warning at the reload: {done}")
    for done in (system.ctl("check"), session.ctl("check", system.config_file)):
        equal(done.returncode, 0, f"exit code of faderctl check ({done.stderr})")
        check(WARNING in done.stdout + done.stderr and "systemctl --user" in done.stdout + done.stderr, f"no warning: {done}")
    done = session.ctl("check", session.config_file)
    equal((done.returncode, "sound server" in done.stdout + done.stderr), (0, False), f"check of the session's own config: {done}")
    session.start()
    check("reaches no sound server" not in session.journal(), "a warning in the session")


@both("the daemon answers the watchdog while it works, and the watchdog ends it when it hangs")
def watchdog(unit):
    # The unit's watchdog time, two minutes, shortened.
    folder = "/run/systemd/system/faderd.service.d" if unit.user is None else "/run/systemd/user/faderd.service.d"
    os.makedirs(folder)
    with open(f"{folder}/watchdog.conf", "w", encoding="utf-8") as file:
        file.write("[Service]\nWatchdogSec=2\n")
    testing.defer(lambda: (os.unlink(f"{folder}/watchdog.conf"), os.rmdir(folder), unit.systemctl("daemon-reload")))
    unit.systemctl("daemon-reload")
    unit.fresh().start()
    unit.set("33")
    old = unit.pid()
    stays(lambda: os.path.exists(f"/proc/{old}"), "systemd ended it although it was alive", 5)
    equal((unit.pid(), unit.show("NRestarts")), (old, "0"), "process and restarts after 5 s")
    os.kill(old, signal.SIGSTOP)
    unit.came_back(old)
    equal((unit.show("NRestarts"), unit.text()), ("1", "33"), "restarts and master")
    check("watchdog" in run("journalctl", "--no-pager", "-o", "cat", "-n", "100").stdout.lower(), "the journal has no word of the watchdog")
