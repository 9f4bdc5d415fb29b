"""A program declares a parameter: it gets a free fader of a real surface, and loses it when the program is killed."""

import json
import os
import signal
import socket

import midi
from daemon import Daemon
from gadget import Fader, Gadget
from testing import check, defer, equal, stays, test, wait_until

CONFIG = """
version: 1
parameters:
  master: {min: 0, max: 16383, decimals: 0}
surfaces:
  desk:
    match: "Desk*"
    auto: true
    controls:
      fader.1: {input: "cc14 1 ch 1", motor: true, touch: "note 104 ch 1"}
      fader.2: {input: "cc14 2 ch 1", motor: true, touch: "note 105 ch 1"}
      fader.3: {input: "cc14 3 ch 1", motor: true, touch: "note 106 ch 1"}
    map: {fader.1: master}
"""


def program(daemon, name, value):
    """Starts a process that declares a parameter and holds it until it is killed; returns its process id."""
    ready, told = os.pipe()
    process = os.fork()
    if process == 0:
        link = socket.socket(socket.AF_UNIX)
        link.connect(daemon.socket)
        body = json.dumps({"id": name, "parameter": {"min": 0, "max": 16383, "decimals": 0}, "value": value, "by": "app"}).encode()
        link.sendall(b"POST /v1/declarations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     b"Content-Length: %d\r\n\r\n" % len(body) + body)
        os.write(told, link.recv(65536)[9:12])
        while True:
            signal.pause()
    os.close(told)
    ended = []

    def kill():
        if not ended:
            os.kill(process, signal.SIGKILL)
            ended.append(os.waitpid(process, 0))
    defer(kill)
    equal(os.read(ready, 3), b"201", "status of the declaration")
    os.close(ready)
    return kill


@test("a declared parameter gets a free fader, which moves to its value and drives it, and loses it when its program is killed")
def lands():
    desk = Gadget("Desk").plug()
    one, two, three = (Fader(desk, f"cc14 {n}", touch=103 + n) for n in (1, 2, 3))
    daemon = Daemon(CONFIG).start()
    desk.settle()
    desk.clear()
    kill = program(daemon, "app.volume", 8000)
    two.wait_at(8000)
    equal(desk.settle(), midi.split(midi.cc14(2, 8000)), "bytes to the motors: of the free fader alone")
    volume = daemon.parameter("app.volume")
    equal((volume["declaredBy"], volume["owner"]), (["app"], "desk fader.2"), "who declared it, and what drives it")
    check("app" in daemon.ctl("list").out.splitlines()[-1].split(), "list does not show who declared it")
    two.touch()
    two.move(3000)
    wait_until(lambda: daemon.value("app.volume") == 3000, "the hand to set it")
    two.release()
    daemon.set("app.volume", "12000")
    two.wait_at(12000)
    desk.settle()
    desk.clear()
    kill()
    wait_until(lambda: daemon.request("GET", "/v1/parameters/app.volume").status == 404, "the parameter to go with its program")
    equal(desk.settle(), [], "bytes to the motors: the fader stays where it is")
    two.move(5000)
    stays(lambda: daemon.value("master") == 0, "the other parameter", 0.3)
    kill = program(daemon, "next", 1000)
    two.wait_at(1000)
    equal((one.position, three.position), (0, 0), "the other faders")
    second = program(daemon, "app.volume", 1)
    three.wait_at(12000)
    kill()
    second()
    wait_until(lambda: [p["id"] for p in daemon.get("/v1/parameters")] == ["master"], "both to go")
    equal(daemon.saved()["parameters"]["app.volume"]["value"], 12000, "the value in the state file")


@test("a fader that is held when its parameter is removed is given to the next parameter, and moves when it is released")
def held():
    desk = Gadget("Desk").plug()
    _, two, _ = (Fader(desk, f"cc14 {n}", touch=103 + n) for n in (1, 2, 3))
    daemon = Daemon(CONFIG).start()
    kill = program(daemon, "first", 4000)
    two.wait_at(4000)
    two.touch()
    two.move(6000)
    wait_until(lambda: daemon.value("first") == 6000, "the hand to set it")
    desk.settle()
    kill()
    wait_until(lambda: daemon.request("GET", "/v1/parameters/first").status == 404, "the parameter to go")
    desk.clear()
    program(daemon, "second", 9000)
    equal(desk.settle(), [], "bytes to the motors while the finger is on the fader")
    two.release()
    two.wait_at(9000)
    equal(two.fought, 0, "motor messages under the finger")
