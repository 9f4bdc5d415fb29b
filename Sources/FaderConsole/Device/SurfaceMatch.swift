internal import FaderValues

/// How a device is recognized among the clients of the sequencer: by its name or its USB identity, never by its client number.
public struct SurfaceMatch: Sendable, Equatable, CustomStringConvertible {
    /// Glob (`*`, `?`) on the client's name; empty if the name does not matter.
    public var client: String
    /// The USB identities that its sound card may have, whatever its name is.
    public var usb: [USBIdentity]
    /// Which of the client's ports, 0-based here and 1-based in the config; nil: the first that can be used.
    public var port: Int?
    /// Globs that must match as well; nil: any. The USB path is like `1-2.3`.
    public var portName, serial, usbPath, card: String?

    /// As people read it: `X-Touch*`, `X-Touch* port 1`, `X-Touch* or usb 1397:00b4`, `X-Touch* serial 4711`.
    public var description: String {
        let ways = (client.isEmpty ? [] : [client]) + usb.map { "usb \($0)" }
        let besides = [("port-name", portName), ("serial", serial), ("usb-path", usbPath), ("card", card)].compactMap { key, glob in
            glob.map { "\(key) \($0)" }
        }
        return ([ways.joined(separator: " or ")] + (port.map { ["port \($0 + 1)"] } ?? []) + besides).joined(separator: " ")
    }

    public init(client: String, port: Int? = nil, usb: [USBIdentity] = []) {
        self.client = client
        self.port = port
        self.usb = usb
    }

    public var choice: PortChoice { PortChoice(index: port, name: portName) }

    public func accepts(_ name: String, _ identity: USBIdentity?) -> Bool {
        identity.map(usb.contains) ?? false || !client.isEmpty && ClientGlob(client).matches(name)
    }
}

/// One of a client's ports: by its place, its name, or both.
public struct PortChoice: Sendable, Equatable, CustomStringConvertible {
    /// Its place among the client's ports, 0-based here and 1-based in the config; nil: any.
    public var index: Int?
    /// A glob that its name has to match; nil: it may have any name.
    public var name: String?

    public init(index: Int? = nil, name: String? = nil) {
        self.index = index
        self.name = name
    }

    /// Whether it is one of the ports with these names.
    public func isAmong(_ ports: [String]) -> Bool {
        let glob = name.map { ClientGlob($0) }
        return ports.enumerated().contains { (index ?? $0) == $0 && glob?.matches($1) != false }
    }

    /// As it is written in the config: `{port: 1}`.
    public var description: String {
        "{\([index.map { "port: \($0 + 1)" }, name.map { "port-name: \($0.yamlQuoted)" }].compactMap { $0 }.joined(separator: ", "))}"
    }
}

/// How a device identifies itself on USB: by vendor and product.
public struct USBIdentity: Sendable, Hashable, CustomStringConvertible {
    public var vendor: UInt16
    public var product: UInt16

    /// Parses the form of `/proc/asound/card0/usbid`: `1397:00b4`. Nil for any other text.
    public init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
            let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
        else { return nil }
        self.vendor = vendor
        self.product = product
    }

    /// The ids as they are written in a config: `1397:00b4`.
    public var description: String { "\(Self.digits(vendor)):\(Self.digits(product))" }

    private static func digits(_ number: UInt16) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 4 - text.count) + text
    }
}
