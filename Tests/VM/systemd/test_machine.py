"""The machine itself: a systemd that works, with the sequencer and controllers."""

import grp
import os
import subprocess

import testing
from gadget import Gadget
from testing import equal, test


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()


@test("systemd has started the machine and the session of a user who never logged in")
def started():
    equal(output("systemctl", "is-active", "multi-user.target"), "active", "multi-user.target")
    equal(output("systemctl", "--user", "-M", "rider@", "is-system-running", "--wait"), "running", "the user's systemd")


@test("the sequencer belongs to the group audio, and a controller appears in it")
def controller():
    status = os.stat("/dev/snd/seq")
    equal((grp.getgrgid(status.st_gid).gr_name, oct(status.st_mode & 0o777)), ("audio", "0o660"), "group and mode of /dev/snd/seq")
    desk = Gadget("Desk").plug()
    equal(len(testing.sequencer().find("Desk")), 1, "clients")
    desk.unplug()
