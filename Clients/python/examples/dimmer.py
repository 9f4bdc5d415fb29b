#!/usr/bin/env python3
"""The lamp for asyncio: it fades to where its fader is, at a speed that is on another fader. Prints each step of a fade."""

import asyncio

import faderd.aio


async def main() -> None:
    async with faderd.aio.connect(by="dimmer") as f:
        level = await f.declare("dimmer.level", label="Dimmer", max=100, unit="%", decimals=0)
        speed = await f.declare("dimmer.speed", label="Dimmer speed", min=10, max=1000, unit="%/s", decimals=0, taper="log", default=100)
        shown = level.value
        async for _ in level.watch():
            while abs(shown - level.value) > 0.5:
                step = speed.value / 20
                shown += min(max(level.value - shown, -step), step)
                print(f"{shown:.0f} %", flush=True)
                await asyncio.sleep(0.05)


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass
