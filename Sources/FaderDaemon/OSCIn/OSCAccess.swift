internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderServer
internal import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

/// Carries out the requests of programs over OSC, and tells subscribers what changes.
@Owner
final class OSCAccess: Subject, OSCService {
    private struct Hand: Hashable {
        let sender: String
        let id: String
    }

    /// Values that a host sends to a parameter one after the other.
    private struct Motion {
        /// A session only for the gesture of this movement, so that they end together.
        let session: SessionID
        /// One for all, so that the movement is one entry of the history.
        var number = ChangeNumber.none
        var isDrag = false
        var last: Gestures.Instant
    }

    /// The shortest time between two reports. Motors are sent feedback as often.
    private static let interval = Duration.milliseconds(20)
    /// A movement ends once nothing has come for so long.
    private static let silence = Duration.seconds(2)
    /// The most movements that are remembered, and the most that hold their parameters: others need gestures, too.
    private static let (mostMotions, mostDrags) = (4096, 128)

    private let values: Values
    private let snapshots: SnapshotRequests
    private let triggers: Triggers
    private let server: OSCServer
    private var motions: [Hand: Motion] = [:]
    /// Session numbers count down from here. The server counts up from 1, and `Apps` has the number above.
    private var nextSession = UInt64.max - 1
    private var isListenedTo = false
    private var told: (generation: Generation, stamp: UInt64)?
    private let throttle = Throttle(interval)

    init(_ commands: Commands, _ values: Values, _ snapshots: SnapshotRequests, _ triggers: Triggers) {
        (self.values, self.snapshots, self.triggers) = (values, snapshots, triggers)
        server = OSCServer(on: commands.targets, log: commands.log)
        super.init(commands)
        followers.add { [weak self] in if case .settled = $0 { self?.tell() } }
    }

    func configure() {
        server.configure(mirror.catalog.settings.osc, for: self)
        tell()
    }

    /// Returns once it listens, or cannot.
    func opened() async { await server.opened() }

    var status: StatusResource.OSC? {
        guard mirror.catalog.settings.osc != nil else { return nil }
        let report = server.report
        return StatusResource.OSC(
            listen: report.port, problem: report.problem, received: report.received, refused: report.refused,
            lastRefused: report.lastRefused, dropped: report.dropped, failed: report.failed + report.malformed,
            lastFailure: report.lastFailure?.withoutControls(), sent: report.sent, subscribers: report.subscribers)
    }

    // MARK: Requests

    func perform(_ requests: [OSCRequest]) async {
        for request in requests {
            do throws(ServiceError) {
                try await perform(request)
            } catch {
                let detail = error.problem.detail
                server.note(failure: detail, of: request)
                log.debug("osc \(request.sender): \(detail)")
            }
        }
    }

    private func perform(_ request: OSCRequest) async throws(ServiceError) {
        let (id, writer) = (request.subject, "osc \(request.sender)")
        switch request.act {
        case .position(let position): try await move(try mirror.state(of: id), to: position, request, writer)
        case .value(let numbers, let word):
            let state = try mirror.state(of: id)
            guard let wanted = state.wanted(numbers, word) else { throw .refused("\(id) was sent something that is not a value of it") }
            if !state.has(wanted) { try await set(state, wanted, motion(of: request, writer, isDrag: false).number) }
        case .text(let text): try await set(try mirror.state(of: id), .text(text), commands.nextChange(by: writer))
        case .recall: try await snapshots.recallUnsaved(id, by: writer)
        case .press: _ = try await triggers.press(id, for: ViewerRequest(), from: Caller(.ofDaemon, writer: writer))
        }
    }

    private func move(_ state: ItemState, to position: Double, _ request: OSCRequest, _ writer: String) async throws(ServiceError) {
        guard let index = state.parameter, let now = state.catalog.position(of: state.reports[0]) else {
            throw .refused("\(state.id) has no position; it is set by /value, /text or its parts, and a trigger is pressed by /press")
        }
        // Some programs send back what they were told, rounded to 32-bit floats.
        let isThere = Float(now) == Float(position) && state.catalog.isKnown(state.reports[0])
        guard !isThere || state.hands.isGliding(index) else { return }
        let motion = motion(of: request, writer, isDrag: true)
        let viewer = state.catalog.settings.viewer
        let write =
            motion.isDrag
            ? try commands.write(viewer, from: Caller(motion.session, writer: writer), in: GestureMark(writer))
            : Write(viewer: viewer, number: motion.number)
        _ = try await values.submitted(state, write) { _, index in .setPosition(parameter: index, Position(position), .api) }
    }

    /// Sets a parameter. As with a movement, nobody waits for the disk.
    private func set(_ state: ItemState, _ wanted: Wanted, _ number: ChangeNumber) async throws(ServiceError) {
        _ = try await values.set(state, wanted, Write(viewer: state.catalog.settings.viewer, number: number))
    }

    private func motion(of request: OSCRequest, _ writer: String, isDrag: Bool) -> Motion {
        let (hand, now) = (Hand(sender: request.sender, id: request.subject), Gestures.Instant.now)
        if var motion = motions[hand], motion.last + Self.silence > now, motion.isDrag || !isDrag {
            motion.last = now
            motions[hand] = motion
            return motion
        }
        if motions.count >= Self.mostDrags { motions = motions.filter { $0.value.last + Self.silence > now } }
        nextSession -= 1
        var motion = Motion(session: SessionID(nextSession), number: commands.nextChange(by: writer), last: now)
        motion.isDrag = isDrag && motions.values.count(where: \.isDrag) < Self.mostDrags
        if motions.count < Self.mostMotions { motions[hand] = motion }
        return motion
    }

    func stop() { server.stop() }

    // MARK: Reports to subscribers

    func listened(_ isListenedTo: Bool) {
        self.isListenedTo = isListenedTo
        told = nil
        tell()
    }

    private func tell() {
        guard isListenedTo else { return }
        throttle.run { [weak self] in self?.tellNow() }
    }

    private func tellNow() {
        guard isListenedTo else { return }
        let catalog = mirror.catalog
        let picture: Mirror.Picture
        var changed: [Bool]?
        if let told, told.generation == catalog.generation {
            // Nil: more changes of the same act will follow.
            guard let (now, parameters) = mirror.changes(since: told.stamp, generation: told.generation), !parameters.isEmpty else {
                return
            }
            picture = now
            changed = [Bool](repeating: false, count: now.reports.count)
            for parameter in parameters { changed?[parameter.offset] = true }
        } else {
            picture = mirror.picture
        }
        told = (catalog.generation, picture.stamp)
        throttle.noteDone()
        server.tell { [changed] in picture.update(changed) }
    }
}

extension ItemState {
    /// Whether the parameter already has this value, at the precision of OSC's numbers.
    fileprivate func has(_ wanted: Wanted) -> Bool {
        guard case .value(.number(let number)) = wanted, let index = parameter, catalog.isKnown(reports[0]) else { return false }
        return Float(reports[0].value) == Float(number) && !hands.isGliding(index)
    }

    /// Nil if the arguments of the OSC message do not fit.
    fileprivate func wanted(_ numbers: [Double], _ word: String?) -> Wanted? {
        switch item {
        case .compound(let index):
            if let word { return .text(word) }
            if catalog.configuration.compounds[index].kind.ends != nil {
                return numbers.count == 2 ? .value(.pair(numbers[0], numbers[1])) : nil
            }
            guard numbers.count >= 3, numbers.allSatisfy(\.isFinite) else { return nil }
            let parts = numbers.prefix(3).map { UInt32((min(max($0, 0), 1) * 255).rounded()) }
            return .value(.word(StripColor(number: parts.reduce(0) { $0 << 8 | $1 }).text))
        case .parameter(let index):
            let spec = catalog.configuration.parameters[index]
            if let word { return spec.kind.isText ? .value(.word(word)) : .text(word) }
            guard let number = numbers.first else { return nil }
            let isSilence = spec.minimum == -.infinity && number <= OSCServer.silence
            return spec.kind.rules.value(ofPlain: isSilence ? -.infinity : number).map { .value($0) }
        }
    }
}

extension Mirror.Picture {
    /// `changed` tells whether each parameter has changed; nil to tell everything.
    fileprivate func update(_ changed: [Bool]?) -> OSCUpdate {
        let viewer = catalog.settings.viewer
        var states: [(index: Int, state: OSCState)] = []
        for (index, item) in catalog.order.enumerated() {
            if let changed {
                let isChanged =
                    switch item {
                    case .parameter(let index): changed[index.offset]
                    case .compound(let compound): catalog.configuration.compounds[compound].parts.contains { changed[$0.offset] }
                    }
                guard isChanged else { continue }
            }
            states.append((index, state(of: item, viewer)))
        }
        return OSCUpdate(isWhole: changed == nil, states)
    }

    private func state(of item: Catalog.Item, _ viewer: Viewer) -> OSCState {
        let entry = entry(item, for: viewer)
        let isKnown = reports(of: item).contains(where: catalog.isKnown)
        switch item {
        case .compound(let index):
            let numbers = reports(of: item).map(\.value)
            return OSCState(
                id: entry.id, position: nil, value: OSCState.Value(catalog.compoundTexts[index].value(of: numbers), isWhole: false),
                text: entry.text, isKnown: isKnown)
        case .parameter(let index):
            if catalog.isTrigger(index) {
                return OSCState(id: entry.id, position: nil, value: .whole(reports[index].value > 0 ? 1 : 0), text: nil)
            }
            let value = catalog.value(of: reports[index].value, parameter: index)
            let isWhole = catalog.configuration.parameters[index].kind.isWhole
            return OSCState(
                id: entry.id, position: entry.position, value: OSCState.Value(value, isWhole: isWhole), text: entry.text,
                isKnown: isKnown)
        }
    }
}

extension OSCState.Value {
    fileprivate init(_ value: Value, isWhole: Bool) {
        switch value {
        case .number(let number): self = isWhole ? .whole(Int32(clamping: Int(number))) : .number(number)
        case .flag(let isOn): self = .whole(isOn ? 1 : 0)
        // Not used, because a trigger reports whether it runs instead.
        case .nothing: self = .whole(0)
        case .word(let word): self = .word(word)
        case .pair(let low, let high): self = .pair(low, high)
        }
    }
}
