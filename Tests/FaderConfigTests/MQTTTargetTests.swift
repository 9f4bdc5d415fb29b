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
        #expect(
            specs.first
                == MQTTTargetSpec(
                    peer: six, topic: "t", set: "u", path: ["a", "b"], range: .init(0, 254), steps: 10, payload: "{value}", isRetained: true
                ))
        #expect(specs.last?.words == ["no", "yes"] && specs.last?.path == ["a.b", "c"])
        #expect(specs.first?.name == "mqtt [::1]:1883 u a.b")
        let house = try #require(read.publishers.first)
        #expect(read.publishers.count == 1 && house.host == "broker.local" && house.port == 1234 && house.isSecure && house.user == "u")
        #expect(house.password?.name == "pw" && house.certificates == "/ca.pem")
        #expect(house.publication == .init(topic: "a/b", only: ["x", "l.*"], hasSnapshots: true))
        // Both are needed while nobody is bound to them.
        #expect(read.pressed.count == 2)
    }

    @Test("a place in a list is only read, unless payload says what is written")
    func places() {
        expect(
            """
            version: 1
            targets: {a: {mqtt: "mqtt://x"}}
            parameters:
              read: {target: {mqtt: a, topic: t, path: [fan, 0, speed], read-only: true}}
              written: {target: {mqtt: a, topic: t, set: u, path: fan.0.speed, payload: "{value}"}}
              wrong: {target: {mqtt: a, topic: t, set: v, path: 1️⃣[fan, 0, speed]}}
            """,
            [
                "1️⃣ error: 0 is a place in a list, which can only be read; say with payload what is written, such as "
                    + "payload: '{\"speed\": {value}}'"
            ])
    }

    @Test("every mistake is told at its place")
    func mistakes() {
        expect(
            """
            version: 1
            targets:
              a: {mqtt: 1️⃣"http://x"}
              b: {mqtt: 2️⃣"mqtt://u:secret@x"}
              c: {mqtt: 3️⃣"mqtt://x:99999"}
              d: {mqtt: "mqtt://x", password-file: 4️⃣f}
              e: {mqtt: "mqtt://x", user: u, ca-file: 5️⃣f}
              f: {mqtt: "mqtt://x", publish: 6️⃣{home-assistant: true}}
              g: {mqtt: "mqtt://y", publish: {topic: a}}
              7️⃣h: {mqtt: "mqtt://y", publish: {topic: a, snapshots: true}}
            parameters:
              i: {target: {mqtt: 8️⃣nowhere, topic: t}}
              j: {target: {mqtt: g, topic: 9️⃣a/+}}
            """,
            [
                "1️⃣ error: expected mqtt://HOST or mqtts://HOST, found \"http://x\"",
                "2️⃣ error: an address has no user and no password in it: there are the keys user and password-file",
                "3️⃣ error: the port must be 1…65535, such as mqtt://192.168.1.20:1883",
                "4️⃣ error: password-file has no effect: there is no user",
                "5️⃣ error: ca-file has no effect: the connection is not TLS; write mqtts:// for that",
                "6️⃣ error: publish needs the topic that all topics begin with, such as topic: faderd/studio",
                "7️⃣ error: \"g\" already publishes to a on y:1883; only one entry can",
                "8️⃣ error: there is no \"nowhere\" in targets, such as targets: {house: {mqtt: \"mqtt://homeassistant.local\"}}",
                "9️⃣ error: topic must be one topic, such as zigbee2mqtt/lamp, without + and # and not beginning with $",
            ])
        expect(
            """
            version: 1
            targets: {a: {mqtt: "mqtt://x"}}
            parameters:
              b: {target: 1️⃣{mqtt: a}}
              c: {target: {mqtt: a, topic: t, set: t, payload: 2️⃣x}}
              d: {kind: toggle, target: {mqtt: a, topic: u, set: u, words: 3️⃣[x]}}
              e: {kind: toggle, target: {mqtt: a, topic: v, set: v, words: [x, y], range: 4️⃣[0, 1]}}
              f: {kind: text, target: {mqtt: a, topic: w, set: w, steps: 5️⃣3}}
              g: {kind: trigger, target: 6️⃣{mqtt: a, topic: x}}
              h: {target: {mqtt: a, topic: y, set: y, range: 7️⃣[1, 1]}}
            """,
            [
                "1️⃣ error: an mqtt target needs a topic, such as topic: zigbee2mqtt/lamp",
                "2️⃣ error: payload has no {value} in it, so nothing that is set would be sent", "3️⃣ error: d has 2 values, words has 1",
                "4️⃣ error: range has no effect: e is sent as a word", "5️⃣ error: steps has no effect: f has nothing between its values",
                "6️⃣ error: a trigger that sends over mqtt needs a payload, such as payload: OPEN",
                "7️⃣ error: the two ends of range are the same",
            ])
    }
}
