"""Buttons with several jobs, on the virtual Mackie Control and on a plain device."""


import native
from learner import Learner
from testing import check, equal, stays, test, wait_until

BODY = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, decimals: 1, default: -20}
  mute: {kind: toggle}
  solo: {kind: toggle}
  panic: {kind: trigger, target: {set: {master: -60 dB}}}
  undo: {kind: trigger, target: {undo: 1}}
surfaces:
  desk:
    match: "faderd virtual"
"""
PLAIN = BODY + """\
    controls: {f1: {input: "note 54 ch 1"}, f2: {input: "note 55 ch 1"}}
    map:
      f1: {parameter: mute, long: solo}
      f2: {parameter: master, action: offset, by: 6 dB}
"""
MACKIE = BODY + """\
    profile: mackie-control
    map:
      f1: {parameter: mute, long: panic, double: undo}
      f2: {parameter: master, action: offset, by: 6 dB, latch: true}
      f4: {parameter: master, action: step, by: -1, repeat: 50 ms}
"""


def mackie(config=MACKIE):
    return native.Daemon(config, profiles=native.shipped("mackie-control")).start()


def press(faderd, *arguments):
    faderd.must("virtual", "press", *arguments)


@test("a short, a long and a double press of one button do three things, and explain, surfaces and history tell them apart")
def three_jobs():
    faderd = mackie()
    press(faderd, "f1")
    faderd.settles("mute", True)
    press(faderd, "f1", "--for", "1s")
    faderd.settles("master", -60)
    equal(faderd.value("mute"), True, "the first job after a long press")
    press(faderd, "f1", "--times", "2")
    faderd.settles("master", -20)
    equal(faderd.value("mute"), True, "the first job after a double press")
    check("desk f1" in faderd.ctl("explain", "panic").out, faderd.ctl("explain", "panic").out)
    f1 = next(control for control in faderd.get("/v1/surfaces")[0]["controls"] if control["id"] == "f1")
    equal((f1["parameter"], f1["action"], f1["long"], f1["double"]),
          ("mute", "toggle", {"action": "press", "parameter": "panic"}, {"action": "press", "parameter": "undo"}), "what f1 does")
    check("noRelease" not in faderd.get("/v1/surfaces")[0], "a Mackie Control always sends releases")


@test("repeat goes on while the button is down, and is one entry of the history")
def repeated():
    faderd = mackie()
    before = len(faderd.get("/v1/history"))
    press(faderd, "f4", "on")
    wait_until(lambda: faderd.value("master") < -24, "some steps")
    press(faderd, "f4", "off")
    reached = faderd.value("master")
    stays(lambda: faderd.value("master") == reached, "it steps after the release", 0.3)
    wait_until(lambda: len(faderd.get("/v1/history")) == before + 1, lambda: f"one entry: {faderd.get('/v1/history')}")


@test("a device that sends no release is named in status, and its button acts at the press")
def no_release():
    faderd = native.Daemon(PLAIN).start()
    down = lambda: equal(faderd.ctl("virtual", "send", "desk", "90 36 7F").exit, 0, "exit of send")
    down()
    stays(lambda: faderd.value("solo") is False, "a press that may be over counts as a long one", 1)
    down()
    faderd.settles("mute", True)
    wait_until(lambda: faderd.status()["surfaces"][0].get("noRelease") == ["f1"], lambda: f"status: {faderd.status()['surfaces']}")
    check("desk: f1 sends no release" in faderd.ctl("status").out, faderd.ctl("status").out)
    check("desk: f1 sends no release" in faderd.ctl("surfaces").out, faderd.ctl("surfaces").out)
    down()
    faderd.settles("mute", False)
    equal(faderd.value("solo"), False, "the long job")
    # One release was lost.
    faderd.ctl("virtual", "send", "desk", "90 36 00")
    wait_until(lambda: "noRelease" not in faderd.status()["surfaces"][0], "no complaint any longer")


@test("a daemon that is killed while an offset is held has the value from before at its next start")
def killed():
    for config, button in ((PLAIN, ("f2", "on")), (MACKIE, ("f2",))):
        faderd = native.Daemon(config, **({"profiles": native.shipped("mackie-control")} if config == MACKIE else {})).start()
        faderd.set("master", "-30")
        press(faderd, *button)
        faderd.settles("master", -24)
        faderd.restart(kill=True)
        equal(faderd.value("master"), -30, f"the value after a kill with {button}")


@test("learn adds a long or double press to a button that has a job, and refuses one that has none")
def learned():
    text = PLAIN.replace("      f1: {parameter: mute, long: solo}\n", "      f1: mute   # the first\n").replace(
        '{input: "note 55 ch 1"}}', '{input: "note 55 ch 1"}, f3: {input: "note 56 ch 1"}}')
    faderd = native.Daemon(text).start()

    def learn(button, code, *arguments):
        learner = Learner(faderd, *arguments)
        learner.until(lambda: learner.process.poll() is not None, lambda: press(faderd, button), "its end")
        learner.ends(code)
        return "".join(learner.told)

    said = learn("f3", 65, "panic", "--press", "long")
    check("has no job in the map of its surface yet" in said, f"a button without a job: {said}")
    equal(faderd.config(), text, "the config")
    said = learn("f1", 0, "panic", "--press", "long")
    check("still drives" not in said, f"a long press: {said}")
    check("f1: {parameter: mute, long: panic}   # the first\n" in faderd.config(), faderd.config())
    learn("f1", 0, "undo", "--press", "double")
    check("f1: {parameter: mute, long: panic, double: undo}   # the first\n" in faderd.config(), faderd.config())
    press(faderd, "f1", "--for", "1s")
    faderd.settles("master", -60)
