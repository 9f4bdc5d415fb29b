"""State that belongs to a client: named sessions over a pool of connections, gestures, conditions on revisions, virtual fingers."""

import threading
import time

import native
from testing import check, equal, test, wait_until

PRICE = """\
version: 1
parameters:
  master: {label: Master, min: -70, max: 6, unit: dB, default: -12, decimals: 1}
  price: {kind: range, min: 0, max: 1000, decimals: 0, gap: 10}
  tint: {kind: color}
""" + native.desk({1: "master", 2: "price.low", 3: "price.high", 4: "tint.hue"})


class Stream:
    """An event stream with a named session, read on its own thread."""

    def __init__(self, faderd):
        self.link = faderd.connect()
        events = faderd.events("?session=new", link=self.link)
        first, data = next(events)
        equal(first, "session", "the first event")
        self.name = data["session"]
        equal(next(events)[0], "state", "the second event")
        threading.Thread(target=self._drain, args=(events,), daemon=True).start()

    def _drain(self, events):
        try:
            for _ in events:
                pass
        except (OSError, ValueError):
            pass  # Closed by the test.

    def close(self):
        # Like the end of a browser. The shutdown also wakes up the thread that reads.
        self.link.shutdown(2)
        self.link.close()


@test("a session survives a reload, and a daemon with open sessions stops in time")
def stops():
    faderd = native.Daemon(PRICE).start()
    streams = [Stream(faderd) for _ in range(3)]
    line = faderd.session()
    for number, stream in enumerate(streams):
        equal(line.ask("POST", "/v1/declarations", {"id": f"app.{number}", "by": "app"}, stream.name)[0], 201, "status")
        body = {"position": 0.5, "gesture": "a"}
        equal(line.ask("PUT", f"/v1/parameters/app.{number}", body, stream.name)[0], 200, "status")
    equal(faderd.ctl("reload").exit, 0, "exit code of reload")
    equal(line.ask("GET", "/v1/parameters/app.1", None, streams[1].name)[0], 200, "status after a reload")
    started = time.monotonic()
    equal(faderd.stop(), 0, "exit code")
    check(time.monotonic() - started < 2, f"it took {time.monotonic() - started:.1f} s to stop")


@test("a refused request with end ends its gesture, whatever it is refused for")
def refused_end():
    faderd = native.Daemon(PRICE.replace("surfaces:", "  name: {kind: text}\nsurfaces:")).start()
    line, end = faderd.session(), {"gesture": "g", "end": True}
    for method, path, body, status in (
            ("PUT", "master", {"position": 1.5}, 422), ("PUT", "master", {"positions": {"low": 0.5}}, 422),
            ("PUT", "price", {"position": 0.5}, 422), ("PUT", "price", {"positions": {"middle": 0.5}}, 422),
            ("PUT", "name", {"position": 0.5}, 422), ("PUT", "nobody", {"position": 0.5}, 404),
            ("POST", "price/step", {"by": 1}, 422), ("POST", "name/step", {"by": 1}, 422), ("POST", "nobody/step", {"by": 1}, 404)):
        equal(line.ask("PUT", "/v1/parameters/master", {"position": 0.5, "gesture": "g"})[0], 200, "status of a move")
        equal(faderd.parameter("master").get("touchedBy"), ["g"], "who holds it")
        equal(line.ask(method, f"/v1/parameters/{path}", body | end)[0], status, f"status of {method} {path} {body}")
        equal(faderd.parameter("master").get("touchedBy"), None, f"who holds it after {method} {path} {body}")
    equal(line.ask("PUT", "/v1/parameters/master", {"position": 0.5, "gesture": "g"})[0], 200, "status of a move")
    equal(line.ask("PUT", "/v1/parameters/master", {"position": 2, "gesture": "g"})[0], 422, "status of a refused move")
    equal(faderd.parameter("master").get("touchedBy"), ["g"], "who holds it after a refused request without end")


@test("a hand that takes one parameter of a gesture frees the others, too: a recall moves them at once")
def freed():
    faderd = native.Daemon(PRICE).start()
    faderd.put_durably("price", [600, 700])
    equal(faderd.request("PUT", "/v1/snapshots/here").status, 200, "status of a snapshot")
    line = faderd.session()
    for path, body in (("master", {"position": 0.5}), ("price", {"positions": {"low": 0.1}})):
        equal(line.ask("PUT", f"/v1/parameters/{path}", body | {"gesture": "g"})[0], 200, f"status of a move of {path}")
    began = time.monotonic()
    faderd.touch(1, True)
    wait_until(lambda: "touchedBy" not in faderd.parameter("price.low"), "the gesture to end")

    def recalled():
        equal(faderd.request("POST", "/v1/snapshots/here/recall", {"over": 0.1}).status, 200, "status of a recall")
        return faderd.parameter("price.low").get("ownedBy") == "recall" or faderd.value("price.low") == 600
    wait_until(recalled, "the recall to move the low end")
    check(time.monotonic() - began < 1.5, "only its silence ended the gesture")


@test("a fader that moves just before Return wins: no submit overwrites an earlier movement")
def last_moment():
    faderd = native.Daemon(PRICE).start()
    line, hand = faderd.session(), faderd.session()
    outcomes = []
    for count in range(60):
        _, edit = line.ask("POST", "/v1/parameters/master/edit")
        line.ask("PUT", f"/v1/edits/{edit['edit']}", {"draft": "-33"})
        position = (count % 50 + 20) / 100
        # This is answered when the move is on its way to the MIDI thread; the change is reported up to 10 ms later.
        equal(hand.ask("PUT", "/v1/virtual/fader.1", {"position": position})[0], 200, "status of a movement")
        outcomes.append(line.ask("POST", f"/v1/edits/{edit['edit']}/submit")[1]["outcome"])
        wait_until(lambda: abs(faderd.parameter("master")["position"] - position) < 1e-3, f"the hand to win: {outcomes}", 5)
    check(outcomes.count("dropped") > 50, f"what became of the edits: {outcomes}")


@test("a finger of a named session lifts at the session's end, and the motor gets its position; a finger without a session stays")
def fingers():
    faderd = native.Daemon(PRICE).start()

    def touched():
        return [fader["control"] for fader in faderd.get("/v1/virtual") if fader["touched"]]
    stream, line = Stream(faderd), faderd.session()
    for control in ("fader.1", "fader.2"):
        equal(line.ask("PUT", f"/v1/virtual/{control}", {"touched": True}, stream.name)[0], 200, "status of a touch")
    faderd.touch(2, True)
    faderd.touch(3, True)
    line.close()
    faderd.put_durably("master", 6)
    equal(touched(), ["fader.1", "fader.2", "fader.3"], "touched faders while the session lives")
    check(faderd.motor(1) < 0.99, "a touched fader moved")
    stream.close()
    wait_until(lambda: touched() == ["fader.2", "fader.3"], "the finger of the session to lift")
    wait_until(lambda: faderd.motor(1) == 1, "the motor to get its position")
    faderd.touch(2, False)
    equal(touched(), ["fader.3"], "touched faders after one was lifted")
