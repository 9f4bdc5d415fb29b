"""Sound servers for a test: PulseAudio, and PipeWire with its pulse server, each in its own directory and without any hardware."""

import array
import json
import math
import os
import shutil
import subprocess
import tempfile

import testing

FULL = 65536
SINKS = ("one", "two")


class Server:
    """What both have: null sinks called one and two, clients, and `pactl`, which changes volumes from outside faderd."""
    # Whether it takes the volume of a program that is not there.
    presets = True

    def __init__(self):
        self.directory = tempfile.mkdtemp(prefix="sound.")
        os.chmod(self.directory, 0o700)
        self.socket = f"{self.directory}/pulse/native"
        os.makedirs(f"{self.directory}/pulse", mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.directory, "XDG_RUNTIME_DIR": self.directory,
            "TMPDIR": self.directory, "PULSE_RUNTIME_PATH": f"{self.directory}/pulse", "LC_ALL": "C.UTF-8"}
        self.processes = []
        self.apps = []
        testing.defer(self.destroy)

    def run(self, *words):
        """Starts one of its programs."""
        log = open(f"{self.directory}/{os.path.basename(words[0])}.log", "a", encoding="utf-8")
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment, cwd="/")
        log.close()
        self.processes.append(process)
        return process

    def pactl(self, *words, may_fail=False):
        done = subprocess.run(
            ["pactl", "--server", f"unix:{self.socket}", *words], capture_output=True, text=True, timeout=20, env=self.environment)
        testing.check(may_fail or done.returncode == 0, lambda: f"pactl {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout if done.returncode == 0 else None

    def list(self, what):
        return json.loads(self.pactl("--format=json", "list", what))

    def wait(self):
        testing.wait_until(lambda: self.pactl("info", may_fail=True), "the sound server to answer")
        return self

    def volume(self, sink="one"):
        """The volume of a sink's loudest channel: 0…65536, or above."""
        return loudest(next(each for each in self.list("sinks") if each["name"] == sink))

    def add(self, name, kind="sink"):
        """Adds a null device: a sink, or a source that is no monitor. Returns the number of its module."""
        return self.pactl("load-module", f"module-null-{kind}", f"{kind}_name={name}").strip()

    def set_volume(self, volume, sink="one"):
        self.pactl("set-sink-volume", sink, str(volume))

    def muted(self, sink="one"):
        return next(each for each in self.list("sinks") if each["name"] == sink)["mute"]

    def app(self, name, *more, path="/dev/zero"):
        """Starts a program that plays silence, or a file of samples; returns its Popen."""
        process = subprocess.Popen(
            ["pacat", "--server", f"unix:{self.socket}", f"--client-name={name}", *more, path],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
        self.apps.append(process)
        return process

    def tone(self, name, *more, amplitude=0.5, left=True):
        """Starts a program that plays a tone of 400 Hz for a minute; returns its Popen. left: whether on both channels, or only on the right one."""
        path = f"{self.directory}/tone-{amplitude}-{left}.raw"
        if not os.path.exists(path):
            period = [round(32767 * amplitude * math.sin(2 * math.pi * step / 20)) for step in range(20)]
            with open(path, "wb") as file:
                file.write(array.array("h", [one for both in ((each if left else 0, each) for each in period) for one in both]).tobytes() * 400 * 60)
        return self.app(name, "--format=s16le", "--rate=8000", "--channels=2", *more, path=path)

    def recorder(self, name, *more):
        """Starts a program that records what the sink one plays; returns its Popen."""
        process = subprocess.Popen(
            ["parec", "--server", f"unix:{self.socket}", f"--client-name={name}", "--device=one.monitor", *more],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
        self.apps.append(process)
        return process

    def recording(self, name):
        """Waits for the recording stream of a program; returns it."""
        found = []

        def there():
            found[:] = [each for each in self.list("source-outputs") if each["properties"].get("application.name") == name]
            return found
        testing.wait_until(there, f"a recording of {name}")
        return found[0]

    def streams(self, name):
        """The playback streams of a program."""
        return [each for each in self.list("sink-inputs") if each["properties"].get("application.name") == name]

    def stream(self, name):
        testing.wait_until(lambda: self.streams(name), f"a stream of {name}")
        return self.streams(name)[0]

    def sink_of(self, name):
        """The name of the sink on which a program plays."""
        place = self.stream(name)["sink"]
        return next((each["name"] for each in self.list("sinks") if each["index"] == place), None)

    def move(self, name, sink):
        """Moves a program to a sink. WirePlumber 0.4 loses a move now and then, so it is asked until it has been done."""
        def there():
            self.pactl("move-sink-input", str(self.stream(name)["index"]), sink)
            for _ in range(10):
                if self.sink_of(name) == sink:
                    return True
            return False
        testing.wait_until(there, lambda: f"{name} to be moved to {sink}; it plays on {self.sink_of(name)}")

    def app_volume(self, name):
        return loudest(self.stream(name))

    def set_app_volume(self, name, volume):
        self.pactl("set-sink-input-volume", str(self.stream(name)["index"]), str(volume))

    def watch(self):
        """The lines of `pactl subscribe`: a list that grows as they come."""
        process = subprocess.Popen(
            ["pactl", "--server", f"unix:{self.socket}", "subscribe"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            env=self.environment)
        testing.defer(lambda: (process.kill(), process.wait()))
        return testing.lines_of(process)

    def stop_apps(self):
        """Kills all programs that it has started."""
        for process in self.apps:
            process.kill()
            process.wait()
        self.apps = []

    @property
    def place(self):
        """The environment variables that tell a daemon where it is."""
        return {"PULSE_SERVER": f"unix:{self.socket}"}

    def kill(self):
        """Sends SIGKILL to all its programs, and waits until they are gone."""
        for process in reversed(self.processes):
            process.kill()
        for process in self.processes:
            process.wait()
        self.processes = []

    def destroy(self):
        self.stop_apps()
        self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)


class PulseAudio(Server):
    word = "PulseAudio"

    def start(self):
        script = f"{self.directory}/script.pa"
        with open(script, "w", encoding="utf-8") as file:
            file.write("load-module module-native-protocol-unix auth-anonymous=1\nload-module module-stream-restore restore_device=false\n")
            file.writelines(f"load-module module-null-sink sink_name={name}\n" for name in SINKS)
            file.write("set-default-sink one\n")
        # A killed server leaves these behind.
        for name in ("pulse/pid", "pulse/native"):
            if os.path.exists(f"{self.directory}/{name}"):
                os.unlink(f"{self.directory}/{name}")
        self.run("pulseaudio", "-n", "-F", script, "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit=no")
        return self.wait()


class PipeWire(Server):
    word = "PipeWire"

    def __init__(self):
        super().__init__()
        self.is_old = " 0.4." in subprocess.run(["wireplumber", "--version"], capture_output=True, text=True, check=True).stdout
        # WirePlumber 0.5 takes no volume for a program that is not there (its state-stream.lua knows only that of notifications).
        self.presets = self.is_old
        # No hardware of this machine. WirePlumber 0.4's part for Bluetooth also asks systemd's logind, and ends where there is none, as in a root without
        # systemd. Each version reads its own file.
        if self.is_old:
            self._configure("bluetooth.lua.d/51-off.lua", "bluez_monitor.enabled = false\n")
        else:
            parts = " ".join(f"hardware.{part} = disabled" for part in ("audio", "bluetooth", "video-capture"))
            self._configure("wireplumber.conf.d/51-off.conf", f"wireplumber.profiles = {{ main = {{ {parts} }} }}\n")

    def _configure(self, name, text):
        """Writes a file of WirePlumber's configuration."""
        path = f"{self.directory}/.config/wireplumber/{name}"
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def start(self):
        bus = f"unix:path={self.directory}/bus"
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        for left in ("bus", "pipewire-0", "pipewire-0.lock", "pulse/native", "pulse/pid"):
            if os.path.exists(f"{self.directory}/{left}"):
                os.unlink(f"{self.directory}/{left}")
        self.run("dbus-daemon", "--session", "--nofork", f"--address={bus}")
        testing.wait_until(lambda: os.path.exists(f"{self.directory}/bus"), "the bus")
        self.run("pipewire")
        testing.wait_until(lambda: os.path.exists(f"{self.directory}/pipewire-0"), "PipeWire")
        self.run("wireplumber")
        self.run("pipewire-pulse")
        self.wait()
        for name in SINKS:
            self.add(name)
        testing.wait_until(lambda: self.pactl("set-default-sink", "one", may_fail=True) is not None, "the sink one")
        testing.wait_until(lambda: self.pactl("get-default-sink").strip() == "one", "one to be the default sink")
        return self

    def add(self, name, kind="sink"):
        media = "Audio/Sink" if kind == "sink" else "Audio/Source/Virtual"
        module = self.pactl("load-module", "module-null-sink", f"media.class={media}", f"sink_name={name}").strip()
        if self.is_old:
            return module
        # PipeWire 1.4.0 to 1.4.9, as in Debian 13, tells nobody the volume and the mute of a device that has never run. Those of a desktop have run. One
        # that WirePlumber has not given its ports yet would not run.
        testing.wait_until(lambda: f"{name}:" in self._tool("pw-link", "--output", "--input"), f"the ports of {name}")
        self._tool("pw-cli", "send-command", name, "Start", "{}")
        return module

    def _tool(self, *words):
        """Runs a program of PipeWire; returns what it prints."""
        done = subprocess.run(words, capture_output=True, text=True, timeout=20, env=self.environment)
        testing.check(done.returncode == 0 and not done.stderr, lambda: f"{' '.join(words)}: {done}")
        return done.stdout


BOTH = (PulseAudio, PipeWire)


def both(sentence, **more):
    """Marks a test that runs once on each server; its argument is a server that has started."""
    def mark(function):
        for kind in BOTH:
            def run(kind=kind):
                function(kind().start())
            run.__module__ = function.__module__
            testing.test(f"{sentence} ({kind.word})", **more)(run)
        return function
    return mark


def target(faderd, parameter):
    """What a daemon reports about a parameter's target."""
    return next(each for each in faderd.get("/v1/targets")["targets"] if each["parameter"] == parameter)


def bound(faderd, *parameters):
    """Waits until the targets of these parameters are bound."""
    for name in parameters:
        testing.wait_until(lambda: target(faderd, name)["state"] == "bound",
                           lambda: f"{name} to be bound: {target(faderd, name)}; there is {faderd.get('/v1/targets')['candidates']}")


def note(faderd, parameter):
    """What is said of that target; nothing if nothing is."""
    return target(faderd, parameter).get("note") or ""


def app_id(faderd, label):
    """Waits for the parameter that `apps` makes for a program; returns its id."""
    found = []

    def there():
        found[:] = [each["id"] for each in faderd.get("/v1/parameters") if each["id"].startswith("app.") and each["label"] == label]
        return found
    testing.wait_until(there, lambda: f"a parameter for {label}: {[each['id'] for each in faderd.get('/v1/parameters')]}")
    return found[0]


def near(one, other, by=2):
    return abs(one - other) <= by


def loudest(thing):
    return max(channel["value"] for channel in thing["volume"].values())


def cubic(decibels):
    """The server's volume for a level in decibels."""
    return round(FULL * 10 ** (decibels / 60))
