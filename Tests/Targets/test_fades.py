"""A change at the target ends that parameter's fade: one is enough, and what the target says of its own writes does not count."""

import time

import fakeobs
import native
import testing
from sound import bound
from testing import check, equal, test, wait_until

SECONDS = 3


def fade(faderd, **parameters):
    """Brings the parameters from one text to another, the second as a fade; returns when that has begun."""
    for name in parameters:
        faderd.set(name, parameters[name][1])
    equal(faderd.ctl("snapshot", "save", "end").exit, 0, "save")
    for name in parameters:
        faderd.set(name, parameters[name][0])
    time.sleep(1.5)
    equal(faderd.ctl("snapshot", "recall", "end", "--over", f"{SECONDS}s").exit, 0, "recall")


def ends(faderd, ended, wanted, other, last):
    """The fade of one parameter ends with a value, that of the other at its goal."""
    wait_until(lambda: faderd.text(ended) == wanted, lambda: f"{ended} to be {wanted}: {faderd.text(ended)}", timeout=1)
    wait_until(lambda: faderd.text(other) == last, lambda: f"{other} to go on: {faderd.text(other)}")
    testing.stays(lambda: faderd.text(ended) == wanted, lambda: f"{ended} stays {wanted}: {faderd.text(ended)}", 0.5)


class OBS(fakeobs.FakeOBS):
    """An OBS that tells what is changed, as the real one does."""

    def answer(self, request):
        if request["requestType"] == "SetInputVolume":
            self.change(request["requestData"]["inputVolumeDb"])
        return super().answer(request)

    def change(self, level):
        self.volume = level
        self.send(fakeobs.event("InputVolumeChanged", inputName="Mic", inputVolumeDb=level, inputVolumeMul=10 ** (level / 20)))


@test("a change at the target ends a fade after a reload in its middle; a hand and an undo end it as ever", limit=120)
def pairs():
    studio = OBS(volume=-50.0)
    text = (
        f"version: 1\ntargets: {{studio: {{obs: \"{studio.address}\"}}}}\nparameters:\n"
        "  mic: {type: decibel, max: 12, target: {obs: studio, input: Mic}}\n  other: {max: 100, decimals: 0}\n" + native.desk({1: "mic"}))
    faderd = native.Daemon(text).start()
    bound(faderd, "mic")
    # A reload: what was written before it is still no change.
    fade(faderd, mic=("-50", "0"), other=("0", "100"))
    time.sleep(0.8)
    faderd.reload(text.replace("decimals: 0", "decimals: 1"))
    time.sleep(0.6)
    check(-50 < faderd.value("mic") < 0, f"the fade goes on: {faderd.text('mic')}")
    studio.change(-60.0)
    ends(faderd, "mic", "-60.0 dB", "other", "100.0")
    # A hand.
    fade(faderd, mic=("-50", "0"), other=("0", "100"))
    time.sleep(0.8)
    faderd.touch(1, True)
    held = faderd.value("mic")
    studio.change(-20.0)
    testing.stays(lambda: faderd.value("mic") == held, lambda: f"what the hand holds: {faderd.text('mic')}", 0.5)
    faderd.touch(1, False)
    wait_until(lambda: abs(studio.volume - faderd.value("mic")) < 0.05, lambda: f"both the same: {studio.volume}, {faderd.text('mic')}")
    # Undo.
    fade(faderd, mic=("-50", "0"), other=("0", "100"))
    time.sleep(0.8)
    equal(faderd.ctl("undo").exit, 0, "undo")
    wait_until(lambda: abs(studio.volume + 50) < 0.05, lambda: f"OBS goes back: {studio.volume}")
    testing.stays(lambda: faderd.text("mic") == "-50.0 dB", lambda: faderd.text("mic"), 1)
