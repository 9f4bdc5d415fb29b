"""OSC peers that are slow, change slowly, do not answer everything, or cannot be reached."""

import subprocess
import time

import native
import testing
from desks import encode
from sound import target
from osc import Console
from testing import check, equal, test, wait_until


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
    faderd.reload(config.replace("decimals", "step: 0.1, decimals"))
    inside = ["nsenter", "-t", str(faderd.process.pid), "-n"]
    # An empty bundle only asks whether somebody is there.
    receive = ("import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(('127.0.0.1', 9555)); s.settimeout(9)\n"
               "print(next(got for got in iter(lambda: s.recv(99), b'') if not got.startswith(b'#bundle')).hex())")
    subprocess.run([*inside, "ip", "link", "set", "lo", "up"], check=True)
    done = subprocess.run([*inside, "python3", "-c", receive], capture_output=True, text=True)
    equal(done.stdout.strip(), encode("/f", 0.7).hex(), f"what is received ({done.stderr})")
    wait_until(lambda: target(faderd, "f")["state"] == "bound", lambda: f"the end of the failure: {target(faderd, 'f')}")
    wait_until(lambda: "is there again" in faderd.log(), "a report in the log")
