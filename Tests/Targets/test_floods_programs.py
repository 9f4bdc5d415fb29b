"""What programs print takes no more memory than its limit says, however much of it comes: docs/limits.md."""

import native
from floods import HAND, MOST, Hand, grown
from programs import folder, script
from sound import target
from testing import check, test, wait_until


@test("programs print without end, lines of any length, and start others that go on printing: the memory stays, and motors follow", limit=120, alone=True)
def printing():
    directory = folder()
    # They end by themselves, too: nobody stops what a program has left behind.
    zeros = script(directory, "zeros", "exec timeout --foreground 5 cat /dev/zero\n")
    long = script(directory, "long", "head -c 300000000 /dev/zero | tr '\\0' x\n")
    lines = script(directory, "lines", "yes 'a line' | head -n 30000000\n")
    child = script(directory, "child", "timeout --foreground 3 yes & sleep 0.1\n")
    rows = [
        f"  read.{number}: {{max: 100, target: {{exec: [\"true\", \"{number}\"], read: [{program}], limit: 2 s}}}}\n"
        for number, program in enumerate((zeros, long, lines, child))]
    rows += [f"  set.{number}: {{max: 100, target: {{exec: [{program}, \"{{value}}\"], limit: 1 s}}}}\n" for number, program in enumerate((zeros, long, child))]
    faderd = native.Daemon("version: 1\nparameters:\n" + "".join(rows) + HAND).start()
    state, value = {"n": 0}, faderd.session()

    def change():
        state["n"] += 1
        for number in range(3):
            value.ask("PUT", f"/v1/parameters/set.{number}", {"position": state["n"] % 100 / 100})
        if state["n"] % 50 == 0:
            # All that is read is read anew.
            value.ask("POST", "/v1/reload")
    used = grown(faderd, change, hand=Hand(faderd))
    print(f"     {state['n']} changes, {used} KiB more")
    check(used < MOST, f"{used} KiB more")
    wait_until(lambda: all(target(faderd, f"read.{n}").get("lastError") for n in range(4)), lambda: f"what was read: {[target(faderd, f'read.{n}') for n in range(4)]}")
    check(faderd.log().count("\n") < 200, "the log is flooded")
    faderd.stop()
