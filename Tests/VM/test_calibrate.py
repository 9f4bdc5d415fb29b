"""A fader that stops short, jitters and runs back is calibrated: after that jitter changes nothing, and its ends are 0 and 1."""

import os

from calibrate import Calibration, Hardware
from daemon import Daemon
from gadget import Gadget
from testing import check, equal, stays, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {min: 0, max: 1, default: 0.5}
surfaces:
  desk:
    profile: worn
    map: {fader.1: master}
"""
PROFILE = """\
# Its faders are ten years old.
version: 1
name: Worn
match: "Worn*"
controls:
  fader.1: {input: "cc14 7 ch 1", motor: true, raw: [0, 1023]}   # the left one
  fader.2: {input: "cc14 8 ch 1"}
"""


def start():
    worn = Gadget("Worn").plug()
    fader = Hardware(worn)
    daemon = Daemon(CONFIG, profiles={"worn.yaml": PROFILE}).start()
    wait_until(lambda: abs(fader.place - 511) < 2, "the motor to go to its value")
    daemon.set("master", "0.25")
    wait_until(lambda: abs(fader.place - 256) < 2, "the motor to go where it was set")
    return fader, daemon


def position(daemon):
    return daemon.parameter("master")["position"]


def answered(fader):
    """Waits for the answer to the last move. It takes milliseconds, in which no hand lets go."""
    wait_until(lambda: abs(fader.told - fader.place) <= 12, lambda: f"the answer; it is at {fader.place} and was told {fader.told}")


@test("a calibration is written into the profile; then jitter changes nothing, the ends are reached, and the fader stays where it is left",
      limit=300)
def calibrated():
    fader, daemon = start()
    value, history = daemon.value("master"), daemon.get("/v1/history")
    calibration = Calibration(daemon, "desk", "fader.1")
    calibration.told("to one end")
    fader.jitter, fader.tells = 3, True
    fader.hold(0)
    calibration.told("so far from 12 to")
    fader.hold(1023)
    calibration.told("to 1013")
    calibration.answer()
    calibration.told("to the middle")
    fader.hold(500)
    fader.let_go()
    calibration.answer()
    equal(calibration.told("at rest"), "faderctl: at rest it varies by 6\n", "the noise")
    calibration.told("its motor comes to rest within")
    calibration.told("one of its ends, let it go")
    fader.hold(1023)
    fader.let_go()
    calibration.answer()
    calibration.told("it runs back by itself")
    out, code = calibration.ends()
    equal(code, 0, f"exit code: {calibration.text}")
    line = [line for line in out.splitlines() if line.startswith("+  fader.1")][0]
    check(line.startswith('+  fader.1: {input: "cc14 7 ch 1", motor: true, raw: [15, 1010], noise: 7, echo: immediate, hold-off: '), line)
    hold_off = int(line.split("hold-off: ")[1].split(" ms")[0])
    check(200 <= hold_off <= 400, f"a hold-off for a motor of 180 ms: {hold_off}")
    with open(f"{os.path.dirname(daemon.config_file)}/profiles/worn.yaml", encoding="utf-8") as file:
        equal(file.read(), PROFILE.replace("raw: [0, 1023]}", line.split("motor: true, ")[1].split("   #")[0]), "the profile")
    equal(daemon.value("master"), value, "the value")
    equal(daemon.get("/v1/history"), history, "the history")
    wait_until(lambda: abs(fader.place - (15 + 0.25 * 995)) < 3, "the motor to go back to its value")
    # The fader still jitters.
    revision = daemon.parameter("master")["revision"]
    stays(lambda: daemon.parameter("master")["revision"] == revision, "jitter to change nothing", 1.5)
    for place, end in [(0, 0), (1023, 1)]:
        fader.hold(place)
        wait_until(lambda: position(daemon) == end, f"the end {end} to be reached")
        answered(fader)
        fader.let_go()
        # In the first 300 ms it may still move, by as much as it jitters.
        stays(lambda: abs(position(daemon) - end) <= 7 / 995, "it to stay there, within its noise", 0.8)
    fader.hold(600)
    wait_until(lambda: abs(position(daemon) - 585 / 995) < 0.006, "a move to be followed")
    answered(fader)
    fader.let_go()
    stays(lambda: abs(fader.place - 600) < 5, "it to stay where it is left", 1)
    daemon.set("master", "0.9")
    wait_until(lambda: abs(fader.place - (15 + 0.9 * 995)) < 3, "the motor to go where it was set")
    stays(lambda: daemon.value("master") == 0.9, "a motor that arrives with jitter to write nothing back", 1)
