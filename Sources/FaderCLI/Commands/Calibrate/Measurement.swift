internal import FaderAPI
internal import FaderJSON

/// `time` counts from the start of the calibration.
struct Reading: Equatable {
    var raw: Int
    var time: Duration
}

struct Measurement: Equatable {
    var lowest: Int
    var highest: Int
    /// How far the lowest and the highest reading at rest are apart.
    var spread = 0
    /// The motor's longest time to come to rest; nil without a motor, or if the device does not report its moves.
    var settling: Duration?
    /// It runs back when its moves are not answered; nil without a motor.
    var snapsBack: Bool?

    static func spread(_ readings: [Reading]) -> Int {
        guard let low = readings.map(\.raw).min(), let high = readings.map(\.raw).max() else { return 0 }
        return high - low
    }

    /// The time from `start` to the last reading that differs by more than `noise` from the final one.
    static func settling(_ readings: [Reading], since start: Duration, noise: Int) -> Duration? {
        guard let last = readings.last else { return nil }
        let moving = readings.last { abs($0.raw - last.raw) > noise }
        return moving.map { $0.time - start } ?? .zero
    }

    static func snapsBack(_ readings: [Reading], to place: Int, noise: Int, travel: Int) -> Bool {
        guard let last = readings.last, isMoved(readings, from: place, travel: travel) else { return false }
        return abs(last.raw - place) <= max(2 * noise, travel / 50)
    }

    /// Whether the control was moved by more than a fifth of its travel.
    static func isMoved(_ readings: [Reading], from place: Int, travel: Int) -> Bool {
        readings.contains { abs($0.raw - place) > travel / 5 }
    }

    /// The value for `noise:`. A few seconds do not show the worst jitter, so this adds a quarter.
    var noise: Int { spread + spread / 4 }

    /// The control also jitters at its ends, so half of the readings there count as the end. The noise gate does the rest.
    var range: (low: Int, high: Int) { (lowest + spread / 2, highest - spread / 2) }

    /// The least hold-off in milliseconds; nil if it was not measured.
    var holdOff: Int? {
        settling.map { Int(($0 / .milliseconds(1) * 1.25 / 10).rounded(.up)) * 10 }
    }

    /// Only the keys that differ from the control's current ones.
    func keys(besides loan: LoanResource) -> [(key: String, value: JSONValue)] {
        func whole(_ number: Int) -> JSONValue { .number(spelling: "\(number)") }
        var keys: [(key: String, value: JSONValue)] = []
        if (range.low, range.high) != (loan.lowest, loan.highest) { keys.append(("raw", .list([whole(range.low), whole(range.high)]))) }
        if noise != loan.noise { keys.append(("noise", whole(noise))) }
        if let snapsBack {
            if snapsBack, loan.echo != "immediate" { keys.append(("echo", .text("immediate"))) }
            if !snapsBack, loan.echo == "immediate" { keys.append(("echo", .text("release"))) }
        }
        if let holdOff, Double(holdOff) > loan.holdOff { keys.append(("hold-off", .text("\(holdOff) ms"))) }
        return keys
    }
}
