"""Learning a whole controller, control by control, and writing its profile; the virtual surface is the controller."""

import os
import signal
import time

import native
import terminal
import testing
from learner import Learner, sweep
from testing import check, equal, test

CONFIG = """\
version: 1
parameters:
  master: {min: 0, max: 100, decimals: 0}
  pan: {min: 0, max: 100, decimals: 0}
surfaces:
  virtual:
    match: "faderd virtual"
    controls:
      knob.7: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
    map: {knob.7: master}
"""
PROFILE = "faderd-virtual.yaml"


def learned(name, channel):
    return f"{name}  pitchbend ch {channel}  14 bits, motor, touch note {103 + channel} ch 1"


def hand(faderd, fader):
    """A function that moves a fader from end to end."""
    return lambda: sweep(faderd, fader)


def moved(faderd, claim):
    """Moves the first fader again and again until the claim is true."""
    end = time.monotonic() + 2 * testing.PATIENCE
    while not claim():
        check(time.monotonic() < end, "nothing is learned")
        hand(faderd, 1)()
        again = time.monotonic() + 3
        while not claim() and time.monotonic() < again:
            time.sleep(0.01)


def shown(screen):
    """Whether a terminal shows that the first fader is learned."""
    screen.read(0.02)
    return learned("fader.1", 1) in screen.screen.text


def started(*arguments):
    faderd = native.Daemon(CONFIG).start()
    return faderd, Learner(faderd, "--surface", *arguments)


def profile(faderd, name=PROFILE):
    return native.read_text(f"{faderd.directory}/profiles/{name}")


@test("a configured surface is learned again, with new names; its profile passes the check, and its controls drive parameters")
def whole():
    faderd, learner = started("virtual")
    learner.says("fader.1: move it from end to end")
    learner.learns(learned("fader.1", 1), hand(faderd, 1))
    learner.learns(learned("fader.2", 2), hand(faderd, 2))
    learner.answers("main", learned("main", 2))
    learner.hears("that is main already", hand(faderd, 2))
    learner.type("skip")
    learner.says("fader.2 is left out")
    learner.learns(learned("fader.3", 3), hand(faderd, 3))
    learner.type("undo")
    learner.says("fader.3 is forgotten")
    faderd.set("master", "7")
    faderd.set("master", "70")
    learner.type("")
    learner.says("the next knob, knob.1 or encoder.1")
    learner.type("done")
    learner.says('write "profile: faderd-virtual" into the surface virtual')
    learner.ends()
    expected = '  fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}\n' \
        '  main: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}\n'
    check(profile(faderd).endswith(f'name: "faderd virtual"\nmatch: "faderd virtual"\n\ncontrols:\n{expected}'), profile(faderd))
    check(f"written: {faderd.directory}/profiles/{PROFILE}, 2 controls\n" in learner.lines, f"printed: {learner.lines}")
    faderd.configure(CONFIG[:CONFIG.index("surfaces:")] + "surfaces:\n  virtual: {profile: faderd-virtual, map: {main: pan}}\n")
    equal(faderd.ctl("check", faderd.config_file).exit, 0, "check")
    equal(faderd.ctl("reload").exit, 0, "reload")
    faderd.move(2, 0.25)
    testing.wait_until(lambda: faderd.text("pan") == "25", "the learned fader to drive it")
    faderd.set("pan", "100")
    testing.wait_until(lambda: faderd.motor(2) == 1, "its motor to move")


@test("an existing file is overwritten only if the user says so; else the profile gets another name")
def kept():
    faderd = native.Daemon(CONFIG, profiles={PROFILE: "mine\n"}).start()
    for answer, name in (("", "faderd-virtual-2.yaml"), ("y", PROFILE)):
        learner = Learner(faderd, "--surface")
        learner.learns(learned("fader.1", 1), hand(faderd, 1))
        learner.type("done")
        learner.says(f"{PROFILE} already exists; overwrite it?")
        equal(profile(faderd), "mine\n", "the file before the answer")
        learner.type(answer)
        learner.ends()
        check("fader.1: {" in profile(faderd, name), profile(faderd, name))
    equal(sorted(os.listdir(f"{faderd.directory}/profiles")), ["faderd-virtual-2.yaml", PROFILE], "files")


@test("an interrupt, the end of input and the daemon's end write the learned controls, without a question and over no other file")
def interrupted():
    def end(faderd, learner):
        learner.close()

    def lose(faderd, learner):
        faderd.kill()

    for stop, code in ((lambda _, learner: learner.process.send_signal(signal.SIGINT), -signal.SIGINT),
                       (lambda _, learner: learner.process.send_signal(signal.SIGTERM), -signal.SIGTERM), (end, 0), (lose, 69)):
        faderd = native.Daemon(CONFIG, profiles={PROFILE: "mine\n"}).start()
        learner = Learner(faderd, "--surface")
        learner.learns(learned("fader.1", 1), hand(faderd, 1))
        stop(faderd, learner)
        learner.ends(code)
        equal(profile(faderd), "mine\n", "the file that was there")
        check("fader.1: {" in profile(faderd, "faderd-virtual-2.yaml"), "the new one")


@test("if nobody reads what it prints any more, or its terminal is closed, the learned controls are written, too")
def unread():
    faderd = native.Daemon(CONFIG).start()
    for name, code in (("pipe", -signal.SIGPIPE), ("screen", -signal.SIGHUP)):
        arguments = ("learn", "--surface", "--output", f"{faderd.directory}/{name}.yaml")
        if name == "pipe":
            process = faderd.ctl_running(*arguments, answers=True)
            check("move it from end to end" in process.stderr.readline(), "the walk does not begin")
            process.stdout.close()
            moved(faderd, lambda process=process: process.poll() is not None)
        else:
            screen = terminal.Terminal(faderd, *arguments, columns=100)
            process = screen.process
            screen.shows_part("fader.1: move it from end to end")
            moved(faderd, lambda screen=screen: shown(screen))
            with open(os.devnull, "rb") as nothing:
                os.dup2(nothing.fileno(), screen.main)  # Closes the terminal.
        equal(process.wait(testing.PATIENCE), code, f"how it ended: {name}")
        check("fader.1: {" in native.read_text(f"{faderd.directory}/{name}.yaml"), f"the profile: {name}")


@test("--dry-run shows the profile and writes nothing; --output names another file")
def places():
    faderd, learner = started("--dry-run")
    learner.learns(learned("fader.1", 1), hand(faderd, 1))
    learner.type("done")
    learner.ends()
    check('match: "faderd virtual"\n' in learner.lines, f"shown: {learner.lines}")
    check(not os.path.exists(f"{faderd.directory}/profiles"), "nothing is written")
    learner = Learner(faderd, "--surface", "--output", f"{faderd.directory}/box.yaml")
    learner.learns(learned("fader.1", 1), hand(faderd, 1))
    learner.type("done")
    learner.says(f"put it into {faderd.directory}/profiles")
    learner.ends()
    with open(f"{faderd.directory}/box.yaml", encoding="utf-8") as file:
        check("fader.1: {" in file.read(), "the file")


@test("a command that cannot work says so at once; if nothing was learned, nothing is written")
def wrong():
    faderd = native.Daemon(CONFIG).start()
    faderd.fails(65, 'no surface and no controller "dsk"; known: virtual', "learn", "--surface", "dsk")
    faderd.fails(74, "name another place with --output", "learn", "--surface", "--output", f"{faderd.directory}/a/b/c.yaml")
    faderd.fails(65, "nothing was learned", "learn", "--surface", "virtual")
    check(not os.path.exists(f"{faderd.directory}/profiles"), "nothing is written")


@test("on a terminal one picture is redrawn; ctrl-c writes the profile and restores the terminal")
def picture():
    faderd = native.Daemon(CONFIG).start()
    screen = terminal.Terminal(faderd, "learn", "--surface", columns=100)
    screen.shows_part("fader.1: move it from end to end")

    moved(faderd, lambda: shown(screen))
    screen.shows_part(learned("fader.1", 1))
    screen.shows_part("fader.2: move it from end to end")
    check(screen.screen.text.endswith("\n>"), f"the line to type in: {screen.screen.text!r}")
    screen.type("ma", "in", "\r")
    screen.shows_part("main     pitchbend ch 1")
    check("fader.1  " not in screen.screen.text, f"one picture: {screen.screen.text!r}")
    screen.type("nix", "\x03")
    screen.ends(-signal.SIGINT)
    check("main: {" in profile(faderd), "the profile")
