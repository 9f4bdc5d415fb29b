"""The hall: several pages in one run, and keys that last, on the phones of two musicians."""

import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import urllib.parse

import native
from browser import Desk, Web, live, slider, until
from testing import check, defer, equal, skip, test, wait_until

CONFIG = """\
version: 1
parameters:
  drums.level: {label: Drums, min: 0, max: 1000, decimals: 0, default: 500}
  keys.level: {label: Keys, min: 0, max: 1000, decimals: 0, default: 500}
  talk.level: {label: Talk, min: 0, max: 1000, decimals: 0, default: 500}
web: {pages: {drums: ["drums.*"], keys: ["keys.*"]}}
""" + native.desk({1: "drums.level"})


class Hall(Desk):
    """A daemon, and a `faderctl web --lan --keys` on a port that stays."""

    def __init__(self, config=CONFIG):
        self.faderd = native.Daemon(config).start()
        self.port, self.process = native.free_port(), None
        self.listen()
        # Keys end and daemons stop in these tests, and an address is no secure origin.
        self.expects("Failed to load", "ERR_", "Cross-Origin-Opener-Policy")
        # Phones find the machine by an address here: there is no name on this network.
        probe = Web(self.faderd, "--lan", "--page", "drums")
        host = urllib.parse.urlsplit(probe.origin).hostname
        probe.end()
        if host.startswith("127."):
            skip("this machine has no address on a network")
        self.host = f"[{host}]" if ":" in host else host
        self.origin = f"http://{self.host}:{self.port}"
        self.serve()

    def serve(self, *arguments):
        self.process = subprocess.Popen(
            [native.FADERCTL, "web", "--lan", "--keys", "--port", str(self.port), "--socket", self.faderd.socket, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, env={"PATH": os.environ["PATH"], "HOME": self.faderd.directory})
        defer(self.process.kill)
        equal(self.process.stdout.readline().strip().split(":")[-1], f"{self.port}/", "the port that it prints")

    def dies(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def add(self, name, page, *arguments):
        """Makes a key that lasts; returns the text behind the address."""
        place, key = self.faderd.must("key", "add", name, "--page", page, "--port", str(self.port), *arguments).strip().split("#")
        check(place.endswith(f".local:{self.port}/"), f"the address: {place}")
        return key

    def phone(self, key):
        context = self.context()
        return context, self.open(context=context, url=f"{self.origin}/#{key}")

    @property
    def file(self):
        return f"{os.path.dirname(self.faderd.state_file)}/keys"


def names(page):
    return sorted(page.locator(".row .name").all_inner_texts())


def ask(url, key):
    """The status of a request with a key, without a browser."""
    return int(subprocess.run(["curl", "-sgo", "/dev/null", "-w", "%{http_code}", "-H", f"Authorization: Bearer {key}", f"{url}/v1/parameters"], capture_output=True, text=True).stdout)


@test("two musicians scan once: each has his own page after kill -9 of faderd and of faderctl web, and in a new tab; a lost phone is one revoke", limit=180)
def two():
    hall = Hall()
    anna, ben = hall.add("anna", "drums"), hall.add("ben", "keys")
    (one, drums), (_, keys) = hall.phone(anna), hall.phone(ben)
    equal((names(drums), names(keys)), (["Drums"], ["Keys"]), "the pages")
    def both_move(step):
        for page, name, id in ((drums, "Drums", "drums.level"), (keys, "Keys", "keys.level")):
            before = hall.faderd.value(id)
            slider(page, name).focus()
            page.keyboard.press("ArrowRight")
            wait_until(lambda: hall.faderd.value(id) > before, lambda: f"{id} after {step}: {hall.faderd.value(id)}")
    both_move("the scan")
    hall.faderd.restart(kill=True)
    for page in (drums, keys):
        live(page)
    both_move("kill -9 of faderd")
    hall.dies()
    drums.locator(".banner").wait_for()
    hall.serve()
    for page in (drums, keys):
        until(page, "document.documentElement.dataset.live === 'live'")
    both_move("kill -9 of faderctl web")
    # The tab was closed; the address in the browser has no key.
    again = hall.open(context=one, url=f"{hall.origin}/")
    equal((names(again), "#" in again.url), (["Drums"], False), "the page in a new tab, and its address")
    history = hall.faderd.get("/v1/history")
    check("anna" in json.dumps(history) and "ben" in json.dumps(history), "the names in the history")
    equal(hall.faderd.ctl("key", "revoke", "anna").out, "anna: revoked\n", "what key revoke says")
    for page in (drums, again):
        page.get_by_text("The key of this page is no longer valid").first.wait_for()
    equal(again.evaluate("[localStorage.getItem('faderd.key'), sessionStorage.getItem('faderd.key')]"), [None, None], "what the browser keeps of it")
    equal((ask(hall.origin, anna[1:]), ask(hall.origin, ben[1:])), (401, 200), "what the keys open")
    hall.faderd.restart(kill=True)
    wait_until(lambda: ask(hall.origin, ben[1:]) == 200, "the other key after a restart")
    equal(ask(hall.origin, anna[1:]), 401, "status with the revoked key after a restart")


@test("a page that is changed or gone shows that at once on the phone; a stolen file of the keys opens nothing; names, wrong pages and twice the same are refused")
def changed():
    hall = Hall()
    key = hall.add("anna", "drums")
    _, page = hall.phone(key)
    hall.faderd.reload(CONFIG.replace('drums: ["drums.*"]', 'drums: ["talk.*"]'))
    wait_until(lambda: names(page) == ["Talk"], lambda: f"the changed page: {names(page)}")
    equal(os.stat(hall.file).st_mode & 0o777, 0o600, "the mode of the file")
    with open(hall.file, encoding="utf-8") as file:
        stolen = json.load(file)
    digest = stolen["keys"]["anna"]["sha256"]
    equal(digest, hashlib.sha256(key[1:].encode()).hexdigest(), "what is kept")
    for shown in (digest, digest[:32], digest[:42], "0" * 32, ""):
        equal(ask(hall.origin, shown), 401, f"status with {shown}")
    for arguments, code, words in ((("add", "anna", "--page", "drums"), 65, "another key with the name"), (("add", "x", "--page", "drum"), 65, 'did you mean "drums"'),
                                   (("add", "a b", "--page", "drums"), 64, "letters"), (("revoke", "nobody"), 65, "nobody")):
        done = hall.faderd.ctl("key", *arguments)
        check((done.exit, words in done.err) == (code, True), f"{arguments}: {done}")
    equal(hall.faderd.ctl("key", "list").out.split()[:3], ["anna", "page", "drums"], "key list")
    listed = hall.faderd.get("/v1/keys")
    equal([(one["name"], one["page"], one["lasting"], one.get("process")) for one in listed], [("anna", "drums", True, None)], "the keys in the API")


@test("a run of several pages has one port and a key for each; a revoked one ends alone, and the others come back after a restart of the daemon")
def several():
    hall = Hall()
    hall.faderd.fails(64, "twice", "web", "--lan", "--page", "drums", "--page", "drums")
    run = subprocess.Popen([native.FADERCTL, "web", "--lan", "--page", "drums", "--page", "keys", "--json", "--socket", hall.faderd.socket], stdout=subprocess.PIPE, text=True,
                           env={"PATH": os.environ["PATH"], "HOME": hall.faderd.directory})
    defer(run.kill)
    made = {one["page"]: one for one in (json.loads(run.stdout.readline()) for _ in range(2))}
    equal(sorted(made), ["drums", "keys"], "the pages")
    (place, drums), (other, keys) = (made[page]["url"].split("/#") for page in ("drums", "keys"))
    equal((place, drums != keys), (other, True), "one port, two keys")
    equal((ask(place, drums), ask(place, keys)), (200, 200), "both")
    equal(hall.faderd.ctl("token", "revoke", made["drums"]["key"]).exit, 0, "exit of token revoke")
    equal((ask(place, drums), ask(place, keys)), (401, 200), "after a revoke")
    hall.faderd.restart(kill=True)
    wait_until(lambda: ask(place, keys) == 200, "the other key at the new daemon")
    equal(ask(place, drums), 401, "the revoked one")
    # A key that lasts is admitted there, too.
    equal(ask(place, hall.add("anna", "drums")[1:]), 200, "a key that lasts")


@test("the sheet has the page, a code that a phone reads, and what to do; one sheet for all makes new keys and ends the old ones", limit=120)
def posters():
    if not shutil.which("zbarimg"):
        skip("there is no zbarimg")
    hall = Hall()
    folder = native.scratch()
    old = {}
    for name, page in (("anna", "drums"), ("ben", "keys")):
        old[name] = hall.add(name, page, "--poster", f"{folder}/{name}.svg", "--wifi", "Band & <Co>")
        equal(os.stat(f"{folder}/{name}.svg").st_mode & 0o777, 0o600, "the mode of the sheet")
        check(old[name] in read(hall, f"{folder}/{name}.svg")[0], f"the code of {name}")
        check(">Wi-Fi: Band &amp; &lt;Co&gt;<" in native.read(f"{folder}/{name}.svg").decode(), "the network")
    for wrong in ("", "x" * 33, "two\nlines"):
        equal(hall.faderd.ctl("key", "poster", f"{folder}/no.svg", "--wifi", wrong).exit, 64, f"exit of --wifi {wrong!r}")
    equal(hall.faderd.ctl("key", "add", "carl", "--page", "keys", "--wifi", "x").exit, 64, "exit of --wifi without a sheet")
    done = hall.faderd.ctl("key", "poster", f"{folder}/all.svg", "--port", str(hall.port))
    equal(done.exit, 0, f"exit of key poster ({done.err})")
    check("new keys for anna, ben" in done.err, done.err)
    codes = read(hall, f"{folder}/all.svg")
    equal(len(codes), 2, f"codes on the sheet: {codes}")
    texts = native.read(f"{folder}/all.svg").decode()
    check(">drums<" in texts and ">keys<" in texts and "Scan me once" in texts and "Wi-Fi" not in texts, "the words of the sheet")
    for key in old.values():
        equal(ask(hall.origin, key[1:]), 401, "status with an old key")
    for code in codes:
        check(code.startswith("http://") and f".local:{hall.port}/#~" in code, code)
        equal(ask(hall.origin, code.split("#~")[1]), 200, "status with a new key")


def read(hall, svg):
    """The QR codes of a sheet, as a reader finds them in a picture of it."""
    page = hall.context(viewport={"width": 1200, "height": 1700}).new_page()
    page.set_content(f"<body style='margin:0'><div style='width:1190px'>{re.sub(r'(width|height)=.[0-9]+mm.', '', native.read(svg).decode())}</div></body>")
    picture = f"{svg}.png"
    page.screenshot(path=picture)
    done = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
    return done.stdout.split()


@test("systemd may hold the port: a phone that comes while nobody serves it waits and is answered, and the socket stays open when the program is killed")
def activated():
    hall = Hall()
    key = hall.add("anna", "drums")
    hall.dies()
    listening = socket.create_server(("127.0.0.1", 0))
    waiting = socket.create_connection(listening.getsockname())
    waiting.sendall(f"GET /v1/parameters HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key[1:]}\r\nConnection: close\r\n\r\n".encode())
    for _ in range(2):
        # The process id is known only to the process itself.
        run = subprocess.Popen(["bash", "-c", f"exec 3<&{listening.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec {native.FADERCTL} web --lan --keys --socket {hall.faderd.socket}"],
                               pass_fds=[listening.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": hall.faderd.directory})
        defer(run.kill)
        waiting.settimeout(20)
        answer = b""
        while chunk := waiting.recv(65536):
            answer += chunk
        check(b"200 OK" in answer and b"drums.level" in answer and b"keys.level" not in answer, answer[:300])
        run.send_signal(signal.SIGKILL)
        run.wait(10)
        waiting = socket.create_connection(listening.getsockname())
        waiting.sendall(f"GET /v1/parameters HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key[1:]}\r\nConnection: close\r\n\r\n".encode())


@test("a file of keys that is open to others, or damaged, is not used and not overwritten, and the daemon runs; a key that cannot be saved is none")
def files():
    hall = Hall()
    key = hall.add("anna", "drums")
    _, page = hall.phone(key)
    before = native.read(hall.file)
    for what, change, back in (("open to other users", lambda: os.chmod(hall.file, 0o644), lambda: os.chmod(hall.file, 0o600)),
                               ("damaged", lambda: native.write(hall.file, before[:-20]), lambda: native.write(hall.file, before))):
        hall.faderd.stop()
        change()
        changed = native.read(hall.file)
        hall.faderd.start()
        done = hall.faderd.ctl("key", "add", "ben", "--page", "keys")
        check(done.exit != 0 and what in done.err, f"{what}: {done}")
        equal((native.read(hall.file), hall.faderd.get("/v1/keys")), (changed, []), f"the file that is {what}, and the keys in force")
        # A phone whose key was refused would forget it.
        wait_until(lambda: ask(hall.origin, key[1:]) == 503, f"what a phone is told while the file is {what}")
        hall.faderd.stop()
        back()
        os.chmod(hall.file, 0o600)
        hall.faderd.start()
        wait_until(lambda: ask(hall.origin, key[1:]) == 200, "the key with the file as it was")
        live(page)
    if os.geteuid() == 0:
        undo = native.make_read_only(os.path.dirname(hall.file))
        done = hall.faderd.ctl("key", "add", "ben", "--page", "keys")
        check(done.exit != 0 and "could not be saved" in done.err, f"without a disk: {done}")
        equal([one["name"] for one in hall.faderd.get("/v1/keys")], ["anna"], "the keys in force")
        undo()
