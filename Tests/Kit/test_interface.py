"""What FaderKit offers the programs of others, and its documentation."""

import os
import subprocess

from testing import equal, test

SCRIPT = os.path.abspath(f"{os.path.dirname(__file__)}/../../scripts/faderkit.sh")


def says_nothing_is_wrong(*arguments):
    ended = subprocess.run([SCRIPT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    equal(ended.returncode, 0, f"exit code of faderkit.sh ({ended.stdout})")


@test("FaderKit and FaderKitTesting offer what API.txt says")
def interface():
    says_nothing_is_wrong("api")


@test("the documentation of FaderKit has no warnings")
def documentation():
    says_nothing_is_wrong("docs")
