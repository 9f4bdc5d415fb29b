import FaderRig
import FaderServer
import Glibc
import Testing

@Suite(.serialized) struct PipeTests {
    @Test("a reader that closes the pipe ends the program quietly")
    func brokenPipe() async throws {
        try await TestServer.with(setup: .server(parameters: 3_000)) { server async throws in
            let child = try await blocking { [path = server.path] in
                try Child.run(
                    "/bin/sh", ["-c", "{ \"$0\" list; echo \"code $?\" >&2; } | head -n 1", FaderctlProgram.path],
                    environment: ["FADERD_SOCKET": path, "PATH": "/usr/bin:/bin"])
            }
            #expect(child.output.hasPrefix("ID "))
            #expect(child.output.split(separator: "\n").count == 1)
            #expect(child.errors == "code \(128 + SIGPIPE)\n")
        }
    }

    @Test("an output that cannot be written is exit code 74")
    func fullDisk() async throws {
        try await TestServer.with { server async throws in
            let child = try await blocking { [path = server.path] in
                try Child.run(
                    "/bin/sh", ["-c", "\"$0\" list >/dev/full", FaderctlProgram.path],
                    environment: ["FADERD_SOCKET": path, "PATH": "/usr/bin:/bin"])
            }
            #expect(child.exitCode == 74)
            #expect(child.errors == "faderctl: the output cannot be written: No space left on device\n")
        }
    }
}
