internal import FaderValues
internal import Glibc
internal import NIOCore

/// The levels that meters show of a sound server. Each device and stream is measured once, however many meters show it, and only while one
/// does. Owned by the event loop.
final class PulseMeters {
    private struct Wish {
        let target: TargetSpec
        let spec: PulseTargetSpec
        /// What of it is measured, with the device or stream that it stands for.
        var places: [(place: PulseMeterPlace, thing: PulseKey)] = []
        var highest = 0.0
        var lastReport = NIODeadline.uptimeNanoseconds(0)
        var isSilent = true
    }

    private struct Measured {
        let meter: PulseMeter
        let connection: PulseConnection
        var peak = 0.0
        var lastHeard = NIODeadline.now()
    }

    private static let most = 16
    private static let mostInAll = 48
    /// Peaks come every 50 ms.
    private static let pause = TimeAmount.milliseconds(40)
    /// What has no peaks for so long is silent: its device sleeps, or it pauses.
    private static let patience = TimeAmount.milliseconds(300)
    /// When something is tried again that could not be measured.
    private static let retry = TimeAmount.seconds(2)

    /// What a thing of the server is, and what belongs to a target, the oldest first.
    private let thing: (PulseKey) -> PulseThing?
    private let members: (PulseTargetSpec) -> [PulseThing]
    private var connection: PulseConnection?
    /// The servers to which each meter connects by itself; nil: they share the connection.
    private var servers: String?
    private var wishes: [Wish] = []
    private var report: (TargetSpec, Double) -> Void = { _, _ in }
    private var measured: [PulseMeterPlace: Measured] = [:]
    private var failed: Set<PulseMeterPlace> = []
    private let silence, again: LoopTimer

    init(_ loop: any EventLoop, thing: @escaping (PulseKey) -> PulseThing?, members: @escaping (PulseTargetSpec) -> [PulseThing]) {
        (silence, again) = (LoopTimer(loop), LoopTimer(loop))
        (self.thing, self.members) = (thing, members)
    }

    var isWanted: Bool { !wishes.isEmpty }

    func follow(_ targets: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void) {
        self.report = report
        let former = Dictionary(wishes.map { ($0.target.identity, $0) }) { first, _ in first }
        var known: Set<String> = []
        wishes = targets.compactMap { target in
            guard let spec = target.details as? PulseTargetSpec, known.insert(target.identity).inserted else { return nil }
            return former[target.identity] ?? Wish(target: target, spec: spec)
        }
        update()
    }

    /// What the server has, or which target has it, may be different now.
    func update(on connection: PulseConnection?, by servers: String?) {
        (self.connection, self.servers) = (connection, servers)
        update()
    }

    func update() {
        guard isWanted || !measured.isEmpty else { return }
        for index in wishes.indices { wishes[index].places = connection == nil ? [] : places(of: wishes[index].spec) }
        let wanted = Set(wishes.flatMap { $0.places.map(\.place) })
        for (place, one) in measured where !wanted.contains(place) {
            one.connection.end(one.meter)
            measured[place] = nil
        }
        failed.formIntersection(wanted)
        for place in wanted where measured[place] == nil && !failed.contains(place) { measure(place) }
        for index in wishes.indices where wishes[index].places.isEmpty { fallSilent(index) }
        if measured.isEmpty { silence.cancel() }
        if failed.isEmpty { again.cancel() }
    }

    func close() {
        wishes = []
        update()
        silence.cancel()
        again.cancel()
    }

    private func measure(_ place: PulseMeterPlace) {
        guard let connection, measured.count < Self.mostInAll, let source = thing(PulseKey(facility: .source, index: place.source)) else {
            return
        }
        guard let meter = connection.measure(place, source.channels, by: servers, heard: { [weak self] in self?.hear($0, at: place) })
        else {
            return failed(place)
        }
        measured[place] = Measured(meter: meter, connection: connection)
    }

    private func failed(_ place: PulseMeterPlace) {
        failed.insert(place)
        guard !again.isSet else { return }
        again.set(in: Self.retry) { [weak self] in
            self?.failed = []
            self?.update()
        }
    }

    private func hear(_ peak: Double?, at place: PulseMeterPlace) {
        guard let peak else {
            if let gone = measured.removeValue(forKey: place) { gone.connection.end(gone.meter) }
            return failed(place)
        }
        let now = NIODeadline.now()
        guard var one = measured[place] else { return }
        (one.peak, one.lastHeard) = (peak, now)
        measured[place] = one
        for index in wishes.indices where wishes[index].places.contains(where: { $0.place == place }) {
            wishes[index].highest = max(wishes[index].highest, self.peak(of: wishes[index]))
            guard now - wishes[index].lastReport >= Self.pause else { continue }
            wishes[index].lastReport = now
            let highest = wishes[index].highest
            wishes[index].highest = 0
            guard highest > 0 else {
                fallSilent(index)
                continue
            }
            wishes[index].isSilent = false
            report(wishes[index].target, 20 * log10(min(highest, Self.loudest)))
        }
        if !silence.isSet, wishes.contains(where: { !$0.isSilent }) { listenForSilence() }
    }

    /// The highest peak that is reported: 20 dB above full scale.
    private static let loudest = 10.0

    /// The newest peak of a target: that of its loudest stream. What is muted is not heard, though PipeWire measures a muted sink.
    private func peak(of wish: Wish) -> Double {
        wish.places.reduce(0) { highest, one in
            thing(one.thing)?.isMuted ?? true ? highest : max(highest, measured[one.place]?.peak ?? 0)
        }
    }

    private func fallSilent(_ index: Int) {
        guard !wishes[index].isSilent else { return }
        (wishes[index].isSilent, wishes[index].highest) = (true, 0)
        report(wishes[index].target, -.infinity)
    }

    private func listenForSilence() {
        silence.set(in: Self.patience) { [weak self] in
            guard let self else { return }
            let last = NIODeadline.now() - Self.patience
            for (place, one) in measured where one.lastHeard <= last { measured[place]?.peak = 0 }
            for index in wishes.indices where peak(of: wishes[index]) == 0 { fallSilent(index) }
            if wishes.contains(where: { !$0.isSilent }) { listenForSilence() }
        }
    }

    private func places(of spec: PulseTargetSpec) -> [(place: PulseMeterPlace, thing: PulseKey)] {
        members(spec).prefix(Self.most).compactMap { thing in place(of: thing).map { ($0, thing.key) } }
    }

    private func place(of thing: PulseThing) -> PulseMeterPlace? {
        switch thing.facility {
        case .source: return PulseMeterPlace(source: thing.index)
        // A program that records hears what its device hears.
        case .sourceOutput: return thing.device == PulseThing.none ? nil : PulseMeterPlace(source: thing.device)
        case .sink: return thing.monitor == PulseThing.none ? nil : PulseMeterPlace(source: thing.monitor)
        case .sinkInput:
            guard let sink = self.thing(PulseKey(facility: .sink, index: thing.device)), sink.monitor != PulseThing.none else { return nil }
            return PulseMeterPlace(source: sink.monitor, stream: thing.index)
        case .client: return nil
        }
    }
}
