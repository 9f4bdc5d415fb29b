"""Events: batches, touches, snapshots and the history; the surfaces; and the cost of a reader."""

import socket
import threading
import time

import native
from testing import check, equal, test, wait_until

RANGE = """\
version: 1
parameters:
  price: {kind: range, min: 0, max: 100, gap: 5, decimals: 0}
  solo: {min: 0, max: 10, decimals: 1}
""" + native.desk({1: "price.low", 2: "price.high", 3: "solo"})


class Reader:
    """Reads a stream on a thread, and keeps its events as (name, data)."""

    def __init__(self, faderd, query=""):
        self.events = []
        self._stream = faderd.events(query)
        state = next(self._stream)
        equal(state[0], "state", "the first event")
        self.state = state[1]
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for event in self._stream:
            self.events.append(event)

    def of(self, name):
        return [data for kind, data in list(self.events) if kind == name]

    def entries(self):
        """The newest batch entry of every id."""
        return {entry[0]: entry for batch in self.of("batch") for entry in batch}


@test("touch and release of a control are events in both forms, with the parameter; a batch says if it is touched")
def touches():
    faderd = native.Daemon(native.MASTER).start()
    long, short = Reader(faderd), Reader(faderd, "?form=batch")
    equal((long.state["touched"], long.state["version"]), ([], faderd.status()["version"]), "hands and version in the first state")
    faderd.touch(1, True)
    expected = {"surface": "desk", "control": "fader.1", "parameter": "master", "touched": True, "held": False}
    for reader in (long, short):
        wait_until(lambda: reader.of("touch"), "a touch to be reported")
        equal(reader.of("touch"), [expected], "the event")
    wait_until(lambda: "master" in short.entries(), "a batch")
    equal(short.entries()["master"][4], True, "touched in the batch")
    equal(Reader(faderd).state["touched"], ["master"], "hands in a later state")
    faderd.touch(1, False)
    wait_until(lambda: long.of("touch")[-1]["touched"] is False, "the release")
    wait_until(lambda: short.entries()["master"][4] is False, "the release in a batch")
    equal(long.of("parameter"), [], "changes reported for a touch")


@test("in a batch a group has an entry without a position beside its parts, and is never half changed")
def groups():
    faderd = native.Daemon(RANGE).start()
    reader = Reader(faderd, "?form=batch")
    for low in range(0, 90, 3):
        faderd.put("price", text=f"{low}…{low + 7}")
    wait_until(lambda: "94" in reader.entries().get("price", ["", 0, None, ""])[3], "the last values")
    ends = {}
    for batch in reader.of("batch"):
        ends |= {entry[0]: entry for entry in batch}
        equal(ends["price"][2], None, "the position of a group")
        numbers = [float(ends[part][3]) if part in ends else 0 for part in ("price.low", "price.high")]
        equal(numbers[1] - numbers[0], 7.0, f"the width in {batch}")
    faderd.touch(1, True)
    wait_until(lambda: reader.entries()["price"][4] is True, "the group to be touched with its part")


@test("a batch of hundreds of kilobytes is one whole chunk, and the stream goes on after it")
def large_batch():
    texts = "".join(f"  t.{n}: {{kind: text, max-length: 4096}}\n" for n in range(60))
    faderd = native.Daemon(native.MASTER.replace("parameters:\n", f"parameters:\n{texts}")).start()
    equal(faderd.request("PUT", "/v1/snapshots/empty", {}).status, 200, "status of the snapshot")
    for n in range(60):
        equal(faderd.put(f"t.{n}", text="x" * 4000).status, 200, "status")
    equal(faderd.request("PUT", "/v1/snapshots/full", {}).status, 200, "status of the snapshot")
    readers = [Reader(faderd, "?form=batch"), Reader(faderd)]
    for name in ("empty", "full", "empty", "full"):
        equal(faderd.request("POST", f"/v1/snapshots/{name}/recall", {}).status, 200, "status of the recall")
        time.sleep(0.1)
    faderd.put_durably("master", -17)
    short, long = readers
    wait_until(lambda: "-17" in short.entries().get("master", ["", 0, None, ""])[3], "the last change in a batch")
    wait_until(lambda: any(one["id"] == "master" for one in long.of("parameter")), "the last change as an event")
    for n in range(60):
        equal(short.entries()[f"t.{n}"][3], "x" * 4000, f"the text of t.{n}")
    check(max(len(batch) for batch in short.of("batch")) > 50, "no batch was large")


@test("saved, renamed, recalled and deleted snapshots, and added, undone and redone history entries, are events")
def snapshots_and_history():
    faderd = native.Daemon(native.MASTER).start()
    readers = [Reader(faderd), Reader(faderd, "?form=batch"), Reader(faderd, "?prefix=other")]
    faderd.put_durably("master", -20)
    equal(faderd.request("PUT", "/v1/snapshots/a", {}).status, 200, "status")
    equal(faderd.request("POST", "/v1/snapshots/a/rename", {"to": "b"}).status, 200, "status")
    faderd.put_durably("master", -30)
    equal(faderd.request("POST", "/v1/snapshots/b/recall", {}).status, 200, "status")
    equal(faderd.request("DELETE", "/v1/snapshots/b").status, 200, "status")
    equal(faderd.request("POST", "/v1/undo", {}).status, 200, "status")
    equal(faderd.request("POST", "/v1/redo", {}).status, 200, "status")
    for reader in readers:
        # In a stream of batches, it comes with them.
        is_whole = reader is not readers[1]
        wait_until(lambda: len(reader.of("history")) >= 5 or not is_whole and any(not one["undone"] and one["newest"] == 3 for one in reader.of("history")[-1:]),
                   lambda: f"the history; there is {reader.events}")
        equal([[one["name"] for one in names] for names in reader.of("snapshots")], [["a"], ["b"], []], "snapshots")
        equal(reader.of("recalled"), [{"name": "b"}], "recalls")
        newest = [(one["newest"], one["undone"], one["canUndo"], one["canRedo"]) for one in reader.of("history")]
        expected = [(1, 0, True, False), (2, 0, True, False), (3, 0, True, False), (3, 1, True, True), (3, 0, True, False)]
        equal(newest if is_whole else newest[-1:], expected if is_whole else expected[-1:], "history")


@test("the API has what is needed to draw a surface: each control's kind, place, motor, sensor, binding, position and touch")
def surfaces():
    faderd = native.Daemon(native.MASTER.replace("fader.3: {input", "fader.3: {place: {row: 2, column: 7}, input")).start()
    faderd.put_durably("other", 5)
    faderd.touch(1, True)
    def controls():
        return {one["id"]: one for one in faderd.get("/v1/surfaces")[0]["controls"]}
    wait_until(lambda: controls()["fader.1"]["touched"], "the touch")
    found = controls()
    equal(found["fader.3"], {"id": "fader.3", "kind": "fader", "input": "pitchbend ch 3", "place": {"row": 2, "column": 7, "derived": False}, "motor": True,
                             "touch": True, "parameter": "other", "action": "follow", "position": 0.5, "touched": False, "held": False}, "a control")
    equal(found["fader.2"]["place"], {"row": 3, "column": 2, "derived": True}, "a place that nobody gave")


def cost(faderd, seconds, act):
    """Calls `act`, then measures the daemon's processor time over some seconds, as a share of one core."""
    act()
    time.sleep(0.3)
    before, started = faderd.cpu(), time.monotonic()
    time.sleep(seconds)
    return (faderd.cpu() - before) / (time.monotonic() - started)


@test("one reader of batches costs at most 3 % of a core while 200 parameters change 50 times a second", limit=90)
def reader_cost():
    names = [f"p.{number}" for number in range(200)]
    faderd = native.Daemon(native.parameters(names) + native.desk({1: "p.0"})).start()
    for value, snapshot in ((0, "low"), (1000, "high")):
        for name in names:
            equal(faderd.put(name, position=value / 1000).status, 200, "status of a move")
        equal(faderd.request("PUT", f"/v1/snapshots/{snapshot}", {}).status, 200, "status of a snapshot")
    seconds, ends = 2, ["low", "high"]

    def glide():
        ends.reverse()
        equal(faderd.request("POST", f"/v1/snapshots/{ends[1]}/recall", {"over": seconds + 1}).status, 200, "status of a recall")

    # A raw socket that does not parse what it reads, so that the reader does not slow the daemon down.
    def count(link, bytes_read):
        while piece := link.recv(1 << 20):
            bytes_read.append(piece)

    alone, read = [], []
    for _ in range(2):
        alone.append(cost(faderd, seconds, glide))
        time.sleep(1.5)
        link, pieces = socket.socket(socket.AF_UNIX), []
        link.connect(faderd.socket)
        link.sendall(b"GET /v1/events?form=batch HTTP/1.1\r\nHost: localhost\r\n\r\n")
        threading.Thread(target=count, args=(link, pieces), daemon=True).start()
        time.sleep(0.5)
        read.append(cost(faderd, seconds, glide))
        time.sleep(1.5)
        link.shutdown(socket.SHUT_RDWR)
        text = b"".join(pieces)
        check(text.count(b"event: batch") > 15 * seconds, f"only {text.count(b'event: batch')} batches in {seconds} s")
        check(text.count(b'["p.150",') > 15 * seconds, "not every parameter is in the batches")
    share = min(read) - min(alone)
    print(f"     {100 * min(alone):.1f} % of a core without a reader, {100 * min(read):.1f} % with one: {100 * share:.1f} % for the reader")
    check(share <= 0.03, f"a reader costs {100 * share:.1f} % of a core")
