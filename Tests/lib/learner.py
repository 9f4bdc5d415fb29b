"""`faderctl learn`; the test is the person who moves controls and types."""

import threading
import time

import testing

# Seconds after which a movement is repeated: the first one may have come before anything listened.
_AGAIN = 5.0


def sweep(faderd, fader):
    """Moves a virtual fader from end to end, as a hand does."""
    faderd.touch(fader, True)
    for step in range(6):
        faderd.move(fader, step / 5)
    faderd.touch(fader, False)


class Learner:
    """A running `faderctl learn`. `lines`: its standard output; `told`: its standard error."""

    def __init__(self, faderd, *arguments):
        self.process = faderd.ctl_running("learn", *arguments, answers=True)
        self.lines, self.told = testing.lines_of(self.process), []
        self._reader = threading.Thread(target=lambda: self.told.extend(iter(self.process.stderr.readline, "")), daemon=True)
        self._reader.start()
        testing.report(lambda: f"--- faderctl learn {' '.join(arguments)}\n{''.join(self.lines)}{''.join(self.told)}")

    def begins(self):
        """Waits until it listens for movements (its first message says so), or has ended."""
        testing.wait_until(lambda: self.told or self.process.poll() is not None, "faderctl learn to begin")

    def close(self):
        """Closes its standard input."""
        self.process.stdin.close()
        self.process.stdin = None

    def until(self, claim, play, what):
        """Moves a control again and again until `claim` is true."""
        self.begins()
        deadline = time.monotonic() + 2 * testing.PATIENCE
        while not claim():
            testing.check(time.monotonic() < deadline, lambda: f"{what} did not come; it printed {self.lines}, told {self.told}")
            play()
            again = time.monotonic() + _AGAIN
            while not claim() and self.process.poll() is None and time.monotonic() < again:
                time.sleep(0.01)

    def learns(self, line, play):
        """Moves a control until this line has been printed."""
        self.until(lambda: f"{line}\n" in self.lines, play, line)

    def hears(self, sentence, play):
        """Moves a control until this sentence has been told once more than before."""
        before = self._count(sentence)
        self.until(lambda: self._count(sentence) > before, play, sentence)

    def type(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def answers(self, text, line):
        """Types a text, and waits until this line has been printed."""
        self.type(text)
        testing.wait_until(lambda: f"{line}\n" in self.lines, lambda: f"{line!r}; it printed {self.lines}, told {self.told}")

    def says(self, sentence):
        """Waits until this sentence has been told."""
        testing.wait_until(lambda: self._count(sentence), lambda: f"{sentence!r}; it told {self.told}")

    def ends(self, code=0):
        """Waits for the end, and all that was told; checks the exit code."""
        testing.wait_until(lambda: self.process.poll() is not None, "faderctl learn to end")
        self._reader.join(testing.PATIENCE)
        testing.equal(self.process.returncode, code, f"how it ended; it printed {self.lines}, told {self.told}")

    def _count(self, sentence):
        return sum(sentence in line for line in self.told)
