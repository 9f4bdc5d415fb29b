internal import FaderValues

/// The levels of all channels of a universe, which are always sent together. Owned by the event loop.
///
/// Nothing is sent until somebody changes a parameter, unless the config says `at-start: true`: a daemon that starts must not change the
/// lights.
final class LightUniverse {
    private(set) var spec: UniverseSpec
    private let link: LightLink
    private let source: LightSource
    private var targets: [LightTarget] = []
    private var levels = [UInt8](repeating: 0, count: UniverseSpec.channels)
    private var sequence = LightSequence()
    private var pace = LightPace()
    private var hasSent = false
    /// Channels may have levels of targets that are gone.
    private var hasLost = false
    private let paceChanged: () -> Void

    init(_ spec: UniverseSpec, _ link: LightLink, _ source: LightSource, paceChanged: @escaping () -> Void) {
        (self.spec, self.link, self.source, self.paceChanged) = (spec, link, source, paceChanged)
        link.add(self)
    }

    var destination: String { "\(link.addressText(of: spec)):\(spec.wire.port)" }
    var shared: SharedPeer { link.shared }
    var problem: String? { link.problem }
    var isLive: Bool { pace.isLive }

    func update(_ spec: UniverseSpec) {
        guard spec != self.spec else { return }
        self.spec = spec
        if isLive { changed() }
    }

    // MARK: Its targets

    func add(_ target: LightTarget) {
        targets.append(target)
        set(target, isChange: isLive || spec.isSentAtStart)
        guard link.isThere else { return }
        target.linkAppeared()
        if hasSent { target.shows() }
    }

    /// Its channels are dark from the next frame on, unless another target has them. If the whole universe ends, there is no such frame:
    /// the lights stay as they are.
    func remove(_ target: LightTarget) {
        targets.removeAll { $0 === target }
        hasLost = true
        if isLive { changed() }
    }

    /// Writes the levels of a target into the channels. `isChange`: they have to be sent.
    func set(_ target: LightTarget, isChange: Bool) {
        let (channels, bytes) = target.levels
        put(bytes, at: channels)
        if isChange { changed() }
    }

    private func put(_ bytes: [UInt8], at channels: ClosedRange<Int>) {
        levels.replaceSubrange(channels.lowerBound - 1..<channels.upperBound, with: bytes)
    }

    private func clear() {
        hasLost = false
        levels = [UInt8](repeating: 0, count: UniverseSpec.channels)
        for target in targets { put(target.levels.bytes, at: target.levels.channels) }
    }

    private func changed() {
        pace.changed()
        link.noteUse()
        paceChanged()
    }

    func linkAppeared() {
        for target in targets { target.linkAppeared() }
        paceChanged()
    }

    func linkDisappeared(unheardSince: Moment) {
        for target in targets { target.linkDisappeared(unheardSince: unheardSince) }
        paceChanged()
    }

    // MARK: Sending

    /// When to call `sendIfDue`; nil if not before the next change.
    var deadline: Moment? { link.isThere ? pace.deadline : nil }

    func sendIfDue(at now: Moment) {
        guard link.isThere, pace.beginsFrame(at: now) else { return }
        if hasLost { clear() }
        guard send() else { return pace.failed() }
        link.discover(at: now)
        guard !hasSent else { return }
        hasSent = true
        for target in targets { target.shows() }
    }

    /// Sends the levels now. Returns whether they have left.
    @discardableResult
    func send(isEnd: Bool = false) -> Bool {
        let packet = LightPacket.levels(levels, of: spec, sequence: sequence.next(in: spec.wire), isEnd: isEnd, from: source)
        return link.send(packet, of: spec)
    }

    /// How many packets announce the end of a universe (ANSI E1.31, section 6.2.6).
    private static let farewells = 3

    /// Sends the last change if it is due, and announces the end.
    func end() {
        link.remove(self)
        guard link.isThere, isLive else { return }
        if pace.isDue { send() }
        guard spec.wire == .sacn else { return }
        for _ in 0..<Self.farewells { send(isEnd: true) }
    }
}
