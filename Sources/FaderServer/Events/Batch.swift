internal import FaderJSON
public import FaderValues

/// Everything that changed since an earlier batch, as of one moment.
public struct Batch: Sendable, Equatable {
    /// One parameter or compound.
    public struct Entry: Sendable, Equatable {
        public var id: String
        /// The same as before if only `isTouched` changed.
        public var revision: UInt64
        /// 0…1. Nil for texts, which no control can drive, and for compounds, whose parts have their own entries.
        public var position: Double?
        /// The value as text, in the viewer's form; `–` if it is not known.
        public var text: String
        /// A hand or a gesture holds it or one of its parts.
        public var isTouched: Bool

        /// The value, for streams that want it.
        public var value: Value
        /// The origin of its last change.
        public var origin: ChangeOrigin
        public var isKnown: Bool

        package init(
            id: String, revision: UInt64, position: Double?, text: String, isTouched: Bool, value: Value = .nothing,
            origin: ChangeOrigin = .restore, isKnown: Bool = true
        ) {
            (self.value, self.origin, self.isKnown) = (value, origin, isKnown)
            self.id = id
            self.revision = revision
            self.position = position
            self.text = text
            self.isTouched = isTouched
        }
    }

    /// In the order of the config.
    public var entries: [Entry]
    /// The stamp of the newest change in the batch: the next batch begins after it.
    public var stamp: UInt64

    package init(_ entries: [Entry], stamp: UInt64) {
        self.entries = entries
        self.stamp = stamp
    }

    /// `[["master",7,0.5,"-6.0 dB",false]]`, or with values `[["master",7,0.5,"-6.0 dB",false,-6.0,"hand"]]`, and another `false` at the
    /// end if the value is not known. Written by hand, because an encoder takes several times as long.
    func json(hasValues: Bool = false) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        bytes.reserveCapacity(64 * entries.count + 2)
        for entry in entries {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "["))
            JSONWriter.append(quoted: entry.id, to: &bytes)
            bytes += ",\(entry.revision),".utf8
            bytes += (entry.position.map { "\($0)," } ?? "null,").utf8
            JSONWriter.append(quoted: entry.text, to: &bytes)
            bytes += (entry.isTouched ? ",true" : ",false").utf8
            if hasValues {
                Self.append(entry.value, entry.origin, to: &bytes)
                if !entry.isKnown { bytes += ",false".utf8 }
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// Levels as JSON: `[["mic",-12.5],["music","-inf"]]`.
    static func json(levels: [String: Double]) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        for (id, level) in levels.sorted(by: { $0.key < $1.key }) {
            bytes += (bytes.count > 1 ? ",[" : "[").utf8
            JSONWriter.append(quoted: id, to: &bytes)
            bytes += ",\(spell(level))]".utf8
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    private static func spell(_ number: Double) -> String { number == -.infinity ? "\"-inf\"" : "\(number)" }

    private static func append(_ value: Value, _ origin: ChangeOrigin, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        switch value {
        case .number(let number): bytes += spell(number).utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .word(let word): JSONWriter.append(quoted: word, to: &bytes)
        case .pair(let low, let high): bytes += "[\(spell(low)),\(spell(high))]".utf8
        case .nothing: bytes += "null".utf8
        }
        bytes += ",\"\(origin.rawValue)\"".utf8
    }
}
