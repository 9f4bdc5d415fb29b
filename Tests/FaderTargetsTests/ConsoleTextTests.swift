import FaderTesting
import FaderValues
import Testing

@testable import FaderTargets

@Suite("Consoles that speak in texts")
struct ConsoleTextTests {
    private static func text(_ heard: ConsoleHeard?) -> String {
        guard let heard else { return "nobody" }
        return heard.messages.map { "\($0.address)=\($0.arguments.first.map { "\($0)" } ?? "")" }.joined(separator: "; ")
    }

    @Test(
        "a Yamaha says what it has, answers, tells and refuses, wherever its lines are cut",
        arguments: [
            ("OK get MIXER:Current/InCh/Fader/Level 0 0 -1630\n", "MIXER:Current/InCh/Fader/Level 0 0=integer(-1630)"),
            ("NOTIFY set MIXER:Current/InCh/Fader/Level 3 0 -32768 \"-Inf\"\r\n", "MIXER:Current/InCh/Fader/Level 3 0=integer(-32768)"),
            ("OKm set MIXER:Current/InCh/Fader/Level 0 0 1000 \"10.00\"\n", "MIXER:Current/InCh/Fader/Level 0 0=integer(1000)"),
            (
                "OK get MIXER:Current/InCh/Label/Name 0 0 \"Kick \\\"In\\\"\"\n",
                "MIXER:Current/InCh/Label/Name 0 0=text(\"Kick \\\"In\\\"\")"
            ),
            ("OK get MIXER:Current/InCh/Label/Name 0 0 \"\"\n", "MIXER:Current/InCh/Label/Name 0 0=text(\"\")"),
            ("NOTIFY sscurrent_ex scene_a 30 unmodified\n", "scene=integer(30)"), ("ERROR get UnknownAddress\n", ""),
            ("OK devinfo productname \"TF1\"\nERROR\nwhat is this\n", ""),
            ("OK get MIXER:x 0 0 1e9\nOK get\n\nOK get \"MIXER:x\" 0 0 5\n", ""),
            ("OK get MIXER:x 0 0 99999999999\n", ""), ("OK get MIXER:x 0 0 \"half\n", "MIXER:x 0 0=text(\"half\")"),
        ])
    func yamaha(_ lines: String, _ expected: String) {
        for size in [1, 3, 1000] {
            var (speech, bytes, told) = (YamahaSpeech(), Array(lines.utf8)[...], [String]())
            while !bytes.isEmpty {
                told.append(Self.text(speech.read(Array(bytes.prefix(size)))))
                bytes = bytes.dropFirst(size)
            }
            #expect(told.filter { !$0.isEmpty }.joined(separator: "; ") == expected)
        }
    }

    @Test("a Yamaha is told whole numbers and texts in one line each; who begins with something else, or never ends a line, is none")
    func toldYamaha() {
        var speech = YamahaSpeech()
        func write(_ address: String, _ argument: ConsoleMessage.Argument) -> String {
            String(decoding: speech.write(ConsoleMessage(address: address, arguments: [argument])), as: UTF8.self)
        }
        #expect(
            write("MIXER:a 1 0", .integer(-1000)) == "set MIXER:a 1 0 -1000\n" && write("MIXER:a 1 0", .float(2.6)) == "set MIXER:a 1 0 3\n"
        )
        #expect(
            write("MIXER:a 1 0", .text("a\"b\\c\nset x")) == "set MIXER:a 1 0 \"a\\\"b\\\\cset x\"\n"
                && write("MIXER:a 1 0", .float(.nan)) == "")
        #expect(
            write("scene", .integer(7)) == "ssrecall_ex scene_a 7\n"
                && speech.ask("MIXER:a 1 0") == .question(Array("get MIXER:a 1 0\n".utf8)))
        #expect(speech.read(Array("HTTP/1.1 400 Bad Request\r\n".utf8)) == nil)
        speech = YamahaSpeech()
        #expect(speech.read(Array(repeating: 0x41, count: 10_000)) == nil)
    }

    @Test(
        "a Ui says numbers and texts, several in a frame",
        arguments: [
            ("3:::SETD^i.0.mix^0.5", "i.0.mix=double(0.5)"), ("3:::SETS^i.0.name^CONF L^2", "i.0.name=text(\"CONF L^2\")"),
            ("3:::SETD^i.0.pan^0.5\nSETD^i.1.pan^1", "i.0.pan=double(0.5); i.1.pan=double(1.0)"), ("1::", ""), ("2::", ""),
            ("3:::VU2^AQAAAAAAAACgnqcAAPc=", ""), ("3:::SETD^i.0.mix^nan\n3:::SETD^i.0.mix\nSETD^^\n^^^^\n3:::SETD^i.0.mix^loud", ""),
            ("3:::SETS^i.0.name^" + String(repeating: "x", count: 300), ""),
        ])
    func ui(_ frame: String, _ expected: String) {
        var speech = UiSpeech()
        #expect(Self.text(speech.read(Array(frame.utf8))) == expected)
    }

    @Test("a Ui knows what it was told, and is told numbers without an exponent")
    func toldUi() {
        var speech = UiSpeech()
        #expect(speech.ask("i.0.mix") == .awaited)
        _ = speech.read(Array("3:::SETD^i.0.mix^0.5".utf8))
        #expect(speech.ask("i.0.mix") == .known(ConsoleMessage(address: "i.0.mix", arguments: [.double(0.5)])))
        for (number, text) in [(0.0, "0"), (1, "1"), (0.5, "0.5"), (1e-6, "0.000001"), (0.76470588, "0.76470588"), (-0.25, "-0.25")] {
            let line = speech.write(ConsoleMessage(address: "i.0.mix", arguments: [.double(number)]))
            #expect(String(decoding: line, as: UTF8.self) == "3:::SETD^i.0.mix^\(text)")
        }
        #expect(speech.ask("i.0.mix") == .known(ConsoleMessage(address: "i.0.mix", arguments: [.double(-0.25)])))
        let name = speech.write(ConsoleMessage(address: "i.0.name", arguments: [.text("a^b\nc")]))
        #expect(String(decoding: name, as: UTF8.self).hasPrefix("3:::SETS^i.0.name^a b") && !name.contains(10))
        for number in 0..<30_000 { _ = speech.read(Array("SETD^x.\(number)^1".utf8)) }
        #expect(speech.ask("x.100") != .awaited && speech.ask("x.29999") == .awaited && speech.ask("i.0.mix") != .awaited)
    }

    @Test("the curve of a Ui has the levels that are published")
    func curve() {
        let law = ConsoleLaw.curve(steps: 10_000)
        for (place, level) in [
            (0.05, -61.71), (0.1, -52.86), (0.2, -38.19), (0.5278639, -10.08), (0.7647059, 0), (0.8935527, 5.01), (1, 10),
        ] {
            #expect(abs(law.value(of: place) - level) < 0.02 && abs(law.number(of: level) - place) < 0.001)
        }
        #expect(law.value(of: 0) == -.infinity && law.number(of: -.infinity) == 0)
    }
}
