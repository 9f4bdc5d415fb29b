"""A program holds a value, or the button of a trigger, as a button of a device does, and lets go in every way that there is."""

import os
import time

import native
from testing import check, equal, stays, test, wait_until

CONFIG = """\
version: 1
parameters:
  talk: {kind: toggle}
  level: {min: 0, max: 100, decimals: 0}
  scene: {kind: choice, options: [a, b, c]}
  price: {kind: range, max: 10}
  go: {kind: trigger, target: {midi: desk, send: ["note 1 ch 2 = 127"], release: ["note 1 ch 2 = 0"]}}
  plain: {kind: trigger, target: {set: {level: 7}}}
surfaces:
  desk:
    match: "faderd virtual"
    controls: {stop: {input: "note 93 ch 1"}, play: {input: "note 94 ch 1"}}
    map: {play: {parameter: talk, action: hold, value: on}}
web: {pages: {stage: {view: pads, show: [{parameter: talk, action: hold, value: on}, {parameter: scene, action: hold, value: b}, go]}}}
"""


def hold(link, id, expected=200, **body):
    status, answer = link.ask("POST", f"/v1/parameters/{id}/hold", body)
    equal(status, expected, f"status of {body}: {answer}")
    return answer


@test("a value is held, goes on with word of its holder, and comes back at the end, after silence and with the session; what somebody else sets stays")
def values():
    faderd = native.Daemon(CONFIG).start()
    link = faderd.session()
    equal(hold(link, "talk", value=True, gesture="a")["value"], True, "the value while it is held")
    check(not os.path.exists(faderd.state_file) or faderd.file_value("talk") in (None, False), "what a crash would bring back")
    for _ in range(5):
        time.sleep(0.7)
        hold(link, "talk", gesture="a")
    equal(faderd.value("talk"), True, "the value after 3.5 s of holding on")
    hold(link, "talk", gesture="a", end=True)
    faderd.settles("talk", False)
    equal(len(faderd.get("/v1/history")), 0, "entries of something that is as before")
    # Silence.
    hold(link, "talk", value=True, gesture="b")
    began = time.monotonic()
    faderd.settles("talk", False)
    check(1.5 < time.monotonic() - began < 6, f"silence ends it after {time.monotonic() - began:.1f} s")
    # The end of the session.
    other = faderd.session()
    hold(other, "scene", value="b", gesture="c")
    hold(other, "level", value=40, gesture="d")
    equal(faderd.value("scene"), "b", "a choice")
    other.close()
    faderd.settles("scene", "a")
    faderd.settles("level", 0)
    # Another session's gesture of the same name is another one.
    hold(link, "talk", value=True, gesture="same")
    stranger = faderd.session()
    hold(stranger, "talk", gesture="same", end=True)
    stays(lambda: faderd.value("talk") is True, "a stranger ends it", 0.3)
    hold(link, "talk", gesture="same", end=True)
    faderd.settles("talk", False)


@test("the button of a trigger is down while it is held: what it sends at the release is sent then, also when the holder is lost")
def triggers():
    faderd = native.Daemon(CONFIG).start()
    sent = faderd.sent("desk", "stop")
    link, on, off = faderd.session(), "out note 1 ch 2 = 127", "out note 1 ch 2 = 0"
    check(faderd.get("/v1/parameters/go").get("releases") is True and "releases" not in faderd.get("/v1/parameters/plain"), "which trigger has a release")
    hold(link, "go", gesture="a")
    wait_until(lambda: sent == [on], lambda: f"what a press sends: {sent}")
    for _ in range(3):
        time.sleep(0.7)
        hold(link, "go", gesture="a")
    equal(sent, [on], "what it sends while it is held")
    hold(link, "go", gesture="a", end=True)
    wait_until(lambda: sent == [on, off], lambda: f"what a release sends: {sent}")
    other = faderd.session()
    hold(other, "go", gesture="b")
    wait_until(lambda: sent == [on, off, on], lambda: f"what another press sends: {sent}")
    other.close()
    wait_until(lambda: sent == [on, off, on, off], lambda: f"what the end of the session sends: {sent}")
    # A trigger without a release does its thing once.
    hold(link, "plain", gesture="c")
    faderd.settles("level", 7)
    hold(link, "plain", gesture="c", end=True)


@test("what cannot be held is refused with a sentence; the page says what its buttons do")
def refused():
    faderd = native.Daemon(CONFIG).start()
    link = faderd.session()
    for id, status, words, body in (("talk", 422, "is held at a value", {"gesture": "a"}), ("talk", 400, "gesture", {"value": True}),
                                    ("price", 422, "several parts", {"value": [1, 2], "gesture": "a"}), ("go", 422, "has no value", {"value": 1, "gesture": "a"}),
                                    ("talk", 422, "", {"value": "loud", "gesture": "a"}), ("nobody", 404, "", {"value": 1, "gesture": "a"})):
        said = hold(link, id, status, **body)
        check(words in said["detail"], f"{body}: {said}")
    equal(faderd.value("talk"), False, "the value")
    equal(faderd.get("/v1/pages")[0]["buttons"], {"talk": {"action": "hold", "value": True, "position": 1}, "scene": {"action": "hold", "value": "b", "position": 0.5}}, "what the buttons do")
    equal(faderd.get("/v1/pages")[0]["show"], ["talk", "scene", "go"], "what the page shows")
