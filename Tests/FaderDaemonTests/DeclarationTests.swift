import FaderAPI
import FaderDaemon
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("Declarations in the real daemon")
struct DeclarationTests {
    @Test("a declared parameter gets the free fader, is removed with its connection, and its value is remembered")
    func life() async throws {
        try await Rig.with { rig in
            let (one, two) = (SessionID(1), SessionID(2))
            #expect(try await rig.declare("app.volume", value: .number(0.5), in: one)[0].owner == "virtual fader.3")
            try await rig.until("the motor has moved") { abs(rig.surface.device.position(of: 2).fraction - 0.5) < 0.001 }
            try await rig.set("app.volume", "0.7")
            #expect(await rig.daemon.holding(of: one) != .nothing)
            #expect(try await refusal { try await rig.daemon.declarations.undeclare("app.volume", in: two) }?.status == 409)
            await rig.daemon.ended(one)
            #expect(try await refusal { try await rig.parameter("app.volume") }?.status == 404)
            #expect(try await rig.declare("app.volume", value: .number(0.5), in: two)[0].value == .number(0.7))
        }
    }

    @Test("an id of the config cannot be declared; a reload that adds it keeps the value and ends the declaration")
    func reload() async throws {
        try await Rig.with { rig in
            #expect(try await refusal { try await rig.declare("master", in: SessionID(1)) }?.status == 409)
            try await rig.declare("extra", value: .number(0.25), in: SessionID(1))
            try await rig.reload(Rig.config.replacing("surfaces:", with: "  extra: {min: 0, max: 1}\nsurfaces:"))
            let extra = try await rig.parameter("extra")
            #expect(extra.value == .number(0.25) && extra.declaredBy == nil)
            #expect(await rig.daemon.declarations.all().isEmpty)
        }
    }

    @Test("declarations from many connections during reloads: all exist at the end, and none when all are closed")
    func race() async throws {
        try await Rig.with { rig in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...8 {
                    group.addTask {
                        for round in 0..<5 { try await rig.declare("app.p\(number).r\(round)", in: SessionID(UInt64(number))) }
                    }
                }
                group.addTask { for _ in 0..<5 { _ = try await rig.daemon.configurations.reload() } }
                try await group.waitForAll()
            }
            #expect(await rig.daemon.declarations.all().count == 40)
            #expect(await rig.daemon.parameters.all(for: ViewerRequest())().count { $0.id.hasPrefix("app.") } == 40)
            for number in 1...8 as ClosedRange<UInt64> { await rig.daemon.ended(SessionID(number)) }
            #expect(await rig.daemon.parameters.all(for: ViewerRequest())().count { $0.id.hasPrefix("app.") } == 0)
        }
    }
}
