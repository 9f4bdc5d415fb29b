package import FaderConfig
internal import FaderValues

extension ConsoleTargetSpec: ReadableTarget, NamingTarget {
    package static var peerExample: String { "192.168.1.10" }

    package static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)? {
        guard let node = fields[word] else { return nil }
        let family = ConsoleFamily.of(word)
        var channel = 1
        if let node = fields["channel"] {
            guard let number = report.integer(node, "channel", in: 1...16) else { return nil }
            channel = number
        }
        if family.hasChannel, case .block = node.content {
            return device(node, report).map { ConsolePeerSpec(family: word, device: $0, channel: channel) }
        }
        guard let text = report.word(node, "the address of the console", limit: Limits.host) else { return nil }
        let address = report.endpoint(
            text[...], node, port: family.port, "\(peerExample):\(family.port)", "the console, such as \(peerExample)")
        guard let address, report.isHost(address.host, at: node.location) else { return nil }
        let host = address.host == "localhost" ? "127.0.0.1" : address.host
        var peer = ConsolePeerSpec(family: word, host: host, port: address.port, channel: channel)
        peer.listen = report.integer(fields, "listen", in: 1...65535)
        return peer
    }

    /// The MIDI device that a console is: `{client: "SQ*", port: 2}`.
    private static func device(_ node: Node, _ report: Report) -> ConsoleDevice? {
        guard let fields = Fields(node, of: "a MIDI device", keys: ["client", "port"], report: report) else { return nil }
        guard let client = fields["client"] else {
            return report.error(node.location, "a MIDI device needs the name of its client: {\(word): {client: \"NAME*\"}}")
        }
        var device = report.word(client, "the name of a client", limit: Limits.glob).map { ConsoleDevice(client: $0) }
        if let port = fields["port"] {
            guard let number = report.integer(port, "port", in: 1...254) else { return nil }
            device?.port = number - 1
        }
        return device
    }

    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> ConsoleTargetSpec? {
        let console = ConsoleTargetReader(report: reader.report, peers: reader.peers, family: .of(word), example: peerExample)
        if subject.isPressed {
            return console.readPress(node).map { ConsoleTargetSpec(peer: $0.peer, $0.point, arguments: $0.arguments) }
        }
        return console.read(node, subject.spec).map { ConsoleTargetSpec(peer: $0, $1) }
    }

    /// The law, range, steps and kind of a property come with it.
    package static func keys(broughtBy node: Node) -> String? {
        let quiet = Report()
        let console = ConsoleTargetReader(report: quiet, peers: [:], family: .of(word), example: peerExample)
        guard let fields = Fields(node, of: "a target", keys: ConsoleTargetReader.keys(of: console.family) + ["read-only"], report: quiet)
        else { return nil }
        return console.point(fields, at: node.location)?.keys
    }
}

extension ConsolePeerSpec: TargetPeer {
    package var claim: String? { listen.map { "listens on port \($0)" } }
    package var listens: Int? { listen }
}

/// Reads a target of a console: `{x32: foh, ch: 1, property: mute}`, `{x32: foh, ch: 1, bus: 3}`, `{x32: foh, scene: current}`.
struct ConsoleTargetReader {
    let report: Report
    let peers: [String: (any TargetPeer)?]
    let family: ConsoleFamily
    let example: String

    private static let subjects = ["mute-group", "selected", "scene", "address"]

    /// The words of the strips that this family has.
    private var words: [String] { Self.words(of: family) }

    private static func words(of family: ConsoleFamily) -> [String] {
        family.strips.reduce(into: []) { words, strip in if !words.contains(strip.word) { words.append(strip.word) } }
    }

    /// All keys of a target of a parameter.
    static func keys(of family: ConsoleFamily) -> [String] { [family.word] + words(of: family) + ["property"] + subjects + ["range"] }

    private var article: String { "\(family.article) \(family.word) target" }

    func read(_ node: Node, _ spec: ParameterSpec) -> (ConsolePeerSpec, ConsolePoint)? {
        let elsewhere = Dictionary(
            ["load", "snippet", "args"].map { ($0, "that is for triggers: kind: trigger") }, uniquingKeysWith: { first, _ in first })
        let errors = report.errors
        guard let fields = Fields(node, of: article, keys: Self.keys(of: family), report: report, elsewhere: elsewhere),
            let name = fields[family.word]
        else { return nil }
        // Of a key that it does not have, only that is said.
        guard report.errors == errors else { return nil }
        guard let peer = peer(named: name), var point = point(fields, at: node.location) else { return nil }
        report.check(
            fields.locations,
            [
                KeyUse("range", if: fields["address"] == nil, "the range comes with what the console has there"),
                KeyUse("property", if: fields["address"] != nil, "the address says which property it is"),
                KeyUse("range", if: Self.hasNoRange(spec), "\(spec.id.forDisplay) is a \(spec.kind.word)"),
            ])
        if let address = fields["address"] {
            point.form = form(of: spec, range: fields["range"])
            return report.errors == errors && isPlain(address) ? (peer, point) : nil
        }
        guard report.errors == errors, fits(point, spec, at: node.location) else { return nil }
        if fields["scene"] != nil, spec.isSupplied { point.form = .scene }
        return (peer, point)
    }

    /// What a trigger does: `{x32: foh, load: 7}`, `{x32: foh, snippet: 3}`, `{x32: foh, address: /-action/clearsolo, args: [1]}`.
    func readPress(_ node: Node) -> (peer: ConsolePeerSpec, point: ConsolePoint, arguments: [OSCTargetSpec.Argument])? {
        let errors = report.errors
        let given = (family.scenes == nil ? [] : ["load"]) + (family.snippet == nil ? [] : ["snippet"]) + ["address"]
        guard let fields = Fields(node, of: article, keys: [family.word] + given + ["args"], report: report, tellsKeys: true),
            let name = fields[family.word]
        else { return nil }
        let subjects = given.filter { fields[$0] != nil }
        guard subjects.count == 1, let word = subjects.first, let value = fields[word] else {
            // An unknown key has been reported.
            guard report.errors == errors else { return nil }
            let example = family.scenes == nil ? "" : ", such as load: 7"
            return report.error(node.location, "a trigger of \(family.title) needs one of \(given.joined(separator: ", "))\(example)")
        }
        report.check(fields.locations, [KeyUse("args", if: word != "address", "they come with \(word)")])
        guard let peer = peer(named: name) else { return nil }
        switch word {
        case "load":
            guard let scenes = family.scenes else { return nil }
            return report.integer(value, word, in: scenes.numbers).map {
                (peer, ConsolePoint(scenes.load, .whole, ""), [.integer(Int32($0))])
            }
        case "snippet":
            guard let address = family.snippet else { return nil }
            return report.integer(value, word, in: ConsoleFamily.snippets).map {
                (peer, ConsolePoint(address, .whole, ""), [.integer(Int32($0))])
            }
        default:
            guard isPlain(value), let address = value.text else { return nil }
            return (peer, ConsolePoint(address, .whole, ""), fields["args"].map { OSCTargetReader(report: report).arguments($0) } ?? [])
        }
    }

    private func peer(named node: Node) -> ConsolePeerSpec? {
        report.peer(named: node, in: peers, "foh: {\(family.word): \(example)}") { $0.family == family.word }
    }

    /// What the keys name, without the address and the kind of the parameter being checked.
    func point(_ fields: Fields, at location: Location) -> ConsolePoint? {
        let subjects = Self.subjects.filter { fields[$0] != nil }
        let strips = words.filter { fields[$0] != nil }
        guard subjects.count + min(strips.count, 1) == 1, strips.count <= 2 else {
            return report.error(
                location,
                "\(article) needs one of \((words + Self.subjects).joined(separator: ", ")), such as ch: 1; a send has two, such as ch: 1, bus: 3"
            )
        }
        guard let subject = subjects.first, let value = fields[subject] else { return strip(strips, fields, at: location) }
        if subject != "address", let property = fields["property"] {
            return report.error(property.location, "only strips have properties")
        }
        switch subject {
        case "mute-group":
            guard family.muteGroups > 0 else { return report.error(value.location, "\(family.title) has no mute groups that can be set") }
            return report.integer(value, subject, in: 1...family.muteGroups).flatMap { family.muteGroup($0) }
        case "selected":
            guard report.choice(value, subject, of: [("channel", true)]) != nil else { return nil }
            return family.selected ?? report.error(value.location, "\(family.title) does not report which channel is selected")
        case "scene":
            guard report.choice(value, subject, of: [("current", true)]) != nil else { return nil }
            return family.scene ?? report.error(value.location, "\(family.title) does not report which scene it has")
        default: return ConsolePoint(value.text ?? "", .whole, "")
        }
    }

    private func strip(_ words: [String], _ fields: Fields, at location: Location) -> ConsolePoint? {
        let property = report.choice(fields, "property", of: ConsoleProperty.self)
        guard fields["property"] == nil || property != nil else { return nil }
        for word in words {
            guard let node = fields[word] else { continue }
            guard let other = words.first(where: { $0 != word }) else {
                guard let (strip, number) = strip(word, node) else { return nil }
                return family.point(strip, number, property) ?? lacks(property, "\(word) \(node.text ?? "")", fields)
            }
            guard family.strips.contains(where: { $0.word == word && $0.sends.contains { $0.word == other } }) else { continue }
            guard let (strip, number) = strip(word, node), let node = fields[other],
                let goal = strip.sends.first(where: { $0.word == other }),
                let to = report.integer(node, other, in: 1...goal.count)
            else { return nil }
            return family.send(strip, number, to: goal, to, property) ?? lacks(property, "the send to \(other) \(to)", fields)
        }
        return report.error(location, "there is no send between \(words.joined(separator: " and ")) in \(family.title)")
    }

    private func lacks(_ property: ConsoleProperty?, _ what: String, _ fields: Fields) -> ConsolePoint? {
        guard let node = fields["property"], let property else { return nil }
        let pair = property == .pan && what.hasPrefix("the send") ? ": a pair of buses has one, at the first of them" : ""
        return report.error(node.location, "\(what) has no \(property.rawValue) in \(family.title)\(pair)")
    }

    private func strip(_ word: String, _ node: Node) -> (ConsoleStrip, Int)? {
        let rows = family.strips.filter { $0.word == word }
        guard let first = rows.first else { return nil }
        guard !first.names.isEmpty else { return report.integer(node, word, in: 1...first.count).map { (first, $0) } }
        return report.choice(node, word, of: rows.flatMap { row in row.names.map { ($0, (row, 1)) } })
    }

    private func isPlain(_ node: Node) -> Bool {
        switch family.addresses {
        case .osc: return OSCTargetReader(report: report).path(node, "address") != nil
        case .bytes(let count, _, let example):
            if let text = node.text, ConsoleBytes.bytes(text, count) != nil { return true }
            report.error(
                node.location,
                "an address of \(family.title) has \(count) numbers of two hexadecimal digits up to 7F, such as \"\(example)\", found \(node.described)"
            )
            return false
        case .words(let count, let example):
            if let text = node.text, Self.isWords(text, count) { return true }
            let form = count == 1 ? "a word" : "\(count) words"
            report.error(node.location, "an address of \(family.title) is \(form), such as \"\(example)\", found \(node.described)")
            return false
        }
    }

    private static func isWords(_ text: String, _ count: Int) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return words.count == count && text.utf8.count <= 200
            && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !$0.contains { "^\"".contains($0) } }
    }

    // MARK: The kind of the parameter

    private static func hasNoRange(_ spec: ParameterSpec) -> Bool {
        !spec.kind.isSwitch && (!spec.kind.isNumber || spec.kind.isWhole)
    }

    /// How a value at a plain address is written, which follows from the kind of the parameter.
    private func form(of spec: ParameterSpec, range: Node?) -> ConsolePoint.Form {
        let ends = range.flatMap { report.ends($0) }
        if spec.kind.isText { return .text(bytes: Limits.text) }
        if spec.kind.isSwitch {
            if let range, let ends, [ends.0, ends.1].sorted() != [0, 1] {
                report.error(range.location, "the range of a toggle is [0, 1] or [1, 0]")
            }
            return .flag(isInverted: ends.map { $0.0 > $0.1 } ?? false)
        }
        if spec.kind.isChoice { return .choice(first: 0) }
        return spec.kind.isWhole ? .whole : .travel(low: ends?.0 ?? 0, high: ends?.1 ?? family.addresses.top)
    }

    private func fits(_ point: ConsolePoint, _ spec: ParameterSpec, at location: Location) -> Bool {
        let (fits, what) =
            switch point.form {
            case .scale: (spec.kind.isNumber, "a number")
            case .flag: (spec.kind.isSwitch, "on or off, a toggle")
            case .choice, .words: (spec.kind.isChoice, "one of several, a choice")
            case .scene: (false, "one of several, a choice")
            case .text: (spec.kind.isText, "a text")
            case .travel, .whole: (true, "")
            }
        return fits || report.error(location, "\(point.name) is \(what), and \(spec.id.forDisplay) is a \(spec.kind.word)")
    }
}
