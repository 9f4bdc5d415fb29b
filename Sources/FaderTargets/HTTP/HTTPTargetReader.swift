package import FaderConfig
internal import FaderValues

extension HTTPTargetSpec: ReadableTarget {
    package static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> HTTPTargetSpec? {
        HTTPTargetReader(report: reader.report).read(node, subject.spec)
    }
}

/// `{http: "http://wled.local/json/state", post: '{"bri": {value}}', read: "http://wled.local/json/state", path: bri}`.
struct HTTPTargetReader {
    let report: Report

    private static let keys = ["http", "put", "post", "read", "path", "every", "range", "steps", "words"]
    private static let example = "http://192.168.1.40/json/state"
    /// In milliseconds.
    private static let intervals = 1_000.0...3_600_000

    func read(_ node: Node, _ spec: ParameterSpec) -> HTTPTargetSpec? {
        guard let fields = Fields(node, of: "an http target", keys: Self.keys, report: report), let http = fields["http"] else {
            return nil
        }
        let bodies = HTTPTargetSpec.Method.allCases.filter { fields[$0.rawValue] != nil }
        if bodies.count > 1, let post = fields["post"] {
            report.error(post.location, "put and post exclude each other: devices take one of them")
        }
        guard let address = address(http, "http") else { return nil }
        var target = HTTPTargetSpec(address, form: report.payloadForm(fields))
        if let method = bodies.first, let body = fields[method.rawValue] {
            target.method = method
            target.form.payload = self.body(body, method)
            target.read = fields["read"].flatMap { self.address($0, "read") }
        } else {
            target.read = address
            if let read = fields["read"] { report.error(read.location, "without put or post, http itself is read: leave read out") }
        }
        target.every = report.duration(fields, "every", within: Self.intervals)
        target.form.words = words(fields["words"], spec)
        let isRead = target.isOnlyRead || fields["read"] != nil
        report.check(
            fields.locations,
            [
                KeyUse("path", if: !isRead, "without read no answer is read"),
                KeyUse("every", if: !isRead, "without read nothing is asked"),
                KeyUse("range", if: fields["words"] != nil, "\(spec.id.forDisplay) is sent as a word"),
                KeyUse("steps", if: spec.kind.hasOptions, "\(spec.id.forDisplay) has nothing between its values"),
                KeyUse("words", if: !spec.kind.hasOptions, "only toggles and choices are sent as words"),
            ])
        return target
    }

    /// The words of a toggle or choice. In JSON a toggle is true or false.
    private func words(_ node: Node?, _ spec: ParameterSpec) -> [String] {
        guard spec.kind.hasOptions else { return [] }
        if let node { return report.words(node, "words, such as [\"off\", \"on\"]", forEach: "values", of: spec) }
        return spec.kind.isSwitch ? ["false", "true"] : []
    }

    private func body(_ node: Node, _ method: HTTPTargetSpec.Method) -> String? {
        guard let text = report.word(node, "\(method.rawValue)", limit: Limits.text) else { return nil }
        guard text.contains("{value}") else {
            return report.error(node.location, "\(method.rawValue) has no {value} in it, so nothing that is set would be sent")
        }
        return text
    }

    private func address(_ node: Node, _ key: String) -> HTTPAddress? {
        guard let text = report.word(node, "an address such as \(Self.example)", limit: Limits.text) else { return nil }
        guard !text.hasPrefix("https://") else {
            return report.error(node.location, "faderd has no TLS for devices: \(key) can only be http://, over a network that you trust")
        }
        guard text.hasPrefix("http://") else { return report.error(node.location, "\(key) must be an address such as \(Self.example)") }
        let rest = text.dropFirst("http://".count)
        let host = rest.prefix { !"/?#".contains($0) }
        guard !host.contains("@") else {
            return report.error(node.location, "an address has no user and no password in it")
        }
        let path = rest.dropFirst(host.count)
        guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            return report.error(node.location, "the path of \(key) has a character that must be written with %, such as %20 for a blank")
        }
        let endpoint = report.endpoint(
            host, node, port: HTTPAddress.defaultPort, "http://192.168.1.40:8080/", "a device, such as \(Self.example)")
        return endpoint.map { HTTPAddress(host: $0.host, port: $0.port, path: path.hasPrefix("/") ? String(path) : "/" + path) }
    }
}
