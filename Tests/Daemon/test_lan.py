"""`faderctl web --lan`: addresses, the QR code, names that are accepted, and a band of phones."""

import fcntl
import http.client
import json
import os
import pty
import select
import shutil
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

import native
from door import ask, parts, start
from testing import PATIENCE, check, defer, equal, skip, test, wait_until

CONFIG = """\
version: 1
parameters:
  drums.level: {label: Drums, min: 0, max: 1000, decimals: 0}
""" + "".join(f"  drums.p{n}: {{min: 0, max: 1000, decimals: 0}}\n" for n in range(16)) + """\
  hidden.one: {min: 0, max: 1}
web: {pages: {drums: ["drums.*"], bass: [hidden.one]}}
"""


@test("--lan wants to know for whom, and says which options say so; a page that is not there is named, with the one that was meant")
def usage():
    faderd = native.Daemon(CONFIG).start()
    said = faderd.ctl("web", "--lan")
    equal(said.exit, 64, "exit code without --page and --everything")
    check("--page NAME" in said.err and "--everything" in said.err, said.err)
    equal(faderd.ctl("web", "--lan", "--page", "drums", "--everything").exit, 64, "exit code with both")
    for host in ("http://mixer", "mixer:80", "", "a/b", "a b"):
        equal(faderd.ctl("web", "--host", host).exit, 64, f"exit code with --host {host!r}")
    faderd.fails(65, 'did you mean "drums"?', "web", "--lan", "--page", "drum")
    equal(faderd.get("/v1/keys"), [], "keys")


@test("each address that is printed works, with the key of its page alone; keys are listed with it, and revoking one ends its streams and nobody else's")
def addresses():
    faderd = native.Daemon(CONFIG).start()
    _, drums = start(faderd, "--lan", "--page", "drums")
    _, bass = start(faderd, "--lan", "--page", "bass")
    _, again = start(faderd, "--lan", "--page", "drums")
    equal((drums["key"], drums["page"], bass["key"]), ("lan-drums", "drums", "lan-bass"), "names of the keys")
    equal(again["key"], f"lan-drums-{parts(again['url'])[1]}", "the name of a second key for the page")
    urls = drums.get("urls", [drums["url"]])
    equal(urls[0], drums["url"], "the best address is the first")
    for url in urls:
        host, port, key = parts(url)
        status, text = ask(host, port, key)
        equal(status, 200, f"status at {host}")
        check("drums.level" in text and "hidden" not in text, f"what {host} answers: {text[:200]}")
        equal(ask(host, port, key, path="/v1/history")[0], 403, "status of the history")
        equal(ask(host, port, "x" * 32)[0], 401, "status with another key")
        equal(ask(host, port, key, path="/config")[0], 404, "status of the config, which only this machine's user edits")
    listed = faderd.ctl("token", "list").out
    check("lan-drums" in listed and "page drums" in listed and "page bass" in listed, listed)

    def stream(url):
        host, port, key = parts(url)
        link = socket.create_connection((host, port), timeout=PATIENCE)
        defer(link.close)
        name = f"[{host}]" if ":" in host else host
        link.sendall(f"GET /v1/events HTTP/1.1\r\nHost: {name}:{port}\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
        received = b""
        while b"event: state" not in received:
            received += link.recv(65536)
        return link

    mine, theirs = stream(drums["url"]), stream(bass["url"])
    equal(faderd.ctl("token", "revoke", "lan-drums").exit, 0, "exit code of revoke")
    received = b""
    # The last chunk.
    while not received.endswith(b"0\r\n\r\n"):
        received += mine.recv(65536)
    host, port, key = parts(drums["url"])
    equal(ask(host, port, key)[0], 401, "status with the revoked key")
    faderd.put("hidden.one", value=1)
    received = b""
    while b"event: parameter" not in received:
        received += theirs.recv(65536)
    equal(ask(*parts(again["url"]))[0], 200, "status with the second key of the page")


@test("on the LAN it answers to addresses and to the machine's own names; a name of somebody else is DNS rebinding; --host adds a proxy's, with https")
def hosts():
    faderd = native.Daemon(CONFIG).start()
    _, opened = start(faderd, "--lan", "--page", "drums", "--host", "mixer.example")
    host, port, key = parts(opened["urls"][-1])
    short = socket.gethostname().split(".")[0]
    for name in ("127.0.0.1", "192.168.77.5", "[fd00::17]", "localhost", short, f"{short}.local", f"{short.upper()}:{port}", "mixer.example", "mixer.example:8443"):
        equal(ask(host, port, key, Host=name)[0], 200, f"status with Host {name}")
    for name in ("evil.example", f"evil.example:{port}", f"{short}.evil.example", "mixer.example.evil", "x.mixer.example", "192.168.77.5.evil", "1.2.3", "0x7f.1", "[fd00::zz]", "[fd00::1",
                 "", "mixer.example@evil", "256.1.1.1"):
        status, text = ask(host, port, key, Host=name)
        equal(status, 403, f"status with Host {name!r}")
        check("mixer.example" in text and "hidden" not in text, text)
    for name, origin, wanted in (
            ("192.168.77.5:1", "http://192.168.77.5:1", 200), ("192.168.77.5:1", "https://192.168.77.5:1", 403), ("192.168.77.5", "http://192.168.77.6", 403),
            ("mixer.example", "https://mixer.example", 200), ("mixer.example", "http://mixer.example", 200), ("mixer.example:8443", "https://mixer.example:8443", 200),
            ("mixer.example", "https://evil.example", 403), ("mixer.example", "null", 403), (short, f"https://{short}", 403)):
        equal(ask(host, port, key, Host=name, Origin=origin)[0], wanted, f"status with Host {name} and Origin {origin}")
    _, wide = start(faderd, "--lan", "--everything")
    equal((ask(*parts(wide["url"]), path="/config")[0], ask(*parts(wide["url"]), path="/v1/history")[0]), (404, 200), "statuses with a key for everything")
    # On a loopback port only the proxy's name is added.
    process, local = start(faderd, "--page", "drums", "--host", "mixer.example", "--port", str(native.free_port()))
    equal(local["url"].split("/#")[0], "https://mixer.example", "the address to open")
    port = next(int(line.split()[1].split(":")[1], 16) for line in listening(process))
    key = local["url"].split("/#")[1]
    equal([ask("127.0.0.1", port, key, Host=name)[0] for name in ("mixer.example", "127.0.0.1", "192.168.77.5", "evil.example")], [200, 200, 403, 403], "statuses on loopback")


def listening(process):
    """The lines of /proc about the TCP sockets on which a process listens."""
    inodes = set()
    for number in os.listdir(f"/proc/{process.pid}/fd"):
        try:
            inodes.add(os.readlink(f"/proc/{process.pid}/fd/{number}").removeprefix("socket:[").rstrip("]"))
        except OSError:
            continue
    return [line for family in ("tcp", "tcp6") for line in open(f"/proc/net/{family}", encoding="ascii") if line.split()[3] == "0A" and line.split()[9] in inodes]


def drawn(faderd, columns, *arguments, **environment):
    """What `faderctl web` draws in a terminal of that many columns, until it is quiet, and its first line."""
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        [native.FADERCTL, "web", "--socket", faderd.socket, *arguments], stdin=subprocess.DEVNULL, stdout=other, stderr=subprocess.STDOUT,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"} | environment)
    os.close(other)
    defer(lambda: (process.kill(), process.wait(), os.close(main)))
    received = b""
    # The address comes first. After the last line there is a second without anything.
    while b"plain HTTP" not in received or select.select([main], [], [], 1)[0]:
        received += os.read(main, 65536)
    text = received.decode().replace("\r\n", "\n")
    return text.split("\n")[0], text


def picture(text):
    """The dark modules of a code that is drawn with half blocks, as an image in PGM."""
    rows = [line.split("m", 1)[1].split("\x1b")[0] for line in text.split("\n") if line.startswith("\x1b[38;5;16;48;5;231m")]
    modules = []
    for row in rows:
        modules.append([character in "█▀" for character in row])
        modules.append([character in "█▄" for character in row])
    scale, width = 8, len(rows[0])
    lines = [b"".join((b"\x00" if dark else b"\xff") * scale for dark in row) for row in modules for _ in range(scale)]
    return f"P5 {width * scale} {len(modules) * scale} 255\n".encode() + b"".join(lines)


@test("in a terminal a QR code is the very address, in colors of its own; not in a pipe, in a narrow terminal, or without UTF-8, and that is said")
def code():
    if not shutil.which("zbarimg"):
        skip("there is no zbarimg")
    faderd = native.Daemon(CONFIG).start()
    for arguments in (["--lan", "--page", "drums"], ["--lan", "--everything", "--host", "mixer.example"]):
        address, text = drawn(faderd, 100, *arguments)
        check("\x1b[38;5;16;48;5;231m" in text and "\x1b[0m" in text, f"the colors: {text[:300]!r}")
        read = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-"], input=picture(text), capture_output=True, check=False)
        equal(read.stdout.decode().strip(), address, f"what a phone reads; {read.stderr.decode()}")
    check("too narrow for the QR code" in drawn(faderd, 20, "--lan", "--page", "drums")[1], "what it says in a narrow terminal")
    plain = drawn(faderd, 100, "--lan", "--page", "drums", LANG="C")[1]
    check("not UTF-8" in plain and "█" not in plain, plain)
    piped = subprocess.Popen([native.FADERCTL, "web", "--lan", "--page", "drums", "--socket", faderd.socket], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    defer(lambda: (piped.kill(), piped.communicate()))
    piped.stdout.readline()
    check(b"plain HTTP" in piped.stderr.readline() + piped.stderr.readline(), "it does not say that it is plain HTTP")
    check(not select.select([piped.stdout], [], [], 0.5)[0], "there is more than the address in a pipe")


class Phone(threading.Thread):
    """One phone: a stream, and a drag after another of its own parameter."""

    def __init__(self, url, number, until):
        super().__init__(daemon=True)
        self.host, self.port, self.key = parts(url)
        self.name, self.until = f"drums.p{number}", until
        self.moves, self.slowest, self.wrong, self.received = 0, 0.0, [], b""
        self.link = socket.create_connection((self.host, self.port), timeout=PATIENCE)
        defer(self.link.close)
        host = f"[{self.host}]" if ":" in self.host else self.host
        self.link.sendall(f"GET /v1/events?form=batch&rate=30 HTTP/1.1\r\nHost: {host}:{self.port}\r\nAuthorization: Bearer {self.key}\r\n\r\n".encode())

    def run(self):
        link = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        while not self.until.is_set():
            started = time.monotonic()
            link.request("PUT", f"/v1/parameters/{self.name}", json.dumps({"position": self.moves % 100 / 100, "gesture": "hand"}), headers)
            answer = link.getresponse()
            answer.read()
            if answer.status != 200:
                self.wrong.append(answer.status)
            self.slowest = max(self.slowest, time.monotonic() - started)
            self.moves += 1
            while select.select([self.link], [], [], 0)[0]:
                self.received += self.link.recv(1 << 20)

    def reads(self, word):
        while word not in self.received:
            more = self.link.recv(1 << 20)
            check(more, f"the stream of {self.name} has ended")
            self.received += more


@test("sixteen phones with one key that drag at once all get on; four have a stream and see the end, the others are refused one, and the Unix socket keeps its places", limit=300, alone=True)
def band():
    faderd = native.Daemon(CONFIG).start()
    _, opened = start(faderd, "--lan", "--page", "drums")
    over = threading.Event()
    phones = [Phone(opened["url"], number, over) for number in range(16)]
    for phone in phones:
        phone.start()
    slowest = 0.0
    for _ in range(30):
        began = time.monotonic()
        equal(faderd.value("hidden.one"), 0, "the value on the Unix socket")
        slowest = max(slowest, time.monotonic() - began)
    wait_until(lambda: all(phone.moves >= 30 for phone in phones), lambda: f"each to move thirty times: {[phone.moves for phone in phones]}")
    over.set()
    for phone in phones:
        phone.join(PATIENCE)
    equal([phone.wrong for phone in phones], [[]] * 16, "refusals")
    moves = sorted(phone.moves for phone in phones)
    print(f"     {moves[0]} to {moves[-1]} moves each, the slowest took {max(phone.slowest for phone in phones) * 1000:.0f} ms; the Unix socket at most {slowest * 1000:.0f} ms")
    check(moves[0] * 4 >= moves[-1], f"one starves: {moves}")
    faderd.put_durably("drums.level", 777)
    for phone in phones:
        phone.reads(b"\r\n")
    live = [phone for phone in phones if phone.received.startswith(b"HTTP/1.1 200")]
    equal((len(live), sum(phone.received.startswith(b"HTTP/1.1 429") for phone in phones)), (4, 12), "streams of one key")
    for phone in live:
        phone.reads(b'"777"')
        check(b"hidden" not in phone.received, "a stream has what is not on the page")
    equal(faderd.status()["connections"]["streams"], 4, "streams")
    more = [Phone(opened["url"], 0, over) for _ in range(40)]
    equal({phone.link.recv(100).split(b" ")[1] for phone in more}, {b"429"}, "streams beyond four")
    with faderd.connect() as link:
        link.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        check(link.recv(100).startswith(b"HTTP/1.1 200"), "a program on the Unix socket gets no stream")


# Opens a stream, says so, and never closes it.
PHONE = """\
import socket, sys, time
link = socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=30)
link.sendall(f"GET /v1/events HTTP/1.1\\r\\nHost: {sys.argv[1]}\\r\\nAuthorization: Bearer {sys.argv[3]}\\r\\n\\r\\n".encode())
received = b""
while b"event: state" not in received:
    received += link.recv(65536)
print("state", flush=True)
time.sleep(300)
"""


@test("a phone that leaves the network without a word loses its stream within a minute, and its place with it", limit=180)
def leaves():
    native.need_root()
    faderd = native.Daemon(CONFIG).start()
    # Two namespaces, because a browser that is tested elsewhere starts its requests again when a network of this machine changes.
    desk, room, near, far = (f"{word}{os.getpid()}" for word in ("fdesk", "froom", "fdn", "fdf"))

    def ip(*words):
        return subprocess.run(["ip", *words], capture_output=True, text=True, check=False)

    for name in (desk, room):
        made = ip("netns", "add", name)
        if made.returncode:
            skip(f"no network namespace can be made: {made.stderr.strip()}")
        defer(lambda name=name: ip("netns", "delete", name))
    for words in (("-n", desk, "link", "add", near, "type", "veth", "peer", "name", far, "netns", room),
                  ("-n", desk, "address", "add", "10.213.77.1/30", "dev", near), ("-n", desk, "link", "set", near, "up"), ("-n", room, "address", "add", "10.213.77.2/30", "dev", far), ("-n", room, "link", "set", far, "up")):
        made = ip(*words)
        equal((made.returncode, made.stderr), (0, ""), f"ip {' '.join(words)}")
    _, opened = start(faderd, "--lan", "--page", "drums", inside=("ip", "netns", "exec", desk))
    host, port, key = parts(opened["url"])
    equal(host, "10.213.77.1", "the address that is printed")
    phone = subprocess.Popen(["ip", "netns", "exec", room, sys.executable, "-c", PHONE, host, str(port), key], stdout=subprocess.PIPE, text=True)
    defer(lambda: (phone.kill(), phone.communicate()))
    equal(phone.stdout.readline(), "state\n", "what the phone got")
    equal(faderd.status()["connections"]["streams"], 1, "streams")
    ip("-n", room, "link", "set", far, "down")
    began = time.monotonic()
    wait_until(lambda: faderd.status()["connections"]["streams"] == 0, "the end of the stream", timeout=120)
    took = time.monotonic() - began
    check(took < 60, f"it took {took:.0f} s")
