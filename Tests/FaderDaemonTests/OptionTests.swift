import FaderAPI
import FaderConfig
import FaderConsole
import FaderRig
import FaderServer
import FaderValues
import Testing

@testable import FaderDaemon
@testable import FaderTargets

@Suite("The options of a choice come from its target, in the real daemon")
struct OptionTests {
    private static let config = """
        version: 1
        targets: {studio: {obs: "127.0.0.1:9"}}
        parameters: {scene: {kind: choice, target: {obs: studio, scene: program}}}

        """

    @Test("options that come while a label waits for its turn are held back for a second after the last ones, too")
    func turn() async throws {
        try await Rig.with(config: Self.config) { rig in
            let following = Task { await rig.daemon.followTargets() }
            defer { following.cancel() }
            await rig.daemon.bindings.configure()
            let (configurations, reloading) = await (rig.daemon.configurations, rig.daemon.commands.mutexes.reloading)
            let target = await rig.daemon.commands.mirror.catalog.settings.targets[0].target
            func tell(_ names: String...) async {
                let options = SuppliedOptions(names, former: [:])
                await rig.daemon.commands.targets.note(Targets.Supply(parameter: "scene", target: target, options: options))
            }
            func offered() async throws -> [String] { try await rig.parameter("scene").options?.filter(\.isThere).map(\.id) ?? [] }
            let start = ContinuousClock.now
            await tell("Intro", "Main")
            try await rig.until("the options are in force") { try await offered() == ["Intro", "Main"] }
            // Labels follow after a quarter of a second.
            try await Task.sleep(for: .milliseconds(260))
            await reloading.lock()
            let look = LookSupply(parameter: "scene", target: target.name, look: SuppliedLook(label: "Scene of the show"))
            let label = Task { await configurations.supply([], [look]) }
            try await Task.sleep(for: .milliseconds(50))
            await tell("Intro", "Main", "End")
            try await Task.sleep(for: .milliseconds(50))
            await reloading.unlock()
            await label.value
            #expect(ContinuousClock.now - start >= .seconds(1))
            #expect(try await offered() == ["Intro", "Main", "End"])
            #expect(try await rig.parameter("scene").label == "Scene of the show")
        }
    }
}
