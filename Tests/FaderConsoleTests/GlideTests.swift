import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Glides: a value that moves by itself, and the motors with it")
struct GlideTests {
    @Test(
        "on every taper the motor moves monotonically, with at most 50 messages a second, and the value ends exactly",
        arguments: [Taper.linear, .log, .audio, .points([TaperPoint(0, 20), TaperPoint(0.5, 30), TaperPoint(1, 90)])])
    func monotone(taper: Taper) throws {
        for (step, target) in [(0.0, 81.37), (0.5, 33.3), (7, 50), (0, 20)] {
            let spec = ParameterSpec(id: "level", minimum: 20, maximum: 90, defaultValue: 61.7, step: step, taper: taper)
            let configuration = Configuration(parameters: [spec], surfaces: [Desks.surface("desk", Desks.fader(.pitchbend))])
            let script = "0ms glide level \(target) 3000ms\n3000ms get level = 0\n9000ms wait"
            let lines = Transcript.play(script, on: configuration).split(separator: "\n")
            let isExact = lines.contains { $0.hasSuffix("get level = \(target)") || $0.hasSuffix("get level = \(Int(target))") }
            #expect(isExact, "\(lines.suffix(3))")
            let raws = lines.filter { $0.contains("out") }.compactMap { Int($0.split(separator: " ").last ?? "") }
            #expect(raws.count <= 150 && raws.count >= 2, "\(raws.count)")
            #expect(raws == raws.sorted() || raws == raws.sorted(by: >), "\(taper) \(step): \(raws)")
        }
    }

    /// A range of two ends on two faders, 1 and 2.
    private func range(_ meet: Meet, _ gap: Double = 10, _ taper: Taper = .linear, defaults: (Double, Double)) -> Configuration {
        let ends = [("low", defaults.0), ("high", defaults.1)].map {
            ParameterSpec(id: $0.0, minimum: 1, maximum: 128, defaultValue: $0.1, taper: taper)
        }
        return Configuration(
            parameters: ends,
            surfaces: [Desks.surface("desk", Desks.fader(.cc14, parameter: 0), Desks.fader(.cc14, number: 2, parameter: 1))],
            compounds: [CompoundSpec(id: "r", kind: .range(gap: gap, meet: meet), parts: [0, 1])])
    }

    @Test(
        "both ends of a range glide without stopping each other, monotonically, at most 50 messages a second each, and end exactly",
        arguments: [Meet.stop, .push], [Taper.linear, .log])
    func ends(meet: Meet, taper: Taper) {
        for (from, to) in [((11.0, 21.0), (101.0, 111.0)), ((101, 111), (11, 21)), ((11, 121), (51, 61)), ((51, 61), (11, 121))] {
            for order in [["low \(to.0)", "high \(to.1)"], ["high \(to.1)", "low \(to.0)"]] {
                // Asked for one after the other, so their ends fall into different ticks.
                let script = "0ms glide \(order[0]) 1000ms\n1ms glide \(order[1]) 1000ms\n3000ms get low = 0\nget high = 0"
                let lines = Transcript.play(script, on: range(meet, 10, taper, defaults: from)).split(separator: "\n")
                #expect(lines.suffix(2) == ["3000ms get low = \(Int(to.0))", "get high = \(Int(to.1))"], "\(from) \(to) \(order)")
                for fader in 1...2 {
                    let raws = lines.filter { $0.contains("cc14 \(fader) ") }.compactMap { Int($0.split(separator: " ").last ?? "") }
                    #expect(raws == raws.sorted() || raws == raws.sorted(by: >), "\(from) \(to) \(fader): \(raws)")
                    #expect(raws.count <= 51 && raws.count > 10, "\(raws.count)")
                }
            }
        }
    }

    @Test("a thousand glides share the tick, a hand can interrupt, and all end exactly")
    func many() {
        let count = 1000
        let specs = (0..<count).map { ParameterSpec(id: "p\($0)", maximum: 127) }
        let console = Console(Configuration(parameters: specs))
        let port = FakePort(surfaces: 0)
        for index in 0..<ParameterIndex(count) {
            let command = Command.glide(parameter: index, to: 100, over: .milliseconds(1000), .recall)
            _ = console.handle(command, under: Terms(change: ChangeNumber.ofCaller(0)), at: .zero, port: port)
        }
        var wakeUps = 0
        while console.nextDeadline != .never, wakeUps < 1000 {
            console.advance(to: console.nextDeadline, port: port)
            wakeUps += 1
            let waiting = (0..<ParameterIndex(count)).count { console.value(of: $0) != console.value(of: 0) }
            #expect(wakeUps % 4 == 0 ? waiting == 0 : waiting > 0, "a tick comes in four parts")
        }
        #expect(wakeUps == 200)
        #expect(
            (0..<ParameterIndex(count)).allSatisfy {
                console.value(of: $0) == 100 && console.report(of: $0).change == ChangeNumber.ofCaller(0)
            })
        #expect((0..<ParameterIndex(count)).allSatisfy { console.report(of: $0).before == 0 && console.report(of: $0).origin == .recall })
    }

    @Test("a glide ended by a command leaves room for the parameter's next one, any number of times")
    func again() {
        let console = Console(Desks.single())
        let port = FakePort(surfaces: 1)
        for index in 0..<1000 {
            let target = Double(index % 2 * 100 + 1)
            _ = console.handle(.glide(parameter: 0, to: target, over: .milliseconds(50), .recall), at: .ms(UInt64(index)), port: port)
            if index % 3 == 0 { _ = console.handle(.set(parameter: 0, 50, .text), at: .ms(UInt64(index)), port: port) }
            if console.nextDeadline <= .ms(UInt64(index)) { console.advance(to: .ms(UInt64(index)), port: port) }
        }
        while console.nextDeadline != .never { console.advance(to: console.nextDeadline, port: port) }
        #expect(console.value(of: 0) == 50)
    }
}
