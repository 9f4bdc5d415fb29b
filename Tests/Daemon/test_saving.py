"""Answered changes are on the disk, whatever happens to the daemon; motion is saved neither too often nor too rarely."""

import json
import os
import random
import time

import native
from testing import check, equal, test, wait_until


class Writer:
    """A client that sets its own parameter again and again, and remembers the last answered value and the one under way."""

    def __init__(self, parameter):
        self.parameter, self.count, self.answered, self.sent = parameter, 0, 0.0, 0.0

    def run(self, path):
        try:
            session = native.Session(path)
            while True:
                self.sent = float((self.count + 1) % 1000)
                status, answer = session.ask("PUT", f"/v1/parameters/{self.parameter}", {"value": self.sent})
                equal((status, answer["value"]), (200, self.sent), f"answer to PUT {self.parameter}")
                self.answered, self.count = self.sent, self.count + 1
        except OSError:
            return  # The daemon was killed, as the test intends.


@test("every answered set survives kill -9, a dozen times, also while motion alone is saved, and the state is never damaged")
def kill_loop():
    chance = random.Random(1)
    faderd = native.Daemon(native.EIGHT)
    writers = [Writer(f"p.{n}") for n in range(1, 5)]
    for round in range(13):
        faderd.start()
        equal(faderd.saving()["warnings"], [], f"warnings after kill {round}")
        for writer in writers:
            found = faderd.value(writer.parameter)
            check(found in (writer.answered, writer.sent), f"{writer.parameter} is {found} after kill {round}, answered was {writer.answered}")
            writer.answered = writer.sent = found
        motor = faderd.motor(1)
        check(abs(motor - faderd.parameter("p.1")["position"]) < 1 / 16383, f"the motor was not repainted: it stands at {motor}")
        threads = native.Threads()
        # Motion is saved within a second. In every sixth life no set saves it before that.
        moves_alone = round % 6 == 5
        threads.run(drag, faderd.socket)
        if not moves_alone:
            goals = [writer.count + 5 for writer in writers]
            for writer in writers:
                threads.run(writer.run, faderd.socket)
            wait_until(lambda: all(writer.count >= goal for writer, goal in zip(writers, goals)), "sets of all four")
        time.sleep(chance.uniform(0.4, 1.5) if moves_alone else chance.uniform(0, 0.05))
        faderd.kill()
        threads.join()
        json.loads(native.read(faderd.state_file))
    equal([name for name in os.listdir(faderd.state_directory) if "damaged" in name], [], "damaged files")


def drag(path):
    """Moves a fader during the sets, so that both kinds of saves overlap."""
    try:
        session = native.Session(path)
        for step in range(100_000):
            session.ask("PUT", "/v1/virtual/fader.8", {"position": step % 100 / 100})
    except OSError:
        return


@test("a file size limit makes a save fail and does not end the daemon")
def file_size_limit():
    faderd = native.Daemon(native.parameters([f"p.{n}" for n in range(200)]))
    faderd.start(wrap=("sh", "-c", 'ulimit -f 1; exec "$@" 2>/dev/null', "sh"))
    codes = {faderd.put(f"p.{n}", value=n + 0.125).status for n in range(60)}
    check(codes <= {200, 503} and 503 in codes, f"answers: {codes}")
    check(faderd.running(), "faderd ended")
    equal(faderd.saving()["state"], "failing", "saving in status")


def plain(text):
    return f"version: 1\nparameters:\n  b: {{max: 10}}\n{text}"


@test("a value that was set to what it already was, the default, is kept when its parameter is gone for a while")
def chosen_default():
    faderd = native.Daemon(plain("  a: {max: 10, default: 5}\n")).start()
    faderd.put_durably("a", 5)
    for text in ("", "  a: {max: 10, default: 7}\n"):
        faderd.reload(plain(text))
    equal(faderd.value("a"), 5, "the value that was chosen")
    equal(faderd.stop(), 0, "exit code")
    equal(faderd.start().value("a"), 5, "the value after a restart")
