import FaderAPI
import FaderConsole
import FaderLoops
import FaderModel
import FaderRig
import FaderServer
import Testing

@testable import FaderDaemon

@Suite("Labels and colors, for which nothing is rebuilt")
struct RelabelingTests {
    @Test("a program that declares another label has it in the API and on the display, and no other console comes into force")
    func label() async throws {
        try await Rig.with(config: PanelTests.config) { rig in
            func panel() async throws -> String { try #require(await rig.daemon.surfaces.all()()[0].panel).displays[0].rows[0][2] }
            try await rig.declare("app.gain", label: "Gain", value: .number(0.5), in: SessionID(1))
            #expect(try await panel() == "Gain   ")
            let before = await Task { @Owner in rig.daemon.commands.mirror.catalog.generation }.value
            #expect(try await rig.declare("app.gain", label: "Drive", in: SessionID(1))[0].label == "Drive")
            #expect(try await panel() == "Drive  ")
            #expect(try await rig.parameter("app.gain").value == .number(0.5))
            #expect(await Task { @Owner in rig.daemon.commands.mirror.catalog.generation }.value == before)
            // The same names still mean the same to the MIDI thread.
            try await rig.set("app.gain", "0.75")
            #expect(try await rig.parameter("app.gain").value == .number(0.75))
            await rig.daemon.ended(SessionID(1))
            #expect(await Task { @Owner in rig.daemon.commands.mirror.catalog.generation }.value > before)
        }
    }

    @Test("one console serves configurations that differ in labels, short names and colors, and not one with another limit or option")
    func same() {
        var one = Configuration(parameters: [ParameterSpec(id: "a", maximum: 1)])
        var other = one
        (other.parameters[0].label, other.parameters[0].short, other.parameters[0].color) = ("A", "a", StripColor("red"))
        #expect(other != one && other.hasSameConsole(as: one))
        other.parameters[0].maximum = 2
        #expect(!other.hasSameConsole(as: one))
        one.parameters[0].kind = .choice([ChoiceOption(id: "x")])
        other = one
        other.parameters[0].kind = .choice([ChoiceOption(id: "y")])
        #expect(!other.hasSameConsole(as: one))
    }
}
