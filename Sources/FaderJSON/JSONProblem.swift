/// Why bytes are not usable JSON, and where.
public struct JSONProblem: Error, Sendable, Equatable {
    /// The offset of the byte where the problem is; the number of bytes if the text ends too early.
    public let offset: Int
    public let reason: Reason

    public enum Reason: Sendable, Equatable {
        /// The text does not follow the grammar of RFC 8259.
        case syntax
        case encoding
        /// The object already has this key.
        case duplicateKey(String, firstOffset: Int)
        /// A value is nested deeper than `JSONReader.depthLimit`.
        case depth
    }

    /// A sentence about the problem without its place, such as `it is not JSON`. The subject is the word for the bytes.
    public func words(of subject: String) -> String {
        switch reason {
        case .syntax: "\(subject) is not JSON"
        case .encoding: "\(subject) is not UTF-8 text"
        case .duplicateKey(let key, _): "\(subject) has the key \"\(String(key.prefix(40)))\" twice"
        case .depth: "\(subject) is nested deeper than \(JSONReader.depthLimit) levels"
        }
    }

    /// The same sentence with line and column, counted from 1: `it is not JSON at line 1, column 8`.
    public func sentence(of subject: String, in bytes: [UInt8]) -> String {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1
        return "\(words(of: subject)) at line \(line), column \(column)"
    }
}
