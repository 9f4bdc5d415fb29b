import FaderConfig
import FaderConsole
import FaderMIDI
import FaderRig
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@testable import FaderDaemon

@Suite("The built-in configurations")
struct BuiltInTests {
    private func surface(_ model: VirtualSurface.Model) throws -> (SurfaceSpec, Configuration) {
        let result = BuiltInConfiguration.read(model).result
        #expect(result.diagnostics.map(\.text) == [])
        guard case .success(let contents, _) = result else { throw Rig.Unreadable(diagnostics: []) }
        return (try #require(try VirtualSurface(model).surface(in: contents.console)), contents.console)
    }

    @Test("both have no errors, match the virtual surface, and fit its model", arguments: [VirtualSurface.Model.plain, .mackie])
    func sound(model: VirtualSurface.Model) throws {
        let (surface, configuration) = try surface(model)
        #expect(VirtualSurface.isUnderstood(by: surface))
        #expect(configuration.parameters.count > 7)
    }

    @Test("a device of every shipped profile has a built-in config, in which each of its controls drives something")
    func profiles() throws {
        let shelf = ProfileShelf(config: "/nowhere/faderd.yaml", installed: ["\(TestFile.project)/config/profiles"])
        #expect(shelf.names == shelf.all().map(\.name) && shelf.names.count > 20)
        let reader = ConfigReader(kinds: TargetKinds.all, profileDirectories: ["\(TestFile.project)/config/profiles"])
        for entry in shelf.all() {
            let text = BuiltInConfiguration.text(entry.name, entry.controls)
            let result = reader.readAll(bytes: Array(text.utf8), name: "built-in").result
            guard case .success(let contents, _) = result else { throw Rig.Unreadable(diagnostics: result.diagnostics.map(\.text)) }
            let surface = try #require(try VirtualSurface(.profile(entry.name)).surface(in: contents.console))
            #expect(surface.controls.allSatisfy { $0.parameter != nil } && !surface.controls.isEmpty, "\(entry.name)")
        }
    }

    @Test("the strips of the built-in profile equal those of the shipped file")
    func profile() throws {
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: ["\(TestFile.project)/config/profiles"]).readAll(
            bytes: Array("version: 1\nsurfaces: {virtual: {profile: virtual}}\n".utf8), name: "built-in"
        ).result
        guard case .success(let contents, _) = result else { throw Rig.Unreadable(diagnostics: result.diagnostics.map(\.text)) }
        var own = try surface(.plain).0
        let file = try #require(contents.console.surfaces.first)
        #expect(own.match == file.match && own.speaks == file.speaks)
        #expect(own.controls.map(\.id) == file.controls.map(\.id))
        for index in own.controls.indices { own.controls[index].parameter = nil }
        #expect(own.controls == file.controls)
    }
}
