import FaderConfig
import FaderConsole
import Testing

@Suite("What can be wrong with a surface")
struct SurfaceTests {
    private func surfaces(_ lines: String...) -> String {
        "version: 1\nparameters: {master: {}, synth.cutoff: {}}\nsurfaces:\n" + lines.map { "  \($0)\n" }.joined()
    }

    private static let good = "controls: {fader.1: {input: cc 1 ch 1}, fader.2: {input: cc 2 ch 1}}"

    @Test("a match is a glob, or a client with a port counted from 1")
    func matches() throws {
        let read = try configuration(
            surfaces("a: {match: {client: \"X*\", port: 1}, \(Self.good)}", "b: {match: {client: Y}, \(Self.good)}"))
        #expect(read.surfaces.map(\.match) == [SurfaceMatch(client: "X*", port: 0), SurfaceMatch(client: "Y")])
    }

    @Test("a match may name port, serial number, USB path and card besides the client, and out another port of the same device")
    func devices() throws {
        let text = "{client: \"X*\", port-name: \"* In\", serial: 0012, usb-path: 1-2.3, card: XTouch}, out: {port: 2, port-name: Out}"
        let read = try #require(try configuration(surfaces("a: {match: \(text), \(Self.good)}")).surfaces.first)
        var match = SurfaceMatch(client: "X*")
        (match.portName, match.serial, match.usbPath, match.card) = ("* In", "0012", "1-2.3", "XTouch")
        #expect(read.match == match)
        #expect(read.out == PortChoice(index: 1, name: "Out"))
        #expect("\(match)" == "X* port-name * In serial 0012 usb-path 1-2.3 card XTouch")
    }

    @Test("250 surfaces are accepted, and not one more")
    func tooMany() throws {
        let lines = (1...250).map { "  s\($0): {match: X, \(Self.good)}\n" }.joined()
        #expect(try configuration("version: 1\nsurfaces:\n" + lines).surfaces.count == 250)
        let told = read("version: 1\nsurfaces:\n" + lines + "  more: {match: X, \(Self.good)}\n").diagnostics
        #expect(told.map(\.headline) == ["desk.yaml:253:3: error: more than 250 surfaces"])
    }
}
