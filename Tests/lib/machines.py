"""Daemons on this machine that follow one another, as those of two machines do."""

import os

import door
import native
from testing import equal, wait_until


def named(name):
    """The command prefix that starts a daemon on a machine of another name."""
    native.need_root()
    return ("unshare", "--uts", "sh", "-c", f'hostname {name} && exec "$@"', "sh")


def follower(config, url, key, **more):
    """A daemon, not started yet, that follows the one at this address with this key."""
    made = native.Daemon(config, **more)
    native.write(f"{made.directory}/follow.key", key)
    os.chmod(f"{made.directory}/follow.key", 0o600)
    made.configure(config + f'follow: {{url: "{url}", key-file: follow.key}}\n')
    return made


def open_door(faderd, port=0, inside=()):
    """Opens the door of a leader; returns (process, port)."""
    process, opened = door.start(faderd, "--lan", "--keys", "--port", str(port), inside=inside)
    return process, int(opened["url"].rsplit(":", 1)[1].split("/")[0])


def key_of(faderd, name="spare"):
    """A new key for a machine that follows this one."""
    made = faderd.ctl("key", "add", name, "--follow")
    equal(made.exit, 0, f"exit code of key add ({made.err})")
    return made.out.strip()


class Pair:
    """Two daemons: `one` is at the door of the LAN, `two` has its key and follows it.

    second: the config of `two`, if it differs. names: the names of the two machines. more: for the daemon `two`.
    """

    def __init__(self, config, second=None, starts=True, names=(), **more):
        self.wraps = [named(name) for name in names] or [(), ()]
        self.one = native.Daemon(config).start(wrap=self.wraps[0])
        self.key = key_of(self.one)
        self.door, self.port = open_door(self.one)
        self.two = follower(second or config, self.url, self.key, **more)
        if starts:
            self.two.start(wrap=self.wraps[1])

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def close(self):
        """Closes the door: the two do not hear each other any more."""
        self.door.kill()
        self.door.wait()

    def synced(self, *names):
        """Waits until the second machine has the values of the first."""
        wait_until(
            lambda: [self.two.value(name) for name in names] == [self.one.value(name) for name in names],
            lambda: f"{names} to be the same: {[self.one.value(name) for name in names]}, {[self.two.value(name) for name in names]}")

    def are(self, one, two):
        """Waits until the two have these roles."""
        roles_are(self.one, one, self.two, two)


def roles_are(one, first, two, second):
    """Waits until two daemons have these roles."""
    wait_until(
        lambda: (door.role(one), door.role(two)) == (first, second),
        lambda: f"{first} and {second}: {door.follow(one)}, {door.follow(two)}")
