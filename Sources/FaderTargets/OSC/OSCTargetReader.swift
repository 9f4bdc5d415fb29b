package import FaderConfig
internal import FaderValues

extension OSCTargetSpec: ReadableTarget, NamingTarget {
    package static let peerExample = "\"192.168.1.20:10024\""

    package static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)? { OSCTargetReader(report: report).peer(fields) }

    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> OSCTargetSpec? {
        let osc = OSCTargetReader(report: reader.report)
        if subject.isPressed { return osc.readPress(node, peers: reader.peers) }
        return osc.read(node, subject.spec, isColor: subject.isColor, peers: reader.peers)
    }
}

extension OSCPeerSpec: TargetPeer {
    package var claim: String? { listen.map { "listens on port \($0)" } }
    package var listens: Int? { listen }
    package static let exception = ", unless each has another address and none has from"

    /// Sockets at one port can be told apart by the address that each is connected to; with `from` they are not connected.
    package func isCompatible(with other: any TargetPeer) -> Bool {
        guard let other = other as? OSCPeerSpec, self != other else { return true }
        return source == .same && other.source == .same && (host, port) != (other.host, other.port)
    }
}

struct OSCTargetReader {
    let report: Report

    private static let keys = ["osc", "address", "feedback", "args", "send-args", "feedback-args", "range", "send", "steps"]

    func peer(_ fields: Fields) -> OSCPeerSpec? {
        guard let osc = fields["osc"], var peer = address(osc) else { return nil }
        peer.listen = report.integer(fields, "listen", in: 1...65535)
        peer.source = fields["from"].flatMap(source) ?? .same
        peer.answersQueries = report.truth(fields, "queries") ?? false
        peer.keepAlive = fields["keepalive"].flatMap(keepAlive)
        return peer
    }

    private func source(_ node: Node) -> OSCPeerSpec.Source? {
        if node.text == "any" { return .any }
        guard node.text.flatMap({ Int($0) }) != nil else {
            return report.refuse(node, "from is the port that its packets come from, or any; found \(node.described)")
        }
        return report.integer(node, "from", in: 1...65535).map { .port($0) }
    }

    private func keepAlive(_ node: Node) -> OSCPeerSpec.KeepAlive? {
        guard let fields = Fields(node, of: "a keepalive", keys: ["send", "every"], report: report) else { return nil }
        guard let send = fields["send"], let every = fields["every"] else {
            return report.error(node.location, "a keepalive needs \"send\" and \"every\", such as {send: /xremote, every: 8 s}")
        }
        guard let address = path(send, "send"), let interval = report.duration(every, "every", within: Limits.keepAlive) else {
            return nil
        }
        return OSCPeerSpec.KeepAlive(address: address, interval: interval)
    }

    func read(_ node: Node, _ spec: ParameterSpec, isColor: Bool, peers: [String: (any TargetPeer)?]) -> OSCTargetSpec? {
        guard let fields = Fields(node, of: "an osc target", keys: Self.keys, report: report), let osc = fields["osc"] else { return nil }
        guard let goal = fields["address"] else {
            return report.error(node.location, "an osc target needs an address, such as address: /ch/01/mix/fader")
        }
        guard let peer = peer(named: osc, peers), let address = path(goal, "address") else { return nil }
        var target = OSCTargetSpec(peer: peer, address: address)
        if let feedback = fields["feedback"] { target.feedback = path(feedback, "feedback") ?? address }
        readArguments(fields, into: &target)
        let errors = report.errors
        target.form = report.choice(fields, "send", of: OSCTargetSpec.Form.self) ?? Self.form(of: spec)
        if report.errors == errors {
            report.check(
                fields.locations, isColor ? Self.useless(ofColor: spec, target.form) : Self.useless(spec, target.form))
        }
        target.steps = report.integer(fields, "steps", in: 1...1_000_000_000) ?? target.steps
        if spec.kind.hasOptions { (target.low, target.high) = (0, spec.maximum) }
        if let range = fields["range"], let ends = report.ends(range) { (target.low, target.high) = ends }
        return target
    }

    /// What a trigger sends: `{osc: qlab, address: /go, args: [1]}`.
    func readPress(_ node: Node, peers: [String: (any TargetPeer)?]) -> OSCTargetSpec? {
        guard let fields = Fields(node, of: "an osc target", keys: ["osc", "address", "args"], report: report, tellsKeys: true),
            let osc = fields["osc"]
        else { return nil }
        guard let goal = fields["address"] else {
            return report.error(node.location, "an osc target needs an address, such as address: /go")
        }
        guard let peer = peer(named: osc, peers), let address = path(goal, "address") else { return nil }
        return OSCTargetSpec(peer: peer, address: address, arguments: fields["args"].map(arguments) ?? [])
    }

    private static func form(of spec: ParameterSpec) -> OSCTargetSpec.Form { spec.kind.isText ? .text : .position }

    private static func useless(_ spec: ParameterSpec, _ form: OSCTargetSpec.Form) -> [KeyUse] {
        let (kind, id) = (spec.kind, spec.id.forDisplay)
        let isText = kind.isText
        let hasWords = isText || kind.hasOptions
        return [
            KeyUse(
                "send", if: hasWords && form != .text,
                "a \(kind.word) is sent as \(isText ? "a text" : "a number, or with send: text as a word")"),
            KeyUse("send", if: !hasWords && form == .text, "\(id) has no words, because its kind is \(kind.word)"),
            KeyUse("range", if: isText || hasWords && form == .text, "\(id) is sent as a text"),
            KeyUse(
                "range", if: !hasWords && form == .value,
                "it is what the travel is spread over; with send: value the parameter's own range counts"),
            KeyUse(
                "steps", if: hasWords || kind.isWhole && form == .value,
                "the kind of \(id) is \(kind.word), which has nothing between its values"),
        ]
    }

    private static func useless(ofColor spec: ParameterSpec, _ form: OSCTargetSpec.Form) -> [KeyUse] {
        let id = spec.id.forDisplay
        return [
            KeyUse("range", if: form == .text, "\(id) is sent as a text"),
            KeyUse("range", if: form == .value, "\(id) is sent as OSC's own color"),
            KeyUse("steps", if: true, "\(id) is a color, whose red, green and blue have 256 values each"),
        ]
    }

    /// `args` is for both directions, `send-args` and `feedback-args` for one.
    private func readArguments(_ fields: Fields, into target: inout OSCTargetSpec) {
        let isReplaced = fields["send-args"] != nil && fields["feedback-args"] != nil
        report.check(
            fields.locations, [KeyUse("args", if: isReplaced, "send-args and feedback-args are given for both directions")])
        if let node = fields["args"] {
            let arguments = arguments(node)
            (target.sendArguments, target.feedbackArguments) = (arguments, arguments)
        }
        if let node = fields["send-args"] { target.sendArguments = arguments(node) }
        if let node = fields["feedback-args"] { target.feedbackArguments = arguments(node) }
    }

    private func peer(named node: Node, _ peers: [String: (any TargetPeer)?]) -> OSCPeerSpec? {
        guard let name = report.word(node, "the name of an entry of targets, or HOST:PORT", limit: Limits.host) else { return nil }
        let known = peers.filter { $0.value == nil || $0.value is OSCPeerSpec }
        if let peer = known[name] { return peer as? OSCPeerSpec }
        if name.contains(":") { return address(node) }
        return report.error(node.location, "there is no \"\(name.forDisplay)\" in targets", instead: name, of: known.keys.sorted())
    }

    private func address(_ node: Node) -> OSCPeerSpec? { report.address(node).map { OSCPeerSpec(host: $0.host, port: $0.port) } }

    func path(_ node: Node, _ what: String) -> String? {
        guard let text = report.word(node, what, limit: Limits.label * 4) else { return nil }
        guard text.hasPrefix("/"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"#*,?[]{}".utf8.contains($0) }) else {
            return report.error(node.location, "\(what) must be an OSC address, such as /ch/01/mix/fader, found \(node.described)")
        }
        return text
    }

    func arguments(_ node: Node) -> [OSCTargetSpec.Argument] {
        node.items.compactMap { item in
            guard let text = report.word(item, "a number or a text", limit: Limits.label) else { return nil }
            guard item.plainText != nil else { return .text(text) }
            if let number = Int32(text) { return .integer(number) }
            guard text.contains(where: \.isNumber), let number = Float(text), number.isFinite else { return .text(text) }
            return .float(number)
        }
    }
}
