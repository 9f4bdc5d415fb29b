import FaderAPI
import FaderServer
import FaderValues
import Glibc
import Testing

@testable import FaderCLI

@Suite(.serialized) struct WatchTests {
    private func parameter(_ id: String, _ text: String) -> ParameterResource {
        ParameterResource(
            id: id, label: id, kind: "number", value: .number(0), text: text, editText: text, defaultValue: .number(0), origin: "hand",
            revision: 1)
    }

    @Test("of a whole state only the unknown values are printed: none at first, or all with --now")
    func news() {
        let (a, b, later) = (parameter("a", "1"), parameter("b", "2"), parameter("b", "3"))
        var quiet = WatchedValues(tellsFirst: false)
        #expect(quiet.news(in: [a, b]) == [])
        #expect(quiet.news(in: [a, later]) == [later])
        // Called outside of the expectations, which cannot modify their operands.
        let isMoveTold = quiet.takes(parameter("a", "7"))
        #expect(isMoveTold)
        // A value clamped by a reload is printed once, by whichever event came first.
        var clamped = parameter("b", "3")
        clamped.origin = "restore"
        let isKnownTold = quiet.takes(clamped)
        clamped.text = "2.5"
        let (isClampTold, isClampToldAgain) = (quiet.takes(clamped), quiet.takes(clamped))
        let isLaterTold = quiet.takes(later)
        #expect(!isKnownTold && isClampTold && !isClampToldAgain && isLaterTold)
        #expect(quiet.news(in: [parameter("a", "7"), later, parameter("new", "0")]).map(\.id) == ["new"])
        var whole = WatchedValues(tellsFirst: true)
        #expect(whole.news(in: [a, b]) == [a, b])
        #expect(whole.news(in: [a, b]) == [])
    }

    @Test("--now prints the state first, then changes")
    func now() async throws {
        try await TestServer.with { server async throws in
            let running = try Child.Running(FaderctlProgram.path, ["watch", "--now"], environment: ["FADERD_SOCKET": server.path])
            #expect(try await blocking { running.readOutput(until: "cutoff 1000 Hz\n") } == "master -12.0 dB\nsynth.cutoff 1000 Hz\n")
            try await server.change("master", to: -6)
            #expect(try await blocking { running.readOutput(until: "\n") } == "master -6.0 dB\n")
            running.signal(SIGINT)
            _ = try await blocking { try running.wait() }
        }
    }

    @Test("a prefix without parameters is reported, and waited for")
    func nothing() async throws {
        try await TestServer.with { server async throws in
            let running = try Child.Running(FaderctlProgram.path, ["watch", "mastr"], environment: ["FADERD_SOCKET": server.path])
            #expect(try await server.isFollowed())
            let told = try await blocking { running.readErrors(until: "\n") }
            #expect(
                told
                    == "faderctl: no parameter's id begins with \"mastr\"; did you mean \"master\"?; waiting for one that a program declares\n"
            )
            running.signal(SIGINT)
            #expect(try await blocking { try running.wait() }.exitCode == 128 + SIGINT)
        }
    }

    @Test("--wait waits for a daemon, survives its restart, and prints what changed meanwhile")
    func wait() async throws {
        let first = try await TestServer.start()
        let link = "\(first.directory).sock"
        defer { unsafe unlink(link) }
        let running = try Child.Running(FaderctlProgram.path, ["watch", "--wait", "master"], environment: ["FADERD_SOCKET": link])
        #expect(
            try await blocking { running.readErrors(until: "\n") }
                == "faderctl: no daemon is running (tried \(link)); waiting for one\n")
        unsafe symlink(first.path, link)
        #expect(try await first.isFollowed())
        try await first.change("master", to: -6)
        #expect(try await blocking { running.readOutput(until: "\n") } == "master -6.0 dB\n")
        await first.stop()
        #expect(try await blocking { running.readErrors(until: "\n") }.contains("is gone; waiting for it to come back"))
        let second = try await TestServer.start()
        unsafe unlink(link)
        unsafe symlink(second.path, link)
        #expect(try await blocking { running.readOutput(until: "\n") } == "master -12.0 dB\n")
        running.signal(SIGINT)
        _ = try await blocking { try running.wait() }
        await second.stop()
    }
}
