internal import FaderAPI
internal import Synchronization

extension Parameter {
    /// Holds the parameter as a hand holds a fader, while `body` moves it: everything is one entry of the history, others see it touched, and
    /// the motors follow. Lets go when `body` ends, and after two seconds without a move.
    ///
    /// A hand on the hardware wins: then a move throws a `Refusal` with the reason `inHand`, and the gesture is over. `name` is what others
    /// see, in `touchedBy`.
    @discardableResult
    public func gesture<Result>(
        _ name: String = "drag", isolation actor: isolated (any Actor)? = #isolation, _ body: (Gesture) async throws -> Result
    ) async throws -> Result {
        let gesture = Gesture(box: box, faders: faders, name: name)
        do {
            let result = try await body(gesture)
            try await gesture.end()
            return result
        } catch {
            // The error of `body` is the one to report. If this fails, the gesture ends by itself.
            try? await gesture.end()
            throw error
        }
    }
}

/// A hold on a parameter, in `Parameter.gesture`.
public final class Gesture: Sendable {
    private let box: Box
    private let faders: Faders
    private let name: String
    /// Where it was moved last; nil if it was not, or has ended.
    private let last = Mutex<Place?>(nil)

    private enum Place: Sendable {
        case position(Double)
        case positions([String: Double])
    }

    init(box: Box, faders: Faders, name: String) { (self.box, self.faders, self.name) = (box, faders, name) }

    /// Moves the parameter to a position on its travel, 0…1. Returns when the daemon has done it; meanwhile, keep only the newest position.
    public func move(to position: Double) async throws(Refusal) {
        try await move(.position(try faders.checked(position, box.id)))
    }

    /// Moves parts of a range or color to positions on their travel: `["low": 0.2]`.
    public func move(to positions: [String: Double]) async throws(Refusal) {
        for position in positions.values { _ = try faders.checked(position, box.id) }
        try await move(.positions(positions))
    }

    private func move(_ place: Place) async throws(Refusal) {
        do throws(Refusal) {
            try await send(place, isLast: false)
            last.withLock { $0 = place }
        } catch {
            if error.reason == .inHand { last.withLock { $0 = nil } }
            throw error
        }
    }

    func end() async throws(Refusal) {
        let place = last.withLock { last in
            defer { last = nil }
            return last
        }
        if let place { try await send(place, isLast: true) }
    }

    private func send(_ place: Place, isLast: Bool) async throws(Refusal) {
        let mark = GestureMark(name, isLast: isLast)
        let change: ParameterChange =
            switch place {
            case .position(let position): .position(position, gesture: mark)
            case .positions(let positions): .positions(positions, gesture: mark)
            }
        await faders.confirm(try await faders.askSession(Routes.setParameter, box.id, change, of: box.id, .now), of: box)
    }
}
