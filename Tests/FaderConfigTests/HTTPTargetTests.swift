import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Devices with a web server in the config")
struct HTTPTargetTests {
    @Test("addresses, bodies and the place of the value are read, and no name tells a path")
    func reading() throws {
        let read = try settings(
            """
            version: 1
            parameters:
              bri: {target: {http: "http://wled.local/json/state", post: '{"bri": {value}}', read: "http://wled.local/json?a=b", path: state.bri, every: 5 s}}
              on: {kind: toggle, target: {http: "http://[fe80::1]:8080", put: "{value}"}}
              words: {kind: toggle, target: {http: "http://h?x", put: "{value}", words: ["0", "1"]}}
              only: {target: {http: "http://192.168.1.40/secret", range: [0, 255]}}
            """)
        let specs = read.targets.compactMap { $0.target.details as? HTTPTargetSpec }
        #expect(
            specs == [
                HTTPTargetSpec(
                    HTTPAddress(host: "wled.local", path: "/json/state"), method: .post,
                    read: HTTPAddress(host: "wled.local", path: "/json?a=b"),
                    every: .seconds(5), form: PayloadForm(path: ["state", "bri"], payload: "{\"bri\": {value}}")),
                HTTPTargetSpec(
                    HTTPAddress(host: "fe80::1", port: 8080), method: .put, form: PayloadForm(words: ["false", "true"], payload: "{value}")),
                HTTPTargetSpec(
                    HTTPAddress(host: "h", path: "/?x"), method: .put, form: PayloadForm(words: ["0", "1"], payload: "{value}")),
                HTTPTargetSpec(
                    HTTPAddress(host: "192.168.1.40", path: "/secret"), read: HTTPAddress(host: "192.168.1.40", path: "/secret"),
                    form: PayloadForm(range: PayloadForm.Range(0, 255))),
            ])
        #expect(specs.map(\.name) == ["http wled.local:80 state.bri", "http [fe80::1]:8080", "http h:80", "http 192.168.1.40:80"])
        #expect(specs.map(\.isOnlyRead) == [false, false, false, true] && specs.map(\.tells) == [true, false, false, true])
        #expect(Set(specs.map(\.identity)).count == specs.count)
    }
}
