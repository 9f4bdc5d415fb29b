"""Messages with a value: pedals and pads that are told apart by what they send, in the daemon, in learn and on the page's list of surfaces."""

import json

import native
import testing
from learner import Learner
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  a: {kind: toggle}
  b: {kind: toggle}
  level: {min: 0, max: 10, step: 1, decimals: 0}
  fine: {min: 0, max: 16383, decimals: 0}
surfaces:
  board:
    match: "faderd virtual"
    controls:
      pedal.1: {input: "program ch 1 = 3"}
      pedal.2: {input: "program ch 1 = 4"}
      pad.1: {input: "cc 80 ch 1 = 0", motor: "note 9 ch 1"}
      swapped: {input: "cc14 39/7 ch 2", takeover: jump}
      turn: {input: "note 60 ch 1", relative: offset, center: 16}
    map: {pedal.1: a, pedal.2: {parameter: level, action: step, by: 3}, pad.1: b, swapped: fine, turn: level}
"""
OPEN = """\
version: 1
parameters:
  a: {kind: toggle}
  b: {kind: toggle}
  master: {min: 0, max: 100, decimals: 0}
surfaces:
  board:
    match: "faderd virtual"
    controls:
      plain: {input: "program ch 5"}
    map: {plain: master}
"""


def send(faderd, text):
    """Sends what the device would; returns what faderctl prints."""
    return faderd.must("virtual", "send", "board", *text.split())


@test("the list of surfaces says what they send and draws them as buttons; monitor names the pedal that was pressed")
def shown():
    faderd = native.Daemon(CONFIG).start()
    controls = {one["id"]: one for one in faderd.get("/v1/surfaces")[0]["controls"]}
    equal(controls["pedal.1"]["input"], "program ch 1 = 3", "its input")
    equal([controls[name]["kind"] for name in ("pedal.1", "pad.1")], ["pedal", "button"], "the kinds")
    equal([controls[name]["action"] for name in ("pedal.1", "pedal.2", "pad.1")], ["toggle", "step", "toggle"], "the actions")
    monitor = faderd.ctl_running("monitor", "--json")
    lines = testing.lines_of(monitor)

    def heard():
        send(faderd, "C0 04")
        return [json.loads(line) for line in lines if '"program' in line]
    wait_until(heard, "the monitor")
    equal({(one["message"], one["raw"], one.get("control")) for one in heard()}, {("program ch 1 = 4", 4, "pedal.2")}, "what it says")
    done = faderd.ctl("calibrate", "board", "pedal.1")
    check(done.exit != 0 and "pedal.1" in done.err, f"a pedal that sends one value is not calibrated: {done}")


@test("a reload to other values takes effect, and one that makes two controls of one message keeps the running config")
def reloaded():
    faderd = native.Daemon(CONFIG).start()
    faderd.reload(CONFIG.replace("program ch 1 = 3", "program ch 1 = 9"))
    send(faderd, "C0 03 C0 09")
    equal(faderd.text("a"), "on", "the new value presses once")
    faderd.configure(CONFIG.replace("program ch 1 = 4", "program ch 1"))
    answer = faderd.request("POST", "/v1/reload")
    equal(answer.status, 422, "status of the reload")
    check("two controls on one message" in str(answer.body), answer.body)
    faderd.fails(78, 'overlaps "program ch 1 = 3"', "check")


@test("learn tells pedals apart, and what a plain control of programs drives is not rewritten")
def learned():
    faderd = native.Daemon(OPEN).start()
    for number, parameter in ((3, "a"), (4, "b")):
        learner = Learner(faderd, parameter)
        learner.until(lambda: learner.process.poll() is not None, lambda: send(faderd, f"C0 {number:02X}"), "the end")
        learner.ends()
    check('button.1: {input: "program ch 1 = 3"}' in faderd.config() and 'button.2: {input: "program ch 1 = 4"}' in faderd.config(),
          faderd.config())
    check("button.1: a" in faderd.config() and "button.2: b" in faderd.config(), faderd.config())
    before = faderd.config()
    learner = Learner(faderd, "a")
    learner.until(lambda: learner.process.poll() is not None, lambda: send(faderd, "C4 07"), "the end")
    learner.ends(65)
    check(any('plain of board is "program ch 5" with any value and drives master' in line for line in learner.told), learner.told)
    equal(faderd.config(), before, "the config")
    send(faderd, "C0 03")
    equal((faderd.text("a"), faderd.text("b")), ("on", "off"), "what the first pedal does")
