"""Devices with a web server as targets: written with a body, read from JSON; one request at a time, the newest value; devices that are silent, slow, flood or lie."""

import contextlib
import json
import threading

import native
from fakehttp import Device, reply
from sound import bound, note, target
from testing import check, equal, stays, test, wait_until


def started(device, parameters=None, has_desk=True):
    url = f"{device.address}/json/state"
    parameters = parameters or {
        "bri": f"{{kind: integer, min: 0, max: 255, target: {{http: \"{url}\", post: '{{\"bri\": {{value}}}}', read: \"{url}\", path: bri}}}}",
        "on": f"{{kind: toggle, target: {{http: \"{url}\", put: '{{\"on\": {{value}}}}', read: \"{url}\", path: on}}}}"}
    lines = "".join(f"  {each}: {what}\n" for each, what in parameters.items())
    return native.Daemon(f"version: 1\nparameters:\n{lines}" + (native.desk({1: next(iter(parameters))}) if has_desk else "")).start()


@test("what a device shows counts at the start and nothing is written; then a text and a hand write it, each with its method and body")
def both_ways():
    device = Device({"bri": 80, "on": True, "seg": [{"fx": 3}]})
    faderd = started(device)
    bound(faderd, "bri", "on")
    wait_until(lambda: (faderd.value("bri"), faderd.value("on")) == (80, True), lambda: faderd.ctl("list").out)
    equal(device.writes(), [], "what was written at the start")
    faderd.set("bri", "128")
    wait_until(lambda: device.state["bri"] == 128, lambda: f"a text: {device.requests}")
    faderd.set("on", "off")
    wait_until(lambda: device.state["on"] is False, lambda: f"a toggle: {device.requests}")
    equal([(method, body) for method, _, body in device.requests if method != "GET"], [("POST", '{"bri": 128}'), ("PUT", '{"on": false}')])
    faderd.move(1, 1)
    wait_until(lambda: device.state["bri"] == 255, lambda: f"a hand: {device.state}")
    stays(lambda: faderd.value("bri") == 255, lambda: f"its echo moves nothing: {faderd.value('bri')}", 0.3)
    equal(faderd.put("bri", value=7).status, 200)
    wait_until(lambda: device.state["bri"] == 7 and target(faderd, "bri").get("acknowledgedAgo") is not None, lambda: target(faderd, "bri"))


@test("a device is asked as often as the config says, and the motor follows; without that it is asked nothing while nothing happens")
def polled():
    device = Device({"bri": 10, "deep": {"list": [1, 42]}})
    url = f"{device.address}/s?x=1"
    faderd = started(device, {"bri": f"{{min: 0, max: 100, target: {{http: \"{url}\", path: bri, every: 1 s}}}}",
                              "deep": f"{{min: 0, max: 100, target: {{http: \"{url}\", path: deep.list.1}}}}"})
    bound(faderd, "bri", "deep")
    wait_until(lambda: faderd.value("deep") == 42, lambda: target(faderd, "deep"))
    device.state["bri"] = 60
    wait_until(lambda: faderd.value("bri") == 60, lambda: target(faderd, "bri"))
    wait_until(lambda: abs(faderd.motor(1) - 0.6) < 0.01, lambda: f"the motor: {faderd.motor(1)}")
    equal(faderd.put("bri", value=1).status, 422, "it is only read")
    equal({path for _, path, _ in device.requests}, {"/s?x=1"}, "the whole path")
    equal(device.writes(), [])
    faderd.reload(faderd.config().replace(", every: 1 s", ""))
    bound(faderd, "bri")
    before = device.reads()
    stays(lambda: device.reads() == before, lambda: f"requests: {device.requests[before:]}", 1.5)


@test("a device gets one request at a time and the newest value, however fast a hand is")
def newest():
    held, go = threading.Event(), threading.Event()
    device, under_way, most = Device({"bri": 0}), [], []

    def slow(link, method, path, body):
        under_way.append(method)
        most.append(len(under_way))
        if method != "GET":
            held.set()
            go.wait(20)
            device.state |= json.loads(body)
        under_way.remove(method)
        reply(link, json.dumps(device.state).encode())
    faderd = started(device)
    bound(faderd, "bri")
    device.answer = slow
    for number in range(1, 101):
        faderd.put("bri", value=number)
    check(held.is_set(), "a write is on its way")
    go.set()
    wait_until(lambda: device.state["bri"] == 100, lambda: f"the newest: {device.state}")
    check(len(device.writes()) <= 4, lambda: f"writes: {device.writes()}")
    equal(max(most), 1, "requests at a time")


@test("a device that redirects, fails, sends no JSON, no such key, another kind of value, ten megabytes or no HTTP is not there, with the reason, and is there when it is sane")
def liars():
    device = Device({"bri": 5})
    lies = [
        (lambda link, *_: link.sendall(b"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"), "it answers 301"),
        (lambda link, *_: reply(link, b"no", "500 Oops"), "it answers 500"),
        (lambda link, *_: reply(link, b"<html>\x1b[31m"), "it answers something, and"),
        (lambda link, *_: reply(link, b'{"brightness": 5, "o\\u001bn": 1}'), "no key bri in the payload"),
        (lambda link, *_: reply(link, b'{"bri": "loud\\u001b"}'), "which is not a value of bri"),
        (lambda link, *_: reply(link, b'{"bri": ' + b" " * 10_000_000 + b"5}"), "it answers more than 64 KiB"),
        (lambda link, *_: link.sendall(b"SSH-2.0-OpenSSH\r\n\r\n" * 10), "does not speak HTTP"),
        (lambda link, *_: reply(link, b'{"bri":', length=100), "broke off"),
        (lambda link, *_: link.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 10_000), "closed")]
    for lie, said in lies:
        device.answer = lie
        faderd = started(device, has_desk=False)
        wait_until(lambda: said in note(faderd, "bri"), lambda: f"{said}: {note(faderd, 'bri')}")
        check("\x1b" not in note(faderd, "bri") and len(note(faderd, "bri")) < 1000, note(faderd, "bri"))
        equal(target(faderd, "bri")["state"], "absent", said)
        device.answer = None
        equal(faderd.ctl("reload").exit, 0)
        faderd.stop()
    # One that was right, lies, and is right again.
    faderd = started(device)
    bound(faderd, "bri")
    device.answer = lies[1][0]
    faderd.put("bri", value=9)
    wait_until(lambda: "500" in target(faderd, "bri").get("lastError", "") or "500" in note(faderd, "bri"), lambda: target(faderd, "bri"))
    device.answer = None
    bound(faderd, "bri")
    faderd.set("bri", "11")
    wait_until(lambda: device.state["bri"] == 11, lambda: f"{device.state} {target(faderd, 'bri')}")


@test("a device that is silent or sends byte by byte counts as gone after five seconds, delays nobody else, and what was moved is written when it is back", limit=120)
def silent():
    device, other = Device({"bri": 5}), Device({"bri": 6})
    url = f"{other.address}/"
    parameters = {"slow": f"{{kind: integer, min: 0, max: 255, target: {{http: \"{device.address}/\", post: '{{\"bri\": {{value}}}}', read: \"{device.address}/\", path: bri}}}}",
                  "quick": f"{{kind: integer, min: 0, max: 255, target: {{http: \"{url}\", post: '{{\"bri\": {{value}}}}', read: \"{url}\", path: bri}}}}"}
    faderd = started(device, parameters)
    bound(faderd, "slow", "quick")
    ended = threading.Event()

    def trickle(link, *_):
        link.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        with contextlib.suppress(OSError):
            while not ended.wait(0.2):
                link.sendall(b" ")
    device.answer = trickle
    faderd.set("slow", "50")
    faderd.set("quick", "60")
    wait_until(lambda: other.state["bri"] == 60, lambda: f"the other device: {other.state}")
    wait_until(lambda: target(faderd, "slow")["state"] == "absent" and "does not answer" in note(faderd, "slow"), lambda: target(faderd, "slow"), 30)
    faderd.set("slow", "70")
    ended.set()
    device.answer = None
    wait_until(lambda: device.state["bri"] == 70, lambda: f"{device.state} {target(faderd, 'slow')}", 30)


@test("a device that is off is one line of the log, is found when it is on, and a daemon that is killed writes nothing to it when it starts")
def off():
    device = Device({"bri": 5})
    port = device.port
    device.close()
    faderd = started(device)
    wait_until(lambda: "refused" in note(faderd, "bri"), lambda: target(faderd, "bri"))
    device = Device({"bri": 33, "on": False}, port=port)
    bound(faderd, "bri", "on")
    wait_until(lambda: faderd.value("bri") == 33, lambda: target(faderd, "bri"))
    equal(faderd.log().count(f"http 127.0.0.1:{port} is not there"), 1, faderd.log())
    faderd.set("bri", "44")
    wait_until(lambda: device.state["bri"] == 44, "a write")
    count = len(device.writes())
    faderd.kill()
    device.state["bri"] = 55
    faderd.start()
    wait_until(lambda: faderd.value("bri") == 55, lambda: target(faderd, "bri"))
    equal(len(device.writes()), count, f"writes at the start: {device.writes()}")
    check("json/state" not in faderd.log() + json.dumps(faderd.get("/v1/targets")), "a path, which may be a secret, is shown")


@test("without read a device is only written, from the first change on")
def unread():
    device = Device({})
    faderd = started(device, {"bri": f"{{min: 0, max: 1, decimals: 2, target: {{http: \"{device.address}/x\", put: '{{value}}', range: [0, 255]}}}}"}, has_desk=False)
    device.answer = lambda link, *_: reply(link, b"", "204 No Content")
    bound(faderd, "bri")
    equal(device.requests, [], "requests at the start")
    faderd.set("bri", "0.5")
    wait_until(lambda: device.writes() == ["128"], lambda: device.requests)
    device.answer = lambda link, *_: reply(link, b"", "401 Unauthorized")
    faderd.set("bri", "1")
    wait_until(lambda: "401" in target(faderd, "bri").get("lastError", ""), lambda: target(faderd, "bri"))
