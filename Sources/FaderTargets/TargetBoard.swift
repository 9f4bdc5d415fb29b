internal import FaderValues
internal import Logging
internal import NIOCore

/// All targets of a configuration and the connections they share. Owned by the event loop.
final class TargetBoard {
    private let loop: any EventLoop
    private weak var owner: Targets?
    private let log: Logger
    private let texts: TargetTexts
    private let publications: Publications
    private let instance: String
    private var targets: [BoundTarget] = []
    private var indices: [String: [Int]] = [:]
    /// What tells labels, and what was heard of it, by parameter.
    private var labels: [BoundLabel] = []
    private var heardLabels: [String: String] = [:]
    /// The looks that leading targets told, by the parameter.
    private var looks: [String: SuppliedLook] = [:]
    private var touchedIDs: Set<String> = []
    /// The parameters with a suspected circle.
    private var circling: Set<String> = []
    private var arePeersNew = false
    private var triggers: [Targets.Trigger] = []
    /// What the targets of a kind share, by the kind's word; made for the first target.
    private var connections: [String: any TargetConnections] = [:]
    private lazy var surroundings = TargetSurroundings(
        loop: loop, log: log, texts: texts, publications: publications, instance: instance,
        playing: { [weak owner] in owner?.note($0) }, supply: { [weak self] in self?.note($1, of: $0) },
        supplyLook: { [weak self] in self?.note($1, of: $0) },
        peersChanged: { [weak self] in self?.peersChanged() },
        markChanged: { [weak self] in self?.noteMarks(of: $0) })

    init(_ loop: any EventLoop, for owner: Targets) {
        (self.loop, self.owner) = (loop, owner)
        (log, texts) = (owner.log, owner.texts)
        (publications, instance) = (owner.publications, owner.instance)
    }

    /// - Parameters:
    ///   - isStart: whether the daemon is starting.
    ///   - pressed: targets that triggers press, and others that have to be open.
    ///   - levels: targets whose levels meters show.
    func configure(
        _ bound: [BoundParameter], labels: [BoundParameter], pressed: [TargetSpec], triggers: [Targets.Trigger], levels: [TargetSpec],
        wantsApps: Bool, isStart: Bool
    ) {
        var former = targets
        let unchanged = bound.map { bound in
            former.firstIndex { $0.bound.isSameBinding(as: bound) }.map { former.remove(at: $0) }
        }
        // First, so that a new peer can listen at the port of an old one.
        let legacies = former.map { (bound: $0.bound, legacy: $0.legacy) }
        for target in former { target.stop() }
        let formerLabels = self.labels.filter { label in !labels.contains { label.bound.isSameBinding(as: $0) } }
        for label in formerLabels { label.stop() }
        let needed = (bound + labels).map(\.target) + pressed + levels
        for (kind, shared) in connections { shared.keep(for: needed.filter { $0.kind == kind }) }
        prepare(pressed)
        self.triggers = triggers
        targets = zip(bound, unchanged).map { bound, target in
            if let target {
                target.keep(bound.value, word: bound.target.peer)
                return target
            }
            if bound.leads { looks[bound.spec.id] = nil }
            let legacy = legacies.first { $0.bound.isSameTarget(as: bound) }?.legacy ?? TargetRules.Legacy()
            return BoundTarget(bound, self.target(for: bound), surroundings, for: owner, isStart: isStart, after: legacy)
        }
        indices = Dictionary(grouping: targets.indices) { targets[$0].bound.spec.id }
        for target in targets {
            target.onLetGo = { [weak self] in self?.noteLetGo(of: $0) }
            target.startOnce()
        }
        looks = looks.filter { indices[$0.key] != nil }
        start(labels)
        for label in formerLabels { tellLook(of: label.bound.spec.id) }
        // Parameters may have new indices on the MIDI thread.
        for target in targets { target.tellPresence() }
        follow(levels)
        if wantsApps || connections[PulseTargetSpec.word] != nil { shared(PulseTargetSpec.self).wantsApps = wantsApps }
        follow(inFront: owner?.inFront)
        for (kind, shared) in connections {
            shared.setOrder(targets.filter { $0.bound.target.kind == kind }.map(\.target))
            shared.setNames(from: needed.filter { $0.kind == kind })
        }
        for target in targets { target.touched(!target.ids.isDisjoint(with: touchedIDs)) }
        peersChanged()
    }

    private func start(_ wanted: [BoundParameter]) {
        let former = labels
        let kept = Set(wanted.filter { bound in former.contains { $0.bound.isSameBinding(as: bound) } }.map(\.spec.id))
        heardLabels = heardLabels.filter { kept.contains($0.key) }
        labels = wanted.map { bound in
            if let same = former.first(where: { $0.bound.isSameBinding(as: bound) }) { return same }
            let label = BoundLabel(bound, target(for: bound))
            label.start { [weak self] number in self?.hear(number, of: bound.spec.id) }
            return label
        }
    }

    private func hear(_ label: Double, of id: String) {
        heardLabels[id] = texts.text(label)
        tellLook(of: id)
    }

    func follow(_ levels: [TargetSpec]) {
        for target in levels { open(target.connected) }
        for (kind, shared) in connections {
            guard let shared = shared as? any LevelConnections else { continue }
            shared.follow(levels.filter { $0.kind == kind }) { [weak owner] in owner?.note($1, of: $0) }
        }
    }

    func follow(inFront program: ProgramInFront?) {
        (connections[PulseTargetSpec.word] as? PulseConnections)?.put(inFront: program)
    }

    private func open<Spec: ConnectedTarget>(_: Spec) { _ = shared(Spec.self) }

    private func target(for bound: BoundParameter) -> any Target { target(for: bound, bound.target.connected) }

    private func target<Spec: ConnectedTarget>(for bound: BoundParameter, _ spec: Spec) -> any Target {
        spec.target(for: bound, on: shared(Spec.self))
    }

    func shared<Spec: ConnectedTarget>(_: Spec.Type) -> Spec.Connections {
        if let shared = connections[Spec.word] as? Spec.Connections { return shared }
        let shared = Spec.Connections(surroundings)
        connections[Spec.word] = shared
        return shared
    }

    private func noteMarks(of id: String) {
        let marks = targets(of: id).compactMap { one in
            one.target.mark.map { (identity: one.bound.target.identity, leads: one.bound.leads, mark: $0) }
        }
        owner?.onMark(id, RunMarks.text(marks))
    }

    /// Notes the options of a choice. Only those of the leading target count.
    private func note(_ options: SuppliedOptions, of id: String) {
        guard let one = targets(of: id).first(where: { $0.bound.leads && $0.bound.target.suppliesOptions }) else { return }
        one.options = options
        owner?.note(Targets.Supply(parameter: id, target: one.bound.target, options: options))
    }

    /// Notes the look of a parameter. Only that of the leading target counts.
    private func note(_ look: SuppliedLook, of id: String) {
        looks[id] = look
        tellLook(of: id)
    }

    /// Tells how a parameter looks: in the color of its leading target, and with its label unless another target tells that.
    private func tellLook(of id: String) {
        let label = labels.first { $0.bound.spec.id == id }?.bound.target
        let leader = targets(of: id).first { $0.bound.leads }?.bound.target
        guard looks[id] != nil || heardLabels[id] != nil, let source = LookSupply.source(leader, label) else { return }
        let look = SuppliedLook(label: label == nil ? looks[id]?.label : heardLabels[id], color: looks[id]?.color)
        owner?.note(LookSupply(parameter: id, target: source, look: look))
    }

    private func targets(of id: String) -> [BoundTarget] { indices[id, default: []].map { targets[$0] } }

    func changed(_ id: String, _ change: Targets.Change) {
        let targets = targets(of: id)
        for target in targets { target.changed(change) }
        let suspected = targets.compactMap(\.circleUntil).max()
        guard let ids = targets.first?.ids, suspected != nil || circling.contains(id) else { return }
        if suspected == nil { circling.remove(id) } else { circling.insert(id) }
        owner?.suspect(ids, until: suspected)
    }

    func touched(_ ids: Set<String>) {
        let changed = ids.symmetricDifference(touchedIDs)
        touchedIDs = ids
        for target in targets where !target.ids.isDisjoint(with: changed) { target.touched(!target.ids.isDisjoint(with: ids)) }
    }

    func reports(for viewer: Viewer) -> [TargetReport] { targets.map { $0.report(for: viewer) } }

    /// Tells the owner that peers have come or gone, once for all that happen now.
    private func peersChanged() {
        guard !arePeersNew else { return }
        arePeersNew = true
        loop.assumeIsolated().execute { [self] in
            arePeersNew = false
            owner?.note(idle: idle)
        }
    }

    /// Parameters and triggers without effect, because the peers of all their targets are not there; with the parts of colors.
    private var idle: Set<String> { silences.reduce(into: []) { $0.formUnion($1.value) } }

    /// Parameters and triggers without effect, also those whose targets are not there although their peers are.
    var absent: Set<String> {
        indices.values.reduce(into: idle) { absent, all in
            guard let first = all.first, all.allSatisfy({ targets[$0].isAbsent }) else { return }
            absent.formUnion(targets[first].ids)
        }
    }

    private var silences: [Silence: Set<String>] {
        var silences: [Silence: Set<String>] = [:]
        for all in indices.values {
            let peers = all.compactMap { index in targets[index].target.peer.map { (index, $0) } }
            guard peers.count == all.count, peers.allSatisfy({ $0.1.goneSince != nil }), let (index, peer) = peers.first else { continue }
            silences[Silence(word: targets[index].word, kind: targets[index].bound.target.kind, peer: peer.name), default: []]
                .formUnion(targets[index].ids)
        }
        for trigger in triggers where !trigger.doesMore {
            let peers = trigger.targets.compactMap { target in peer(of: target).map { (target, $0) } }
            guard peers.count == trigger.targets.count, peers.allSatisfy({ $0.1.goneSince != nil }), let (target, peer) = peers.first
            else { continue }
            silences[Silence(word: target.peer, kind: target.kind, peer: peer.name), default: []].insert(trigger.id)
        }
        return silences
    }

    private struct Silence: Hashable {
        let word: String?
        let kind: String
        let peer: String
    }

    /// Peers that are not there, with the parameters that have no effect because of that.
    func silent() -> [SilentPeer] {
        silences.sorted { ($0.key.peer, $0.key.word ?? "") < ($1.key.peer, $1.key.word ?? "") }
            .map { SilentPeer(name: $0.key.word, kind: $0.key.kind, parameters: $0.value.sorted()) }
    }

    func peers() -> [PeerReport] {
        var (reports, parameters): ([PeerReport], [String: Set<String>]) = ([], [:])
        for share in shares {
            let peer = share.peer
            if parameters[share.name] == nil {
                reports.append(
                    PeerReport(
                        name: share.name, kind: share.kind, address: peer.name, isThere: peer.goneSince == nil,
                        reason: peer.goneSince == nil ? nil : peer.note,
                        goneFor: peer.goneSince.map { ((Moment.sinceStart - $0) / .milliseconds(1)).rounded() / 1000 },
                        advice: peer.goneSince == nil ? nil : share.advice, parameters: 0))
            }
            parameters[share.name, default: []].insert(share.id)
        }
        return reports.map { report in
            var report = report
            report.parameters = parameters[report.name]?.count ?? 0
            return report
        }
    }

    /// Each use of a peer by a parameter or a trigger, with the name of the peer for people.
    private var shares: [(id: String, name: String, kind: String, advice: String?, peer: SharedPeer)] {
        let bound = targets.map { (id: $0.bound.spec.id, name: $0.peerName, target: $0.bound.target, peer: $0.target.peer) }
        let pressed = triggers.flatMap { trigger in
            trigger.targets.map { (id: trigger.id, name: $0.peer, target: $0, peer: peer(of: $0)) }
        }
        return (bound + pressed).compactMap { one in
            one.peer.map { (one.id, one.name ?? $0.name, one.target.kind, type(of: one.target.connected).absenceAdvice, $0) }
        }
    }

    /// Also looks at what no target of the configuration needs, so that `candidates` soon has it.
    func look() {
        for kind in TargetKinds.rows where kind.listsUnbound { _ = shared(kind) }
        for shared in connections.values { shared.look() }
    }

    /// Completes `done` when the answers to the last look are complete, at the latest at `end`.
    func seen(until end: NIODeadline, _ done: EventLoopPromise<Void>) {
        guard .now() < end, connections.values.contains(where: \.isLooking) else { return done.succeed() }
        loop.assumeIsolated().scheduleTask(in: .milliseconds(10)) { [self] in seen(until: end, done) }
    }

    var candidates: [TargetCandidate] { connections.values.flatMap(\.candidates) }

    var unlisted: Int { connections.values.reduce(0) { $0 + $1.unlisted } }

    /// Reports the end of a hold, once all present targets of the parameter have the value after the release.
    private func noteLetGo(of id: String) {
        let targets = targets(of: id)
        guard let ids = targets.first?.ids, targets.allSatisfy({ !$0.isOwing || $0.isAbsent }) else { return }
        owner?.onLetGo(Array(ids))
    }

    /// Completes `done` when no value is on its way to a target, at the latest at `end`.
    func arrive(until end: NIODeadline, _ done: EventLoopPromise<Void>) {
        guard .now() < end, targets.contains(where: \.isBusy) else { return done.succeed() }
        loop.assumeIsolated().scheduleTask(in: .milliseconds(10)) { [self] in arrive(until: end, done) }
    }

    /// Waits for the values on their way to targets, at the longest until `end`, then stops.
    func finish(until end: NIODeadline, _ done: EventLoopPromise<Void>) {
        let arrived = loop.makePromise(of: Void.self)
        arrived.futureResult.assumeIsolated().whenComplete { [self] _ in
            for target in targets.filter(\.isBusy) {
                log.warning("\(target.bound.spec.id): its last value did not reach \(target.bound.target.name) before faderd ended")
            }
            stop()
            done.succeed()
        }
        arrive(until: end, arrived)
    }

    private func stop() {
        for target in targets { target.stop() }
        for label in labels { label.stop() }
        (targets, labels, indices, triggers) = ([], [], [:], [])
        for shared in connections.values { shared.close() }
    }
}
