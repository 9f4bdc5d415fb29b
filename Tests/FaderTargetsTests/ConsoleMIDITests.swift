import FaderTesting
import FaderValues
import Testing

@testable import FaderTargets

@Suite("Consoles that speak MIDI over TCP")
struct ConsoleMIDITests {
    private static func bytes(_ text: String) -> [UInt8] { text.split(separator: " ").compactMap { UInt8($0, radix: 16) } }

    private static func text(_ heard: ConsoleHeard?) -> String {
        guard let heard else { return "nobody" }
        return heard.messages.map { message in
            switch message.arguments.first {
            case .integer(let number)?: "\(message.address)=\(number)"
            case .text(let text)?: "\(message.address)=\(text)"
            default: message.address
            }
        }.joined(separator: " ")
    }

    /// Whatever the places at which bytes are cut, the same is heard.
    private static func heard(_ text: String, _ make: () -> any ConsoleSpeech) -> String {
        let all = bytes(text)
        let texts = [1, 2, 3, 5, 7, max(all.count, 1)].map { size in
            var speech = make()
            return stride(from: 0, to: all.count, by: size).map { Self.text(speech.read(Array(all[$0..<min($0 + size, all.count)]))) }
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
        #expect(Set(texts).count == 1, "\(text)")
        return texts[0]
    }

    @Test(
        "an SQ says values and scenes, whatever is in between",
        arguments: [
            ("B0 63 40 B0 62 00 B0 06 76 B0 26 5C", "40.00=15196"), ("B0 63 00 B0 62 00 B0 06 00 B0 26 01", "00.00=1"),
            ("B0 63 00 62 17 06 6B 26 00", "00.17=13696"), ("B0 63 50 B0 62 00 B0 06 3F B0 26 7F", "50.00=8191"),
            // On another channel, and with a program, a clock and another channel in between.
            ("B5 63 42 B5 62 4E B5 06 7D B5 26 00", ""), ("B0 63 42 C0 00 F8 B0 62 B5 26 33 4E B0 06 FE 7D B0 26 00", ""),
            ("B0 63 42 C0 00 F8 B0 62 4E B5 26 33 B0 06 FE 7D B0 26 00", "42.4E=16000"),
            ("B0 00 01 C0 07", "scene=136"), ("C0 07", ""), ("B0 00 00 C0 05 C0 00", "scene=6"),
            ("26 7F 63", ""), ("B0 26 01 B0 06 01 B0 26 01", ""), ("F0 63 40 B0 26 01", ""), ("FF FF FE 80 90 F7", ""),
            ("B0 63 40 B0 62 00 B0 06 76 B0 26 5C B0 26 00", "40.00=15196"),
        ])
    func heardOfSQ(_ bytes: String, _ text: String) { #expect(Self.heard(bytes) { SQSpeech(channel: 0) } == text) }

    @Test("an SQ is asked and told by the numbers of its documents, and a value is in its bytes whatever it is")
    func toldSQ() throws {
        let speech = SQSpeech(channel: 0)
        func write(_ address: String, _ value: Float) -> [UInt8] {
            speech.write(ConsoleMessage(address: address, arguments: [.float(value)]))
        }
        #expect(speech.ask("40.00") == .question(Self.bytes("B0 63 40 B0 62 00 B0 60 7F")))
        #expect(write("40.00", 15196) == Self.bytes("B0 63 40 B0 62 00 B0 06 76 B0 26 5C"))
        #expect(
            SQSpeech(channel: 5).write(ConsoleMessage(address: "42.4E", arguments: [.integer(16000)]))
                == Self.bytes("B5 63 42 B5 62 4E B5 06 7D B5 26 00"))
        #expect(write("scene", 8) == Self.bytes("B0 00 00 C0 07") && write("scene", 300) == Self.bytes("B0 00 02 C0 2B"))
        #expect(
            write("40.00", 1e9) == Self.bytes("B0 63 40 B0 62 00 B0 06 7F B0 26 7F")
                && write("40.00", -5).suffix(4) == Self.bytes("06 00 B0 26").suffix(3) + [0])
        for bad in ["", "40", "40.80", "40.0", "4g.00", "40.00.00", "/ch/01", "-1.00"] {
            #expect(write(bad, 1).isEmpty && speech.ask(bad) == .awaited)
        }
        // The numbers of the official examples and of the tables.
        func address(_ word: String, _ number: Int, _ goal: String? = nil, _ other: Int = 1, _ property: ConsoleProperty? = nil) throws
            -> String?
        {
            let strip = try #require(ConsoleFamily.sq.strips.first { $0.word == word })
            guard let goal else { return ConsoleFamily.sq.point(strip, number, property)?.address }
            return ConsoleFamily.sq.send(strip, number, to: try #require(strip.sends.first { $0.word == goal }), other, property)?.address
        }
        #expect(try address("ch", 40, "bus", 5) == "44.1C")
        #expect(try address("group", 4, "bus", 8) == "45.2F")
        #expect(try address("ch", 36, "fx", 3) == "4D.22")
        #expect(try address("ch", 48, nil, 1, .mute) == "00.2F")
        #expect(try address("main", 1) == "4F.00")
        #expect(try address("bus", 12) == "4F.0C")
        #expect(try address("dca", 8) == "4F.27")
        #expect(try address("dca", 8, nil, 1, .mute) == "02.07")
        #expect(try address("matrix", 3, nil, 1, .mute) == "00.57")
        #expect(try address("ch", 1, nil, 1, .pan) == "50.00")
        #expect(try address("dca", 1, nil, 1, .pan) == nil)
        #expect(ConsoleFamily.sq.muteGroup(8)?.address == "04.07")
    }

    @Test(
        "a Qu says values, mutes, names and scenes",
        arguments: [
            ("B0 63 20 B0 62 17 B0 06 62 B0 26 07", "20.17.07=98"), ("B0 63 20 62 20 06 3E 26 03", "20.20.03=62"),
            ("90 20 7F 80 20 00", "mute.20=1"), ("90 20 3F 90 20 00", "mute.20=0"), ("90 54 7F 54 00", "mute.54=1"), ("91 20 7F", ""),
            ("F0 00 00 1A 50 11 01 00 00 02 20 4B 69 63 6B F7", "name.20=Kick"),
            ("F0 00 00 1A 50 11 01 00 00 02 20 4B 00 00 F7", "name.20=K"),
            ("F0 00 00 1A 50 11 01 00 00 02 F7", ""), ("F0 00 00 1A 50 12 01 00 00 02 20 4B F7", ""), ("FE FE FE", ""),
            ("F0 00 00 1A 50 11 01 00 00 02 20 FE 4B F7", "name.20=K"), ("B0 00 00 C0 07", "scene=8"),
        ])
    func heardOfQu(_ bytes: String, _ text: String) { #expect(Self.heard(bytes) { QuSpeech(channel: 0) } == text) }

    @Test("a Qu knows what it was told until a scene comes, and a long message is forgotten")
    func known() {
        var speech = QuSpeech(channel: 0)
        #expect(speech.begin() == Self.bytes("F0 00 00 1A 50 11 01 00 00 10 01 F7") && speech.ask("20.17.07") == .awaited)
        _ = speech.read(Self.bytes("B0 63 20 B0 62 17 B0 06 62 B0 26 07"))
        let told = ConsoleMessage(address: "20.17.07", arguments: [.integer(98)])
        #expect(speech.ask("20.17.07") == .known(told))
        #expect(
            speech.write(ConsoleMessage(address: "20.17.07", arguments: [.integer(0)])) == Self.bytes("B0 63 20 B0 62 17 B0 06 00 B0 26 07")
        )
        #expect(speech.ask("20.17.07") == .known(ConsoleMessage(address: "20.17.07", arguments: [.integer(0)])))
        #expect(speech.write(ConsoleMessage(address: "mute.20", arguments: [.integer(1)])) == Self.bytes("90 20 7F 90 20 00"))
        #expect(
            speech.write(ConsoleMessage(address: "name.20", arguments: [.text("Kä\u{7F}ck")])).dropFirst(9)
                == Self.bytes("03 20 4B 63 6B F7")[...])
        #expect(speech.ask("name.20") == .question(Self.bytes("F0 00 00 1A 50 11 01 00 00 01 20 F7")))
        #expect(speech.read(Self.bytes("B0 00 00 C0 07"))?.answer == speech.begin() && speech.ask("20.17.07") == .awaited)
        #expect(speech.read([0xF0] + Array(repeating: 1, count: 100_000) + [0xF7])?.messages == [])
        #expect(Self.text(speech.read(Self.bytes("90 20 7F"))) == "mute.20=1")
    }

    @Test("the audio taper has the levels that are published")
    func taper() {
        let (sq, qu) = (ConsoleLaw.taper(steps: 255), ConsoleLaw.taper(steps: 127))
        for (level, number) in [(-50.0, 0x0400), (-40, 0x07C0), (-20, 0x1740), (-10, 0x1F00), (0, 0x3100), (5, 0x39C0), (10, 0x3FC0)] {
            #expect((sq.number(of: level) * 16320).rounded() == Double(number))
            #expect(abs(sq.value(of: Double(number) / 16320) - level) < 1e-9)
        }
        for (level, number) in [(0.0, 0x62), (10, 0x7F), (-10, 0x3E), (-20, 0x2F)] {
            #expect(abs((qu.number(of: level) * 127).rounded() - Double(number)) <= 1)
        }
        #expect(qu.value(of: 98.0 / 127) == 0 && qu.value(of: 1) == 10 && sq.value(of: 0) == -.infinity && sq.number(of: -300) == 0)
    }
}
