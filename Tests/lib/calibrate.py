"""`faderctl calibrate` as a person uses it, and the hardware of a fader that is calibrated."""

import queue
import random
import threading
import time

import midi
import testing


class Calibration:
    """A running `faderctl calibrate`: a test waits for its messages and presses Return."""

    def __init__(self, daemon, *arguments):
        self.process = daemon.ctl_running("calibrate", *arguments, answers=True)
        self._told, self.text = queue.Queue(), ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stderr:
            self._told.put(line)
        self._told.put(None)

    def told(self, words, timeout=testing.PATIENCE):
        """Waits until it prints a line with these words; returns the line."""
        deadline = time.monotonic() + timeout
        while True:
            try:
                line = self._told.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                line = None
            if line is None:
                raise testing.Failure(f"faderctl calibrate was to tell \"{words}\"; it told:\n{self.text}")
            self.text += line
            if words in line:
                return line

    def heard(self):
        """Everything it has printed so far."""
        while True:
            try:
                line = self._told.get_nowait()
            except queue.Empty:
                return self.text
            if line is None:
                return self.text
            self.text += line

    def answer(self, line=""):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def close(self):
        """Closes its standard input."""
        self.process.stdin.close()
        self.process.stdin = None

    def ends(self):
        """Waits for its end; returns its standard output and its exit code."""
        out = self.process.stdout.read()
        code = self.process.wait(testing.PATIENCE)
        while (line := self._told.get(timeout=testing.PATIENCE)) is not None:
            self.text += line
        return out, code


class Hardware:
    """A motor fader without a touch sensor. Its travel stops short of the ends, and it jitters at rest. When a hand lets go, its motor runs
    back to the position it was sent last. With `tells` it also reports its position while the motor runs.

    It lives in its own thread; all numbers are raw.
    """

    LOW, HIGH, SETTLING = 15, 1010, 0.18

    def __init__(self, gadget, number=7, jitter=0):
        self.jitter, self.place, self.told, self.tells = jitter, float(self.LOW), self.LOW, False
        self._gadget, self._number = gadget, number
        self._random = random.Random(1)
        self._hand = None
        self._travel = None
        self._seen = len(gadget.since(0))
        self._msb = 0
        self._last = self.LOW
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()
        testing.defer(self.stop)

    def stop(self):
        self._over.set()
        self._thread.join()

    def hold(self, place):
        """A hand moves it there and holds it."""
        self._hand = min(max(place, self.LOW), self.HIGH)
        testing.wait_until(lambda: abs(self.place - self._hand) < 1, f"the hand to bring it to {place}")

    def let_go(self):
        self._hand = None
        if abs(self.told - self.place) > 12:
            self._go(self.told)

    def _go(self, place):
        self._travel = (self.place, min(max(place, self.LOW), self.HIGH), time.monotonic())

    def _live(self):
        while not self._over.wait(0.02):
            self._listen()
            hand = self._hand
            if hand is not None:
                self._travel = None
                self.place += min(max(hand - self.place, -80), 80)
            elif self._travel is not None:
                start, end, began = self._travel
                part = min((time.monotonic() - began) / self.SETTLING, 1)
                self.place = start + (end - start) * part
                if part == 1:
                    self._travel = None
                if not self.tells:
                    self._last = round(self.place)
                    continue
            reading = round(self.place) + self._random.randint(-self.jitter, self.jitter)
            if reading != self._last:
                self._last = reading
                self._gadget.write(midi.cc14(self._number, reading))

    def _listen(self):
        new = self._gadget.since(self._seen)
        self._seen += len(new)
        for item in new:
            message = item.message
            if message[0] != 0xB0 or message[1] not in (self._number, self._number + 32):
                continue
            if message[1] == self._number:
                self._msb = message[2]
                continue
            self.told = self._msb << 7 | message[2]
            # A device that is sent the position it is at does not start its motor.
            if self._hand is None and abs(self.told - self.place) > 12:
                self._go(self.told)
