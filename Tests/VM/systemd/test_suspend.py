"""After the machine has slept, devices that stayed plugged in are sent everything again."""

import time

from device import Device
from service import Unit
from testing import check, equal, stays, test, wait_until


def sleep(seconds):
    """Suspends the machine to memory; its clock wakes it. Returns how long it slept."""
    before = asleep()
    for file, word in (("/sys/power/mem_sleep", "deep"), ("/sys/class/rtc/rtc0/wakealarm", "0"),
                       ("/sys/class/rtc/rtc0/wakealarm", f"+{seconds}"), ("/sys/power/state", "mem")):
        with open(file, "w", encoding="ascii") as order:
            order.write(word)
    return asleep() - before


def asleep():
    """The seconds that the machine has slept since it started."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


@test("when the machine wakes up, a device that seems to have stayed is sent everything again; setting the clock does not count as sleep")
def wakes():
    unit = Unit().fresh().start()
    desk = Device("Desk").plug()
    shown = desk.settle()
    check(shown, "the motor was sent nothing when the device came")
    desk.clear()
    for change in (3600, -3600):
        time.clock_settime(time.CLOCK_REALTIME, time.time() + change)
        stays(lambda: desk.messages() == [], "something was sent because somebody set the clock", 0.5)
    slept = sleep(20)
    check(slept > 1, f"the machine slept {slept} s")
    wait_until(lambda: desk.messages() == shown, lambda: f"the same again; it was sent {desk.messages()}")
    check("the machine slept for" in unit.journal(), "the log does not say why")
    desk.clear()
    slept = sleep(20)
    wait_until(lambda: desk.messages() == shown, lambda: f"the same after another sleep; it was sent {desk.messages()}")
    equal(desk.settle(), shown, "all that was sent")
