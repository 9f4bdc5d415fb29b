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

/// `{obs: studio, input: Mic, property: mute}`, `{obs: studio, scene: program}`, `{obs: studio, recording: true}`.
struct OBSTargetReader {
    let report: Report
    let peers: [String: (any TargetPeer)?]

    private static let switches = OBSTargetSpec.Output.allCases.map(\.rawValue) + ["studio-mode", "t-bar"]
    private static let subjects = ["input", "source", "scene", "transition"] + switches
    private static let elsewhere = Dictionary(
        ["request", "data", "save-replay"].map { ($0, "requests are for triggers: kind: trigger") }, uniquingKeysWith: { first, _ in first }
    )
    /// What a trigger can do without a request of its own.
    static let acts = ["transition": "TriggerStudioModeTransition", "save-replay": "SaveReplayBuffer"]

    func read(_ node: Node, _ spec: ParameterSpec) -> OBSTargetSpec? {
        guard
            let fields = Fields(
                node, of: "an obs target", keys: ["obs", "property", "filter", "item", "setting", "words"] + Self.subjects, report: report,
                elsewhere: Self.elsewhere),
            let obs = fields["obs"]
        else { return nil }
        let given = Self.subjects.filter { fields[$0] != nil }
        guard given.count == 1, let word = given.first, let value = fields[word] else {
            // A request was reported, with a hint where it belongs.
            guard !Self.has(node, Array(Self.elsewhere.keys)) else { return nil }
            return report.error(node.location, "an obs target needs one of \(Self.subjects.joined(separator: ", ")), such as input: Mic")
        }
        report.check(
            fields.locations,
            [
                KeyUse("property", if: word != "input", "only inputs have properties"),
                KeyUse("property", if: fields["filter"] != nil || fields["setting"] != nil, "the volume of an input is no setting"),
                KeyUse("filter", if: word != "input" && word != "source", "filters are of an input or source, such as source: Main"),
                KeyUse("item", if: word != "scene", "items are in a scene, such as scene: Main"),
                KeyUse("setting", if: !Self.hasSettings(word, fields), "settings are of inputs, filters and items"),
                KeyUse("words", if: !Self.hasNames(word, fields), "only scenes, transitions and monitoring have names"),
                KeyUse("words", if: spec.isSupplied, "without options they are those that OBS has"),
            ])
        guard let peer = peer(named: obs), let subject = subject(word, value, fields), fits(subject, spec, at: value.location) else {
            return nil
        }
        let words = Self.hasNames(word, fields) ? fields["words"].map { self.words($0, spec) } ?? [] : []
        guard areKnown(words, subject, spec, at: fields["words"]?.location ?? value.location) else { return nil }
        return OBSTargetSpec(peer: peer, subject, words: words, suppliesOptions: spec.isSupplied)
    }

    /// The request that a trigger makes: `{obs: studio, request: ToggleRecord}`.
    func readPress(_ node: Node) -> OBSTargetSpec? {
        let keys = ["obs", "request", "data"] + Self.acts.keys.sorted()
        guard let fields = Fields(node, of: "an obs target", keys: keys, report: report, tellsKeys: true), let obs = fields["obs"] else {
            return nil
        }
        if let (word, request) = Self.acts.first(where: { fields[$0.key] != nil }), let value = fields[word] {
            report.check(
                fields.locations, ["request", "data"].map { KeyUse($0, if: true, "\(word) is a request of its own") })
            guard isTrue(value, word), let peer = peer(named: obs) else { return nil }
            return OBSTargetSpec(peer: peer, .request(request, data: nil))
        }
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
            guard let input = name(node, "an input") else { return nil }
            if let filter = fields["filter"] { return self.filter(filter, of: input, fields) }
            if fields["setting"] != nil {
                return report.choice(fields, "setting", of: Self.settings.map { ($0.rawValue, $0) }).map { .input(input, $0) }
            }
            guard fields["property"] != nil else { return .input(input, .volume) }
            return report.choice(fields, "property", of: Self.properties.map { ($0.rawValue, $0) }).map { .input(input, $0) }
        case "source":
            guard let source = name(node, "an input or scene") else { return nil }
            guard let filter = fields["filter"] else {
                return report.error(node.location, "a source has filters: filter: NAME; the volume of an input is input: NAME")
            }
            return self.filter(filter, of: source, fields)
        case "scene":
            guard let item = fields["item"] else { return report.choice(node, "scene", of: OBSTargetSpec.Side.self).map { .scene($0) } }
            guard let scene = name(node, "a scene"), let item = name(item, "an item") else { return nil }
            guard fields["setting"] != nil else { return .item(scene: scene, item: item, nil) }
            return report.choice(fields, "setting", of: OBSTargetSpec.ItemSetting.self).map { .item(scene: scene, item: item, $0) }
        case "transition": return report.choice(node, "transition", of: OBSTargetSpec.Transition.self).map { .transition($0) }
        default:
            guard isTrue(node, word) else { return nil }
            return OBSTargetSpec.Output(rawValue: word).map { .output($0) } ?? (word == "studio-mode" ? .studioMode : .tBar)
        }
    }

    /// The properties of an input under `property`, and those under `setting`.
    private static let (properties, settings): ([OBSTargetSpec.Property], [OBSTargetSpec.Property]) =
        ([.volume, .mute, .balance], [.syncOffset, .monitoring])

    private func name(_ node: Node, _ what: String) -> String? { report.word(node, "the name of \(what)", limit: Limits.text) }

    private func isTrue(_ node: Node, _ word: String) -> Bool {
        guard let isOn = report.truth(node, word) else { return false }
        return isOn || report.error(node.location, "\(word) can only be true: leave the target out instead")
    }

    private func filter(_ node: Node, of source: String, _ fields: Fields) -> OBSTargetSpec.Subject? {
        guard let filter = name(node, "a filter") else { return nil }
        guard let setting = fields["setting"] else { return .filter(source: source, filter: filter, setting: nil) }
        return report.word(setting, "the key of a setting in OBS", limit: Limits.text).map {
            .filter(source: source, filter: filter, setting: $0)
        }
    }

    private static func hasSettings(_ word: String, _ fields: Fields) -> Bool {
        word == "input" || word == "source" && fields["filter"] != nil || word == "scene" && fields["item"] != nil
    }

    /// Whether the values of a choice are names of OBS.
    private static func hasNames(_ word: String, _ fields: Fields) -> Bool {
        switch word {
        case "scene": fields["item"] == nil
        case "transition": fields["transition"]?.text == OBSTargetSpec.Transition.name.rawValue
        case "input": fields["filter"] == nil && fields["setting"]?.text == OBSTargetSpec.Property.monitoring.rawValue
        default: false
        }
    }

    /// The options of monitoring are always called as OBS has them.
    private func areKnown(_ words: [String], _ subject: OBSTargetSpec.Subject, _ spec: ParameterSpec, at location: Location) -> Bool {
        guard case .input(_, .monitoring) = subject, !spec.isSupplied else { return true }
        let (known, given) = (OBSInputProperty.monitoring.map(\.0), words.isEmpty ? spec.kind.options?.map(\.label) ?? [] : words)
        guard let wrong = given.first(where: { !known.contains($0) }) else { return true }
        return report.error(
            location, "monitoring is one of \(known.joined(separator: ", ")); found \"\(wrong.forDisplay)\"", instead: wrong, of: known)
    }

    private func fits(_ subject: OBSTargetSpec.Subject, _ spec: ParameterSpec, at location: Location) -> Bool {
        let (word, needs) = Self.needs(subject)
        let fits =
            switch needs {
            case .number, .plain: spec.kind.isNumber
            case .toggle: spec.kind.isSwitch
            case .choice: spec.kind.isChoice
            case .setting: spec.kind.isNumber || spec.kind.isSwitch
            }
        guard fits else { return report.error(location, "\(word) is \(needs.words), and \(spec.id.forDisplay) is a \(spec.kind.word)") }
        return !needs.isPlain || spec.minimum.isFinite
            || report.error(location, "\(word) has no −∞ in OBS: give \(spec.id.forDisplay) a min, such as min: -60")
    }

    private enum Need {
        case number, plain, toggle, choice, setting

        var words: String {
            switch self {
            case .number, .plain: "a number"
            case .toggle: "on or off, a toggle"
            case .choice: "one of several, a choice"
            case .setting: "a number or a toggle"
            }
        }

        /// OBS gets the number itself, not the place along the travel.
        var isPlain: Bool { self == .plain || self == .setting }
    }

    private static func needs(_ subject: OBSTargetSpec.Subject) -> (String, Need) {
        switch subject {
        case .input(_, .volume): ("a volume", .number)
        case .input(_, .balance): ("a balance", .number)
        case .input(_, .syncOffset): ("a sync offset", .plain)
        case .input(_, .mute): ("mute", .toggle)
        case .input(_, .monitoring): ("monitoring", .choice)
        case .tBar: ("the T-bar", .number)
        case .studioMode: ("studio-mode", .toggle)
        case .output(let output): (output.rawValue, .toggle)
        case .scene: ("a scene", .choice)
        case .transition(.name): ("a transition", .choice)
        case .transition(.duration): ("the time of a transition", .plain)
        case .filter(_, _, nil): ("a filter", .toggle)
        case .filter: ("the setting of a filter", .setting)
        case .item(_, _, nil): ("an item", .toggle)
        case .item: ("the setting of an item", .plain)
        case .request: preconditionFailure("a request is for a trigger")
        }
    }

    private func words(_ node: Node, _ spec: ParameterSpec) -> [String] {
        spec.isSupplied ? [] : report.words(node, "names in OBS, such as [Intro, Main Cam]", forEach: "options", of: spec)
    }

    // MARK: Data

    private func json(_ node: Node) -> String? {
        guard case .block = node.content else {
            return report.refuse(node, "data is a block of keys, such as data: {sceneName: Intro}; found \(node.described)")
        }
        guard let value = value(node) else { return nil }
        let text = value.rendered
        guard text.utf8.count <= Limits.text else { return report.error(node.location, "data is longer than \(Limits.text) bytes") }
        return text
    }

    /// A plain text that is a JSON value becomes that; `no` and `1:30` are texts. Nil if an error was reported.
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
