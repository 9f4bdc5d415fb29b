import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Motors without a touch sensor: what they report is not a hand, and a hand still wins")
struct MotorTests {
    static let habits: [MotorPort.Habit] = [
        .once(after: 0), .once(after: 2), .once(after: 40), .once(after: 120), .once(after: 400), .once(after: 800),
        .onItsWay(steps: 1, every: 5), .onItsWay(steps: 1, every: 20), .onItsWay(steps: 9, every: 10), .onItsWay(steps: 3, every: 40),
    ]
    /// Each answer is so far beside: always the same, less and less, to and fro.
    static let shifts: [[Int]] =
        [0, 1, -1, 2, -3, 5, -7].map { [$0] } + [[6, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0], [1, -1], [0, 3, -3, 0], [-2, 0]]

    private static let echoes: [EchoPolicy] = [.release, .immediate, .never]

    private func console(_ port: MotorPort, echo: EchoPolicy, _ kind: MessageKind = .cc) -> Console {
        var fader = Desks.fader(kind, isTouchable: false, echo: echo)
        fader.holdOff = .milliseconds(250)
        let console = Console(Desks.single(fader, kind == .cc ? Desks.level : Desks.fine))
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        return console
    }

    @Test("a value that was set stays, whatever the motor reports: nothing goes round, and it is told once", arguments: habits, echoes)
    func setStays(habit: MotorPort.Habit, echo: EchoPolicy) {
        for shifts in Self.shifts {
            let port = MotorPort(habit, shifts: shifts)
            let console = console(port, echo: echo)
            var goals: [UInt32] = [0]
            for (turn, value) in [90, 20, 21, 120, 64, 64, 10].enumerated() {
                let start = MonotonicTime.ms(UInt64(turn + 1) * 5000)
                let isOver = port.run(console, sets: [(start, Double(value))], until: start + .milliseconds(4900))
                #expect(isOver && console.value(of: 0) == Double(value), "\(habit) \(shifts) after \(value)")
                #expect(console.nextDeadline == .never)
                if UInt32(value) != goals.last { goals.append(UInt32(value)) }
            }
            #expect(port.sent == goals, "\(habit) \(shifts): no correction is needed")
            let besides = port.notices.filter { $0 != .echoing(surface: 0) }
            #expect(besides.count == (shifts == [0] ? 0 : 1), "\(habit) \(shifts): \(port.notices)")
            if shifts.count == 1, shifts[0] != 0 { #expect(besides == [.beside(control: 0, steps: Int32(abs(shifts[0])))]) }
        }
    }

    @Test("a motor that rests far beside where it is sent changes no value and is sent nothing else; told once", arguments: [12, -20, 40])
    func farBeside(shift: Int) {
        for delay in [0, 3, 60] as [UInt64] {
            let port = MotorPort(.once(after: delay), shifts: [shift])
            let console = console(port, echo: .release)
            let isOver = port.run(
                console, sets: [(.ms(5000), 60), (.ms(10_000), 70), (.ms(15_000), 70), (.ms(20_000), 64)], until: .ms(30_000))
            #expect(isOver && console.value(of: 0) == 64)
            #expect(console.nextDeadline == .never)
            #expect(port.sent == [0, 60, 70, 64])
            #expect(port.notices.filter { $0 != .echoing(surface: 0) }.count == 1)
        }
    }

    /// A hand that moves from one position to another, a reading each 10 ms.
    private func hand(from start: Int, to end: Int, at time: UInt64, step: Int) -> [(at: MonotonicTime, position: Int)] {
        let count = max(abs(end - start) / step, 1)
        return (1...count).map { (.ms(time + UInt64($0) * 10), $0 == count ? end : start + (end > start ? step : -step) * $0) }
    }

    @Test("a hand wins: after the motor, and while it is on its way", arguments: habits + [.silent], [0, 30, 200, 600, 3000] as [UInt64])
    func handWins(habit: MotorPort.Habit, delay: UInt64) {
        for shifts in [[0], [1], [-3], [2, -2]] {
            for echo in Self.echoes {
                let port = MotorPort(habit, shifts: shifts)
                let console = console(port, echo: echo)
                var at: UInt64 = 10_000
                #expect(port.run(console, sets: [(.ms(3000), 50), (.ms(6000), 90)], until: .ms(9000)))
                for (value, end) in [(90, 30), (10, 70), (64, 127), (64, 0), (100, 60)] {
                    at += 10_000
                    let moves = hand(from: value, to: end, at: at + delay, step: 2)
                    let isOver = port.run(console, hand: moves, sets: [(.ms(at), Double(value))], until: .ms(at + 9900))
                    let off = abs(console.value(of: 0) - Double(end))
                    // A hand's last step may be as small as the device's offset.
                    let most = Double(max((shifts.map { abs($0) }.max() ?? 0) * 2, 3))
                    #expect(isOver && off <= most, "\(habit) \(shifts) \(echo): \(console.value(of: 0)) after a hand to \(end)")
                    #expect(console.nextDeadline == .never, "\(habit) \(shifts) \(echo): \(port.sent.suffix(8))")
                }
                #expect(port.sent.count < 2000, "\(habit) \(shifts) \(echo): \(port.sent.count)")
                #expect(port.notices.count <= 2)
            }
        }
    }

    @Test("single steps of a hand count, one after the other, as slowly as they come", arguments: [100, 300, 420, 700, 1500] as [UInt64])
    func slowSteps(pause: UInt64) {
        for habit in [.silent, .once(after: 2), .onItsWay(steps: 1, every: 5)] as [MotorPort.Habit] {
            let port = MotorPort(habit, shifts: [0])
            let console = console(port, echo: .release)
            #expect(port.run(console, sets: [(.ms(1000), 64)], until: .ms(8000)))
            var (time, random) = (8000 as UInt64, SeededGenerator(seed: pause))
            for step in 1...20 {
                time += pause + UInt64.random(in: 0...60, using: &random)
                #expect(port.run(console, hand: [(.ms(time), 64 + step)], until: .ms(time + 1)))
                #expect(console.value(of: 0) == Double(64 + step), "\(habit)")
            }
        }
    }

    @Test(
        "what answers beside where a hand left it is followed once, or three times if nothing is known of it, and then there is silence",
        arguments: habits, [true, false])
    func creeps(habit: MotorPort.Habit, hasReported: Bool) {
        for (shifts, echo) in Self.shifts.flatMap({ shifts in Self.echoes.map { (shifts, $0) } }) {
            // A device that has reported nothing so far is answered at each move, and so is what it begins to answer.
            if echo == .immediate, !hasReported { continue }
            let corrections = hasReported ? echo == .immediate ? 2 : 1 : 3
            for (gaps, step) in [([10], 2), ([5], 1), ([10], 4), ([60], 2), ([300], 1), ([20, 60, 15, 80, 40], 1), ([265], 1)]
                as [([UInt64], Int)]
            {
                let port = MotorPort(hasReported ? habit : .silent, shifts: shifts)
                let console = console(port, echo: echo)
                #expect(port.run(console, sets: [(.ms(3000), 50), (.ms(6000), 90), (.ms(9000), 60)], until: .ms(12_000)))
                port.habit = habit
                let most = Double(shifts.map { abs($0) }.max() ?? 0)
                var (time, place) = (12_000 as UInt64, Int(console.value(of: 0)))
                for end in [100, 97, 40, 44] {
                    var moves: [(at: MonotonicTime, position: Int)] = []
                    while place != end {
                        place = place < end ? min(place + step, end) : max(place - step, end)
                        time += gaps[moves.count % gaps.count]
                        moves.append((.ms(time), place))
                    }
                    time += 5000
                    let isOver = port.run(console, hand: moves, until: .ms(time))
                    func what() -> String {
                        "\(habit) \(shifts) \(echo) \(gaps) \(step) to \(end): \(console.value(of: 0)) \(port.sent.suffix(5))"
                    }
                    #expect(isOver && console.nextDeadline == .never, "\(what())")
                    #expect(port.corrections <= corrections, "\(what()): \(port.corrections)")
                    #expect(abs(console.value(of: 0) - Double(end)) <= most * Double(corrections), "\(what())")
                    place = Int(console.value(of: 0))
                }
                #expect(port.notices.count <= 2)
            }
        }
    }

    /// Desks on which a value is not simply where the control is.
    enum Variant: CaseIterable {
        case inverted, stepped, clamped, curved, fine, reloaded, overrun
    }

    private func configuration(_ variant: Variant, _ echo: EchoPolicy) -> Configuration {
        var fader = Desks.fader(variant == .fine ? .pitchbend : .cc, isTouchable: false, echo: echo)
        fader.holdOff = .milliseconds(250)
        fader.isInverted = variant == .inverted
        let parameter =
            switch variant {
            case .stepped: ParameterSpec(id: "steps", minimum: 0, maximum: 127, step: 10, decimals: 0)
            case .curved: Desks.master
            case .fine: Desks.fine
            default: Desks.level
            }
        return variant == .clamped ? Desks.price(controls: fader) : Desks.single(fader, parameter)
    }

    @Test(
        "the same if steps or the other end change the value, if it is inverted or curved, and through a reload or an overrun",
        arguments: Variant.allCases, [EchoPolicy.release, .never])
    func creeps(variant: Variant, echo: EchoPolicy) {
        let habits: [MotorPort.Habit] = [.once(after: 0), .once(after: 3), .onItsWay(steps: 1, every: 5), .silent]
        for (habit, shifts) in habits.flatMap({ habit in Self.shifts.map { (habit, $0) } }) {
            for gap in [10, 60] as [UInt64] {
                let kind = variant == .fine ? MessageKind.pitchbend : .cc
                let port = MotorPort(.silent, shifts: shifts, kind: kind)
                let desk = configuration(variant, echo)
                var console = Console(desk)
                console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
                #expect(port.run(console, sets: [(.ms(3000), 50), (.ms(6000), 0), (.ms(9000), 20)], until: .ms(12_000)))
                port.habit = habit
                // What the hand does alone.
                let silent = MotorPort(.silent, shifts: [0], kind: kind)
                let alone = Console(desk)
                alone.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: silent)
                var (time, place) = (12_000 as UInt64, 30)
                for end in [100, 43, 97] {
                    let moves = hand(from: place, to: end, at: time, step: 2).enumerated().map {
                        (at: MonotonicTime.ms(time + UInt64($0 + 1) * gap), position: $1.position)
                    }
                    time = moves.last!.at.nanoseconds / 1_000_000
                    #expect(silent.run(alone, hand: moves, until: .ms(time + 5000)))
                    #expect(port.run(console, hand: moves, until: .ms(time + 20)))
                    if variant == .reloaded {
                        let new = Console(desk)
                        new.adopt(console, Continuity(from: desk, to: desk), at: .ms(time + 20), port: port)
                        console = new
                    }
                    if variant == .overrun { console.overrun(at: .ms(time + 20), port: port) }
                    time += 5000
                    let isOver = port.run(console, until: .ms(time))
                    func what() -> String {
                        "\(variant) \(habit) \(shifts) \(echo) \(gap) to \(end): \(console.value(of: 0)) instead of \(alone.value(of: 0)), \(port.sent.suffix(5))"
                    }
                    #expect(isOver && console.nextDeadline == .never, "\(what())")
                    let isStepped = variant == .stepped
                    #expect(port.corrections <= 3, "\(what()): \(port.corrections)")
                    let shift = max(shifts.map { abs($0) }.max() ?? 0, isStepped ? 10 : 0)
                    let most = shifts == [0] || habit == .silent ? 0 : shift * 3
                    #expect(abs(console.value(of: 0) - alone.value(of: 0)) <= Double(most), "\(what())")
                    place = end
                }
            }
        }
    }

    @Test(
        "a hand that moves is answered at once if the device reports nothing, else on its way; and where it stops",
        arguments: [true, false])
    func answersOnTheWay(hasReported: Bool) {
        for (kind, pause, step) in [(.cc, 10, 1), (.cc, 5, 2), (.pitchbend, 4, 40), (.pitchbend, 2, 1)] as [(MessageKind, UInt64, Int)] {
            let port = MotorPort(hasReported ? .once(after: 2) : .silent, shifts: [hasReported ? 1 : 0], kind: kind)
            let console = console(port, echo: .immediate, kind)
            let unit = kind == .cc ? 1.0 : 128
            #expect(port.run(console, sets: [(.ms(3000), 50 * unit), (.ms(6000), 90 * unit), (.ms(9000), 5 * unit)], until: .ms(12_000)))
            port.habit = .silent
            var (time, place) = (12_000 as UInt64, Int(console.value(of: 0)))
            for _ in 1...(kind == .cc && step == 2 ? 55 : 100) {
                (time, place) = (time + pause, place + step)
                #expect(port.run(console, hand: [(.ms(time), place)], until: .ms(time)))
                #expect(console.value(of: 0) == Double(place))
                // At most a sixteenth of the travel behind.
                let behind = Double(place) - Double(port.sent.last ?? 0)
                #expect(behind <= Double(hasReported ? Int(kind.maximumRaw) / 16 + step : 0), "\(kind) \(behind)")
            }
            #expect(port.run(console, until: .ms(time + 250)))
            #expect(port.sent.last == UInt32(console.value(of: 0)), "\(kind)")
            #expect(port.run(console, until: .ms(time + 5000)) && console.nextDeadline == .never)
            #expect(port.corrections == 0 && port.sent.last == UInt32(console.value(of: 0)))
        }
    }

    @Test(
        "a hand that comes soon after a set wins, but for a last step near the goal while the motor may be on its way",
        arguments: [50, 100, 200, 500, 1500] as [UInt64], [10, 30, 60, 115] as [UInt64])
    func soonAfter(delay: UInt64, gap: UInt64) {
        let habits: [(MotorPort.Habit, Int)] = [
            (.silent, 0), (.once(after: 5), 0), (.once(after: 5), 1), (.once(after: 40), 0), (.onItsWay(steps: 1, every: 5), 0),
        ]
        for (habit, shift) in habits {
            for (echo, steps) in Self.echoes.flatMap({ echo in [1, 2, 10, 20].map { (echo, $0) } }) {
                let port = MotorPort(habit, shifts: [shift])
                let console = console(port, echo: echo)
                #expect(port.run(console, sets: [(.ms(1000), 60), (.ms(4000), 30)], until: .ms(8000)))
                let place = 40 + shift
                #expect(port.run(console, sets: [(.ms(8000), 40)], until: .ms(7999 + delay)))
                let moves = (1...steps).map { (at: MonotonicTime.ms(8000 + delay + UInt64($0) * gap), position: place + $0) }
                #expect(port.run(console, hand: moves, until: .ms(20_000)) && console.nextDeadline == .never)
                let off = abs(console.value(of: 0) - Double(place + steps))
                let isOver = delay >= (habit == .silent ? 1500 : 500)
                // A step of the hand may be as small as the device's offset.
                #expect(off <= (isOver || steps > 10 ? Double(3 * shift) : 7 + Double(shift)), "\(habit) \(shift) \(echo) \(steps): \(off)")
            }
        }
    }

    @Test("a fade is followed by a slow motor, and a hand that goes against it ends it")
    func fade() {
        let port = MotorPort(.onItsWay(steps: 1, every: 15), shifts: [1])
        let console = console(port, echo: .release)
        #expect(port.run(console, until: .ms(1000)))
        _ = console.handle(.glide(parameter: 0, to: 120, over: .milliseconds(3000), .recall), at: .ms(1000), port: port)
        #expect(port.run(console, until: .ms(9000)) && console.value(of: 0) == 120)
        _ = console.handle(.glide(parameter: 0, to: 0, over: .milliseconds(3000), .recall), at: .ms(9000), port: port)
        let moves = hand(from: 90, to: 110, at: 10_000, step: 1)
        #expect(port.run(console, hand: moves, until: .ms(20_000)))
        #expect(abs(console.value(of: 0) - 110) <= 2, "\(console.value(of: 0))")
    }

    @Test("a control that drives nothing is not sent to the bottom again and again because its motor rests beside it")
    func nothing() {
        let port = MotorPort(.once(after: 2), shifts: [1])
        let desk = configuration(.reloaded, .release)
        var console = console(port, echo: .release)
        #expect(port.run(console, sets: [(.ms(2000), 50)], until: .ms(5000)))
        let before = port.sent.count
        console = console.swapped(from: desk, to: desk, mappings: [.none], at: .ms(5000), port: port)
        #expect(port.run(console, until: .ms(20_000)))
        #expect(port.sent.count <= before + 1 && console.nextDeadline == .never)
    }

    @Test("a Mackie Control without touch: a slow motor with coarse readings does not change what was set; a hand does")
    func mackie() {
        for (grain, shift) in [(1, 0), (1, 40), (16, 0), (128, 0), (128, -100)] {
            for habit in [.onItsWay(steps: 160, every: 4), .onItsWay(steps: 700, every: 25), .once(after: 90)] as [MotorPort.Habit] {
                var surface = SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"))
                surface.speaks = .mackie(MackieSpec(greets: false))
                var fader = Desks.fader(.pitchbend, isTouchable: false, echo: .immediate)
                fader.input.channel = 0
                surface.controls = [fader]
                let console = Console(Configuration(parameters: [Desks.fine], surfaces: [surface]))
                let port = MotorPort(habit, shifts: [shift], grain: grain, kind: .pitchbend)
                console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
                let isOver = port.run(console, sets: [(.ms(3000), 14_745), (.ms(7000), 3000), (.ms(7150), 9000)], until: .ms(13_000))
                #expect(isOver && console.value(of: 0) == 9000, "\(habit) \(grain) \(shift): \(console.value(of: 0))")
                #expect(console.nextDeadline == .never)
                let moves = hand(from: 9000, to: 2000, at: 13_000, step: 150)
                #expect(port.run(console, hand: moves, until: .ms(20_000)))
                #expect(abs(console.value(of: 0) - 2000) <= 256, "\(habit) \(grain) \(shift): \(console.value(of: 0))")
            }
        }
    }
}
