"""Collects test functions, each named by a sentence, runs them and prints one line for each.

python3 testing.py [--filter TEXT] [--side-by-side N] [--only beside|alone] FILE…
"""

import argparse
import collections
import importlib.util
import itertools
import os
import resource
import signal
import sys
import threading
import time
import traceback


class Failure(AssertionError):
    """A test failed."""


class Skip(Exception):
    """A test cannot run here, for the reason given."""


class OutOfTime(BaseException):
    """A test took longer than its limit. Not an Exception, so that no `except Exception` in a test catches it."""


# Seconds that a test waits for something that must happen, however busy the machine is. A test of a shorter time measures it, and does not
# wait for less.
PATIENCE = 30.0

# At most this many failed tests get a second run. If more fail, that is no accident.
SECOND_RUNS = 3

Test = collections.namedtuple("Test", "file sentence function limit alone")

_tests = []
_cleanups = []
_reports = []
_sequencer = None


def test(sentence, limit=120, alone=False):
    """Marks a function as a test. `limit`: the seconds that it may take (in the virtual machine: of guest time).

    `alone`: it measures time, processor or memory, so no other test runs beside it.
    """
    def mark(function):
        _tests.append(Test(function.__module__, sentence, function, limit, alone))
        return function
    return mark


def defer(action):
    """Runs `action` at the end of the running test, the last one first, even if the test failed."""
    _cleanups.append(action)


def clean_up():
    """Runs what was deferred, where no test runs: a script uses what tests use."""
    while _cleanups:
        _cleanups.pop()()


def report(action):
    """If the running test fails, prints the text that `action` returns."""
    _reports.append(action)


def skip(why):
    raise Skip(why)


def check(claim, message):
    if not claim:
        raise Failure(message() if callable(message) else message)


def equal(got, wanted, message="value"):
    if got != wanted:
        raise Failure(f"{message}: got {got!r}, wanted {wanted!r}")


def lines_of(process):
    """The lines that a program prints: a list that grows as they come."""
    lines = []
    threading.Thread(target=lambda: lines.extend(iter(process.stdout.readline, "")), daemon=True).start()
    return lines


def wait_until(claim, what, timeout=PATIENCE):
    """Calls `claim` until its result is true, and returns that. `what` (text, or a function that returns text) names what it waits for."""
    start = time.monotonic()
    while not (answer := claim()):
        waited = time.monotonic() - start
        if waited > timeout:
            raise Failure(f"waited {timeout} s for {what() if callable(what) else what}")
        # After a long wait it looks less often: in the virtual machine a look may cost more than the work it waits for.
        time.sleep(min(max(waited / 10, 0.005), 0.05))
    return answer


def stays(claim, what, seconds):
    """Fails if `claim` is ever false during this time."""
    deadline = time.monotonic() + seconds
    while (began := time.monotonic()) < deadline:
        check(claim(), what)
        # A look that starts a program is dear in the virtual machine, so it looks for at most a fifth of the time.
        time.sleep(max(0.02, 4 * (time.monotonic() - began)))
    check(claim(), what)


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
    """Runs a test file; its tests register themselves."""
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


def _ring(signum, frame):
    raise OutOfTime()


def _attempt(function, limit):
    """Runs one test with its cleanups; returns (None or Skip, None or the story of the failure)."""
    story = skipped = None
    try:
        signal.setitimer(signal.ITIMER_REAL, limit)
        function()
    except Skip as reason:
        skipped = reason
    except OutOfTime:
        story = f"out of time after {limit} s\n" + traceback.format_exc()
    except Exception as error:  # Any exception of a test is a failure.
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


def _processor_seconds():
    """What this process, its ended children and all that still runs below it (a browser) have used. A lane is a process that runs one test at a time."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used) + sum(map(_running_seconds, _children(os.getpid())))


def _children(pid):
    found = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                found += file.read().split()
    except OSError:
        pass  # it has just ended
    return found


def _running_seconds(pid):
    """What a running process, its own ended children and those that run have used."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:15]))
    except OSError:
        return 0
    return ticks / os.sysconf("SC_CLK_TCK") + sum(map(_running_seconds, _children(pid)))


def _outcome(index):
    """Runs the test of this index; returns (why it was skipped or None, the story of its failure or None, what it took)."""
    start, used = time.monotonic(), _processor_seconds()
    reason, story = _attempt(_tests[index].function, _tests[index].limit)
    sys.stdout.flush()
    return reason and str(reason), story, f"({time.monotonic() - start:.2f} s, busy {_processor_seconds() - used:.2f} s)"


def _second_runs(indices):
    """The outcomes of failed tests, run one at a time. A generator, because the list is complete only at the end."""
    yield from _outcomes(list(indices), 1)


def _outcomes(indices, count):
    """Runs tests in `count` lanes, each in its own process; yields (index, outcome) as they end."""
    if count == 1:
        yield from ((index, _outcome(index)) for index in indices)
        return
    # Imported only here: the virtual machine has one lane, and each instruction costs time there.
    import concurrent.futures
    import multiprocessing
    with concurrent.futures.ProcessPoolExecutor(count, multiprocessing.get_context("fork")) as lanes:
        running = {lanes.submit(_outcome, index): index for index in indices}
        yield from ((running[done], done.result()) for done in concurrent.futures.as_completed(running))


def run(indices, side_by_side=1):
    """Runs tests, those that must be alone last, prints their lines and a summary, and returns the number of failures.

    Up to SECOND_RUNS failed tests run once more at the very end, with nothing beside them: most tests that fail only on a busy machine have
    not waited long enough. Both runs are shown; the second one counts.
    """
    passed = failed = skipped = 0
    signal.signal(signal.SIGALRM, _ring)
    beside = [index for index in indices if side_by_side > 1 and not _tests[index].alone]
    alone = [index for index in indices if index not in beside]
    again = []
    for index, (reason, story, took) in itertools.chain(_outcomes(beside, side_by_side), _outcomes(alone, 1), _second_runs(again)):
        name = f"{_tests[index].file}: {_tests[index].sentence}"
        if story is not None and index not in again and len(again) < SECOND_RUNS:
            again.append(index)
            print(f"AGAIN {name} {took}")
            print("".join(f"     {line}\n" for line in story.splitlines()), end="")
        elif story is not None:
            failed += 1
            print(f"FAIL {name} {took}")
            print("".join(f"     {line}\n" for line in story.splitlines()), end="")
        elif reason is not None:
            skipped += 1
            print(f"SKIP {name}: {reason}")
        else:
            passed += 1
            print(f"ok   {name} {took}")
        sys.stdout.flush()
    if again:
        print(f"{len(again)} failed in the first run (AGAIN, above)")
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return failed


def _ordinary_signals():
    """Resets signals that a background shell ignores or a supervisor blocks: every program that a test starts would inherit that."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGCHLD):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def main(arguments):
    _ordinary_signals()
    parser = argparse.ArgumentParser()
    parser.add_argument("--filter", default="", help="only tests whose file or sentence has this in it, or with a ! before it, has not")
    parser.add_argument("--side-by-side", type=int, default=1, metavar="N", help="so many at a time")
    parser.add_argument("--only", choices=["beside", "alone"], help="only tests that may, or may not, run beside others")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    for path in options.files:
        try:
            _load(path)
        except Exception as error:  # A file that does not load is a failed test, not the end of the others.
            _tests.append(Test(os.path.basename(path), "the file loads", _failing(_story(error)), 1, False))
    words, has_words = options.filter.lower().removeprefix("!"), not options.filter.startswith("!")
    indices = [
        index for index, found in enumerate(_tests)
        if (words in f"{found.file}: {found.sentence}".lower()) == has_words and options.only != ("beside" if found.alone else "alone")]
    if not indices:
        print(f"no test has “{options.filter}” in its name", file=sys.stderr)
    return 1 if run(indices, options.side_by_side) or not indices else 0


def _failing(story):
    def function():
        raise Failure(story)
    return function


if __name__ == "__main__":
    # Test files import this module by name: that must be this one, not a second copy.
    sys.modules["testing"] = sys.modules[__name__]
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.exit(main(sys.argv[1:]))
