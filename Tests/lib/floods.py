"""What a flood costs the daemon: how much memory, and how late a motor follows a hand meanwhile."""

import contextlib
import os
import signal
import threading
import time

import native
import testing

# How much more memory a flood may take, in KiB.
MOST = 8 << 10
# How many times the motor is looked at before it has to have followed a hand. A look takes about a millisecond, and on a busy machine as much longer as
# everything else.
LOOKS = 20


def numbers():
    number = 0
    while True:
        yield (number := number + 1)


# A parameter on two faders, of which the second follows a hand at the first. To be put into a config whose last block is `parameters:`.
HAND = "  hand: {}\n" + native.desk({1: "hand", 2: "hand"})


def grown(faderd, pour, seconds=5, hand=None):
    """How many KiB more memory the daemon has after so many seconds of a flood than after its first second.

    `pour` is called over and over. `hand`: a `Hand`, which moves its fader meanwhile.
    """
    with poured(pour):
        return grown_meanwhile(faderd, seconds, hand)


@contextlib.contextmanager
def poured(pour):
    """Calls `pour` over and over, in a thread."""
    stop = threading.Event()

    def run():
        with contextlib.suppress(OSError):
            while not stop.is_set():
                pour()
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(10)


def grown_meanwhile(faderd, seconds=5, hand=None):
    """The same of a flood that is under way."""
    time.sleep(1)
    before = faderd.memory()
    if hand:
        hand.work(seconds)
    else:
        time.sleep(seconds)
    return faderd.memory() - before


def others_go_on(faderd, moves):
    """Moves the second virtual fader so often; returns the seconds that each move took."""
    session, times = faderd.session(), []
    for number in range(moves):
        since = time.monotonic()
        session.ask("PUT", "/v1/virtual/fader.2", {"position": number % 100 / 100})
        times.append(time.monotonic() - since)
        time.sleep(0.005)
    return times


class Hand:
    """A hand at the first fader of HAND, whose motor on the second has to follow. Made before a flood, to find out how fast that is."""

    def __init__(self, faderd):
        self.faderd, self.session = faderd, faderd.session()
        self.calm = len(self._move(1))

    def _move(self, seconds):
        """Moves the fader for so many seconds; returns how many looks each move took."""
        looks, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            position = (len(looks) * 37 + 1) % 101 / 100
            self.session.ask("PUT", "/v1/virtual/fader.1", {"position": position})
            looks.append(0)
            while abs(self.session.ask("GET", "/v1/virtual")[1][1]["position"] - position) > 0.001:
                looks[-1] += 1
                testing.check(looks[-1] < 1_000, f"the motor does not follow to {position}")
            time.sleep(0.005)
        return looks

    def work(self, seconds):
        looks = self._move(seconds)
        late = [each for each in looks if each > LOOKS]
        testing.check(len(late) <= len(looks) // 20, f"in {len(late)} of {len(looks)} moves the motor was late: so many looks were in vain: {late}")
        # The flood itself, and what else the machine has to do, share the processors with the daemon.
        testing.check(len(looks) >= self.calm * seconds / 20, f"{len(looks)} moves in {seconds} s of the flood, {self.calm} in one second before")


def in_background(pour):
    """Calls `pour` over and over in a process of its own, until the function that is returned is called, at the latest at the end of the test."""
    child = os.fork()
    if child == 0:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
            with contextlib.suppress(OSError):
                while True:
                    pour()
        finally:
            os._exit(1)
    ended = []

    def end():
        if not ended:
            ended.append(True)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    testing.defer(end)
    return end
