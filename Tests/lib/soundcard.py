"""A sound card for a test: alsa-lib itself, with a stand-in for the card, `soundcard.c`, below it."""

import os
import shutil
import subprocess

import native
import testing

SOURCE = f"{os.path.dirname(os.path.abspath(__file__))}/soundcard.c"


class Card:
    """The card PCH: a volume of two channels, 0…87 from -65.25 dB in steps of 0.75 dB, a switch, and the items Mic and Line to record from."""

    def __init__(self, volume, is_on, item):
        compiler = shutil.which("cc") or shutil.which("clang") or testing.skip("there is no C compiler for the sound card's stand-in")
        self.directory = native.scratch()
        library = f"{self.directory}/libstand_in.so"
        done = subprocess.run([compiler, "-shared", "-fPIC", "-DPIC", "-Wall", "-Werror", "-o", library, SOURCE, "-lasound"], capture_output=True, text=True)
        testing.equal(done.returncode, 0, f"exit code of {compiler} ({done.stderr})")
        self.turn(volume, is_on, item)

    def crowd(self):
        """Gives it hundreds of further controls, which go and come anew with each turn. To be called before anybody opens it."""
        native.write(f"{self.directory}/crowd", "")

    def place(self, home):
        """Makes it the hardware of those whose home is this directory."""
        native.write(f"{home}/.asoundrc", f'ctl_type.stand_in {{ lib "{self.directory}/libstand_in.so" }}\n'
                     f'ctl.!hw {{ @args [ CARD ] @args.CARD {{ type string }} type stand_in card $CARD folder "{self.directory}" }}\n')

    def turn(self, volume, is_on, item):
        """Somebody at the card."""
        file = os.open(f"{self.directory}/levels", os.O_WRONLY | os.O_CREAT, 0o600)
        os.pwrite(file, b"%03d %03d %03d %03d\n" % (volume, volume, is_on, item), 0)
        os.close(file)

    @property
    def levels(self):
        return [int(word) for word in native.read(f"{self.directory}/levels").split()]

    @property
    def writes(self):
        """What programs have set."""
        path = f"{self.directory}/writes"
        return native.read(path).decode().splitlines() if os.path.exists(path) else []
