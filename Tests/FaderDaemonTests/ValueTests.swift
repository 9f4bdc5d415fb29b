import FaderAPI
import FaderDaemon
import FaderMIDI
import FaderRig
import FaderServer
import FaderTesting
import FaderValues
import Synchronization
import Testing

@Suite("Values in the real daemon")
struct ValueTests {
    @Test("a fader's move sets its parameter, and is one entry in the history, which undo reverts")
    func hand() async throws {
        try await Rig.with { rig in
            try rig.surface.hold(0, true)
            for place in 1...20 { try rig.surface.move(0, to: Position(Double(place) / 20)) }
            try rig.surface.hold(0, false)
            try await rig.until("the fader has set it") { try await rig.parameter("master").text == "6.0 dB" }
            // A value is seen a moment before its entry is written.
            try await rig.until("it is one entry") {
                try await rig.daemon.history.entries(for: ViewerRequest())().map(\.origin) == ["touch"]
            }
            let restored = try await rig.daemon.history.undo(UndoRequest(), for: ViewerRequest())
            #expect(restored.parameters.map(\.text) == ["-12.0 dB"])
            try await rig.until("the motor is back") { abs(rig.surface.device.position(of: 0).fraction - 58.0 / 76) < 0.001 }
        }
    }

    @Test("nobody reads or saves a range with one new end and one old one, while both move at once", .timeLimit(.minutes(1)))
    func wholeRange() async throws {
        let pairs: [Value] = [.pair(100, 200), .pair(800, 900)]
        try await Rig.with { rig in
            let caller = Caller(SessionID(0))
            _ = try await rig.daemon.values.put("price", .value(pairs[0]), for: ViewerRequest(), from: caller)
            let isDone = Atomic(false)
            async let reading: Void = Self.readPrice(of: rig, expecting: pairs) { isDone.load(ordering: .relaxed) }
            for turn in 1...150 {
                let changed = try await rig.daemon.values.put("price", .value(pairs[turn % 2]), for: ViewerRequest(), from: caller)
                #expect(changed.value == pairs[turn % 2])
                #expect(try await rig.parameter("price").value == pairs[turn % 2])
            }
            isDone.store(true, ordering: .relaxed)
            try await reading
        }
    }

    /// Reads the range alone, among all parameters and on the disk until something is done, while another parameter is saved again and again.
    private static func readPrice(of rig: Rig, expecting values: [Value], until isDone: () -> Bool) async throws {
        var number = 0
        while !isDone() {
            number += 1
            let one = try await rig.parameter("price").value
            #expect(values.contains(one), "\(one)")
            let all = await rig.daemon.parameters.all(for: ViewerRequest())().first { $0.id == "price" }?.value
            #expect(all.map { values.contains($0) } == true, "\(String(describing: all))")
            try await rig.set("pan", "\(number % 100)")
            let saved = rig.saved
            guard case .number(let low)? = saved["price.low"], case .number(let high)? = saved["price.high"] else { continue }
            #expect(values.contains(.pair(low, high)), "\(low)…\(high)")
        }
    }

    @Test("no change of the present value is lost among others at the same time", .timeLimit(.minutes(1)))
    func relative() async throws {
        try await Rig.with { rig in
            try await rig.set("pan", "-100")
            try await rig.set("price", "100..400")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { for _ in 0..<50 { try await rig.set("pan", "+=1") } }
                    group.addTask { for _ in 0..<50 { try await rig.set("price", "+=1") } }
                }
                try await group.waitForAll()
            }
            #expect(try await rig.parameter("pan").value == .number(100))
            #expect(try await rig.parameter("price").value == .pair(300, 600))
        }
    }

    @Test("typing one end of a range leaves the other as others set it at the same time", .timeLimit(.minutes(1)))
    func oneEnd() async throws {
        try await Rig.with { rig in
            let isDone = Atomic(false)
            async let upper: Void = Self.set(rig, "price", ["..900", "..901"]) { isDone.load(ordering: .relaxed) }
            for turn in 1...150 {
                try await rig.set("price.low", "\(turn)")
                #expect(try await rig.parameter("price.low").value == .number(Double(turn)))
            }
            isDone.store(true, ordering: .relaxed)
            try await upper
        }
    }

    private static func set(_ rig: Rig, _ id: String, _ texts: [String], until isDone: () -> Bool) async throws {
        var turn = 0
        while !isDone() {
            try await rig.set(id, texts[turn % texts.count])
            turn += 1
        }
    }

    @Test("a value that meets a reload is that value in the configuration by then, or refused", .timeLimit(.minutes(1)))
    func reloaded() async throws {
        let turned = Rig.config.replacing("options: [left, right]", with: "options: [right, middle, left]")
            .replacing("name: {kind: text, default: desk}", with: "name: {min: 0, max: 10}")
        try await Rig.with { rig in
            let isDone = Atomic(false)
            async let reloads: Void = Self.reload(rig, [turned, Rig.config]) { isDone.load(ordering: .relaxed) }
            for turn in 0..<120 {
                let side = ["left", "right"][turn % 2]
                #expect(try await rig.set("side", side).value == .word(side))
                do {
                    let name = try await rig.set("name", "7")
                    #expect([.word("7"), .number(7)].contains(name.value), "\(name.value)")
                    #expect(try await rig.set("name", "seven").value == .word("seven"))
                } catch {
                    guard case .refused = error as? ServiceError else { throw error }
                }
            }
            isDone.store(true, ordering: .relaxed)
            try await reloads
        }
    }

    private static func reload(_ rig: Rig, _ configs: [String], until isDone: () -> Bool) async throws {
        var turn = 0
        while !isDone() {
            try await rig.reload(configs[turn % configs.count])
            turn += 1
        }
    }

    @Test("a loan ends when a reload removes its control: once that is back, it drives its parameter, and others can borrow it")
    func loans() async throws {
        try await Rig.with { rig in
            let request = LoanRequest(control: "fader.2")
            _ = try await rig.daemon.loans.borrow(request, of: "virtual", in: SessionID(7))
            #expect(try await refusal { try await rig.daemon.loans.borrow(request, of: "virtual", in: SessionID(8)) }?.status == 409)
            let without = Rig.config.split(separator: "\n").filter { !$0.contains("  fader.2: {") }.joined(separator: "\n")
            try await rig.reload(without.replacing(", fader.2: pan", with: "") + "\n")
            try await rig.reload(Rig.config)
            try rig.surface.move(1, to: Position(1))
            try await rig.until("the fader drives its parameter") { try await rig.parameter("pan").value == .number(100) }
            _ = try await rig.daemon.loans.borrow(request, of: "virtual", in: SessionID(8))
        }
    }

    @Test("a lesson goes on over a reload, borrows the next control that moves, and belongs to one session; its end gives it back")
    func lessons() async throws {
        try await Rig.with { rig in
            let loans = await rig.daemon.loans
            let (session, other) = (SessionID(7), SessionID(8))
            #expect(try await loans.learn(LessonRequest(), in: session).controls == [])
            #expect(try await refusal { try await loans.learn(LessonRequest(), in: other) }?.status == 409)
            #expect(try await refusal { try await loans.learn(LessonRequest(end: true), in: other) }?.status == 409)
            try await rig.reload(Rig.config.replacing("fader.2: pan", with: "fader.2: pan, fader.3: price.low"))
            try rig.surface.move(1, to: Position(1))
            try rig.surface.move(0, to: Position(1))
            try await rig.until("another fader goes on") { try await rig.parameter("master").text == "6.0 dB" }
            #expect(try await rig.parameter("pan").text == "0")
            #expect(try await loans.learn(LessonRequest(surface: "virtual", all: true), in: session).controls == ["virtual fader.2"])
            #expect(try await refusal { try await loans.borrow(LoanRequest(control: "fader.2"), of: "virtual", in: other) }?.status == 409)
            try await rig.reload(Rig.config)
            try rig.surface.move(1, to: Position(0))
            try rig.surface.move(2, to: Position(1))
            try await rig.until("each is borrowed") {
                try await loans.learn(LessonRequest(all: true), in: session).controls == ["virtual fader.2", "virtual fader.3"]
            }
            #expect(try await rig.parameter("pan").text == "0")
            await rig.daemon.ended(session)
            #expect(try await loans.learn(LessonRequest(), in: other).controls == [])
            _ = try await loans.learn(LessonRequest(end: true), in: other)
            try rig.surface.move(1, to: Position(1))
            try await rig.until("it drives its parameter") { try await rig.parameter("pan").text == "100" }
        }
    }

    @Test("a control that a reload gives other messages stays borrowed")
    func replacedLoan() async throws {
        try await Rig.with { rig in
            let request = LoanRequest(control: "fader.2")
            _ = try await rig.daemon.loans.borrow(request, of: "virtual", in: SessionID(7))
            try await rig.reload(Rig.config.replacing("touch: \"note 105 ch 1\"", with: "touch: \"note 107 ch 1\""))
            #expect(try await refusal { try await rig.daemon.loans.borrow(request, of: "virtual", in: SessionID(8)) }?.status == 409)
            try rig.surface.move(1, to: Position(1))
            try rig.surface.move(0, to: Position(1))
            try await rig.until("the other fader drives its parameter") { try await rig.parameter("master").text == "6.0 dB" }
            #expect(try await rig.parameter("pan").text == "0")
            await rig.daemon.ended(SessionID(7))
            _ = try await rig.daemon.loans.borrow(request, of: "virtual", in: SessionID(8))
        }
    }

    @Test("a session's end gives everything that it had borrowed back at once")
    func loansTogether() async throws {
        try await Rig.with { rig in
            let session = SessionID(7)
            for control in ["fader.1", "fader.2", "fader.3"] {
                _ = try await rig.daemon.loans.borrow(LoanRequest(control: control), of: "virtual", in: session)
            }
            // Each would have its motor's half second for itself.
            let count = try await ticks {
                await rig.daemon.ended(session)
                try rig.surface.move(0, to: Position(1))
                try rig.surface.move(1, to: Position(1))
                try await rig.until("both drive their parameters") {
                    try await rig.parameters(["master", "pan"]).map(\.text) == ["6.0 dB", "100"]
                }
            }
            #expect(count < 10)
        }
    }

    @Test("a moving fader drops a draft in a field of its parameter; other fields keep theirs")
    func edits() async throws {
        try await Rig.with { rig in
            let session = SessionID(1)
            let master = try await rig.daemon.values.beginEdit(of: "master", for: ViewerRequest(), in: session).edit
            let pan = try await rig.daemon.values.beginEdit(of: "pan", for: ViewerRequest(), in: session).edit
            for edit in [master, pan] { #expect(try await rig.daemon.values.draft(edit, text: "-3", in: session).valid) }
            #expect(await rig.daemon.holding(of: session) != .nothing)
            try rig.surface.move(0, to: Position(1))
            try await rig.until("the draft is dropped") { try await rig.daemon.values.edit(master, in: session).dropped == true }
            #expect(try await rig.daemon.values.end(master, by: .submit, from: Caller(session)).outcome == .dropped)
            #expect(try await rig.daemon.values.end(pan, by: .submit, from: Caller(session)).outcome == .committed)
            #expect(try await rig.parameter("master").text == "6.0 dB")
            #expect(try await rig.parameter("pan").text == "-3")
            #expect(await rig.daemon.holding(of: session) == .nothing)
        }
    }

    @Test("the answer to an action on the virtual surface shows its result, and so does the next request")
    func hands() async throws {
        try await Rig.with { rig in
            for number in 0..<60 {
                let position = Double(number % 7) / 7
                let shown = try await rig.daemon.virtual.use("fader.1", .move(position), in: SessionID(0))
                let master = try await rig.parameter("master")
                #expect(try abs(#require(shown.position) - position) < 1e-3)
                #expect(try abs(#require(master.position) - position) < 1e-2)
                #expect(shown.text == master.text)
            }
        }
    }
}
