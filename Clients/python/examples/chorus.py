#!/usr/bin/env python3
"""Counts how often `chorus` is pressed, and lights another part of the song each time. A button of the desk, the page or a phone presses it.

If the config has no trigger `chorus`, this declares one.
"""

import sys

import faderd

PARTS = ("verse", "chorus", "bridge")


def main() -> None:
    with faderd.connect(by="song") as f:
        try:
            f.declare("chorus", kind="trigger", label="Chorus")
        except faderd.Refused:
            print("chorus is in the config", file=sys.stderr)
        part = f.declare("song.part", kind="choice", label="Part", options=PARTS)
        for press in f.pressed("chorus"):
            part.value = PARTS[(PARTS.index(part.value) + 1) % len(PARTS)]
            print(f"{press.by or 'somebody'} pressed: {part.text}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
