import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Home Assistant in the config")
struct HomeAssistantTargetTests {
    @Test("connections are read, and without an attribute the entity's kind and the parameter's say what is bound")
    func reading() throws {
        let read = try settings(
            """
            version: 1
            targets: {house: {home-assistant: "ws://192.168.1.6", token-file: t}, far: {home-assistant: "ws://[fe80::1]:80/", token-file: /t}}
            parameters:
              desk: {type: percent, target: {home-assistant: house, entity: light.desk}}
              is_on: {kind: toggle, target: {home-assistant: house, entity: light.desk}}
              shines: {kind: color, target: {home-assistant: house, entity: light.desk}}
              warmth: {min: 2000, max: 6500, target: {home-assistant: house, entity: light.desk, attribute: temperature}}
              effect: {kind: choice, target: {home-assistant: house, entity: light.desk}}
              kitchen: {type: percent, target: {home-assistant: far, entity: media_player.kitchen}}
              quiet: {kind: toggle, target: {home-assistant: far, entity: media_player.kitchen, attribute: mute}}
              bath: {kind: choice, options: [warm, cold], target: {home-assistant: far, entity: climate.bath, words: [heat, "off"]}}
            """)
        let house = HomeAssistantPeerSpec(host: "192.168.1.6", token: SecretFile(name: "t", path: "./t"))
        let far = HomeAssistantPeerSpec(host: "fe80::1", port: 80, token: SecretFile(name: "/t", path: "/t"))
        let specs = read.targets.compactMap { $0.target.details as? HomeAssistantTargetSpec }
        #expect(
            specs == [
                HomeAssistantTargetSpec(peer: house, entity: "light.desk", .brightness),
                HomeAssistantTargetSpec(peer: house, entity: "light.desk", .state),
                HomeAssistantTargetSpec(peer: house, entity: "light.desk", .color),
                HomeAssistantTargetSpec(peer: house, entity: "light.desk", .temperature, isMain: false),
                HomeAssistantTargetSpec(peer: house, entity: "light.desk", .effect, suppliesOptions: true),
                HomeAssistantTargetSpec(peer: far, entity: "media_player.kitchen", .volume),
                HomeAssistantTargetSpec(peer: far, entity: "media_player.kitchen", .mute, isMain: false),
                HomeAssistantTargetSpec(peer: far, entity: "climate.bath", .mode, words: ["heat", "off"]),
            ])
        #expect(specs[0].name == "home-assistant 192.168.1.6:8123 light.desk brightness")
        #expect(specs[6].name == "home-assistant [fe80::1]:80 media_player.kitchen mute")
        #expect(specs[0].withoutAccess.peer.token == nil && specs[0].withoutAccess.name == specs[0].name)
    }
}
