"""A second machine in a network of its own: killed, cut off, and back, in every order."""

import os
import subprocess
import threading

import native
from door import follow, role
from machines import follower, key_of, open_door, roles_are
from testing import check, defer, equal, skip, test, wait_until

COUNT = 1000
CONFIG = native.MASTER
BIG = native.parameters([f"p.{n}" for n in range(COUNT)]) + native.desk({1: "p.0"})


class Hall:
    """Two network namespaces with a cable between them: `one` leads in the first, `two` follows it in the second."""

    def __init__(self, config=CONFIG):
        native.need_root()
        self.names = [f"f{word}{os.getpid()}" for word in ("one", "two")]
        self.ends = [f"f{word}{os.getpid()}" for word in ("n", "f")]
        for name in self.names:
            made = self.ip("netns", "add", name)
            if made.returncode:
                skip(f"no network namespace can be made: {made.stderr.strip()}")
            defer(lambda name=name: self.ip("netns", "delete", name))
        self.right("-n", self.names[0], "link", "add", self.ends[0], "type", "veth", "peer", "name", self.ends[1], "netns", self.names[1])
        for place in (0, 1):
            self.right("-n", self.names[place], "address", "add", f"10.213.78.{place + 1}/30", "dev", self.ends[place])
        self.plug(True)
        self.one = native.Daemon(config)
        self.start(self.one)
        key = key_of(self.one)
        self.open()
        self.two = follower(config, f"http://10.213.78.1:{self.port}", key)
        self.start(self.two)
        wait_until(lambda: follow(self.two).get("behind") is not None, lambda: f"the follower to have everything: {follow(self.two)}")

    @staticmethod
    def ip(*words):
        return subprocess.run(["ip", *words], capture_output=True, text=True, check=False)

    def right(self, *words):
        made = self.ip(*words)
        equal((made.returncode, made.stderr), (0, ""), f"ip {' '.join(words)}")

    def start(self, faderd):
        faderd.start(wrap=("ip", "netns", "exec", self.names[0 if faderd is self.one else 1]))

    def open(self, port=0):
        """Opens the door of the first machine."""
        self.door, self.port = open_door(self.one, port, inside=("ip", "netns", "exec", self.names[0]))

    def plug(self, isIn):
        """Plugs the cable in, or pulls it out."""
        for name, end in zip(self.names, self.ends):
            self.right("-n", name, "link", "set", end, "up" if isIn else "down")

    def are(self, one, two):
        roles_are(self.one, one, self.two, two)

    def same(self, name, value):
        wait_until(lambda: self.one.value(name) == value and self.two.value(name) == value, lambda: f"{name} to be {value} at both")


@test("the cable is pulled and plugged in again: the follower says so, catches up, and nobody takes over by himself")
def cut():
    hall = Hall()
    hall.one.ctl("set", "master", "-6")
    hall.same("master", -6)
    hall.plug(False)
    hall.one.ctl("set", "master", "-7")
    wait_until(lambda: "problem" in follow(hall.two) and follow(hall.two)["behind"] > 1, lambda: f"the follower to miss its leader: {follow(hall.two)}")
    equal((role(hall.one), role(hall.two), hall.two.value("master")), ("leader", "follower", -6), "roles and value without a cable")
    hall.plug(True)
    hall.same("master", -7)
    wait_until(lambda: "problem" not in follow(hall.two), "the follower to be content")


@test("promoted without a cable, and promoted again on the other side: when the cable is back, the higher term leads, whichever side that is", limit=240)
def apart():
    hall = Hall()
    one, two = hall.one, hall.two
    one.ctl("set", "master", "-6")
    hall.same("master", -6)
    hall.plug(False)
    check("does not answer" in two.ctl("promote").out, "what promote says without a cable")
    # Both drive now, and nobody can know.
    equal((role(one), role(two)), ("leader", "leader"), "roles without a cable")
    one.ctl("set", "master", "-50")
    two.ctl("set", "master", "-20")
    hall.plug(True)
    hall.are("follower", "leader")
    hall.same("master", -20)
    equal(one.status()["surfaces"], [], "surfaces of the former leader")
    # The other way round: the machine that asks has the lower term.
    hall.plug(False)
    one.ctl("promote")
    one.ctl("set", "master", "-30")
    two.ctl("set", "master", "-40")
    hall.plug(True)
    hall.are("leader", "follower")
    hall.same("master", -30)
    check(b"leads (term 2)" in native.read(two.log_file), "the log of the one that stands down")
    equal(len(one.status()["surfaces"]), 1, "surfaces of the leader")


@test("the leader dies without a cable and comes back, before or after the cable: it follows the one that was promoted", limit=240)
def returns():
    hall = Hall()
    one, two = hall.one, hall.two
    one.ctl("set", "master", "-6")
    hall.same("master", -6)
    for isCableFirst in (True, False):
        hall.plug(False)
        one.kill()
        two.ctl("promote")
        two.ctl("set", "master", "-21" if isCableFirst else "-22")
        if isCableFirst:
            hall.plug(True)
            hall.start(one)
        else:
            hall.start(one)
            equal(role(one), "leader", "role of the machine that nobody could tell anything")
            hall.plug(True)
        hall.are("follower", "leader")
        hall.same("master", -21 if isCableFirst else -22)
        # Back, by hand.
        equal(one.ctl("promote").exit, 0, "exit code of promote")
        hall.are("leader", "follower")


@test("1,000 parameters under motion reach the follower, which leads with their last values", limit=240)
def motion():
    hall = Hall(BIG)
    one, two = hall.one, hall.two
    lags, isOver = [], threading.Event()

    def watch():
        while not isOver.wait(0.1):
            lags.append(follow(two)["behind"])

    watcher = threading.Thread(target=watch)
    watcher.start()
    for turn in range(30):
        answer = one.request("PATCH", "/v1/parameters", {f"p.{n}": {"value": (turn * 31 + n) % 1000} for n in range(COUNT)})
        equal(answer.status, 200, f"status of a PATCH ({answer.body[:200]})")
    isOver.set()
    watcher.join()
    print(f"     behind: {max(lags):.2f} s at most, of {len(lags)} looks")
    last = [(29 * 31 + n) % 1000 for n in range(COUNT)]
    wait_until(lambda: [entry["value"] for entry in two.get("/v1/parameters")] == last, "the follower to have the last values")
    hall.plug(False)
    equal(two.ctl("promote").exit, 0, "exit code of promote")
    wait_until(lambda: abs(two.motor(1) - last[0] / 1000) < 0.001, "the motor of the new leader")
    equal([entry["value"] for entry in two.get("/v1/parameters")], last, "the values of the new leader")
