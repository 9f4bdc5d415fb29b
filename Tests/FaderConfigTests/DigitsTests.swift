import FaderConfig
import FaderValues
import Testing

@Suite("Whole numbers inside texts")
struct DigitsTests {
    private static func desk(_ lines: String) -> String {
        "version: 1\nparameters: {master: {}}\nsurfaces: {desk: {match: X, controls: {fader.1: {input: cc 1 ch 1}}}}\n" + lines
    }

    private static func surface(_ keys: String) -> String {
        "version: 1\nparameters: {master: {}}\nsurfaces: {desk: {match: X, controls: {fader.1: {input: cc 1 ch 1}}, \(keys)}}\n"
    }

    @Test(
        "a number that no message can have is an error, however large it is",
        arguments: ["16384", "4294967295", "4294967296", "18446744073709551615", "99999999999999999999"])
    func tooLarge(number: String) {
        for keys in ["meters: {strips: 1, messages: [\"cc 90 ch 1 = \(number)\"]}", "begin: [\"cc 90 ch 1 = \(number)\"]"] {
            let result = read(Self.surface(keys))
            #expect(result.diagnostics.map(\.severity) == [.error], "\(keys)")
            #expect(result.diagnostics.first?.message.hasPrefix("expected a message") ?? false, "\(keys)")
        }
    }

    @Test("a sign, or a blank between digits, makes no number")
    func onlyDigits() {
        for text in [
            Self.surface("begin: [\"cc 90 ch 1 = +7\"]"), Self.surface("begin: [\"cc 90 ch 1 = 1 00\"]"),
            Self.surface("begin: [\"F0 00 +5 F7\"]"),
            Self.surface("meters: {strips: 1, messages: [\"cc 90 ch 1 = +7\"]}"),
            Self.desk("osc: {listen: 9000, allow: [\"192.168.1.0/+24\"]}\n"),
            Self.desk("osc: {send: [{to: \"192.168.1.7:+9001\"}]}\n"), Self.desk("targets: {studio: {obs: \"127.0.0.1:+4455\"}}\n"),
        ] {
            #expect(read(text).diagnostics.filter { $0.severity == .error }.count == 1, "\(text)")
        }
    }
}
