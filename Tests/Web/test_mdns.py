"""A phone finds the page by the machine's name, studio.local, and keeps it when the machine gets another address: two networks of their own, with avahi."""

import glob
import os
import re
import subprocess
import tempfile

import native
import testing
from browser import CHROMIUM, FRUGAL, live, playwright, slider
from testing import check, defer, equal, skip, test, wait_until

NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.build/mdns")
LIBRARIES = ":".join(sorted({os.path.dirname(each) for each in glob.glob(f"{NAMES}/**/*.so.*", recursive=True)}))
CONFIG = """\
version: 1
parameters: {drums: {label: Drums, min: 0, max: 1000, decimals: 0, default: 500}}
web: {pages: {drums: ["drums"]}}
""" + native.desk({1: "drums"})
AVAHI = """\
[server]
host-name={name}
use-ipv6=no
enable-dbus=no
"""
LOOK_UP = "hosts: files mdns4_minimal [NOTFOUND=return] dns\n"


class Machine:
    """A machine with a name and a network of its own. Its /run and how it looks up names are its own, too; the files are those of this machine."""

    def __init__(self, name):
        self.directory = tempfile.mkdtemp()
        # avahi-daemon asks for its user, even where it stays root.
        users, groups = (open(f"/etc/{file}", encoding="utf-8").read() for file in ("passwd", "group"))
        for file, text in (("avahi.conf", AVAHI.format(name=name)), ("nsswitch.conf", LOOK_UP),
                           ("passwd", f"{users}avahi:x:61234:61234::/:/bin/false\n"), ("group", f"{groups}avahi:x:61234:\n")):
            native.write(f"{self.directory}/{file}", text)
        inside = f"""
            hostname {name}
            mount -t tmpfs run /run
            for file in nsswitch.conf passwd group; do mount --bind {self.directory}/$file /etc/$file; done
            ip link set lo up
            echo ready
            exec sleep infinity"""
        self.process = subprocess.Popen(["unshare", "--net", "--mount", "--uts", "--propagation", "private", "bash", "-ec", inside], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        defer(self._end)
        if self.process.stdout.readline() != "ready\n":
            skip(f"no network of its own can be made here: {self.process.stderr.read().strip()}")
        self.enter = ["nsenter", "-t", str(self.process.pid), "-n", "-m", "-u", "-r", "--"]

    def _end(self):
        self.process.kill()
        self.process.wait()

    def run(self, *command):
        subprocess.run([*self.enter, *command], check=True)

    def start(self, *command, **more):
        process = subprocess.Popen([*self.enter, *command], **more)
        defer(process.wait)
        defer(process.kill)
        return process

    def names(self):
        """Starts what tells its name and finds those of others."""
        log = f"{self.directory}/avahi.log"
        testing.report(lambda: open(log, encoding="utf-8").read()[-2000:])
        with open(log, "w", encoding="utf-8") as out:
            self.start(f"{NAMES}/usr/sbin/avahi-daemon", "--no-drop-root", "--no-chroot", "--no-rlimits", "-f", f"{self.directory}/avahi.conf",
                       env={**os.environ, "LD_LIBRARY_PATH": LIBRARIES}, stdout=out, stderr=out)
        wait_until(lambda: "startup complete" in open(log, encoding="utf-8").read(), "avahi-daemon")


class Network:
    """A studio and a phone on one cable."""

    def __init__(self):
        if os.geteuid() != 0:
            skip("only root can make networks of their own")
        self.studio, self.phone = Machine("studio"), Machine("phone")
        self.studio.run("ip", "link", "add", "lan", "type", "veth", "peer", "name", "lan", "netns", str(self.phone.process.pid))
        self.phone.run("ip", "address", "add", "10.9.8.2/24", "dev", "lan")
        self.phone.run("ip", "link", "set", "lan", "up")
        self.studio.run("ip", "link", "set", "lan", "up")
        self.studio.run("ip", "address", "add", "10.9.8.7/24", "dev", "lan")
        for machine in (self.studio, self.phone):
            machine.run("ip", "route", "add", "default", "dev", "lan")
            machine.names()

    def restarts(self):
        """As a router does: nobody has a network, and then everybody has another address."""
        self.phone.run("ip", "link", "set", "lan", "down")
        for machine, former, new in ((self.studio, "10.9.8.7", "10.9.8.23"), (self.phone, "10.9.8.2", "10.9.8.40")):
            machine.run("ip", "address", "delete", f"{former}/24", "dev", "lan")
            machine.run("ip", "address", "add", f"{new}/24", "dev", "lan")
        self.phone.run("ip", "link", "set", "lan", "up")
        for machine in (self.studio, self.phone):
            machine.run("ip", "route", "replace", "default", "dev", "lan")

    def browser(self):
        """A browser on the phone."""
        wrapper = f"{self.phone.directory}/chromium"
        native.write(wrapper, f"#!/bin/sh\nLD_LIBRARY_PATH={LIBRARIES} exec {' '.join(self.phone.enter)} {CHROMIUM} \"$@\"\n")
        os.chmod(wrapper, 0o700)
        browser = playwright().chromium.launch(executable_path=wrapper, args=FRUGAL)
        defer(browser.close)
        return browser


def moves(page, faderd):
    before = faderd.value("drums")
    slider(page, "Drums").focus()
    page.keyboard.press("ArrowRight")
    wait_until(lambda: faderd.value("drums") > before, lambda: f"the value that the phone moves: {faderd.value('drums')}")


@test("a poster's address has the machine's name: the phone finds it, keeps its page when the router starts again and gives both another address, and finds it anew", limit=400)
def renumbered():
    network = Network()
    faderd = native.Daemon(CONFIG).start()
    web = network.studio.start(native.FADERCTL, "web", "--lan", "--keys", "--port", "7374", "--socket", faderd.socket, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    shown = web.stdout.readline().strip()
    equal(shown, "http://10.9.8.7:7374/", "the address that it prints")
    key = subprocess.run([*network.studio.enter, native.FADERCTL, "key", "add", "anna", "--page", "drums", "--socket", faderd.socket], capture_output=True, text=True)
    check(key.returncode == 0 and "avahi" not in key.stderr, f"key add, where avahi-daemon runs: {key.returncode} {key.stderr}")
    address = key.stdout.strip()
    check(re.match(r"http://studio\.local:7374/#~", address), f"the address of the key: {address}")
    page = network.browser().new_context().new_page()
    page.set_default_timeout(testing.PATIENCE * 1000)
    page.goto(address)
    live(page)
    moves(page, faderd)
    network.restarts()
    wait_until(lambda: page.evaluate("document.documentElement.dataset.live") != "live", "the page to notice that the machine is gone", timeout=120)
    wait_until(lambda: page.evaluate("document.documentElement.dataset.live") == "live", "the page to find the machine at its new address", timeout=200)
    moves(page, faderd)
    again = page.context.new_page()
    again.goto("http://studio.local:7374/")
    live(again)
    moves(again, faderd)
    check(all(process.poll() is None for process in (web, network.studio.process)), "a program of the studio has ended")
