"""A session bus of a test, and players on it: mpv, and players that do what the test wants."""

import os
import subprocess
import wave

import native
import testing

HERE = os.path.dirname(os.path.abspath(__file__))
# The system's Python has the modules for D-Bus.
PYTHON = "/usr/bin/python3"


class Bus:
    """A message bus of its own."""

    def __init__(self, start=True):
        self.directory = native.scratch()
        self.file = f"{self.directory}/bus"
        self.address = f"unix:path={self.file}"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.directory, "XDG_RUNTIME_DIR": self.directory, "LC_ALL": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": self.address}
        self.process, self.programs = None, []
        testing.defer(self.stop)
        if start:
            self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={self.address}"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
        testing.wait_until(lambda: os.path.exists(self.file), "the bus")
        return self

    def stop(self):
        for program in self.programs:
            program.kill()
            program.wait()
        self.programs = []
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if os.path.exists(self.file):
            os.remove(self.file)

    def run(self, *words, **more):
        program = subprocess.Popen(words, env=self.environment, cwd="/", **{
            "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **more})
        self.programs.append(program)
        return program

    def playerctl(self, *words):
        done = subprocess.run(["playerctl", *words], env=self.environment, capture_output=True, text=True, timeout=testing.PATIENCE)
        return done.stdout.strip() if done.returncode == 0 else None

    def wait_for(self, player):
        testing.wait_until(lambda: player in (self.playerctl("-l") or "").splitlines(), lambda: f"{player}: {self.playerctl('-l')}")

    def mpv(self, *more, seconds=300):
        """mpv with a long silence; returns its process once it is on the bus."""
        file = f"{self.directory}/silence.wav"
        with wave.open(file, "wb") as out:
            out.setparams((1, 1, 8000, 0, "NONE", ""))
            out.writeframes(b"\x80" * 8000 * seconds)
        program = self.run("mpv", "--no-terminal", "--no-video", "--ao=null", "--volume=40", "--pause", *more, file)
        self.wait_for("mpv")
        return program


class Player:
    """A player of fakeplayer.py."""

    def __init__(self, bus, name, **options):
        self.process = bus.run(
            PYTHON, f"{HERE}/fakeplayer.py", name, *(f"{key}={value}" for key, value in options.items()), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=None, text=True)
        self.lines = testing.lines_of(self.process)
        testing.wait_until(lambda: self.said("ready"), f"the player {name}")

    def said(self, line):
        return f"{line}\n" in self.lines

    @property
    def calls(self):
        return [line.strip() for line in self.lines if line != "ready\n"]

    def obey(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        self.process.wait()
