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
            var (speech, bytes, told) = (YamahaSpeech(library: "scene_a"), Array(lines.utf8)[...], [String]())
            while !bytes.isEmpty {
                told.append(Self.text(speech.read(Array(bytes.prefix(size)))))
                bytes = bytes.dropFirst(size)
            }
            #expect(told.filter { !$0.isEmpty }.joined(separator: "; ") == expected)
        }
    }

    @Test("a Yamaha is told whole numbers and texts in one line each; who begins with something else, or never ends a line, is none")
    func toldYamaha() {
        var speech = YamahaSpeech(library: "scene_a")
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
        speech = YamahaSpeech(library: "MIXER:Lib/Scene")
        #expect(write("scene", .integer(7)) == "ssrecall_ex MIXER:Lib/Scene 7\n")
        for (line, told) in [
            ("NOTIFY sscurrent_ex MIXER:Lib/Scene 12 modified\n", "scene=integer(12)"), ("NOTIFY sscurrent_ex scene_a 12\n", ""),
        ] {
            #expect(Self.text(speech.read(Array(line.utf8))) == told)
        }
        speech = YamahaSpeech(library: "scene_a")
        #expect(speech.read(Array(repeating: 0x41, count: 10_000)) == nil)
    }

    @Test("a TF has the colors of its own documents, and the other Yamahas theirs")
    func colors() throws {
        for (family, own, others) in [(ConsoleFamily.tf, "SkyBlue", "Cyan"), (.dm3, "Cyan", "SkyBlue"), (.ql, "Magenta", "Pink")] {
            let point = try #require(family.point(family.strips[0], 1, .color))
            guard case .words(let texts) = point.form else { Issue.record("\(point.form)"); continue }
            #expect(
                texts.contains(own) && !texts.contains(others) && family.colors?.texts == texts && family.colors?.list.count == texts.count)
            #expect(family.colors?.color(told: [.text(own)]) != nil && family.colors?.color(told: [.text(others)]) == nil)
            #expect(family.colors?.list.allSatisfy { ($0.color == nil) == ($0.word == "off") } == true)
        }
    }

    @Test(
        "a Ui says numbers and texts, several in a frame",
        arguments: [
            ("3:::SETD^i.0.mix^0.5", "i.0.mix=double(0.5)"), ("3:::SETS^i.0.name^CONF L^2", "i.0.name=text(\"CONF L^2\")"),
            ("3:::SETD^i.0.pan^0.5\nSETD^i.1.pan^1", "i.0.pan=double(0.5); i.1.pan=double(1.0)"), ("1::", ""), ("2::", ""),
            ("3:::VU2^AQAAAAAAAACgnqcAAPc=", "VU2=text(\"AQAAAAAAAACgnqcAAPc=\")"), ("3:::VU2^" + String(repeating: "A", count: 3000), ""),
            ("3:::SETD^i.0.mix^nan\n3:::SETD^i.0.mix\nSETD^^\n^^^^\n3:::SETD^i.0.mix^loud", ""),
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

    @Test("the mute groups of a Ui are the lowest bits of one number, and to set one leaves the other bits alone")
    func muteGroups() {
        var speech = UiSpeech()
        func told(_ mask: String) -> String { Self.text(speech.read(Array("3:::SETD^mgmask^\(mask)".utf8))) }
        func write(_ group: Int, _ value: Int32) -> String {
            String(decoding: speech.write(ConsoleMessage(address: UiSpeech.muteGroup(group), arguments: [.integer(value)])), as: UTF8.self)
        }
        #expect(speech.ask("mgmask.0") == .awaited && write(0, 1) == "")
        #expect(
            told("8388613") == "mgmask=double(8388613.0); mgmask.0=integer(1); mgmask.1=integer(0); mgmask.2=integer(1); "
                + "mgmask.3=integer(0); mgmask.4=integer(0); mgmask.5=integer(0)")
        #expect(write(5, 1) == "3:::SETD^mgmask^8388645" && write(0, 0) == "3:::SETD^mgmask^8388644")
        #expect(speech.ask("mgmask.5") == .known(ConsoleMessage(address: "mgmask.5", arguments: [.integer(1)])))
        #expect(speech.ask("mgmask.6") == .awaited && told("-1") == "mgmask=double(-1.0)" && write(0, 1) == "")
    }

    @Test("the levels of a Ui: each sort of strip has its own bytes, and what is cut off or no base64 has none")
    func levels() {
        func read(_ bytes: [UInt8]) -> [String: [Double]] {
            let levels = UiLevels.read(ConsoleMessage(address: UiSpeech.levels, arguments: [.text(Base64.text(bytes))]))
            return levels.mapValues { $0.map { ($0 * 10).rounded() / 10 } }
        }
        let head: [UInt8] = [1, 1, 1, 1, 1, 2, 1, 0]
        // The level of each is 120, which is half of the range; what must not count is 240.
        let inputs: [UInt8] = [240, 120, 240, 240, 240, 247]
        let wide: [UInt8] = [100, 120, 240, 240, 240, 240, 247]
        let outs: [UInt8] = [240, 120, 240, 240, 247]
        let whole = head + inputs + inputs + wide + wide + outs + outs + [240, 0, 240, 240, 247] + inputs
        #expect(read(whole) == ["i": [-40], "p": [-40], "s": [-40], "f": [-40], "a": [-40], "m": [-40, -.infinity], "l": [-40]])
        #expect(
            read(head + inputs + [240]) == ["i": [-40]] && read(head) == [:] && read([1, 2]) == [:]
                && read([255, 0, 0, 0, 0, 0, 0, 0]) == [:])
        for text in ["", "====", "^^", "\u{1F50A}", "AQ"] {
            #expect(UiLevels.read(ConsoleMessage(address: UiSpeech.levels, arguments: [.text(text)])) == [:])
        }
        for bytes in [[], [0], [255, 0], [1, 2, 3], Array(0...255)] as [[UInt8]] { #expect(Base64.bytes(Base64.text(bytes)) == bytes) }
    }

    @Test("the curve of a Ui has the levels that are published")
    func curve() {
        let law = ConsoleLaw.curve(steps: 10_000)
        for (place, level): (Double, Double) in [
            (0.058824, -60), (0.186230, -40), (0.269355, -30), (0.376506, -20), (0.529412, -10), (0.612728, -6), (0.764706, 0),
            (0.843756, 3), (1, 10),
        ] {
            #expect(abs(law.value(of: place) - level) < 0.02 && abs(law.number(of: level) - place) < 0.001)
        }
        #expect(law.value(of: 0) == -.infinity && law.number(of: -.infinity) == 0)
    }
}
