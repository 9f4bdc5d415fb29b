internal import FaderValues
internal import NIOCore

/// A property of a client or group of a Snapcast server. Owned by the event loop.
final class SnapcastTarget: Target {
    private let spec: SnapcastTargetSpec
    private let parameter: ParameterSpec
    private let server: SnapcastServer
    private let surroundings: TargetSurroundings
    /// The ids, one for each option; none if the server supplies the options.
    private let streams: [String]
    var onEvent: ((TargetRules.Event) -> Void)?
    /// The id of the client or group, which it keeps if it is renamed; nil if it is not there.
    private var id: String?
    /// The last number that was reported; nil if the parameter has none for what the server shows.
    private var shown: Double?
    private var label: String?
    private var options: SuppliedOptions?
    /// A sentence about a stream that the parameter does not have.
    private var strange: String?
    private var lastError: String?
    private var generation = 0
    private(set) var isLoggedByConnection = true

    init(_ spec: SnapcastTargetSpec, _ server: SnapcastServer, _ bound: BoundParameter, _ surroundings: TargetSurroundings) {
        (self.spec, self.server, parameter, self.surroundings) = (spec, server, bound.spec, surroundings)
        streams = spec.words.isEmpty ? bound.spec.kind.options?.map(\.label) ?? [] : spec.words
    }

    private var isVolume: Bool { if case .client(_, .volume) = spec.subject { true } else { false } }

    /// A volume has whole percents.
    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(halfStep: isVolume ? 0.005 : 0.25)
        traits.isLinear = isVolume
        return traits
    }

    var law: TargetScale.Law {
        switch spec.subject {
        case .client(_, .volume): .part
        case .client(_, .mute), .group(_, .mute): .flag
        case .group(_, .stream): .value
        }
    }

    var peer: SharedPeer? { server.shared }

    func parameter(ofVolumeOf client: String) -> String? { isVolume && id == client ? parameter.id : nil }

    func start() { server.add(self) }

    func stop() {
        generation += 1
        server.remove(self)
    }

    func update() {
        guard onEvent != nil else { return }
        supplyOptions(server.state.streams)
        let wasThere = id != nil
        if let id, !isThere(id) { self.id = nil }
        id = id ?? found
        guard id != nil else { return leave(wasThere, isLogged: false) }
        if !wasThere {
            (shown, lastError) = (nil, nil)
            generation += 1
            onEvent?(.appeared)
            isLoggedByConnection = true
        }
        supplyLabel()
        report(onlyNews: true)
    }

    private var found: String? {
        switch spec.subject {
        case .client(let name, _): server.state.client(named: name)
        case .group(let name, _): server.state.group(named: name)
        }
    }

    private func isThere(_ id: String) -> Bool {
        switch spec.subject {
        case .client: server.state.clients[id] != nil
        case .group: server.state.groups[id] != nil
        }
    }

    func gone() {
        supplyOptions([])
        leave(id != nil, isLogged: true)
    }

    /// `isLogged`: the log has a line of the connection about it.
    private func leave(_ wasThere: Bool, isLogged: Bool) {
        guard wasThere else { return }
        (id, shown, strange, lastError, isLoggedByConnection) = (nil, nil, nil, nil, isLogged)
        generation += 1
        onEvent?(.disappeared)
    }

    /// The volume is called as its client is; a mute beside it is not.
    private func supplyLabel() {
        guard isVolume, let name = id.flatMap({ server.state.clients[$0]?.shownName }), name != label else { return }
        label = name
        surroundings.supplyLook(parameter.id, SuppliedLook(label: name))
    }

    private func supplyOptions(_ names: [String]) {
        guard spec.suppliesOptions else { return }
        let options = SuppliedOptions(names)
        guard options != self.options else { return }
        self.options = options
        surroundings.supply(parameter.id, options)
    }

    func read() {
        report(onlyNews: false)
        onEvent?(.readEnded)
    }

    private func report(onlyNews: Bool) {
        let number = number
        defer { shown = number }
        if let number, !onlyNews || number != shown { onEvent?(.reading(number)) }
    }

    private var number: Double? {
        guard let id else { return nil }
        strange = nil
        switch spec.subject {
        case .client(_, .volume): return server.state.clients[id].map { $0.percent / 100 }
        case .client(_, .mute): return server.state.clients[id].map { $0.isMuted ? 1 : 0 }
        case .group(_, .mute): return server.state.groups[id].map { $0.isMuted ? 1 : 0 }
        case .group(_, .stream): return server.state.groups[id].flatMap { self.number(ofStream: $0.stream) }
        }
    }

    private func number(ofStream stream: String) -> Double? {
        if spec.suppliesOptions, SuppliedOptions.fits(stream) { return surroundings.texts.number(stream) }
        if let place = streams.firstIndex(where: { $0.utf8.elementsEqual(stream.utf8) }) { return Double(place) }
        strange = "\"\(SnapcastServer.shown(stream))\" plays, which is not an option of \(parameter.id)"
        return nil
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        guard let request = request(number) else { return onEvent?(.failed) ?? () }
        server.ask(request) { [weak self, generation] error in
            guard let self, generation == self.generation else { return }
            lastError = error
            onEvent?(error == nil ? .acknowledged : .failed)
        }
    }

    private func request(_ number: Double) -> SnapcastRequest? {
        guard let id else { return nil }
        switch spec.subject {
        case .client(_, .volume):
            let percent = (min(max(number, 0), 1) * 100).rounded()
            return server.state.clients[id].map { .volume(id, percent: percent, isMuted: $0.isMuted) }
        case .client(_, .mute): return server.state.clients[id].map { .volume(id, percent: $0.percent, isMuted: number >= 0.5) }
        case .group(_, .mute): return .mute(id, number >= 0.5)
        case .group(_, .stream):
            if spec.suppliesOptions { return .stream(id, surroundings.texts.text(number)) }
            return Int(exactly: number).flatMap { streams.indices.contains($0) ? .stream(id, streams[$0]) : nil }
        }
    }

    var situation: TargetSituation {
        TargetSituation(matched: id.map { [name(of: $0)] } ?? [], note: server.note ?? note, lastError: lastError)
    }

    private func name(of id: String) -> String {
        let name =
            switch spec.subject {
            case .client: server.state.clients[id]?.shownName
            case .group: server.state.groups[id]?.name
            }
        return SnapcastServer.shown(name.flatMap { $0.isEmpty ? nil : $0 } ?? id)
    }

    private var note: String? {
        switch spec.subject {
        case .client(let name, _):
            guard let client = id.flatMap({ server.state.clients[$0] }) else { return "the server has no client \"\(name)\"" }
            return client.isConnected ? nil : "the client is not connected"
        case .group(let name, _): return id == nil ? "the server has no group \"\(name)\"" : strange
        }
    }
}
