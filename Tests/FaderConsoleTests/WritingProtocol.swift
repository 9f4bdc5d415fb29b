import FaderValues

@testable import FaderConsole

/// A protocol for tests that shows everything a panel can have, with messages like Mackie's.
final class WritingProtocol: SurfaceProtocol {
    private let surface: SurfaceIndex
    private var table = InputTable()

    init(_ spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        for (place, control) in spec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
    }

    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent { table.event(of: message) }
    func show(_ message: MIDIMessage, in act: Act) -> SendResult { act.port.send(message, to: surface) }
    func disconnect() {}
    func forgetInput() {}
    func adopt(_ old: any SurfaceProtocol) -> Bool { old is WritingProtocol }

    func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, in act: Act) -> SendResult {
        send([0x12 + display, UInt8(offset)], text, act.port)
    }

    func showColors(_ colors: Span<UInt8>, in act: Act) -> SendResult { send([0x72], colors, act.port) }

    func showMeter(_ level: UInt8, of strip: Int, in act: Act) -> SendResult {
        act.port.send(MIDIMessage(MessageAddress(.pressure), raw: UInt32(strip << 4) | UInt32(level)), to: surface)
    }

    func showDigit(_ character: UInt8, at place: Int, in act: Act) -> SendResult {
        act.port.send(
            MIDIMessage(MessageAddress(.cc, number: 64 + UInt16(place)), raw: UInt32(character & 0x3F | (character & 0x80) >> 1)),
            to: surface)
    }

    private func send(_ words: [UInt8], _ bytes: Span<UInt8>, _ port: any MIDIPort) -> SendResult {
        port.send(([0xF0] + words + bytes.indices.map { bytes[$0] } + [0xF7]).span, to: surface)
    }

    /// A transcript with its texts readable: `text 0 "Master "`.
    static func readable(_ transcript: String) -> String {
        transcript.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            guard let start = words.firstIndex(of: "sysex"), words[start + 1] == "F0", words.last == "F7" else { return String(line) }
            let bytes = words[(start + 2)...].dropLast().compactMap { UInt8($0, radix: 16) }
            guard let first = bytes.first, first < 0x20 else { return String(line) }
            let text = String(decoding: bytes.dropFirst(2).map { $0 == 0x20 ? 0x5F : $0 }, as: UTF8.self)
            return (words[..<start] + ["text", "\(bytes[1])", text[...]]).joined(separator: " ")
        }.joined(separator: "\n")
    }
}
