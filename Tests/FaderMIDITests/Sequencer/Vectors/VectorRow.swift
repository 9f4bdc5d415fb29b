import FaderConsole

/// One fact about a device on the wire.
struct VectorRow {
    /// The meaning of the bytes: messages, or something that faderd does not support yet.
    enum Meaning {
        case messages([MIDIMessage])
        /// An encoder turned by this many detents, positive for up.
        case detents(Int, RelativeEncoding)
        /// Something a device does beyond messages, in the words of `VectorDevice`.
        case act([String])
        /// Not run yet; the text is the reason.
        case notYet(String)
    }

    let id: String
    let isInput: Bool
    let bytes: [UInt8]
    let meaning: Meaning
    /// The shipped profile of the device; nil for a protocol, or if there is none.
    let profile: String?
    /// `FILE:LINE`.
    let place: String

    /// The profiles of devices whose controls must use the messages of the rows, where the protocol is not named like its profile.
    static let profiles: [String: String] = [
        "xtouch-ctrl": "x-touch-ctrl", "xtouch-compact": "x-touch-compact", "xtouch-mini": "x-touch-mini", "nanokontrol2": "nanokontrol2",
        "midimix": "midimix", "launchcontrolxl": "launch-control-xl", "mf-twister": "midi-fighter-twister-relative",
        "beatstep": "beatstep-relative", "mf-twister-factory": "midi-fighter-twister", "beatstep-factory": "beatstep",
        "mcu": "mackie-control", "mcu-xt": "mackie-xt", "hui": "hui", "xtouch-mcu": "x-touch", "xtouch-ext-mcu": "x-touch-extender",
        "faderport-classic": "faderport", "faderport8": "faderport-8", "faderport16": "faderport-16",
        "bcf2000": "bcf2000", "xone-k2": "xone-k2", "faderfox-ec4": "faderfox-ec4-relative", "intech-grid": "intech-grid",
        "faderfox-ec4-factory": "faderfox-ec4", "faderfox-uc4-factory": "faderfox-uc4", "bcr2000": "bcr2000",
    ]

    /// The first words of meanings that faderd does not support yet, each with the reason. When support is added, remove the word here and
    /// make `VectorRow` read it.
    static let notYet = [
        "delta": "the encoders of this protocol are not read",
        "meter-of": "the meters of this device are not sent",
        "sysex": "the system exclusive of this device is neither read nor sent",
        "note-off": "a lamp goes out by a note on of velocity 0",
        "packet": "the sequencer gives faderd MIDI 1.0, no universal packets",
        "scaled": "no value has the 16 or 32 bits of MIDI 2.0",
    ]

    /// The first words of the acts of devices with a protocol, and the minimum number of words of each.
    static let acts: [String: Int] = [
        "answers": 1, "confirms": 1, "refuses": 1, "nothing": 1, "challenges": 5, "press": 2, "release": 2, "touch": 2,
        "asks": 1, "begins": 1, "replies": 5, "text": 4, "meter": 3, "digits": 3, "shows": 3, "colors": 2, "lamp": 3, "ring": 4,
    ]

    /// The relative encoding that the encoders of each protocol use.
    static let encodings: [String: RelativeEncoding] = [
        "rel-twos-complement": .twos, "rel-binary-offset": .offset, "rel-sign-magnitude": .signMagnitude,
        "rel-sign-magnitude-inverted": .invertedSignMagnitude, "faderport8": .signMagnitude, "us2400": .signMagnitude,
        "mcu": .signMagnitude, "hui": .invertedSignMagnitude,
        "faderport-classic": .direction, "xtouch-ctrl": .invertedSignMagnitude, "mf-twister": .offset, "beatstep": .offset,
        "xone-k2": .twos,
    ]

    init(_ fields: [VectorField], place: String) throws(VectorProblem) {
        guard fields.count == VectorTable.columns.count else {
            let column = fields.last?.column ?? 1
            throw VectorProblem(column: column, text: "a row has \(VectorTable.columns.count) fields, this one \(fields.count)")
        }
        for (name, field) in zip(VectorTable.columns, fields) where field.text.isEmpty {
            throw VectorProblem(column: field.column, text: "\(name) is empty")
        }
        id = fields[0].text
        guard ["in", "out"].contains(fields[2].text) else {
            throw VectorProblem(column: fields[2].column, text: "\"\(fields[2].text)\" is no direction; expected in or out")
        }
        isInput = fields[2].text == "in"
        bytes = try Self.bytes(fields[3])
        let name = fields[1].text
        profile = Self.profiles[name] ?? (ShippedProfile.exists(name) ? name : nil)
        // With a profile, the encoding of its own control counts.
        meaning = try Self.meaning(fields[4], Self.encodings[name] ?? (profile == nil ? nil : .twos), bytes)
        self.place = place
    }

    private static func bytes(_ field: VectorField) throws(VectorProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        for word in field.text.split(separator: " ", omittingEmptySubsequences: false) {
            guard word.count == 2, let byte = UInt8(word, radix: 16) else {
                throw VectorProblem(column: field.column + bytes.count * 3, text: "\"\(word)\" is no byte; expected two hexadecimal digits")
            }
            bytes.append(byte)
        }
        return bytes
    }

    /// Reads a meaning: `cc 7 ch 1 = 64 then cc 7 ch 1 = 65 # a note for the reader`.
    private static func meaning(_ field: VectorField, _ encoding: RelativeEncoding?, _ bytes: [UInt8]) throws(VectorProblem) -> Meaning {
        let text = field.text.firstRange(of: " # ").map { String(field.text[..<$0.lowerBound]) } ?? field.text
        let first = String(text.prefix { $0 != " " })
        if first == "delta", let encoding {
            guard let count = Int(text.dropFirst(first.utf8.count + 1)) else {
                throw VectorProblem(column: field.column, text: "\"\(text)\" is no turn; expected one like \"delta +1\"")
            }
            return .detents(count, encoding)
        }
        let words = text.split(separator: " ").map(String.init)
        if let least = acts[first] {
            guard words.count >= least else { throw VectorProblem(column: field.column, text: "\"\(text)\" does not say enough") }
            return .act(words)
        }
        if let reason = notYet[first] {
            // Check at least that it is one whole message.
            guard first != "sysex" || (bytes.first == 0xF0 && bytes.last == 0xF7 && bytes.dropFirst().dropLast().allSatisfy { $0 < 0x80 })
            else { throw VectorProblem(column: field.column, text: "the bytes are no system exclusive message: F0, bytes below 80, F7") }
            return .notYet(reason)
        }
        var messages: [MIDIMessage] = []
        for part in text.split(separator: " then ") { messages.append(try message(part, field)) }
        return .messages(messages)
    }

    private static func message(_ text: Substring, _ field: VectorField) throws(VectorProblem) -> MIDIMessage {
        let halves = text.split(separator: " = ")
        let known = (Array(notYet.keys) + acts.keys).sorted().joined(separator: ", ")
        guard halves.count == 2, let raw = UInt32(halves[1]) else {
            throw VectorProblem(
                column: field.column, text: "\"\(text)\" is no meaning; expected one like \"cc 7 ch 1 = 64\", or the word \(known)")
        }
        let address: MessageAddress
        do throws(MessageSyntaxError) {
            address = try MessageAddress(parsing: halves[0])
        } catch {
            throw VectorProblem(column: field.column, text: "\(error)")
        }
        guard raw <= address.kind.maximumRaw else {
            throw VectorProblem(column: field.column, text: "\(raw) is beyond the \(address.kind.maximumRaw) of \(address.kind.rawValue)")
        }
        return MIDIMessage(address, raw: raw)
    }
}
