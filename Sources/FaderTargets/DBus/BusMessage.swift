internal import CSystemd
internal import FaderValues
internal import Glibc

/// A message from a bus, read from beginning to end. Valid only during the call that passes it on. sd-bus has checked its form, but not
/// that the types are the expected ones: others are ignored.
@safe struct BusMessage {
    private let message: OpaquePointer

    /// Longer texts are not read: nothing that faderd needs is longer.
    static let longestText = 4_096
    private static let mostEntries = 10_000

    init(_ message: OpaquePointer) { unsafe self.message = unsafe message }

    var sender: String { unsafe text(csystemd_sender(message)) ?? "" }
    var interface: String { unsafe text(csystemd_interface(message)) ?? "" }
    var member: String { unsafe text(csystemd_member(message)) ?? "" }

    var answered: UInt64 { unsafe csystemd_answered(message) }

    var error: BusError? {
        guard let error = unsafe csystemd_error(message) else { return nil }
        let words = unsafe text(error.pointee.message) ?? ""
        return unsafe BusError(name: text(error.pointee.name) ?? "", text: String(words.prefix(BusError.longest)).withoutControls())
    }

    func text() -> String? { if case .text(let text) = value() { text } else { nil } }

    func texts() -> [String] {
        var texts: [String] = []
        guard enter("a", "s") else { return [] }
        var count = 0
        while count < Self.mostEntries, unsafe csystemd_peek(message, nil) != 0 {
            count += 1
            if let text = text() { texts.append(text) }
        }
        exit()
        return texts
    }

    /// The `known` entries of a dictionary of variants, and those of known entries that are dictionaries.
    func dictionary(_ known: Set<String>) -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        read(into: &values, known, isNested: false)
        return values
    }

    private func read(into values: inout [String: BusValue], _ known: Set<String>, isNested: Bool) {
        guard enter("a", "{sv}") else { return }
        var count = 0
        while count < Self.mostEntries, enter("e", "sv") {
            count += 1
            let key = text()
            if let key, known.contains(key) { values[key] = variant(into: &values, known, isNested: isNested) } else { skip() }
            exit()
        }
        // It cannot be left before it is read to the end.
        if count < Self.mostEntries { exit() }
    }

    private func variant(into values: inout [String: BusValue], _ known: Set<String>, isNested: Bool) -> BusValue {
        guard let contents = contents(of: "v"), enter("v", contents) else {
            skip()
            return .other
        }
        defer { exit() }
        guard contents == "a{sv}", !isNested else { return value() }
        read(into: &values, known, isNested: true)
        return .other
    }

    func variant() -> BusValue {
        guard let contents = contents(of: "v"), enter("v", contents) else { return .other }
        defer { exit() }
        return value()
    }

    /// Reads a structure of two members and returns the second, a path.
    func secondOfPair() -> String? {
        guard let contents = contents(of: "v"), enter("v", contents), enter("r", "so") else { return nil }
        _ = value()
        return text()
    }

    func value() -> BusValue {
        let type = unsafe UInt8(bitPattern: csystemd_peek(message, nil))
        switch type {
        case UInt8(ascii: "s"), UInt8(ascii: "o"):
            var pointer: UnsafePointer<CChar>?
            guard unsafe csystemd_read(message, CChar(type), &pointer) > 0, let text = unsafe text(pointer) else { return .other }
            return .text(text)
        case UInt8(ascii: "d"): return read(type, 0.0).map { .number($0) } ?? .other
        case UInt8(ascii: "b"): return read(type, Int32(0)).map { .truth($0 != 0) } ?? .other
        case UInt8(ascii: "x"): return read(type, Int64(0)).map { .number(Double($0)) } ?? .other
        case UInt8(ascii: "t"): return read(type, UInt64(0)).map { .number(Double($0)) } ?? .other
        case UInt8(ascii: "i"): return read(type, Int32(0)).map { .number(Double($0)) } ?? .other
        case UInt8(ascii: "u"): return read(type, UInt32(0)).map { .number(Double($0)) } ?? .other
        default:
            skip()
            return .other
        }
    }

    private func read<Number: BitwiseCopyable>(_ type: UInt8, _ zero: Number) -> Number? {
        var number = zero
        return unsafe csystemd_read(message, CChar(type), &number) > 0 ? number : nil
    }

    private func contents(of type: String) -> String? {
        var contents: UnsafePointer<CChar>?
        guard unsafe CChar(bitPattern: type.utf8.first ?? 0) == csystemd_peek(message, &contents) else { return nil }
        return unsafe text(contents)
    }

    private func enter(_ type: String, _ contents: String) -> Bool {
        unsafe csystemd_enter(message, CChar(bitPattern: type.utf8.first ?? 0), contents) > 0
    }

    private func exit() { _ = unsafe csystemd_exit(message) }

    private func skip() { _ = unsafe csystemd_skip(message) }

    /// Nil if there is no text, or if it is too long.
    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer, unsafe strnlen(pointer, Self.longestText + 1) <= Self.longestText else { return nil }
        return unsafe String(cString: pointer)
    }
}

enum BusValue: Equatable {
    case text(String)
    case number(Double)
    case truth(Bool)
    case other

    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
}

struct BusError: Error, Equatable, CustomStringConvertible {
    /// The D-Bus name, such as `org.freedesktop.DBus.Error.NoReply`; empty if the error does not come from an answer.
    var name = ""
    /// For people, without control characters.
    var text: String

    static let longest = 300

    var isSilence: Bool { name.hasSuffix(".NoReply") || name.hasSuffix(".Timeout") || name.hasSuffix(".TimedOut") }

    var description: String { isSilence ? "it does not answer" : text.isEmpty ? "it answers \(name.withoutControls())" : text }
}
