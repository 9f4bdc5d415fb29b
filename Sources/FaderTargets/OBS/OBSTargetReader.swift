package import FaderConfig
internal import FaderJSON
internal import FaderValues

extension OBSTargetSpec: ReadableTarget, NamingTarget {
    package static let peerExample = "\"127.0.0.1:4455\""

    package static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)? {
        guard let obs = fields["obs"], let text = report.word(obs, "the address of OBS", limit: Limits.text) else { return nil }
        if text.contains("@") || text.contains("//") {
            return report.error(
                obs.location, "expected HOST:PORT, such as \(peerExample), without ws:// and password: there is the key password-file")
        }
        let address = report.endpoint(text[...], obs, port: OBSPeerSpec.defaultPort, "127.0.0.1:4455", "OBS, such as \(peerExample)")
        let password = fields["password-file"].flatMap(report.file)
        return address.map { OBSPeerSpec(host: $0.host, port: $0.port, password: password) }
    }

    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> OBSTargetSpec? {
        let obs = OBSTargetReader(report: reader.report, peers: reader.peers)
        return subject.isPressed ? obs.readPress(node) : obs.read(node, subject.spec)
    }
}

extension OBSPeerSpec: TargetPeer {
    package var claim: String? { nil }
}

/// Reads an `obs` target: `{obs: studio, input: Mic, property: mute}`, `{obs: studio, scene: program}`, `{obs: studio, recording: true}`.
struct OBSTargetReader {
    let report: Report
    let peers: [String: (any TargetPeer)?]

    private static let subjects = ["input", "scene", "t-bar", "recording", "streaming"]
    private static let elsewhere = Dictionary(
        ["request", "data"].map { ($0, "requests are for triggers: kind: trigger") }, uniquingKeysWith: { first, _ in first })

    func read(_ node: Node, _ spec: ParameterSpec) -> OBSTargetSpec? {
        guard
            let fields = Fields(
                node, of: "an obs target", keys: ["obs", "property", "words"] + Self.subjects, report: report, elsewhere: Self.elsewhere),
            let obs = fields["obs"]
        else { return nil }
        let given = Self.subjects.filter { fields[$0] != nil }
        guard given.count == 1, let word = given.first, let value = fields[word] else {
            // A request has been reported, with a hint where it belongs.
            guard !Self.has(node, Array(Self.elsewhere.keys)) else { return nil }
            return report.error(node.location, "an obs target needs one of \(Self.subjects.joined(separator: ", ")), such as input: Mic")
        }
        report.check(
            fields.locations,
            [
                KeyUse("property", if: word != "input", "only inputs have properties"),
                KeyUse("words", if: word != "scene", "only scenes have names"),
                KeyUse("words", if: spec.isSupplied, "without options the scenes are those that OBS has"),
            ])
        guard let peer = peer(named: obs), let subject = subject(word, value, fields), fits(subject, spec, at: value.location) else {
            return nil
        }
        let words = fields["words"].map { self.words($0, spec) } ?? []
        return OBSTargetSpec(peer: peer, subject, words: words, suppliesOptions: spec.isSupplied)
    }

    /// The request that a trigger makes: `{obs: studio, request: ToggleRecord}`.
    func readPress(_ node: Node) -> OBSTargetSpec? {
        guard let fields = Fields(node, of: "an obs target", keys: ["obs", "request", "data"], report: report, tellsKeys: true),
            let obs = fields["obs"]
        else { return nil }
        guard let request = fields["request"] else {
            guard !Self.has(node, Self.subjects) else { return nil }
            return report.error(node.location, "a trigger that asks OBS needs a request, such as request: ToggleRecord")
        }
        guard let peer = peer(named: obs), let name = report.word(request, "request", limit: Limits.label) else { return nil }
        guard name.unicodeScalars.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }) else {
            return report.error(request.location, "request must be the name of a request of obs-websocket, such as ToggleRecord")
        }
        guard let data = fields["data"] else { return OBSTargetSpec(peer: peer, .request(name, data: nil)) }
        return json(data).map { OBSTargetSpec(peer: peer, .request(name, data: $0)) }
    }

    private static func has(_ node: Node, _ keys: [String]) -> Bool {
        node.entries.contains { keys.contains($0.key) }
    }

    private func peer(named node: Node) -> OBSPeerSpec? {
        report.peer(named: node, in: peers, "studio: {obs: \(OBSTargetSpec.peerExample)}")
    }

    private func subject(_ word: String, _ node: Node, _ fields: Fields) -> OBSTargetSpec.Subject? {
        switch word {
        case "input":
            guard let input = report.word(node, "the name of an input", limit: Limits.text) else { return nil }
            guard fields["property"] != nil else { return .input(input, .volume) }
            return report.choice(fields, "property", of: OBSTargetSpec.Property.self).map { .input(input, $0) }
        case "scene": return report.choice(node, "scene", of: OBSTargetSpec.Side.self).map { .scene($0) }
        default:
            guard let isOn = report.truth(node, word) else { return nil }
            guard isOn else { return report.error(node.location, "\(word) can only be true: leave the target out instead") }
            return OBSTargetSpec.Output(rawValue: word).map { .output($0) } ?? .tBar
        }
    }

    private func fits(_ subject: OBSTargetSpec.Subject, _ spec: ParameterSpec, at location: Location) -> Bool {
        let what: String
        switch (subject, spec.kind) {
        case (.input(_, .mute), .toggle), (.output, .toggle), (.scene, .choice): return true
        case (.input(_, .volume), .number), (.input(_, .volume), .integer), (.input(_, .balance), .number), (.input(_, .balance), .integer),
            (.tBar, .number), (.tBar, .integer):
            return true
        case (.input(_, .volume), _): what = "a volume is a number"
        case (.input(_, .balance), _): what = "a balance is a number"
        case (.tBar, _): what = "the T-bar is a number"
        case (.input(_, .mute), _): what = "mute is on or off, a toggle"
        case (.output(let output), _): what = "\(output.rawValue) is on or off, a toggle"
        case (.scene, _): what = "a scene is one of several, a choice"
        case (.request, _): what = "a request is for a trigger"
        }
        return report.error(location, "\(what), and \(spec.id.forDisplay) is a \(spec.kind.word)")
    }

    private func words(_ node: Node, _ spec: ParameterSpec) -> [String] {
        spec.isSupplied ? [] : report.words(node, "names of scenes, such as [Intro, Main Cam]", forEach: "options", of: spec)
    }

    // MARK: Data

    /// The data of a request as JSON.
    private func json(_ node: Node) -> String? {
        guard case .block = node.content else {
            return report.refuse(node, "data is a block of keys, such as data: {sceneName: Intro}; found \(node.described)")
        }
        guard let value = value(node) else { return nil }
        let text = value.rendered
        guard text.utf8.count <= Limits.text else { return report.error(node.location, "data is longer than \(Limits.text) bytes") }
        return text
    }

    /// A plain text that is a JSON value becomes that value; `no` and `1:30` are texts. Nil if an error in it has been reported.
    private func value(_ node: Node) -> JSONValue? {
        switch node.content {
        case .scalar(let scalar):
            if scalar.isPlain, let value = try? JSONValue.read(Array(scalar.text.utf8)) { return value }
            return scalar.isPlain && scalar.text.isEmpty ? .null : .text(scalar.text)
        case .list(let items):
            let values = items.compactMap { value($0) }
            return values.count == items.count ? .list(values) : nil
        case .block(let entries):
            guard !entries.contains(where: \.isRepeated) else { return nil }
            let members = entries.compactMap { entry in value(entry.value).map { (entry.key, $0) } }
            return members.count == entries.count ? .object(Dictionary(members, uniquingKeysWith: { $1 })) : nil
        case .unusable: return nil
        }
    }
}
