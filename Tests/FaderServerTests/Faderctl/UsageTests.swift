import FaderAPI
import FaderServer
import FaderTesting
import Testing

@testable import FaderArguments
@testable import FaderCLI

@Suite(.serialized) struct UsageTests {
    @Test("of every option it is known whether a value follows")
    func valueOptions() {
        let options = CommandTree(of: Faderctl.self).optionsBelow.filter { $0.kind == .option }
        // The value of `learn --surface` may be left out.
        #expect(Set(options.flatMap(\.written)) == Set(Options.takingValues + ["--surface"]))
    }

    @Test("a usage error is one message that says what would be right", arguments: try TestFile.rows("Vectors/usage.txt"))
    func sentence(row: [String]) async throws {
        let (typed, expected) = (row[0].split(separator: " ").map(String.init), row[1])
        let child = try await blocking { try Child.run(FaderctlProgram.path, typed) }
        if expected.hasPrefix("… ") {
            #expect(child.errors.contains(expected.dropFirst(2)))
        } else {
            #expect(child.errors == "faderctl: \(expected)\n")
        }
        #expect((child.exitCode, child.output) == (64, ""))
    }

    @Test(
        "options may stand before or after the command",
        arguments: [
            (["--json", "list"], ["list", "--json"]), (["--socket", "/x", "get", "a"], ["get", "--socket", "/x", "a"]),
            (["--json", "snapshot", "list"], ["snapshot", "list", "--json"]),
            (["snapshot", "--locale=sv_SE", "show", "x"], ["snapshot", "show", "--locale=sv_SE", "x"]),
            (["--config", "f", "check"], ["check", "--config", "f"]), (["--decimals", "2", "get", "a"], ["get", "--decimals", "2", "a"]),
            (["--json", "--help"], ["--json", "--help"]),
            (["--socket", "/x", "help", "get"], ["help", "get"]), (["get", "--json", "a"], ["get", "--json", "a"]),
            (["--json"], ["--json"]),
            (["---completion", "get"], ["---completion", "get"]), (["frob", "--json"], ["frob", "--json"]),
        ])
    func leading(arguments: [String], expected: [String]) {
        #expect(Options.behindCommand(arguments, of: Faderctl.self) == expected)
    }

    @Test("options before it work for a command and for a subcommand")
    func leadingForReal() async throws {
        try await TestServer.with { server async throws in
            #expect(try JSON(try await server.faderctl("--json", "get", "master").output.utf8)["id"]?.text == "master")
            #expect(try JSON(try await server.faderctl("--json", "snapshot", "list").output.utf8).list?.isEmpty == true)
            #expect(try JSON(try await server.faderctl("snapshot", "--json", "list").output.utf8).list?.isEmpty == true)
            let wrong = try await FaderctlProgram.run("--socket", server.path, "get", "master", socket: "/nowhere")
            #expect(wrong.output == "-12.0 dB\n")
        }
    }

    @Test("with --json every failure is one JSON object on one line of standard error, in the form of the API's problems")
    func jsonErrors() async throws {
        try await TestServer.with { server async throws in
            let unknown = try await server.faderctl("get", "--json", "mastr", "synth.cutoff", "x")
            let lines = unknown.errors.split(separator: "\n")
            #expect((unknown.exitCode, lines.count) == (65, 2))
            let first = try JSON(try #require(lines.first).utf8)
            #expect(first["code"]?.number == 65)
            #expect(first["error"]?["type"]?.text == "urn:faderd:unknown-id")
            #expect(first["error"]?["status"]?.number == 404)
            #expect(first["error"]?["suggestion"]?.text == "master")
            #expect(first["error"]?["detail"]?.text == "there is no parameter \"mastr\"; did you mean \"master\"?")
            #expect(try JSON(unknown.output.utf8).list?.count == 1)
            for (arguments, code) in [
                (["frob", "--json"], 64.0), (["--json", "set", "master", "x"], 65), (["list", "--json", "nope"], 65),
            ] {
                let child = try await blocking { [path = server.path] in
                    try Child.run(FaderctlProgram.path, arguments, environment: ["FADERD_SOCKET": path])
                }
                #expect(child.errors.count { $0 == "\n" } == 1)
                let report = try JSON(child.errors.utf8)
                #expect((report["code"]?.number, Double(child.exitCode)) == (code, code), "\(arguments)")
                #expect(report["error"]?["detail"]?.text?.isEmpty == false)
            }
            let clamped = try await server.faderctl("set", "--json", "master", "99")
            #expect((clamped.exitCode, clamped.errors) == (0, ""))
            #expect(try JSON(clamped.output.utf8)["notice"]?.text?.hasPrefix("clamped to 6.0 dB") == true)
        }
        let absent = try await FaderctlProgram.run("--json", "status", socket: "/nowhere")
        #expect(try JSON(absent.errors.utf8)["error"]?["title"]?.text == "No daemon")
        #expect(absent.exitCode == 69)
    }

    @Test("an empty list is reported, with exit code 65")
    func listNothing() async throws {
        try await TestServer.with { server async throws in
            let child = try await server.faderctl("list", "mastr")
            #expect((child.exitCode, child.output) == (65, ""))
            #expect(child.errors == "faderctl: no parameter's id begins with \"mastr\"; did you mean \"master\"?\n")
            let compound = try await server.faderctl("list", "synht")
            #expect(compound.errors == "faderctl: no parameter's id begins with \"synht\"; did you mean \"synth\"?\n")
        }
    }

    @Test(
        "the locale of the environment is found as in POSIX, and the C locale counts as none",
        arguments: [
            (["LC_ALL": "de_DE.UTF-8", "LANG": "sv_SE"], "de_DE.UTF-8"), (["LC_NUMERIC": "fr_FR", "LANG": "sv_SE"], "fr_FR"),
            (["LC_ALL": "", "LC_NUMERIC": "", "LANG": "sv_SE"], "sv_SE"), (["LC_ALL": "C", "LANG": "sv_SE"], nil),
            (["LC_NUMERIC": "C.UTF-8", "LANG": "sv_SE"], nil), (["LANG": "POSIX"], nil), (["LC_MESSAGES": "sv_SE"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func environment(variables: [String: String], expected: String?) {
        #expect(EnvironmentLocale.name { variables[$0] } == expected)
    }
}
