"""SQ, Qu, Ui and TF: two things at once, with the stand-ins of each. What the rules are, the tests of the X32 say; here is that each wire keeps to them."""

import time

import native
import ui_desk
import yamaha_desk
from midi_desk import SQ, Qu
from testing import equal, test, wait_until

YAMAHA = "MIXER:Current/InCh/Fader/Level"


class Row:
    """A family: its stand-in, where the faders of two channels are, and what it has there for some levels."""

    def __init__(self, make, family, vox, drum, **levels):
        self.make, self.family, self.vox, self.drum, self.levels = make, family, vox, drum, levels

    def desk(self, vox="low", drum="low"):
        return self.make({self.vox: self.levels[vox], self.drum: self.levels[drum]})

    def touch(self, desk, address, level):
        (desk.panel if hasattr(desk, "panel") else desk.tablet)(address, self.levels[level])

    def has(self, desk, address, level):
        wait_until(lambda: abs(desk.values[address] - self.levels[level]) <= self.levels["near"], lambda: f"{self.family}: {address} {level}: {desk.values[address]}")

    def daemon(self, desk, more=""):
        return native.Daemon(f"version: 1\ntargets: {{foh: {{{self.family}: \"127.0.0.1:{desk.port}\"}}}}\nparameters:\n"
                             f"  vox: {{target: {{{self.family}: foh, ch: 1}}}}\n  drum: {{target: {{{self.family}: foh, ch: 2}}}}\n"
                             + more + native.desk({1: "vox", 2: "drum"})).start()


# −30, −10 and 0 dB.
ROWS = [Row(SQ, "sq", 0x4000, 0x4001, low=3968, half=7936, unity=12544, near=64), Row(Qu, "qu", "20.17.07", "21.17.07", low=0x1F, half=0x3E, unity=0x62, near=1),
        Row(ui_desk.Desk, "ui", "i.0.mix", "i.1.mix", low=0.2694, half=0.5288, unity=0.7647, near=0.003),
        Row(yamaha_desk.Desk, "tf", f"{YAMAHA} 0 0", f"{YAMAHA} 1 0", low=-3000, half=-1000, unity=0, near=15)]


def near(faderd, name, level):
    def value():
        value = faderd.value(name)
        return value if isinstance(value, (int, float)) else -200
    wait_until(lambda: abs(value() - level) < 0.5, lambda: f"{name} at {level} dB: {faderd.shown(name)}")


@test("fade × console: a fade arrives at the console, and a move of the console's own fader ends it for that channel", limit=90)
def fade():
    for row in ROWS:
        desk = row.desk("half", "half")
        faderd = row.daemon(desk)
        near(faderd, "vox", -10), near(faderd, "drum", -10)
        equal(faderd.ctl("snapshot", "save", "up").exit, 0)
        for name in ("vox", "drum"):
            faderd.set(name, "-30 dB")
        row.has(desk, row.vox, "low"), row.has(desk, row.drum, "low")
        time.sleep(1.2)
        equal(faderd.ctl("snapshot", "recall", "up", "--over", "2s").exit, 0)
        time.sleep(0.5)
        row.touch(desk, row.vox, "unity")
        near(faderd, "vox", 0)
        row.has(desk, row.drum, "half")
        time.sleep(0.5)
        row.has(desk, row.vox, "unity")
        near(faderd, "vox", 0)
        faderd.stop()


@test("recall, undo × console: a snapshot goes to the console, undo takes it back there, and what the console did meanwhile is no entry", limit=60)
def recall():
    for row in ROWS:
        desk = row.desk("half", "half")
        faderd = row.daemon(desk)
        near(faderd, "vox", -10), near(faderd, "drum", -10)
        equal(faderd.ctl("snapshot", "save", "one").exit, 0)
        row.touch(desk, row.vox, "unity")
        near(faderd, "vox", 0)
        equal(faderd.get("/v1/history"), [], "entries")
        equal(faderd.ctl("snapshot", "recall", "one").exit, 0)
        row.has(desk, row.vox, "half")
        equal(faderd.ctl("undo").exit, 0)
        row.has(desk, row.vox, "unity")
        row.has(desk, row.drum, "half")
        faderd.stop()


@test("group × console: a group moves its members at the console and back, and the console's steps do not wear their distance", limit=60)
def group():
    for row in ROWS:
        desk = row.desk("unity", "half")
        faderd = row.daemon(desk, "groups:\n  all: {of: [vox, drum]}\n")
        near(faderd, "vox", 0), near(faderd, "drum", -10)
        for level in ("-7 dB", "-13 dB", "-20 dB", "-3 dB", "0 dB"):
            faderd.set("all", level)
            time.sleep(0.5)
        row.has(desk, row.vox, "unity")
        row.has(desk, row.drum, "half")
        near(faderd, "drum", -10)
        faderd.stop()


@test("reload × console: a channel that is bound now is asked, one that is not is left alone, and the connection stays", limit=60)
def reload():
    for row in ROWS:
        desk = row.desk("half", "unity")
        faderd = row.daemon(desk)
        near(faderd, "vox", -10)
        path = f"{faderd.directory}/faderd.yaml"
        text = native.read(path).decode()
        native.write(path, text.replace("  drum: {target", "  drum: {max: 0, target").replace("parameters:\n", f"parameters:\n  drum2: {{target: {{{row.family}: foh, ch: 3}}}}\n"))
        equal(faderd.ctl("reload").exit, 0)
        wait_until(lambda: faderd.shown("drum2") == "−∞ dB" and faderd.parameter("drum2").get("known", True), "the new channel")
        row.touch(desk, row.vox, "low")
        near(faderd, "vox", -30)
        equal((faderd.log().count("is not there"), desk.sets()), (0, []), "ends, and what was written")
        faderd.stop()
