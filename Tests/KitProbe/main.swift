internal import FaderKit
internal import Glibc
internal import Synchronization

// probe COUNT [held]: declares COUNT parameters, probe.p0 and so on, and a trigger, probe.go. It follows each in a task of its own; with "held"
// it has them as properties with @Fader, which it reads when it needs them.
// A line on its standard input is answered by a line of JSON: the last values, the presses, the processor time so far, what it knows of the daemon.
// Before that, the line "set NUMBER" sets the first parameter, and waits until that is done.

/// What the consumers have got.
struct Got {
    var values: [Double]
    var news = 0
    var presses = 0
}

let count = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 1 : 1
let got = Mutex(Got(values: Array(repeating: -1, count: count)))
let faders = try await Faders(by: "probe")

let isHeld = CommandLine.arguments.dropFirst(2).first == "held"
var properties: [Fader<Double>] = []
var parameters: [Parameter<Double>] = []
for number in 0..<count {
    if isHeld {
        properties.append(Fader(wrappedValue: 0, "probe.p\(number)", 0...1, in: faders))
        parameters.append(properties[number].projectedValue)
        continue
    }
    let parameter = try await faders.declare("probe.p\(number)", .number(0...1, decimals: 6), default: 0)
    parameters.append(parameter)
    // Not on the main actor, which waits for lines.
    Task.detached {
        for await change in parameter.changes {
            got.withLock { got in
                got.values[number] = change.value
                got.news += 1
            }
        }
    }
}
let trigger = try await faders.declare(trigger: "probe.go")
trigger.onPress { _ in got.withLock { $0.presses += 1 } }

/// Seconds of processor time so far.
@Sendable func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

while let line = readLine() {
    if line.hasPrefix("set "), let value = Double(line.dropFirst(4)) { try await parameters[0].set(value) }
    var (values, news, presses) = got.withLock { ($0.values, $0.news, $0.presses) }
    if isHeld { values = properties.map(\.wrappedValue) }
    let isConnected = if case .connected = faders.status { true } else { false }
    print(
        "{\"values\": \(values), \"news\": \(news), \"presses\": \(presses), \"cpu\": \(processorTime()), \"connected\": \(isConnected), "
            + "\"problems\": \(faders.problems.count)}")
    fflush(nil)
}
