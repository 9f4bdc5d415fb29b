import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Lights in the config")
struct LightTargetTests {
    @Test("universes and channels are read, of 8 and 16 bits, of colors with white, of parts and ends")
    func reading() throws {
        let read = try settings(
            """
            version: 1
            targets:
              stage: {sacn: {universe: 63999, priority: 200, interface: eth1}}
              hall: {artnet: {universe: 0, host: lights.local, at-start: true}}
            parameters:
              a: {target: {sacn: stage, channel: 12}}
              b: {target: {sacn: stage, channel: 511, bits: 16, range: [65535, 0]}}
              c: {kind: color, target: {artnet: hall, channel: 509, white: true}}
              d: {kind: choice, options: [x, y], target: {artnet: hall, channel: 1, range: [10, 20]}}
              e: {kind: color, parts: {hue: {target: {sacn: stage, channel: 1}}}}
              f: {kind: range, max: 9, parts: {low: {target: {sacn: stage, channel: 2}}, high: {target: {sacn: stage, channel: 3}}}}
              g: {kind: color, target: {artnet: hall, channel: 2, bits: 16}}
            """)
        let stage = UniverseSpec(.sacn, 63999, interface: "eth1", priority: 200)
        let hall = UniverseSpec(.artnet, 0, host: "lights.local", isSentAtStart: true)
        let specs = Dictionary(read.targets.map { ($0.parameter, $0.target) }, uniquingKeysWith: { one, _ in one })
        func sacn(_ fixture: FixtureSpec) -> TargetSpec { TargetSpec(LightTargetSpec<SACN>(universe: stage, fixture: fixture)) }
        func artnet(_ fixture: FixtureSpec) -> TargetSpec { TargetSpec(LightTargetSpec<ArtNet>(universe: hall, fixture: fixture)) }
        #expect(specs["a"] == sacn(FixtureSpec(channel: 12, form: .level(low: 0, high: 255))))
        #expect(specs["b"] == sacn(FixtureSpec(channel: 511, isFine: true, form: .level(low: 65535, high: 0))))
        #expect(specs["c"] == artnet(FixtureSpec(channel: 509, form: .color(hasWhite: true))))
        #expect(specs["d"] == artnet(FixtureSpec(channel: 1, form: .level(low: 10, high: 20))))
        #expect(specs["g"] == artnet(FixtureSpec(channel: 2, isFine: true, form: .color(hasWhite: false))))
        #expect(specs["a"]?.name == "sacn universe 63999 channel 12 on eth1")
        #expect(specs["g"]?.name == "artnet universe 0 channels 2-7 at lights.local")
        #expect(Set(read.targets.map(\.parameter)).isSuperset(of: ["e.hue", "f.low", "f.high"]))
    }
}

@Suite("What the files of units say of the network")
struct UnitNetworkTests {
    private static let unit = "[Service]\nRestrictAddressFamilies=AF_UNIX\n"

    @Test(
        "a unit in use forbids the network as long as no drop-in allows it",
        arguments: [
            ([:], true),
            (["/etc/systemd/system/faderd.service.d/network.conf": "[Service]\nRestrictAddressFamilies=AF_INET AF_INET6\n"], false),
            (["/etc/systemd/system/faderd.service.d/x.conf": "[Service]\nLimitNOFILE=1\n"], true),
            (["/etc/systemd/system/faderd.service.d/x.conf": "[Service]\nRestrictAddressFamilies=\n"], false),
            (["/etc/systemd/system/faderd.service.d/x": "[Service]\nRestrictAddressFamilies=AF_INET\n"], true),
            (
                [
                    "/etc/systemd/system/faderd.service.d/a.conf": "[Service]\n",
                    "/run/systemd/system/faderd.service.d/a.conf": "[Service]\nRestrictAddressFamilies=AF_INET\n",
                ], true
            ),
            (["/etc/systemd/system/faderd.service": "[Service]\nExecStart=faderd\n"], false),
        ] as [([String: String], Bool)])
    func system(files: [String: String], isForbidden: Bool) {
        var texts = ["/usr/lib/systemd/system/faderd.service": Self.unit, "/run/systemd/units/invocation:faderd.service": ""]
        texts.merge(files) { $1 }
        #expect(UnitNetwork.system(files: MemoryFiles(texts: texts)).isForbidden == isForbidden)
    }

    @Test("a unit that neither runs nor starts by itself says nothing")
    func unused() {
        let texts = ["/usr/lib/systemd/system/faderd.service": Self.unit]
        #expect(!UnitNetwork.system(files: MemoryFiles(texts: texts)).isForbidden)
    }

    @Test("the unit of a session has the folders of its user")
    func session() {
        let user = { (texts: [String: String]) in
            UnitNetwork.user(["HOME": "/home/me", "XDG_RUNTIME_DIR": "/run/user/1"], files: MemoryFiles(texts: texts)).isForbidden
        }
        var texts = [
            "/usr/lib/systemd/user/faderd.service": Self.unit, "/home/me/.config/systemd/user/default.target.wants/faderd.service": "",
        ]
        #expect(user(texts))
        texts["/home/me/.config/systemd/user/faderd.service.d/n.conf"] = "[Service]\nRestrictAddressFamilies=AF_INET\n"
        #expect(!user(texts))
    }

    @Test("the doubt about the network is told once, at the first place that needs it")
    func doubt() {
        func told(_ text: String) -> [String] {
            ConfigReader(kinds: TargetKinds.all, profileDirectories: [], networkDoubt: "there is none").read(text: text, name: "c.yaml")
                .diagnostics.map(\.headline)
        }
        let universe = "version: 1\ntargets: {s: {sacn: {universe: 1}}}\n"
        #expect(told(universe + "parameters: {a: {}}\n").isEmpty)
        #expect(
            told(universe + "parameters:\n  a: {target: {sacn: s, channel: 1}}\n  b: {target: {sacn: s, channel: 2}}\n")
                == ["c.yaml:4:16: warning: there is none"])
        #expect(told("version: 1\nparameters: {a: {}}\nosc: {listen: 9000, allow: [127.0.0.1]}\n").count == 1)
        #expect(told("version: 1\nparameters: {a: {target: {exec: [x]}}}\n").isEmpty)
        #expect(told("version: 1\nparameters: {a: {kind: trigger, target: {osc: 127.0.0.1:9000, address: /a}}}\n").count == 1)
    }

    @Test(
        "targets of other machines need the network, and so do those that are reached over the loopback network; a console on USB does not")
    func network() throws {
        let read = try settings(
            """
            version: 1
            targets:
              mqtt: {mqtt: "mqtt://127.0.0.1"}
              obs: {obs: 127.0.0.1}
              rooms: {snapcast: 127.0.0.1}
              home: {home-assistant: "ws://127.0.0.1:8123", token-file: t}
              node: {artnet: {universe: 1, host: 127.0.0.1}}
              desk: {x32: 127.0.0.1}
              sq: {sq: 127.0.0.1}
              usb: {sq: {client: "SQ*"}}
            parameters:
              osc: {target: {osc: "127.0.0.1:9000", address: /a}}
              mqtt: {target: {mqtt: mqtt, topic: a, set: a}}
              obs: {target: {obs: obs, input: Mic}}
              room: {target: {snapcast: rooms, client: a}}
              home: {target: {home-assistant: home, entity: light.a}}
              lamp: {target: {artnet: node, channel: 1}}
              http: {target: {http: "http://127.0.0.1/{value}"}}
              x32: {target: {x32: desk, ch: 1}}
              sq: {target: {sq: sq, ch: 1}}
              sq.usb: {target: {sq: usb, ch: 1}}
              sound: {target: {pulse: default-sink}}
              card: {target: {alsa: {card: PCH, control: Master}}}
              player: {target: {mpris: spotify}}
              screen: {target: {brightness: default}}
            """)
        #expect(
            read.targets.filter(\.target.needsNetwork).map(\.parameter) == [
                "osc", "mqtt", "obs", "room", "home", "lamp", "http", "x32", "sq",
            ])
        #expect(read.targets.count == 14)
    }
}
