"""Undo of the last recall and of one entry, and what it leaves to those who have the key of a page."""

import os
import time

import native
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
parameters:
  drums: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  keys: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  lisa.vocals: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  lisa.band: {kind: range, min: 0, max: 1000, decimals: 0, gap: 10, meet: push, default: [100, 900]}
  lisa.louder: {kind: trigger, target: {set: {lisa.vocals: 3 dB}}}
  lisa.scene: {kind: trigger, target: {recall: wrong}}
  lisa.undo: {kind: trigger, target: {undo: 1}}
  oops: {kind: trigger, target: {undo: recall}}
  back: {kind: trigger, target: {undo: 1}}
  off: {kind: trigger, target: {set: {drums: -60 dB}, over: 10 s}}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      play: {input: "note 94 ch 1", motor: true}
      stop: {input: "note 93 ch 1", motor: true}
    map: {play: oops, stop: back}
web: {pages: {lisa: ["lisa.*"]}}
"""
KEY = {"name": "lisa-phone", "key": "0123456789abcdef0123456789abcdef", "page": "lisa"}
SHOWN = {"Authorization": f"Bearer {KEY['key']}"}
SONG = {"drums": "-3.0 dB", "keys": "-6.0 dB"}


class Stage:
    """A daemon with the snapshots `song`, which is in force, and `wrong`; and somebody with the key of a page."""

    def __init__(self):
        self.faderd = native.Daemon(CONFIG).start()
        self.owner = None
        self.let_in()
        self.set(drums=-40, keys=-50)
        self.faderd.set("lisa.vocals", "-30 dB")
        self.must("snapshot", "save", "wrong")
        self.set(drums=-3, keys=-6)
        self.faderd.set("lisa.vocals", "-20 dB")
        self.must("snapshot", "save", "song", "--only", "drums", "--only", "keys")

    def let_in(self):
        self.owner = self.faderd.session()
        equal(self.owner.ask("POST", "/v1/keys", KEY)[0], 201, "status of a key")

    def must(self, *arguments):
        done = self.faderd.ctl(*arguments)
        equal(done.exit, 0, f"exit code of {arguments} ({done.err.strip()})")
        return done

    def set(self, **values):
        for name, value in values.items():
            self.faderd.put_durably(name, value)

    def phone(self, method, path, body=None, status=200, more=None):
        """A request with the key, and with more headers."""
        answer = self.faderd.request(method, path, body, SHOWN | (more or {}))
        equal(answer.status, status, f"status of {method} {path} with the key ({answer.body})")
        return answer

    def sends(self, text):
        self.phone("PUT", "/v1/parameters/lisa.vocals", {"text": text})

    def texts(self, *names):
        return {name: self.faderd.text(name) for name in names or ("drums", "keys")}

    def press(self, control):
        for pressed in (True, False):
            equal(self.faderd.request("PUT", f"/v1/virtual/{control}", {"pressed": pressed}).status, 200, f"status of {control}")

    def newest(self):
        return self.faderd.get("/v1/history")[-1]


def idle(faderd, trigger):
    wait_until(lambda: not faderd.parameter(trigger)["running"], f"{trigger} to end")


@test("after a wrong recall, the button brings the song back, and the send that a musician has moved since stays")
def wrong_recall():
    stage = Stage()
    stage.must("snapshot", "recall", "wrong")
    equal(stage.texts(), {"drums": "-40.0 dB", "keys": "-50.0 dB"}, "after the wrong recall")
    stage.sends("-9 dB")
    equal((stage.newest()["key"], stage.newest()["by"]), (True, KEY["name"]), "whose the newest entry is")
    check(all("key" not in entry for entry in stage.faderd.get("/v1/history")[:-1]), "entries of the desk have no key")
    check("(lisa-phone, key)" in stage.must("history").out, stage.must("history").out)
    stage.press("play")
    wait_until(lambda: stage.texts() == SONG, lambda: f"the song to come back; {stage.texts()}")
    equal(stage.faderd.text("lisa.vocals"), "-9.0 dB", "the send")
    said = "trigger oops: 1 parameter stays as it is, because it was changed since"
    check(said in stage.faderd.log(), f"the log does not say {said!r}")
    # The one whose it is undoes it, back to what the recall had set.
    stage.phone("POST", "/v1/undo")
    equal(stage.faderd.text("lisa.vocals"), "-30.0 dB", "the send after an undo with the key")


@test("if only changes with a key are left, undo says so; what the desk changed before such a change stays, and is counted")
def nothing_of_the_desk():
    stage = Stage()
    stage.must("undo", "--to", "0")
    stage.faderd.set("lisa.vocals", "-1")
    stage.set(drums=0)
    stage.sends("-9 dB")
    stage.must("undo")
    done = stage.faderd.ctl("undo")
    equal((done.exit, done.err),
          (65, "faderctl: there is nothing to undo; 1 parameter stays as it is, because it was changed since; "
               "what was changed with the key of a page stays; \"faderctl undo --entry NUMBER\" takes it back\n"), "what it says")
    equal(stage.faderd.text("lisa.vocals"), "-9.0 dB", "the send")


@test("undo --recall during its fade stops it and goes back; before anything has moved, it stops it and takes back nothing older")
def fading():
    stage = Stage()
    stage.must("snapshot", "recall", "song")
    stage.must("snapshot", "recall", "wrong", "--over", "20s")
    wait_until(lambda: stage.faderd.value("drums") < -4, "the fade to move")
    stage.sends("-9 dB")
    done = stage.must("undo", "--recall")
    equal(done.err, "faderctl: 1 parameter stays as it is, because it was changed since\n", "what it says")
    equal(stage.texts(), SONG, "the song")
    time.sleep(0.5)
    equal(stage.texts() | stage.texts("lisa.vocals"), SONG | {"lisa.vocals": "-9.0 dB"}, "half a second later")
    faderd = native.Daemon(native.MASTER).start()
    for name, value in (("other", 5), ("other", 6)):
        faderd.put_durably(name, value)
        equal(faderd.ctl("snapshot", "save", f"at {value}", "--only", "other").exit, 0, "exit code of save")
    equal(faderd.ctl("snapshot", "recall", "at 5").exit, 0, "exit code of a recall")
    # In steps of 1 it has no entry in the history for minutes.
    equal(faderd.ctl("snapshot", "recall", "at 6", "--over", "10min").exit, 0, "exit code of a slow recall")
    equal(faderd.ctl("undo", "--recall").out, "other 5.00\n", "what stops it prints")
    wait_until(lambda: "ownedBy" not in faderd.parameter("other"), "the fade to end")
    equal(faderd.ctl("undo", "--recall").out, "other 6.00\n", "what the next one prints")


@test("a fade of a trigger that sets values is no recall: undo --recall leaves it alone")
def fade_of_a_trigger():
    stage = Stage()
    stage.must("snapshot", "recall", "wrong", "--only", "keys")
    stage.must("press", "off")
    wait_until(lambda: stage.faderd.parameter("drums").get("ownedBy"), "the fade")
    equal(stage.must("undo", "--recall").out, "keys -6.0 dB\n", "what undo --recall prints")
    check(stage.faderd.parameter("drums").get("ownedBy"), "the fade goes on")


@test("after a restart, undo --recall works as before, and an entry keeps its key; so after a reload")
def restarted():
    stage = Stage()
    stage.must("snapshot", "recall", "wrong")
    stage.sends("-9 dB")
    stage.faderd.restart(kill=True)
    equal(stage.newest()["key"], True, "the key after kill -9")
    stage.must("reload")
    equal(stage.newest()["key"], True, "the key after a reload")
    equal(stage.must("undo", "--recall").out, "drums -3.0 dB\nkeys -6.0 dB\n", "what undo --recall prints")
    equal(stage.faderd.text("lisa.vocals"), "-9.0 dB", "the send")
    stage.faderd.restart(kill=True)
    equal(stage.must("redo").out, "drums -40.0 dB\nkeys -50.0 dB\n", "what redo prints after another one")
    stage.must("undo", "--recall")
    done = stage.faderd.ctl("undo", "--recall")
    equal(done.exit, 65, "exit code of one too many")


@test("a recall that is cut by kill -9 during its fade is in the history, and undo brings back what was before")
def cut():
    stage = Stage()
    before = stage.newest()["number"]
    stage.must("snapshot", "recall", "wrong", "--over", "5s")
    time.sleep(0.6)
    stage.faderd.restart(kill=True)
    entry = stage.newest()
    check(entry["number"] > before and entry["origin"] == "recall", f"the recall is not in the history: {entry}")
    equal({change["id"]: change["before"] for change in entry["changes"]}, SONG | {"lisa.vocals": "-20.0 dB"}, "what it changed")
    check(stage.texts() != SONG, "nothing has moved")
    stage.must("undo", "--recall")
    equal(stage.texts(), SONG, "after undo")


@test("a fade is saved about once a second, not with every step, and no more once it is over")
def saved_while_fading():
    stage = Stage()
    faderd = stage.faderd
    stage.must("snapshot", "recall", "wrong", "--over", "4s")

    def files(seconds):
        """How many state files there were during so many seconds, one after the other."""
        end, seen = time.monotonic() + seconds, set()
        while time.monotonic() < end:
            seen.add(os.stat(faderd.state_file).st_mtime_ns)
            time.sleep(0.01)
        return len(seen)

    during = files(3)
    check(3 <= during <= 6, f"{during} state files in 3 s")
    wait_until(lambda: "ownedBy" not in faderd.parameter("drums"), "the end of the fade")
    wait_until(lambda: not faderd.saving()["unsaved"], "the last save")
    equal(files(2), 1, "state files when it is over")


@test("what a trigger changes is changed with a key if it was pressed with one; undo --recall finds a recall of such a press")
def pressed():
    stage = Stage()
    stage.phone("POST", "/v1/parameters/lisa.louder/press", status=202)
    wait_until(lambda: stage.faderd.text("lisa.vocals") == "3.0 dB", "the press")
    equal((stage.newest()["key"], stage.newest()["by"]), (True, "trigger lisa.louder"), "whose the change is")
    idle(stage.faderd, "lisa.louder")
    stage.phone("POST", "/v1/parameters/lisa.scene/press", status=202)
    wait_until(lambda: stage.texts() != SONG, "the recall")
    idle(stage.faderd, "lisa.scene")
    equal((stage.newest()["key"], stage.newest()["origin"]), (True, "recall"), "whose the recall is")
    stage.set(**{"lisa.vocals": 0})
    stage.press("stop")
    wait_until(lambda: stage.faderd.text("lisa.vocals") == "-30.0 dB", "the undo of the desk's own change")
    equal(stage.texts(), {"drums": "-40.0 dB", "keys": "-50.0 dB"}, "what the recall set")
    stage.press("play")
    wait_until(lambda: stage.texts() == SONG, lambda: f"the song to come back; {stage.texts()}")
    # The same trigger pressed at the desk.
    stage.must("press", "lisa.louder")
    wait_until(lambda: stage.faderd.text("lisa.vocals") == "3.0 dB" and "key" not in stage.newest(), "a press of the desk")


@test("a trigger that undoes takes back nothing of the desk when it is pressed with the key of a page, only what that key changed")
def undone_by_key():
    stage = Stage()
    stage.sends("-41 dB")
    stage.set(drums=-7)
    stage.phone("POST", "/v1/parameters/lisa.undo/press", status=202)
    wait_until(lambda: stage.faderd.text("lisa.vocals") == "-20.0 dB", lambda: f"the key's own change to be undone: {stage.faderd.text('lisa.vocals')}")
    idle(stage.faderd, "lisa.undo")
    stage.phone("POST", "/v1/parameters/lisa.undo/press", status=202)
    wait_until(lambda: "lisa.undo failed" in stage.faderd.log(), "a second press to find nothing of its own")
    equal(stage.faderd.text("drums"), "-7.0 dB", "what the desk has set")
    # The same trigger pressed at the desk.
    stage.must("press", "lisa.undo")
    wait_until(lambda: stage.texts() == SONG, lambda: f"the desk's own change to be undone: {stage.texts()}")


@test("whatever way a key changes a value, its entry has the key: a drag, a text field, a step, a reset, several at once")
def every_way():
    stage = Stage()
    stage.set(drums=0)
    stream = stage.faderd.events("?session=new", key=KEY["key"])
    name, session = next(stream)
    equal(name, "session", "the first event")
    vocals, own = "/v1/parameters/lisa.vocals", {"Fader-Session": session["session"]}
    for step in range(1, 6):
        stage.phone("PUT", vocals, {"position": step / 10, "gesture": "drag", "end": step == 5}, more=own)
    stage.phone("POST", f"{vocals}/step", {"by": 1})
    stage.phone("POST", f"{vocals}/reset")
    stage.phone("PATCH", "/v1/parameters", {"lisa.vocals": {"value": -7}, "lisa.band": {"value": [200, 300]}})
    edit = stage.phone("POST", f"{vocals}/edit", status=201, more=own).json["edit"]
    stage.phone("PUT", f"/v1/edits/{edit}", {"draft": "-8"}, more=own)
    equal(stage.phone("POST", f"/v1/edits/{edit}/submit", more=own).json["outcome"], "committed", "the end of the edit")
    mine = [entry for entry in stage.faderd.get("/v1/history") if entry.get("by") == KEY["name"]]
    equal([entry.get("key") for entry in mine], [True] * 5, f"the key of {mine}")
    equal(stage.must("undo").out, "drums -3.0 dB\n", "what undo prints")
