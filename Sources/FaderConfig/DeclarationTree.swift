internal import FaderJSON

/// Turns a declaration, which is JSON, into a tree of nodes, so that the config's rules can read it.
struct DeclarationTree {
    private let source: Source
    /// Nodes are created in byte order, so each location is found by counting on from the one before.
    private var line = 0
    private var offset = 0
    private var column = 1

    private init(_ source: Source) { self.source = source }

    /// The tree of a body. If the body is not JSON, that is reported and the result is nil.
    static func tree(of source: Source, bytes: [UInt8], report: Report) -> Node? {
        do {
            var tree = DeclarationTree(source)
            return tree.node(try JSONReader.read(bytes))
        } catch {
            let location = source.location(atByte: min(error.offset, source.bytes.count))
            if case .duplicateKey(let key, let firstOffset) = error.reason {
                let first = source.location(atByte: firstOffset).described(from: location)
                report.error(location, "duplicate key \"\(key.forDisplay)\", first given at \(first)")
            } else {
                report.error(location, error.words(of: "the body"))
            }
            return nil
        }
    }

    private mutating func location(_ next: Int) -> Location {
        while line + 1 < source.lines.count, source.lines[line + 1].lowerBound <= next {
            line += 1
            (offset, column) = (source.lines[line].lowerBound, 1)
        }
        // UTF-8 continuation bytes begin with the bits 10.
        column += source.bytes[offset..<next].count { $0 & 0xC0 != 0x80 }
        offset = next
        return Location(source: source, line: line + 1, column: column)
    }

    private mutating func node(_ json: JSONNode) -> Node {
        let location = location(json.offset)
        return Node(location: location, content: content(json.content))
    }

    /// The text `"-inf"` is the number, because JSON has no other way to write it. `null` is an empty value.
    private mutating func content(_ json: JSONNode.Content) -> Node.Content {
        switch json {
        case .null: return .scalar(Node.Scalar(text: "", isPlain: true))
        case .flag(let flag): return .scalar(Node.Scalar(text: flag ? "true" : "false", isPlain: true))
        case .number(let spelling): return .scalar(Node.Scalar(text: spelling, isPlain: true))
        case .text(let text): return .scalar(Node.Scalar(text: text, isPlain: text == "-inf"))
        case .list(let items):
            var nodes: [Node] = []
            for item in items { nodes.append(node(item)) }
            return .list(nodes)
        case .object(let members):
            var entries: [Node.Entry] = []
            for member in members {
                let keyLocation = location(member.keyOffset)
                entries.append(Node.Entry(key: member.key, keyLocation: keyLocation, value: node(member.value)))
            }
            return .block(entries)
        }
    }
}
