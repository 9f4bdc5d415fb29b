"""bash, zsh and fish as a person uses them: in a terminal, with the installed completions."""

import fcntl
import functools
import multiprocessing.util
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import tempfile
import termios
import time

import native
import testing

ALL = ("bash", "zsh", "fish")
CHECKOUT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
# Seconds within which a shell must answer; it may have to share the machine.
PATIENCE = 30.0

# Each shell prints `ready> ` when it is ready, lists the candidates at the first press of the tab key, and asks no question before that.
RC = {
    "bash": """\
. /usr/share/bash-completion/bash_completion
for option in 'show-all-if-ambiguous on' 'page-completions off' 'completion-query-items 0' 'bell-style none' 'enable-bracketed-paste off'; do
    bind "set $option"
done
PS1='ready> '
""",
    "zsh": """\
fpath=(%(root)s/share/zsh/site-functions $fpath)
autoload -Uz compinit && compinit -u -D
unsetopt list_ambiguous auto_menu prompt_sp prompt_cr
unset zle_bracketed_paste
PS1='ready> '
""",
    "fish": """\
set -g fish_greeting
set -g fish_autosuggestion_enabled 0
function fish_prompt; echo 'ready> '; end
""",
}


@functools.cache
def installed():
    """A directory with bin, share and lib as scripts/install.sh makes them, removed at the end of the process."""
    root = os.path.realpath(tempfile.mkdtemp(prefix="faderd."))
    # Unlike atexit, this also works in the lanes of testing.py.
    multiprocessing.util.Finalize(None, shutil.rmtree, args=[root], exitpriority=0)
    done = subprocess.run(
        [f"{CHECKOUT}/scripts/install.sh", "install"], capture_output=True, text=True,
        env={"PATH": os.environ["PATH"], "HOME": root, "DESTDIR": root, "PREFIX": "/usr", "FADERD_BIN": native.BINARIES})
    testing.equal(done.returncode, 0, f"exit code of install.sh ({done.stderr})")
    return f"{root}/usr"


class Shell:
    """An interactive shell in its own directory, killed at the end of the test.

    The real faderctl and faderd make the completions. When the shell runs one of them, it only prints its words: RAN<get><master>.
    """

    def __init__(self, name, faderd, files=()):
        self.name, self.output = name, ""
        self.home = native.scratch()
        for path in files:
            os.makedirs(os.path.dirname(f"{self.home}/{path}"), exist_ok=True)
            native.write(f"{self.home}/{path}", "")
        self._write_programs()
        self._start(faderd)
        self._wait(r"ready> ")

    def _write_programs(self):
        os.mkdir(f"{self.home}/.bin")
        for program in ("faderd", "faderctl"):
            path = f"{self.home}/.bin/{program}"
            native.write(path, f"""\
#!/bin/sh
[ "$1" != ---complete ] || exec {installed()}/bin/{program} "$@"
printf RAN
for word in "$@"; do printf '<%s>' "$word"; done
echo
""")
            os.chmod(path, 0o755)

    def _start(self, faderd):
        rc = RC[self.name].replace("%(root)s", installed())
        environment = {
            "PATH": f"{self.home}/.bin:{os.environ['PATH']}", "HOME": self.home, "FADERD_SOCKET": faderd.socket, "LC_ALL": "C.UTF-8", "TERM": "xterm",
            "XDG_DATA_DIRS": f"{installed()}/share:/usr/share", "ZDOTDIR": f"{self.home}/.rc"}
        os.makedirs(f"{self.home}/.rc", exist_ok=True)
        native.write(f"{self.home}/.rc/.zshrc", rc)
        words = {
            "bash": ["bash", "--noprofile", "--rcfile", f"{self.home}/.rc/.zshrc", "-i"], "zsh": ["zsh", "-d", "-i"],
            "fish": ["fish", "--init-command", rc, "-i"]}[self.name]
        self.main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 160, 0, 0))
        self.process = subprocess.Popen(
            words, stdin=other, stdout=other, stderr=other, start_new_session=True, env=environment, cwd=self.home,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(other)
        testing.defer(self._end)

    def _end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.main)

    def _read(self, timeout):
        while select.select([self.main], [], [], timeout)[0]:
            try:
                self.output += os.read(self.main, 65536).decode(errors="replace")
            except OSError:
                raise testing.Failure(f"{self.name} ended: {self.text!r}") from None
            timeout = 0.0

    @property
    def text(self):
        """The output since the last key, without the escape sequences."""
        moved = re.sub(r"\x1b\[[0-9;]*[A-HJf]", "\n", self.output)
        return re.sub(r"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[()][0-9A-B]|\x1b[=>]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|[\x0e\x0f\x07\r]", "", moved)

    def _wait(self, pattern):
        def so():
            self._read(0.02)
            return re.search(pattern, self.text)
        return testing.wait_until(so, lambda: f"{pattern!r} from {self.name}, which wrote {self.text!r}", PATIENCE)

    def _clear(self):
        """Presses ctrl-c, then runs a command and waits for its output. In fish one ctrl-c may only close the list, and a late one would
        cancel the next line."""
        deadline, turn = time.monotonic() + 2 * PATIENCE, 0
        while True:
            turn, self.output = turn + 1, ""
            os.write(self.main, b"\x03")
            self._read(0.5)
            # The quotes distinguish the printed text from the typed one.
            os.write(self.main, f"\x15echo sy''nc{turn}\r".encode())
            until = time.monotonic() + 10
            while time.monotonic() < until:
                self._read(0.05)
                if f"sync{turn}\n" in self.text:
                    return
            testing.check(time.monotonic() < deadline, lambda: f"{self.name} gives no new prompt: {self.text!r}")

    def _type(self, text):
        self.output = ""
        os.write(self.main, text.encode())

    def offers(self, line, wanted, unwanted=()):
        """Types `line` and the tab key: the list has the wanted words and none of the unwanted."""
        self._type(line + "\t")
        for word in wanted:
            self._wait(rf"(?<!\S){re.escape(word)}(?!\S)")
        self._read(0.2)
        listed = self.text.replace(line, "")
        # fish echoes the typed line one word at a time.
        for word in line.split():
            listed = re.sub(rf"(?<!\S){re.escape(word)}(?!\S)", "", listed, count=1)
        for word in unwanted:
            testing.check(not re.search(rf"(?<!\S){re.escape(word)}(?!\S)", listed), f"{self.name} offers {word} for {line!r}: {listed!r}")
        self._clear()

    def becomes(self, line, words):
        """Types `line`, the tab key and Return: the command that runs has these words."""
        self._type(line + "\t\r")
        wanted = "RAN" + "".join(f"<{word}>" for word in words)
        found = self._wait(r"RAN<[^\n]*>\n").group().strip()
        testing.equal(found, wanted, f"what {self.name} makes of {line!r}")
        self._wait(r"ready> ")
