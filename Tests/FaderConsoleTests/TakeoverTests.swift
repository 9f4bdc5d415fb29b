import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Takeover modes of controls without motors")
struct TakeoverTests {
    /// Plays moves and changes from elsewhere: `3` is a move to 0.3, `=7` sets the parameter to 0.7, `away` is another device.
    private func play(_ mode: TakeoverMode, from start: Double, _ acts: [String]) -> [Double] {
        var takeover = Takeover(mode)
        var value = start
        var values: [Double] = []
        for act in acts {
            if act.hasPrefix("=") {
                value = (Double(act.dropFirst()) ?? 0) / 10
            } else if act == "away" {
                takeover.forget()
            } else if let target = takeover.move(to: (Double(act) ?? 0) / 10, 0, value, at: value) {
                value = target
                takeover.took(0, value)
            }
            values.append((value * 1000).rounded() / 1000)
        }
        return values
    }

    @Test("jump: the parameter is where the control is")
    func jump() { #expect(play(.jump, from: 0.5, ["1", "9", "=2", "8"]) == [0.1, 0.9, 0.2, 0.8]) }

    @Test("pickup: nothing moves until the control reaches or passes the value, however fast")
    func pickup() {
        #expect(play(.pickup, from: 0.5, ["1", "3", "4.9", "6"]) == [0.5, 0.5, 0.49, 0.6])
        #expect(play(.pickup, from: 0.5, ["1", "9", "2"]) == [0.5, 0.9, 0.2], "one leap passes it")
        #expect(play(.pickup, from: 0.5, ["9", "1"]) == [0.5, 0.1])
        #expect(play(.pickup, from: 0.5, ["1", "9", "=2", "8", "7", "1"]) == [0.5, 0.9, 0.2, 0.2, 0.2, 0.1], "a change from elsewhere")
        #expect(play(.pickup, from: 0.5, ["1", "9", "=9", "8"]) == [0.5, 0.9, 0.9, 0.8], "the same value is no change")
        #expect(play(.pickup, from: 0.5, ["5", "away", "=2", "8", "1"]) == [0.5, 0.5, 0.2, 0.2, 0.1], "another device")
    }

    @Test("relative: one to one, until both meet at an end")
    func relative() {
        #expect(play(.relative, from: 0.5, ["1", "3", "5", "7", "10", "6"]) == [0.5, 0.7, 0.9, 1, 1, 0.6])
        #expect(play(.relative, from: 0.5, ["8", "6", "4", "0", "2"]) == [0.5, 0.3, 0.1, 0, 0.2])
    }

    @Test("scale: both arrive at the end together")
    func scale() {
        #expect(play(.scale, from: 0.5, ["0", "2", "10", "4"]) == [0.5, 0.6, 1, 0.4])
        #expect(play(.scale, from: 0.8, ["4", "2", "0", "3"]) == [0.8, 0.4, 0, 0.3])
    }

    @Test("small moves add up where the parameter has few steps", arguments: [TakeoverMode.scale, .relative])
    func steps(mode: TakeoverMode) {
        var takeover = Takeover(mode)
        var value = 0.5
        for place in stride(from: 0.1, through: 0.9, by: 0.01) {
            guard let target = takeover.move(to: place, 0, value, at: value) else { continue }
            value = (target * 2).rounded() / 2
            takeover.took(0, value)
        }
        #expect(value == 1)
    }

    @Test("the parameter always stays on its travel, and a control that moves through its whole travel has picked it up")
    func properties() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<2000 {
            let mode = TakeoverMode.allCases.randomElement(using: &random) ?? .jump
            var takeover = Takeover(mode)
            var value = Double.random(in: 0...1, using: &random)
            func move(_ place: Double) {
                guard let target = takeover.move(to: place, 0, value, at: value) else { return }
                #expect((0...1).contains(target))
                value = target
                takeover.took(0, value)
            }
            for _ in 0..<20 {
                if Bool.random(using: &random) { value = Double.random(in: 0...1, using: &random) }
                move(Double.random(in: 0...1, using: &random))
            }
            for step in [0.0, 1, 0.5] { move(step) }
            #expect(value == 0.5 && takeover.holds(0, value), "\(mode) sticks")
        }
    }

    @Test("pickup: a control that stood at the value follows from there, however far its next move goes, even over the seam of a circle")
    func fromItsPlace() {
        for (place, isCircle, isThere) in [
            (0.5, false, true), (0.49, false, true), (0.4, false, false), (0.0, false, false), (0, true, false),
        ] {
            var takeover = Takeover(.pickup)
            takeover.moveFree(to: place)
            #expect((takeover.move(to: 0.45, 0, 0.5, at: 0.5, isCircle: isCircle) != nil) == isThere, "from \(place)")
        }
        for (isCircle, isThere) in [(true, true), (false, false)] {
            var takeover = Takeover(.pickup)
            takeover.moveFree(to: 0)
            #expect((takeover.move(to: 0.3, 0, 1, at: 1, isCircle: isCircle) != nil) == isThere)
        }
        var takeover = Takeover(.pickup)
        #expect(takeover.move(to: 0.3, 0, 0, at: 0) == nil, "nobody knows where it was")
    }
}
