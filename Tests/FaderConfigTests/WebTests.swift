import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("pages of the config")
struct WebTests {
    private static let parameters = "parameters: {master: {}, drums.kick: {}, price: {kind: range, max: 10, default: [1, 2]}}\n"

    private func read(_ text: String) -> ConfigResult {
        ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(
            text: "version: 1\n" + Self.parameters + text, name: "faderd.yaml")
    }

    @Test("a page is a list of ids and patterns, kept in the order of the file")
    func order() throws {
        guard case .success(let contents, let warnings) = read("web: {pages: {live: [drums.*, master], money: [price]}}\n") else {
            Issue.record("it was refused")
            return
        }
        #expect(
            contents.settings.pages == [PageSpec(name: "live", show: ["drums.*", "master"]), PageSpec(name: "money", show: ["price"])])
        #expect(warnings.isEmpty)
    }

    @Test("a page can say how it is shown: as a mixer, as a list, as pads")
    func view() {
        guard
            case .success(let contents, _) = read(
                "web: {pages: {foh: {view: mixer, show: [master]}, all: {view: list, show: [drums.*]}, plain: {show: [price]}, big: {view: pads, show: [master]}}}\n"
            )
        else {
            Issue.record("it was refused")
            return
        }
        #expect(contents.settings.pages.map(\.view) == [.mixer, .list, nil, .pads])
        #expect(contents.settings.pages.map(\.show) == [["master"], ["drums.*"], ["price"], ["master"]])
    }

    @Test("a button of a page holds a value, or is followed by a toggle")
    func buttons() {
        let parameters = "parameters: {talk: {kind: toggle}, master: {max: 100}, go: {kind: trigger}}\n"
        func read(_ show: String) -> ConfigResult {
            ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(
                text: "version: 1\n\(parameters)web: {pages: {stage: {view: pads, show: \(show)}}}\n", name: "faderd.yaml")
        }
        guard
            case .success(let contents, _) = read(
                "[{parameter: master, action: hold, value: 40}, {parameter: talk, action: follow}, go]")
        else {
            Issue.record("it was refused")
            return
        }
        #expect(contents.settings.pages.map(\.show) == [["master", "talk", "go"]])
        #expect(contents.settings.pages[0].buttons.mapValues(\.first.act) == ["master": .hold(40), "talk": .follow])
        #expect(contents.settings.pages[0].buttons.values.allSatisfy { $0.jobs.count == 1 })
    }

    @Test("a button has what a button of a device has: a long and a double press, a time to be held, repeated steps")
    func presses() {
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).read(
            text: """
                version: 1
                parameters: {talk: {kind: toggle}, go: {kind: trigger}, scene: {kind: choice, options: [a, b]}, level: {max: 10, step: 1}}
                web:
                  pages:
                    stage:
                    - {parameter: talk, long: go, long-after: 1 s, double: {parameter: level, action: offset, by: 3}}
                    - {parameter: scene, confirm: 500 ms}
                    - {parameter: level, action: step, by: -1, size: 0.5, repeat: 100 ms}
                """, name: "faderd.yaml")
        guard case .success(let contents, _) = result else {
            Issue.record("it was refused: \(result)")
            return
        }
        let buttons = contents.settings.pages[0].buttons
        #expect(buttons["talk"]?.first == PageSpec.Job(parameter: "talk", act: .toggle))
        #expect(buttons["talk"]?.long == PageSpec.Job(parameter: "go", act: .press))
        #expect(buttons["talk"]?.double == PageSpec.Job(parameter: "level", act: .offset(3)))
        #expect(buttons["talk"]?.longAfter == 1 && buttons["talk"]?.doubleWithin == 0.3)
        #expect(buttons["scene"]?.first.act == .cycle(1) && buttons["scene"]?.confirm == 0.5)
        #expect(buttons["level"]?.first.act == .step(-1, .amount(0.5)) && buttons["level"]?.repeats == 0.1)
    }
}
