import FaderConsole
import FaderValues
import Testing

@testable import FaderConfig

@Suite("MQTT in the config")
struct MQTTTargetTests {
    @Test("brokers, topics, words and what is published are read")
    func reading() throws {
        let read = try settings(
            """
            version: 1
            targets:
              house: {mqtt: "mqtts://broker.local:1234", user: u, password-file: pw, ca-file: /ca.pem, publish: {topic: a/b, only: [x, "l.*"], snapshots: true}}
              six: {mqtt: "mqtt://[::1]/"}
            parameters:
              l: {target: {mqtt: six, topic: t, set: u, path: a.b, range: [0, 254], steps: 10, retain: true, payload: "{value}"}}
              m: {kind: toggle, target: {mqtt: house, topic: t, set: t, words: [no, yes], path: [a.b, c]}}
              n: {kind: trigger, target: {mqtt: six, topic: go, payload: ""}}
            """)
        let six = MQTTPeerSpec(host: "::1")
        let specs = read.targets.compactMap { $0.target.details as? MQTTTargetSpec }
        let form = PayloadForm(path: ["a", "b"], range: .init(0, 254), steps: 10, payload: "{value}")
        #expect(specs.first == MQTTTargetSpec(peer: six, topic: "t", set: "u", form: form, isRetained: true))
        #expect(specs.last?.form.words == ["no", "yes"] && specs.last?.form.path == ["a.b", "c"])
        #expect(specs.first?.name == "mqtt [::1]:1883 u a.b")
        let house = try #require(read.publishers.first)
        #expect(read.publishers.count == 1 && house.host == "broker.local" && house.port == 1234 && house.isSecure && house.user == "u")
        #expect(house.password?.name == "pw" && house.certificates == "/ca.pem")
        #expect(house.publication == .init(topic: "a/b", only: ["x", "l.*"], hasSnapshots: true))
        // Both are needed while nobody is bound to them.
        #expect(read.pressed.count == 2)
    }
}
