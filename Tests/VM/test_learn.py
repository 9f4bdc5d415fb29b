"""Controls and whole controllers learned on the real sequencer: simulated USB controllers that no configuration names."""

import midi
from daemon import Daemon
from gadget import Fader, Gadget
from learner import Learner
from testing import check, equal, test, wait_until

CONFIG = """
version: 1
parameters:
  low: {min: 0, max: 127, decimals: 0}
  high: {min: 0, max: 16383, decimals: 0}
  pan: {min: -50, max: 50, step: 1, decimals: 0, default: 0}
  mix: {min: -50, max: 50, step: 1, decimals: 0, default: 0}
  mute: {kind: toggle}
"""


class Box:
    """A controller: a 7-bit fader with touch, a 14-bit motor fader, encoders in two encodings, a button."""

    def __init__(self):
        self.gadget = Gadget("Box").plug()
        self.low = Fader(self.gadget, "cc 7", touch=104)
        self.high = Fader(self.gadget, "cc14 8")

    def slide_low(self):
        self.low.touch()
        for raw in (0, 30, 60, 90, 127):
            self.low.move(raw)
        self.low.release()

    def slide_high(self):
        for raw in (0, 4000, 8000, 12000, 16383):
            self.high.move(raw)

    def turn(self, number, value, times=4):
        def play():
            self.gadget.write(midi.cc(number, value) * times)
        return play

    def press(self):
        self.gadget.write(midi.note(16, 127) + midi.note(16, 0))

    def works(self, daemon):
        """Checks that every control moves its parameter, and that the motors follow."""
        self.gadget.settle()
        self.low.touch()
        self.low.move(20)
        self.low.release()
        wait_until(lambda: daemon.shown("low") == "20", "the 7-bit fader")
        daemon.set("low", "99")
        self.low.wait_at(99, 10)
        daemon.set("high", "4321")
        self.high.wait_at(4321, 10)
        # What comes at once is taken for the answer of its motor.
        self.gadget.settle()
        self.high.move(1234)
        wait_until(lambda: daemon.shown("high") == "1234", "the 14-bit fader")
        for number, right, left, parameter in ((16, 1, 127, "pan"), (17, 1, 65, "mix")):
            before = daemon.value(parameter)
            self.turn(number, right, 1)()
            wait_until(lambda: daemon.value(parameter) > before, f"{parameter} to the right")
            before = daemon.value(parameter)
            self.turn(number, left, 1)()
            wait_until(lambda: daemon.value(parameter) < before, f"{parameter} to the left")
        before = daemon.text("mute")
        self.press()
        wait_until(lambda: daemon.shown("mute") != before, "the button")


def learn(daemon, play, *arguments, left=None):
    """Runs `faderctl learn ID` until it ends by itself."""
    learner = Learner(daemon, *arguments)
    if left:
        learner.hears("now turn it to the left", play)
        play = left
    learner.until(lambda: learner.process.poll() is not None, play, f"the end of learn {arguments}")
    learner.ends()
    wait_until(lambda: [one["state"] for one in daemon.get("/v1/surfaces")] == ["connected"], "the surface to be connected")


@test("learn ID: a fader with touch, one with a motor, encoders in two encodings and a button of an unknown controller", limit=400)
def each():
    box = Box()
    daemon = Daemon(CONFIG).start()
    learn(daemon, box.slide_low, "low")
    learn(daemon, box.slide_high, "high", "--motor")
    learn(daemon, box.turn(16, 1), "pan", left=box.turn(16, 127))
    learn(daemon, box.turn(17, 1), "mix", left=box.turn(17, 65))
    learn(daemon, box.press, "mute")
    with open(daemon.config_file, encoding="utf-8") as file:
        config = file.read()
    for line in ('fader.1: {input: "cc 7 ch 1", motor: true, touch: "note 104 ch 1"}', 'fader.2: {input: "cc14 8 ch 1", motor: true}',
                 'encoder.1: {input: "cc 16 ch 1", relative: twos}', 'encoder.2: {input: "cc 17 ch 1", relative: sign-magnitude}',
                 'button.1: {input: "note 16 ch 1"}', 'match: Box'):
        check(line in config, f"{line} in {config}")
    box.works(daemon)


@test("learn --surface: an unknown controller becomes a profile, and each of its controls moves its parameter", limit=400)
def whole():
    box, other = Box(), Gadget("Other", slot=1).plug()
    daemon = Daemon(CONFIG).start()
    learner = Learner(daemon, "--surface")
    learner.learns("fader.1  cc 7 ch 1  7 bits, motor, touch note 104 ch 1", box.slide_low)
    learner.says("this is Box")
    learner.hears("Other is ignored", lambda: other.write(midi.cc(1, 1)))
    learner.learns("fader.2  cc14 8 ch 1  14 bits", box.slide_high)
    learner.answers("motor", "fader.2  cc14 8 ch 1  14 bits, motor")
    learner.hears("that is fader.2 already", box.slide_high)
    learner.hears('this button sends "start", a command to a recorder', lambda: box.gadget.write(b"\xFA"))
    learner.type("")
    learner.hears("now turn it to the left", box.turn(16, 1))
    learner.learns("encoder.1  cc 16 ch 1  encoder, twos", box.turn(16, 127))
    learner.hears("now turn it to the left", box.turn(17, 1))
    learner.learns("encoder.2  cc 17 ch 1  encoder, sign-magnitude", box.turn(17, 65))
    learner.type("")
    learner.learns("button.1  note 16 ch 1  pressed", box.press)
    learner.answers("mute.1", "mute.1  note 16 ch 1  pressed")
    learner.type("")
    learner.says(f"write that into {daemon.config_file}?")
    learner.type("y")
    learner.ends()
    profiles = {one["name"]: one for one in daemon.get("/v1/profiles")}
    equal([one["id"] for one in profiles["box"]["controls"]], ["fader.1", "fader.2", "encoder.1", "encoder.2", "mute.1"], "its controls")
    with open(daemon.config_file, encoding="utf-8") as file:
        config = file.read()
    check(config.endswith("surfaces:\n  box:\n    profile: box\n"), f"the config: {config}")
    mapped = "    map: {fader.1: low, fader.2: high, encoder.1: pan, encoder.2: mix, mute.1: mute}\n"
    daemon.configure(config + mapped)
    equal(daemon.ctl("check", daemon.config_file).exit, 0, "check")
    equal(daemon.ctl("reload").exit, 0, "reload")
    wait_until(lambda: [one["state"] for one in daemon.get("/v1/surfaces")] == ["connected"], "the surface to be connected")
    box.works(daemon)
