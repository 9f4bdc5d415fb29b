internal import FaderConsole
internal import FaderValues

/// `protocol`, `begin` and `end` of a profile.
struct ProtocolReader {
    let report: Report

    private static let words: [(word: String, value: any DeviceProtocol)] = ProtocolSpec.all.map { ($0.word, $0) }
    private static let keyed = ProtocolSpec.all.compactMap { $0 as? any ProtocolWithKeys }
    private static let keys = ["name", "touch", "without"] + Set(keyed.flatMap { type(of: $0).keys }).sorted()

    /// The controls are those that come with the protocol; nil if it is wrong. `echo` is the profile's policy for all controls.
    func read(_ fields: Fields, echo: EchoPolicy?) -> (speaks: ProtocolSpec, controls: [ControlEntry])? {
        guard let node = fields["protocol"] else { return (.plain, []) }
        var options = Fields(at: node.location)
        var word = node
        if case .block = node.content {
            guard let block = Fields(node, of: "a protocol", keys: Self.keys, report: report) else { return nil }
            options = block
            guard let name = block["name"] else {
                return report.error(node.location, "a protocol needs a name, for example {name: mackie, device: 20}")
            }
            word = name
        }
        guard let kind = report.choice(word, "protocol", of: Self.words) else { return nil }
        let speaks = ProtocolSpec(configured(kind, options))
        return (speaks, controls(of: speaks, options, echo: echo, at: node.location))
    }

    /// The protocol with the values of its own keys. Keys of other protocols are reported.
    private func configured(_ kind: any DeviceProtocol, _ options: Fields) -> any DeviceProtocol {
        let own = kind as? any ProtocolWithKeys
        for key in Set(Self.keyed.flatMap { type(of: $0).keys }).subtracting(own.map { type(of: $0).keys } ?? []).sorted() {
            guard let node = options[key] else { continue }
            let words = Self.keyed.filter { type(of: $0).keys.contains(key) }.map { $0.word }
            report.error(node.location, "\(key) is for \(words.joined(separator: " and "))")
        }
        return own?.with(options, report) ?? kind
    }

    private func controls(of speaks: ProtocolSpec, _ options: Fields, echo: EchoPolicy?, at location: Location) -> [ControlEntry] {
        let isFelt = report.truth(options, "touch") ?? true
        var specs = speaks.controls
        for glob in options["without"].map(globs) ?? [] {
            let pattern = ClientGlob(glob.value)
            let left = specs.filter { !pattern.matches($0.id) }
            if left.count == specs.count {
                report.error(
                    glob.location, "the protocol has no control \"\(glob.value.forDisplay)\"", instead: glob.value, of: specs.map(\.id))
            }
            specs = left
        }
        return specs.map { spec in
            var entry = ControlEntry(spec, at: location)
            entry.echo = echo ?? spec.echo
            if !isFelt { entry.touch = .some(nil) }
            return entry
        }
    }

    private func globs(_ node: Node) -> [Located<String>] {
        (report.list(node, "without must be a list such as [jog, \"view-*\"];") ?? []).compactMap { item in
            item.located { report.word($0, "the id of a control", limit: Limits.name) }
        }
    }

    // MARK: Messages at the beginning and at the end

    /// `begin` or `end`; nil if the key is not given.
    func readMessages(_ fields: Fields, _ key: String) -> [DeviceMessage]? {
        guard let node = fields[key] else { return nil }
        guard case .list(let items) = node.content, items.count <= Limits.beginning else {
            report.refuse(node, "\(key) needs a list of at most \(Limits.beginning) messages, such as [\"note 0 ch 2 = 100\"]")
            return []
        }
        return items.compactMap(message)
    }

    private func message(_ node: Node) -> DeviceMessage? {
        guard let text = report.word(node, "a message", limit: Limits.pattern) else { return nil }
        guard !text.contains("{channel}") else { return report.error(node.location, MessageSyntaxError.channel("{channel}").description) }
        if text.hasPrefix("F0") { return exclusive(text, node) }
        guard let (address, value) = MessageReader.parts(of: text), let value else {
            return report.error(
                node.location, "expected a message with its value, such as \"note 0 ch 2 = 100\", or the bytes F0 … F7 of one")
        }
        return .message(MIDIMessage(address, raw: value))
    }

    private func exclusive(_ text: String, _ node: Node) -> DeviceMessage? {
        let words = text.split(separator: " ")
        let bytes = words.compactMap { UInt8(hexadecimal: $0) }
        guard bytes.count == words.count, bytes.count > 2, bytes.last == 0xF7, bytes.dropFirst().dropLast().allSatisfy({ $0 < 0x80 }),
            bytes.count <= Limits.exclusive
        else {
            return report.error(
                node.location,
                "expected two hexadecimal digits for each byte, from F0 to F7, those between below 80, at most \(Limits.exclusive) in all")
        }
        return .exclusive(bytes)
    }
}

extension ControlEntry {
    init(_ spec: ControlSpec, at location: Location) {
        self.init(id: spec.id, location: location)
        input = LocatedMessage(address: spec.input, location: location)
        (inputRange, motorRange, ring, lamp) = (spec.inputRange, spec.motorRange, spec.ring, spec.lamp)
        if let motor = spec.motor {
            self.motor = motor == spec.input ? .input(location) : .message(LocatedMessage(address: motor, location: location))
            // A `raw` of the config is for both directions.
            if motor == spec.input, motorRange == inputRange { motorRange = nil }
        }
        touch = spec.touch.map { .some(LocatedMessage(address: $0, location: location)) }
        if let encoder = spec.encoder { (relative, acceleration) = (encoder.encoding, encoder.acceleration) }
        fine = spec.fineKey.map { Located(value: $0, location: location) }
        gridPlace = spec.place
        isMaster = spec.isMaster ? true : nil
    }
}

protocol ProtocolWithKeys: DeviceProtocol {
    static var keys: [String] { get }

    func with(_ fields: Fields, _ report: Report) -> Self
}

extension MackieSpec: ProtocolWithKeys {
    static let keys = ["device", "handshake", "colors", "blinks"]

    func with(_ fields: Fields, _ report: Report) -> MackieSpec {
        var spec = self
        spec.device = report.choice(fields, "device", of: [("16", 0x10), ("17", 0x11), ("20", 0x14), ("21", 0x15)])
        spec.greets = report.truth(fields, "handshake") ?? true
        spec.hasColors = report.choice(fields, "colors", of: [("x-touch", true), ("none", false)]) ?? false
        spec.blinks = report.truth(fields, "blinks") ?? true
        return spec
    }
}
