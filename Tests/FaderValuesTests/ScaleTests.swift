import FaderTesting
import FaderValues
import Testing

@Suite("Scales: position, value, raw, step")
struct ScaleTests {
    private static func spec(_ minimum: Double, _ maximum: Double, _ taper: Taper = .linear, step: Double = 0) -> ParameterSpec {
        ParameterSpec(id: "p", minimum: minimum, maximum: maximum, step: step, taper: taper)
    }

    static let scales: [ParameterSpec] = [
        spec(0, 1), spec(-70, 6), spec(-1, 1), spec(1e6, 1e6 + 1), spec(-1e300, 1e300), spec(0, 1e-300), spec(-0.001, 0.003),
        spec(20, 20000, .log), spec(1e-6, 1e6, .log), spec(-20000, -20, .log), spec(1, 1.01, .log), spec(1e-300, 1e300, .log),
        spec(-70, 6, .audio), spec(-120, 10, .audio), spec(-10, 10, .audio), spec(-90, -60, .audio), spec(-60.5, -9.5, .audio),
        spec(-70, 6, .points([TaperPoint(0, -70), TaperPoint(0.5, -12), TaperPoint(1, 6)])),
        spec(0, 100, .points([TaperPoint(0, 0), TaperPoint(0.01, 90), TaperPoint(0.99, 91), TaperPoint(1, 100)])),
        spec(0, 1, .points([TaperPoint(0, 0), TaperPoint(1, 1)])),
    ]

    @Test("rule 7: raw → value → raw is the identity for every raw value of every resolution", arguments: scales)
    func identity(_ spec: ParameterSpec) {
        let scale = NumberScale(spec)
        for maximum: UInt32 in [127, 16383] {
            var wrong: [UInt32] = []
            for raw in 0...maximum where scale.position(of: scale.snapped(at: Position(raw: raw, of: maximum))).raw(of: maximum) != raw {
                wrong.append(raw)
            }
            #expect(wrong.isEmpty, "\(wrong.prefix(3)) of \(maximum)")
        }
    }

    @Test("rule 7 holds with a middle, which is half-way", arguments: scales, [64, 63] as [UInt32])
    func identityBesideMiddle(_ spec: ParameterSpec, middle: UInt32) {
        let places = MessagePositions(last: 127, middle: middle)
        var specs = [spec]
        if case .linear = spec.taper { specs.append(ParameterSpec(id: "p", minimum: spec.minimum, maximum: spec.maximum, isTurned: true)) }
        for scale in specs.map({ NumberScale($0) }) {
            #expect(Position(place: middle, of: places).fraction == 0.5)
            #expect([0, 127].map { Position(place: $0, of: places).fraction } == [0, 1])
            let wrong = (0...127 as ClosedRange<UInt32>).filter { place in
                let travel = scale.travel(of: scale.snapped(at: Position(place: place, of: places)))
                return travel.raw(of: places) != place || !travel.isAt(place, of: places)
            }
            #expect(wrong.isEmpty, "\(wrong.prefix(3))")
        }
    }

    @Test("rule 7 holds for random ranges and tapers", arguments: 0..<60)
    func identityOfRandomRanges(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let scale = NumberScale(ParameterSpec.random(&random))
        for maximum: UInt32 in [127, 16383] {
            for raw in 0...maximum {
                let value = scale.snapped(at: Position(raw: raw, of: maximum))
                guard scale.position(of: value).raw(of: maximum) != raw else { continue }
                Issue.record("raw \(raw) of \(maximum) comes back as another on \(scale)")
                return
            }
        }
    }

    @Test("every taper rises all the way, and ends exactly at the ends of the range", arguments: scales)
    func monotone(_ spec: ParameterSpec) {
        let scale = NumberScale(spec)
        #expect(scale.value(at: Position(0)) == spec.minimum)
        #expect(scale.value(at: Position(1)) == spec.maximum)
        var before = spec.minimum
        for index in 1...10_000 {
            let value = scale.value(at: Position(Double(index) / 10_000))
            if value < before || value > spec.maximum {
                Issue.record("\(value) after \(before) at \(index)")
                return
            }
            before = value
        }
    }

    @Test("a value beyond the range is at its end, NaN is refused")
    func beyond() {
        let scale = NumberScale(Self.spec(-70, 6, .audio))
        #expect(scale.position(of: -1000) == Position(0))
        #expect(scale.position(of: 7) == Position(1))
        #expect(scale.clamp(.infinity) == 6)
        #expect(scale.clamp(-.infinity) == -70)
        #expect(scale.clamp(.nan) == nil)
    }

    @Test("a position is never outside the travel, and never NaN")
    func positions() {
        #expect(Position(.nan).fraction == 0)
        #expect(Position(-1).fraction == 0)
        #expect(Position(2).fraction == 1)
        #expect(Position(.infinity).fraction == 1)
        #expect(Position(raw: 500, of: 127).fraction == 1)
        #expect(Position(raw: 64, of: 127).raw(of: 127) == 64)
    }

    @Test(
        "the audio taper has the positions printed beside the faders of mixing desks",
        arguments: [
            (0.0, -90.0), (0.0625, -60), (0.125, -50), (0.1875, -40), (0.25, -30), (0.375, -20), (0.5, -10), (0.75, 0), (0.875, 5), (1, 10),
        ])
    func audioLaw(travel: Double, decibels: Double) {
        let scale = NumberScale(Self.spec(-90, 10, .audio))
        #expect((scale.value(at: Position(travel)) - decibels).magnitude < 1e-9)
        #expect((scale.position(of: decibels).fraction - travel).magnitude < 1e-12)
    }

    @Test("a log taper has equal ratios on equal travel")
    func logLaw() {
        let scale = NumberScale(Self.spec(20, 20000, .log))
        for index in 0...3 {
            let expected = 20 * [1.0, 10, 100, 1000][index]
            #expect((scale.value(at: Position(Double(index) / 3)) / expected - 1).magnitude < 1e-12)
        }
    }

    @Test("a points taper passes through its points and is straight between them")
    func points() {
        let scale = NumberScale(Self.spec(-70, 6, .points([TaperPoint(0, -70), TaperPoint(0.5, -12), TaperPoint(1, 6)])))
        #expect(scale.value(at: Position(0.5)) == -12)
        #expect(scale.value(at: Position(0.25)) == -41)
        #expect(scale.value(at: Position(0.75)) == -3)
        #expect(scale.position(of: -3) == Position(0.75))
    }

    @Test(
        "fader motion snaps to decimals exactly: −5.9, not −5.8999999999999986",
        arguments: [
            (-70.0, 6.0, 0.1), (-70, 6, 0.5), (0, 1, 0.01), (-1, 1, 0.001), (0.3, 7.9, 0.1), (-70.3, 6.2, 0.1), (0, 100, 2.5),
            (-3.3, 9.9, 1.1),
            (0.07, 0.77, 0.07), (1, 2, 0.0078125), (20, 20000, 10),
        ])
    func exactDecimals(minimum: Double, maximum: Double, step: Double) {
        let scale = NumberScale(Self.spec(minimum, maximum, step: step))
        var seen: Set<Double> = []
        for raw: UInt32 in 0...16383 { seen.insert(scale.snapped(at: Position(raw: raw, of: 16383))) }
        for value in seen {
            // A short decimal is printed exactly.
            #expect("\(value)".count <= 9, "\(value)")
            let steps = (value - minimum) / step
            #expect((steps - steps.rounded()).magnitude < 1e-6 || value == maximum, "\(value)")
        }
        #expect(seen.count > 3)
    }

    @Test(
        "no step sticks short of the end, wherever the value is, whatever the range and the size",
        arguments: [
            (-9_007_199_254_740_991, 9_007_199_254_740_991, 18_014_399),
            (-9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991),
            (-9_007_199_254_740_991, 0, 9_007_199.5), (0, 9_007_199_254_740_991, 9_007_200),
            (9_007_199_000_000_000, 9_007_199_254_740_991, 300),
            (-1e15, 1e15, 2_000_000.1), (0, 900_719_925_474, 900.9), (0, 1, 1e-9), (-0.3, 0.3, 0.1), (0, 10, 0), (-1e300, 1e300, 0),
            (-9_007_199_254_740_991, 9_007_199_254_740_991, 0),
        ])
    func neverSticks(minimum: Double, maximum: Double, step: Double) {
        var chance = SeededGenerator(seed: 1)
        for isTurned in [false, true] {
            var spec = Self.spec(minimum, maximum, step: step)
            spec.isTurned = isTurned
            let scale = NumberScale(spec)
            var starts = [minimum, maximum, 0, minimum.nextUp, maximum.nextDown].map { min(max($0, minimum), maximum) }
            for _ in 0..<200 { starts.append(Double.random(in: 0...1, using: &chance) * (maximum - minimum) + minimum) }
            for _ in 0..<50 { starts.append(maximum - Double.random(in: 0...3, using: &chance) * max(step, maximum.ulp)) }
            for start in starts.map({ min(max($0, minimum), maximum) }) {
                for size in StepSize.allCases {
                    for count in [1, -1, 3, -3, 1 << 53 - 1, 1 - 1 << 53, .max, .min] {
                        let isUp = (count > 0) != isTurned
                        let next = scale.stepped(from: start, by: count, size: size)
                        let hasMoved = isUp ? next > start : next < start
                        #expect(
                            hasMoved || start == (isUp ? maximum : minimum), "\(start) by \(count) \(size) is \(next), turned: \(isTurned)")
                        #expect((minimum...maximum).contains(next))
                    }
                }
            }
        }
    }

    @Test("steps around a circle are exact, however many they are", arguments: [2, 3, 7, 52, 360])
    func aroundExactly(turn: Int) {
        for isTurned in [false, true] {
            var spec = Self.spec(0, Double(turn), step: 1)
            (spec.isCircle, spec.isTurned) = (true, isTurned)
            let scale = NumberScale(spec)
            for start in 0..<turn {
                for count in [1, -1, 1 << 53 - 1, 1 - 1 << 53, 1 << 53 + 1, .max, .min] {
                    let way = isTurned ? -(count % turn) : count % turn
                    let wanted = Double((start + way % turn + turn) % turn)
                    #expect(scale.stepped(from: Double(start), by: count) == wanted, "\(start) by \(count), turned: \(isTurned)")
                }
            }
        }
    }

    @Test("so are big steps, even if their product is beyond every integer")
    func farAround() {
        for isTurned in [false, true] {
            var spec = Self.spec(0, 1e12, step: 1)
            (spec.kind, spec.isCircle, spec.isTurned, spec.bigStep) = (.integer, true, isTurned, 1e9 + 1)
            let scale = NumberScale(spec)
            // 10¹⁰ · (10⁹ + 1) is 10¹⁹ + 10¹⁰, of which whole circles leave 10¹⁰.
            #expect(scale.stepped(from: 7, by: 10_000_000_000, size: .big) == (isTurned ? 1e12 - 1e10 + 7 : 1e10 + 7))
            for count in [Int.min, .max] { #expect((0..<1e12).contains(scale.stepped(from: 7, by: count, size: .big))) }
        }
    }

    @Test("a step that is not a decimal fraction still stays within the range and near its grid")
    func oddStep() {
        let scale = NumberScale(Self.spec(0, 1, step: 1.0 / 3))
        #expect(Set((0...127).map { scale.snapped(at: Position(raw: $0, of: 127)) }).count == 4)
        #expect(scale.snapped(at: Position(1)) == 1)
    }

    @Test("stepping from between two steps goes to the next step first, and stops at the ends")
    func stepping() {
        let scale = NumberScale(Self.spec(-70, 6, step: 0.5))
        #expect(scale.stepped(from: -6, by: 1) == -5.5)
        #expect(scale.stepped(from: -6, by: -3) == -7.5)
        #expect(scale.stepped(from: -5.9, by: 1) == -5.5)
        #expect(scale.stepped(from: -5.9, by: -1) == -6)
        #expect(scale.stepped(from: 5.9, by: 5) == 6)
        #expect(scale.stepped(from: -6, by: 0) == -6)
        #expect(scale.stepped(from: -6, by: .min) == -70)
        #expect(scale.stepped(from: -6, by: .max) == 6)
        var value = -70.0
        for _ in 0..<152 { value = scale.stepped(from: value, by: 1) }
        #expect(value == 6)
    }

    private static func sized(_ step: Double, big: Double = 0, fine: Double = 0, kind: ParameterKind = .number) -> NumberScale {
        NumberScale(ParameterSpec(id: "p", minimum: -70, maximum: 6, step: step, kind: kind, bigStep: big, fineStep: fine))
    }

    @Test("a big step is ten steps and a fine one a tenth, unless the config says otherwise")
    func stepSizes() {
        #expect(Self.sized(0.5).stepped(from: -6, by: 1, size: .big) == -1)
        #expect(Self.sized(0.5).stepped(from: -5.9, by: 1, size: .big) == -1)
        #expect(Self.sized(0.5).stepped(from: -5.9, by: -1, size: .big) == -10.5)
        #expect(Self.sized(0.5).stepped(from: -6, by: 2, size: .fine) == -5.9)
        #expect(Self.sized(0.5).stepped(from: -5.93, by: 1, size: .fine) == -5.9)
        #expect(Self.sized(0.5).stepped(from: -5.93, by: -1, size: .fine) == -5.95)
        #expect(Self.sized(0.5).stepped(from: 4, by: 1, size: .big) == 6)
        #expect(Self.sized(0.5).stepped(from: -69.98, by: -1, size: .fine) == -70)
    }

    @Test("big and fine steps of the config: multiples of the step stay on its grid, others have their own")
    func configuredStepSizes() {
        #expect(Self.sized(0.5, big: 3, fine: 0.1).stepped(from: -6, by: 1, size: .big) == -3)
        #expect(Self.sized(0.5, big: 3, fine: 0.1).stepped(from: -5.9, by: -1, size: .big) == -8.5)
        #expect(Self.sized(0.5, big: 3, fine: 0.1).stepped(from: -5.93, by: 1, size: .fine) == -5.9)
        #expect(Self.sized(2, big: 5).stepped(from: -6, by: 1, size: .big) == -5)
        #expect(Self.sized(2, big: 5).stepped(from: -5, by: -1, size: .big) == -10)
        #expect(Self.sized(0, big: 6, fine: 0.1).stepped(from: -1.5, by: 1, size: .big) == 4.5)
        #expect(Self.sized(0, big: 6, fine: 0.1).stepped(from: 4.5, by: 1, size: .big) == 6)
        #expect(Self.sized(0, big: 6, fine: 0.1).stepped(from: -69, by: -1, size: .big) == -70)
        #expect(Self.sized(0, big: 6, fine: 0.1).stepped(from: -6.04, by: 1, size: .fine) == -6)
    }

    @Test("without any step, big and fine ones are a tenth and a thousandth of the travel")
    func sizesWithoutStep() {
        let scale = NumberScale(Self.spec(0, 200))
        #expect(scale.stepped(from: 0, by: 1, size: .big) == 20)
        #expect((scale.stepped(from: 100, by: -2, size: .fine) - 99.6).magnitude < 1e-9)
    }

    @Test("whole numbers have no step below 1")
    func wholeSteps() {
        for kind in [ParameterKind.integer, .toggle(off: "off", on: "on"), .choice([])] {
            #expect(Self.sized(1, kind: kind).stepped(from: -6, by: 1, size: .fine) == -5)
            #expect(Self.sized(5, kind: kind).stepped(from: -5, by: 1, size: .fine) == -4)
            #expect(Self.sized(20, kind: kind).stepped(from: -6, by: 1, size: .fine) == -4)
            #expect(Self.sized(1, big: 0.3, kind: kind).stepped(from: -6, by: 1, size: .big) == -5)
            #expect(Self.sized(1, kind: kind).stepped(from: -6, by: -1, size: .big) == -16)
        }
    }

    @Test("−∞ is one step below the lowest finite one, of every size")
    func steppingToMinusInfinity() {
        for step in [0, 0.5, 0.7] {
            let scale = NumberScale(Self.spec(-.infinity, 10, .audio, step: step))
            for size in StepSize.allCases {
                #expect(scale.stepped(from: 10, by: .min, size: size) == -.infinity)
                #expect(scale.stepped(from: -.infinity, by: -1, size: size) == -.infinity)
                #expect(scale.stepped(from: -.infinity, by: 1, size: size) >= -90)
                #expect(scale.stepped(from: -.infinity, by: .max, size: size) == 10)
            }
            guard step > 0 else { continue }
            let lowest = scale.stepped(from: -.infinity, by: 1)
            #expect((-90..<(-90 + step)).contains(lowest))
            #expect(scale.stepped(from: lowest, by: -1) == -.infinity)
            #expect(scale.stepped(from: -120, by: 1) == lowest)
            #expect(scale.stepped(from: -120, by: -1) == -.infinity)
        }
        let plain = NumberScale(ParameterSpec(id: "p", minimum: -.infinity, maximum: 10, taper: .audio, bigStep: 6))
        #expect(plain.stepped(from: -.infinity, by: 2, size: .big) == -84)
        #expect(plain.stepped(from: -86, by: -1, size: .big) == -.infinity)
    }

    @Test("if both ends are the same place, steps of every size wrap around, and so do numbers beyond the range")
    func circle() {
        var spec = ParameterSpec(id: "angle", maximum: 360, step: 5, bigStep: 60)
        spec.isCircle = true
        let scale = NumberScale(spec)
        #expect(scale.stepped(from: 350, by: 4) == 10)
        #expect(scale.stepped(from: 10, by: -4) == 350)
        #expect(scale.stepped(from: 355, by: 1) == 0)
        #expect(scale.stepped(from: 360, by: 1) == 5)
        #expect(scale.stepped(from: 352, by: 1) == 355)
        #expect(scale.stepped(from: 350, by: 1, size: .big) == 50)
        #expect(scale.stepped(from: 0, by: -1, size: .fine) == 359.5)
        for count in [Int.min, .max] { #expect((0...360).contains(scale.stepped(from: 6, by: count))) }
        (spec.step, spec.bigStep) = (7, 60)
        let uneven = NumberScale(spec)
        #expect(uneven.stepped(from: 357, by: 1) == 0)
        #expect(uneven.stepped(from: 0, by: -1) == 357)
        #expect(uneven.stepped(from: 359, by: 2) == 7)
        #expect(uneven.stepped(from: 360, by: 1) == 7)
        #expect(uneven.stepped(from: 360, by: -1) == 357)
        #expect(uneven.turned(from: 350, by: 3) == 7)
        #expect(uneven.turned(from: 7, by: -2) == 357)
        for count in [Int.min, .max] { #expect((0...360).contains(uneven.stepped(from: 6, by: count))) }
        spec.step = 0
        let smooth = NumberScale(spec)
        #expect(smooth.stepped(from: 358.2, by: 1).distance(to: 1.8).magnitude < 1e-9)
        #expect(smooth.stepped(from: 350, by: 1, size: .big) == 50)
        #expect(smooth.along(from: 0, byRaw: -1, of: MessagePositions(last: 360)) == 359)
        #expect(smooth.along(from: 359, byRaw: 1, of: MessagePositions(last: 360)) == 0)
        #expect(smooth.along(from: 360, byRaw: -1, of: MessagePositions(last: 360)) == 359)
        #expect(spec.number(of: .number(370)) == 10)
        #expect(spec.number(of: .number(-10)) == 350)
        #expect(spec.number(of: .number(360)) == 360)
        #expect(spec.number(of: .number(.infinity)) == 360)
        spec.isCircle = false
        #expect(NumberScale(spec).along(from: 0, byRaw: -1, of: MessagePositions(last: 360)) == 0)
        #expect(spec.number(of: .number(370)) == 360)
    }

    @Test("in a circle the lowest step follows the highest, and the other way round")
    func cycling() {
        let scale = NumberScale(Self.spec(0, 10, step: 3))
        var (up, down): ([Double], [Double]) = ([], [])
        for index in 1...5 {
            up.append(scale.cycled(from: up.last ?? 0, by: 1))
            down.append(scale.cycled(from: down.last ?? 0, by: -1))
            #expect(scale.cycled(from: 0, by: index) == up.last)
        }
        #expect(up == [3, 6, 9, 0, 3])
        #expect(down == [9, 6, 3, 0, 9])
        #expect(scale.cycled(from: 4, by: 1) == 6)
        #expect(scale.cycled(from: 4, by: -1) == 3)
        #expect(scale.cycled(from: 10, by: 1) == 0)
        #expect(scale.cycled(from: 10, by: -1) == 9)
        #expect(scale.cycled(from: 6, by: 0) == 6)
        for count in [Int.min, .max] { #expect((0...10).contains(scale.cycled(from: 6, by: count))) }
        let continuous = NumberScale(Self.spec(0, 200))
        #expect(continuous.cycled(from: 200, by: 1) == 0)
        #expect(continuous.cycled(from: 0, by: -1) == 200)
        #expect(continuous.cycled(from: 0, by: 1) == 2)
        let endless = NumberScale(Self.spec(-.infinity, 10, .audio, step: 50))
        #expect(endless.cycled(from: 0, by: 1) == -.infinity)
        #expect(endless.cycled(from: -.infinity, by: 1) == -50)
        #expect(endless.cycled(from: -.infinity, by: -1) == 0)
    }

    @Test("without a step, a step is a hundredth of the travel")
    func steppingWithoutStep() {
        let scale = NumberScale(Self.spec(0, 200))
        #expect(scale.stepped(from: 0, by: 1) == 2)
        #expect(scale.stepped(from: 100, by: -50) == 0)
        #expect(scale.stepped(from: 100, by: .max) == 200)
        #expect(scale.stepped(from: 100, by: .min) == 0)
    }
}
