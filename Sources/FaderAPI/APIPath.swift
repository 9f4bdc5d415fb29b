/// The paths of the API, with ids percent-encoded.
public enum APIPath {
    /// How the daemon is doing.
    public static let status = "/v1/status"
    /// All surfaces.
    public static let surfaces = "/v1/surfaces"
    /// The description of the API.
    public static let openAPI = "/v1/openapi.json"
    /// All parameters.
    public static let parameters = "/v1/parameters"
    /// Every change, as Server-Sent Events.
    public static let events = "/v1/events"
    /// Every MIDI message, as Server-Sent Events.
    public static let monitor = "/v1/monitor"
    /// Reads the config again.
    public static let reload = "/v1/reload"
    /// The edits of a connection.
    public static let edits = "/v1/edits"
    /// What programs have declared.
    public static let declarations = "/v1/declarations"
    /// The virtual surface.
    public static let virtual = "/v1/virtual"
    /// What was changed.
    public static let history = "/v1/history"
    /// Takes the last change back.
    public static let undo = "/v1/undo"
    /// Brings back what was undone.
    public static let redo = "/v1/redo"
    /// All snapshots.
    public static let snapshots = "/v1/snapshots"
    /// Values and snapshots as one document.
    public static let export = "/v1/export"
    /// Takes such a document in.
    public static let importing = "/v1/import"

    /// One snapshot.
    public static func snapshot(_ name: String) -> String { "\(snapshots)/\(encode(name))" }
    /// Sets what a snapshot holds.
    public static func recall(_ name: String) -> String { "\(snapshot(name))/recall" }
    /// Gives a snapshot another name.
    public static func rename(_ name: String) -> String { "\(snapshot(name))/rename" }

    /// One parameter.
    public static func parameter(_ id: String) -> String { "\(parameters)/\(encode(id))" }
    /// Checks what value a text would give.
    public static func check(_ id: String) -> String { "\(parameter(id))/check" }
    /// Moves by steps.
    public static func step(_ id: String) -> String { "\(parameter(id))/step" }
    /// Back to the default.
    public static func reset(_ id: String) -> String { "\(parameter(id))/reset" }
    /// What is declared under one id.
    public static func declaration(_ id: String) -> String { "\(declarations)/\(encode(id))" }
    /// Begins an edit.
    public static func beginEdit(_ id: String) -> String { "\(parameter(id))/edit" }
    /// One edit.
    public static func edit(_ edit: String) -> String { "\(edits)/\(encode(edit))" }
    /// An act that may end an edit: `submit`, `blur` or `cancel`.
    public static func edit(_ edit: String, _ act: String) -> String { "\(self.edit(edit))/\(act)" }
    /// The last decisions.
    public static func explain(_ id: String) -> String { "\(parameter(id))/explain" }
    /// One fader of the virtual surface.
    public static func virtual(_ control: String) -> String { "\(virtual)/\(encode(control))" }

    /// Percent-encodes everything but RFC 3986's unreserved characters, so that any text is one segment or one query value.
    public static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    /// Undoes percent-encoding; nil if a `%` lacks its two hexadecimal digits or the bytes are not UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
