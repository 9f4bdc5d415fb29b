internal import FaderAPI

/// What one control sent, and when. Moments are since the start of the calibration.
struct Reading: Equatable {
    var raw: Int
    var time: Duration
}

/// What was measured of a control, and what it comes to in its profile.
struct Measurement: Equatable {
    /// The outermost readings.
    var lowest: Int
    var highest: Int
    /// How far the readings at rest lay from one another.
    var spread = 0
    /// The longest time that the motor took to come to rest; nil where there is none, or the device does not tell.
    var settling: Duration?
    /// Whether it runs back when its moves are not answered; nil where it has no motor.
    var snapsBack: Bool?

    /// How far the readings lie from one another; 0 for none.
    static func spread(_ readings: [Reading]) -> Int {
        guard let low = readings.map(\.raw).min(), let high = readings.map(\.raw).max() else { return 0 }
        return high - low
    }

    /// How long after `start` the last reading came that lay farther than `noise` from the last of all; nil without readings.
    static func settling(_ readings: [Reading], since start: Duration, noise: Int) -> Duration? {
        guard let last = readings.last else { return nil }
        let moving = readings.last { abs($0.raw - last.raw) > noise }
        return moving.map { $0.time - start } ?? .zero
    }

    /// Whether the control went away from where it was and came back there by itself.
    static func snapsBack(_ readings: [Reading], to place: Int, noise: Int, travel: Int) -> Bool {
        guard let last = readings.last, isMoved(readings, from: place, travel: travel) else { return false }
        return abs(last.raw - place) <= max(2 * noise, travel / 50)
    }

    /// Whether the control was moved by more than a fifth of its travel.
    static func isMoved(_ readings: [Reading], from place: Int, travel: Int) -> Bool {
        readings.contains { abs($0.raw - place) > travel / 5 }
    }

    /// What `noise:` should be: a few seconds do not show the farthest jitter, so a quarter more.
    var noise: Int { spread + spread / 4 }

    /// What `raw:` should be. At its ends the control jitters too: half of its readings there count as the end, and the gate does the rest.
    var range: (low: Int, high: Int) { (lowest + spread / 2, highest - spread / 2) }

    /// What `hold-off:` should be at least, in milliseconds; nil where it was not measured.
    var holdOff: Int? {
        settling.map { settling in
            let (seconds, attoseconds) = settling.components
            let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
            return Int((milliseconds * 1.25 / 10).rounded(.up)) * 10
        }
    }

    /// The keys that differ from what the control has now, with their values in the form of the config.
    func keys(besides loan: LoanResource) -> [(key: String, value: String)] {
        var keys: [(key: String, value: String)] = []
        if (range.low, range.high) != (loan.lowest, loan.highest) { keys.append(("raw", "[\(range.low), \(range.high)]")) }
        if noise != loan.noise { keys.append(("noise", "\(noise)")) }
        if let snapsBack {
            if snapsBack, loan.echo != "immediate" { keys.append(("echo", "immediate")) }
            if !snapsBack, loan.echo == "immediate" { keys.append(("echo", "release")) }
        }
        if let holdOff, Double(holdOff) > loan.holdOff { keys.append(("hold-off", "\(holdOff) ms")) }
        return keys
    }
}
