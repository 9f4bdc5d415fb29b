import FaderModel
import Glibc

/// Measures a release build of the engine, for the tests that a debug build cannot answer.
///
///     EngineProbe allocations               events through the real MIDI thread; fails when one of them allocates
///     EngineProbe allocations on-purpose    the same with a port that allocates now and then: has to fail
///     EngineProbe cost PARAMETERS SURFACES EVENTS    events through the console alone; prints nanoseconds an event
let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "allocations": exit(AllocationProbe.run(onPurpose: arguments.dropFirst().first == "on-purpose"))
case "cost":
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 3 else { fallthrough }
    CostProbe(parameters: numbers[0], surfaces: numbers[1]).run(events: numbers[2])
default:
    print("usage: EngineProbe allocations [on-purpose] | cost PARAMETERS SURFACES EVENTS")
    exit(64)
}
