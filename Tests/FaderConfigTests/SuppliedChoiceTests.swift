import FaderConfig
import FaderConsole
import FaderTargets
import FaderValues
import Testing

@Suite("Choices without options")
struct SuppliedChoiceTests {
    private func config(_ parameters: String, map: String = "{}") -> String {
        """
        version: 1
        targets: {studio: {obs: "127.0.0.1"}}
        parameters:
          \(parameters)
        surfaces:
          s:
            match: X
            controls: {a: {input: "note 1 ch 1"}, b: {input: "note 2 ch 1"}}
            map: \(map)

        """
    }

    @Test("the scenes of OBS need no options; what a map and a trigger say of them is not an error, and buttons are told apart by name")
    func scenes() throws {
        let read = try contents(
            config(
                """
                scene: {kind: choice, target: {obs: studio, scene: program}}
                  go: {kind: trigger, target: {set: {scene: "Not There"}}}
                """,
                map: "{a: {parameter: scene, action: set, value: Intro}, b: {parameter: scene, action: hold, value: \"Main Cam\"}}"))
        #expect(read.console.parameters[0].mentioned == ["Intro", "Main Cam"] && read.settings.targets[0].target.suppliesOptions)
        #expect(read.console.surfaces[0].controls.map(\.action) == [.set(0), .hold(1)])
        guard case .choice(let options) = read.console.parameters[0].kind else { throw NotRead() }
        #expect(options.map(\.id) == ["Intro", "Main Cam"])
    }

    @Test("with options they are as they were")
    func options() throws {
        let read = try contents(config("scene: {kind: choice, options: [Intro, Main], target: {obs: studio, scene: program}}"))
        #expect(!read.console.parameters[0].isSupplied && !read.settings.targets[0].target.suppliesOptions)
    }

    @Test("another target of such a choice sees it as a text")
    func others() throws {
        let read = try settings(
            config(#"scene: {kind: choice, target: [{obs: studio, scene: program}, {osc: "127.0.0.1:1", address: /scene}]}"#))
        #expect((read.targets[1].target.details as? OSCTargetSpec)?.form == .text)
    }
}
