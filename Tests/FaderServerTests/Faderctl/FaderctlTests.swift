import FaderAPI
import FaderConsole
import FaderDaemon
import FaderMIDI
import FaderRig
import FaderServer
import FaderTesting
import Glibc
import Testing

@testable import FaderCLI

@Suite(.serialized) struct FaderctlTests {
    @Test("get prints the value texts, one per line")
    func get() async throws {
        try await TestServer.with { server async throws in
            let child = try await server.faderctl("get", "master", "synth.cutoff")
            #expect(child.exitCode == 0)
            #expect(child.output == "-12.0 dB\n1000 Hz\n")
            #expect(child.errors == "")
        }
    }

    @Test(
        "a negative number needs no --",
        arguments: [
            (["set", "master", "-6"], "-6.0 dB"), (["set", "master", "-6", "dB"], "-6.0 dB"), (["set", "master", "-6 dB"], "-6.0 dB"),
            (["set", "master", "--", "-6"], "-6.0 dB"), (["set", "--json", "master", "-.5"], "\"text\" : \"-0.5 dB\""),
            (["set", "master", "-7", "--json"], "\"text\" : \"-7.0 dB\""), (["step", "master", "-2"], "-13.0 dB"),
            (["step", "master", "--", "-2"], "-13.0 dB"), (["step", "master", "2"], "-11.0 dB"),
        ])
    func negative(arguments: [String], expected: String) async throws {
        try await TestServer.with { server async throws in
            let child = try await blocking { [path = server.path] in
                try Child.run(
                    FaderctlProgram.path, arguments + ["--socket", path].filter { _ in !arguments.contains("--") },
                    environment: ["FADERD_SOCKET": path])
            }
            #expect(child.exitCode == 0, "\(child.errors)")
            #expect(child.output.contains(expected), "\(child.output)")
        }
    }

    @Test("numbers are in the environment's locale, unless a program reads them or --locale is given")
    func environmentLocale() async throws {
        try await TestServer.with { server async throws in
            for (arguments, variable, expected) in [
                ([], "LC_ALL", "−12,0 dB"), ([], "LANG", "−12,0 dB"), (["--json"], "LANG", "\"text\" : \"-12.0 dB\""),
                ([], "LC_TIME", "-12.0 dB"),
            ] {
                let child = try await blocking { [path = server.path] in
                    try Child.run(
                        FaderctlProgram.path, ["get", "master"] + arguments,
                        environment: ["FADERD_SOCKET": path, variable: "sv_SE.UTF-8"])
                }
                #expect(child.output.contains(expected), "\(arguments) \(variable): \(child.output)")
            }
        }
    }

    @Test("a clamp is reported on stderr, and is not a failure")
    func clamp() async throws {
        try await TestServer.with { server async throws in
            let child = try await server.faderctl("set", "master", "99")
            #expect(child.exitCode == 0)
            #expect(child.output == "6.0 dB\n")
            #expect(child.errors == "clamped to 6.0 dB (range -70.0…6.0 dB)\n")
        }
    }

    @Test("a refused value is exit code 65 with a message that shows a valid example")
    func refused() async throws {
        try await TestServer.with { server async throws in
            let child = try await server.faderctl("set", "master", "loud")
            #expect(child.exitCode == 65)
            #expect(child.output == "")
            #expect(child.errors.contains("-70.0…6.0 dB"))
        }
    }

    @Test("a value that is applied but not saved is printed and reported, with exit code 74")
    func notDurable() async throws {
        try await TestServer.with { server async throws in
            server.fillDisk()
            let child = try await server.faderctl("set", "master", "-3")
            #expect(child.exitCode == 74)
            #expect(child.output == "-3.0 dB\n")
            #expect(child.errors.hasPrefix("faderctl: master is -3.0 dB now, but it could not be saved: "))
            #expect(child.errors.contains("make room on that file system"))
        }
    }

    @Test(
        "help, version and completions need no daemon",
        arguments: [
            ["--help"], ["--version"], ["set", "--help"], ["--generate-completion-script", "bash"],
            ["--generate-completion-script", "zsh"],
            ["--generate-completion-script", "fish"], ["--generate-completion-script=fish"],
        ])
    func help(arguments: [String]) async throws {
        let child = try await blocking { try Child.run(FaderctlProgram.path, arguments) }
        #expect(child.exitCode == 0)
        #expect(!child.output.isEmpty)
    }

    @Test(
        "without a daemon every command says how to start one and exits with 69",
        arguments: try TestFile.rows("Vectors/faderctl-alone.txt"))
    func notRunning(row: [String]) async throws {
        let arguments = row[0].split(separator: " ").map(String.init)
        let child = try await blocking { try Child.run(FaderctlProgram.path, arguments, environment: ["FADERD_SOCKET": "/nowhere/f.sock"]) }
        #expect(child.exitCode == 69)
        #expect(child.output == "")
        #expect(child.errors.contains("no daemon is running (tried /nowhere/f.sock); start it"))
    }

    @Test("the output of the table, and of all other commands, for people", arguments: try TestFile.rows("Vectors/faderctl-output.txt"))
    func forPeople(row: [String]) async throws {
        let (arguments, expected) = (row[0].split(separator: " ").map(String.init), row[1].replacing("\\n", with: "\n"))
        try await TestServer.with(setup: Self.withProfiles) { server async throws in
            // The motor is held back under a finger.
            try server.rig.surface.hold(0, true)
            #expect(try await eventually { try await server.rig.parameter("master").touchedBy != nil })
            try await server.change("master", to: -6)
            try await server.change("master", to: -12)
            let child = try await blocking { [path = server.path] in
                try Child.run(FaderctlProgram.path, arguments, environment: ["FADERD_SOCKET": path])
            }
            #expect(child.exitCode == 0, "\(child.errors)")
            #expect(child.output.contains(expected), "\(child.output)")
        }
    }

    /// Two profiles beside the config, and controllers without a surface.
    private static let withProfiles: Rig.Setup = {
        var setup = Rig.Setup.server()
        setup.files = [
            "profiles/box.yaml": """
            version: 1
            name: Box
            match: "Box*"
            identity: "42 13 01 00 00"
            controls:
              fader.1: {input: "cc 0 ch 1", motor: true, touch: "note 104 ch 1"}
              encoder.1: {input: "cc 16 ch 1", relative: twos}

            """,
            "profiles/odd.yaml": "version: 1\nname: [\n",
        ]
        setup.strangers = ["Box 2", "Thing"]
        setup.answers = [Controller(client: "UM-ONE", port: 1, identity: DeviceIdentity(parsing: "42 13 01 00 00"))]
        return setup
    }()

    @Test("profiles are listed, and those with errors are marked")
    func profiles() async throws {
        try await TestServer.with(setup: Self.withProfiles) { server async throws in
            // The width of the columns depends on what else is installed here.
            let rows = try await server.faderctl("profiles").output.split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
            #expect(rows.contains("box Box Box* 2"), "\(rows)")
            #expect(rows.contains("odd (has errors) - 0"), "\(rows)")
        }
    }

    @Test("the virtual surface is drawn: display, faders, lamps, pressed buttons, and the time")
    func virtualShow() async throws {
        var setup = Rig.Setup(
            config: """
                version: 1
                parameters:
                  master: {label: Master, min: -70, max: 6, unit: dB, default: -6, decimals: 1}
                  cut: {kind: toggle, label: Cut, default: on}
                  time: {kind: text, default: "1.02.03"}
                surfaces:
                  desk:
                    match: "faderd virtual"
                    profile: mackie
                    display: {timecode: time}
                    map: {fader.1: master, encoder.1: master, mute.1: cut}

                """)
        setup.files = ["profiles/mackie.yaml": "version: 1\nname: Mackie Control\nprotocol: {name: mackie, device: 20, colors: x-touch}\n"]
        try await TestServer.with(setup: setup) { server async throws in
            try server.rig.surface.hold(#require(server.rig.surface.device.control(named: "mute.7")), true)
            for expected in ["[MUTE]", ">mute<", "Master", "-6.0 dB", "84 %", "time: 1.02.03"] {
                var output = ""
                let isDrawn = try await eventually {
                    output = try await server.faderctl("virtual", "show", "--ascii").output
                    return output.contains(expected)
                }
                #expect(isDrawn, "\(output)")
            }
        }
    }

    @Test("--json gives JSON on every command", arguments: try TestFile.rows("Vectors/faderctl-json.txt"))
    func json(row: [String]) async throws {
        try await TestServer.with(setup: Self.withProfiles) { server async throws in
            let arguments = row[0].split(separator: " ").map(String.init) + ["--json"]
            let child = try await blocking { [path = server.path] in
                try Child.run(FaderctlProgram.path, arguments, environment: ["FADERD_SOCKET": path])
            }
            #expect(child.exitCode == 0, "\(child.errors)")
            _ = try JSON(child.output.utf8)
        }
    }

    @Test("a reload of a config with errors prints every diagnostic and exits with 78")
    func reload() async throws {
        try await TestServer.with { server async throws in
            try server.rig.write(config: TestServer.badConfig)
            let child = try await server.faderctl("reload")
            #expect(child.exitCode == 78)
            #expect(
                child.errors.contains(
                    "faderd.yaml:3:5: error: unknown key \"mn\" in a parameter; did you mean \"min\"?\n    mn: 0}}\n    ^\n"))
            let json = try await server.faderctl("reload", "--json")
            #expect(json.exitCode == 78)
            #expect(try JSON(json.output.utf8)["diagnostics"]?.list?.count == 1)
        }
    }

    @Test("watch prints one line per change, and exits with 69 when the daemon stops")
    func watch() async throws {
        let server = try await TestServer.start()
        let running = try Child.Running(FaderctlProgram.path, ["watch", "ma"], environment: ["FADERD_SOCKET": server.path])
        #expect(try await server.isFollowed())
        try await server.change("synth.cutoff", to: 30)
        try await server.change("master", to: -6)
        #expect(try await blocking { running.readOutput(until: "\n") } == "master -6.0 dB\n")
        await server.stop()
        let child = try await blocking { try running.wait() }
        #expect(child.exitCode == 69)
        #expect(child.errors.contains("closed the connection"))
    }

    @Test("monitor prints messages as the config writes them, or as JSON lines if asked")
    func monitor() async throws {
        try await TestServer.with { server async throws in
            for (flags, expected) in [
                ([], "\ndesk in  pitchbend ch 1 = 64      fader.1 → master\n"), (["--json"], "\"message\":\"pitchbend ch 1 = 64\""),
            ] {
                let running = try Child.Running(FaderctlProgram.path, ["monitor"] + flags, environment: ["FADERD_SOCKET": server.path])
                #expect(await eventually { await server.hub.isMonitored })
                // When this is answered, the daemon knows about the monitor.
                #expect(try await server.request("GET", "/v1/status").status == 200)
                try server.moveFader(to: 64 / 16_383)
                #expect(try await blocking { running.readOutput(until: expected) }.contains(expected))
                running.signal(SIGINT)
                #expect(try await blocking { try running.wait() }.exitCode == 128 + SIGINT)
                #expect(await eventually { !(await server.hub.isMonitored) })
            }
            let child = try await server.faderctl("monitor", "dsk")
            #expect(child.exitCode == 65)
            #expect(child.errors == "faderctl: there is no surface \"dsk\"; did you mean \"desk\"?\n")
        }
    }

    @Test("a shell completes ids by asking the daemon")
    func completion() async throws {
        try await TestServer.with { server async throws in
            let script = try await server.faderctl("--generate-completion-script", "bash")
            #expect(script.output.contains("---complete "))
            #expect(try await server.faderctl("--generate-completion-script=bash").output == script.output)
            let child = try await server.faderctl("---complete", "--json", "get", "--locale=sv_SE", "ma")
            #expect(child.output.hasPrefix("words\t\nmaster\tMaster "), "\(child.output) \(child.errors)")
        }
    }

    @Test("the name of a device cannot control the terminal")
    func escapes() async throws {
        var setup = Rig.Setup.server()
        setup.strangers = ["a\u{1B}[31mb"]
        try await TestServer.with(setup: setup) { server async throws in
            let child = try await server.faderctl("surfaces")
            #expect(child.output.contains("a\u{FFFD}[31mb"))
            #expect(!child.output.unicodeScalars.contains("\u{1B}"))
        }
    }

    @Test("check needs no daemon: 0 for a good config, 78 with every diagnostic for a bad one")
    func check() async throws {
        let directory = try TemporaryDirectory.make()
        defer { unsafe unlink(directory + "/c.yaml"); TemporaryDirectory.remove(directory) }
        for (text, code, expected) in [
            ("version: 1\nparameters:\n  master: {min: -70, max: 6}\n", 0, "ok"),
            ("version: 1\nparameters:\n  master: {mn: -70, max: 6}\n", 78, "c.yaml:3:12: error: "),
        ] as [(String, Int32, String)] {
            let file = unsafe open(directory + "/c.yaml", O_CREAT | O_TRUNC | O_WRONLY, 0o600)
            _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
            close(file)
            let child = try await FaderctlProgram.run("check", directory + "/c.yaml", socket: "/nowhere")
            #expect(child.exitCode == code)
            #expect((child.output + child.errors).contains(expected), "\(child.output + child.errors)")
            let json = try await FaderctlProgram.run("check", directory + "/c.yaml", "--json", socket: "/nowhere")
            #expect(json.exitCode == code)
            #expect(try JSON(json.output.utf8)["valid"] == .truth(code == 0))
        }
        #expect(try await FaderctlProgram.run("check", "/nowhere/x.yaml", socket: "/nowhere").exitCode == 78)
    }
}
