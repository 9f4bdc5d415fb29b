"""OSC in: programs on the network move parameters, and are told of changes. The client is python-osc, an implementation of its own."""

import errno
import socket
import time

import native
import testing
from desks import close, encode
from osc import Phone, free_port
from testing import check, equal, test, wait_until


def config(port, rest="", allow="127.0.0.1", parameters=None):
    return f"version: 1\nosc:\n  listen: {port}\n  allow: [{allow}]\n{rest}" + (parameters or native.EIGHT.removeprefix("version: 1\n"))


def started(text):
    return native.Daemon(text).start()


def osc(faderd):
    return faderd.status()["osc"]


def value(faderd, parameter):
    return faderd.get(f"/v1/parameters/{parameter}")["value"]


KINDS = """\
locale: sv_SE
parameters:
  master: {min: -inf, max: 6, unit: dB, taper: audio, decimals: 1}
  level: {min: 0, max: 10, decimals: 1, out-of-range: reject}
  count: {kind: integer, max: 5}
  mute: {kind: toggle, words: [open, muted]}
  side: {kind: choice, options: [left, middle, right]}
  title: {kind: text, default: desk}
  lamp: {kind: color}
  band: {kind: range, min: 0, max: 1000, gap: 10, decimals: 0}
"""


def check_listens(port):
    """Fails if nothing listens at a port now."""
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as link:
        try:
            link.bind(("::", port))
        except OSError as error:
            equal(error.errno, errno.EADDRINUSE, "why the port cannot be taken")
        else:
            raise testing.Failure(f"nothing listens on port {port}")


@test("a daemon listens when it says that it is ready")
def ready():
    for _ in range(10):
        port = free_port()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
            notify.bind("")  # The system gives it a name.
            notify.settimeout(testing.PATIENCE)
            name = notify.getsockname().decode().replace("\0", "@")
            faderd = native.Daemon(config(port), environment={"NOTIFY_SOCKET": name}).start(ready=False)
            while b"READY=1" not in notify.recv(4096):
                pass
            check_listens(port)
        faderd.stop()


@test("a reload that changes the port is answered when the daemon listens there")
def reload_port():
    ports = [free_port() for _ in range(40)]
    faderd = started(config(ports[0]))
    for port in ports[1:]:
        faderd.reload(config(port))
        check_listens(port)


@test("every kind of parameter is set by its position, value and text, and python-osc reads what it is told")
def kinds():
    port = free_port()
    faderd = started(config(port, parameters=KINDS))
    phone = Phone(port)
    phone.send("/subscribe")
    wait_until(lambda: phone.shows.get("/text/title") == "desk", "the whole state")
    for address, arguments, parameter, wanted in [
        ("/position/mute", [1.0], "mute", True), ("/value/mute", [0], "mute", False), ("/value/mute", [True], "mute", True),
        ("/text/mute", ["open"], "mute", False), ("/value/mute", ["muted"], "mute", True),
        ("/position/side", [0.5], "side", "middle"), ("/value/side", [2], "side", "right"), ("/value/side", ["left"], "side", "left"),
        ("/value/count", [3], "count", 3), ("/value/count", [99], "count", 5), ("/text/count", ["2"], "count", 2),
        ("/value/level", [2.5], "level", 2.5), ("/text/level", ["7,5"], "level", 7.5), ("/position/level", [1.0], "level", 10),
        ("/text/master", ["-6,5 dB"], "master", -6.5), ("/value/master", [0.0], "master", 0), ("/value/master", [-193.0], "master", "-inf"),
        ("/value/title", ["Akt 1"], "title", "Akt 1"), ("/text/title", ["ö"], "title", "ö"),
        ("/value/lamp", ["#ff8800"], "lamp", "#ff8800"), ("/text/lamp", ["red"], "lamp", "#ff0000"), ("/value/lamp", [0.0, 0.0, 1.0], "lamp", "#0000ff"),
        ("/value/band", [100.0, 200.0], "band", [100, 200]), ("/position/band.high", [1.0], "band", [100, 1000]),
    ]:
        phone.send(address, *arguments)
        wait_until(lambda: value(faderd, parameter) == wanted, f"{address} {arguments} to give {wanted}")
    wait_until(lambda: phone.shows.get("/value/lamp") == "#0000ff" and phone.shows["/value/band"] == [100.0, 1000.0], "a color and a range")
    wait_until(lambda: (phone.shows["/value/side"], phone.shows["/value/mute"], phone.shows["/value/count"]) == ("left", 1, 2), "the rest")
    wait_until(lambda: (phone.shows["/text/level"], phone.shows["/value/master"]) == ("10,0", -193.0), "a text in the daemon's locale, and −∞")
    for address, arguments, why in [
        ("/value/level", [99.0], "level"), ("/value/side", [7], "not a value"), ("/position/title", [0.5], "no position"),
        ("/text/nix", ["1"], "no parameter"), ("/position/lamp", [0.5], "no position"), ("/recall", ["nix"], "no snapshot"),
    ]:
        phone.send(address, *arguments)
        wait_until(lambda: why in osc(faderd).get("lastFailure", ""), f"a sentence about {address} {arguments}")
    equal(value(faderd, "level"), 10, "the refused value")


@test("a movement is one entry of the history, holds its parameter, moves the motor, and ends after two seconds of silence")
def movement():
    port = free_port()
    faderd = started(config(port))
    phone = Phone(port)
    for step in range(50):
        phone.move("p.1", step / 100)
        phone.move("p.2", step / 50)
        time.sleep(0.01)
    wait_until(lambda: value(faderd, "p.1") > 489 and value(faderd, "p.2") > 979, "both to be there")
    equal(faderd.get("/v1/parameters/p.1")["touchedBy"], ["osc 127.0.0.1"], "who holds it")
    wait_until(lambda: abs(faderd.motor(1) - 0.49) < 0.001, "the motor")
    entries = faderd.get("/v1/history")
    equal([(each["by"], [change["id"] for change in each["changes"]]) for each in entries],
          [("osc 127.0.0.1", ["p.1"]), ("osc 127.0.0.1", ["p.2"])], "the history")
    wait_until(lambda: "touchedBy" not in faderd.get("/v1/parameters/p.1"), "its end")
    phone.move("p.1", 0.9)
    wait_until(lambda: value(faderd, "p.1") > 899, "another movement")
    equal(len(faderd.get("/v1/history")), 3, "entries")
    equal(faderd.request("POST", "/v1/undo", {}).status, 200, "status of undo")
    wait_until(lambda: abs(value(faderd, "p.1") - 490) < 1, "undo goes back over the last movement alone")
    phone.move("p.1", 0.5)
    wait_until(lambda: abs(value(faderd, "p.1") - 500) < 1, "a third movement")
    faderd.reload(config(port).replace("max: 1000", "max: 2000"))
    phone.move("p.1", 0.6)
    wait_until(lambda: abs(value(faderd, "p.1") - 1200) < 2, "it to go on along the new range")


@test("values that follow each other are one entry of the history, too")
def values():
    port = free_port()
    faderd = started(config(port))
    phone = Phone(port)
    for step in range(1, 20):
        phone.send("/value/p.1", float(step))
        time.sleep(0.02)
    wait_until(lambda: value(faderd, "p.1") == 19, "the last value")
    equal(len(faderd.get("/v1/history")), 1, "entries")


@test("a finger on the fader wins over a finger on the phone, which is then told where the fader is")
def hands():
    port = free_port()
    faderd = started(config(port))
    phone = Phone(port)
    phone.send("/subscribe")
    wait_until(lambda: "/position/p.1" in phone.shows, "the subscription")
    faderd.touch(1, True)
    faderd.move(1, 0.25)
    wait_until(lambda: abs(value(faderd, "p.1") - 250) < 1, "the hand")
    for step in range(10):
        phone.move("p.1", 0.9)
        time.sleep(0.01)
    wait_until(lambda: "hand" in osc(faderd).get("lastFailure", ""), "the refusal")
    check(abs(value(faderd, "p.1") - 250) < 1, "the phone moved it")
    wait_until(lambda: abs(phone.shows["/position/p.1"] - 0.25) < 0.001, "the phone to go back")
    faderd.touch(1, False)
    phone.move("p.1", 0.9)
    wait_until(lambda: abs(value(faderd, "p.1") - 900) < 1, "the phone to move it again")


@test("with 30 % of all packets lost both ways, phone and daemon agree in the end on eight faders")
def losses():
    port = free_port()
    faderd = started(config(port))
    phone = Phone(port, loss=0.3)
    def subscribed():
        phone.send("/subscribe")
        time.sleep(0.1)
        return len(phone.shows) == 24
    wait_until(subscribed, "the whole state")
    for step in range(100):
        for fader in range(1, 9):
            phone.move(f"p.{fader}", (step * fader % 100) / 100)
        time.sleep(0.01)
    def agree():
        phone.send("/subscribe")
        time.sleep(0.5)
        return all(abs(phone.shows[f"/position/p.{n}"] - value(faderd, f"p.{n}") / 1000) < 1e-4 for n in range(1, 9))
    wait_until(agree, "both to agree")


@test("a trigger is pressed by a button and by nothing else, and it is told that it runs")
def trigger():
    port = free_port()
    faderd = started(config(port, parameters="parameters:\n  level: {max: 10}\n  go: {kind: trigger, target: {set: {level: \"7\"}}}\n"))
    phone, lamp = Phone(port), Phone(port)
    lamp.send("/subscribe")
    wait_until(lambda: lamp.shows.get("/value/go") == 0, "the subscription")
    check("/text/go" not in lamp.shows and "/position/go" not in lamp.shows, f"{lamp.shows}")
    for address, arguments in [("/press/go", [0.0]), ("/value/go", [1]), ("/position/go", [1.0]), ("/text/go", ["1"]), ("/press/level", [1.0])]:
        phone.send(address, *arguments)
    wait_until(lambda: osc(faderd)["failed"] == 4, "the refusals")
    equal(value(faderd, "level"), 0, "level before the press")
    def runs():
        return [arguments[0] for _, address, arguments in lamp.told[begin:] if address == "/value/go"]
    begin = len(lamp.told)
    phone.send("/press/go", 1.0)
    phone.send("/press/go", 0.0)
    wait_until(lambda: value(faderd, "level") == 7, "the press")
    wait_until(lambda: runs()[:2] == [1, 0], lambda: f"that it ran: {runs()}")
    entries = faderd.get("/v1/history")
    equal([(each["by"], [change["id"] for change in each["changes"]]) for each in entries], [("trigger go", ["level"])], "the history")
    phone.send("/press/go")
    wait_until(lambda: runs().count(1) == 2, "another press")


@test("send: tells without being asked, only what it names, at most 50 times a second, and again when asked", alone=True)
def sending():
    port = free_port()
    told = Phone(port)
    faderd = started(config(port, f"  send: [{{to: \"localhost:{told.port}\", only: [p.1, \"*.2\"]}}]\n"))
    wait_until(lambda: len(told.shows) == 6, "the whole state")
    before, begin = told.addresses().count("/position/p.1"), time.monotonic()
    for step in range(400):
        faderd.move(1, step / 400)
    seconds = time.monotonic() - begin
    wait_until(lambda: abs(told.shows["/position/p.1"] - 399 / 400) < 0.001, "the last position")
    count = told.addresses().count("/position/p.1") - before
    check(count <= 50 * seconds + 5, f"{count} in {seconds} s")
    check("/position/p.3" not in told.shows, "it is told what it does not want")
    told.shows.clear()
    told.send("/subscribe")
    wait_until(lambda: len(told.shows) == 6, "the whole state once more")
    equal(osc(faderd).get("subscribers", []), [], "subscribers")


@test("whoever may not ask is not answered, changes nothing and is counted; loopback is nothing special")
def refused():
    port = free_port()
    faderd = started(config(port, allow="127.0.0.2, 10.0.0.0/8, \"::1\""))
    stranger, friend = Phone(port), Phone(port, source="127.0.0.2")
    for _ in range(100):
        stranger.send("/position/p.1", 1.0)
        stranger.send("/subscribe")
    wait_until(lambda: osc(faderd)["refused"] == 200, "the count")
    equal((osc(faderd)["lastRefused"], osc(faderd)["received"], value(faderd, "p.1")), ("127.0.0.1", 0, 0), "status and value")
    friend.send("/position/p.1", 1.0)
    friend.send("/subscribe")
    wait_until(lambda: value(faderd, "p.1") == 1000 and "/position/p.1" in friend.shows, "the friend")
    equal(stranger.packets, 0, "packets to the stranger")
    link = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    testing.defer(link.close)
    try:
        link.sendto(encode("/position/p.1", 0.5), ("::1", port))
    except OSError:
        return  # Without IPv6.
    wait_until(lambda: value(faderd, "p.1") == 500, "IPv6")
    check("refused" in faderd.ctl("status").out, "faderctl status does not tell")


@test("what a host sends too much is dropped and counted, and the log says so once", alone=True)
def overrun():
    port = free_port()
    faderd = started(config(port, allow="127.0.0.0/8"))
    phone, other = Phone(port, source="127.0.0.2"), Phone(port, source="127.0.0.3")
    for _ in range(300):
        phone.send("/recall", "nix")
    wait_until(lambda: osc(faderd)["dropped"] > 200, lambda: f"the drops: {osc(faderd)}")
    other.move("p.5", 0.123)
    wait_until(lambda: abs(value(faderd, "p.5") - 123) < 0.01, "another host meanwhile")
    equal(faderd.log().count("127.0.0.2 sends more than"), 1, "lines of the log")


@test("while nothing changes, OSC in with a receiver and a subscriber wakes nothing up", alone=True)
def rest():
    port = free_port()
    told = Phone(port)
    faderd = started(config(port, f"  send: [{{to: \"127.0.0.1:{told.port}\"}}]\n"))
    phone = Phone(port)
    phone.send("/subscribe")
    phone.move("p.1", 0.5)
    wait_until(lambda: len(told.shows) == 24 and abs(value(faderd, "p.1") - 500) < 1, "the start")
    # The end of the movement, its saving, and the timers of what was answered.
    time.sleep(8)
    before = faderd.switches()
    time.sleep(5)
    woken = faderd.switches() - before
    check(woken <= 1, f"{woken} wake-ups in 5 s")


@test("a reload with another port listens there, and keeps its subscribers; without osc nobody listens")
def reload():
    port, next_port = free_port(), free_port()
    faderd = started(config(port))
    phone = Phone(port)
    phone.send("/subscribe", "p.1")
    wait_until(lambda: len(phone.shows) == 3, "the subscription")
    faderd.reload(config(next_port))
    wait_until(lambda: osc(faderd).get("listen") == next_port, "the other port")
    faderd.put_durably("p.1", 321)
    wait_until(lambda: phone.shows["/value/p.1"] == 321, "a change after the reload")
    faderd.reload(config(next_port, allow="127.0.0.9"))
    wait_until(lambda: osc(faderd)["subscribers"] == [], "the subscriber that may not ask any more to be gone")
    faderd.reload(native.EIGHT)
    check("osc" not in faderd.status(), "status still has it")
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    testing.defer(link.close)
    def free():
        try:
            link.bind(("0.0.0.0", next_port))
            return True
        except OSError:
            return False
    wait_until(free, "the port to be free")
    faderd.reload(config(next_port))
    wait_until(lambda: "another program" in osc(faderd).get("problem", ""), "the reason why it does not listen")


@test("a parameter that a program declares is told while it is there, and its movement ends with it")
def declared():
    port = free_port()
    faderd = started(config(port))
    phone = Phone(port)
    phone.send("/subscribe")
    wait_until(lambda: "/text/p.8" in phone.shows, "the subscription")
    program = faderd.ctl_running("declare", "game.speed", "max=10")
    wait_until(lambda: "/position/game.speed" in phone.shows, "the new parameter")
    for step in range(20):
        phone.move("game.speed", step / 20)
    wait_until(lambda: value(faderd, "game.speed") > 9, "a movement")
    program.kill()
    wait_until(lambda: faderd.request("GET", "/v1/parameters/game.speed").status == 404, "its end")
    phone.move("game.speed", 0.1)
    wait_until(lambda: "no parameter" in osc(faderd).get("lastFailure", ""), "the refusal")
    phone.move("p.1", 0.7)
    wait_until(lambda: abs(value(faderd, "p.1") - 700) < 1, "another parameter")


@test("an OSC program can have a name instead of an address, and two can send to one port")
def peers():
    # "localhost" is 127.0.0.1 for faderd; other names, and other ways to write this one, are looked up.
    if socket.getaddrinfo("LOCALHOST", 1, type=socket.SOCK_DGRAM)[0][4][0] != "127.0.0.1":
        testing.skip("the name localhost is another address here")
    first, second = Phone(1), Phone(1)
    shared = free_port()
    faderd = started(f"""\
version: 1
targets:
  one: {{osc: "LOCALHOST:{first.port}", listen: {shared}}}
  two: {{osc: "127.0.0.1:{second.port}", listen: {shared}}}
  gone: {{osc: "no-such-host.invalid:9000"}}
parameters:
  a: {{target: {{osc: one, address: /a}}}}
  b: {{target: {{osc: two, address: /a}}}}
  c: {{target: {{osc: gone, address: /c}}}}
""")
    first.to = second.to = ("127.0.0.1", shared)
    def state(parameter):
        return next(each for each in faderd.get("/v1/targets")["targets"] if each["parameter"] == parameter)
    wait_until(lambda: "no host" in state("c").get("note", ""), "the name that nobody has")
    wait_until(lambda: state("a")["state"] == "bound" and state("b")["state"] == "bound", "both to be bound")
    first.send("/a", 0.25)
    second.send("/a", 0.75)
    wait_until(lambda: (value(faderd, "a"), value(faderd, "b")) == (0.25, 0.75), "each its own parameter")
    faderd.put_durably("a", 0.5)
    faderd.put_durably("b", 0.6)
    wait_until(lambda: abs(first.shows.get("/a", 0) - 0.5) < 1e-6 and abs(second.shows.get("/a", 0) - 0.6) < 1e-6, "what is sent")


@test("the name of an OSC program is looked up again when the program is gone")
def moved():
    native.need_own_mounts()
    first = Phone(1)
    second = Phone(1, source="127.0.0.2", local=first.port)
    faderd = native.Daemon(f"""\
version: 1
targets: {{desk: {{osc: "desk.test:{first.port}"}}}}
parameters: {{a: {{target: {{osc: desk, address: /a}}}}}}
""")
    hosts = f"{faderd.directory}/hosts"
    def point(address):
        native.write(hosts, f"127.0.0.1 localhost\n{address} desk.test\n")
    point("127.0.0.1")
    # The daemon alone has these names.
    faderd.start(wrap=("unshare", "-m", "--propagation", "private", "sh", "-c", f"mount --bind {hosts} /etc/hosts && exec \"$@\"", "sh"))
    faderd.put_durably("a", 0.5)
    wait_until(lambda: first.shows.get("/a") == 0.5, "the first program")
    point("127.0.0.2")
    close(first.link)
    steps = iter(range(1, 1000))
    def moves():
        faderd.put_durably("a", next(steps) / 1000)
        time.sleep(0.2)
        return "/a" in second.shows
    wait_until(moves, "the program at the other address")


@test("a receiver whose name is found only later is no problem any more", limit=240)
def found():
    native.need_own_mounts()
    phone = Phone(1)
    faderd = native.Daemon(f"""\
version: 1
osc: {{send: [{{to: "phone.test:{phone.port}"}}]}}
parameters: {{a: {{min: 0, max: 1}}}}
""")
    hosts = f"{faderd.directory}/hosts"
    def write(more):
        native.write(hosts, f"127.0.0.1 localhost\n{more}")
    write("")
    # The daemon alone has these names.
    faderd.start(wrap=("unshare", "-m", "--propagation", "private", "sh", "-c", f"mount --bind {hosts} /etc/hosts && exec \"$@\"", "sh"))
    wait_until(lambda: osc(faderd).get("problem") == "there is no host phone.test", lambda: f"the problem; {osc(faderd)}")
    write("127.0.0.1 phone.test\n")
    # It is looked up again every 30 s.
    wait_until(lambda: "/position/a" in phone.shows, "what the phone is told", timeout=60)
    equal(osc(faderd).get("problem"), None, "the problem")
