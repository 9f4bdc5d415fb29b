import FaderAPI
import FaderDaemon
import FaderDisks
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("A daemon with banks and pages")
struct DeckTests {
    static let config = """
        version: 1
        parameters:
          a: {max: 100, decimals: 0, default: 10}
          b: {max: 100, decimals: 0, default: 20}
          c: {max: 100, decimals: 0, default: 30}
          wet: {max: 100, decimals: 0, default: 90}
        surfaces:
          virtual:
            match: "faderd virtual"
            controls:
              fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
              fader.2: {input: "pitchbend ch 2", motor: true, touch: "note 105 ch 1"}
              fader.3: {input: "pitchbend ch 3", motor: true, touch: "note 106 ch 1"}
            strips: {each: [a, b, c], fader: "{}"}
            map: {fader.3: wet}
            pages: {fx: {map: {fader.1: wet}}}

        """

    private func positions(_ rig: Rig) -> [Double] { (0..<3).map { (rig.surface.device.position(of: $0).fraction * 100).rounded() } }

    @Test("a bank or page that cannot be shown is refused with a suggestion")
    func refusals() async throws {
        try await Rig.with(config: Self.config) { rig in
            let page = try await refusal { try await rig.daemon.surfaces.turn("virtual", to: "fy") }
            #expect(page?.status == 404 && page?.suggestion == "fx")
            let surface = try await refusal { try await rig.daemon.surfaces.move("virtul", .to(1)) }
            #expect(surface?.status == 404 && surface?.suggestion == "virtual")
            #expect(try await rig.daemon.surfaces.move("virtual", .to(.min)).bank == 1)
            #expect(try await rig.daemon.surfaces.move("virtual", .by(.max)).bank == 3)
        }
        try await Rig.with { rig in
            let problem = try await refusal { try await rig.daemon.surfaces.move("virtual", .to(1)) }
            #expect(problem?.status == 409)
        }
    }

    @Test("undo and recall change hidden parameters, which are shown correctly when they return")
    func hidden() async throws {
        try await Rig.with(config: Self.config) { rig in
            try await rig.set("a", "50")
            try await rig.until("the motors stand") { positions(rig) == [50, 20, 90] }
            _ = try await rig.daemon.surfaces.turn("virtual", to: "fx")
            try await rig.until("the motors stand") { positions(rig) == [90, 0, 90] }
            _ = try await rig.daemon.history.undo(UndoRequest(), for: ViewerRequest())
            #expect(try await rig.parameter("a").text == "10" && positions(rig) == [90, 0, 90])
            _ = try await rig.daemon.surfaces.turn("virtual", to: "main")
            try await rig.until("the motors stand") { positions(rig) == [10, 20, 90] }
        }
    }

    @Test("a bank of declared strips comes back with them, after a restart of their program and of the daemon")
    func declaredBank() async throws {
        let config = Self.config.replacing("match: \"faderd virtual\"", with: "match: \"faderd virtual\"\n    auto: true")
        let memory = PowerLossFileSystem()
        func declare(_ rig: Rig, _ session: SessionID) async throws {
            for id in ["x", "y"] { try await rig.declare(id, in: session) }
            try await rig.until("the bank is back") { await rig.daemon.surfaces.all()().first?.bank == 5 }
        }
        try await Rig.with(memory, config: config) { rig in
            for id in ["x", "y"] { try await rig.declare(id, in: SessionID(7)) }
            #expect(try await rig.daemon.surfaces.move("virtual", .to(5)).bank == 5)
            await rig.daemon.ended(SessionID(7))
            try await rig.until("the strips are gone") { await rig.daemon.surfaces.all()().first?.bank == 3 }
            try await declare(rig, SessionID(8))
            await rig.daemon.ended(SessionID(8))
        }
        try await Rig.with(memory, config: config) { rig in
            #expect(await rig.daemon.surfaces.all()().first?.bank == 3)
            try await declare(rig, SessionID(9))
            // A page and back, and a reload, keep it as well.
            _ = try await rig.daemon.surfaces.turn("virtual", to: "fx")
            await rig.daemon.ended(SessionID(9))
            #expect(try await rig.daemon.surfaces.turn("virtual", to: "main").bank == 3)
            try await rig.reload(config.replacing("default: 10", with: "default: 11"))
            try await declare(rig, SessionID(10))
        }
    }

    @Test("declared parameters get strips that banks can reach, and free them when they are removed")
    func declared() async throws {
        let config = Self.config.replacing("match: \"faderd virtual\"", with: "match: \"faderd virtual\"\n    auto: true")
        try await Rig.with(config: config) { rig in
            let session = SessionID(7)
            try await rig.declare("x", value: .number(1), in: session)
            try await rig.declare("y", value: .number(0.5), in: session)
            #expect(await rig.daemon.surfaces.all()().first?.strips == 5)
            #expect(
                try await rig.daemon.surfaces.move("virtual", .to(5))
                    == ViewResource(
                        surface: "virtual", page: "main", pages: ["main", "fx"], bank: 5, shown: 1, strips: 5))
            try await rig.until("the motors stand") { positions(rig) == [50, 0, 90] }
            _ = try await rig.daemon.surfaces.move("virtual", .to(3))
            try await rig.until("the motors stand") { positions(rig) == [30, 100, 90] }
            await rig.daemon.ended(session)
            #expect(await rig.daemon.surfaces.all()().first?.strips == 3)
            try await rig.until("the motors stand") { positions(rig) == [30, 0, 90] }
        }
    }
}
