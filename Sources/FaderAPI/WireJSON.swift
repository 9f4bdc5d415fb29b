internal import FaderJSON

/// Why a value could not be decoded or encoded.
public struct WireError: Error, Equatable, CustomStringConvertible {
    /// The reason, a clause without a period.
    public let description: String

    package init(_ reason: String) { description = reason }
}

/// Encodes and decodes wire types. Keys are sorted, so that equal values give equal bytes.
public enum WireJSON {
    /// Encodes on one line, without spaces.
    public static func encode(_ value: some Encodable) throws(WireError) -> [UInt8] {
        do {
            return try JSONWriter.write(value)
        } catch {
            throw WireError("\(error)")
        }
    }

    /// Encodes for people: one key per line.
    public static func encodePretty(_ value: some Encodable) throws(WireError) -> [UInt8] { JSONWriter.pretty(try encode(value)) }

    /// Decodes exactly one JSON text.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(WireError) -> Value {
        let bytes = Array(bytes)
        do {
            return try JSONTree.decode(type, from: try JSONReader.read(bytes))
        } catch {
            throw refusal(error, of: bytes)
        }
    }

    /// Not generic, so that it is not compiled for each type.
    private static func refusal(_ error: any Error, of bytes: [UInt8]) -> WireError {
        switch error {
        case let problem as JSONProblem: WireError(problem.sentence(of: "it", in: bytes))
        case let error as DecodingError: WireError(reason(error))
        default: WireError("it is not what was expected: \(error)")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context): "\(place(context)) must be \(word(for: type))"
        case .dataCorrupted(let context): context.debugDescription
        @unknown default: "it is not what was expected"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        context.codingPath.last.map { "\"\($0.stringValue)\"" } ?? "it"
    }

    private static func word(for type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "a number"
        case is any FixedWidthInteger.Type: "a whole number"
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}
