internal import FaderValues

struct BusAddress {
    let name: String
    /// The address in the form that sd-bus reads; nil if there is none.
    let text: String?
    var missing = ""

    static func session(_ environment: (String) -> String? = ProcessEnvironment.variable) -> BusAddress {
        let name = "session bus"
        if let given = environment("DBUS_SESSION_BUS_ADDRESS") {
            return BusAddress(name: name, text: unixOnly(given), missing: "DBUS_SESSION_BUS_ADDRESS has no address that begins with unix:")
        }
        if let directory = environment("XDG_RUNTIME_DIR") {
            return BusAddress(name: name, text: "unix:path=\(escaped("\(directory)/bus"))")
        }
        return BusAddress(
            name: name, text: nil,
            missing: "this process does not know where the session bus is: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set. "
                + "A service of the system has no session; run faderd as a service of the user (systemctl --user)")
    }

    static func system(_ environment: (String) -> String? = ProcessEnvironment.variable) -> BusAddress {
        let given = environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        return BusAddress(
            name: "system bus", text: unixOnly(given), missing: "DBUS_SYSTEM_BUS_ADDRESS has no address that begins with unix:")
    }

    var file: String? {
        guard let address = text?.split(separator: ";").first,
            let part = address.dropFirst("unix:".count).split(separator: ",").first(where: { $0.hasPrefix("path=") })
        else { return nil }
        return Self.unescaped(part.dropFirst("path=".count))
    }

    /// Keeps only addresses of sockets: for others sd-bus would look up names of machines, which blocks, or run programs.
    private static func unixOnly(_ addresses: String) -> String? {
        let kept = addresses.split(separator: ";").filter { $0.hasPrefix("unix:") }
        return kept.isEmpty ? nil : kept.joined(separator: ";")
    }

    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain = byte.isASCIIWord || "/.".utf8.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            guard byte == UInt8(ascii: "%"), digits.count == 2, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
                bytes.append(byte)
                continue
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
