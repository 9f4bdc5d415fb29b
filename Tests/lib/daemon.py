"""faderd under test, in its own directory with its socket, state and log; and faderctl, which talks to it."""

import collections
import errno
import glob
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

import testing

BINARIES = os.environ.get("FADERD_BIN", "/usr/bin")
# In the virtual machine they are beside the tests.
_TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROFILES = f"{_TESTS if os.path.isdir(f'{_TESTS}/config') else os.path.dirname(_TESTS)}/config/profiles"

# exit: the exit code; out and err: text.
Result = collections.namedtuple("Result", "exit out err")
# headers: lower-case names; body: text; json: the decoded body, or None when it is not JSON.
Response = collections.namedtuple("Response", "status headers body json")


class Daemon:
    """One faderd with its files. Start it as often as wanted; the state stays. Killed and removed at the end of the test.

    config: the text of faderd.yaml. profiles: {"name.yaml": text}, put beside it. arguments: more flags for faderd.
    environment: more variables for it. own_flags=False leaves out --config, --state and --socket.
    """

    def __init__(self, config="version: 1\n", profiles=None, arguments=(), environment=None, directory=None, own_flags=True):
        self.directory = directory or tempfile.mkdtemp(prefix="faderd.", dir="/run")
        self.config_file = f"{self.directory}/faderd.yaml"
        self.state_directory = f"{self.directory}/state"
        self.state_file = f"{self.state_directory}/state.json"
        self.socket = f"{self.directory}/run/faderd.sock"
        self.log_file = f"{self.directory}/log"
        self.arguments, self.environment = list(arguments), dict(environment or {})
        if own_flags:
            self.arguments += ["--config", self.config_file, "--state", self.state_file, "--socket", self.socket]
        self.process = None
        self.ready_after = None
        self.notifications = []
        self._notify = None
        os.makedirs(self.state_directory, mode=0o700, exist_ok=True)
        os.makedirs(os.path.dirname(self.socket), mode=0o700, exist_ok=True)
        self.configure(config)
        for name, text in (profiles or {}).items():
            os.makedirs(f"{self.directory}/profiles", exist_ok=True)
            write(f"{self.directory}/profiles/{name}", text)
        testing.defer(self.destroy)
        testing.report(self.tail)

    def configure(self, config):
        """Writes the config file; a running daemon reads it at the next reload."""
        write(self.config_file, config)

    def config(self):
        """What its config file says now."""
        return read_text(self.config_file)

    # Life and death.

    def start(self, ready=True, timeout=testing.PATIENCE, wrap=(), stderr=None):
        """Starts it and waits for READY. `wrap`: a command prefix, for example ("strace", "-f"). `stderr`: in place of the log. Returns itself."""
        testing.check(self.process is None or self.process.poll() is not None, "faderd is already running")
        testing.check(os.access(f"{BINARIES}/faderd", os.X_OK), f"there is no faderd in {BINARIES}; set FADERD_BIN")
        self._listen()
        environment = {"PATH": os.environ["PATH"], "HOME": self.directory, "NOTIFY_SOCKET": f"{self.directory}/notify"}
        with open(self.log_file, "a", encoding="utf-8") as log:
            started = time.monotonic()
            self.process = subprocess.Popen(
                [*wrap, f"{BINARIES}/faderd", *self.arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log if stderr is None else stderr,
                env=environment | self.environment, cwd="/")
        if ready:
            def answered():
                testing.check(self.process.poll() is None, lambda: f"faderd ended with {self.process.poll()} before READY")
                return any("READY=1" in text for _, text in self.notifications)
            testing.wait_until(answered, "READY from faderd", timeout)
            self.ready_after = next(when for when, text in self.notifications if "READY=1" in text) - started
        return self

    def stop(self, timeout=testing.PATIENCE):
        """Sends SIGTERM; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait(timeout)

    def kill(self):
        """Sends SIGKILL, and waits until it is gone."""
        self.process.kill()
        self.process.wait()

    def restart(self, kill=False):
        """It ends, by SIGKILL if told so, and starts again."""
        (self.kill if kill else self.stop)()
        return self.start()

    def pause(self):
        """Sends SIGSTOP, and waits until it has stopped."""
        self.process.send_signal(signal.SIGSTOP)
        testing.wait_until(lambda: self._stat()[0] == "T", "faderd to stop")

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def hang_up(self):
        """Sends SIGHUP, which reloads the configuration."""
        self.process.send_signal(signal.SIGHUP)

    def reload(self, config=None):
        """Loads its config file, or this text in its place, which must succeed; returns the answer."""
        if config is not None:
            self.configure(config)
        answer = self.request("POST", "/v1/reload")
        testing.equal(answer.status, 200, f"status of a reload ({answer.body})")
        return answer.json

    def wait(self, timeout=testing.PATIENCE):
        """Waits for its end; returns the exit code, negative for a signal."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise testing.Failure(f"faderd was still there {timeout} s later") from None

    def running(self):
        return self.process is not None and self.process.poll() is None

    def destroy(self):
        if self.running():
            self.process.kill()
            self.process.wait()
        if self._notify is not None:
            self._notify.shutdown(socket.SHUT_RDWR)
            self._notify = None
        shutil.rmtree(self.directory, ignore_errors=True)

    # Talking to it.

    def ctl(self, *arguments, timeout=testing.PATIENCE, input=None):
        """Runs faderctl; returns Result(exit, out, err)."""
        done = subprocess.run(
            [f"{BINARIES}/faderctl", *arguments], input=input, stdin=None if input is not None else subprocess.DEVNULL,
            capture_output=True, text=True, timeout=timeout, env=self._client_environment())
        return Result(done.returncode, done.stdout, done.stderr)

    def must(self, *arguments):
        """Runs faderctl, which must succeed; returns what it prints."""
        done = self.ctl(*arguments)
        testing.equal(done.exit, 0, f"exit code of faderctl {' '.join(arguments)} ({done.err.strip()})")
        return done.out

    def fails(self, code, said, *arguments):
        """Runs faderctl, which must end with this exit code, and say this on its standard error."""
        done = self.ctl(*arguments)
        testing.check(done.exit == code and said in done.err, f"faderctl {' '.join(arguments)}: {done}; wanted {code} and {said!r}")

    def ctl_running(self, *arguments, wrap=(), answers=False):
        """Starts a faderctl that keeps running (watch, monitor): a Popen with text pipes, killed at the end of the test.

        `wrap`: as for start. `answers`: the test writes to its standard input.
        """
        process = subprocess.Popen(
            [*wrap, f"{BINARIES}/faderctl", *arguments], stdin=subprocess.PIPE if answers else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=self._client_environment())
        testing.defer(lambda: (process.kill(), process.communicate()))
        return process

    def answers(self):
        """Whether a request is answered within a second."""
        try:
            return self.request("GET", "/v1/status", timeout=1).status == 200
        except OSError:
            return False

    def at_home(self):
        """Without flags of its own, a daemon then finds socket, state and config where a user has them: the place of the config."""
        state, runtime = f"{self.directory}/st", f"{self.directory}/rt"
        os.makedirs(runtime, mode=0o700)
        self.environment |= {"XDG_STATE_HOME": state, "XDG_RUNTIME_DIR": runtime, "XDG_CONFIG_HOME": f"{self.directory}/cf"}
        self.socket, self.state_file = f"{runtime}/faderd/faderd.sock", f"{state}/faderd/state.json"
        return f"{self.directory}/cf/faderd/faderd.yaml"

    def sent(self, surface, button):
        """What a surface is sent from now on, as "out note 1 ch 2 = 127": a list that grows. button: one of its buttons that drives nothing."""
        monitor, sent, heard = self.ctl_running("monitor", surface), [], []

        def read():
            for line in monitor.stdout:
                words = line.split()
                (sent if words[1] == "out" else heard).append(" ".join(words[1:8]))

        def is_heard():
            for pressed in (True, False):
                self.request("PUT", f"/v1/virtual/{button}", {"pressed": pressed})
            return heard
        threading.Thread(target=read, daemon=True).start()
        testing.wait_until(is_heard, "the monitor")
        return sent

    def set(self, parameter, text):
        """Runs faderctl set, which must succeed; returns the accepted text."""
        return self.must("set", parameter, text).strip()

    def text(self, parameter):
        """Runs faderctl get, which must succeed; returns the value's text, for example `-6.0 dB`."""
        return self.must("get", parameter).strip()

    def request(self, method, path, body=None, headers=None, timeout=testing.PATIENCE):
        """One HTTP request over the socket; `body` is text, bytes, or a value to encode as JSON. Returns Response."""
        if not headers and not isinstance(body, (str, bytes)):
            # Most requests, also those of `wait_until`, need nothing of http.client, which costs more than the daemon's answer.
            session = Session(self.socket, timeout)
            try:
                session.send(method, path, body)
                return session.answer(has_body=method != "HEAD")
            finally:
                session.close()
        connection = _UnixConnection(self.socket, timeout)
        headers = dict(headers or {})
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        finally:
            connection.close()
        try:
            decoded = json.loads(text)
        except ValueError:
            decoded = None
        return Response(answer.status, {name.lower(): value for name, value in answer.getheaders()}, text, decoded)

    def get(self, path, **more):
        """GET, which must be answered with 200; returns the decoded JSON."""
        answer = self.request("GET", path, **more)
        testing.equal(answer.status, 200, f"status of GET {path} ({answer.body[:200]})")
        return answer.json

    def parameter(self, name):
        return self.get(f"/v1/parameters/{name}")

    def value(self, name):
        """The value that a parameter has now."""
        return self.parameter(name)["value"]

    def shown(self, name):
        """The text of its value, as `text` returns it, for a look that is repeated: it starts no program."""
        return self.parameter(name)["text"]

    def settles(self, name, value):
        """Waits until a parameter has a value."""
        testing.wait_until(lambda: self.value(name) == value, lambda: f"{name} to be {value}; it is {self.value(name)}")

    def status(self):
        return self.get("/v1/status")

    def connect(self, timeout=testing.PATIENCE):
        """A raw connection to its socket, closed at the end of the test."""
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        testing.defer(link.close)
        link.settimeout(timeout)
        link.connect(self.socket)
        return link

    def raw(self, data, timeout=5.0):
        """Sends bytes as they are; returns everything that came back until the daemon closed the connection or the time was up."""
        link, answer = self.connect(timeout), b""
        try:
            link.sendall(data)
            while chunk := link.recv(65536):
                answer += chunk
        except (TimeoutError, ConnectionError):
            pass  # Closed in the middle, or kept open: the test looks at the answer so far.
        finally:
            link.close()
        return answer

    def session(self, **more):
        """A `Session` with it: one connection that stays open."""
        return Session(self.socket, **more)

    def events(self, query="", link=None, key=None):
        """The event stream: an iterator of (event name, decoded data) that waits for each event. query: for example "?form=batch". link: the connection, if not a new one."""
        link = link or self.connect()
        head = f"Authorization: Bearer {key}\r\n" if key else ""
        link.sendall(f"GET /v1/events{query} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{head}\r\n".encode())
        answer = http.client.HTTPResponse(link)
        answer.begin()
        testing.equal(answer.status, 200, "status of GET /v1/events")
        return _server_sent(answer)

    def saved(self):
        """The state file, decoded."""
        with open(self.state_file, encoding="utf-8") as file:
            return json.load(file)

    # What it costs, from /proc.

    @property
    def pid(self):
        """The process id of faderd itself, even if another program started it."""
        if os.path.basename(os.readlink(f"/proc/{self.process.pid}/exe")) == "faderd":
            return self.process.pid
        for children in glob.glob(f"/proc/{self.process.pid}/task/*/children"):
            for child in read_text(children).split():
                if os.path.basename(os.readlink(f"/proc/{child}/exe")) == "faderd":
                    return int(child)
        raise testing.Failure("faderd is not running")

    def rss(self):
        """Resident memory in KiB."""
        return int(self._field("status", "VmRSS"))

    def memory(self):
        """Private memory in KiB: Private_Dirty without pages of a program that was just built, which are not on the disk yet."""
        return int(self._field("status", "RssAnon"))

    def threads(self):
        """{thread id: thread name}"""
        found = {}
        for task in glob.glob(f"/proc/{self.pid}/task/*"):
            try:
                found[int(os.path.basename(task))] = read_text(f"{task}/comm").strip()
            except (FileNotFoundError, ProcessLookupError):
                continue  # It ended between the listing and the look.
        return found

    def descriptors(self):
        """{number: target of the link in /proc}"""
        found = {}
        for path in glob.glob(f"/proc/{self.pid}/fd/*"):
            try:
                found[int(os.path.basename(path))] = os.readlink(path)
            except FileNotFoundError:
                continue  # Closed between the listing and the look.
        return found

    def fds(self):
        """How many descriptors are open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def switches(self):
        """The sum of the voluntary context switches of all threads: every wake-up ends in one."""
        return sum(int(self._field(f"task/{thread}/status", "voluntary_ctxt_switches")) for thread in self.threads())

    def cpu(self):
        """Processor time so far in seconds: all threads, user and system."""
        fields = self._stat()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # Its log.

    def log(self):
        """Everything it has logged, since its first start."""
        return read_text(self.log_file) if os.path.exists(self.log_file) else ""

    def tail(self, lines=25):
        """The end of the log, for a failing test."""
        if not os.path.exists(self.log_file):
            return ""
        last = self.log().splitlines()[-lines:]
        ended = "" if self.running() or self.process is None else f" (faderd ended with {self.process.poll()})"
        return f"--- log of faderd{ended}\n" + "".join(f"{line}\n" for line in last)

    # Inside.

    def _client_environment(self):
        return {"PATH": os.environ["PATH"], "HOME": self.directory, "FADERD_SOCKET": self.socket, "LC_ALL": "C.UTF-8"}

    def _field(self, file, name):
        for line in read_text(f"/proc/{self.pid}/{file}").splitlines():
            if line.startswith(name + ":"):
                return line.split()[1]
        raise testing.Failure(f"/proc has no {name} for faderd")

    def _stat(self):
        """The fields of /proc/PID/stat from the state on; the process name before it may have spaces."""
        return read_text(f"/proc/{self.pid}/stat").rpartition(")")[2].split()

    def _listen(self):
        """A new notify socket for each life, read by a thread until that life ends."""
        path = f"{self.directory}/notify"
        if self._notify is not None:
            self._notify.shutdown(socket.SHUT_RDWR)
        if os.path.exists(path):
            os.unlink(path)
        self.notifications = []
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify.bind(path)
        threading.Thread(target=_collect, args=(self._notify, self.notifications), daemon=True).start()


class Session:
    """HTTP over one connection, without the cost of http.client: for thousands of requests a second."""

    def __init__(self, path, timeout=testing.PATIENCE, receive_buffer=None):
        self.link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        if receive_buffer:
            self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.link.settimeout(timeout)
        self.link.connect(path)
        self._rest = b""

    def send(self, method, path, body=None, session=None):
        """Sends a request and does not wait. session: the name of the one it belongs to, if not to the connection."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
        head += f"Fader-Session: {session}\r\n" if session else ""
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        self.link.sendall(head.encode() + b"\r\n" + data)

    def receive(self):
        """The next answer: (status, decoded body)."""
        status, _, body = self._whole(True)
        return status, json.loads(body)

    def answer(self, has_body=True):
        """The next answer, as a Response."""
        status, lines, body = self._whole(has_body)
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        try:
            decoded = json.loads(body)
        except ValueError:
            decoded = None
        return Response(status, headers, body.decode(errors="replace"), decoded)

    def _whole(self, has_body):
        while (end := self._rest.find(b"\r\n\r\n")) < 0:
            self._read()
        head, self._rest = self._rest[:end].decode("latin-1"), self._rest[end + 4:]
        first, *lines = head.split("\r\n")
        length = next((int(line[15:]) for line in lines if line.lower().startswith("content-length:")), 0) if has_body else 0
        while len(self._rest) < length:
            self._read()
        body, self._rest = self._rest[:length], self._rest[length:]
        return int(first[9:12]), lines, body

    def _read(self):
        data = self.link.recv(65536)
        if not data:
            raise ConnectionResetError(errno.ECONNRESET, "the daemon closed the connection")
        self._rest += data

    def ask(self, method, path, body=None, session=None):
        self.send(method, path, body, session)
        return self.receive()

    def value(self, parameter):
        status, answer = self.ask("GET", f"/v1/parameters/{parameter}")
        testing.equal(status, 200, f"status of GET {parameter}")
        return answer["value"]

    def close(self):
        self.link.close()


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _collect(notify, notifications):
    while data := notify.recv(4096):
        notifications.append((time.monotonic(), data.decode(errors="replace")))
    notify.close()


def _server_sent(answer):
    name, data = "message", []
    while line := answer.readline():
        key, _, value = line.decode().rstrip("\r\n").partition(":")
        if key == "event":
            name = value.strip()
        elif key == "data":
            data.append(value.removeprefix(" "))
        elif not key and data:
            yield name, json.loads("\n".join(data))
            name, data = "message", []


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def shipped(*names):
    """Profiles that ship with faderd, or all of them, in the form that `Daemon` takes."""
    return {f"{name}.yaml": read_text(f"{PROFILES}/{name}.yaml") for name in names or [file.removesuffix(".yaml") for file in os.listdir(PROFILES)]}


def write(path, content):
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
