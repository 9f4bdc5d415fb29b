/// What to write into the config for a controller that belongs to no surface yet.
struct SurfaceGuide {
    let file: String?
    private var surfaces: Set<String>
    let parameter: String?
    /// Messages shown so far for each controller, in order.
    private var shown: [String: [String]] = [:]

    init(file: String?, surfaces: [String], parameter: String?) {
        self.file = file
        self.surfaces = Set(surfaces)
        self.parameter = parameter
    }

    /// The whole block for a controller's first message, one line for each further one; nil if the message is not new.
    mutating func lines(for message: MonitorResource) -> String? {
        guard message.surface == nil, let client = message.client, message.raw != nil, let address = message.message.address else {
            return nil
        }
        let sender = Sender(message).words
        var inputs = shown[sender] ?? []
        guard !inputs.contains(address) else { return nil }
        inputs.append(address)
        shown[sender] = inputs
        let control = Self.control(inputs)
        guard inputs.count == 1 else { return "      \(control.yamlWord): {input: \"\(address)\"}" }
        let place = file.map { "in \($0.withoutControls()), under surfaces:" } ?? "in a config file (see faderd.yaml(5)), under surfaces:"
        var lines = ["\(sender) belongs to no surface yet; to change that, write \(place)", "  \(name(client).yamlWord):"]
        lines.append("    match: \(Self.match(client, message.port))")
        if let parameter { lines.append("    map: {\(control.yamlWord): \(parameter.yamlWord)}") }
        lines += ["    controls:", "      \(control.yamlWord): {input: \"\(address)\"}"]
        return lines.joined(separator: "\n")
    }

    /// The id of the newest control. One that sends notes or programs is a button; any other may be a fader.
    private static func control(_ inputs: [String]) -> String {
        let isLastOne = inputs.last.map(isButton) ?? false
        return "\(isLastOne ? "button" : "fader").\(inputs.count { isButton($0) == isLastOne })"
    }

    private static func isButton(_ input: String) -> Bool { input.hasPrefix("note") || input.hasPrefix("program") }

    /// A match for a client of this name, and no other.
    static func match(_ client: String, _ port: Int?) -> String {
        let name = client.globEscaped.yamlQuoted
        return port.map { "{client: \(name), port: \($0)}" } ?? name
    }

    private mutating func name(_ client: String) -> String {
        let name = Self.name(client, besides: surfaces)
        surfaces.insert(name)
        return name
    }

    static func name(_ client: String, besides taken: Set<String>) -> String {
        let letters = client.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let words = String(letters).split(separator: "-").joined(separator: "-").prefix(24)
        return free(words.isEmpty ? "controller" : String(words), besides: taken)
    }

    /// The name or, if it is taken, the first free one with a number: `box-2`.
    static func free(_ base: String, besides taken: Set<String>) -> String {
        var (name, count) = (base, 1)
        while taken.contains(name) { (name, count) = ("\(base)-\(count + 1)", count + 1) }
        return name
    }
}

extension String {
    /// The message without its value; nil if it has no value.
    var address: String? { firstRange(of: " = ").map { String(self[..<$0.lowerBound]) } }
}
