"""Which control or program owns a value, and why a control without a motor moves nothing."""

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  master: {min: 0, max: 100, default: 10, decimals: 0}
  pan: {min: 0, max: 100, decimals: 0}
surfaces:
  virtual:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
      knob.1: {input: "pitchbend ch 2"}
    map: {fader.1: master, knob.1: pan}
"""


def owner(faderd):
    found = faderd.parameter("master")
    return found.get("owner"), found.get("ownedBy")


@test("a finger owns a value before a program, a program before a recall; when all have left it has no owner")
def owned():
    faderd = native.Daemon(CONFIG).start()
    equal(owner(faderd), ("virtual fader.1", None), "nobody has it")
    equal(faderd.ctl("list").out.splitlines()[1].split(), ["master", "10", "master", "virtual", "fader.1"], "list")
    faderd.set("master", "90")
    equal(faderd.ctl("snapshot", "save", "high").exit, 0, "saved")
    faderd.set("master", "10")
    equal(faderd.ctl("snapshot", "recall", "high", "--over", "20s").exit, 0, "recalled")
    wait_until(lambda: owner(faderd)[1] == "recall", "the recall to have it")
    check("(recall)" in faderd.ctl("list").out, "list")
    session = faderd.session()
    session.send("PUT", "/v1/parameters/master", {"position": 0.3, "gesture": "drag"})
    equal(session.receive()[0], 200, "status of a drag")
    equal(owner(faderd), ("drag", "program"), "a drag")
    faderd.touch(1, True)
    wait_until(lambda: owner(faderd) == ("virtual fader.1", "touch"), "the finger to have it")
    faderd.touch(1, False)
    wait_until(lambda: owner(faderd) == ("virtual fader.1", None), "nobody to have it: the finger ended the rest")


@test("a knob without a motor owns its parameter while it moves and during its hold-off, before any program")
def moving():
    faderd = native.Daemon(CONFIG.replace('{input: "pitchbend ch 2"}', '{input: "pitchbend ch 2", hold-off: 2 s}')).start()

    def owner_of_pan():
        found = faderd.parameter("pan")
        return found.get("owner"), found.get("ownedBy")

    faderd.move(2, 0.4)
    wait_until(lambda: owner_of_pan() == ("virtual knob.1", "hand"), "the hand to have it")
    check("(hand)" in faderd.ctl("list").out, "list")
    check(faderd.get("/v1/surfaces")[0]["controls"][1]["held"], "the control is held")
    session = faderd.session()
    session.send("PUT", "/v1/parameters/pan", {"position": 0.9, "gesture": "drag"})
    equal(session.receive()[0], 409, "status of a drag meanwhile")
    wait_until(lambda: owner_of_pan() == ("virtual knob.1", None), "the hand to have left")
    equal(faderd.text("pan"), "40", "the value")


@test("a control without a motor waits until it reaches a value that was set elsewhere; surfaces, list, explain and a stream say so")
def takeover():
    faderd = native.Daemon(CONFIG).start()

    def state():
        return faderd.get("/v1/surfaces")[0]["controls"][1].get("takeover")

    has_hold, waits = {"mode": "pickup", "waiting": False}, {"mode": "pickup", "waiting": True, "value": "below"}
    equal(state(), has_hold, "before anybody has set it")
    faderd.move(2, 0.9)
    wait_until(lambda: faderd.text("pan") == "90", "the knob to drive it")
    events = faderd.events("?form=batch")

    def told(claim):
        return next(data for name, data in events if name == "takeover" and claim(data["takeover"]))

    faderd.set("pan", "20")
    # 255ths, rounded to thousandths.
    equal(state(), waits | {"position": 0.902}, "set from elsewhere")
    began = told(lambda one: one["waiting"])
    equal((began["surface"], began["control"], began["parameter"]), ("virtual", "knob.1", "pan"), "what waits")
    equal(began["takeover"], state(), "how it stands")
    line = next(line for line in faderd.ctl("list").out.splitlines() if line.startswith("pan"))
    check(line.endswith("virtual knob.1, waiting: above"), f"list: {line}")
    faderd.move(2, 0.5)
    equal(told(lambda one: one.get("position") == 0.502)["takeover"], waits | {"position": 0.502}, "it has moved, and still waits")
    wait_until(lambda: "waiting: above, move down" in faderd.ctl("explain", "pan").out, "explain to say why nothing moved")
    check("virtual knob.1, waiting: above; move it down" in faderd.ctl("explain", "pan").out, "explain says what to do")
    equal(faderd.text("pan"), "20", "the value")
    faderd.move(2, 0.1)
    equal(told(lambda one: not one["waiting"])["takeover"], has_hold, "it has taken hold")
    equal(faderd.text("pan"), "10", "the value: it has passed")
    equal(state(), has_hold, "once it has hold")
    check("waiting" not in faderd.ctl("list").out, "list")
    check("takeover" not in faderd.get("/v1/surfaces")[0]["controls"][0], "a motor fader needs none")
