internal import FaderValues

/// Makes edits one after the other, each as if those before it were written already.
///
/// Edits that have nothing to do with one another are made with one reading. What is read after them must be what they mean; if not, fewer
/// are made at a time, until the one at fault is refused alone.
struct EditRun {
    private(set) var source: Source
    private var root: MarkedNode
    private(set) var reads = 1

    /// How often a file of this size in bytes may be read: 8 MiB together, or a hundred times.
    private static func mostReads(ofFileWith size: Int) -> Int { max(100, (8 << 20) / max(size, 1)) }

    init(_ source: Source) throws(ConfigEditRefusal) { (self.source, root) = (source, try MarkedTree.read(source)) }

    mutating func make(_ edits: [ConfigEdit]) throws(ConfigEditRefusal) {
        let mostReads = Self.mostReads(ofFileWith: source.bytes.count)
        var rest = edits[...]
        var most = ConfigEdits.most
        while !rest.isEmpty {
            var batch = EditBatch(Splicer(source: source, root: root))
            for edit in rest.prefix(most) { guard try batch.take(edit) else { break } }
            guard let place = batch.start else {
                rest = rest.dropFirst(batch.count)
                continue
            }
            guard reads <= mostReads else {
                throw .malformed("too many of these edits need what others of them have changed; make them in several runs")
            }
            reads += 1
            let next = Source(name: source.name, bytes: batch.result)
            if let read = try? MarkedTree.read(next), read.value.isSame(as: batch.expected) {
                (source, root) = (next, read)
                rest = rest.dropFirst(batch.count)
                most = min(most * 2, ConfigEdits.most)
            } else if batch.count > 1 {
                most = batch.count / 2
            } else {
                throw .unsuited(
                    batch.splicer.diagnostic(
                        at: place, "what is written here cannot be edited; write it as KEY: VALUE on a line of its own"))
            }
        }
    }
}
