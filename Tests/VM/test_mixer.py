"""A sound card's mixer as a target: a motor fader is its volume. `amixer` changes the mixer from outside."""

import pathlib
import subprocess
import time

from daemon import Daemon
from gadget import Fader, Gadget
from testing import check, equal, test, wait_until

CONFIG = """
version: 1
parameters:
  card: {min: -50, max: 0, decimals: 1, unit: dB, target: {alsa: {card: Dummy, control: Master}}}
  line: {min: 0, max: 100, unit: "%", target: {alsa: {card: Dummy, control: Line}}}
  mic: {kind: toggle, target: {alsa: {card: Dummy, control: Mic, capture: true}}}
  gone: {min: 0, max: 100, target: {alsa: {card: Dummy, control: Nothing}}}
surfaces:
  desk:
    match: "Desk*"
    controls:
      fader.1: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1"}
    map: {fader.1: card}
"""

DRIVER = pathlib.Path("/sys/bus/platform/drivers/snd_dummy")


def plug_card():
    """Plugs a sound card named Dummy in, which has a mixer."""
    if not (DRIVER / "snd_dummy.0").exists():
        (DRIVER / "bind").write_text("snd_dummy.0")


def pull_card():
    """Unplugs it, as a USB card can be unplugged while programs use it."""
    (DRIVER / "unbind").write_text("snd_dummy.0")


def amixer(*arguments):
    """The output of amixer."""
    return subprocess.run(["amixer", "-c", "Dummy", "--", *arguments], check=True, capture_output=True, text=True).stdout


def volumes(control):
    """The volume of each channel in dB."""
    return [float(line.split("[")[2].split("dB")[0]) for line in amixer("sget", control).splitlines() if "dB]" in line]


def near(got, wanted, tolerance):
    return abs(got - wanted) <= tolerance


def captures(control):
    """Whether the control's switch for recording is on: the last word of its first channel's line."""
    lines = [line for line in amixer("sget", control).splitlines() if line.endswith(("[on]", "[off]"))]
    return lines[0].endswith("[on]")


def targets(daemon):
    """What the API reports about each target, by parameter."""
    return {target["parameter"]: target for target in daemon.get("/v1/targets")["targets"]}


def state(daemon, parameter):
    return targets(daemon)[parameter]["state"]


@test("a fader moves the volume of a card, amixer moves the motor; the balance is kept, even through silence")
def both_ways():
    plug_card()
    amixer("sset", "Master", "-20dB")
    desk = Gadget("Desk").plug()
    daemon = Daemon(CONFIG).start()
    desk.settle()
    wait_until(lambda: state(daemon, "card") == "bound", lambda: f"the card; {targets(daemon)}", 30)
    wait_until(lambda: near(daemon.value("card"), volumes("Master")[0], 0.01), "the card's own value at the start", 30)
    # The hand on the fader.
    fader = Fader(desk, "cc14 7", touch=104)
    fader.touch()
    fader.move(8192)
    wait_until(lambda: near(volumes("Master")[0], -25, 1), lambda: f"half of the travel; {volumes('Master')}", 30)
    # While it is held, amixer's change waits; then the motor follows it.
    amixer("sset", "Master", "-10dB")
    wait_until(lambda: near(volumes("Master")[0], -10, 1), "amixer", 30)
    check(near(daemon.value("card"), -25, 0.1), f"a held fader keeps its value, not {daemon.value('card')}")
    equal(fader.fought, 0, "motor messages under the finger")
    fader.release()
    wait_until(lambda: near(daemon.value("card"), volumes("Master")[0], 0.01), "the foreign change after the release", 30)
    wanted = round((daemon.value("card") + 50) / 50 * 16383)
    fader.wait_at(wanted, 30)
    # Balance.
    amixer("sset", "Master", "-10dB,-16dB")
    wait_until(lambda: near(daemon.value("card"), volumes("Master")[0], 0.01), "the louder channel", 30)
    (left, right) = volumes("Master")
    daemon.set("card", "-50")
    wait_until(lambda: volumes("Master")[0] < -40, lambda: f"nothing to hear; {volumes('Master')}", 30)
    daemon.set("card", f"{left}")
    wait_until(lambda: near(volumes("Master")[0], left, 1), lambda: f"back; {volumes('Master')}", 30)
    check(near(volumes("Master")[1], right, 1), f"the balance is {volumes('Master')}, and was {[left, right]}")
    check(near(daemon.value("card"), left, 0.01), f"typed {left}, kept {daemon.value('card')}")


@test("switches and percentages of a card's mixer, the switch both ways; a missing control is named, with those that exist")
def kinds():
    plug_card()
    daemon = Daemon(CONFIG).start()
    wait_until(lambda: state(daemon, "mic") == "bound", lambda: f"the switch; {targets(daemon)}", 30)
    for wanted in ("on", "off", "on"):
        daemon.set("mic", wanted)
        wait_until(lambda: captures("Mic") == (wanted == "on"), lambda: f"mic {wanted}; {amixer('sget', 'Mic')}", 30)
    # Both channels in one write: snd-dummy sends no event when they are switched one after the other, as "sset Mic nocap" does.
    said = amixer("cset", "name=Mic Capture Switch", "0,0")
    wait_until(lambda: daemon.shown("mic") == "off", lambda: f"the switch of the other hand; {said}, {targets(daemon)['mic']}", 30)
    for percent in (0, 30, 100):
        daemon.set("line", str(percent))
        # In alsamixer's percentages, which amixer shows with -M.
        wait_until(
            lambda: f"[{percent}%]" in subprocess.run(
                ["amixer", "-M", "-c", "Dummy", "sget", "Line"], check=True, capture_output=True, text=True).stdout,
            lambda: f"{percent} %; {amixer('sget', 'Line')}", 30)
    note = targets(daemon)["gone"]["note"]
    check('no control "Nothing"; it has Master, ' in note, f"what is there is not in: {note}")
    equal(state(daemon, "gone"), "absent", "a control that is not there")


@test("a card that is unplugged and plugged in again is bound again; its parameter stays movable meanwhile")
def unplugged():
    plug_card()
    daemon = Daemon(CONFIG).start()
    wait_until(lambda: state(daemon, "card") == "bound", lambda: f"the card; {targets(daemon)}", 30)
    for volume in (-12, -24, -36):
        pull_card()
        wait_until(lambda: state(daemon, "card") == "absent", lambda: f"its end; {targets(daemon)}", 30)
        daemon.set("card", "-3")
        equal(daemon.value("card"), -3, "value without a card")
        plug_card()
        wait_until(lambda: state(daemon, "card") == "bound", lambda: f"its return; {targets(daemon)}", 30)
        amixer("sset", "Master", f"{volume}dB")
        wait_until(lambda: near(daemon.value("card"), volume, 1), lambda: f"{volume} dB; {daemon.value('card')}", 30)


@test("an idle card causes no wake-ups, and after a flood of changes by amixer the last one counts")
def flood():
    plug_card()
    daemon = Daemon(CONFIG).start()
    wait_until(lambda: state(daemon, "card") == "bound", lambda: f"the card; {targets(daemon)}", 30)
    commands = "\n".join(f"sset Master {-(number % 40)}dB" for number in range(400)) + "\nsset Master -7dB\n"
    subprocess.run(["amixer", "-c", "Dummy", "-s"], input=commands, check=True, capture_output=True, text=True)
    wait_until(lambda: near(daemon.value("card"), -7, 0.5), lambda: f"the last of them; {daemon.value('card')}", 30)
    time.sleep(12)  # The last request is followed by one wake-up within ten seconds.
    before = daemon.switches()
    time.sleep(10)
    # The count of a thread that ends is lost, so the sum may fall.
    check(daemon.switches() <= before, f"{daemon.switches() - before} wake-ups in 10 s")
