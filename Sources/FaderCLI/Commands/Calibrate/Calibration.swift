struct Calibration {
    let loan: LoanResource
    let session: DaemonSession
    let inputs: CalibrationInputs

    /// How long to listen to the control at rest, and after the hand has left it.
    private static let listening = Duration.seconds(3)
    private static let leaving = Duration.milliseconds(1500)
    /// The longest that a motor may take, and how long it must stay within its noise to count as at rest.
    private static let traveling = Duration.seconds(4)
    private static let resting = Duration.milliseconds(500)
    private static let attempts = 3
    private static let places = [0.2, 0.8, 0.35, 0.65, 0.5]

    func measure() async throws -> Measurement {
        var measurement = try await ends()
        measurement.spread = try await noise(after: measurement)
        guard loan.motor != nil else { return measurement }
        let (settling, place) = try await settling(measurement)
        measurement.settling = settling
        measurement.snapsBack = try await snapsBack(measurement, from: place)
        return measurement
    }

    private var name: String { loan.control }

    private func ends() async throws -> Measurement {
        Output.tell("move \(name) to one end and hold it there for a moment, then to the other end; then press Return")
        var found: Measurement?
        var printed: Measurement?
        var insisted: Measurement?
        while true {
            switch try await inputs.next() {
            case .reading(let reading):
                found = Measurement(
                    lowest: min(found?.lowest ?? reading.raw, reading.raw), highest: max(found?.highest ?? reading.raw, reading.raw))
            case .tick:
                guard let found, found != printed else { continue }
                Output.tell("so far from \(found.lowest) to \(found.highest)")
                printed = found
            case .line:
                guard let found, found.highest > found.lowest else {
                    Output.tell("nothing has been received from it; move it to both ends, then press Return")
                    continue
                }
                if (found.highest - found.lowest) * 2 > loan.highest - loan.lowest || found == insisted { return found }
                Output.tell(
                    "it moved only from \(found.lowest) to \(found.highest), out of \(loan.lowest) to \(loan.highest); move it to both ends, or "
                        + "press Return again if these are its ends")
                insisted = found
            }
        }
    }

    private func noise(after measurement: Measurement) async throws -> Int {
        Output.tell("bring \(name) to the middle, take your hand off, and press Return; then do not touch it for 3 s")
        let travel = measurement.highest - measurement.lowest
        var last = try await untilReturn().last
        for _ in 0..<Self.attempts {
            let readings = (last.map { [$0] } ?? []) + (try await listen(for: Self.listening))
            let spread = Measurement.spread(readings)
            if spread <= travel / 16 {
                Output.tell(spread == 0 ? "at rest it is quiet" : "at rest it varies by \(spread)")
                return spread
            }
            let (low, high) = (readings.map(\.raw).min() ?? 0, readings.map(\.raw).max() ?? 0)
            Output.tell("it was moved from \(low) to \(high); do not touch it for another 3 s")
            last = readings.last
        }
        throw Failure(.refused, "\(name) did not come to rest, so nothing is written; is something leaning on it?")
    }

    /// The longest time, nil if the device does not report its motor's moves; and where the control ends up.
    private func settling(_ measurement: Measurement) async throws -> (Duration?, Int) {
        Output.tell("keep your hand off: the motor now moves to five positions")
        var longest: Duration?
        var place = measurement.lowest
        for fraction in Self.places {
            let (position, expected) = target(fraction, measurement)
            place = expected
            let start = inputs.now
            _ = try await session.begin(Routes.borrowControl, loan.surface, LoanRequest(control: loan.control, position: position))
            let readings = try await untilRest(noise: measurement.noise, since: start)
            guard let time = Measurement.settling(readings, since: start, noise: measurement.noise), let last = readings.last else {
                continue
            }
            // A device that does not report its motor's moves may still send jitter; that is not travel.
            guard Measurement.spread(readings) > measurement.noise else { continue }
            longest = max(longest ?? .zero, time)
            place = last.raw
        }
        if let longest {
            Output.tell("its motor comes to rest within \(Int(longest / .milliseconds(1))) ms")
        } else {
            Output.tell("the device does not report where its motor is, so the time that the motor takes cannot be measured")
        }
        return (longest, place)
    }

    /// The position to send to the motor for a fraction of the measured travel, and the raw value expected there.
    private func target(_ fraction: Double, _ measurement: Measurement) -> (position: Double, expected: Int) {
        let travel = Double(measurement.highest - measurement.lowest)
        let raw = (Double(measurement.lowest) + fraction * travel).rounded()
        // If the motor has a message other than the input's, its raw values for a position are unknown, so it gets the fraction.
        return (loan.motor == loan.input ? raw / Double(ReadingDecoder(loan).highest) : fraction, Int(raw))
    }

    private func snapsBack(_ measurement: Measurement, from place: Int) async throws -> Bool {
        let travel = measurement.highest - measurement.lowest
        for _ in 0..<Self.attempts {
            Output.tell("move \(name) to one of its ends, let it go, and press Return")
            var readings = try await untilReturn()
            readings += try await listen(for: Self.leaving)
            guard Measurement.isMoved(readings, from: place, travel: travel) else {
                Output.tell("it was not moved far enough to tell")
                continue
            }
            if Measurement.snapsBack(readings, to: place, noise: measurement.noise, travel: travel) {
                Output.tell("it runs back by itself, so each of its moves has to be answered")
                return true
            }
            guard measurement.settling == nil else {
                Output.tell("it stays where it is left")
                return false
            }
            return try await askWhetherItRanBack()
        }
        throw Failure(.refused, "\(name) was not moved to one of its ends, so nothing is written")
    }

    /// The device does not report its motor's moves.
    private func askWhetherItRanBack() async throws -> Bool {
        Output.tell("did it run back by itself when you let it go? y or n")
        while true {
            guard case .line(let line) = try await inputs.next() else { continue }
            switch line.lowercased().split(separator: " ").first {
            case "y", "yes": return true
            case "n", "no": return false
            default: Output.tell("type y or n")
            }
        }
    }

    // MARK: Listening

    private func untilReturn() async throws -> [Reading] {
        var readings: [Reading] = []
        while true {
            switch try await inputs.next() {
            case .reading(let reading): readings.append(reading)
            case .line: return readings
            case .tick: continue
            }
        }
    }

    private func listen(for time: Duration) async throws -> [Reading] {
        let end = inputs.now + time
        var readings: [Reading] = []
        while inputs.now < end {
            if case .reading(let reading) = try await inputs.next() { readings.append(reading) }
        }
        return readings
    }

    /// The readings until the control has stayed within its noise for a while.
    private func untilRest(noise: Int, since start: Duration) async throws -> [Reading] {
        var readings: [Reading] = []
        while inputs.now - start < Self.traveling {
            // Ignore readings that were already on their way.
            if case .reading(let reading) = try await inputs.next(), reading.time >= start { readings.append(reading) }
            let moved = Measurement.settling(readings, since: start, noise: noise) ?? .zero
            if inputs.now - start - moved > Self.resting, inputs.now - start > Self.resting * 2 { break }
        }
        return readings
    }
}
