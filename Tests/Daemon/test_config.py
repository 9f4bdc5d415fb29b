"""Errors in the config, and reloads."""

import os
import subprocess
import time

import native
from testing import check, equal, test, wait_until

THREE_ERRORS = """\
version: 1
parameters:
  master: {min: -70, max: 6, unit: dB, decimals: 1, defalt: -3}
  second: {min: 5, max: 5}
surfaces:
  desk:
    match: "faderd virtual"
    controls:
      fader.1: {input: "pitchbend ch 1", motor: true}
    map: {fader.1: mastre}
"""


@test("a typo in the config: position, line, caret, suggestion and exit code 78; the service manager is told nothing")
def typo():
    faderd = native.Daemon("version: 1\nparm:\n  master: {min: 0, max: 1}\n")
    faderd.start(ready=False)
    equal(faderd.wait(), 78, "exit code")
    log = faderd.log()
    check(f"{faderd.config_file}:2:1: error: " in log, f"no position: {log}")
    check('did you mean "parameters"?' in log, f"no suggestion: {log}")
    lines = log.splitlines()
    at = next(index for index, line in enumerate(lines) if line.endswith("parm:"))
    check(lines[at + 1].rstrip().endswith("^") or "^" in lines[at + 1], f"no caret under the line: {log}")
    equal(faderd.notifications, [], "what systemd was told")
    done = native.faderd("--check", faderd.config_file)
    equal(done.exit, 78, "exit code of --check")
    check(f"{faderd.config_file}:2:1: error: " in done.err, f"--check does not tell the position: {done.err}")


# All that may be in names is in HostileConfigTests; here it is what the programs print.
HOSTILE = [b"\x1b]0;x\x07", "\u202eabc".encode(), b"\xff\xfe"]


@test("hostile names and values: no escape reaches the terminal, from faderd --check, faderctl check, a refused reload and its log", limit=300)
def hostile():
    faderd = native.Daemon().start()
    good = native.read(faderd.config_file)
    for name in HOSTILE:
        for form in (name, b'"' + name.replace(b"\x1b", b"\\e").replace(b"\n", b"\\n").replace(b"\r", b"\\r") + b'"'):
            for text in (b"version: 1\nparameters: {%b: {min: x}}\n", b"version: 1\nparameters: {a: {%b: 1, min: %b}}\n",
                         b"version: 1\nparameters: {a: {}}\nsurfaces: {%b: {match: %b, profile: %b, map: {%b: a}}}\n"):
                native.write(faderd.config_file, text.replace(b"%b", form))
                for words in ([native.FADERD, "--check", faderd.config_file], [native.FADERCTL, "check", faderd.config_file],
                              [native.FADERCTL, "--socket", faderd.socket, "reload"]):
                    done = subprocess.run(words, capture_output=True, check=False)
                    out = (done.stdout + done.stderr).decode("utf-8")
                    wild = [char for char in out if ord(char) < 32 and char != "\n" or 0x7F <= ord(char) < 0xA0 or char in "\u202e\u2028\u2066"]
                    equal(wild, [], f"what a terminal gets from {words[0]} of {form!r}")
                    lines = out.splitlines()
                    check(all(len(line) < 1000 for line in lines), f"a long line from {words[0]}: {max(map(len, lines))}")
    log = faderd.log()
    equal([char for char in log if ord(char) < 32 and char not in "\n\t" or char in "\u202e\u2028\u2066"], [], "in the log")
    native.write(faderd.config_file, good)
    equal(faderd.ctl("reload").exit, 0, "exit code of a reload of the good file")


@test("a check whose answer cannot be written says so and ends with 74")
def unwritten():
    faderd = native.Daemon()
    for words in ([], ["--json"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([native.FADERD, "--check", *words, faderd.config_file], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        equal(done.returncode, 74, f"exit code of --check {words}: {done.stderr}")
        check("standard output cannot be written to" in done.stderr, done.stderr)


@test("a key without an effect is a warning with place and caret for both checks, the start and a reload, and the config is used")
def warnings():
    place = ":6:51: warning: touch has no effect: fader.1 has no motor"
    faderd = native.Daemon("""\
version: 1
parameters: {a: {}}
surfaces:
  desk:
    match: X
    controls: {fader.1: {input: cc 1 ch 1, touch: note 1 ch 1}}
    map: {fader.1: a}
""")
    source = "controls: {fader.1: {input: cc 1 ch 1, touch: note 1 ch 1}}"

    def told(text):
        lines = text.splitlines()
        at = next((index for index, line in enumerate(lines) if place in line), None)
        check(at is not None, f"no warning: {text}")
        check(source in lines[at + 1] and lines[at + 2].index("^") - lines[at + 1].index(source) == 46, f"the line and the caret: {lines[at:]}")
    done = native.faderd("--check", faderd.config_file)
    equal(done.exit, 0, "exit code of --check")
    told(done.err)
    faderd.start()
    told(faderd.log())
    done = faderd.ctl("check")
    equal(done.exit, 0, "exit code of faderctl check")
    told(done.err)
    done = faderd.ctl("reload")
    equal(done.exit, 0, "exit code of reload")
    told(done.err)
    wait_until(lambda: faderd.log().count(place) == 2, "the log of the reload")


@test("a bad reload by SIGHUP logs the reasons, and the old configuration stays in use")
def bad_hang_up():
    faderd = native.Daemon().start()
    faderd.put_durably("master", -21)
    faderd.configure(THREE_ERRORS)
    faderd.hang_up()
    wait_until(lambda: "stays in force" in faderd.log(), "the log")
    for line in (3, 4, 10):
        check(f"faderd.yaml:{line}:" in faderd.log(), f"the log does not tell of line {line}: {faderd.log()}")
    check_lives(faderd)


def check_lives(faderd):
    equal(faderd.value("master"), -21.0, "the value")
    equal(faderd.put("other", value=3).status, 200, "status of a set of another parameter")
    faderd.move(1, 0.5)
    wait_until(lambda: abs(faderd.motor(2) - 0.5) < 1e-4, "the other motor to follow")
    faderd.put_durably("master", -21)
    wait_until(lambda: abs(faderd.motor(1) - 49 / 76) < 1e-4, "the motor at the value")


@test("a value that a new range clamps at a start is logged, as at a reload")
def clamped_at_start():
    faderd = native.Daemon().start()
    faderd.put_durably("master", -60)
    faderd.stop()
    config = native.MASTER.replace("min: -70", "min: -20")
    check("min: -20" in config, "the config is another one")
    faderd.configure(config)
    faderd.start()
    equal(faderd.text("master"), "-20.0 dB", "master")
    check("value clamped: master from -60.0 dB to -20.0 dB" in faderd.log(), f"the log: {faderd.log()}")


NO_FILES = {
    "FIFO": (os.mkfifo, "it is a FIFO; name an ordinary file"),
    "endless device": (lambda path: os.symlink("/dev/zero", path), "it is a device; name an ordinary file"),
    "directory": (os.mkdir, "it is a directory; name the file in it"),
    "loop of links": (lambda path: os.symlink(path, path), "its symbolic links form a loop"),
}


def replace(path, make):
    """Replaces a file or an empty directory with something else, made by `make`."""
    if os.path.isdir(path) and not os.path.islink(path):
        os.rmdir(path)
    else:
        os.unlink(path)
    make(path)


@test("a config that is a FIFO, a device, a directory or a loop of links is refused at a reload, and the daemon keeps working")
def no_file():
    faderd = native.Daemon().start()
    faderd.put_durably("master", -21)
    for name, (make, sentence) in NO_FILES.items():
        replace(faderd.config_file, make)
        answer = faderd.request("POST", "/v1/reload")
        equal(answer.status, 422, f"status for a {name}")
        equal(len(answer.json["diagnostics"]), 1, f"diagnostics for a {name}")
        check(sentence in answer.json["diagnostics"][0]["message"], f"message for a {name}: {answer.json['diagnostics']}")
        check_lives(faderd)
    replace(faderd.config_file, lambda path: native.write(path, native.MASTER))
    equal(faderd.request("POST", "/v1/reload").status, 200, "status of a reload once it is a file again")


@test("a reload waits for a profile on a slow disk, and the API answers meanwhile")
def stalled_disk():
    native.need_strace()
    faderd = native.Daemon()
    directory = f"{os.path.dirname(faderd.config_file)}/profiles"
    os.mkdir(directory)
    native.write(f"{directory}/box.yaml", "controls: {}\n")
    slow = faderd.strace("-P", f"{directory}/box.yaml", "-e", "trace=openat", "-e", "inject=openat:delay_enter=9s")
    faderd.start(wrap=slow, timeout=30)
    faderd.configure("version: 1\nsurfaces:\n  box: {match: X, profile: box}\n")
    reload = subprocess.Popen([native.FADERCTL, "--socket", faderd.socket, "reload"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while reload.poll() is None:
        check(time.monotonic() < deadline, "faderctl reload never ends")
        start = time.monotonic()
        faderd.get("/v1/parameters/master")
        check(time.monotonic() - start < 2, "another request waited for the disk")
        time.sleep(0.1)
    out, err = reload.communicate()
    equal(reload.returncode, 78, f"exit code of reload ({out}{err})")
    check("box.yaml:1:1: error: the version is missing" in err, f"what reload says: {err}")
    faderd.put_durably("master", -22)


@test("an import of an endless or huge file ends with a sentence, and one of a FIFO that nobody writes to does not wait")
def endless_import():
    faderd = native.Daemon().start()
    os.mkfifo(f"{faderd.directory}/fifo")
    native.write(f"{faderd.directory}/huge", "{")
    os.truncate(f"{faderd.directory}/huge", 1 << 40)
    for path, sentence in (("/dev/zero", "larger than 64 MiB"), (f"{faderd.directory}/huge", "larger than 64 MiB"), (f"{faderd.directory}/fifo", "")):
        done = faderd.ctl("import", path, timeout=20)
        check(done.exit in (65, 74) and sentence in done.err, f"{path}: {done}")
    document = faderd.ctl("export").out
    done = subprocess.run(
        ["bash", "-c", f'"{native.FADERCTL}" --socket "{faderd.socket}" import <(printf %s "$1")', "bash", document], capture_output=True, text=True)
    equal(done.returncode, 0, f"exit code of an import from a pipe: {done.stderr}")
