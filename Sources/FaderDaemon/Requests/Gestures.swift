internal import FaderAPI
internal import FaderConsole
internal import FaderModel
internal import FaderServer
internal import Logging
internal import Synchronization

/// The gestures of programs, by session and name: drags of faders on a screen, keys held down. Safe to use from anywhere.
///
/// One that is silent for `Grip.silence` has ended; no timer is needed, since the console forgets its hold by itself and the next change
/// finds out here.
final class Gestures: Sendable {
    private struct Key: Hashable {
        let session: SessionID
        let name: String
    }

    private struct Gesture {
        /// All its changes have this number.
        let number: ChangeNumber
        /// The parameters it holds.
        var held: Set<String> = []
        var last: Instant
    }

    typealias Instant = SuspendingClock.Instant

    static let mostOfOneSession = 16
    static let mostInAll = 256
    private static let silence = Duration.nanoseconds(Int64(Grip.silence.nanoseconds))
    private let gestures = Mutex<[Key: Gesture]>([:])

    /// The number of the changes of a gesture, which begins if it is not open.
    func number(
        of name: String, in session: SessionID, at now: Instant = SuspendingClock.now, new: () -> ChangeNumber
    ) throws(ServiceError) -> ChangeNumber {
        let key = Key(session: session, name: name)
        return try gestures.withLock { (open) throws(ServiceError) -> ChangeNumber in
            open = open.filter { $0.value.last + Self.silence > now }
            if let gesture = open[key] {
                open[key]?.last = now
                return gesture.number
            }
            guard open.keys.count(where: { $0.session == session }) < Self.mostOfOneSession else {
                throw .conflict("this session has \(Self.mostOfOneSession) gestures open, which is the limit; end one")
            }
            guard open.count < Self.mostInAll else {
                throw .unavailable("\(Self.mostInAll) gestures are open, which is the limit; try again when one has ended")
            }
            let number = new()
            open[key] = Gesture(number: number, last: now)
            return number
        }
    }

    /// A gesture has moved some parameters, and holds them.
    func hold(_ ids: [String], by name: String, in session: SessionID) {
        let key = Key(session: session, name: name)
        gestures.withLock { open in
            guard open[key] != nil else { return }
            open[key]?.held.formUnion(ids)
        }
    }

    /// Ends a gesture; returns the parameters that no other gesture holds.
    func end(_ name: String, in session: SessionID) -> Set<String> {
        gestures.withLock { open in
            guard let gesture = open.removeValue(forKey: Key(session: session, name: name)) else { return [] }
            return Self.free(gesture.held, open)
        }
    }

    /// Ends all gestures of a session; returns the parameters that no other gesture holds.
    func removeAll(of session: SessionID) -> Set<String> {
        gestures.withLock { open in
            let held = open.filter { $0.key.session == session }.reduce(into: Set<String>()) { $0.formUnion($1.value.held) }
            open = open.filter { $0.key.session != session }
            return Self.free(held, open)
        }
    }

    private static func free(_ held: Set<String>, _ open: [Key: Gesture]) -> Set<String> {
        held.filter { id in !open.values.contains { $0.held.contains(id) } }
    }

    /// Whether a session has one open.
    func holds(_ session: SessionID) -> Bool { gestures.withLock { $0.keys.contains { $0.session == session } } }
}

extension Daemon {
    /// Ends a gesture whose last change was made.
    func finish(_ gesture: Write.Gesture) async { await letGo(gestures.end(gesture.mark.name, in: gesture.session)) }

    /// Tells the MIDI thread that no gesture holds these parameters any more. If it cannot be told, it lets go by itself after a while.
    func letGo(_ ids: Set<String>) async {
        for id in ids {
            let write = Write(viewer: Viewer(), grip: .letGo)
            do throws(ServiceError) {
                _ = try await submit(id, write) { standing in standing.parameter.map { .nothing(parameter: $0) } }
            } catch {
                log.debug("\(id) is not let go: \(error.problem.detail)")
            }
        }
    }
}
