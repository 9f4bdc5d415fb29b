"""faderd as a unit of the system, or of the session of the user `rider`."""

import os
import pwd
import shutil
import subprocess

import testing

CONFIG = """\
version: 1
parameters:
  master: {min: 0, max: 100, default: 10, decimals: 0}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1"}
    map: {fader.1: master}
"""
# Three mistakes of different kinds.
BROKEN = CONFIG.replace("decimals", "decimal").replace("fader.1: master", "fader.1: mister").replace("max: 100", "max: -5")


def run(*words, user=None, environment=None):
    """Runs a command as root, or as a user with the environment of a new shell and these variables."""
    rights = {}
    if user is not None:
        entry = pwd.getpwnam(user)
        rights = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": os.getgrouplist(user, entry.pw_gid),
                  "env": {"PATH": "/usr/local/bin:/usr/bin", "HOME": entry.pw_dir, **(environment or {})}}
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, cwd="/", **rights)


class Unit:
    """faderd.service. `fresh` puts it into a known state: stopped, no saved state, CONFIG. It is stopped at the end of the test, unless `keeps`."""

    def __init__(self, user=None):
        self.user = user
        if user is None:
            self.config_file, self.state_directory = "/etc/faderd/faderd.yaml", "/var/lib/faderd"
            self.socket = "/run/faderd/faderd.sock"
        else:
            entry = pwd.getpwnam(user)
            self.uid = entry.pw_uid
            self.config_file, self.state_directory = f"{entry.pw_dir}/.config/faderd/faderd.yaml", f"{entry.pw_dir}/.local/state/faderd"
            self.socket = f"/run/user/{entry.pw_uid}/faderd/faderd.sock"
        testing.report(self.journal)

    def fresh(self, keeps=False):
        self.systemctl("stop", "faderd")
        self.systemctl("reset-failed", "faderd")
        shutil.rmtree(self.state_directory, ignore_errors=True)
        self.configure(CONFIG)
        if not keeps:
            testing.defer(lambda: self.systemctl("stop", "faderd"))
        return self

    def configure(self, text):
        folder = os.path.dirname(self.config_file)
        if self.user is None:
            os.makedirs(folder, exist_ok=True)
        else:
            run("mkdir", "-p", folder, user=self.user)
        with open(self.config_file, "w", encoding="utf-8") as file:
            file.write(text)

    def systemctl(self, *words):
        return run("systemctl", *words) if self.user is None else self._in_session("systemctl", "--user", *words)

    def start(self):
        done = self.systemctl("start", "faderd")
        testing.equal(done.returncode, 0, f"exit code of systemctl start ({done.stderr.strip()})")
        testing.equal(self.state(), "active", "is-active right after the start")
        return self

    def state(self):
        return self.systemctl("is-active", "faderd").stdout.strip()

    def show(self, name):
        return self.systemctl("show", "--value", "-p", name, "faderd").stdout.strip()

    def pid(self):
        """The process id; 0 if there is no process."""
        return int(self.show("MainPID"))

    def ctl(self, *words):
        """Runs faderctl as the owner would, without naming the socket."""
        return run("faderctl", *words) if self.user is None else self._in_session("faderctl", *words)

    def popen(self, *words):
        """Starts faderctl as the owner would, with its output in a pipe."""
        entry = pwd.getpwnam(self.user)
        return subprocess.Popen(
            ["faderctl", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, user=entry.pw_uid,
            group=entry.pw_gid, cwd="/",
            env={"PATH": "/usr/local/bin:/usr/bin", "HOME": entry.pw_dir, "XDG_RUNTIME_DIR": f"/run/user/{self.uid}"})

    def text(self):
        done = self.ctl("get", "master")
        testing.equal(done.returncode, 0, f"exit code of faderctl get ({done.stderr.strip()})")
        return done.stdout.strip()

    def set(self, text):
        done = self.ctl("set", "master", text)
        testing.equal(done.returncode, 0, f"exit code of faderctl set ({done.stderr.strip()})")

    def came_back(self, old):
        """Waits until systemd has started a process other than `old`, and that process is ready."""
        # This look comes first because it is cheap: each systemctl is a program that starts.
        testing.wait_until(lambda: not os.path.exists(f"/proc/{old}"), "the old process to be gone")
        testing.wait_until(lambda: self.pid() not in (0, old) and self.state() == "active", "systemd to start it again")

    def journal(self, lines=25):
        where = ["-u", "faderd.service"] if self.user is None else ["_SYSTEMD_USER_UNIT=faderd.service", f"_UID={self.uid}"]
        text = run("journalctl", "--no-pager", "-o", "cat", "-n", str(lines), *where).stdout
        return f"--- journal of faderd\n{text}"

    def _in_session(self, *words):
        """Runs a command as the user, with the variables that a login would set."""
        return run(*words, user=self.user, environment={"XDG_RUNTIME_DIR": f"/run/user/{self.uid}"})
