"""Controls that are borrowed and calibrated, on the virtual surface: it does not report where its motors are, and does not jitter."""

import os
import shutil
import signal

import native
from calibrate import Calibration
from testing import check, equal, test, wait_until

CONFIG = """\
# My desk.
version: 1
parameters:
  master: {min: 0, max: 1}
  pan: {min: 0, max: 1}
  wheel: {min: 0, max: 1}
surfaces:
  virtual:
    profile: virtual
    controls:
      encoder.1: {input: "cc 1 ch 1", relative: twos}
    map: {fader.1: master, fader.2: pan, encoder.1: wheel}   # to be more
"""

PROFILE = native.shipped("virtual")["virtual.yaml"]


def start(config=CONFIG):
    """Starts a daemon whose user has the profile."""
    return native.Daemon(config, profiles={"virtual.yaml": PROFILE}).start()


def start_installed():
    """Starts a daemon that is installed together with the profile."""
    daemon = native.Daemon(CONFIG)
    programs, profiles = f"{daemon.directory}/usr/bin", f"{daemon.directory}/usr/share/faderd/profiles"
    os.makedirs(programs)
    os.makedirs(profiles)
    shutil.copy(native.FADERD, programs)
    native.write(f"{profiles}/virtual.yaml", PROFILE)
    return daemon.start(wrap=("sh", "-c", f'shift; exec {programs}/faderd "$@"', "sh"))


def move(daemon, fader, *positions):
    """Moves a virtual fader with a finger, which stays on it."""
    daemon.touch(fader, True)
    for position in positions:
        daemon.move(fader, position)


def measure(daemon, *arguments, ran_back="n"):
    """Calibrates fader.1, which is moved from 0.1 to 0.9; returns the calibration, its standard output and its exit code."""
    calibration = Calibration(daemon, *arguments, "virtual", "fader.1")
    calibration.told("to one end")
    move(daemon, 1, 0.5, 0.1)
    wait_until(lambda: move(daemon, 1, 0.5, 0.1) or "so far from 1638 to" in calibration.heard(), "the lower end to be heard")
    move(daemon, 1, 0.9)
    calibration.told("so far from 1638 to 14745")
    calibration.answer()
    calibration.told("to the middle")
    move(daemon, 1, 0.5)
    daemon.touch(1, False)
    calibration.answer()
    calibration.told("at rest it is quiet")
    calibration.told("does not report where its motor is")
    calibration.told("to one of its ends")
    move(daemon, 1, 0.9)
    daemon.touch(1, False)
    calibration.answer()
    calibration.told("did it run back")
    calibration.answer(ran_back)
    return (calibration, *calibration.ends())


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


@test("a profile that ships with faderd is copied to the user's profiles, with the results; comments, values and history are unchanged")
def calibrated():
    daemon = start_installed()
    daemon.set("master", "0.25")
    before = daemon.parameter("master"), daemon.get("/v1/history")
    profiles = f"{os.path.dirname(daemon.config_file)}/profiles"
    calibration, out, code = measure(daemon, "--dry-run")
    equal(code, 0, f"exit code: {calibration.text}")
    check(not os.path.exists(profiles), "nothing is written by a dry run")
    calibration, again, code = measure(daemon)
    equal((again, code), (out, 0), f"calibrated: {calibration.text}")
    equal((daemon.parameter("master"), daemon.get("/v1/history")), before, "value and history")
    line = next(line for line in PROFILE.splitlines() if line.startswith("  fader.1:"))
    equal(read(f"{profiles}/virtual.yaml"), PROFILE.replace(line, line[:-1] + ", raw: [1638, 14745]}"), "the user's profile")
    equal(read(daemon.config_file), CONFIG, "the config")
    move(daemon, 1, 0.9)
    wait_until(lambda: daemon.value("master") == 1, "the upper end")
    move(daemon, 1, 0.1)
    wait_until(lambda: daemon.value("master") == 0, "the lower end")
    daemon.touch(1, False)
    daemon.set("master", "0.5")
    wait_until(lambda: abs(daemon.motor(1) - 0.5) < 0.001, "the motor to go to the middle of the travel")


@test("a control of the config gets its results in the config; a fader that runs back gets an echo; --output keeps the original")
def own():
    # With CR LF line ends, which are kept.
    own = CONFIG.replace("      encoder.1", "      fader.1: {invert: false}   # mine\n      encoder.1").replace("\n", "\r\n")
    daemon = start(own)
    target, link = f"{daemon.directory}/elsewhere.yaml", f"{daemon.directory}/link.yaml"
    open(target, "w", encoding="utf-8").close()
    os.symlink(target, link)
    calibration, out, code = measure(daemon, "--output", link, ran_back="y")
    equal(code, 0, f"exit code: {calibration.text}")
    entry = "fader.1: {invert: false, raw: [1638, 14745], echo: immediate}   # mine"
    check("+      " + entry in out, f"the diff: {out}")
    equal(read(target), own.replace("fader.1: {invert: false}   # mine", entry), "the file behind the link")
    equal(read(daemon.config_file), own, "the config")


@test("an interrupt or the end of input gives the control back: the value is as before, and the motor goes to it")
def interrupted():
    daemon = start()
    daemon.set("master", "0.25")
    before = daemon.parameter("master"), daemon.get("/v1/history")
    for end in ["signal", "input"]:
        calibration = Calibration(daemon, "virtual", "fader.1")
        calibration.told("to one end")
        move(daemon, 1, 0.9)
        daemon.touch(1, False)
        if end == "signal":
            calibration.process.send_signal(signal.SIGINT)
        else:
            calibration.close()
            calibration.told("nothing is written")
        calibration.process.wait(30)
        wait_until(lambda: abs(daemon.motor(1) - 0.25) < 0.001, "the motor to go back")
        equal((daemon.parameter("master"), daemon.get("/v1/history")), before, f"value and history after its {end} ended")
    wait_until(lambda: move(daemon, 1, 0.7) or abs(daemon.value("master") - 0.7) < 0.001, "the fader to drive it again")


@test("without any input it ends at once and writes nothing")
def no_input():
    daemon = start()
    daemon.fails(65, "nothing is written", "calibrate", "virtual", "fader.1")
