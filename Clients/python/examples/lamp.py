#!/usr/bin/env python3
"""A lamp whose brightness and color are on faders: prints what a lamp would do. It is gone from the desk when it ends.

With a real lamp, call its library where this prints.
"""

import faderd


def main() -> None:
    with faderd.connect(by="lamp") as f:
        level = f.declare("lamp.level", label="Lamp", max=100, unit="%", decimals=0, value=40)
        color = f.declare("lamp.color", label="Lamp color", kind="color", default="#ffcc88")
        for change in f.watch("lamp.*"):
            if change.id in (level.id, color.id):
                print(f"{level.value:.0f} % of {color.value}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
