import FaderTesting
import FaderValues
import Testing

@testable import FaderTargets

@Suite("The protocol of X32 and X-Air")
struct ConsoleTests {
    /// Plays lines of a time in ms and an event; runs the ticks that are due until then. Returns each effect with its time.
    private func play(_ script: [(Int, ConsoleWatch.Event?)]) -> [String] {
        var (watch, told) = (ConsoleWatch(), [String]())
        func tell(_ effects: [ConsoleWatch.Effect], _ time: Duration) {
            told += effects.map { "\(Int(time / .milliseconds(1))) \(Self.text($0))" }
        }
        for (time, event) in script {
            while let due = watch.deadline, due < .milliseconds(time) { tell(watch.handle(.tick, at: due), due) }
            if let event { tell(watch.handle(event, at: .milliseconds(time)), .milliseconds(time)) }
        }
        return told
    }

    private static func text(_ effect: ConsoleWatch.Effect) -> String {
        switch effect {
        case .open: "open"
        case .greet: "greet"
        case .subscribe: "subscribe"
        case .appeared: "there"
        case .askAll: "ask all"
        case .gone(let reason, let since): "gone since \(Int(since / .milliseconds(1))): \(reason)"
        }
    }

    @Test("a console is there when it answers, is subscribed to every 4 s, and at rest nothing else is sent but a greeting")
    func rest() {
        #expect(
            play([(0, .opened), (20, .heard), (4021, .heard), (8021, .heard), (9000, nil)]) == [
                "0 greet", "20 subscribe", "20 there", "4020 subscribe", "4020 greet", "8020 subscribe", "8020 greet",
            ])
    }

    @Test("one that never answers is greeted three times, then looked for again after 1, 2, 4 and 8 s, and said to be missing once")
    func missing() {
        #expect(
            play([(0, .opened), (4000, .opened), (9500, nil)]) == [
                "0 greet", "900 greet", "1800 greet", "2700 gone since 0: it has not answered yet", "3700 open",
                "4000 greet", "4900 greet", "5800 greet", "8700 open",
            ])
        #expect(play([(0, .opened), (3000, .heard)]).suffix(2) == ["3000 subscribe", "3000 there"])
    }

    @Test("one that falls silent while it is used is gone within 4 s, and what was sent since its last word may be lost")
    func silence() {
        #expect(
            play([(0, .opened), (10, .heard), (2000, .used), (2001, .heard), (2002, .used), (2500, .used), (7000, nil)]) == [
                "0 greet", "10 subscribe", "10 there", "2000 greet", "2900 greet", "3800 greet", "4010 subscribe", "4700 greet",
                "5600 gone since 2001: it has not answered for 3.6 s", "6600 open",
            ])
    }

    @Test("a refusal ends it at once, its wait is kept, and a reload tries at once")
    func refusal() {
        #expect(
            play([
                (0, .opened), (10, .heard), (50, .refused("no", pause: .seconds(30))), (60, .refused("no", pause: .seconds(30))),
                (1000, .reloaded), (1001, .opened), (1005, .heard),
            ]) == [
                "0 greet", "10 subscribe", "10 there", "50 gone since 10: no", "1000 open", "1001 greet", "1005 subscribe", "1005 there",
            ])
    }

    @Test("after a flood and after a recall everything is asked, once it is calm, and at most every 2 s")
    func rounds() {
        let start: [(Int, ConsoleWatch.Event?)] = [(0, .opened), (10, .heard)]
        let flood = (0..<500).map { (1000 + $0 / 10, ConsoleWatch.Event?.some(.told)) }
        #expect(play(start + flood + [(2000, nil)]).suffix(1) == ["1349 ask all"])
        // Twenty at a time are no flood.
        let calm = (0..<500).map { (1000 + $0 * 5 + $0 / 20 * 20, ConsoleWatch.Event?.some(.told)) }
        #expect(!play(start + calm.prefix(100)).contains { $0.hasSuffix("ask all") })
        #expect(
            play(start + [(1000, .recalled), (1100, .recalled), (1500, .recalled), (4000, nil)]).filter { $0.hasSuffix("all") } == [
                "1400 ask all", "3400 ask all",
            ])
        // One without an end does not put it off for ever.
        let endless = (0..<50_000).map { (1000 + $0 / 10, ConsoleWatch.Event?.some(.told)) }
        let asked = play(start + endless).filter { $0.hasSuffix("ask all") }.compactMap { Int($0.prefix { $0 != " " }) }
        #expect(asked == [2002, 4002])
    }

    @Test("what was written is asked 300 ms after the last write, each address once")
    func writes() {
        var writes = ConsoleWrites()
        func ms(_ time: Int) -> Moment { .milliseconds(time) }
        for time in stride(from: 0, through: 1000, by: 20) { writes.wrote("/a", at: ms(time)) }
        writes.wrote("/b", at: ms(1010))
        var asked: [String] = []
        while let due = writes.deadline { asked += writes.take(at: due).map { "\(Int(due / .milliseconds(1))) \($0)" } }
        // One that was written on and on may be a little later.
        #expect(asked == ["1310 /b", "1310 /a"])
        for turn in 0..<10_000 { writes.wrote("/\(turn % 500)", at: ms(2000 + turn)) }
        #expect(Set(writes.take(at: ms(20_000))).count == 500 && writes.deadline == nil)
    }

    @Test("levels are read whatever the length of the blob, and what is no number is silence")
    func levels() throws {
        func blob(_ count: Int32, _ numbers: [Float], _ cut: Int = 0) -> [UInt8] {
            let words = [UInt32(bitPattern: count)] + numbers.map(\.bitPattern)
            return Array(words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }.dropLast(cut))
        }
        let levels = try #require(ConsoleLevels.decode(blob(5, [1, 0.1, 0, .nan, -.infinity]), of: "x32"))
        #expect(levels.map { ($0 * 100).rounded() / 100 } == [0, -20, -.infinity, -.infinity, -.infinity])
        // The head of an X-Air's message: −20 dB, then silence.
        #expect(ConsoleLevels.decode([2, 0, 0, 0, 0x00, 0xEC, 0x00, 0x80], of: "xair") == [-20, -.infinity])
        for bad in [[], [1, 0, 0], blob(5, [1]), blob(-1, [1]), blob(0, []), blob(.max, [1, 1]), blob(2, [1, 1], 1)] {
            #expect(ConsoleLevels.decode(bad, of: "x32") == nil)
        }
    }

    @Test("the words of families that clients know are those of the families, and each map has what its row says")
    func families() {
        #expect(FoundConsole.families == ConsoleFamily.all.map(\.word))
        func place(_ family: ConsoleFamily) -> String {
            FoundConsole(family: family.word, name: "", model: "", firmware: "", address: "host").place
        }
        for family in ConsoleFamily.all {
            #expect(place(family) == (family.wire.introduction == nil ? "\(family.word):host" : "host"))
        }
        for family in ConsoleFamily.all {
            for strip in family.strips {
                #expect((1...strip.count).allSatisfy { family.point(strip, $0, nil) != nil })
                let sends = strip.sends.flatMap { goal in
                    (1...goal.count).map { family.send(strip, strip.count, to: goal, $0, nil)?.address }
                }
                #expect(!sends.contains(nil) && Set(sends).count == sends.count)
            }
            let faders = family.strips.flatMap { strip in (1...strip.count).compactMap { family.point(strip, $0, nil)?.address } }
            #expect(Set(faders).count == faders.count && (0..<family.muteGroups).allSatisfy { family.muteGroup($0 + 1) != nil })
        }
    }

    @Test("no number on the wire is anything but a value, and each step of each law is its own")
    func laws() {
        for law in [ConsoleLaw.fader, .send, .pan, .gain, .taper(steps: 255), .taper(steps: 127), .curve(steps: 1000)] {
            let values = (0...law.steps).map { law.value(of: Double($0) / Double(law.steps)) }
            #expect(values == values.sorted() && Set(values).count == law.steps + 1)
            for (step, value) in values.enumerated() {
                #expect(law.number(of: value) == Double(step) / Double(law.steps))
                // A console may be off by two units in the last place.
                let near = Double(Float(Double(step) / Double(law.steps)).nextUp.nextUp)
                #expect(law.value(of: near) == value)
            }
            #expect(
                law.number(of: 1e9) == 1 && law.number(of: -1e9) == 0 && law.value(of: 7) == values.last
                    && law.value(of: -7) == values.first)
        }
        #expect(ConsoleLaw.fader.number(of: 0) == 767.0 / 1023 && ConsoleLaw.send.number(of: 0) == 0.75)
    }

    @Test("scenes are asked one after the other, and are options by their names; one without a name is none")
    func scenes() throws {
        var scenes = try ConsoleScenes(#require(ConsoleFamily.xair.scenes))
        #expect(scenes.question == "/-snap/01/name" && !scenes.areKnown && scenes.addresses.count == 64)
        for number in 1...64 {
            #expect(scenes.question.flatMap(scenes.family.number) == number)
            #expect(scenes.hear([2: "Intro", 9: "Intro", 10: " \u{1B} "][number] ?? "", of: number) == nil)
        }
        #expect(scenes.areKnown && scenes.question == nil && scenes.titles == ["Intro", "Intro (9)"])
        #expect(scenes.number(titled: "Intro (9)") == 9 && scenes.number(titled: "Scene 3") == nil && scenes.title(of: 3) == "Scene 3")
        // A new name is told with the former one; a new scene, and one that is gone, have none.
        #expect(scenes.hear("Outro", of: 9) == "Intro (9)" && scenes.hear("New", of: 3) == nil && scenes.hear("", of: 2) == "Intro")
        #expect(scenes.titles == ["New", "Outro"] && scenes.hear("Outro", of: 9) == nil)
        scenes.begin()
        scenes.miss()
        #expect(scenes.areKnown && scenes.titles.count == 64 && scenes.number(titled: "Scene 64") == 64)
        // It answers after all.
        _ = scenes.hear("Late", of: 1)
        #expect(!scenes.areKnown && scenes.question == "/-snap/02/name")
        for bad in ["/-snap/65/name", "/-snap/name", "/-snap/00/name", "/-snap/1x/name", "/ch/01/config/name"] {
            #expect(scenes.family.number(of: bad) == nil)
        }
    }

    @Test("colors of strips: sixteen, of which inverted ones are the same, off is none, and there are no more")
    func colors() {
        let red = StripColor("red")
        func color(_ number: Int32) -> StripColor?? { X32Map.colors.color(told: [.integer(number)]) }
        #expect(color(1) == .some(red) && color(9) == .some(red) && color(15) == .some(.white))
        for number: Int32 in [0, 8] { #expect(color(number) == .some(nil)) }
        for number: Int32 in [16, -1] { #expect(color(number) == nil) }
        #expect(X32Map.colors.color(told: [.text("red")]) == nil && X32Map.colors.color(told: [.float(.nan)]) == nil)
    }

    @Test("arguments of other types are no values, and texts are cut without half a character")
    func values() {
        let texts = TargetTexts(text: { _ in "ÄÄÄÄÄÄÄÄ" }, number: { Double($0.count) })
        let level = ConsoleValue(.scale(.fader), ParameterSpec(id: "a", minimum: -.infinity, maximum: 10, taper: .audio), texts)
        for bad: OSCMessage.Argument in [.text("0.5"), .blob([1]), .float(.nan), .float(.infinity), .color(5)] {
            #expect(level.number(of: [bad]) == nil)
        }
        #expect(level.number(of: []) == nil && level.number(of: [.integer(1)]) == 1)
        let color = ConsoleValue(.choice(first: 0), ParameterSpec(id: "a", maximum: 15, step: 1, kind: .choice([])), texts)
        #expect(
            color.number(of: [.integer(15)]) == 15 && color.number(of: [.integer(16)]) == nil && color.number(of: [.integer(-1)]) == nil)
        let name = ConsoleValue(.text(bytes: 12), ParameterSpec(id: "a", kind: .text(TextRule(maximumLength: 12))), texts)
        #expect(
            name.argument(of: 0) == .text("ÄÄÄÄÄÄ") && name.number(of: [.integer(1)]) == nil
                && name.number(of: [.text(String(repeating: "x", count: 200))]) == nil)
    }
}
