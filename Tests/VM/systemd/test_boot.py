"""The state right after the boot. This file runs first, because later tests start and stop the unit."""

from service import Unit
from testing import check, equal, test


@test("the enabled unit is started at boot and ready before any controller exists")
def boot():
    unit = Unit()
    equal((unit.state(), unit.show("NRestarts")), ("active", "0"), "state and restarts")
    equal(unit.text(), "10", "master")
    surfaces = unit.ctl("surfaces").stdout
    check("waiting" in surfaces, f"faderctl surfaces says: {surfaces}")
