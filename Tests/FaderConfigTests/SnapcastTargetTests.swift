import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Snapcast in the config")
struct SnapcastTargetTests {
    @Test("connections, clients and groups are read")
    func reading() throws {
        let read = try settings(
            """
            version: 1
            targets: {house: {snapcast: 192.168.1.5}, far: {snapcast: "[fe80::1]:1706"}}
            parameters:
              kitchen: {type: percent, target: {snapcast: house, client: Kitchen}}
              mute: {kind: toggle, target: {snapcast: house, client: "00:21:6a:7d:74:fc#2", property: mute}}
              down: {kind: toggle, target: {snapcast: far, group: Downstairs, property: mute}}
              plays: {kind: choice, options: [TV, Radio], target: {snapcast: far, group: Downstairs, property: stream}}
              words: {kind: choice, options: [TV, Radio], target: {snapcast: far, group: Up, property: stream, words: [default, radio]}}
              all: {kind: choice, target: {snapcast: far, group: Attic, property: stream}}
            """)
        let (house, far) = (SnapcastPeerSpec(host: "192.168.1.5"), SnapcastPeerSpec(host: "fe80::1", port: 1706))
        let specs = read.targets.compactMap { $0.target.details as? SnapcastTargetSpec }
        #expect(
            specs == [
                SnapcastTargetSpec(peer: house, .client("Kitchen", .volume)),
                SnapcastTargetSpec(peer: house, .client("00:21:6a:7d:74:fc#2", .mute)),
                SnapcastTargetSpec(peer: far, .group("Downstairs", .mute)), SnapcastTargetSpec(peer: far, .group("Downstairs", .stream)),
                SnapcastTargetSpec(peer: far, .group("Up", .stream), words: ["default", "radio"]),
                SnapcastTargetSpec(peer: far, .group("Attic", .stream), suppliesOptions: true),
            ])
        #expect(specs[0].name == "snapcast 192.168.1.5:1705 client Kitchen")
        #expect(specs[2].name == "snapcast [fe80::1]:1706 group Downstairs mute")
    }

    @Test("every mistake is told at its place")
    func mistakes() {
        expect(
            """
            version: 1
            targets:
              a: {snapcast: 1️⃣"tcp://house"}
              b: {snapcast: house, 2️⃣password-file: p}
              d: {snapcast: house}
            parameters:
              e: {target: {snapcast: 3️⃣nowhere, client: Kitchen}}
              f: {target: 4️⃣{snapcast: d}}
              g: {target: 5️⃣{snapcast: d, client: a, group: b}}
              h: {target: {snapcast: d, client: a, property: 6️⃣stream}}
              i: {target: 7️⃣{snapcast: d, group: a}}
              j: {kind: toggle, target: 8️⃣{snapcast: d, client: a}}
              k: {target: 9️⃣{snapcast: d, client: a, property: mute}}
            """,
            [
                "1️⃣ error: the port must be 1…65535, such as 192.168.1.5:1705", "2️⃣ error: unknown key \"password-file\" in a target",
                "3️⃣ error: there is no \"nowhere\" in targets, such as targets: {house: {snapcast: \"192.168.1.5\"}}",
                "4️⃣ error: a snapcast target has a client or a group, such as client: Kitchen",
                "5️⃣ error: a snapcast target has a client or a group, such as client: Kitchen",
                "6️⃣ error: property must be one of volume, mute; found \"stream\"",
                "7️⃣ error: a group has a property: mute or stream; only clients have volumes",
                "8️⃣ error: a volume is a number, and j is a toggle", "9️⃣ error: mute is on or off, a toggle, and k is a number",
            ])
        expect(
            """
            version: 1
            targets: {d: {snapcast: house}}
            parameters:
              a: {kind: choice, options: [x, y], target: {snapcast: d, group: g, property: stream, words: 1️⃣[one]}}
              b: {target: {snapcast: d, client: c, words: 2️⃣[one]}}
              c: {kind: choice, target: {snapcast: d, group: h, property: stream, words: 3️⃣[one]}}
              e: {target: 4️⃣{snapcast: d, group: i, property: stream}}
              f: {target: {snapcast: d, client: x}}
              g: {5️⃣target: {snapcast: d, client: x}}
              h: {kind: trigger, target: {6️⃣snapcast: d, client: x}}
            """,
            [
                "1️⃣ error: a has 2 options, words has 1", "2️⃣ error: words has no effect: only streams have names",
                "3️⃣ error: words has no effect: without options the streams are those that the server has",
                "4️⃣ error: a stream is one of several, a choice, and e is a number",
                "5️⃣ error: snapcast house:1705 client x is the target of \"f\" already (line 8, column 7); a target can have one parameter, "
                    + "and that one can be mapped to any number of controls",
                "6️⃣ error: a trigger cannot do \"snapcast\"; it can do recall, recall-next, save, undo, redo, set, wait, midi, osc, mqtt, obs, "
                    + "x32, xair, mpris, exec",
            ])
    }
}
