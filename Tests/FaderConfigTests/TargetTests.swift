import FaderConfig
import FaderConsole
import FaderTargets
import FaderValues
import Testing

@Suite("Targets in a config")
struct TargetTests {
    @Test("every kind of target is read, with its binding")
    func everyKind() throws {
        let read = try contents(
            """
            version: 1
            targets:
              xr18: {osc: "192.168.1.20:10024", keepalive: {send: /xremote, every: 8s}, queries: true}
            parameters:
              master: {type: decibel, max: 0, target: {pulse: default-sink}}
              mute: {kind: toggle, target: {pulse: default-sink, property: mute}}
              music: {type: decibel, target: {pulse: {app: [spotify*, "*mpv*"]}}}
              games: {type: percent, target: {pulse: {rest: true, except: [music]}}}
              ch1: {target: {osc: xr18, address: /ch/01/mix/fader}}
              gain: {min: -60, max: 6, target: {osc: "[::1]:3819", address: /strip/gain, args: [1, 0.5, a, "2"], send: value, steps: 100}}
              fan: {kind: integer, max: 5, target: {exec: [fanctl, "{value}"], read: [fanctl, get], limit: 2 s}}
              free: {}
            """)
        let xr18 = OSCPeerSpec(
            host: "192.168.1.20", port: 10024, keepAlive: OSCPeerSpec.KeepAlive(address: "/xremote", interval: .seconds(8)),
            answersQueries: true)
        #expect(
            read.settings.targets == [
                TargetBinding(parameter: "master", target: TargetSpec(PulseTargetSpec(.defaultSink))),
                TargetBinding(parameter: "mute", target: TargetSpec(PulseTargetSpec(.defaultSink, .mute))),
                TargetBinding(parameter: "music", target: TargetSpec(PulseTargetSpec(.app(StreamPattern(apps: ["spotify*", "*mpv*"]))))),
                TargetBinding(parameter: "games", target: TargetSpec(PulseTargetSpec(.rest(except: [StreamPattern(apps: ["music"])])))),
                TargetBinding(parameter: "ch1", target: TargetSpec(OSCTargetSpec(peer: xr18, address: "/ch/01/mix/fader"))),
                TargetBinding(
                    parameter: "gain",
                    target: TargetSpec(
                        OSCTargetSpec(
                            peer: OSCPeerSpec(host: "::1", port: 3819), address: "/strip/gain",
                            arguments: [.integer(1), .float(0.5), .text("a"), .text("2")],
                            form: .value, steps: 100))),
                TargetBinding(
                    parameter: "fan",
                    target: TargetSpec(ExecTargetSpec(arguments: ["fanctl", "{value}"], read: ["fanctl", "get"], limit: .seconds(2)))),
            ])
        #expect(read.console.parameters.count == 8)
    }

    @Test("toggles and choices are spread over a range or sent as words, texts are sent as they are, and arguments go by direction")
    func kindsOfOSC() throws {
        let read = try settings(
            """
            version: 1
            targets:
              ardour: {osc: "127.0.0.1:3819", from: any}
              reaper: {osc: "127.0.0.1:8000", listen: 9000, from: 8001}
            parameters:
              mute: {kind: toggle, target: {osc: ardour, address: /a, range: [1, 0]}}
              wave: {kind: choice, options: [sine, saw, pwm], target: {osc: ardour, address: /b}}
              band: {kind: choice, options: [low, mid, high], target: {osc: ardour, address: /c, range: [127, -0.5]}}
              word: {kind: choice, options: [x, y], target: {osc: ardour, address: /d, send: text}}
              song: {kind: text, target: {osc: reaper, address: /e, send-args: [1, a], feedback-args: [2]}}
              both: {kind: text, target: {osc: reaper, address: /f, args: 3, feedback-args: [], send: text}}
            """)
        let specs = read.targets.compactMap { $0.target.details as? OSCTargetSpec }
        #expect(specs.map { [$0.low, $0.high] } == [[1, 0], [0, 2], [127, -0.5], [0, 1], [0, 1], [0, 1]])
        #expect(specs.map(\.form) == [.position, .position, .position, .text, .text, .text])
        #expect(specs[4].sendArguments == [.integer(1), .text("a")] && specs[4].feedbackArguments == [.integer(2)])
        #expect(specs[5].sendArguments == [.integer(3)] && specs[5].feedbackArguments == [])
        #expect(specs[0].peer.source == .any && specs[5].peer.source == .port(8001))
    }

    @Test("programs get variables, as texts or from files beside the config, and may run at the start")
    func environment() throws {
        let read = try settings(
            parameters(
                """
                a: {target: {exec: [run, x], env: {TOKEN: {file: a.token}, KEY: {file: /etc/key}, HOST: "lamp {value}"}, at-start: true}}
                b: {target: {exec: [run, y]}}
                """))
        let variables: [String: ExecTargetSpec.Variable] = [
            "TOKEN": .file(name: "a.token", path: "./a.token"), "KEY": .file(name: "/etc/key", path: "/etc/key"),
            "HOST": .text("lamp {value}"),
        ]
        #expect(
            read.targets.map(\.target) == [
                TargetSpec(ExecTargetSpec(arguments: ["run", "x"], environment: variables, runsAtStart: true)),
                TargetSpec(ExecTargetSpec(arguments: ["run", "y"])),
            ])
        #expect(read.targets.map(\.target.name) == ["exec run (1 argument)", "exec run (1 argument)"])
    }

    @Test("the parameter's kind decides which part of a sound card's control is bound")
    func mixer() throws {
        let read = try settings(
            parameters(
                """
                card: {type: decibel, target: {alsa: {card: PCH, control: Master}}}
                mute: {kind: toggle, target: {alsa: {card: 0, control: Master}}}
                source: {kind: choice, options: [Mic, Line], target: {alsa: {card: PCH, control: Input Source, index: 1, capture: true}}}
                """))
        #expect(
            read.targets.map(\.target) == [
                TargetSpec(MixerTargetSpec(card: "PCH", control: "Master")),
                TargetSpec(MixerTargetSpec(card: "0", control: "Master", property: .switch)),
                TargetSpec(
                    MixerTargetSpec(card: "PCH", control: "Input Source", index: 1, isCapture: true, property: .item(["Mic", "Line"]))),
            ])
        #expect(read.targets.map(\.target.name)[2] == "alsa PCH Input Source,1 capture item")
    }

    @Test("the times of a keep-alive and of a program are read, and a program's limit has bounds")
    func times() throws {
        let read = try settings(
            "version: 1\ntargets: {a: {osc: \"127.0.0.1:9000\", keepalive: {send: /x, every: 30 s}}}\n"
                + "parameters: {p: {target: {osc: a, address: /p}}, q: {target: {exec: [run], limit: 60 s}}}\n")
        #expect(read.targets.count == 2)
    }

    @Test("recording programs are named like playing ones, with capture")
    func capture() throws {
        let read = try settings(
            """
            version: 1
            parameters:
              a: {target: {pulse: {app: zoom*, capture: true}}}
              b: {target: {pulse: {app: zoom*, capture: false}}}
              c: {kind: toggle, target: {pulse: {rest: true, capture: true}, property: mute}}
            """)
        let specs = [
            PulseTargetSpec(.app(StreamPattern(apps: ["zoom*"])), isCapture: true), PulseTargetSpec(.app(StreamPattern(apps: ["zoom*"]))),
            PulseTargetSpec(.rest(except: []), .mute, isCapture: true),
        ]
        #expect(read.targets.map(\.target) == specs.map { TargetSpec($0) })
        #expect(read.targets.map(\.target.name) == ["pulse app zoom* capture", "pulse app zoom*", "pulse rest capture mute"])
    }

    @Test("if no sound server can be found, there is one warning for a config that needs one, at the first place")
    func withoutSoundServer() {
        func warnings(_ text: String) -> [String] {
            ConfigReader(kinds: TargetKinds.all, profileDirectories: [], targetDoubts: ["pulse": "there is none"]).read(
                text: text, name: "desk.yaml"
            ).diagnostics
                .map {
                    "\($0.line):\($0.column) \($0.severity) \($0.message)"
                }
        }
        let head = "version: 1\nparameters:\n  a: {target: {exec: [\"true\"]}}\n"
        #expect(warnings(head) == [])
        #expect(
            warnings(head + "  b: {target: {pulse: default-sink}}\n  c: {target: {pulse: default-source}}\napps: {}\n")
                == ["4:16 warning there is none"])
        #expect(warnings(head + "apps: {}\n") == ["4:7 warning there is none"])
        #expect(warnings(head + "  b: {target: [{exec: [b]}, {pulse: default-sink}]}\n") == ["4:30 warning there is none"])
        let parts = "  b: {kind: range, parts: {low: {target: [{pulse: default-sink}]}}}\n"
        #expect(warnings(head + parts) == ["4:44 warning there is none"])
    }

    @Test("playing programs can be parameters, of a numeric type")
    func apps() throws {
        #expect(try settings("version: 1\napps: {}\n").apps == AppsSpec())
        #expect(
            try settings("version: 1\napps: {each: \"{name}.volume\", type: decibel, auto: true}\n").apps
                == AppsSpec(each: "{name}.volume", type: "decibel"))
        func id(_ text: String, _ spec: AppsSpec = AppsSpec(), number: Int = 1) -> String {
            spec.id(for: spec.word(for: text, number: number))
        }
        #expect(id("Web Browser (1)") == "app.web-browser--1-")
        let others = ["日本語", "中文字", "Яндекс", "Музыка", "Café Player", "Cafe Player"].map { id($0) }
        #expect(Set(others).count == others.count && others.allSatisfy { ParameterSpec.isValidID($0) })
        #expect(others[4].hasPrefix("app.caf-player-") && others[5] == "app.cafe-player")
        #expect(id("É", AppsSpec(each: "{name}.volume")) == id("é", AppsSpec(each: "{name}.volume")))
        #expect(id(String(repeating: "日", count: 100)).utf8.count <= 64)
        #expect(id("日", AppsSpec(each: String(repeating: "x", count: 60) + "{name}")).hasPrefix("xxx"), "with no room for a name")
        #expect(id(String(repeating: "x", count: 100)).utf8.count == 64)
        #expect(id(String(repeating: "x", count: 100), number: 12).hasSuffix("xxx-12"))
        #expect(id(String(repeating: "x", count: 100), number: 12).utf8.count == 64)
    }

    @Test("streams are named by program, by title or by both, and so are those that the rest leaves out")
    func titles() throws {
        let read = try settings(
            """
            version: 1
            parameters:
              a: {target: {pulse: {title: "*meeting*"}}}
              b: {target: {pulse: {app: [firefox*, chrom*], title: [Radio*, TV]}}}
              c: {target: {pulse: {rest: true, except: {app: firefox*, title: "*ad*"}}}}
              d: {target: {pulse: {rest: true, except: [teams, {title: "*bell*"}], capture: true}}}
            """)
        let specs = [
            PulseTargetSpec(.app(StreamPattern(titles: ["*meeting*"]))),
            PulseTargetSpec(.app(StreamPattern(apps: ["firefox*", "chrom*"], titles: ["Radio*", "TV"]))),
            PulseTargetSpec(.rest(except: [StreamPattern(apps: ["firefox*"], titles: ["*ad*"])])),
            PulseTargetSpec(.rest(except: [StreamPattern(apps: ["teams"]), StreamPattern(titles: ["*bell*"])]), isCapture: true),
        ]
        #expect(read.targets.map(\.target) == specs.map { TargetSpec($0) })
        #expect(read.targets.prefix(2).map(\.target.name) == ["pulse title *meeting*", "pulse app firefox* chrom* title Radio* TV"])
    }
}
