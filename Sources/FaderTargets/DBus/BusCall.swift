internal import CSystemd

struct BusCall {
    enum Argument {
        case text(String)
        case path(String)
        case long(Int64)
        case whole(UInt32)
        case integer(Int32)
        /// An empty list of texts.
        case noTexts
        case anyNumber(Double)
        case anyTruth(Bool)
        case anyByte(UInt8)
        case anyInteger(Int32)
        indirect case dictionary([(key: String, value: Argument)])
    }

    var destination: String
    var path: String
    var interface: String
    var member: String
    var arguments: [Argument] = []

    static func bus(_ member: String, _ arguments: Argument...) -> BusCall {
        BusCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: member,
            arguments: arguments)
    }

    /// A method for the properties of an object; `interface` has them.
    static func property(
        _ member: String, of destination: String, _ path: String, _ interface: String, _ arguments: [Argument]
    ) -> BusCall {
        BusCall(
            destination: destination, path: path, interface: "org.freedesktop.DBus.Properties", member: member,
            arguments: [.text(interface)] + arguments)
    }

    /// Nil if a text is not a valid name or path. The caller releases it with `csystemd_forget`.
    func message(on bus: OpaquePointer) -> OpaquePointer? {
        guard let message = unsafe csystemd_call(bus, destination, path, interface, member) else { return nil }
        for argument in arguments where unsafe !append(argument, to: message) {
            unsafe csystemd_forget(message)
            return nil
        }
        return unsafe message
    }

    private func append(_ argument: Argument, to message: OpaquePointer) -> Bool {
        let code: Int32
        switch argument {
        case .text(let text): code = unsafe text.withCString { unsafe csystemd_append(message, CChar(UInt8(ascii: "s")), $0) }
        case .path(let path): code = unsafe path.withCString { unsafe csystemd_append(message, CChar(UInt8(ascii: "o")), $0) }
        case .long(var number): code = unsafe csystemd_append(message, CChar(UInt8(ascii: "x")), &number)
        case .whole(var number): code = unsafe csystemd_append(message, CChar(UInt8(ascii: "u")), &number)
        case .anyNumber(var number): code = unsafe csystemd_append_variant(message, "d", &number)
        case .anyTruth(let truth):
            var number: Int32 = truth ? 1 : 0
            code = unsafe csystemd_append_variant(message, "b", &number)
        case .integer(var number): code = unsafe csystemd_append(message, CChar(UInt8(ascii: "i")), &number)
        case .anyByte(var number): code = unsafe csystemd_append_variant(message, "y", &number)
        case .anyInteger(var number): code = unsafe csystemd_append_variant(message, "i", &number)
        case .noTexts: return unsafe contain("a", "s", in: message) { true }
        case .dictionary(let entries):
            return unsafe contain("a", "{sv}", in: message) {
                entries.allSatisfy { entry in
                    unsafe contain("e", "sv", in: message) {
                        unsafe append(.text(entry.key), to: message) && append(entry.value, to: message)
                    }
                }
            }
        }
        return code >= 0
    }

    private func contain(_ type: Unicode.Scalar, _ contents: String, in message: OpaquePointer, _ append: () -> Bool) -> Bool {
        guard unsafe csystemd_begin(message, CChar(UInt8(ascii: type)), contents) >= 0 else { return false }
        return unsafe append() && csystemd_end(message) >= 0
    }
}
