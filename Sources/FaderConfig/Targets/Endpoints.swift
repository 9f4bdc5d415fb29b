internal import FaderValues

/// Readers for values that several kinds of entries of `targets:` have. They report errors and return nil.
extension Report {
    /// `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`.
    ///
    /// - Parameters:
    ///   - port: the port if the text has none.
    ///   - example: an example with a port.
    ///   - what: the kind of peer at the address, with an example.
    func endpoint(_ text: Substring, _ node: Node, port: Int, _ example: String, _ what: String) -> (host: String, port: Int)? {
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

    /// The name of a file, which is beside the config unless it is a path from the root.
    func file(_ node: Node) -> SecretFile? {
        guard let name = word(node, "the name of a file", limit: Limits.text) else { return nil }
        return SecretFile(name: name, path: name.hasPrefix("/") ? name : node.location.source.name.sibling(name))
    }
}
