import FaderAPI
import FaderJSON
import Testing

@testable import FaderCLI

@Suite("Results of a calibration")
struct CalibrateTests {
    private func loan(_ input: String, lowest: Int = 0, highest: Int = 127, echo: String = "release") -> LoanResource {
        LoanResource(
            surface: "desk", control: "fader.1", input: input, absolute: true, lowest: lowest, highest: highest, motor: input, echo: echo)
    }

    private func decode(_ input: String, _ messages: [String], control: String = "fader.1") -> [Int] {
        var decoder = ReadingDecoder(loan(input))
        return messages.compactMap { text in
            let raw = text.split(separator: " ").last.flatMap { Int($0) }
            return decoder.reading(
                MonitorResource(time: "", surface: "desk", direction: .received, message: text, raw: raw, control: control))
        }
    }

    private func readings(_ list: [(Int, Int)]) -> [Reading] { list.map { Reading(raw: $0.1, time: .milliseconds($0.0)) } }

    @Test("readings of 7 and 14 bits, of pairs and of numbered parameters; other messages are ignored")
    func decoded() {
        #expect(decode("cc 7 ch 1", ["cc 7 ch 1 = 64", "note 104 ch 1 = 127", "cc 8 ch 1 = 3"]) == [64])
        #expect(decode("pitchbend ch 2", ["pitchbend ch 2 = 9000"]) == [9000])
        #expect(decode("cc14 7 ch 1", ["cc 7 ch 1 = 1", "cc 39 ch 1 = 2", "cc 39 ch 1 = 3", "cc14 7 ch 1 = 9"]) == [130, 131, 9])
        #expect(decode("nrpn 300 ch 1", ["cc 99 ch 1 = 2", "cc 98 ch 1 = 44", "cc 6 ch 1 = 1", "cc 38 ch 1 = 0"]) == [128])
        #expect(decode("cc14 7 ch 1", (0...4).map { "cc 7 ch 1 = \($0 * 127 / 4)" }) == [8127, 12255, 16383], "no lower bits ever")
        #expect(decode("cc 7 ch 1", ["cc 7 ch 1 = 64"], control: "fader.2") == [])
    }

    @Test("the settling time ends with the last reading that is not jitter")
    func settling() {
        let travel = readings([(10, 100), (60, 400), (180, 520), (200, 512), (400, 515), (900, 511)])
        #expect(Measurement.settling(travel, since: .zero, noise: 6) == .milliseconds(180))
        #expect(Measurement.settling([], since: .zero, noise: 6) == nil)
        #expect(Measurement.settling(readings([(50, 500), (60, 502)]), since: .zero, noise: 6) == .zero)
    }

    @Test("a control snaps back if it was moved and returned by itself")
    func snaps() {
        let (away, back) = (readings([(0, 510), (50, 800), (90, 1000)]), readings([(200, 700), (300, 514)]))
        #expect(Measurement.snapsBack(away + back, to: 512, noise: 6, travel: 995))
        #expect(!Measurement.snapsBack(away, to: 512, noise: 6, travel: 995))
        #expect(!Measurement.snapsBack(readings([(0, 510), (9, 514)]), to: 512, noise: 6, travel: 995), "it was not moved at all")
    }

    @Test("only differences are written: ends reduced by half of the jitter, and jitter plus a quarter")
    func keys() {
        func keys(_ measurement: Measurement, _ loan: LoanResource) -> [String] {
            measurement.keys(besides: loan).map { key, value in
                switch value {
                case .text(let text): "\(key): \(text)"
                case .number(let spelling): "\(key): \(spelling)"
                case .list(let ends): "\(key): [\(ends.compactMap(\.double).map { "\(Int($0))" }.joined(separator: ", "))]"
                default: "\(key): ?"
                }
            }
        }
        let whole = loan("cc 7 ch 1")
        #expect(keys(Measurement(lowest: 0, highest: 127), whole) == [])
        #expect(keys(Measurement(lowest: 2, highest: 125, spread: 1), whole) == ["raw: [2, 125]", "noise: 1"])
        let fine = loan("pitchbend ch 1", highest: 16383)
        let measured = Measurement(lowest: 12, highest: 1013, spread: 6, settling: .milliseconds(180), snapsBack: true)
        #expect(keys(measured, fine) == ["raw: [15, 1010]", "noise: 7", "echo: immediate", "hold-off: 230 ms"])
        var after = loan("pitchbend ch 1", lowest: 15, highest: 1010, echo: "immediate")
        (after.noise, after.holdOff) = (7, 230)
        #expect(keys(measured, after) == [])
        var quiet = measured
        quiet.snapsBack = false
        #expect(keys(quiet, after) == ["echo: release"])
        quiet.settling = .milliseconds(20)
        #expect(keys(quiet, loan("pitchbend ch 1", lowest: 15, highest: 1010, echo: "never")) == ["noise: 7"], "150 ms are enough")
    }
}
