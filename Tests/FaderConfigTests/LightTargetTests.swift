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

    @Test("every mistake in an entry is told at its place")
    func universes() {
        expect(
            """
            version: 1
            targets:
              a: {sacn: 1️⃣{priority: 1}}
              b: {sacn: {universe: 2️⃣0}}
              c: {sacn: {universe: 1, priority: 3️⃣201}}
              d: {sacn: {universe: 1, host: 10.0.0.1, interface: 4️⃣eth0}}
              e: {sacn: {universe: 1, interface: 5️⃣a-name-that-is-too-long}}
              f: {artnet: 6️⃣{universe: 0}}
              g: {artnet: {universe: 7️⃣32768, host: x}}
              h: {artnet: {universe: 1, host: 8️⃣192.168.1}}
              i: {sacn: {universe: 7}}
              9️⃣j: {sacn: {universe: 7, priority: 50}}
              k: {sacn: {universe: 7, host: 10.0.0.1}}
            parameters: {x: {}}
            """,
            [
                "1️⃣ error: sacn needs the number of a universe, such as sacn: {universe: 1}",
                "2️⃣ error: universe must be a whole number 1…63999, found \"0\"",
                "3️⃣ error: priority must be a whole number 0…200, found \"201\"",
                "4️⃣ error: interface has no effect: the system knows on which interface it reaches a host",
                "5️⃣ error: interface is the name of a network interface, such as eth0; \"ip link\" lists them",
                "6️⃣ error: artnet needs a host: the address of the receiver, or that of all in a network, such as 192.168.1.255 "
                    + "(not every receiver wants that)",
                "7️⃣ error: universe must be a whole number 0…32767, found \"32768\"",
                "8️⃣ error: \"192.168.1\" is neither an address nor a host name: write it as 192.168.1.20 or desk.local",
                "9️⃣ error: \"i\" already sends sacn universe 7; only one entry can",
            ])
    }

    @Test("every mistake in a target is told at its place")
    func targets() {
        expect(
            """
            version: 1
            targets: {s: {sacn: {universe: 1}}, n: {artnet: {universe: 1, host: 10.0.0.1}}}
            parameters:
              a: {target: 1️⃣{sacn: s}}
              b: {target: {sacn: 2️⃣t, channel: 1}}
              c: {target: {artnet: 3️⃣s, channel: 1}}
              d: {target: {sacn: s, channel: 4️⃣0}}
              e: {target: {sacn: s, channel: 5️⃣512, bits: 16}}
              f: {kind: color, target: {sacn: s, channel: 6️⃣510, white: true}}
              g: {target: {sacn: s, channel: 2, bits: 7️⃣12}}
              h: {target: {sacn: s, channel: 3, white: 8️⃣true}}
              i: {kind: color, target: {sacn: s, channel: 4, range: 9️⃣[0, 1]}}
            """,
            [
                "1️⃣ error: a sacn target needs a channel, such as channel: 12",
                "2️⃣ error: there is no \"t\" in targets, such as targets: {stage: {sacn: {universe: 1}}}",
                "3️⃣ error: there is no \"s\" in targets, such as targets: {stage: {artnet: {host: 192.168.1.30, universe: 0}}}",
                "4️⃣ error: channel must be a whole number 1…512, found \"0\"",
                "5️⃣ error: e takes 2 channels, so the first one is at most 511",
                "6️⃣ error: f takes 4 channels, so the first one is at most 509",
                "7️⃣ error: bits must be one of 8, 16; found \"12\"; did you mean \"16\"?",
                "8️⃣ error: white has no effect: h is not a color",
                "9️⃣ error: range has no effect: i is a color, which is sent as it is",
            ])
        expect(
            """
            version: 1
            targets: {s: {sacn: {universe: 1}}}
            parameters: {a: {target: {sacn: s, channel: 9, range: 1️⃣[0, 256]}}, b: {target: {sacn: s, channel: 8, range: 2️⃣[1, 1]}}}
            """,
            [
                "1️⃣ error: the ends of range must be 0…255, the levels of 8 bits", "2️⃣ error: the two ends of range are the same",
            ])
    }

    @Test("two parameters on one channel are an error at the second, also where channels of 16 bits or colors overlap")
    func overlaps() {
        expect(
            """
            version: 1
            targets: {s: {sacn: {universe: 1}}, t: {sacn: {universe: 2}}, n: {artnet: {universe: 1, host: 10.0.0.1}}}
            parameters:
              a: {target: {sacn: s, channel: 10, bits: 16}}
              b: {1️⃣target: {sacn: s, channel: 11}}
              c: {kind: color, 2️⃣target: {sacn: s, channel: 8}}
              d: {target: {sacn: t, channel: 11}}
              e: {target: {artnet: n, channel: 11}}
              f: {target: [{sacn: s, channel: 20}, 3️⃣{sacn: s, channel: 20}]}
            """,
            [
                "1️⃣ error: sacn universe 1 channel 11 is the target of \"a\" already (line 4, column 7); a target can have one parameter, and that one "
                    + "can be mapped to any number of controls",
                "2️⃣ error: sacn universe 1 channel 10 is the target of \"a\" already (line 4, column 7); a target can have one parameter, and that one "
                    + "can be mapped to any number of controls",
                "3️⃣ error: sacn universe 1 channel 20 is a target of f already (line 9, column 16)",
            ])
    }

    @Test("a trigger presses no light, and a text is none")
    func others() {
        expect(
            """
            version: 1
            targets: {s: {sacn: {universe: 1}}}
            parameters:
              a: {kind: trigger, target: {1️⃣sacn: s, channel: 1}}
              b: {kind: text, target: {2️⃣sacn: s, channel: 2}}
            """,
            [
                "1️⃣ error: a trigger cannot do \"sacn\"; it can do recall, recall-next, save, undo, redo, set, wait, midi, osc, mqtt, obs, x32, xair, mpris, exec",
                "2️⃣ error: b is a text, which only osc, mqtt, x32 and xair targets can have",
            ])
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
    }
}
