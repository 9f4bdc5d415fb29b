import FaderConsole

/// One fact about a device on the wire.
struct VectorRow {
    /// What bytes mean: messages, or what faderd cannot do yet.
    enum Meaning {
        case messages([MIDIMessage])
        /// Why it is not run.
        case notYet(String)
    }

    let id: String
    let isInput: Bool
    let bytes: [UInt8]
    let meaning: Meaning
    /// `FILE:LINE`.
    let place: String

    /// The first words of meanings that nothing in faderd can be held against yet. Whoever builds one takes its word out of here and teaches
    /// `VectorRow` to read it.
    static let notYet = [
        "delta": "relative encoders are not read",
        "ring": "LED rings are not sent",
        "meter": "meters are not sent",
        "segments": "seven-segment displays are not sent",
        "switch": "the zones and ports of HUI are not spoken",
        "ping": "no ping is sent or answered",
        "sysex": "system exclusive is neither read nor sent",
        "note-off": "a lamp goes out by a note on of velocity 0",
        "packet": "the sequencer gives faderd MIDI 1.0, no universal packets",
        "scaled": "no value has the 16 or 32 bits of MIDI 2.0",
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
        meaning = try Self.meaning(fields[4], bytes)
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

    /// `cc 7 ch 1 = 64 then cc 7 ch 1 = 65 # what a person should know`.
    private static func meaning(_ field: VectorField, _ bytes: [UInt8]) throws(VectorProblem) -> Meaning {
        let text = field.text.firstRange(of: " # ").map { String(field.text[..<$0.lowerBound]) } ?? field.text
        let first = String(text.prefix { $0 != " " })
        if let reason = notYet[first] {
            // At least it is one whole message.
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
        let known = notYet.keys.sorted().joined(separator: ", ")
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
            throw VectorProblem(column: field.column, text: "\(raw) is beyond the \(address.kind.maximumRaw) of \(address.kind.word)")
        }
        return MIDIMessage(address, raw: raw)
    }
}
