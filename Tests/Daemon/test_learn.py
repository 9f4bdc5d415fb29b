"""Controls learned from their movements, and written into the config."""

import os
import socket
import struct
import time

import native
import testing
from learner import Learner, sweep
from testing import check, equal, test

CONFIG = """\
# My desk.
version: 1
parameters:
  master: {min: 0, max: 100, decimals: 0}   # loud
  pan: {min: 0, max: 100, decimals: 0}

surfaces:
  # The only one.
  virtual:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
    map: {fader.1: master}   # to be more

# The end.
"""


def learn(faderd, fader, *arguments):
    """Runs `faderctl learn` and moves a virtual fader from end to end until it ends; returns (stdout, stderr, exit code)."""
    learner = faderd.ctl_running("learn", *arguments)
    deadline = time.monotonic() + testing.PATIENCE
    while learner.poll() is None:
        check(time.monotonic() < deadline, "learned in time")
        sweep(faderd, fader)
        rest = time.monotonic() + 1.5
        while learner.poll() is None and time.monotonic() < rest:
            time.sleep(0.02)
    return learner.stdout.read(), learner.stderr.read(), learner.returncode


@test("a control that the surface has is mapped in one line, comments stay, and it drives the parameter at once")
def known():
    faderd = native.Daemon(CONFIG).start()
    out, err, code = learn(faderd, 2, "--dry-run", "pan")
    equal(code, 0, f"exit code: {err}")
    expected = CONFIG.replace("{fader.1: master}", "{fader.1: master, fader.2: pan}")
    check("+    map: {fader.1: master, fader.2: pan}   # to be more\n" in out, f"diff: {out}")
    equal(faderd.config(), CONFIG, "the config after a dry run")
    _, err, code = learn(faderd, 2, "--as", "knob.7", "pan")
    check(code == 65 and "is fader.2 of virtual already; leave out --as" in err, f"another id for it: {code} {err}")
    again, err, code = learn(faderd, 2, "pan")
    equal((again, code), (out, 0), f"learned: {err}")
    equal(faderd.config(), expected, "the config")
    faderd.move(2, 0.5)
    testing.wait_until(lambda: faderd.text("pan") == "50", "the fader to drive it")


@test("a config that is a link stays a link, and its profiles are those beside the link")
def linked():
    faderd = native.Daemon(CONFIG)
    elsewhere = f"{faderd.directory}/elsewhere"
    os.makedirs(f"{faderd.directory}/profiles")
    os.mkdir(elsewhere)
    controls = "".join(line.removeprefix("  ") for line in CONFIG.splitlines(keepends=True) if "pitchbend" in line)
    native.write(f"{faderd.directory}/profiles/mine.yaml", f'version: 1\nname: Mine\nmatch: "faderd virtual"\ncontrols:\n{controls.replace("    fader", "  fader")}')
    own = "parameters: {master: {}, pan: {max: 100}}\nsurfaces:\n  virtual:\n    profile: mine\n    map: {fader.1: master}\n"
    native.write(f"{elsewhere}/real.yaml", "version: 1\n" + own)
    os.remove(faderd.config_file)
    os.symlink(f"{elsewhere}/real.yaml", faderd.config_file)
    faderd.start()
    out, err, code = learn(faderd, 2, "pan")
    equal(code, 0, f"exit code: {err} {out}")
    check(os.path.islink(faderd.config_file), "the link is one afterwards")
    check("map: {fader.1: master, fader.2: pan}" in faderd.config(), f"the config: {faderd.config()}")
    equal(os.listdir(elsewhere), ["real.yaml"], "what lies beside the target")


@test("a new control is written with motor and touch sensor, and then its motor moves")
def new():
    faderd = native.Daemon(CONFIG).start()
    out, err, code = learn(faderd, 3, "pan")
    equal(code, 0, f"exit code: {err}")
    line = '      fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}\n'
    check("+" + line in out, f"diff: {out}")
    check("# My desk." in faderd.config() and line in faderd.config() and "fader.3: pan" in faderd.config(), f"the config: {faderd.config()}")
    equal(faderd.ctl("check", faderd.config_file).exit, 0, "check")
    faderd.set("pan", "100")
    testing.wait_until(lambda: faderd.motor(3) == 1, "its motor to move")


@test("unknown ids and surfaces, and parameters that no control of the config can drive, are refused at once")
def wrong():
    faderd = native.Daemon(CONFIG).start()
    faderd.fails(65, 'did you mean "pan"?', "learn", "pam")
    equal(faderd.ctl("learn", "pan", "--surface", "desk").exit, 65, "exit code of an unknown surface")
    faderd.fails(64, 'found "Bad Name"', "learn", "pan", "--as", "Bad Name")
    faderd.reload(CONFIG.replace("surfaces:", "  band: {kind: range}\n  title: {kind: text}\nsurfaces:"))
    equal(faderd.ctl("declare", "--keep", "app.level").exit, 0, "exit code of a declaration")
    for name, told in (("band", "learn one of its parts, band.low, band.high"), ("title", "is a text"), ("app.level", "declared by a program")):
        refused = faderd.ctl("learn", name)
        equal(refused.exit, 65, f"exit code of {name}")
        check(told in refused.err, f"told of {name}: {refused.err}")


STRIPS = """\
version: 1
parameters: {a: {}, b: {}, c: {}, pan: {min: 0, max: 100, decimals: 0}}
surfaces:
  virtual:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
      fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}
    strips: {each: [a, b], fader: "{}"}
    map:
      fader.3: c
    pages:
      fx: {map: {fader.1: c}}
"""


@test("learn says if a control leaves the strips, and if a page keeps it from its parameter")
def strips():
    faderd = native.Daemon(STRIPS).start()
    out, err, code = learn(faderd, 3, "--dry-run", "pan")
    equal(code, 0, f"exit code: {err}")
    check("strips" not in err, f"told of one that the map has: {err}")
    out, err, code = learn(faderd, 2, "pan")
    equal(code, 0, f"exit code: {err}")
    check("fader.2 is one of the strips, and drives b in this bank; mapped, it drives pan in every bank and page" in err, f"told: {err}")
    check("still" not in err, f"told without need: {err}")
    equal(faderd.ctl("page", "virtual", "fx").exit, 0, "exit code of a switch")
    out, err, code = learn(faderd, 1, "pan")
    equal(code, 0, f"exit code: {err}")
    check("fader.1 still drives c here" in err and '"fader.1: pan"' in err and "strips" not in err, f"told: {err}")


@test("a trigger is learned with a button, which then presses it, and with nothing else")
def triggers():
    text = CONFIG.replace("\nsurfaces:", "  go: {kind: trigger, target: {set: {master: 42}}}\n\nsurfaces:").replace(
        "    map:", "      play: {input: \"note 94 ch 1\", motor: true}\n    map:")
    faderd = native.Daemon(text).start()
    _, err, code = learn(faderd, 2, "go")
    check(code == 65 and "go is a trigger, which only a button can press" in err, f"with a fader: {code} {err}")
    equal(faderd.config(), text, "the config")
    learner = Learner(faderd, "go")
    learner.until(lambda: learner.process.poll() is not None, lambda: faderd.must("virtual", "press", "play"), "its end")
    learner.ends()
    equal(faderd.config(), text.replace("{fader.1: master}", "{fader.1: master, play: go}"), "the config")
    time.sleep(0.3)
    faderd.request("PUT", "/v1/virtual/play", {"pressed": True})
    testing.wait_until(lambda: faderd.text("master") == "42", "the button to press it")


class Desk:
    """A daemon whose fader.1 drives `main`, which is sent to an OSC receiver."""

    def __init__(self):
        self.receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.receiver.bind(("127.0.0.1", 0))
        self.receiver.settimeout(testing.PATIENCE)
        main = "main: {min: 0, max: 100, decimals: 0, target: {osc: foh, address: /main}}   # loud"
        target = f'targets: {{foh: {{osc: "127.0.0.1:{self.receiver.getsockname()[1]}"}}}}\nparameters:\n  {main}\n'
        self.text = CONFIG.replace("parameters:\n", target).replace("  master: {min: 0, max: 100, decimals: 0}   # loud\n", "").replace(
            "{fader.1: master}", "{fader.1: main}")
        self.faderd = native.Daemon(self.text).start()
        self.set(40)
        testing.wait_until(lambda: round(self.faderd.motor(1), 2) == 0.4, "its motor")

    def set(self, value):
        """Sets `main`; the receiver gets that, and nothing before it."""
        self.faderd.set("main", str(value))
        sent = self.receiver.recv(1000)
        equal(sent[:5], b"/main", "the address")
        equal(round(100 * struct.unpack(">f", sent[-4:])[0]), value, "what was sent first")

    def prompted(self, *arguments):
        """A lesson that has said what to move."""
        learner = self.faderd.ctl_running("learn", *arguments)
        check("move " in learner.stderr.readline(), "the prompt")
        return learner


@test("what is moved to be learned moves nothing: its parameter and OSC keep still, its motor goes back, and other faders go on")
def quiet():
    desk = Desk()
    faderd = desk.faderd
    learner = desk.prompted("--dry-run", "pan")
    sweep(faderd, 1)
    check("borrowed, for example by faderctl calibrate or learn" in faderd.ctl("explain", "main").out, "explain says why")
    equal(learner.wait(testing.PATIENCE), 0, "exit code")
    equal(faderd.text("main"), "40", "its parameter")
    testing.wait_until(lambda: round(faderd.motor(1), 2) == 0.4, "its motor to go back")
    desk.set(41)
    learner = desk.prompted("pan")
    sweep(faderd, 1)
    equal(learner.wait(testing.PATIENCE), 0, "exit code")
    check("fader.1: pan" in faderd.config(), "the config")
    equal((faderd.text("main"), faderd.text("pan")), ("41", "0"), "what it drove, and what it drives")
    testing.wait_until(lambda: faderd.motor(1) == 0, "its motor to go to what it drives now")
    desk.set(42)


@test("a button that sends MMC is said, and the lesson goes on")
def machines():
    faderd = native.Daemon(CONFIG).start()
    learner = faderd.ctl_running("learn", "--dry-run", "pan")
    check("move " in learner.stderr.readline(), "the prompt")
    for command, name in (("02", "MMC play"), ("06", "MMC record strobe")):
        equal(faderd.ctl("virtual", "send", "virtual", *f"F0 7F 7F 06 {command} F7".split()).exit, 0, "sent")
        told = learner.stderr.readline()
        check(f'this button sends "{name}"' in told and "switch it to a note or a controller" in told, f"told: {told}")
    for raw in ("00", "40", "7F"):
        faderd.ctl("virtual", "send", "virtual", "B5", "07", raw)
    equal(learner.wait(testing.PATIENCE), 0, "exit code")
