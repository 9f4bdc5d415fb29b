import FaderValues
import Glibc

/// Measures a release build of the engine, for the tests that a debug build cannot answer.
///
///     EngineProbe allocations               events through the real MIDI thread; fails when one of them allocates
///     EngineProbe allocations on-purpose    the same with a port that allocates now and then: must fail
///     EngineProbe events                    the same without a count, for a debug build, which ends where accesses overlap
///     EngineProbe events on-purpose         accesses that overlap: a debug build must end
///     EngineProbe loop EVENTS [mackie | noise | motor-noise | group]    events one by one through the real MIDI thread, for callgrind to count
///     EngineProbe cost PARAMETERS SURFACES EVENTS    events through the console alone; prints nanoseconds per event
///     EngineProbe swap PARAMETERS SURFACES  how long the MIDI thread is away while it changes to another configuration
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "allocations": exit(AllocationProbe.run(onPurpose: arguments.dropFirst().first == "on-purpose"))
case "events":
    if arguments.dropFirst().first == "on-purpose" { Overlap().happen() }
    exit(AllocationProbe.run(onPurpose: false) == 70 ? 70 : 0)
case "loop":
    let kind = arguments.last ?? ""
    exit(
        LoopProbe.run(
            events: arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000, isMackie: kind == "mackie",
            noise: kind.hasSuffix("noise") ? (kind == "noise" ? (3, 0) : (3, 3)) : (0, 0), members: kind == "group" ? 16 : 0))
case "cost":
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3 else { fallthrough }
    CostProbe(parameters: numbers[0], surfaces: numbers[1]).run(events: numbers[2])
case "swap":
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2 else { fallthrough }
    exit(await SwapProbe.run(parameters: numbers[0], surfaces: numbers[1]))
default:
    print(
        "usage: EngineProbe allocations [on-purpose] | events [on-purpose] | loop EVENTS [mackie | noise | motor-noise | group] "
            + "| cost PARAMETERS SURFACES EVENTS | swap PARAMETERS SURFACES")
    exit(64)
}

/// Changes its value while it changes its value, as the compiler cannot see.
private final class Overlap {
    private var value = 0

    func happen() { change(&value) { value += 1 } }

    private func change(_ value: inout Int, _ body: () -> Void) {
        body()
        value += 1
    }
}
