"""FaderKit in whole programs: restarts of the daemon, what it costs, a package outside."""

import glob
import json
import os
import random
import shutil
import socket
import subprocess
import tempfile
import threading
import time

import daemon
from testing import check, defer, equal, skip, test, wait_until

ROOT = os.path.abspath(f"{os.path.dirname(__file__)}/../..")
# The tests of time and cost are about the programs as people build them.
IS_RELEASE = os.path.realpath(daemon.BINARIES).endswith("release")


def desk(faders=8):
    """A config whose surface serves what programs declare."""
    controls = "".join(
        f"      fader.{n}: {{input: \"pitchbend ch {n}\", motor: true, touch: \"note {103 + n} ch 1\"}}\n" for n in range(1, faders + 1))
    return f"version: 1\nsurfaces:\n  desk:\n    match: \"faderd virtual\"\n    auto: true\n    controls:\n{controls}"


class Program:
    """A program with FaderKit, killed at the end of the test."""

    def __init__(self, faderd, *command, user=None):
        environment = {"PATH": os.environ["PATH"], "FADERD_SOCKET": faderd.socket}
        self.process = subprocess.Popen(
            [os.path.join(daemon.BINARIES, command[0]), *command[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, user=user)
        defer(lambda: (self.process.kill(), self.process.communicate()))

    def report(self):
        """What KitProbe has got so far."""
        self.say("")
        return self.answer()

    def say(self, line):
        """Asks KitProbe for something; `answer` has what it has got then."""
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def thread(self):
        """The directory of FaderKit's thread in /proc."""
        for task in glob.glob(f"/proc/{self.process.pid}/task/*"):
            with open(f"{task}/comm", encoding="utf-8") as file:
                if file.read().strip() == "fader-client":
                    return task
        raise AssertionError("there is no thread of FaderKit")

    def wakes(self):
        """How often FaderKit's thread has woken up."""
        with open(f"{self.thread()}/status", encoding="utf-8") as file:
            return int(dict(line.rstrip("\n").split(":", 1) for line in file)["voluntary_ctxt_switches"])

    def thread_seconds(self):
        """The processor time of FaderKit's thread."""
        return int(daemon.read_text(f"{self.thread()}/schedstat").split()[0]) / 1e9


def declared(faderd):
    """The declared parameters that are in force. /v1/declarations also has those that will be in a moment."""
    return {entry["id"] for entry in faderd.get("/v1/parameters") if entry.get("declaredBy")}


class Motion:
    """Drags parameters about, on a connection of its own, until it is stopped or the daemon is."""

    def __init__(self, faderd, ids):
        self.stopped = False
        self.thread = threading.Thread(target=self._run, args=(faderd, ids), daemon=True)
        self.thread.start()

    def _run(self, faderd, ids):
        try:
            session = faderd.session()
            while not self.stopped:
                for name in ids:
                    session.ask("PUT", f"/v1/parameters/{name}", {"position": random.random()})
        except OSError:  # The daemon was stopped, as the test wants.
            return

    def stop(self):
        self.stopped = True
        self.thread.join()


@test("50 restarts under motion: declared again within a second, sets wait for that, the newest values right, no press lost", limit=300, alone=True)
def restarts():
    faderd = daemon.Daemon(desk(), arguments=["--virtual"]).start()
    probe, ids = Program(faderd, "KitProbe", "8"), [f"probe.p{n}" for n in range(8)]
    everything, slowest = {*ids, "probe.go"}, 0.0
    wait_until(lambda: declared(faderd) == everything, "the first declarations")
    for turn in range(50):
        motion, before = Motion(faderd, ids), probe.report()["news"]
        wait_until(lambda: probe.report()["news"] > before + 20, "motion to arrive")
        if turn % 2:
            faderd.kill()
        else:
            faderd.stop()
        motion.stop()
        number = round(random.random(), 6)
        probe.say(f"set {number}")
        faderd.start()
        ready = time.monotonic()
        wait_until(lambda: declared(faderd) == everything, "declarations after a restart")
        slowest = max(slowest, time.monotonic() - ready)
        check(probe.answer()["connected"], "a set returned although there was no daemon")
        equal(faderd.parameter("probe.p0")["value"], number, "what was set while there was no daemon")
        wanted = [round(random.random(), 6) for _ in ids]
        faderd.request("PATCH", "/v1/parameters", {name: {"value": value} for name, value in zip(ids, wanted)})
        equal(faderd.request("POST", "/v1/parameters/probe.go/press").status, 202, "status of the press")
        wait_until(lambda: probe.report()["values"] == wanted, lambda: f"the newest values: {wanted}, got {probe.report()}")
        wait_until(lambda: probe.report()["presses"] == turn + 1, lambda: f"{turn + 1} presses: {probe.report()['presses']}")
    equal(probe.report()["problems"], 0, "problems")
    check(slowest <= 1, f"declared again after {slowest:.2f} s at worst")


def seconds(process):
    """The processor time of a process."""
    fields = daemon.read_text(f"/proc/{process.pid}/stat").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cost_of(faderd, probe, rounds=250):
    """Changes all parameters of a probe 50 times a second; returns how many changes that were, and the seconds of processor time of the program, of
    FaderKit's thread in it, and of the daemon."""
    session = faderd.session()
    before, thread, by_daemon = probe.report(), probe.thread_seconds(), seconds(faderd.process)
    start = time.monotonic()
    for turn in range(rounds):
        value = (turn + 1) / rounds
        session.ask("PATCH", "/v1/parameters", {f"probe.p{n}": {"value": value} for n in range(200)})
        time.sleep(max(0, start + (turn + 1) / 50 - time.monotonic()))
    wait_until(lambda: set(probe.report()["values"]) == {1.0}, "the last values")
    after, thread, by_daemon = probe.report(), probe.thread_seconds() - thread, seconds(faderd.process) - by_daemon
    return after["news"] - before["news"], after["cpu"] - before["cpu"], thread, by_daemon


@test("200 parameters that change 50 times a second cost the program at most a tenth of a core", alone=True)
def cost():
    if not IS_RELEASE:
        skip("it is measured on a release build")
    for how in ("held", ""):
        faderd = daemon.Daemon(desk(), arguments=["--virtual"]).start()
        probe, rounds = Program(faderd, "KitProbe", "200", how), 250
        wait_until(lambda: len(declared(faderd)) == 201, "the declarations")
        news, used, thread, by_daemon = cost_of(faderd, probe, rounds)
        news = news if not how else 200 * rounds
        # On a busy machine they come more slowly, so it is counted for each change.
        print(f"     {how or 'followed'}: {news} changes cost {1e6 * used / news:.1f} µs each, {1e6 * thread / news:.1f} of them on FaderKit's thread; at "
              f"10,000 a second {1e6 * used / news:.1f} and {1e6 * thread / news:.1f} % of a core; the daemon {1e6 * by_daemon / news:.1f} µs")
        check(news >= 200 * rounds / 2, f"only {news} changes arrived, so this measures too little")
        check(1e6 * used / news <= 10, f"a change costs {1e6 * used / news:.1f} µs")


@test("while nothing moves FaderKit's thread sleeps, with a daemon and without one", alone=True)
def sleeps():
    faderd = daemon.Daemon(desk(), arguments=["--virtual"]).start()
    probe = Program(faderd, "KitProbe", "8")
    wait_until(lambda: len(declared(faderd)) == 9, "the declarations")
    # The limits of the requests strike when they are long answered.
    time.sleep(3)
    before = probe.wakes()
    time.sleep(5)
    # The daemon says every 15 s that the stream works.
    check(probe.wakes() - before <= 1, f"{probe.wakes() - before} wake-ups in 5 s with a daemon")
    faderd.stop()
    wait_until(lambda: not probe.report()["connected"], "the loss to be noticed")
    time.sleep(3)
    before = probe.wakes()
    time.sleep(5)
    equal(probe.wakes() - before, 0, "wake-ups in 5 s without a daemon")
    faderd.start()
    wait_until(lambda: len(declared(faderd)) == 9, "the declarations after the restart")


@test("Examples/tweak: six parameters on motor faders with labels on the display, gone when it ends, however it ends")
def tweak():
    config = "version: 1\nsurfaces: {desk: {profile: x-touch, match: \"faderd virtual\", auto: true}}\n"
    faderd = daemon.Daemon(config, profiles=daemon.shipped("x-touch"), arguments=["--virtual"]).start()
    voice = Program(faderd, "tweak")
    ids = [f"tweak.{name}" for name in ("wave", "tune", "cutoff", "drive", "attack", "level")]
    wait_until(lambda: declared(faderd) == set(ids), "its parameters")
    owners = {name: faderd.parameter(name).get("owner", "") for name in ids}
    check(all(owners[name].startswith("desk fader.") for name in ids[1:]), f"controls: {owners}")
    shown = faderd.ctl("virtual", "show").out
    check("Cutoff" in shown and "Level" in shown, f"labels are missing: {shown}")
    faderd.set("tweak.cutoff", "1.2k")
    line = ""
    while line != "cutoff 1200.0 1200 Hz\n":
        line = voice.process.stdout.readline()
        check(line, "tweak has ended")
    voice.process.kill()
    wait_until(lambda: not declared(faderd), "its parameters to go")


def says(program, words):
    """Reads what a program prints until it says these words."""
    line = ""
    while words not in line:
        line = program.process.stdout.readline()
        check(line, f"the program has ended before it said: {words}")


@test("what is wrong with a socket is a sentence, and the program goes on when it is mended: a file, another version, no permission")
def sentences():
    faderd = daemon.Daemon(desk(), arguments=["--virtual"])
    with open(faderd.socket, "w", encoding="utf-8"):
        pass
    voice = Program(faderd, "tweak")
    says(voice, "is not a socket")
    os.unlink(faderd.socket)
    older = socket.socket(socket.AF_UNIX)
    older.bind(faderd.socket)
    older.listen()
    # What a daemon answers that does not have what is asked of it.
    detail = json.dumps({"type": "about:blank", "title": "Bad request", "status": 400, "detail": "this request has no key \"values\""})
    answer = f"HTTP/1.1 400 Bad Request\r\nContent-Length: {len(detail)}\r\nContent-Type: application/problem+json\r\n\r\n{detail}"

    def refuse(link):
        # An answer to each request: several may come at once, and one in pieces.
        rest = b""
        try:
            while data := link.recv(65536):
                *requests, rest = (rest + data).split(b" HTTP/1.1\r\n")
                link.sendall(answer.encode() * len(requests))
        except OSError:
            pass

    def serve():
        while True:
            try:
                link, _ = older.accept()
            except OSError:
                return
            threading.Thread(target=refuse, args=(link,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    says(voice, "with the FaderKit of the daemon's version")
    older.shutdown(socket.SHUT_RDWR)
    os.unlink(faderd.socket)
    faderd.start()
    wait_until(lambda: len(declared(faderd)) == 6, "its parameters once there is a daemon")
    if os.getuid() == 0:
        # The build may lie where another user may not enter.
        folder = tempfile.mkdtemp(prefix="faderd.")
        defer(lambda: shutil.rmtree(folder))
        os.chmod(folder, 0o755)
        says(Program(faderd, shutil.copy(os.path.join(daemon.BINARIES, "tweak"), folder), user=65534), "you may not use the daemon")


# The linker that comes with Swift, with the flags of our own programs, as docs/programs.md has them.
LLD = ["-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]


def linked(name, source, directory, own=lambda module: True, release=IS_RELEASE, linker=()):
    """Compiles a program against the modules that are built, and links it with the objects of those that are wanted. Returns its path.

    To build SwiftNIO once more, as SwiftPM would do for a package outside, takes minutes; this takes seconds.
    """
    built = os.path.realpath(daemon.BINARIES)
    maps = glob.glob(f"{built}/C*.build/module.modulemap") + glob.glob(f"{os.path.dirname(os.path.dirname(built))}/checkouts/*/Sources/*/include/module.modulemap")
    flags = [flag for path in maps for flag in ("-Xcc", f"-fmodule-map-file={path}")]
    objects = [line for line in daemon.read_text(f"{built}/KitProbe.product/Objects.LinkFileList").split("\n") if own(os.path.basename(os.path.dirname(line)).removesuffix(".build"))]
    daemon.write(f"{directory}/{name}.objects", "\n".join(objects))
    if release:
        flags += ["-O", "-wmo", "-static-stdlib", "-Xlinker", "--gc-sections", "-Xlinker", "-s", *linker]
    compiled = subprocess.run(
        ["swiftc", "-swift-version", "6", "-parse-as-library", "-I", f"{built}/Modules", *flags, source, f"@{directory}/{name}.objects",
         "-o", f"{directory}/{name}"], capture_output=True, text=True)
    equal(compiled.returncode, 0, f"exit code of the compiler ({compiled.stderr})")
    return f"{directory}/{name}"


def temporary_directory():
    directory = tempfile.mkdtemp(prefix="faderd.")
    defer(lambda: shutil.rmtree(directory))
    return directory


OUTSIDE = f"{ROOT}/Tests/Kit/outside"


@test("a package outside this repository needs two lines, the version by a tag, and the product: SwiftPM plans its build")
def outside():
    directory = temporary_directory()
    shutil.copytree(OUTSIDE, f"{directory}/outside")
    files = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "Package.swift", "Sources", "Tests", "Examples"], cwd=ROOT,
        capture_output=True, text=True, check=True).stdout.split("\n")
    for name in files:
        if name and os.path.exists(f"{ROOT}/{name}"):
            os.makedirs(os.path.dirname(f"{directory}/faderd/{name}"), exist_ok=True)
            shutil.copy(f"{ROOT}/{name}", f"{directory}/faderd/{name}")
    for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "x"], ["tag", "1.0.0"]):
        subprocess.run(["git", *command], cwd=f"{directory}/faderd", check=True)
    manifest = f"{directory}/outside/Package.swift"
    text = open(manifest, encoding="utf-8").read().replace("URL", f"file://{directory}/faderd")
    daemon.write(manifest, text)
    describe = subprocess.run(["swift", "package", "show-dependencies"], cwd=f"{directory}/outside", capture_output=True, text=True)
    equal(describe.returncode, 0, f"exit code of SwiftPM ({describe.stderr})")
    check("faderd" in describe.stdout and "swift-nio" in describe.stdout, describe.stdout)


@test("the program of that package runs: it declares, sets, drags, types, is refused, pressed and followed")
def outside_program():
    path = linked("outside", f"{OUTSIDE}/Sources/outside/Program.swift", temporary_directory(), lambda module: module != "KitProbe")
    faderd = daemon.Daemon(desk(), arguments=["--virtual"]).start()
    program = Program(faderd, path)
    for words in ("set to 1200 Hz", "typed: valid(text: \"20 Hz\")", "refused, for example 800 Hz"):
        says(program, words)
    equal(declared(faderd), {f"outside.{name}" for name in ("cutoff", "chorus", "drive", "wave")}, "what is declared")
    equal(faderd.request("POST", "/v1/parameters/outside.chorus/press").status, 202, "status of the press")
    says(program, "pressed by")
    faderd.set("outside.cutoff", "440")
    says(program, "440.0 440 Hz saw")
    equal(faderd.parameter("outside.drive")["value"], 0.5, "the property that it has set")


@test("a static program gets at most 7.5 MB larger by FaderKit, one that has SwiftNIO at most 4.4 MB; with the older linker at most 10 and 5.4 MB")
def sizes():
    if not IS_RELEASE:
        skip("it is measured on a release build")
    directory = temporary_directory()
    wanted = {"nothing": lambda module: False, "nio": lambda module: not module.startswith(("Fader", "CRealtime", "KitProbe")),
              "outside": lambda module: module != "KitProbe"}
    sources = {"outside": f"{OUTSIDE}/Sources/outside/Program.swift"}
    # SwiftNIO alone has 4.4 MB with the linker that SwiftPM takes by itself, see docs/PERFORMANCE.md.
    for name, linker, most in (("lld", LLD, (7.5, 4.4)), ("gold", [], (10, 5.4))):
        size = {
            each: os.path.getsize(linked(each, sources.get(each, f"{ROOT}/Tests/Kit/sizes/{each}.swift"), directory, own, linker=linker)) / 1e6
            for each, own in wanted.items()}
        by_kit, beside = size["outside"] - size["nothing"], size["outside"] - size["nio"]
        print(f"     {name}: nothing {size['nothing']:.2f} MB, SwiftNIO {size['nio']:.2f} MB, FaderKit {size['outside']:.2f} MB: {by_kit:.2f} and {beside:.2f} MB more")
        check(by_kit <= most[0] and beside <= most[1], f"{by_kit:.2f} MB larger, {beside:.2f} MB beside SwiftNIO, linked by {name}")
