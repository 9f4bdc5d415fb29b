"""OSC peers that are slow, change slowly, do not answer everything, or cannot be reached."""

import socket
import struct
import subprocess
import threading
import time

import native
import testing
from sound import near, target
from test_osc import Console, Program, decode, encode, free_port
from testing import check, equal, test, wait_until


def started(parameter, port, **more):
    text = f"version: 1\nparameters:\n  f: {{{parameter}, target: {{osc: \"127.0.0.1:{port}\", address: /f{more.pop('keys', '')}}}}}\n"
    return native.Daemon(text + native.desk({1: "f"}), **more).start()


@test("a fade in small steps is followed, also on a logarithmic scale down to its lowest values")
def fade():
    port = free_port()
    program = Program(port, echoes=False)
    faderd = started("type: decibel", port, keys=", send: value")
    faderd.set("f", "-6")
    wait_until(lambda: program.set_to("/f"), "a set")
    for n in range(1, 201):
        program.tell("/f", -6 - 0.03 * n)
        time.sleep(0.002)
    wait_until(lambda: near(faderd.value("f"), -12, 0.1), lambda: f"-12 dB; it is {faderd.text('f')}")
    faderd.stop()
    faderd = started("min: 20, max: 20000, taper: log", port, keys=", send: value")
    faderd.set("f", "20")
    wait_until(lambda: program.set_to("/f") == [20.0], "20 Hz")
    program.tell("/f", 29.0)
    wait_until(lambda: near(faderd.value("f"), 29, 0.01), lambda: f"29 Hz; it is {faderd.text('f')}")


@test("a peer that echoes after 300 ms does not take the fader back after the release")
def slow():
    port = free_port()
    program = Program(port, echoes=False)
    faderd = started("decimals: 4", port)
    seen = 0

    def echo():
        nonlocal seen
        while seen < 10_000:
            for _, arguments in program.heard[seen:]:
                seen += 1
                threading.Timer(0.3, program.tell, ("/f", *arguments)).start()
            time.sleep(0.002)
    threading.Thread(target=echo, daemon=True).start()
    faderd.touch(1, True)
    for step in range(51):
        faderd.move(1, step / 50)
        time.sleep(0.02)
    faderd.touch(1, False)
    testing.stays(lambda: faderd.value("f") == 1, lambda: f"the value; it is {faderd.value('f')}", 0.8)
    seen = 10_000


class LateConsole(Console):
    """Answers questions 150 ms late, with the value that it had when it was asked."""

    def _take(self, packet, sender):
        address, arguments = decode(packet)
        if arguments or address not in self.values:
            return super()._take(packet, sender)
        self.heard.append((time.monotonic(), address, arguments))
        threading.Timer(0.15, lambda answer: self.link.sendto(answer, sender), [encode(address, self.values[address])]).start()


@test("an answer from before a set does not replace it")
def crossing():
    console = LateConsole(values={"/f": 0.25})
    faderd = native.Daemon(f"""\
version: 1
targets: {{x: {{osc: "127.0.0.1:{console.port}", queries: true}}}}
parameters: {{f: {{decimals: 4, target: {{osc: x, address: /f}}}}}}
""").start()
    faderd.set("f", "0.8")
    testing.stays(lambda: near(faderd.value("f"), 0.8, 0.001), lambda: f"the value; it is {faderd.value('f')}", 1)
    check(near(console.values["/f"], 0.8, 0.001), "the console")


@test("an address that is never answered does not make the console count as gone, and is told")
def unanswered():
    console = Console(values={"/b": 0.5})
    faderd = native.Daemon(f"""\
version: 1
targets: {{x: {{osc: "127.0.0.1:{console.port}", keepalive: {{send: /xremote, every: 200 ms}}, queries: true}}}}
parameters: {{a: {{target: {{osc: x, address: /typo}}}}, b: {{target: {{osc: x, address: /b}}}}, c: {{target: {{osc: x, address: /other}}}}}}
""").start()
    wait_until(lambda: faderd.value("b") == 0.5, "the answer")
    testing.stays(lambda: target(faderd, "b")["state"] == "bound", "bound", 2.5)
    check("nothing has been received for /typo" in target(faderd, "a").get("note", ""), f"the note: {target(faderd, 'a')}")
    check("note" not in target(faderd, "b"), f"the note: {target(faderd, 'b')}")
    console.close()
    wait_until(lambda: target(faderd, "b")["state"] == "absent", "the console to be missed")


class LossyConsole(Console):
    """Loses the first question about each value."""

    def _take(self, packet, sender):
        address, arguments = decode(packet)
        if arguments or address not in self.values or any(each[1] == address for each in self.heard):
            return super()._take(packet, sender)
        self.heard.append((time.monotonic(), address, arguments))


@test("a console that loses questions is asked again, and not for everything at once")
def lossy():
    values = {f"/{number}": (number + 1) / 1000 for number in range(100)}
    console = LossyConsole(values=dict(values))
    parameters = "".join(f"  p{number}: {{decimals: 4, target: {{osc: x, address: /{number}}}}}\n" for number in range(100))
    faderd = native.Daemon(f"version: 1\ntargets: {{x: {{osc: \"127.0.0.1:{console.port}\", queries: true}}}}\nparameters:\n{parameters}")
    faderd.start()
    wait_until(lambda: all(near(faderd.value(f"p{number}"), (number + 1) / 1000, 0.0005) for number in range(100)),
               lambda: f"the values; {sum(faderd.value(f'p{number}') > 0 for number in range(100))} are known", 15)
    times = [when for when, address, _ in console.heard if address in values]
    check(sum(when < times[0] + 0.4 for when in times) <= 16, f"{sum(when < times[0] + 0.4 for when in times)} questions awaited at once")


@test("what cannot be sent is reported, and sent when it can be")
def unsent():
    native.need_root()
    config = "version: 1\nparameters:\n  f: {decimals: 4, target: {osc: \"127.0.0.1:9555\", address: /f}}\n" + native.desk({1: "f"})
    faderd = native.Daemon(config)
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode != 0:
        testing.skip("no network namespace may be made")
    # In a new one the loopback interface is down.
    faderd.start(wrap=("unshare", "-n"))
    faderd.set("f", "0.7")
    wait_until(lambda: target(faderd, "f")["state"] == "absent", lambda: f"the failure: {target(faderd, 'f')}")
    check("Network is unreachable" in target(faderd, "f")["note"], f"the note: {target(faderd, 'f')}")
    time.sleep(1.5)
    equal(faderd.log().count("osc 127.0.0.1:9555 is not there: its socket cannot be opened: Network is unreachable"), 1, "reports in the log")
    # A reload that makes a new binding does not forget it.
    faderd.configure(config.replace("decimals", "step: 0.1, decimals"))
    equal(faderd.ctl("reload").exit, 0, "exit of reload")
    inside = ["nsenter", "-t", str(faderd.process.pid), "-n"]
    # An empty bundle only asks whether somebody is there.
    receive = ("import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(('127.0.0.1', 9555)); s.settimeout(9)\n"
               "print(next(got for got in iter(lambda: s.recv(99), b'') if not got.startswith(b'#bundle')).hex())")
    subprocess.run([*inside, "ip", "link", "set", "lo", "up"], check=True)
    done = subprocess.run([*inside, "python3", "-c", receive], capture_output=True, text=True)
    equal(done.stdout.strip(), encode("/f", 0.7).hex(), f"what is received ({done.stderr})")
    wait_until(lambda: target(faderd, "f")["state"] == "bound", lambda: f"the end of the failure: {target(faderd, 'f')}")
    wait_until(lambda: "is there again" in faderd.log(), "a report in the log")


@test("an integer gets whole numbers, a huge number is short, and a bad message in a bundle does not spoil the others")
def values():
    port, back = free_port(), free_port()
    faderd = native.Daemon(f"""\
version: 1
targets: {{x: {{osc: "127.0.0.1:{port}", listen: {back}, from: any}}}}
parameters:
  i: {{kind: integer, max: 5, target: {{osc: x, address: /i, send: value}}}}
  d: {{type: decibel, target: {{osc: x, address: /d, send: value}}}}
""").start()
    wait_until(lambda: target(faderd, "i")["state"] == "bound", "the targets")
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    testing.defer(link.close)
    stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    testing.defer(stranger.close)
    stranger.bind(("127.0.0.2", 0))
    stranger.sendto(encode("/i", 4), ("127.0.0.1", back))
    wait_until(lambda: "packets come from 127.0.0.2, which is not its address" in target(faderd, "i").get("note", ""),
               lambda: f"the note: {target(faderd, 'i')}")
    message = encode("/i", 2.5)
    elements = [b"/zz\0,q\0\0", message]
    bundle = b"#bundle\0" + b"\0" * 7 + b"\1" + b"".join(struct.pack(">I", len(each)) + each for each in elements)
    link.sendto(bundle, ("127.0.0.1", back))
    wait_until(lambda: faderd.value("i") == 3, lambda: f"a whole number; it is {faderd.value('i')}")
    link.sendto(b"/d\0\0,d\0\0" + struct.pack(">d", 1e308), ("127.0.0.1", back))
    wait_until(lambda: target(faderd, "d").get("read") == "1e+308, beyond the range", lambda: f"a short number: {target(faderd, 'd')}")
