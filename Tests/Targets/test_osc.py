"""OSC in both directions: with liblo's tools, and with simulated programs that behave as the documentation of the real ones says."""

import socket
import struct
import subprocess
import time

import native
import testing
from desks import encode
from osc import Console, Program, free_port
from testing import check, equal, test, wait_until


def config(port, keepalive="keepalive: {send: /xremote, every: 1 s}, queries: true"):
    return f"""\
version: 1
targets:
  xr18: {{osc: "127.0.0.1:{port}", {keepalive}}}
parameters:
  ch1: {{target: {{osc: xr18, address: /ch/01/mix/fader}}}}
  on1: {{kind: toggle, target: {{osc: xr18, address: /ch/01/mix/on}}}}
""" + native.desk({1: "ch1", 2: "on1"})


def state(faderd, parameter="ch1"):
    return next(each for each in faderd.get("/v1/targets")["targets"] if each["parameter"] == parameter)


def started(text):
    return native.Daemon(text).start()


def near(one, other, by=0.0006):
    return abs(one - other) <= by


def behaves(echoes):
    console = Console(echoes)
    console.values = {"/ch/01/mix/fader": 0.25, "/ch/01/mix/on": 1}
    faderd = started(config(console.port))
    wait_until(lambda: near(faderd.value("ch1"), 0.25), lambda: f"the console's own value; it is {faderd.value('ch1')}")
    wait_until(lambda: faderd.value("on1") is True, "the console's own switch")
    wait_until(lambda: near(faderd.motor(1), 0.25), "the motor")
    equal(console.sets("/ch/01/mix/fader"), [], "what was written at the start")
    faderd.touch(1, True)
    for step in range(60):
        faderd.move(1, step / 59)
        time.sleep(0.004)
    faderd.touch(1, False)
    wait_until(lambda: near(console.values["/ch/01/mix/fader"], 1), "the last value")
    time.sleep(0.4)
    check(near(faderd.value("ch1"), 1), f"the parameter went back to {faderd.value('ch1')}")
    moments = [when for when, where, arguments in console.heard if where == "/ch/01/mix/fader" and arguments]
    check(len(moments) <= 1 + (moments[-1] - moments[0]) * 55, f"{len(moments)} messages in {moments[-1] - moments[0]:.2f} s")
    console.tablet("/ch/01/mix/fader", 0.5)
    wait_until(lambda: near(faderd.value("ch1"), 0.5), lambda: f"the hand on the console; it is {faderd.value('ch1')}")
    wait_until(lambda: near(faderd.motor(1), 0.5), "the motor")
    before = len(console.sets("/ch/01/mix/fader"))
    console.tablet("/ch/01/mix/on", 0)
    wait_until(lambda: faderd.value("on1") is False, "the switch on the console")
    equal(len(console.sets("/ch/01/mix/fader")), before, "messages about the fader")
    faderd.set("on1", "on")
    wait_until(lambda: console.values["/ch/01/mix/on"] == 1, "the switch")


@test("an XR18 that does not echo to the setter: both directions, its own value at the start, at most 50 messages a second")
def silent_console():
    behaves(False)


@test("an XR18 that echoes to the setter: the same, and the parameter does not go back to an earlier value")
def echoing_console():
    behaves(True)


@test("a dead console is missed within 3 s in one line of the log, and what was moved meanwhile is written when it is back, nothing else")
def dead():
    channels = 40
    parameters = "".join(f"  c{n}: {{target: {{osc: x32, address: /ch/{n:02}/mix/fader}}}}\n" for n in range(1, channels + 1))
    values = {f"/ch/{n:02}/mix/fader": 0.25 for n in range(1, channels + 1)}
    console = Console(values=values)
    faderd = started(f"""\
version: 1
targets: {{x32: {{osc: "127.0.0.1:{console.port}", keepalive: {{send: /xremote, every: 8 s}}, queries: true}}}}
parameters:
{parameters}""")
    wait_until(lambda: all(near(faderd.value(f"c{n}"), 0.25) for n in (1, 2, 3, channels)), "the console's values")
    # The kernel refuses what is sent to a closed port. A console that is switched off only stays silent.
    console.heard.clear()
    console.mute = True
    faderd.set("c1", "0.5")
    wait_until(lambda: state(faderd, "c1")["state"] == "absent", "the console to be missed", 30)
    # Two questions in a row, the second one to more than one address, 0.9 s apart.
    asked = [address for _, address, arguments in console.heard if not arguments and address != "/xremote"]
    check(2 <= len(asked) <= 10, f"questions without an answer: {asked}")
    faderd.set("c2", "0.75")
    lines = [line for line in faderd.log().splitlines() if f"127.0.0.1:{console.port}" in line]
    equal(len(lines), 1, f"lines about the console: {lines}")
    check(" is not there: it has not answered for " in lines[0], lines[0])
    equal([state(faderd, f"c{n}")["state"] for n in range(1, channels + 1)], ["absent"] * channels, "the states")
    # Somebody moves a fader on the console before it is back in the network.
    console.heard.clear()
    console.values.update({"/ch/02/mix/fader": 0.1, "/ch/03/mix/fader": 0.6})
    console.mute = False
    wait_until(lambda: near(console.values["/ch/01/mix/fader"], 0.5), "what was moved before it was missed", 30)
    wait_until(lambda: near(console.values["/ch/02/mix/fader"], 0.75), "what was moved while it was away")
    wait_until(lambda: near(faderd.value("c3"), 0.6), "what was moved on the console")
    time.sleep(0.5)
    written = {where for _, where, arguments in console.heard if arguments}
    equal(written, {"/ch/01/mix/fader", "/ch/02/mix/fader"}, "what was written")
    lines = [line for line in faderd.log().splitlines() if f"127.0.0.1:{console.port}" in line]
    check(len(lines) == 2 and "is there again" in lines[1], f"lines: {lines}")


@test("only packets from a peer's own port count, unless its entry says otherwise, and its socket takes no other interface's")
def strangers():
    port, back = free_port(), free_port()
    program, other = Program(port), Program(free_port(), teller=back)
    text = f"""\
version: 1
targets: {{p: {{osc: "127.0.0.1:{port}", listen: {back}}}}}
parameters: {{a: {{target: {{osc: p, address: /a}}}}, b: {{target: {{osc: p, address: /b}}}}}}
"""
    faderd = started(text)
    faderd.set("b", "0.5")
    wait_until(lambda: program.set_to("/b") == [0.5], "the program to be reached")
    other.sender = ("127.0.0.1", back)
    other.tell("/a", 0.9)
    program.tell("/a", 0.25)
    wait_until(lambda: near(faderd.value("a"), 0.25), "the program's own value")
    other.tell("/a", 0.9)
    testing.stays(lambda: near(faderd.value("a"), 0.25), "what another program of this machine sent", 0.5)
    faderd.reload(text.replace("listen:", "from: any, listen:"))

    def told():
        other.tell("/a", 0.9)
        return near(faderd.value("a"), 0.9)
    wait_until(told, "any port of the address")
    faderd.reload(text.replace("listen:", f"from: {port + 1 if port < 65535 else port - 1}, listen:"))

    def refused():
        other.tell("/a", 0.1)
        return "which is not its address" in state(faderd, "a").get("note", "")
    wait_until(refused, lambda: state(faderd, "a"))
    check(near(faderd.value("a"), 0.9), "a port that is not the one of from:")
    with open("/proc/net/udp", encoding="utf-8") as file:
        local = [line.split()[1] for line in file if line.split()[1].endswith(f":{back:04X}")]
    equal(local, [f"0100007F:{back:04X}"], "the address that the socket is bound to")


@test("a bundle may be as large as a packet can be")
def large():
    console = Console(values={"/ch/01/mix/fader": 0.25})
    faderd = started(config(console.port))
    wait_until(lambda: near(faderd.value("ch1"), 0.25), "the value")
    messages = [encode(f"/ch/{n:03}/name", "n" * 38) for n in range(1000)] + [encode("/ch/01/mix/fader", 0.5)]
    bundle = b"#bundle\0" + b"\0" * 7 + b"\1" + b"".join(struct.pack(">I", len(each)) + each for each in messages)
    check(60000 < len(bundle) < 65507, f"{len(bundle)} bytes")
    console.link.sendto(bundle, next(iter(console.remotes)))
    wait_until(lambda: near(faderd.value("ch1"), 0.5), lambda: f"the value in a large bundle: {state(faderd)}")


@test("oscdump prints what a fader sends, and oscsend moves the motor")
def liblo():
    port, back = free_port(), free_port()
    faderd = started(f"""\
version: 1
targets:
  synth: {{osc: "127.0.0.1:{port}", listen: {back}, from: any}}
parameters:
  cutoff: {{min: 20, max: 20000, taper: log, target: {{osc: synth, address: /cutoff, feedback: /show/cutoff, send: value}}}}
  strip: {{target: {{osc: synth, address: /strip/fader, args: [3], range: [0, 127]}}}}
  steps: {{kind: integer, max: 5, target: {{osc: synth, address: /steps, send: value}}}}
  wave: {{kind: choice, options: [sine, saw, square], target: {{osc: synth, address: /wave}}}}
  count: {{kind: integer, max: 5000000000, target: {{osc: synth, address: /count, send: value}}}}
""" + native.desk({1: "cutoff", 2: "strip"}))
    dump = subprocess.Popen(["oscdump", "-L", str(port)], stdout=subprocess.PIPE, text=True)
    testing.defer(lambda: (dump.kill(), dump.wait()))
    lines = testing.lines_of(dump)
    time.sleep(0.5)
    faderd.set("cutoff", "440")
    faderd.set("strip", "0.5")
    faderd.set("steps", "4")
    faderd.set("wave", "saw")
    # More than an OSC integer can hold.
    faderd.set("count", "3000000000")
    for text in ("/cutoff f 440.0", "/strip/fader if 3 63.5", "/steps i 4", "/wave i 1", "/count i 2147483647"):
        wait_until(lambda: any(text in line for line in lines), lambda: f"{text}: {lines}")

    def send(*words):
        subprocess.run(["oscsend", "127.0.0.1", str(back), *words], check=True)
    send("/show/cutoff", "f", "1000")
    wait_until(lambda: near(faderd.value("cutoff"), 1000, 0.1), "the cutoff")
    wait_until(lambda: near(faderd.motor(1), faderd.parameter("cutoff")["position"], 0.001), "the motor")
    send("/strip/fader", "if", "4", "100")
    send("/strip/fader", "if", "3", "127")
    wait_until(lambda: faderd.value("strip") == 1, "the strip")
    send("/steps", "d", "2.0")
    wait_until(lambda: faderd.value("steps") == 2, "the integer")
    send("/wave", "h", "2")
    wait_until(lambda: faderd.value("wave") == "square", "the choice")


@test("a port that another program holds is opened when that program ends, and kept by an entry that a reload changes in other keys")
def ports():
    port, back = free_port(), free_port()
    holder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    holder.bind(("0.0.0.0", back))
    config = f"""\
version: 1
targets:
  synth: {{osc: "127.0.0.1:{port}", from: any, listen: {back}}}
parameters:
  cutoff: {{target: {{osc: synth, address: /cutoff}}}}
"""
    faderd = started(config)
    wait_until(lambda: f"another program listens on port {back}" in state(faderd, "cutoff").get("note", ""), lambda: state(faderd, "cutoff"))
    holder.close()
    equal(faderd.ctl("reload").exit, 0, "a reload that changes nothing")
    wait_until(lambda: state(faderd, "cutoff")["state"] == "bound", lambda: state(faderd, "cutoff"))
    check("another program" not in state(faderd, "cutoff").get("note", ""), lambda: state(faderd, "cutoff"))
    faderd.reload(config.replace(f"listen: {back}", f"listen: {back}, keepalive: {{send: /alive, every: 8 s}}"))
    for value in (0.25, 0.75):
        subprocess.run(["oscsend", "127.0.0.1", str(back), "/cutoff", "f", str(value)], check=True)
        wait_until(lambda: near(faderd.value("cutoff"), value), lambda: state(faderd, "cutoff"))
