"""A throw-away minimal Debian on which the package is installed."""

import glob
import os
import shutil
import subprocess
import tempfile

import testing

CHECKOUT = os.path.realpath(f"{os.path.dirname(__file__)}/../..")
RELEASES = {"12": "bookworm", "13": "trixie"}
ICU = {"12": "libicu72", "13": "libicu76"}
USER = "rider"
# What apt changes whenever it installs something, and what the programs of other packages make.
OF_APT = ("/var/cache/", "/var/lib/apt/", "/var/lib/dpkg/", "/var/log/", "/tmp/", "/run/", "/proc/", "/dev/", "/sys/", "/root", "/etc/ld.so.cache")


def package(lower=False):
    """The path of the package of this build, or of the same as a lower version."""
    found = glob.glob(f"{CHECKOUT}/.build/deb/{'older/' if lower else ''}faderd_*.deb")
    testing.equal(len(found), 1, "packages made")
    return found[0]


def python_package():
    """The path of the package with the Python library."""
    found = glob.glob(f"{CHECKOUT}/.build/deb/python3-faderd_*.deb")
    testing.equal(len(found), 1, "packages made for Python")
    return found[0]


class Root:
    """One Debian in a directory, above a tree that stays as it is. Its processes are those of `chroot`, in this one's process room."""

    def __init__(self, release):
        self.release = release
        base = f"{CHECKOUT}/.build/roots/{RELEASES[release]}"
        room = tempfile.mkdtemp(prefix="debian.")
        testing.defer(lambda: shutil.rmtree(room))
        self._mount("-t", "tmpfs", "changes", room)
        self.path = f"{room}/root"
        for folder in ("root", "upper", "work"):
            os.mkdir(f"{room}/{folder}")
        self._mount("-t", "overlay", "debian", "-o", f"lowerdir={base},upperdir={room}/upper,workdir={room}/work", self.path)
        self._mount("-t", "proc", "proc", f"{self.path}/proc")
        self._mount("-t", "tmpfs", "dev", f"{self.path}/dev")
        for device in ("null", "zero", "random", "urandom", "tty"):
            open(f"{self.path}/dev/{device}", "w", encoding="ascii").close()
            self._mount("--bind", f"/dev/{device}", f"{self.path}/dev/{device}")
        for folder in ("shm", "pts"):
            os.mkdir(f"{self.path}/dev/{folder}")
        os.chmod(f"{self.path}/dev/shm", 0o1777)

    def _mount(self, *words):
        done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
        testing.equal(done.returncode, 0, f"exit code of mount {' '.join(words)} ({done.stderr.strip()})")
        testing.defer(lambda: subprocess.run(["umount", "--lazy", words[-1]], check=True))

    def run(self, *words, user=None, environment=None, timeout=testing.PATIENCE * 4):
        """Runs a command in it, as root or as a user whose session is what a login without systemd makes."""
        return subprocess.run(self._words(words, user), capture_output=True, text=True, check=False, timeout=timeout,
                              env=self._environment(user) | (environment or {}))

    def good(self, *words, **rights):
        """The same; fails unless it ends with 0. Returns its output."""
        done = self.run(*words, **rights)
        testing.equal(done.returncode, 0, f"exit code of {' '.join(words)}\n{done.stdout}{done.stderr}\n")
        return done.stdout + done.stderr

    def _words(self, words, user):
        return ["chroot", *([f"--userspec={user}:audio"] if user else []), self.path, "/usr/bin/env", "--chdir=/", *words]

    def _environment(self, user):
        home = f"/home/{user}" if user else "/root"
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8",
                "XDG_RUNTIME_DIR": f"/run/user/{user}" if user else "/run"}

    def add_user(self):
        self.good("useradd", "--create-home", "--groups", "audio", USER)
        self.good("install", "-d", "-o", USER, "-m", "0700", f"/run/user/{USER}")
        return USER

    def install(self, lower=False):
        shutil.copy(package(lower), f"{self.path}/tmp/faderd.deb")
        return self.good("apt-get", "install", "--yes", "/tmp/faderd.deb")

    def start(self, *arguments, user, environment=None):
        """Starts faderd as this user, waits until it answers, and returns its process; it is ended with the test."""
        log = open(f"{self.path}/tmp/faderd.log", "a", encoding="utf-8")
        testing.report(lambda: open(f"{self.path}/tmp/faderd.log", encoding="utf-8").read())
        process = subprocess.Popen(self._words(("faderd", *arguments), user), env=self._environment(user) | (environment or {}),
                                   stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        testing.defer(lambda: self.stop(process))

        def answers():
            testing.check(process.poll() is None, lambda: f"faderd ended with {process.returncode}: {self.log()}")
            return self.run("faderctl", "status", user=user).returncode == 0
        testing.wait_until(answers, "faderd to answer")
        return process

    def popen(self, *words, user):
        """Starts a command as this user, whose output is a pipe; it is ended with the test."""
        process = subprocess.Popen(self._words(words, user), env=self._environment(user), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        testing.defer(lambda: (process.terminate(), process.wait(testing.PATIENCE), process.stdout.close()))
        return process

    def freeze(self, folder):
        """Makes a folder read-only."""
        self._mount("--bind", self.path + folder, self.path + folder)
        subprocess.run(["mount", "-o", "remount,bind,ro", self.path + folder], check=True)

    def stop(self, process):
        if process.poll() is None:
            process.terminate()
            testing.equal(process.wait(testing.PATIENCE), 0, "faderd's exit code")

    def log(self):
        with open(f"{self.path}/tmp/faderd.log", encoding="utf-8") as file:
            return file.read()

    def write(self, path, text, user=None):
        os.makedirs(os.path.dirname(self.path + path), exist_ok=True)
        with open(self.path + path, "w", encoding="utf-8") as file:
            file.write(text)
        if user:
            self.good("chown", "-R", user, f"/home/{user}")

    def read(self, path):
        with open(self.path + path, encoding="utf-8") as file:
            return file.read()

    def is_there(self, path):
        return os.path.lexists(self.path + path)

    def files(self):
        """Every path of the system, but for what apt and the tests' own programs change."""
        found = set()
        for folder, folders, names in os.walk(self.path):
            for name in names + folders:
                path = f"{folder}/{name}"[len(self.path):]
                if not path.startswith(OF_APT):
                    found.add(path)
        return found
