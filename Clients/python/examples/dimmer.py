#!/usr/bin/env python3
"""The lamp for asyncio, which fades by itself while nobody holds its fader. Prints each step."""

import asyncio
import math

import faderd
import faderd.aio


async def main() -> None:
    async with faderd.aio.connect(by="dimmer") as f:
        level = await f.declare("dimmer.level", label="Dimmer", max=100, unit="%", decimals=0)
        speed = await f.declare("dimmer.speed", label="Speed", min=0.1, max=5, unit="Hz", decimals=1, taper="log", default=0.5)
        angle = 0.0
        while True:
            await asyncio.sleep(0.05)
            angle += speed.value * 0.05 * 2 * math.pi
            if not level.touched_by:
                level.value = 50 + 50 * math.sin(angle)
            print(level.text, flush=True)


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass
