"""A second machine: it keeps what the leader has, drives nothing, and takes over when somebody says so."""

import os
import time

import door
import native
from door import follow, role
from machines import Pair, key_of, open_door
from testing import check, equal, test, wait_until

CONFIG = """\
version: 1
lists: {drum: {kick: Kick, snare: Snare}}
types:
  loud: {min: -70, max: 6, unit: dB, default: -12, decimals: 1}
parameters:
  master: {type: loud}
  name: {kind: text, default: desk}
  side: {kind: choice, options: [left, right]}
  band: {kind: range, min: 0, max: 1000, gap: 10, decimals: 0}
  lamp: {kind: color}
  "{drum}.level": {type: decibel}
  go: {kind: trigger}
groups:
  drums: {of: ["{drum}.level"]}
""" + native.desk({1: "master", 2: "kick.level"})


NAMES = ("master", "name", "side", "band", "kick.level", "snare.level", "drums")


def moved(faderd):
    """Waits until the motor of master is where its value is."""
    wait_until(lambda: abs(faderd.motor(1) - faderd.parameter("master")["position"]) < 0.001, "the motor of master to go there")


def set_all(faderd):
    for name, text in (("master", "-6"), ("name", "live"), ("side", "right"), ("band", "100..200"), ("kick.level", "-3"), ("snare.level", "-20"), ("lamp", "#ff8000")):
        equal(faderd.ctl("set", name, text).exit, 0, f"exit code of set {name}")


@test("a follower has values of every kind, snapshots and history of its leader within a second, says whom it follows and how far behind, and keeps them over a restart")
def keeps():
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    set_all(one)
    one.ctl("snapshot", "save", "verse")
    one.ctl("set", "master", "-20")
    pair.synced(*NAMES)
    equal(two.shown("lamp"), one.shown("lamp"), "color")
    wait_until(lambda: [entry["number"] for entry in two.get("/v1/history")] == [entry["number"] for entry in one.get("/v1/history")], "the same history")
    equal(two.get("/v1/history"), one.get("/v1/history"), "history")
    equal([s["name"] for s in two.get("/v1/snapshots")], ["verse"], "snapshots")
    equal(two.ctl("snapshot", "show", "verse").out, one.ctl("snapshot", "show", "verse").out, "the snapshot")
    said = follow(two)
    equal((said["role"], said["term"], said["url"], said["other"]), ("follower", 0, f"http://127.0.0.1:{pair.port}", os.uname().nodename), "what the follower says")
    wait_until(lambda: 0 <= follow(two)["behind"] < 1, lambda: f"the follower to be at most a second behind: {follow(two)}")
    wait_until(lambda: follow(one).get("other") == os.uname().nodename and follow(one)["behind"] < 1, "the leader to know its follower")
    equal(role(one), "leader", "role of the leader")
    text = two.ctl("status").out
    check("follows" in text and "s behind" in text, text)
    # A snapshot that is deleted is gone there, too; so is an entry that is undone.
    one.ctl("snapshot", "delete", "verse")
    one.ctl("undo")
    wait_until(lambda: two.get("/v1/snapshots") == [] and two.value("master") == -6, "the deletion and the undo")
    two.stop()
    pair.close()
    two.start()
    equal((two.value("master"), two.value("name"), role(two)), (-6, "live", "follower"), "what is kept over a restart")
    wait_until(lambda: "problem" in follow(two), "the follower to say that nobody answers")
    equal(two.ctl("doctor").exit, 69, "exit code of doctor")


@test("a follower drives nothing: no surface, no motor; whatever would change something is refused with what to do, and a reload and a check are not")
def drives_nothing():
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    set_all(one)
    pair.synced(*NAMES)
    equal(two.status()["surfaces"], [], "surfaces of the follower")
    for arguments in (("set", "master", "0"), ("reset", "master"), ("step", "master", "1"), ("press", "go"), ("undo",), ("snapshot", "save", "x")):
        said = two.ctl(*arguments)
        check(said.exit != 0 and "faderctl promote" in said.err, f"{arguments}: {said.exit} {said.err}")
    for method, path, body in (
            ("PATCH", "/v1/parameters", {"master": {"value": 0}}), ("POST", "/v1/import", {"faderd-export": 1, "parameters": {}, "snapshots": {}}),
            ("POST", "/v1/declarations", {"id": "new", "min": 0, "max": 1}), ("POST", "/v1/parameters/master/edit", {}), ("PUT", "/v1/virtual/fader.1", {"position": 1})):
        answer = two.request(method, path, body)
        equal(answer.status, 409, f"status of {method} {path} ({answer.body})")
    equal(two.ctl("reload").exit, 0, "exit code of reload")
    equal(two.request("POST", "/v1/parameters/master/check", {"text": "-3"}).status, 200, "status of a check")
    equal(two.value("master"), -6, "value")
    equal(role(two), "follower", "role after a reload")


@test("promote: the follower drives with the leader's values, groups relate as they were, the former leader stops, follows and says so, over restarts of both, until it is promoted")
def promoted():
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    set_all(one)
    # At its stop, snare has an offset that its value does not show.
    one.ctl("set", "kick.level", "8")
    one.ctl("set", "drums", "6")
    one.ctl("set", "drums", "10")
    pair.synced(*NAMES)
    said = two.must("promote")
    check("has heard of it and drives nothing" in said, said)
    equal((role(two), role(one)), ("leader", "follower"), "roles")
    equal((follow(two)["term"], follow(one)["term"]), (1, 1), "terms")
    equal(len(two.status()["surfaces"]), 1, "surfaces of the new leader")
    equal(one.status()["surfaces"], [], "surfaces of the former one")
    moved(two)
    two.ctl("set", "drums", "0")
    equal((two.value("kick.level"), two.value("snare.level")), (8, -20), "members where they were")
    # The former leader follows, without a key of its own.
    wait_until(lambda: one.value("drums") == 0 and one.value("snare.level") == -20, "the former leader to follow")
    two.ctl("snapshot", "save", "chorus")
    wait_until(lambda: [s["name"] for s in one.get("/v1/snapshots")] == ["chorus"], "the snapshot at the former leader")
    check("faderctl promote" in one.ctl("set", "master", "0").err, "a refusal at the former leader")
    equal(two.ctl("promote").out.strip(), "leads already (term 1)", "what a second promote says")
    for faderd in (one, two):
        faderd.restart(kill=True)
    equal((role(two), role(one)), ("leader", "follower"), "roles after kill -9")
    two.ctl("set", "master", "-30")
    wait_until(lambda: one.value("master") == -30, "the former leader to follow again")
    # Back again, by hand.
    equal(one.ctl("promote").exit, 0, "exit code of promote at the former leader")
    wait_until(lambda: role(two) == "follower", "the second machine to follow again")
    equal((follow(one)["term"], one.value("master"), len(one.status()["surfaces"])), (2, -30, 1), "term, value and surfaces")
    one.ctl("set", "master", "-31")
    wait_until(lambda: two.value("master") == -31, "the second machine to keep up again")


@test("a follower that has heard nothing and keeps nothing is not promoted without --force; one that follows itself, a follower or a stranger says so")
def refused():
    pair = Pair(CONFIG, starts=False)
    one, two = pair.one, pair.two
    pair.close()
    two.start()
    said = two.ctl("promote")
    check(said.exit != 0 and "--force" in said.err, f"{said.exit} {said.err}")
    equal(role(two), "follower", "role after a refusal")
    wait_until(lambda: "refused" in follow(two).get("problem", "").lower() or "connection" in follow(two).get("problem", "").lower(), lambda: f"the reason: {follow(two)}")
    equal(two.ctl("promote", "--force").exit, 0, "exit code with --force")
    equal(role(two), "leader", "role with --force")
    # Its own door and key.
    alone = native.Daemon(CONFIG).start()
    key, (_, port) = key_of(alone), open_door(alone)
    native.write(f"{alone.directory}/k", key)
    os.chmod(f"{alone.directory}/k", 0o600)
    alone.reload(CONFIG + f'follow: {{url: "http://127.0.0.1:{port}", key-file: k}}\n')
    wait_until(lambda: "itself" in follow(alone).get("problem", ""), lambda: f"the reason: {follow(alone)}")
    equal((role(alone), alone.status()["surfaces"]), ("follower", []), "a config with a leader follows from the reload on")
    alone.reload(CONFIG)
    equal(len(alone.status()["surfaces"]), 1, "surfaces without follow")


@test("a leader that has lost its state empties nothing: the follower keeps what it has, says so, and leads with it")
def lost():
    pair = Pair(CONFIG)
    one, two = pair.one, pair.two
    set_all(one)
    one.ctl("snapshot", "save", "verse")
    pair.synced(*NAMES)
    wait_until(lambda: two.get("/v1/snapshots"), "the snapshot")
    one.stop()
    for name in os.listdir(one.state_directory):
        if name.startswith("state.json"):
            os.unlink(f"{one.state_directory}/{name}")
    two.stop()
    one.start()
    two.start()
    wait_until(lambda: "another state" in follow(two).get("problem", ""), lambda: f"the reason: {follow(two)}")
    equal((two.value("master"), [s["name"] for s in two.get("/v1/snapshots")]), (-6, ["verse"]), "what is kept")
    # Each answer has all of that state, so it is not asked for twice a second.
    before = one.switches()
    time.sleep(3)
    check(one.switches() - before < 15, lambda: f"{one.switches() - before} wake-ups of the leader in 3 s")
    two.ctl("promote")
    wait_until(lambda: role(one) == "follower", "the leader without a state to follow")
    moved(two)


@test("the key of a second machine opens nothing else, and without it nobody learns or ends a lead; what differs between the configs is said")
def keys():
    pair = Pair(CONFIG, second=CONFIG.replace("  name: {kind: text, default: desk}\n", "").replace("options: [left, right]", "options: [a, b]"))
    one, two = pair.one, pair.two
    set_all(one)
    pair.synced("master", "kick.level")
    wait_until(lambda: len(follow(two).get("differences", [])) == 2, lambda: f"the differences: {follow(two)}")
    check("name" in " ".join(follow(two)["differences"]) and "side" in " ".join(follow(two)["differences"]), follow(two))
    claim = {"name": "evil", "version": "9", "term": 5, "leads": True, "run": "ff"}
    for method, path in (("GET", "/v1/parameters"), ("GET", "/v1/status"), ("PUT", "/v1/parameters/master"), ("POST", "/v1/promote"), ("GET", "/v1/export"), ("GET", "/v1/events")):
        equal(door.ask("127.0.0.1", pair.port, pair.key, method, path, {"value": 0} if method == "PUT" else None)[0], 403, f"status of {method} {path}")
    equal(door.ask("127.0.0.1", pair.port, "x" * 32, "POST", "/v1/follow", claim)[0], 401, "status with another key")
    _, wide = door.start(one, "--lan", "--everything")
    host, port, key = door.parts(wide["url"])
    equal(door.ask(host, port, key, "POST", "/v1/follow", claim)[0], 403, "status with a key for everything")
    for broken in ({}, claim | {"name": "a\nb"}, claim | {"term": 2 ** 60}, claim | {"run": "zz"}, claim | {"changes": {}}, claim | {"term": -1}, []):
        equal(door.ask("127.0.0.1", pair.port, pair.key, "POST", "/v1/follow", broken)[0], 400, f"status of {broken}")
    equal(role(one), "leader", "role after all that")
