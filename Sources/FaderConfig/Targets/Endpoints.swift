package import FaderValues

/// Values that several kinds of entries of `targets:` have. Errors are reported, and the result is nil.
extension Report {
    /// `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`; `port` is the one if the text has none.
    ///
    /// - Parameters:
    ///   - example: an example with a port.
    ///   - what: the kind of peer at the address, with an example.
    package func endpoint(_ text: Substring, _ node: Node, port: Int, _ example: String, _ what: String) -> (host: String, port: Int)? {
        var (host, port) = (text, port)
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            guard let number = NumberSyntax.whole(host[host.index(after: colon)...]), (1...65535).contains(number) else {
                return error(node.location, "the port must be 1…65535, such as \(example)")
            }
            (host, port) = (host[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/[]?#".utf8.contains($0) }) else {
            return error(node.location, "expected the name or address of \(what)")
        }
        return (String(host), port)
    }

    /// The name of a file. It is beside the config, unless it is a path from the root.
    package func file(_ node: Node) -> SecretFile? {
        guard let name = word(node, "the name of a file", limit: Limits.text) else { return nil }
        return SecretFile(name: name, path: name.hasPrefix("/") ? name : node.location.source.name.sibling(name))
    }

    /// `HOST:PORT` with a numeric address or a name.
    package func address(_ node: Node) -> (host: String, port: Int)? {
        guard let text = word(node, "HOST:PORT", limit: Limits.host) else { return nil }
        guard let colon = text.lastIndex(of: ":"), let port = NumberSyntax.whole(text[text.index(after: colon)...]),
            (1...65535).contains(port)
        else {
            return error(node.location, "expected HOST:PORT, such as 192.168.1.20:10024, found \(node.described)")
        }
        var host = String(text[..<colon])
        if host == "localhost" { host = "127.0.0.1" }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return isHost(host, at: node.location) ? (host, port) : nil
    }

    /// A name that ends with a number is a mistyped address.
    private static func isName(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPlain = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.allSatisfy { Character(Unicode.Scalar($0)).isHostCharacter }
        }
        return isPlain && labels.last?.allSatisfy { (0x30...0x39).contains($0) } == false
    }

    /// Whether a text is an address or can be the name of a host. If not, that is reported.
    package func isHost(_ host: String, at location: Location) -> Bool {
        if IPAddress(host) != nil || Self.isName(host) { return true }
        return error(location, "\"\(host.forDisplay)\" is neither an address nor a host name: write it as 192.168.1.20 or desk.local")
    }

    /// The two ends of a range, which have to differ.
    package func ends(_ node: Node) -> (Double, Double)? {
        guard let ends = node.pair else { return refuse(node, "expected two numbers, such as [0, 1], found \(node.described)") }
        guard let low = number(ends.first, "range"), let high = number(ends.second, "range") else { return nil }
        guard low != high else { return error(node.location, "the two ends of range are the same") }
        return (low, high)
    }
}

extension Character {
    fileprivate var isHostCharacter: Bool { isASCII && (isLetter || isNumber) || self == "-" || self == "_" }
}
