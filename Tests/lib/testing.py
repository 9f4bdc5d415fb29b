"""Collects test functions, each with a sentence for a name, runs them one after another and prints a line for each.

python3 testing.py [--filter TEXT] FILE…
"""

import argparse
import importlib.util
import os
import signal
import sys
import time
import traceback


class Failure(AssertionError):
    """A promise that was not kept."""


class Skip(Exception):
    """A test that cannot be run here, and why."""


class OutOfTime(BaseException):
    """Not an Exception, so that no `except Exception` of a test takes it for its own."""


# Seconds that a test waits for what must come, however busy the machine is. What must come sooner is measured, not waited for less.
PATIENCE = 30.0

_tests = []
_cleanups = []
_reports = []
_sequencer = None


def test(sentence, limit=120):
    """Marks a function as a test. `limit`: seconds of guest time it may take."""
    def mark(function):
        _tests.append((sentence, function, limit))
        return function
    return mark


def defer(action):
    """Runs `action` at the end of the running test, the last one first, whether it passed or not."""
    _cleanups.append(action)


def report(action):
    """`action` answers text that is printed when the running test fails."""
    _reports.append(action)


def skip(why):
    raise Skip(why)


def check(claim, message):
    if not claim:
        raise Failure(message() if callable(message) else message)


def equal(got, wanted, message="value"):
    if got != wanted:
        raise Failure(f"{message}: got {got!r}, wanted {wanted!r}")


def wait_until(claim, what, timeout=PATIENCE):
    """Asks `claim` until it is true and answers what it answered. `what` (text, or a function that answers it) says what was waited for."""
    deadline = time.monotonic() + timeout
    while not (answer := claim()):
        if time.monotonic() > deadline:
            raise Failure(f"waited {timeout} s for {what() if callable(what) else what}")
        time.sleep(0.005)
    return answer


def stays(claim, what, seconds):
    """Fails as soon as `claim` is not true during that time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        check(claim(), what)
        time.sleep(0.005)


def sequencer():
    """A sequencer client for looking around, shared by all tests."""
    global _sequencer
    if _sequencer is None:
        import seq
        kept = list(_cleanups)
        _sequencer = seq.Sequencer("observer")
        _cleanups[:] = kept
    return _sequencer


def _load(path):
    name = os.path.splitext(os.path.basename(path))[0]
    start = len(_tests)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return [(name, *found) for found in _tests[start:]]


def _ring(signum, frame):
    raise OutOfTime()


def _attempt(function, limit):
    """Runs one test with its cleanups; answers (None or Skip, None or the story of the failure)."""
    story = skipped = None
    try:
        signal.setitimer(signal.ITIMER_REAL, limit)
        function()
    except Skip as reason:
        skipped = reason
    except OutOfTime:
        story = f"out of time after {limit} s\n" + traceback.format_exc()
    except Exception as error:  # Whatever a test raises is its failure.
        story = _story(error)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if story is not None:
        story += "".join(_told(action) for action in _reports)
    while _cleanups:
        action = _cleanups.pop()
        try:
            signal.setitimer(signal.ITIMER_REAL, 60)
            action()
        except (Exception, OutOfTime) as error:
            story = (story or "") + "cleaning up failed: " + _story(error)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    _reports.clear()
    return skipped, story


def _story(error):
    if isinstance(error, Failure):
        place = [frame for frame in traceback.extract_tb(error.__traceback__) if os.path.basename(frame.filename).startswith("test_")]
        where = f"{os.path.basename(place[-1].filename)}:{place[-1].lineno}: " if place else ""
        return f"{where}{error}\n"
    return "".join(traceback.format_exception(error))


def _told(action):
    try:
        return action()
    except Exception as error:
        return f"(no report: {error})\n"


def run(tests):
    """Runs [(file, sentence, function, limit)], prints the lines and the sum, answers the number of failures."""
    passed = failed = skipped = 0
    signal.signal(signal.SIGALRM, _ring)
    for file, sentence, function, limit in tests:
        start = time.monotonic()
        reason, story = _attempt(function, limit)
        took = f"({time.monotonic() - start:.2f} s)"
        if story is not None:
            failed += 1
            print(f"FAIL {file}: {sentence} {took}")
            print("".join(f"     {line}\n" for line in story.splitlines()), end="")
        elif reason is not None:
            skipped += 1
            print(f"SKIP {file}: {sentence}: {reason}")
        else:
            passed += 1
            print(f"ok   {file}: {sentence} {took}")
        sys.stdout.flush()
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return failed


def _ordinary_signals():
    """What a shell in the background ignores, or a supervisor blocks, is inherited by every program that a test starts: none of that here."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGCHLD):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def main(arguments):
    _ordinary_signals()
    parser = argparse.ArgumentParser()
    parser.add_argument("--filter", default="", help="only tests whose file or sentence has this in it")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    broken, tests = 0, []
    for path in options.files:
        try:
            tests += _load(path)
        except Exception as error:  # A file that does not load is a failed test, not the end of the others.
            story = _story(error)
            tests.append((os.path.basename(path), "the file loads", _failing(story), 1))
    wanted = options.filter.lower()
    tests = [found for found in tests if wanted in f"{found[0]}: {found[1]}".lower()]
    if not tests:
        print(f"no test has “{options.filter}” in its name", file=sys.stderr)
        broken = 1
    return 1 if run(tests) + broken else 0


def _failing(story):
    def function():
        raise Failure(story)
    return function


if __name__ == "__main__":
    # Test files import this module by name: that must be this one, not a second copy.
    sys.modules["testing"] = sys.modules[__name__]
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.exit(main(sys.argv[1:]))
