"""Only mypy reads this: what the types of the library promise."""

from typing import Any, assert_type

import faderd
import faderd.aio


def ordinary(f: faderd.Connection) -> None:
    number = f.declare("a", max=100, unit="%")
    assert_type(number, faderd.Parameter[float])
    assert_type(number.value, float)
    number.value = 3
    number.value = "loud"  # type: ignore[assignment]
    assert_type(f.declare("b", kind="integer").value, int)
    assert_type(f.declare("c", kind="toggle", words=["open", "muted"]).value, bool)
    assert_type(f.declare("d", kind="choice", options=["a"]).value, str)
    assert_type(f.declare("e", kind="range").value, tuple[float, float])
    assert_type(f.declare("g", type="decibel").value, Any)
    assert_type(f["master"], faderd.Parameter[Any])
    assert_type(number.position, float | None)
    assert_type(number.set("3").notice, str | None)
    for change in f.watch("a"):
        assert_type(change, faderd.Change)
    for press in f.pressed("go"):
        assert_type(press.by, str | None)

    @f.on_press("go")
    def pressed(press: faderd.Press) -> int:
        return press.run
    assert_type(pressed(faderd.Press("go", None, 1)), int)
    with number.edit() as field, f.gesture() as drag:
        assert_type(field.submit().state, faderd.State)
        drag.move(number, 0.5)
    f.declare(3)  # type: ignore[call-overload]


async def with_asyncio() -> None:
    async with faderd.aio.connect(by="typed") as f:
        number = await f.declare("a")
        assert_type(number, faderd.aio.Parameter[float])
        number.value = 3
        assert_type(await number.set("3"), faderd.State)
        async for change in number.watch():
            assert_type(change.text, str)

        @f.on_change("a")
        async def changed(change: faderd.Change) -> None:
            await number.set(change.text)
    f = await faderd.aio.connect(by="typed")
    assert_type(f.problems, tuple[faderd.Problem, ...])
