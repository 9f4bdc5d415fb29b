"""Programs that targets run: scripts that write down what they do."""

import os
import shutil
import tempfile

import testing


def folder():
    """A directory that is removed at the end of the test."""
    path = tempfile.mkdtemp(prefix="exec.")
    testing.defer(lambda: shutil.rmtree(path, ignore_errors=True))
    return path


def script(directory, name, text):
    """Writes a shell script; returns its path."""
    path = f"{directory}/{name}"
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)
    return path


def lines(path):
    """The lines of a file; none if there is no file."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def state(faderd):
    """What a daemon says of its first target."""
    return faderd.get("/v1/targets")["targets"][0]
