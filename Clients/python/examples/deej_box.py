#!/usr/bin/env python3
"""A box for deej on faderd: reads what its sliders send over the serial port, and moves a parameter for each slider, the first one for the first.

    python3 deej_box.py /dev/ttyACM0 master chrome spotify

The box sends lines such as 512|1023|0, at 9600 baud. Nothing moves until a slider does.
"""

import argparse
import os
import re
import termios
import tty
from collections.abc import Iterator

import faderd

LINE = re.compile(rb"\d{1,4}(\|\d{1,4})*")
FULL = 1023
# How far a slider has to move: the readings of one at rest differ by less.
NOISE = 0.02


def opened(path: str, baud: int) -> int:
    """The serial port, which passes on bytes as they come."""
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(port)
    settings = termios.tcgetattr(port)
    settings[4] = settings[5] = getattr(termios, f"B{baud}")
    termios.tcsetattr(port, termios.TCSANOW, settings)
    return port


def received(port: int) -> bytes:
    """What has come; nothing when the box is gone."""
    try:
        return os.read(port, 4096)
    except OSError:
        return b""


def readings(port: int) -> Iterator[list[float]]:
    """Where the sliders are, 0…1, line by line. The first line may be half of one, and is left out."""
    rest, is_first = b"", True
    while data := received(port):
        *lines, rest = (rest + data).split(b"\n")
        rest = rest[-4096:]
        for line in lines:
            if LINE.fullmatch(line := line.strip()) and not is_first:
                numbers = [int(number) for number in line.split(b"|")]
                if max(numbers) <= FULL:
                    yield [number / FULL for number in numbers]
            is_first = False


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves parameters of faderd by the sliders of a box for deej.")
    parser.add_argument("port", help="such as /dev/ttyACM0")
    parser.add_argument("ids", nargs="+", help="a parameter for each slider; - for none")
    parser.add_argument("--baud", type=int, default=9600)
    parser.add_argument("--invert", action="store_true", help="the sliders run the other way")
    wanted = parser.parse_args()
    with faderd.connect(by="deej box") as f:
        if not f.wait(10):
            raise SystemExit(f"no faderd: {f.problems}")
        for id in wanted.ids:
            if id != "-" and id not in f:
                raise SystemExit(f"faderd has no parameter {id}")
        shown: list[float] = []
        for places in readings(opened(wanted.port, wanted.baud)):
            if wanted.invert:
                places = [1 - place for place in places]
            if len(places) != len(shown):
                shown = list(places)
                continue
            for slider, (id, place) in enumerate(zip(wanted.ids, places)):
                is_at_end = place in (0, 1) and place != shown[slider]
                if id == "-" or abs(place - shown[slider]) < NOISE and not is_at_end:
                    continue
                shown[slider] = place
                try:
                    f[id].position = place
                except faderd.FaderdError as error:
                    print(f"{id}: {error}", flush=True)
        raise SystemExit(f"{wanted.port} has gone")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
