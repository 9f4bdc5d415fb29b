import FaderAPI
import Testing

@testable import FaderCLI

@Suite("Guessing a control from its messages")
struct ControlGuessTests {
    /// Plays messages 10 ms apart: `cc 7 ch 1 = 64`, with `>` before one that was sent; `rest` is a second without messages, after which
    /// the guess is made, and `pause` is 300 ms.
    private func play(_ lines: [String], client: String? = nil, known: String? = nil) -> [String] {
        var guess = ControlGuess()
        var now = Duration.zero
        return lines.map { line in
            if line == "rest" {
                now += .seconds(1)
                switch guess.outcome(at: now) {
                case .waiting: return "waiting"
                case .tooLittle(let message): return "too little: \(message)"
                case .held(let message): return "held: \(message)"
                case .unmappable(let message): return "unmappable: \(message)"
                case .turnLeft: return "left"
                case .unclear(let why): return "unclear: \(why)"
                case .found(let control): return control.known.map { "known \($0)" } ?? "\(control.kind) \(control.entry)"
                }
            }
            if line == "pause" {
                now += .milliseconds(300)
                return line
            }
            now += .milliseconds(10)
            let text = line.hasPrefix(">") ? String(line.dropFirst(2)) : line
            let raw = text.split(separator: " ").last.flatMap { Int($0) }
            guess.hear(
                MonitorResource(
                    time: "", surface: client == nil ? "desk" : nil, client: client, direction: line.hasPrefix(">") ? .sent : .received,
                    message: text, raw: raw, control: known), at: now)
            return line
        }
    }

    private func guess(_ messages: [String]) -> String { play(messages + ["rest"]).last ?? "" }

    private func sweep(_ address: String, _ values: [Int]) -> [String] { values.map { "\(address) = \($0)" } }

    @Test("faders and knobs: 7 bits, 14 bits in a pair, pitch bend, nrpn")
    func travels() {
        #expect(guess(sweep("cc 7 ch 1", [0, 9, 40, 99, 127])) == "fader {input: \"cc 7 ch 1\"}")
        #expect(guess([1, 30, 90].flatMap { ["cc 7 ch 2 = \($0)", "cc 39 ch 2 = \($0 / 2)"] }) == "fader {input: \"cc14 7 ch 2\"}")
        #expect(guess(sweep("pitchbend ch 3", [0, 300, 9000, 16383])) == "fader {input: \"pitchbend ch 3\"}")
        let nrpn = [5, 60, 120].flatMap { ["cc 99 ch 1 = 2", "cc 98 ch 1 = 44", "cc 6 ch 1 = \($0)", "cc 38 ch 1 = 3"] }
        #expect(guess(nrpn) == "fader {input: \"nrpn 300 ch 1\"}")
        let rpn = [5, 60, 120].flatMap { ["cc 101 ch 1 = 0", "cc 100 ch 1 = 5", "cc 6 ch 1 = \($0)"] }
        #expect(guess(rpn) == "fader {input: \"rpn 5 ch 1\"}")
        #expect(guess(sweep("cc 6 ch 1", [5, 60, 120])) == "fader {input: \"cc 6 ch 1\"}", "without a selection it is a controller")
        #expect(guess(sweep("cc 7 ch 1", [1, 2, 3, 4, 5])) == "fader {input: \"cc 7 ch 1\"}", "slowly at the lower end")
        #expect(guess(sweep("cc 7 ch 1", [127, 126, 125])) == "fader {input: \"cc 7 ch 1\"}", "and at the upper")
    }

    @Test("a touch makes it a motor fader, after the release")
    func touch() {
        let move = ["note 104 ch 1 = 127"] + sweep("pitchbend ch 1", [100, 4000, 9000, 16000])
        #expect(guess(move) == "waiting")
        #expect(guess(["note 104 ch 1 = 127"]) == "waiting", "a finger that has not moved yet")
        #expect(guess(move + ["note 104 ch 1 = 0"]) == "fader {input: \"pitchbend ch 1\", motor: true, touch: \"note 104 ch 1\"}")
    }

    @Test("buttons: notes, controllers that are on or off, programs")
    func buttons() {
        #expect(guess(["note 16 ch 1 = 127", "note 16 ch 1 = 0"]) == "button {input: \"note 16 ch 1\"}")
        #expect(guess(["cc 64 ch 1 = 127", "cc 64 ch 1 = 0"]) == "button {input: \"cc 64 ch 1\"}")
        #expect(guess(["program ch 1 = 3"]) == "button {input: \"program ch 1 = 3\"}")
    }

    @Test("programs and values tell pedals apart; a knob of programs goes from one to the next")
    func pedals() {
        #expect(guess(["cc 0 ch 1 = 0", "cc 32 ch 1 = 0", "program ch 1 = 7"]) == "button {input: \"program ch 1 = 7\"}", "with its bank")
        #expect(guess(sweep("program ch 1", [3, 4, 5, 7])) == "fader {input: \"program ch 1\"}")
        #expect(guess(sweep("program ch 1", [3, 9])).hasPrefix("unclear: it sent the programs 3, 9") == true)
        for value in [0, 20, 64, 100] {
            let message = "cc 80 ch 1 = \(value)"
            #expect(guess([message]) == "too little: cc 80 ch 1")
            #expect(guess([message, "pause", message]) == "button {input: \"\(message)\"}")
        }
        let low = play(presses("cc 80 ch 1 = 5") + ["rest", "cc 80 ch 1 = 5", "rest"])
        #expect(low[5] == "left", "it may be an encoder")
        #expect(low.last == "button {input: \"cc 80 ch 1 = 5\"}")
    }

    @Test("a pedal that sends 0 when it is pressed and 127 at rest is inverted; if a press was an echo, nobody knows")
    func reversedPedals() {
        let (inverted, usual) = ("button {input: \"cc 64 ch 1\", invert: true}", "button {input: \"cc 64 ch 1\"}")
        #expect(guess(sweep("cc 64 ch 1", [0, 127])) == inverted)
        #expect(
            play(["cc 64 ch 1 = 0", "rest", "cc 64 ch 1 = 127", "rest"]) == [
                "cc 64 ch 1 = 0", "too little: cc 64 ch 1", "cc 64 ch 1 = 127", inverted,
            ])
        #expect(guess(sweep("cc 64 ch 1", [0, 127, 0, 127])) == inverted)
        #expect(guess(sweep("cc 64 ch 1", [127, 0])) == usual)
        #expect(guess(sweep("cc 64 ch 1", [127, 0, 127, 0])) == usual)
        #expect(guess(["> cc 64 ch 1 = 127", "cc 64 ch 1 = 127", "cc 64 ch 1 = 0", "cc 64 ch 1 = 127"]) == usual)
    }

    @Test(
        "a counter that goes round from one end of its message to the other is no fader, in either direction and at any speed",
        arguments: [
            ("cc 7 ch 1", Array(0...127) + [0, 1, 2]), ("cc 7 ch 1", [110, 112, 115, 118, 121, 124, 127, 3, 6]),
            ("cc 7 ch 1", [6, 5, 4, 3, 2, 1, 0, 127, 126, 125]),
            ("pitchbend ch 1", stride(from: 0, to: 24000, by: 1000).map { $0 % 16384 }),
        ])
    func counters(address: String, values: [Int]) {
        #expect(guess(sweep(address, values)).contains("an encoder that goes round, which learn does not write"))
    }

    @Test("a fader that runs back, or is moved in jumps, is one")
    func jumps() {
        for values in [Array(0...127) + Array((0..<127).reversed()), [0, 30, 60, 90, 127, 0, 30, 60, 90, 127], [127, 100, 20, 0, 127]] {
            #expect(guess(sweep("cc 7 ch 1", values)) == "fader {input: \"cc 7 ch 1\"}")
        }
    }

    @Test(
        "how far a fader went short of an end of its message",
        arguments: [
            ([0, 15300], 16383, "it went from 0 to 15300, and its message goes from 0 to 16383"),
            ([0, 16256], 16383, "it went from 0 to 16256"),
            ([0, 16383], 16383, nil), ([40, 16380], 16383, nil), ([0, 100], 127, "it went from 0 to 100"),
            ([3, 127], 127, "it went from 3"),
            ([0, 127], 127, nil),
        ] as [([Int], Int, String?)])
    func reach(values: [Int], maximum: Int, told: String?) {
        let shortcoming = Reach(values, of: maximum)?.shortcoming
        #expect(told.map { shortcoming?.hasPrefix($0) == true } ?? (shortcoming == nil), "\(shortcoming ?? "")")
    }

    @Test("the second movement of a fader of 14 bits counts with the first, and the lower half of its ends is not known")
    func reaches() {
        var reach = Reach(upper: [0, 60, 100])
        #expect(reach?.shortcoming?.contains("to 12927") == true)
        if let more = Reach(upper: [90, 127]) { reach?.add(more) }
        #expect(reach?.shortcoming == nil)
    }

    @Test("a button that sends only note-on is found at its second press, and until then it is said what is missing")
    func noteOnOnly() {
        let press = "note 16 ch 1 = 127"
        #expect(play([press, "rest", "rest"]) == [press, "waiting", "held: note 16 ch 1"])
        #expect(play([press, "rest", "rest", press, "rest"]).last == "button {input: \"note 16 ch 1\"}")
        #expect(guess(["note 16 ch 1 = 5", "note 16 ch 1 = 5"]) == "button {input: \"note 16 ch 1 = 5\"}")
        #expect(guess(["note 16 ch 1 = 50", "note 16 ch 1 = 70"]) == "button {input: \"note 16 ch 1\"}", "it feels how hard it is pressed")
        let fader = ["note 104 ch 1 = 127"] + sweep("pitchbend ch 1", [100, 4000, 9000, 16000])
        #expect(play(fader + ["rest", "rest"]).last == "held: note 104 ch 1")
        #expect(guess(fader + fader) == "fader {input: \"pitchbend ch 1\"}", "a finger that is never said to leave is no touch sensor")
    }

    @Test("fourteen bits with halves swapped, at other numbers, and in another order")
    func halves() {
        let upper = [0, 20, 40, 60, 80, 100, 127], lower = [3, 99, 20, 110, 4, 90, 1]
        func pairs(_ first: (String, [Int]), _ second: (String, [Int])) -> [String] {
            zip(first.1, second.1).flatMap { ["\(first.0) = \($0)", "\(second.0) = \($1)"] }
        }
        #expect(guess(pairs(("cc 7 ch 1", upper), ("cc 39 ch 1", lower))) == "fader {input: \"cc14 7 ch 1\"}")
        #expect(guess(pairs(("cc 39 ch 1", lower), ("cc 7 ch 1", upper))) == "fader {input: \"cc14 7 ch 1\", lsb-first: true}")
        #expect(guess(pairs(("cc 39 ch 1", upper), ("cc 7 ch 1", lower))) == "fader {input: \"cc14 39/7 ch 1\"}")
        #expect(guess(pairs(("cc 20 ch 1", upper), ("cc 21 ch 1", lower))) == "fader {input: \"cc14 20/21 ch 1\"}")
        #expect(guess(pairs(("cc 20 ch 1", lower), ("cc 21 ch 1", upper))) == "fader {input: \"cc14 21/20 ch 1\", lsb-first: true}")
    }

    /// The same press three times, with pauses.
    private func presses(_ message: String) -> [String] { [message, "pause", message, "pause", message] }

    @Test("a button without releases: pressed once, several times, and as fast as an encoder is turned")
    func neverReleased() {
        let button = "button {input: \"cc 64 ch 1\"}"
        #expect(guess(["cc 64 ch 1 = 127"]) == button)
        #expect(guess(presses("cc 64 ch 1 = 127")) == button)
        #expect(
            guess(["cc 64 ch 1 = 100", "cc 64 ch 1 = 100", "cc 64 ch 1 = 100"]) == "button {input: \"cc 64 ch 1 = 100\"}",
            "no encoder says 100")
        let fast = play(sweep("cc 64 ch 1", [127, 127, 127]) + ["rest", "cc 64 ch 1 = 127", "rest"])
        #expect(fast[3] == "left", "it may be an encoder that is turned the wrong way round")
        #expect(fast.last == button, "that says the same again")
        #expect(guess(["cc 64 ch 1 = 64"]) == "too little: cc 64 ch 1", "it may be a fader that was moved by a hair")
    }

    @Test("a slowly turned encoder is not taken for a button: its values are low, or beside the middle")
    func slowEncoders() {
        #expect(guess(presses("cc 16 ch 1 = 1")) == "left")
        #expect(guess(presses("cc 16 ch 1 = 65")) == "left")
        #expect(guess(["cc 16 ch 1 = 65"]) == "too little: cc 16 ch 1")
    }

    @Test(
        "every encoding of an encoder, from a turn to the right and one to the left",
        arguments: [
            ("cc 16 ch 1", [1, 1, 2, 1], "cc 16 ch 1", [127, 127, 126], "relative: twos"),
            ("cc 16 ch 1", [127, 127, 127], "cc 16 ch 1", [1, 1, 1], "relative: twos, invert: true"),
            ("cc 16 ch 1", [65, 65, 66], "cc 16 ch 1", [63, 63, 62], "relative: offset"),
            ("cc 16 ch 1", [63, 63, 63], "cc 16 ch 1", [65, 65], "relative: offset, invert: true"),
            ("cc 16 ch 1", [1, 1, 3, 1], "cc 16 ch 1", [65, 65, 67], "relative: sign-magnitude"),
            ("cc 16 ch 1", [65, 65, 65], "cc 16 ch 1", [1, 1, 2, 1], "relative: inverted-sign-magnitude"),
            ("cc 16 ch 1", [1, 1, 1], "cc 17 ch 1", [1, 1, 1], "relative: next-cc"),
            ("pitchbend ch 1", [0, 0, 0], "pitchbend ch 1", [16383, 16383, 16383], "relative: direction"),
        ] as [(String, [Int], String, [Int], String)])
    func encoders(right: String, rightValues: [Int], left: String, leftValues: [Int], expected: String) {
        let played = play(sweep(right, rightValues) + ["rest"] + sweep(left, leftValues) + ["rest"])
        #expect(played[rightValues.count] == "left")
        #expect(played.last == "encoder {input: \"\(right)\", \(expected)}")
    }

    /// What a device sends for the values of an NRPN: with its number each time or only once, and with seven bits or fourteen.
    private func nrpn(_ values: [Int], isFine: Bool, selectsOnce: Bool = false, isFirst: Bool = true) -> [String] {
        values.enumerated().flatMap { index, value -> [String] in
            let selection = selectsOnce && !(isFirst && index == 0) ? [] : ["cc 99 ch 1 = 2", "cc 98 ch 1 = 44"]
            return selection + (isFine ? ["cc 6 ch 1 = \(value >> 7)", "cc 38 ch 1 = \(value & 127)"] : ["cc 6 ch 1 = \(value)"])
        }
    }

    @Test(
        "an encoder that sends an NRPN, of seven bits and of fourteen, whether it sends the number each time or once",
        arguments: [
            (false, [1, 1, 2], [127, 126, 127], "relative: twos"), (false, [65, 65, 65], [63, 62, 63], "relative: offset"),
            (false, [1, 2, 1], [65, 65, 66], "relative: sign-magnitude"), (true, [1, 1, 2], [16383, 16383, 16382], "relative: twos"),
            (true, [8193, 8193, 8194], [8191, 8190, 8191], "relative: offset"),
            (true, [8193, 8193, 8193], [1, 1, 2], "relative: inverted-sign-magnitude"),
            (true, [8191, 8191, 8190], [8193, 8193], "relative: offset, invert: true"),
        ], [false, true])
    func nrpnEncoders(_ turn: (isFine: Bool, right: [Int], left: [Int], expected: String), selectsOnce: Bool) {
        let right = nrpn(turn.right, isFine: turn.isFine, selectsOnce: selectsOnce)
        let left = nrpn(turn.left, isFine: turn.isFine, selectsOnce: selectsOnce, isFirst: false)
        let played = play(right + ["rest"] + left + ["rest"])
        #expect(played[right.count] == "left")
        #expect(played.last == "encoder {input: \"nrpn 300 ch 1\", \(turn.expected)}")
    }

    @Test("a fader that sends an NRPN is none, and a single step of an encoder is too little")
    func nrpnFaders() {
        #expect(guess(nrpn([100, 5_000, 9_000, 16_000], isFine: true, selectsOnce: true)) == "fader {input: \"nrpn 300 ch 1\"}")
        #expect(guess(nrpn([3, 40, 90], isFine: false)) == "fader {input: \"nrpn 300 ch 1\"}")
        #expect(guess(nrpn([1, 1], isFine: false)).hasPrefix("too little"))
    }

    @Test(
        "an encoder that sends notes, with and without releases",
        arguments: [
            ([1, 1, 2], [127, 127, 126], "relative: twos"), ([65, 66, 65], [63, 63], "relative: offset"),
            ([1, 1, 1], [65, 65, 65], "relative: sign-magnitude"), ([127, 127, 127], [1, 1], "relative: twos, invert: true"),
        ], [false, true])
    func noteEncoders(_ turn: (right: [Int], left: [Int], expected: String), isReleased: Bool) {
        func notes(_ values: [Int]) -> [String] {
            values.flatMap { ["note 16 ch 1 = \($0)"] + (isReleased ? ["note 16 ch 1 = 0"] : []) }
        }
        let played = play(notes(turn.right) + ["rest"] + notes(turn.left) + ["rest"])
        #expect(played[notes(turn.right).count] == "left")
        #expect(played.last == "encoder {input: \"note 16 ch 1\", \(turn.expected)}")
    }

    @Test("a button or a pad is no encoder, however it is pressed; two notes for the two directions are reported")
    func notesOfButtons() {
        let press = ["note 16 ch 1 = 127", "note 16 ch 1 = 0", "pause"]
        #expect(guess(press + press + press) == "button {input: \"note 16 ch 1\"}")
        #expect(guess(presses("note 16 ch 1 = 127")) == "button {input: \"note 16 ch 1\"}")
        let hit = [90, 14, 60].flatMap { ["note 16 ch 1 = \($0)", "note 16 ch 1 = 0"] }
        #expect(guess(hit) == "button {input: \"note 16 ch 1\"}")
        let fast = play(sweep("note 16 ch 1", [127, 0, 127, 0, 127, 0]) + ["rest", "note 16 ch 1 = 127", "note 16 ch 1 = 0", "rest"])
        #expect(fast[6] == "left" && fast.last == "button {input: \"note 16 ch 1\"}")
        let two = play(sweep("note 16 ch 1", [1, 1, 1]) + ["rest"] + sweep("note 17 ch 1", [1, 1, 1]) + ["rest"])
        #expect(two.last?.hasPrefix("unclear: to the right it sends \"note 16 ch 1\", to the left \"note 17 ch 1\"") == true)
    }

    @Test("values that fit no encoding are reported, and a single detent is not enough")
    func unclear() {
        #expect(guess(["cc 16 ch 1 = 1"]) == "too little: cc 16 ch 1")
        #expect(guess(sweep("cc 7 ch 1", [40, 41])) == "too little: cc 7 ch 1")
        let twice = play(sweep("cc 16 ch 1", [1, 1, 1]) + ["rest"] + sweep("cc 16 ch 1", [1, 1, 1]) + ["rest"])
        #expect(twice.last == "button {input: \"cc 16 ch 1 = 1\"}", "no encoder says the same both ways")
        let near = play(sweep("cc 16 ch 1", [1, 1, 1]) + ["rest"] + sweep("cc 16 ch 1", [2, 2, 2]) + ["rest"])
        #expect(near.last == "unclear: to the right it sends 1, to the left 2, which is not an encoding that faderd knows")
        let other = play(sweep("cc 16 ch 1", [1, 1, 1]) + ["rest"] + sweep("cc 40 ch 1", [1, 1, 1]) + ["rest"])
        #expect(other.last?.hasPrefix("unclear: to the right it sends \"cc 16 ch 1\", to the left \"cc 40 ch 1\"") == true)
    }

    @Test("a pad that also says how hard it is pressed is a button")
    func pad() {
        let pressed = ["note 36 ch 10 = 90"] + sweep("polypressure 36 ch 10", [10, 60, 90, 20])
        #expect(guess(pressed) == "waiting", "a finger is on it")
        #expect(guess(pressed + ["note 36 ch 10 = 0"]) == "button {input: \"note 36 ch 10\"}")
    }

    @Test("unmappable messages are reported, unless devices send them by themselves or beside mappable ones")
    func unmappable() {
        #expect(guess(["start"]) == "unmappable: start")
        #expect(guess(["sysex, 9 bytes"]) == "unmappable: sysex, 9 bytes")
        #expect(guess(["clock", "active sensing"]) == "waiting")
        #expect(guess(["stop", "cc 9 ch 1 = 63", "cc 9 ch 1 = 64"]) == "unmappable: stop", "beside a control that jitters")
        for (bytes, name) in [
            ("F0 7F 7F 06 01 F7", "MMC stop"), ("F0 7F 00 06 44 06 01 21 00 00 00 00 F7", "MMC locate"),
            ("F0 7F 7F 06 55 F7", "MMC command 85"),
            ("F0 7F 7F 04 01 00 40 F7", "sysex, 8 bytes"),
        ] {
            #expect(TransportMessage.name("sysex, 8 bytes", bytes: bytes) == name)
        }
        #expect(guess(["stop", "note 94 ch 1 = 127", "note 94 ch 1 = 0"]) == "button {input: \"note 94 ch 1\"}")
    }

    @Test("an echo of a message just sent is not learned, nor a message of another controller in between")
    func echoes() {
        let echoed = sweep("cc 20 ch 1", [3, 50, 90]).flatMap { ["> \($0)", $0] }
        #expect(guess(echoed) == "waiting")
        #expect(guess(echoed + sweep("cc 7 ch 1", [10, 60, 127])) == "fader {input: \"cc 7 ch 1\"}")
    }

    @Test("a control that the surface already has is only named")
    func known() {
        #expect(play(sweep("cc 7 ch 1", [1, 1, 1]) + ["rest"], known: "encoder.3").last == "known encoder.3")
        #expect(play(["note 1 ch 1 = 127", "note 1 ch 1 = 0", "rest"], known: "play").last == "known play")
    }

    @Test("a jittering control is not learned, and does not delay the one that is moved")
    func jitter() {
        #expect(play(["cc 9 ch 1 = 65", "rest"], known: "fader.1").last == "too little: cc 9 ch 1")
        #expect(play(sweep("cc 9 ch 1", [20, 21, 20]) + ["rest"], known: "fader.1").last == "too little: cc 9 ch 1")
        #expect(play(sweep("cc 9 ch 1", [20, 60]) + ["rest"], known: "fader.1").last == "known fader.1")
        #expect(guess(sweep("cc 9 ch 1", [20, 21, 20])) == "too little: cc 9 ch 1")
        #expect(guess(sweep("pitchbend ch 1", [8000, 8010, 8005, 8011])) == "too little: pitchbend ch 1")
        let moved = zip(sweep("cc 7 ch 1", [0, 30, 60, 90, 127]), sweep("cc 9 ch 1", [63, 64, 63, 64, 63])).flatMap { [$0, $1] }
        #expect(guess(moved) == "fader {input: \"cc 7 ch 1\"}")
        let noise = Array(repeating: ["pause", "cc 9 ch 1 = 63", "pause", "cc 9 ch 1 = 64"], count: 4).flatMap(\.self)
        #expect(play(moved + noise + ["cc 9 ch 1 = 63", "pause", "rest"]).last == "fader {input: \"cc 7 ch 1\"}")
        let pair = [1, 30, 90].flatMap { ["cc 7 ch 2 = \($0)", "cc 39 ch 2 = 3"] }
        #expect(guess(pair) == "fader {input: \"cc14 7 ch 2\"}", "a lower half that hardly changes")
    }

    @Test("ids are the next free ones of their kind")
    func ids() {
        let control = LearnedControl(sender: Sender(), input: "cc 1 ch 1")
        #expect(control.id(besides: ["fader.1", "fader.3"]) == "fader.2")
    }

    @Test("a fader that sends what a Mackie Control sends is told to have a profile")
    func mackie() {
        var control = LearnedControl(sender: Sender(client: "Project Mix", port: 2), input: "pitchbend ch 3", touch: "note 106 ch 1")
        #expect(control.mackieAdvice?.contains("surfaces add mackie-control --match 'Project Mix' --port 2\"") == true)
        control.touch = "note 104 ch 1"
        #expect(control.mackieAdvice == nil, "the touch note of another strip")
        control = LearnedControl(sender: Sender(surface: "desk"), input: "pitchbend ch 1", touch: "note 104 ch 1")
        #expect(control.mackieAdvice == nil, "a surface of the config")
    }
}
