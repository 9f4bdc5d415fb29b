"""State that belongs to a client: named sessions over a pool of connections, gestures, conditions on revisions, virtual fingers."""

import json
import queue
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

    def __init__(self, faderd, wish="new"):
        self.link = faderd.connect()
        self.link.sendall(f"GET /v1/events?session={wish} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.names, text = [], b""
        while b'"session":"' not in text or text.count(b"\n\n") < 2:
            data = self.link.recv(65536)
            check(data, f"the stream ended: {text!r}")
            text += data
        events = [line for line in text.split(b"\n") if line.startswith(b"event: ")]
        equal(events[0], b"event: session", "the first event")
        self.name = text.split(b'"session":"', 1)[1].split(b'"', 1)[0].decode()
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self):
        try:
            while self.link.recv(65536):
                pass
        except OSError:
            pass  # Closed by the test.

    def close(self):
        # Like the end of a browser. The shutdown also wakes up the thread that reads.
        self.link.shutdown(2)
        self.link.close()


class Reader:
    """The events of another client's stream, read on a thread."""

    def __init__(self, faderd, query=""):
        self.events = []
        stream = faderd.events(query)
        self.state = next(stream)[1]
        threading.Thread(target=lambda: self.events.extend(stream), daemon=True).start()

    def of(self, name):
        return [data for kind, data in list(self.events) if kind == name]

    def entries(self):
        """The newest batch entry of every id."""
        return {entry[0]: entry for batch in self.of("batch") for entry in batch}


class Pool:
    """A browser's connections: each request uses one that is free."""

    def __init__(self, faderd, session, count=6):
        self.session, self.free = session, queue.LifoQueue()
        self.lines = [Line(faderd) for _ in range(count)]
        for line in self.lines:
            self.free.put(line)

    def ask(self, method, path, body=None):
        line = self.free.get()
        try:
            return line.ask(method, path, body, self.session)
        finally:
            self.free.put(line)


class Line:
    """One connection that stays open; requests may have headers."""

    def __init__(self, faderd):
        self.link, self.rest = faderd.connect(), b""

    def ask(self, method, path, body=None, session=None, headers=""):
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}"
        head += f"Fader-Session: {session}\r\n" if session else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if body is not None else ""
        self.link.sendall(head.encode() + b"\r\n" + data)
        while b"\r\n\r\n" not in self.rest:
            self._read()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        length = next(int(line[15:]) for line in head.decode().split("\r\n") if line.lower().startswith("content-length:"))
        while len(self.rest) < length:
            self._read()
        body, self.rest = self.rest[:length], self.rest[length:]
        return int(head[9:12]), json.loads(body)

    def _read(self):
        data = self.link.recv(65536)
        check(data, "the daemon closed the connection")
        self.rest += data


def history(faderd):
    return faderd.get("/v1/history")


@test("sixty drafts over a pool of connections all find their edit while a drag runs over the same pool")
def pool():
    faderd = native.Daemon(PRICE).start()
    stream = Stream(faderd)
    browser = Pool(faderd, stream.name)
    status, edit = browser.ask("POST", "/v1/parameters/tint/edit")
    equal(status, 201, "status")
    stop, threads = threading.Event(), native.Threads()

    def drag():
        for count in range(100_000):
            if stop.is_set():
                return
            answer = browser.ask("PUT", "/v1/parameters/master", {"position": count % 100 / 100, "gesture": "drag"})
            equal(answer[0], 200, f"status of a move ({answer[1]})")
    for _ in range(3):
        threads.run(drag)
    statuses = [browser.ask("PUT", f"/v1/edits/{edit['edit']}", {"draft": f"#0000{n:02x}"})[0] for n in range(60)]
    stop.set()
    threads.join()
    equal(statuses, [200] * 60, "statuses of the drafts")
    status, outcome = browser.ask("POST", f"/v1/edits/{edit['edit']}/submit")
    equal((status, outcome["outcome"], outcome["parameter"]["value"]), (200, "committed", "#00003b"), "what became of it")
    equal(len(history(faderd)), 2, "entries of the history: the drag and the color")


@test("a named session's declarations last until 5 s after the end of its last stream, and a reconnect keeps them")
def reconnects():
    faderd = native.Daemon(PRICE).start()
    stream = Stream(faderd)
    line = Line(faderd)
    equal(line.ask("POST", "/v1/declarations", {"id": "app.volume", "by": "app"}, stream.name)[0], 201, "status")
    line.link.close()
    stream.close()
    time.sleep(3)
    again = Stream(faderd, stream.name)
    time.sleep(3)
    equal(faderd.request("GET", "/v1/parameters/app.volume").status, 200, "status after a reconnect")
    again.close()
    closed = time.monotonic()
    wait_until(lambda: faderd.request("GET", "/v1/parameters/app.volume").status == 404, "the declaration to end")
    check(time.monotonic() - closed > 4.5, f"it ended after {time.monotonic() - closed:.1f} s")
    answer = faderd.request("GET", "/v1/status", headers={"Fader-Session": stream.name})
    equal((answer.status, answer.json["type"]), (409, "urn:faderd:unknown-session"), "the answer to a session that has ended")


@test("a session survives a reload, and a daemon with open sessions stops in time")
def stops():
    faderd = native.Daemon(PRICE).start()
    streams = [Stream(faderd) for _ in range(3)]
    line = Line(faderd)
    for number, stream in enumerate(streams):
        equal(line.ask("POST", "/v1/declarations", {"id": f"app.{number}", "by": "app"}, stream.name)[0], 201, "status")
        body = {"position": 0.5, "gesture": "a"}
        equal(line.ask("PUT", f"/v1/parameters/app.{number}", body, stream.name)[0], 200, "status")
    equal(faderd.ctl("reload").exit, 0, "exit code of reload")
    equal(line.ask("GET", "/v1/parameters/app.1", None, streams[1].name)[0], 200, "status after a reload")
    started = time.monotonic()
    equal(faderd.stop(), 0, "exit code")
    check(time.monotonic() - started < 2, f"it took {time.monotonic() - started:.1f} s to stop")


@test("a drag of four seconds on the page is one history entry, and undo goes back to the value before it")
def one_entry():
    faderd = native.Daemon(PRICE).start()
    for value in range(-30, -10):
        faderd.put_durably("master", value)
    before = history(faderd)
    stream, line = Stream(faderd), Line(faderd)
    ends, count = time.monotonic() + 4, 0
    while time.monotonic() < ends:
        count += 1
        body = {"position": (count * 7 % 1000) / 1000, "gesture": "mouse"}
        equal(line.ask("PUT", "/v1/parameters/master", body, stream.name)[0], 200, "status")
        time.sleep(0.005)
    check(count > 210, f"{count} moves are too few to show anything")
    equal(line.ask("PUT", "/v1/parameters/master", {"position": 0.9, "gesture": "mouse", "end": True}, stream.name)[0], 200, "status")
    after = history(faderd)
    equal([entry["number"] for entry in after[:-1]], [entry["number"] for entry in before], "entries before the drag")
    equal(faderd.request("POST", "/v1/undo").status, 200, "status of undo")
    equal(faderd.value("master"), -11, "value after undo")
    # Each later gesture of the same name is another entry.
    for _ in range(2):
        line.ask("PUT", "/v1/parameters/master", {"position": 0.1, "gesture": "mouse", "end": True}, stream.name)
        line.ask("PUT", "/v1/parameters/master", {"position": 0.2, "gesture": "mouse", "end": True}, stream.name)
    equal(len(history(faderd)), len(before) + 4, "entries after four gestures")


@test("the steps of one gesture are one history entry, and so is a drag of several parts of a range and a color")
def steps_and_parts():
    faderd = native.Daemon(PRICE).start()
    line = Line(faderd)
    for _ in range(20):
        equal(line.ask("POST", "/v1/parameters/master/step", {"by": 1, "gesture": "key"})[0], 200, "status of a step")
    equal(len(history(faderd)), 1, "entries after steps")
    for position in (0.1, 0.2, 0.3):
        status, price = line.ask("PUT", "/v1/parameters/price", {"positions": {"low": position, "high": 1 - position}, "gesture": "pinch"})
        equal((status, price["value"]), (200, [position * 1000, 1000 - position * 1000]), "price")
        status, tint = line.ask("PUT", "/v1/parameters/tint", {"positions": {"hue": position, "lightness": 0.5}, "gesture": "pinch"})
        equal(status, 200, "status")
    equal(len(history(faderd)), 2, "entries after a pinch")
    wait_until(lambda: abs(faderd.motor(2) - 0.3) < 1e-3 and abs(faderd.motor(3) - 0.7) < 1e-3, "the motors to follow")
    status, price = line.ask("PUT", "/v1/parameters/price", {"positions": {"high": 0.8}})
    equal((status, price["value"]), (200, [300, 800]), "one end alone")
    for body, part in (({"positions": {"middle": 0.5}}, "low, high"), ({"position": 0.5}, "low, high"), ({"positions": {"low": 2}}, "0 to 1")):
        status, problem = line.ask("PUT", "/v1/parameters/price", body)
        check(status == 422 and part in problem["detail"], f"{body}: {status} {problem}")
    equal(line.ask("PUT", "/v1/parameters/master", {"positions": {"low": 0.5}})[0], 422, "status of parts of a number")


@test("a refused request with end ends its gesture, whatever it is refused for")
def refused_end():
    faderd = native.Daemon(PRICE.replace("surfaces:", "  name: {kind: text}\nsurfaces:")).start()
    line, end = Line(faderd), {"gesture": "g", "end": True}
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


@test("a gesture holds its parameter like a hand: no glide moves it until `end`, 2 s of silence or the end of the session")
def holds():
    faderd = native.Daemon(PRICE).start()
    faderd.put_durably("master", -60)
    equal(faderd.request("PUT", "/v1/snapshots/low").status, 200, "status of a snapshot")

    def recalled():
        equal(faderd.request("POST", "/v1/snapshots/low/recall", {"over": 0.1}).status, 200, "status of a recall")
        time.sleep(0.4)
        return faderd.value("master") == -60

    def drag(line, session=None, **more):
        equal(line.ask("PUT", "/v1/parameters/master", {"position": 0.9, "gesture": "g"} | more, session)[0], 200, "status of a move")
    line = Line(faderd)
    drag(line)
    check(not recalled(), "a glide moved what a gesture holds")
    drag(line, end=True)
    check(recalled(), "a gesture that had ended still held")
    drag(line)
    time.sleep(2.2)
    check(recalled(), "a silent gesture still held after 2 s")
    drag(line)
    line.link.close()
    wait_until(lambda: faderd.status()["connections"]["open"] == 1, "the connection to go")
    check(recalled(), "a gesture held when its connection had gone")
    stream, line = Stream(faderd), Line(faderd)
    drag(line, stream.name)
    line.link.close()
    check(not recalled(), "a named session's gesture went with a connection")
    # Another program may set the value meanwhile.
    drag(Line(faderd))
    equal(faderd.put_durably("master", -3)["value"], -3, "a set meanwhile")


@test("other clients see what a gesture holds, until it ends; a hand on the hardware ends it, and no motor jumps at the hand's release")
def seen_by_others():
    faderd = native.Daemon(PRICE).start()
    others = [Reader(faderd), Reader(faderd, "?form=batch")]
    stream = Stream(faderd)
    line = Line(faderd)

    def drag(id="master", **more):
        return line.ask("PUT", f"/v1/parameters/{id}", {"gesture": "phone"} | (more or {"position": 0.5}), stream.name)

    def holds(touched, id="master"):
        wait_until(lambda: all({"gesture": "phone", "parameter": id, "touched": touched, "held": False} == (reader.of("touch") or [None])[-1]
                               for reader in others), f"both to be told that the gesture {'holds' if touched else 'lets go of'} {id}")
        wait_until(lambda: others[1].entries().get(id, [None])[-1] is touched, "a batch with it")
        equal(faderd.parameter(id).get("touchedBy"), ["phone"] if touched else None, "touchedBy")
        equal(id in Reader(faderd).state["touched"], touched, "in a later state")
    equal(drag()[1]["touchedBy"], ["phone"], "touchedBy in the answer")
    holds(True)
    drag(position=0.6)
    equal(len(others[0].of("touch")), 1, "touch events for two moves")
    drag(position=0.7, end=True)
    holds(False)
    drag()
    began = time.monotonic()
    holds(True)
    holds(False)
    check(1.5 < time.monotonic() - began < 4, f"a silent gesture ended after {time.monotonic() - began:.1f} s")
    # Its last request ends it, even if that request is refused.
    drag()
    holds(True)
    began = time.monotonic()
    refused = line.ask("PUT", "/v1/parameters/master", {"position": 0.4, "gesture": "phone", "end": True}, stream.name, 'If-Match: "1"\r\n')
    equal(refused[0], 412, "a last move on a condition that does not hold")
    holds(False)
    check(time.monotonic() - began < 1.5, "only its silence ended it")
    drag("price", positions={"high": 0.9})
    holds(True, "price.high")
    equal(others[1].entries()["price"][4], True, "the range in a batch")
    stream.close()
    holds(False, "price.high")
    # The hand wins.
    stream = Stream(faderd)
    drag()
    holds(True)
    faderd.touch(1, True)
    wait_until(lambda: others[0].of("touch")[-1].get("touched") is False, "the gesture to end")
    equal(faderd.parameter("master")["touchedBy"], ["desk fader.1"], "touchedBy under a hand")
    for path, body in (("", {"position": 0.9}), ("/step", {"by": 1})):
        status, problem = line.ask("PUT" if not path else "POST", f"/v1/parameters/master{path}", body | {"gesture": "phone"}, stream.name)
        equal((status, problem["type"]), (409, "urn:faderd:in-hand"), f"a gesture under a hand ({path})")
    equal(faderd.parameter("master")["position"], 0.5, "the position under the hand")
    check("held: touched" in faderd.ctl("explain", "master").out, "explain says why it was not moved")
    faderd.touch(1, False)
    wait_until(lambda: "touchedBy" not in faderd.parameter("master"), "the hand to leave")
    check(abs(faderd.motor(1) - 0.5) < 1e-3, "the motor jumped at the release")
    equal(drag()[0], 200, "a gesture after that")


@test("a hand that takes one parameter of a gesture frees the others, too: a recall moves them at once")
def freed():
    faderd = native.Daemon(PRICE).start()
    faderd.put_durably("price", [600, 700])
    equal(faderd.request("PUT", "/v1/snapshots/here").status, 200, "status of a snapshot")
    line = Line(faderd)
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


@test("a write with If-Match, in any form, changes nothing if the parameter has changed")
def conditions():
    faderd = native.Daemon(PRICE).start()
    for parameter, writes in (
            ("master", (("PUT", "", {"value": -3}), ("PUT", "", {"text": "-4"}), ("PUT", "", {"position": 0.5}), ("POST", "/step", {"by": 1}),
                        ("POST", "/reset", None))),
            ("price", (("PUT", "", {"value": [1, 500]}), ("PUT", "", {"text": "2..600"}), ("PUT", "", {"positions": {"low": 0.3}}),
                       ("PUT", "", {"positions": {"low": 0.1, "high": 0.9}}), ("POST", "/reset", None))),
            ("tint", (("PUT", "", {"text": "red"}), ("PUT", "", {"positions": {"hue": 0.3}}), ("POST", "/reset", None)))):
        for method, path, body in writes:
            before = faderd.request("GET", f"/v1/parameters/{parameter}")
            tag = before.headers["etag"]
            equal(tag, f"\"{before.json['revision']}\"", "ETag")
            path = f"/v1/parameters/{parameter}{path}"
            late = faderd.request(method, path, body, {"If-Match": '"987654"'})
            equal((late.status, late.json["type"], late.headers["etag"]), (412, "urn:faderd:outdated", tag), f"{path} {body}")
            equal(faderd.parameter(parameter), before.json, f"{parameter} after it was refused")
            done = faderd.request(method, path, body, {"If-Match": f'"5", {tag}'})
            equal(done.status, 200, f"status of {path} {body} with the present revision")
            equal(done.headers["etag"], f"\"{faderd.parameter(parameter)['revision']}\"", "ETag after it")
    # A change of a part also counts as a change of its group.
    tag = faderd.request("GET", "/v1/parameters/price").headers["etag"]
    faderd.put_durably("price.low", 77)
    equal(faderd.request("PUT", "/v1/parameters/price", {"value": [1, 2]}, {"If-Match": tag}).status, 412, "status for a group")


@test("many clients add one to the value of the revision that they saw: each success is exactly one change")
def compare_and_set():
    faderd = native.Daemon(PRICE).start()
    threads, successes, stop = native.Threads(), [], threading.Event()

    def add():
        line = Line(faderd)
        while not stop.is_set():
            _, seen = line.ask("GET", "/v1/parameters/price.low")
            wanted = (seen["value"] + 1) % 900
            body, condition = {"position": wanted / 1000}, f"If-Match: \"{seen['revision']}\"\r\n"
            status, answer = line.ask("PUT", "/v1/parameters/price.low", body, None, condition)
            check(status in (200, 412), f"status {status}: {answer}")
            if status == 200:
                successes.append(answer["revision"])
    faderd.put_durably("price.high", 1000)
    first = faderd.parameter("price.low")
    for _ in range(4):
        threads.run(add)
    time.sleep(2)
    stop.set()
    threads.join()
    last = faderd.parameter("price.low")
    equal(last["value"], (first["value"] + len(successes)) % 900, f"value after {len(successes)} successes")
    equal(len(set(successes)), len(successes), "revisions that were answered twice")


@test("a fader that moves just before Return wins: no submit overwrites an earlier movement")
def last_moment():
    faderd = native.Daemon(PRICE).start()
    line, hand = Line(faderd), faderd.session()
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
    stream, line = Stream(faderd), Line(faderd)
    for control in ("fader.1", "fader.2"):
        equal(line.ask("PUT", f"/v1/virtual/{control}", {"touched": True}, stream.name)[0], 200, "status of a touch")
    faderd.touch(2, True)
    faderd.touch(3, True)
    line.link.close()
    faderd.put_durably("master", 6)
    equal(touched(), ["fader.1", "fader.2", "fader.3"], "touched faders while the session lives")
    check(faderd.motor(1) < 0.99, "a touched fader moved")
    stream.close()
    wait_until(lambda: touched() == ["fader.2", "fader.3"], "the finger of the session to lift")
    wait_until(lambda: faderd.motor(1) == 1, "the motor to get its position")
    faderd.touch(2, False)
    equal(touched(), ["fader.3"], "touched faders after one was lifted")
