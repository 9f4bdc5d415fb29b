import FaderRig
import FaderTesting
import FaderValues
import Testing

@testable import FaderCLI

@Suite struct KeyReaderTests {
    private func keys(_ text: String) -> [Key] {
        var reader = TerminalKeyReader()
        return reader.feed(Array(text.utf8)) + reader.flush()
    }

    @Test(
        "every key of a terminal is recognized",
        arguments: [
            ("\r", Key.enter), ("\n", .enter), ("\t", .leave), ("\u{4}", .leave), ("\u{1B}[Z", .leave), ("\u{3}", .interrupt),
            ("\u{1A}", .suspend), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{1B}[3~", .delete), ("\u{1B}[D", .left),
            ("\u{1B}OD", .left), ("\u{1B}[C", .right), ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}OH", .home), ("\u{1}", .home),
            ("\u{1B}[F", .end), ("\u{1B}[4~", .end), ("\u{5}", .end), ("\u{15}", .deleteToStart), ("\u{B}", .deleteToEnd),
            ("\u{17}", .deleteWord), ("\u{1B}[A", .step(1)), ("\u{1B}OA", .step(1)), ("\u{1B}[B", .step(-1)), ("\u{10}", .step(1)),
            ("\u{E}", .step(-1)), ("\u{1B}[1;2A", .step(1, .big)), ("\u{1B}[1;2B", .step(-1, .big)), ("\u{1B}[1;5A", .step(1)),
            ("\u{1B}[5~", .step(1, .big)), ("\u{1B}[6~", .step(-1, .big)), ("\u{1B}", .escape), ("a", .character("a")),
            ("ö", .character("ö")),
            ("−", .character("−")), ("🎚", .character("🎚")),
        ])
    func known(bytes: String, key: Key) { #expect(keys(bytes) == [key]) }

    @Test("Escape is only a key if nothing follows it")
    func escape() {
        var reader = TerminalKeyReader()
        #expect(reader.feed([0x1B]) == [])
        #expect(reader.isWaiting)
        #expect(reader.feed(Array("[".utf8)) == [])
        #expect(reader.feed(Array("A".utf8)) == [.step(1)])
        #expect(!reader.isWaiting)
        #expect(reader.feed([0x1B]) == [])
        #expect(reader.flush() == [.escape])
        #expect(!reader.isWaiting)
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .step(1)])
        #expect(keys("\u{1B}3") == [.escape, .character("3")])
        #expect(keys("\u{1B}\r") == [.escape, .enter])
    }

    @Test("a character that arrives in pieces is one character")
    func pieces() {
        var reader = TerminalKeyReader()
        let bytes = Array("−🎚".utf8)
        #expect(bytes.flatMap { reader.feed([$0]) } == [.character("−"), .character("🎚")])
    }

    @Test(
        "unknown sequences are ignored, and what follows is read",
        arguments: [
            [0x00], [0x80], [0xFF], [0xC3], [0xE2, 0x88], [0xC3, 0xC3], [0xC2, 0x85], [0xED, 0xA0, 0x80], [0xF8, 0x80, 0x80, 0x80],
            Array("\u{1B}[24~".utf8), Array("\u{1B}[?1;2c".utf8), Array("\u{1B}OP".utf8), Array("\u{1B}[".utf8 + [0x3B] * 40),
            Array("\u{1B}[99999999999999999999~".utf8),
        ])
    func unknown(bytes: [UInt8]) {
        var reader = TerminalKeyReader()
        #expect(reader.feed(bytes) == [])
        _ = reader.flush()
        #expect(reader.feed(Array("a".utf8)) == [.character("a")])
    }

    @Test("with any bytes, no key contains control characters, and the buffer stays limited")
    func random() {
        var generator = SeededGenerator(seed: 26)
        var reader = TerminalKeyReader()
        for _ in 0..<50_000 {
            let byte = UInt8.random(in: 0...255, using: &generator)
            for case .character(let scalar) in reader.feed([byte]) {
                #expect(scalar.properties.generalCategory != .control, "\(scalar.value)")
            }
        }
        _ = reader.flush()
        #expect(!reader.isWaiting)
    }
}

extension [UInt8] {
    fileprivate static func * (bytes: [UInt8], count: Int) -> [UInt8] { (0..<count).flatMap { _ in bytes } }
}
