#!/usr/bin/env python3
"""Counts how often `chorus` is pressed, and lights another part of the song each time. A button of the desk, the page or a phone presses it.

It is the trigger `chorus` of the config, or one of its own.
"""

import faderd

PARTS = ("verse", "chorus", "bridge")


def main() -> None:
    with faderd.connect(by="song") as f:
        chorus = f.declare("chorus", kind="trigger", label="Chorus")
        part = f.declare("song.part", kind="choice", label="Part", options=PARTS)
        for press in chorus.pressed():
            part.value = PARTS[(PARTS.index(part.value) + 1) % len(PARTS)]
            print(f"{press.by or 'somebody'} pressed: {part.text}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
