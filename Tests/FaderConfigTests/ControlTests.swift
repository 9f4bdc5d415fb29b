import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("What can be wrong with a control")
struct ControlTests {
    @Test("echo and hold-off have their forms")
    func echoAndHoldOff() throws {
        for (text, time) in [("150 ms", 150_000), ("150ms", 150_000), ("80", 80_000), ("0.25 s", 250_000), ("0", 0), ("1.5", 1500)] {
            let read = try configuration(controls("a: {input: cc 1 ch 1, motor: true, hold-off: \(text)}"))
            #expect(read.surfaces.first?.controls.first?.holdOff == .microseconds(time))
        }
    }

    @Test("a surface has at most 4,096 controls")
    func tooMany() {
        let lines = (1...4097).map { "k.\($0): {input: nrpn \($0) ch 1}" }.joined(separator: "\n")
        let told = read(controls(lines)).diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:4104:7: error: more than 4096 controls"])
    }

    @Test("the same message on two surfaces is not a conflict")
    func surfaces() throws {
        let surface = "{match: X, controls: {fader.1: {input: cc 1 ch 1, motor: true}}}"
        let read = try configuration("version: 1\nsurfaces:\n  s: \(surface)\n  t: \(surface)\n")
        #expect(read.surfaces.count == 2)
    }
}
