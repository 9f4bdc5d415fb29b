"""A second machine beside everything else that happens: reloads, undo, fades, pages, a full disk, wrong keys, strangers, a third machine."""

import http.server
import os
import threading

import door
import native
from door import follow, role
from machines import Pair, follower, key_of, named, open_door, roles_are
from testing import check, defer, equal, stays, test, wait_until

WEB = "web: {pages: {singer: [master]}}\n"
CONFIG = native.MASTER + WEB


def says(faderd, *words):
    """Waits until the problem that a daemon says of the other machine has these words."""
    wait_until(lambda: all(word in follow(faderd).get("problem", "") for word in words), lambda: f"a problem with {words}: {follow(faderd)}")


@test("each of the two says the other's name in status, as text and as JSON, before and after a promotion")
def names():
    pair = Pair(CONFIG, names=("band", "spare"))
    one, two = pair.one, pair.two
    wait_until(lambda: (follow(one).get("other"), follow(two).get("other")) == ("spare", "band"), lambda: f"the names: {follow(one)}, {follow(two)}")

    def row(faderd, word):
        return next((line.split(None, 1)[1] for line in faderd.ctl("status").out.splitlines() if line.split(None, 1)[0] == word), None)
    wait_until(lambda: (row(one, "follower") or "").startswith("spare, ") and (row(two, "follows") or "").startswith(f"band ({pair.url}), "),
               lambda: f"{one.ctl('status').out}{two.ctl('status').out}")
    equal(two.ctl("promote").out.split(";")[1], " band has heard of it and drives nothing", "what promote says")
    pair.are("follower", "leader")
    wait_until(lambda: (row(one, "follows") or "").startswith("spare, ") and (row(two, "follower") or "").startswith(f"band ({pair.url}), "),
               lambda: f"{one.ctl('status').out}{two.ctl('status').out}")


@test("a parameter that a follower's config gets at a reload has the leader's value; one that it loses is said; a reload with an error changes nothing")
def reloaded():
    pair = Pair(CONFIG, second=CONFIG.replace("  other: {min: 0, max: 10, step: 1, out-of-range: reject}\n", "").replace("      fader.3: other\n", ""))
    one, two = pair.one, pair.two
    equal(one.ctl("set", "other", "7").exit, 0, "exit code of set")
    wait_until(lambda: "other" in " ".join(follow(two).get("differences", [])), lambda: f"the difference: {follow(two)}")
    without = native.read(two.config_file).decode()
    two.reload(CONFIG + without.splitlines()[-1] + "\n")
    wait_until(lambda: two.value("other") == 7 and "differences" not in follow(two), lambda: f"the value of the new parameter: {two.value('other')}, {follow(two)}")
    two.configure("nonsense: 1\n")
    check(two.ctl("reload").exit != 0, "a config with an error")
    one.ctl("set", "other", "6")
    wait_until(lambda: two.value("other") == 6, "the follower to keep up")
    two.reload(without)
    wait_until(lambda: "other" in " ".join(follow(two).get("differences", [])), lambda: f"the difference: {follow(two)}")
    # The leader's config changes.
    one.reload(CONFIG.replace("max: 6", "max: 12"))
    one.ctl("set", "master", "10")
    wait_until(lambda: "master cannot have" in " ".join(follow(two).get("differences", [])), lambda: f"the difference: {follow(two)}")
    equal(two.value("master"), 6, "a value beyond the range of the follower")
    one.ctl("set", "master", "-3")
    wait_until(lambda: two.value("master") == -3 and "master" not in " ".join(follow(two)["differences"]), lambda: f"a value that fits: {follow(two)}")


@test("the page of a follower refuses what a key sets, says where to do it, and takes it once it leads; undo there takes back what was done at the former leader")
def page():
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    equal(one.ctl("set", "master", "-20").exit, 0, "exit code of set")
    equal(one.ctl("set", "master", "-10").exit, 0, "exit code of set")
    wait_until(lambda: two.value("master") == -10 and len(two.get("/v1/history")) == 2, "the follower to have it")
    _, opened = door.start(two, "--lan", "--page", "singer")
    host, port, key = door.parts(opened["url"])
    status, text = door.ask(host, port, key, "PUT", "/v1/parameters/master", {"value": -1})
    equal((status, "faderctl promote" in text), (409, True), f"answer to a key of a page ({text})")
    equal(door.ask(host, port, key, "POST", "/v1/promote")[0], 403, "status of a promotion by a key of a page")
    equal(two.ctl("promote").exit, 0, "exit code of promote")
    equal(two.ctl("undo").exit, 0, "exit code of undo")
    equal(two.value("master"), -20, "value after undo")
    equal(door.ask(host, port, key, "PUT", "/v1/parameters/master", {"value": -1})[0], 200, "status of a key of a page at the leader")
    wait_until(lambda: one.value("master") == -1, "the former leader to follow")


@test("a recall with a fade is under way when the follower is promoted: the fade ends at both, where the new leader has it")
def fade():
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    equal(one.ctl("set", "master", "-60").exit, 0, "exit code of set")
    equal(one.ctl("snapshot", "save", "low", "--only", "master").exit, 0, "exit code of save")
    equal(one.ctl("set", "master", "0").exit, 0, "exit code of set")
    wait_until(lambda: two.value("master") == 0, "the follower to have the value")
    equal(one.ctl("snapshot", "recall", "low", "--over", "60").exit, 0, "exit code of recall")
    wait_until(lambda: -60 < two.value("master") < -0.5, "the fade at the follower")
    equal(two.ctl("promote").exit, 0, "exit code of promote")
    pair.are("follower", "leader")
    value = two.value("master")
    check(-60 < value < 0, f"the fade is at {value}")
    pair.synced("master")
    stays(lambda: one.value("master") == two.value("master") == value, "the fade to be over", 1.5)


@test("the disk of a follower is full: it keeps up, is not promoted without --force, and leads with it until its next start")
def full():
    pair = Pair(CONFIG, starts=False)
    one, two = pair.one, pair.two
    native.mount(two.state_directory, "size=128k,mode=700")
    two.start()
    equal(one.ctl("set", "master", "-20").exit, 0, "exit code of set")
    pair.synced("master")
    wait_until(lambda: not two.saving()["unsaved"], "the follower to have saved it")
    with open(f"{two.state_directory}/filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 1024)
        except OSError:
            pass
    equal(one.ctl("set", "master", "-10").exit, 0, "exit code of set")
    pair.synced("master")
    wait_until(lambda: two.saving()["state"] == "failing", "the follower to say that it cannot save")
    said = two.ctl("promote")
    check(said.exit != 0 and "No space left" in said.err and "--force" in said.err, f"{said.exit} {said.err}")
    equal((role(one), role(two)), ("leader", "follower"), "roles after a refusal")
    equal(two.ctl("promote", "--force").exit, 0, "exit code with --force")
    pair.are("follower", "leader")
    equal(two.value("master"), -10, "value of the new leader")
    two.kill()
    os.unlink(f"{two.state_directory}/filler")
    two.start()
    # It does not know that it has led, and says what to do.
    says(two, "does not lead, either", "faderctl promote")
    equal(two.ctl("promote").exit, 0, "exit code of promote")
    pair.are("follower", "leader")


@test("a key that was revoked, one for something else, no key, a port without a door, a stranger and an earlier version: the follower says what is wrong, and what it has stays")
def wrong():
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    equal(one.ctl("set", "master", "-20").exit, 0, "exit code of set")
    pair.synced("master")
    equal(one.ctl("key", "revoke", "spare").exit, 0, "exit code of key revoke")
    says(two, "refuses the key in follow.key", "faderctl key add NAME --follow")
    # A new key is taken without a reload.
    native.write(f"{two.directory}/follow.key", key_of(one, "other"))
    wait_until(lambda: "problem" not in follow(two), lambda: f"the new key to be taken: {follow(two)}")
    text = native.read(two.config_file).decode()

    def tries(url, *words):
        two.reload(text.replace(pair.url, url))
        says(two, *words)
    _, wide = door.start(one, "--lan", "--everything")
    host, port, key = door.parts(wide["url"])
    native.write(f"{two.directory}/follow.key", key)
    tries(f"http://127.0.0.1:{port}", "is not for a second machine", "faderctl key add NAME --follow")
    os.unlink(f"{two.directory}/follow.key")
    tries(pair.url, "follow.key")
    native.write(f"{two.directory}/follow.key", key_of(one, "third"))
    os.chmod(f"{two.directory}/follow.key", 0o600)

    answers = {"status": 404, "body": b"{}"}

    class Stranger(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(answers["status"])
            self.send_header("Content-Length", str(len(answers["body"])))
            self.end_headers()
            self.wfile.write(answers["body"])

        def log_message(self, *words):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    defer(server.server_close)
    defer(server.shutdown)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tries(f"http://127.0.0.1:{server.server_port}", "earlier version")
    hello = b'{"name": "new", "version": "9.0.0", "term": 9, "leads": true, "run": "ff", "changes": '
    for answers["status"], answers["body"], word in (
            (200, b"hello", "another version"), (200, hello + b'{"mark": 5}}', "another version"), (500, b"", "answers 500"), (301, b"", "answers 301")):
        says(two, word)
    equal((two.value("master"), follow(two)["term"], role(two)), (-20, 0, "follower"), "what it has, and its term")
    two.reload(text)
    wait_until(lambda: "problem" not in follow(two), lambda: f"the follower to be content: {follow(two)}")


@test("two machines follow one leader: both keep up; one is promoted, and the other says whom to follow, and follows it once its config does; the last one promoted leads")
def third():
    pair = Pair(CONFIG, names=("band", "spare"))
    one, two = pair.one, pair.two
    three = follower(CONFIG, pair.url, key_of(one, "third")).start(wrap=named("third"))
    equal(one.ctl("set", "master", "-20").exit, 0, "exit code of set")
    for faderd in (two, three):
        wait_until(lambda: faderd.value("master") == -20, "both to keep up")
    equal(two.ctl("promote").exit, 0, "exit code of promote")
    pair.are("follower", "leader")
    says(three, "band follows spare now", "name spare in")
    equal((follow(three)["term"], role(three)), (1, "follower"), "term and role of the third")
    # The third one asks the former leader all the time, which goes on following the new one.
    wait_until(lambda: follow(one).get("other") == "spare", lambda: f"the former leader: {follow(one)}")
    stays(lambda: follow(one).get("other") == "spare" and "problem" not in follow(one), lambda: f"the former leader to name its leader: {follow(one)}", 1.5)
    two.ctl("set", "master", "-30")
    pair.synced("master")
    # It follows the new leader: no second command.
    _, port = open_door(two)
    native.write(f"{three.directory}/follow.key", key_of(two, "third"))
    three.reload(CONFIG + f'follow: {{url: "http://127.0.0.1:{port}", key-file: follow.key}}\n')
    wait_until(lambda: three.value("master") == -30 and "problem" not in follow(three), lambda: f"the third to follow the second: {follow(three)}")
    # Promoted, it tells the second one, which tells the first one.
    equal(three.ctl("promote").exit, 0, "exit code of the promotion of the third")
    roles_are(two, "follower", three, "leader")
    wait_until(lambda: follow(one)["term"] == 2 and role(one) == "follower", lambda: f"the first to hear of it: {follow(one)}")
    three.ctl("set", "master", "-40")
    wait_until(lambda: two.value("master") == -40, "the second to follow the third")
