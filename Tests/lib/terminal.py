"""A program in a pseudo terminal: keys go in, and the text that a person would see on the screen comes out."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios

import daemon
import testing

TOKEN = re.compile(rb"\x1b\[([\d;]*)([A-Za-z])|\r|\n|[\x20-\x7e\x80-\xff]+")


class Screen:
    """The part of a terminal that faderctl needs to draw a field: text, carriage return, line feed, erase below and to the right,
    and cursor up, right and home. Colors are ignored."""

    def __init__(self):
        self.rows, self.row, self.column = [""], 0, 0
        self._rest = b""

    def feed(self, data):
        data = self._rest + data
        # A sequence or a character may be cut in two.
        cut = max(data.rfind(b"\x1b"), len(data) - 4)
        while cut < len(data) and not _is_whole(data[cut:]):
            cut -= 1
            if cut < 0 or data[cut:cut + 1] == b"\x1b":
                break
        whole, self._rest = (data, b"") if _is_whole(data[max(cut, 0):]) else (data[:cut], data[cut:])
        at = 0
        while at < len(whole):
            match = TOKEN.match(whole, at)
            testing.check(match, f"the program draws with something unknown: {whole[at:at + 20]!r}")
            self._take(match)
            at = match.end()

    def _take(self, match):
        token = match.group()
        count = int(match.group(1) or 1) if match.group(2) in (b"A", b"C") else 0
        if token == b"\r":
            self.column = 0
        elif token == b"\n":
            self.row += 1
            if self.row == len(self.rows):
                self.rows.append("")
        elif match.group(2) == b"J":
            self.rows[self.row:] = [self.rows[self.row][:self.column]]
        elif match.group(2) == b"K":
            self.rows[self.row] = self.rows[self.row][:self.column]
        elif match.group(2) == b"H" and not match.group(1):
            self.row = self.column = 0
        elif match.group(2) == b"m":
            pass
        elif match.group(2) == b"A":
            self.row -= count
        elif match.group(2) == b"C":
            self.column += count
        else:
            testing.check(not match.group(2), f"the program draws with something unknown: {token!r}")
            text, row = token.decode(), self.rows[self.row].ljust(self.column)
            self.rows[self.row] = row[:self.column] + text + row[self.column + len(text):]
            self.column += len(text)

    @property
    def text(self):
        return "\n".join(row.rstrip() for row in self.rows)


def _is_whole(tail):
    if b"\x1b" in tail and not re.match(rb"\x1b\[[\d;]*[A-Za-z]", tail[tail.rfind(b"\x1b"):]):
        return False
    try:
        tail[-4:].decode()
        return True
    except UnicodeDecodeError as error:
        return error.start == 0 and error.reason != "unexpected end of data" or "start byte" in error.reason


class Terminal:
    """A faderctl that runs in its own terminal; it is killed at the end of the test."""

    def __init__(self, faderd, *arguments, columns=80):
        self.screen, self.output = Screen(), b""
        self.main, self.other = pty.openpty()
        testing.defer(self._close)
        fcntl.ioctl(self.other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.modes = termios.tcgetattr(self.other)
        self.process = subprocess.Popen(
            [f"{daemon.BINARIES}/faderctl", *arguments], stdin=self.other, stdout=self.other, stderr=self.other, start_new_session=True,
            env={"PATH": os.environ["PATH"], "HOME": faderd.directory, "FADERD_SOCKET": faderd.socket, "LC_ALL": "C.UTF-8"},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def _close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.main)
        os.close(self.other)

    def type(self, *keys):
        """Presses keys; each text is written at once."""
        for key in keys:
            os.write(self.main, key.encode() if isinstance(key, str) else key)

    def read(self, timeout=0.0):
        while select.select([self.main], [], [], timeout)[0]:
            data = os.read(self.main, 65536)
            self.output += data
            self.screen.feed(data)
            timeout = 0.0

    def shows(self, text, timeout=testing.PATIENCE):
        """Waits until the screen shows exactly this text."""
        def so():
            self.read(0.02)
            return self.screen.text == text
        testing.wait_until(so, lambda: f"{text!r} on the screen, which is {self.screen.text!r}", timeout)

    def shows_part(self, text, timeout=testing.PATIENCE):
        """Waits until this text is somewhere on the screen."""
        def so():
            self.read(0.02)
            return text in self.screen.text
        testing.wait_until(so, lambda: f"{text!r} on the screen, which is {self.screen.text!r}", timeout)

    def ends(self, code=0, timeout=testing.PATIENCE):
        """Waits for the end; the modes of the terminal must be as they were before."""
        def ended():
            self.read(0.02)
            return self.process.poll() is not None
        testing.wait_until(ended, "the program to end", timeout)
        self.read(0.05)
        testing.equal(self.process.returncode, code, f"how the program ended ({self.screen.text!r})")
        testing.equal(termios.tcgetattr(self.other), self.modes, "the modes of the terminal afterwards")

    def signal(self, number):
        self.process.send_signal(number)

    @property
    def is_raw(self):
        return not termios.tcgetattr(self.other)[3] & termios.ICANON


SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGABRT, signal.SIGSEGV)
