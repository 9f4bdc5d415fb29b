"""A stand-in for the notification server of a desktop, on a bus of the test."""

import json

import testing
from players import HERE, PYTHON
from testing import equal, wait_until


class Server:
    """A notification server of fakenotify.py."""

    def __init__(self, bus, **options):
        self.process = bus.run(
            PYTHON, f"{HERE}/fakenotify.py", *(f"{key}={value}" for key, value in options.items()), stdout=-1, stderr=None, text=True)
        self.lines = testing.lines_of(self.process)
        wait_until(lambda: "ready\n" in self.lines, "the notification server")

    @property
    def calls(self):
        return [json.loads(line) for line in self.lines if line != "ready\n"]

    @property
    def texts(self):
        return [call["summary"] for call in self.calls]

    def shows(self, text, count=None):
        wait_until(lambda: self.texts and self.texts[-1] == text, lambda: f"{text}: {self.texts}")
        if count is not None:
            equal(len(self.texts), count, f"calls: {self.texts}")

    def end(self):
        self.process.kill()
        self.process.wait()
