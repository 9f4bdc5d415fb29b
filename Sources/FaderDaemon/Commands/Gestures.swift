internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderSystem
internal import FaderValues
internal import Logging

/// The gestures of programs, by session and name: drags of faders on a screen, keys held down. A gesture that is silent for `Grip.silence`
/// ends: the console ends its hold by itself, `endSilent` does so here.
@Owner
final class Gestures {
    private struct Key: Hashable {
        let session: SessionID
        let name: String
    }

    private struct Gesture {
        let number: ChangeNumber
        /// The key of the page that began it; nil if no page did.
        let key: String?
        /// The parameters that it holds, by id, as they were when it took hold.
        var held: [String: ParameterSpec] = [:]
        /// The held parameters that get their former value back when it ends.
        var returning: Set<String> = []
        var last: Instant
    }

    typealias Instant = SuspendingClock.Instant

    static let mostOfOneSession = 16
    static let mostInAll = 256
    /// More than ten fingers need. Of all gestures, half are for page keys.
    static let mostOfOneKey = 16
    private static let silence = Duration.nanoseconds(Int64(Grip.silence.nanoseconds))
    private var open: [Key: Gesture] = [:]
    /// Yields an element when a gesture begins while none is open.
    let begun: AsyncStream<Void>
    private let begin: AsyncStream<Void>.Continuation
    /// Parameters that no gesture holds any more because a hand ended a gesture that held several, or because they get their former value
    /// back. For one reader.
    let freed: AsyncStream<Set<String>>
    private let free: AsyncStream<Set<String>>.Continuation

    private let mirror: Mirror
    private let followers: Followers

    init(_ mirror: Mirror, _ followers: Followers) {
        (self.mirror, self.followers) = (mirror, followers)
        (begun, begin) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (freed, free) = AsyncStream.makeStream()
        followers.add { [weak self] event in
            guard case .hand(let hand, _, let catalog) = event, hand.isOn, let parameter = hand.parameter else { return }
            self?.end(holding: catalog.id(of: parameter))
        }
    }

    private func note(_ grip: Hands.Grip, of id: String) {
        if let generation = mirror.record(grip, of: id) { followers.tell(.grip(grip, of: id, generation)) }
    }

    /// The number of a gesture's changes. The gesture begins if it is not open yet.
    func number(
        of name: String, in session: SessionID, pageKey: String?, at now: Instant = SuspendingClock.now, new: () -> ChangeNumber
    ) throws(ServiceError) -> ChangeNumber {
        let key = Key(session: session, name: name)
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
        if let pageKey { try checkShare(of: pageKey) }
        let number = new()
        if open.isEmpty { begin.yield() }
        open[key] = Gesture(number: number, key: pageKey, last: now)
        return number
    }

    private func checkShare(of key: String) throws(ServiceError) {
        guard open.values.count(where: { $0.key == key }) < Self.mostOfOneKey else {
            throw .tooMany("\(Self.mostOfOneKey) gestures of this key are open, which is its share; end one")
        }
        guard open.values.count(where: { $0.key != nil }) < Self.mostInAll / 2 else {
            throw .unavailable("\(Self.mostInAll / 2) gestures of keys of pages are open, which is the limit; try again when one has ended")
        }
    }

    func hold(_ specs: [ParameterSpec], by gesture: Write.Gesture) {
        let key = Key(session: gesture.session, name: gesture.mark.name)
        guard open[key]?.number == gesture.number else { return }
        for spec in specs where open[key]?.held[spec.id] == nil { open[key]?.held[spec.id] = spec }
        open[key]?.last = .now
        // Also for parameters that it held before, because a reload may have removed them and brought them back.
        for spec in specs { note(Hands.Grip(gesture: gesture.number, name: key.name, isOn: true), of: spec.id) }
    }

    /// The parameter gets its former value back when the gesture ends. False if it has ended already.
    func bringBack(_ id: String, after gesture: Write.Gesture) -> Bool {
        let key = Key(session: gesture.session, name: gesture.mark.name)
        guard open[key]?.number == gesture.number else { return false }
        open[key]?.returning.insert(id)
        return true
    }

    func spec(of id: String, heldBy gesture: Write.Gesture) -> ParameterSpec? {
        open[Key(session: gesture.session, name: gesture.mark.name)]?.held[id]
    }

    /// Returns the parameters that no other gesture holds.
    func end(_ gesture: Write.Gesture) -> Set<String> {
        release { $0.value.number == gesture.number }
    }

    func end(_ name: String, of session: SessionID) -> Set<String> {
        release { $0.key == Key(session: session, name: name) }
    }

    func removeAll(of session: SessionID) -> Set<String> {
        release { $0.key.session == session }
    }

    /// A hand on one of a parameter's controls takes precedence. The console has already let go of it; `freed` yields the others.
    func end(holding id: String) {
        let ids = release { $0.value.held[id] != nil }.subtracting([id])
        if !ids.isEmpty { free.yield(ids) }
    }

    /// Returns the time until the next gesture can be silent; nil if none is open.
    func endSilent() -> Duration? {
        let now = Instant.now
        release { $0.value.last + Self.silence <= now }
        return open.values.map(\.last).min().map { now.duration(to: $0 + Self.silence) }
    }

    @discardableResult
    private func release(where isOver: ((key: Key, value: Gesture)) -> Bool) -> Set<String> {
        guard !open.isEmpty else { return [] }
        let over = open.filter(isOver)
        for (key, gesture) in over {
            open[key] = nil
            for id in gesture.held.keys { note(Hands.Grip(gesture: gesture.number, name: key.name, isOn: false), of: id) }
        }
        let returning = over.values.reduce(into: Set()) { $0.formUnion($1.returning) }
            .filter { id in !open.values.contains { $0.returning.contains(id) } }
        if !returning.isEmpty { free.yield(returning) }
        return over.values.reduce(into: Set()) { $0.formUnion($1.held.keys) }.filter { id in !open.values.contains { $0.held[id] != nil } }
    }

    func holds(_ session: SessionID) -> Bool { open.keys.contains { $0.session == session } }
}

extension Commands {
    /// Ends silent gestures until the task is cancelled. Nothing wakes it while no gesture is open.
    public func endSilentGestures() async {
        for await _ in gestures.begun {
            while let pause = gestures.endSilent() { guard await Owner.sleep(for: pause) else { return } }
        }
    }

    /// Lets go of what gestures held that a hand has ended. Runs until the task is cancelled.
    public func letGoUnderHands() async {
        for await ids in gestures.freed { await letGo(ids) }
    }

    func finish(_ gesture: Write.Gesture) async { await letGo(gestures.end(gesture)) }

    func finishRefused(_ mark: GestureMark?, of session: SessionID) async {
        if let mark, mark.isLast { await letGo(gestures.end(mark.name, of: session)) }
    }

    /// Brings back the values that were held. If it fails, the MIDI thread lets go of a drag on its own after a while.
    func letGo(_ ids: Set<String>) async {
        for id in ids {
            let write = Write(viewer: Viewer(), grip: .letGo)
            do throws(ServiceError) {
                _ = try await submit(try mirror.state(of: id), write) { state in state.parameter.map { .endHold(parameter: $0) }
                }
            } catch {
                log.debug("\(id) is not let go: \(error.problem.detail)")
            }
        }
    }
}
