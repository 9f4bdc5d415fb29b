"""The brightness of screens and other lights: with a stand-in for the kernel's files, and logind of python-dbusmock."""

import os
import subprocess
import threading

import native
import testing
from mqtt import read
from players import HERE, PYTHON, Bus
from sound import bound, target
from testing import check, equal, test, wait_until

SCREEN = "{type: percent, target: {brightness: default}}"


class Lights:
    """Files as the kernel has them."""

    def __init__(self):
        self.sysfs = native.scratch()

    def add(self, path, most, level, kind=None):
        folder = f"{self.sysfs}/class/{path}"
        os.makedirs(folder)
        names = {"max_brightness": most, "actual_brightness": level, "brightness": level} | ({"type": kind} if kind else {})
        for name, value in names.items():
            native.write(f"{folder}/{name}", f"{value}\n".encode())
        return self

    def level(self, path):
        return int(read(f"{self.sysfs}/class/{path}/brightness"))

    def set(self, path, level):
        # As the kernel does, without a moment in which the file is empty.
        file = os.open(f"{self.sysfs}/class/{path}/brightness", os.O_WRONLY)
        os.write(file, f"{level:<8}\n".encode())
        os.close(file)


class Machine:
    """Lights, a system bus with logind on it, and faderd."""

    def __init__(self, lights, case="own"):
        self.lights, self.bus = lights, Bus()
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": self.bus.address, "FADERD_SYSFS": lights.sysfs}
        self.bus.environment |= {"DBUS_SYSTEM_BUS_ADDRESS": self.bus.address}
        self.logind = self.bus.run(PYTHON, f"{HERE}/fakelogind.py", lights.sysfs, case, stdout=subprocess.PIPE, stderr=None, text=True)
        self.lines = testing.lines_of(self.logind)
        wait_until(lambda: "ready\n" in self.lines, "logind")

    def start(self, parameters, desk=""):
        text = "version: 1\nparameters:\n" + "".join(f"  {name}: {what}\n" for name, what in parameters.items())
        return native.Daemon(text + desk, environment=self.environment).start()


@test("the screen: the firmware's backlight is meant, a fader sets it through logind, and what others set moves the fader")
def screen():
    lights = Lights().add("backlight/amdgpu_bl0", 255, 7, "raw").add("backlight/acpi_video0", 1000, 800, "firmware").add("leds/kbd::backlight", 2, 1)
    machine = Machine(lights)
    faderd = machine.start({"screen": SCREEN, "keys": "{kind: toggle, target: {brightness: \"leds/kbd::backlight\"}}"}, native.desk({1: "screen"}))
    bound(faderd, "screen", "keys")
    wait_until(lambda: faderd.text("screen") == "80 %" and faderd.value("keys") is True, lambda: f"what it has: {faderd.text('screen')}")
    candidates = {each["name"]: each for each in faderd.get("/v1/targets")["candidates"]}
    equal(sorted(candidates), ["acpi_video0", "amdgpu_bl0", "kbd::backlight"])
    equal(candidates["kbd::backlight"]["words"], ["brightness: leds/kbd::backlight"])
    equal(machine.lines, ["ready\n"], "nothing is written at a start")
    faderd.move(1, 0.25)
    wait_until(lambda: abs(lights.level("backlight/acpi_video0") - 250) <= 1, lambda: f"25 %: {machine.lines}")
    faderd.set("keys", "off")
    wait_until(lambda: lights.level("leds/kbd::backlight") == 0, lambda: f"off: {machine.lines}")
    faderd.set("keys", "on")
    wait_until(lambda: lights.level("leds/kbd::backlight") == 2, lambda: f"on: {machine.lines}")
    # Two lines a call: dbusmock's, and that of the stand-in, which comes after the level.
    count = 1 + 2 * 3
    wait_until(lambda: len(machine.lines) == count, lambda: f"three calls: {machine.lines}")
    lights.set("backlight/acpi_video0", 600)
    lights.set("leds/kbd::backlight", 0)
    wait_until(lambda: faderd.text("screen") == "60 %" and faderd.value("keys") is False, lambda: f"60 %: {target(faderd, 'screen')}")
    wait_until(lambda: abs(faderd.motor(1) - 0.6) < 0.01, "the motor")
    testing.stays(lambda: len(machine.lines) == count, lambda: f"nothing is written back: {machine.lines}", 0.3)
    equal(lights.level("backlight/amdgpu_bl0"), 7)


@test("a light with few levels stays where it was set, and a service without a session asks that of the user's screen")
def levels():
    lights = Lights().add("backlight/b", 7, 7)
    machine = Machine(lights, "user")
    faderd = machine.start({"b": "{type: percent, decimals: 1, target: {brightness: b}}"})
    bound(faderd, "b")
    faderd.set("b", "33")
    wait_until(lambda: lights.level("backlight/b") == 2, lambda: f"2 of 7: {machine.lines}; {target(faderd, 'b')}")
    wait_until(lambda: target(faderd, "b").get("acknowledgedAgo") is not None, "an answer")
    testing.stays(lambda: faderd.text("b") == "33.0 %", lambda: f"33 %: {faderd.text('b')}", 0.3)
    check("/org/freedesktop/login1/session/c1 backlight b 2\n" in machine.lines, lambda: f"the session: {machine.lines}")
    lights.set("backlight/b", 3)
    wait_until(lambda: faderd.text("b") == "42.9 %", lambda: f"3 of 7: {faderd.text('b')}")
    faderd.set("b", "0")
    wait_until(lambda: lights.level("backlight/b") == 0, lambda: f"0: {machine.lines}")


@test("what logind refuses is told, and the fader goes back; without a session of the user, too")
def refused():
    for case, words in (("refused", "logind: Session is not in foreground"), ("none", "logind: Caller does not belong to any known session")):
        lights = Lights().add("backlight/b", 100, 50)
        faderd = Machine(lights, case).start({"b": SCREEN}, native.desk({1: "b"}))
        bound(faderd, "b")
        wait_until(lambda: faderd.text("b") == "50 %", "50 %")
        faderd.move(1, 0.9)
        wait_until(lambda: words in (target(faderd, "b").get("lastError") or ""), lambda: f"{words}: {target(faderd, 'b')}")
        equal(target(faderd, "b")["state"], "failing")
        wait_until(lambda: faderd.text("b") == "50 %", lambda: f"50 %: {faderd.text('b')}")
        equal(lights.level("backlight/b"), 50)
        equal(faderd.stop(), 0, "exit code")


@test("a light that is not there is a state, and is found when somebody moves the fader; one that goes is told; nonsense in its files is none")
def absent():
    lights = Lights().add("backlight/odd", "many", "x").add("backlight/none", 0, 0)
    machine = Machine(lights)
    faderd = machine.start({"s": SCREEN, "k": "{target: {brightness: leds/k}}"})
    wait_until(lambda: target(faderd, "s").get("note") == "this machine has no backlight that the system can set", lambda: f"{target(faderd, 's')}")
    equal(target(faderd, "k")["note"], "there is no k in /sys/class/leds")
    lights.add("leds/k", 10, 4)
    faderd.set("k", "0.7")
    bound(faderd, "k")
    wait_until(lambda: faderd.text("k") == "0.40", lambda: f"what it has: {faderd.text('k')}")
    for name in ("brightness", "actual_brightness", "max_brightness"):
        os.remove(f"{lights.sysfs}/class/leds/k/{name}")
    wait_until(lambda: target(faderd, "k")["state"] == "absent", lambda: f"the loss: {target(faderd, 'k')}")


@test("without a system bus the light is followed, and what is missing is told; a flood of changes disturbs nobody")
def without_bus():
    lights = Lights().add("backlight/b", 1000, 500)
    faderd = native.Daemon(
        "version: 1\nparameters: {b: " + SCREEN + "}\n",
        environment={"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus", "FADERD_SYSFS": lights.sysfs}).start()
    bound(faderd, "b")
    words = "it cannot be set: there is no system bus: No such file or directory"
    wait_until(lambda: target(faderd, "b").get("note") == words, lambda: f"{words}: {target(faderd, 'b')}")
    ended = threading.Event()

    def flood():
        for number in range(30000):
            lights.set("backlight/b", number % 1000)
        lights.set("backlight/b", 123)
        ended.set()
    threading.Thread(target=flood, daemon=True).start()
    answers = 0
    while not ended.is_set():
        faderd.get("/v1/parameters/b")
        answers += 1
    wait_until(lambda: faderd.text("b") == "12 %", lambda: f"the last level: {faderd.text('b')}")
    check(answers > 5, f"requests are answered meanwhile: {answers}")
    faderd.set("b", "50")
    wait_until(lambda: "there is no system bus" in (target(faderd, "b").get("lastError") or ""), lambda: f"{target(faderd, 'b')}")
