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
}
