internal import FaderJSON

/// What changed since an earlier batch: the newest form of everything, as of one moment.
public struct Batch: Sendable, Equatable {
    /// One parameter, or value made of several.
    public struct Entry: Sendable, Equatable {
        /// The id.
        public var id: String
        /// Its revision; the same as before if only `isTouched` changed.
        public var revision: UInt64
        /// Where it lies on the travel, 0…1; nil for what no control can drive: texts, and values made of several, whose parts have entries
        /// of their own.
        public var position: Double?
        /// The value as the viewer reads it.
        public var text: String
        /// Whether a hand holds it, or one of its parts.
        public var isTouched: Bool

        /// An entry from its parts.
        public init(id: String, revision: UInt64, position: Double?, text: String, isTouched: Bool) {
            self.id = id
            self.revision = revision
            self.position = position
            self.text = text
            self.isTouched = isTouched
        }
    }

    /// What changed, in the order of the config.
    public var entries: [Entry]
    /// The moment: the next batch is asked for from here.
    public var stamp: UInt64

    /// A batch from its parts.
    public init(_ entries: [Entry], stamp: UInt64) {
        self.entries = entries
        self.stamp = stamp
    }

    /// `[["master",7,0.5,"-6.0 dB",false]]`. Written by hand, which takes a fraction of the time.
    var json: [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        bytes.reserveCapacity(64 * entries.count + 2)
        for entry in entries {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "["))
            JSONWriter.append(quoted: entry.id, to: &bytes)
            bytes += ",\(entry.revision),".utf8
            bytes += (entry.position.map { "\($0)," } ?? "null,").utf8
            JSONWriter.append(quoted: entry.text, to: &bytes)
            bytes += (entry.isTouched ? ",true]" : ",false]").utf8
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
