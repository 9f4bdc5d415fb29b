import FaderAPI
import Testing

@Suite struct SocketPathTests {
    private let environment = ["RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/run/user/7"]

    @Test("a given path is the only one tried")
    func given() {
        var environment = environment
        environment["FADERD_SOCKET"] = "/x"
        #expect(SocketPath.candidates(flag: "/y", environment: environment) == ["/y"])
        #expect(SocketPath.candidates(environment: environment) == ["/x"])
    }

    @Test("otherwise the places are tried in the documented order")
    func order() {
        #expect(
            SocketPath.candidates(environment: environment, userDirectory: nil) == [
                "/run/a/faderd.sock", "/run/user/7/faderd/faderd.sock", "/run/faderd/faderd.sock",
            ])
        #expect(SocketPath.candidates(environment: [:], userDirectory: nil) == ["/run/faderd/faderd.sock"])
        #expect(
            SocketPath.candidates(environment: ["XDG_RUNTIME_DIR": "relative", "FADERD_SOCKET": ""], userDirectory: "/run/user/9")
                == ["/run/user/9/faderd/faderd.sock", "/run/faderd/faderd.sock"])
    }
}
