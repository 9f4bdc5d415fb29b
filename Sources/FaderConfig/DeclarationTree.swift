internal import FaderJSON

/// Makes a tree of nodes of a declaration, which is JSON, so that it is read by the rules of the config.
struct DeclarationTree {
    private let source: Source
    /// Nodes are made in the order of their bytes, so each place is found from the one before.
    private var line = 0
    private var offset = 0
    private var column = 1

    private init(_ source: Source) { self.source = source }

    /// The tree of a body; nil where it is no JSON, which has been reported.
    static func tree(of source: Source, bytes: [UInt8], report: Report) -> Node? {
        do {
            var tree = DeclarationTree(source)
            return tree.node(try JSONReader.read(bytes))
        } catch {
            let place = source.place(atByte: min(error.offset, source.bytes.count))
            if case .duplicateKey(let key, let firstOffset) = error.reason {
                let first = source.place(atByte: firstOffset).described(from: place)
                report.error(place, "duplicate key \"\(key.forDisplay)\", first given at \(first)")
            } else {
                report.error(place, error.words(of: "the body"))
            }
            return nil
        }
    }

    private mutating func place(_ next: Int) -> Place {
        while line + 1 < source.lineStarts.count, source.lineStarts[line + 1] <= next {
            line += 1
            (offset, column) = (source.lineStarts[line], 1)
        }
        // Bytes that go on a character begin with the bits 10.
        column += source.bytes[offset..<next].count { $0 & 0xC0 != 0x80 }
        offset = next
        return Place(source: source, line: line + 1, column: column)
    }

    private mutating func node(_ json: JSONNode) -> Node {
        let place = place(json.offset)
        return Node(place: place, content: content(json.content))
    }

    /// The text `"-inf"` is the number, for which JSON has no other word, and `null` is nothing.
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
                let keyPlace = place(member.keyOffset)
                entries.append(Node.Entry(key: member.key, keyPlace: keyPlace, value: node(member.value), isRepeated: false))
            }
            return .block(entries)
        }
    }
}
