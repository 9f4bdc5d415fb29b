"""A broker of the tests, mosquitto, and its clients."""

import contextlib
import shutil
import socket
import subprocess
import threading

import native
import testing

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")


def read(path):
    return native.read(path).decode(errors="replace")


class Broker:
    """A broker with a port and a memory of its own. `lines` are further lines of its configuration."""

    def __init__(self, *lines, port=None):
        self.port, self.directory = port or native.free_port(), native.scratch()
        self.process, self.clients = None, []
        # It drops its rights unless it is told who it is.
        native.write(f"{self.directory}/conf", "\n".join(
            [f"listener {self.port} 127.0.0.1", "user root", "persistence true", f"persistence_location {self.directory}/",
             "max_queued_messages 100000", *(lines or ["allow_anonymous true"]), ""]))
        testing.defer(self.stop)
        testing.report(lambda: read(f"{self.directory}/log"))
        self.start()

    def start(self):
        with open(f"{self.directory}/log", "ab") as log:
            self.process = subprocess.Popen([PROGRAM, "-c", f"{self.directory}/conf"], stdout=log, stderr=log)
        testing.wait_until(lambda: self.process.poll() is None and self._answers(), "the broker to listen")

    def _answers(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def kill(self):
        """Without a word, as in a power cut."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        for client in self.clients:
            client.process.kill()
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def publish(self, topic, payload, *more):
        payload = payload if isinstance(payload, bytes) else str(payload).encode()
        subprocess.run(
            ["mosquitto_pub", "-p", str(self.port), "-t", topic, *more, "-s" if payload else "-n"], check=True, timeout=testing.PATIENCE,
            input=payload)

    def retain(self, topic, payload):
        self.publish(topic, payload, "-r")

    def listen(self, *topics, options=()):
        client = Listener(self.port, topics, options)
        self.clients.append(client)
        return client

    def kept(self, topic):
        """What the broker keeps of a topic; None if nothing."""
        run = subprocess.run(
            ["mosquitto_sub", "-p", str(self.port), "-t", topic, "-C", "1", "-W", "1", "--retained-only", "-N"], capture_output=True, text=True)
        return run.stdout if run.returncode == 0 else None

    def url(self):
        return f"mqtt://127.0.0.1:{self.port}"


class Listener:
    """A client that notes (topic, payload, whether it was kept)."""

    def __init__(self, port, topics, options=()):
        self.heard, self.is_there = [], False
        arguments = [each for topic in topics for each in ("-t", topic)]
        self.process = subprocess.Popen(
            ["stdbuf", "-oL", "mosquitto_sub", "-p", str(port), *options, "-d", "-F", "MSG %r %t %p", *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        threading.Thread(target=self._read, daemon=True).start()
        testing.wait_until(lambda: self.is_there, "the listener's subscription")

    def _read(self):
        for line in self.process.stdout:
            if line.startswith("MSG "):
                _, kept, topic, payload = line.rstrip("\n").split(" ", 3)
                self.heard.append((topic, payload, kept == "1"))
            elif line.startswith("Subscribed"):
                self.is_there = True

    def of(self, topic):
        return [payload for each, payload, _ in self.heard if each == topic]

    def last(self, topic):
        return (self.of(topic) or [None])[-1]
