import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Earlier values in a new configuration")
struct SettledTests {
    private static let apart = [
        // low, high, gap, maximum → what they become
        ([400.0, 100], 40.0, 500.0, [400.0, 440]), ([900, 950], 40, 500, [460, 500]), ([480, 500], 40, 500, [460, 500]),
        ([100, 120], 40, 500, [100, 140]), ([100, 140], 40, 500, [100, 140]), ([-5, 900], 500, 500, [0, 500]),
        ([600, -20], 0, 500, [500, 500]),
    ]

    private static func desk(gap: Double, maximum: Double = 1000, step: Double = 0, meet: Meet = .stop) -> Configuration {
        var desk = Desks.price(gap: gap, meet: meet, step: step)
        for end in 0...1 {
            desk.parameters[end].maximum = maximum
            desk.parameters[end].defaultValue = end == 0 ? 0 : maximum
        }
        return desk
    }

    @Test("the low end stays if it can, and the high one makes room", arguments: apart)
    func ends(values: [Double], gap: Double, maximum: Double, expected: [Double]) {
        let desk = Self.desk(gap: gap, maximum: maximum)
        #expect(desk.settled(values) == expected)
        let console = Console(desk, values: values)
        #expect([console.value(of: 0), console.value(of: 1)] == expected)
    }

    @Test("a missing value or NaN becomes the default")
    func missing() {
        let desk = Self.desk(gap: 40)
        #expect(desk.settled([]) == [0, 1000])
        #expect(desk.settled([nil, 20]) == [0, 40])
        #expect(desk.settled([.nan, 300]) == [0, 300])
        #expect(desk.settled([990]) == [960, 1000])
    }

    @Test("any values, gap, step and meet: ends apart, in range, as near as possible, and stable when settled again", arguments: 0..<500)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let maximums: [Double] = [1, 127, 500, 1000, 0.3]
        let maximum = maximums.randomElement(using: &random) ?? 1
        let gaps: [Double] = [0, maximum, maximum / 10, Double.random(in: 0...maximum, using: &random)]
        let gap = gaps.randomElement(using: &random) ?? 0
        let steps: [Double] = [0, maximum / 10, maximum / 7, maximum / 127]
        let step = steps.randomElement(using: &random) ?? 0
        let desk = Self.desk(gap: gap, maximum: maximum, step: step, meet: Bool.random(using: &random) ? .stop : .push)
        for _ in 0..<50 {
            let stored = (0...1).map { _ in Self.stored(maximum, &random) }
            let ends = desk.settled(stored)
            let tolerance = (ends[0].magnitude + ends[1].magnitude + gap) * 1e-15
            #expect(ends.allSatisfy { (0...maximum).contains($0) }, "seed \(seed): \(stored) became \(ends)")
            #expect(ends[0] <= ends[1] && ends[1] - ends[0] >= gap - tolerance, "seed \(seed): \(stored) became \(ends), gap \(gap)")
            #expect(desk.settled(ends) == ends, "seed \(seed): \(ends) is not settled")
            let wanted: [Double] = [stored[0] ?? 0, stored[1] ?? maximum]
            let clamped = wanted.map { min(max($0, 0), maximum) }
            if clamped[1] - clamped[0] >= gap { #expect(ends == clamped, "seed \(seed): \(stored) was good") }
            if clamped[0] + gap + step <= maximum { #expect(ends[0] == clamped[0], "seed \(seed): \(stored): the low end had room") }
        }
    }

    private static func stored(_ maximum: Double, _ random: inout SeededGenerator) -> Double? {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: nil
        case 1: .infinity
        default: Double.random(in: -1...2, using: &random) * maximum
        }
    }

    @Test("a new configuration changes values in the same way as a start with it", arguments: 0..<200)
    func adopting(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let old = Self.desk(gap: .random(in: 0...200, using: &random))
        let steps: [Double] = [0, 7, 50]
        let new = Self.desk(
            gap: .random(in: 0...300, using: &random), maximum: .random(in: 300...1000, using: &random),
            step: steps.randomElement(using: &random) ?? 0)
        let before = Console(old, values: [.random(in: 0...1000, using: &random), .random(in: 0...1000, using: &random)])
        let values = [before.value(of: 0), before.value(of: 1)]
        let after = Console(new)
        after.adopt(before, Continuity(from: old, to: new), at: .ms(1), port: FakePort(surfaces: 1))
        let started = Console(new, values: values)
        #expect([after.value(of: 0), after.value(of: 1)] == new.settled(values))
        #expect([started.value(of: 0), started.value(of: 1)] == new.settled(values))
    }

    @Test("a value changed by a new range has the origin restore and no control")
    func origin() {
        let desk = Self.desk(gap: 0)
        let console = Console(desk)
        let port = FakePort(surfaces: 1)
        console.handle(MIDIMessage(MessageAddress(.cc, number: 2), raw: 127), from: 0, at: .ms(1), port: port)
        console.handle(MIDIMessage(MessageAddress(.cc, number: 2), raw: 100), from: 0, at: .ms(2), port: port)
        #expect(console.report(of: 1).origin == .hand && console.report(of: 1).control == 1)
        while console.nextReport() != nil {}
        let next = Console(Self.desk(gap: 0, maximum: 500))
        next.adopt(console, Continuity(from: desk, to: Self.desk(gap: 0, maximum: 500)), at: .ms(3), port: port)
        let report = next.nextReport()
        #expect(report?.value == 500 && report?.origin == .restore && report?.control == nil)
    }
}
