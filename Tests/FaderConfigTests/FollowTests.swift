import FaderConsole
import FaderTesting
import FaderValues
import Testing

@testable import FaderConfig
@testable import FaderTargets

@Suite struct FollowTests {
    private func read(_ follow: String) -> ConfigResult {
        let text = "version: 1\nparameters: {master: {min: 0, max: 1}}\nfollow: \(follow)\n"
        return ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(bytes: Array(text.utf8), name: "/c/faderd.yaml").result
    }

    @Test("follow has the address of the leader's page and the file of a key")
    func right() throws {
        for (url, host, port) in [
            ("http://band.local", "band.local", 7374), ("http://10.0.0.7:8000/", "10.0.0.7", 8000), ("http://[fd00::7]:80", "fd00::7", 80),
        ] {
            guard case .success(let contents, _) = read("{url: \"\(url)\", key-file: k}") else {
                Issue.record("\(url): \(read("{url: \"\(url)\", key-file: k}").diagnostics.map(\.message))")
                continue
            }
            let follow = try #require(contents.settings.follow)
            #expect(follow == FollowSpec(host: host, port: port, key: SecretFile(name: "k", path: "/c/k")))
        }
    }

    @Test("a follower has the parameters of its config and nothing that they drive")
    func nothingOutside() throws {
        let text = """
            version: 1
            parameters:
              a.level: {type: decibel, target: {osc: x, address: /a}}
              go: {kind: trigger, target: {osc: x, address: /go}}
            groups: {all: {of: [a.level]}}
            targets: {x: {osc: "10.0.0.1:10023"}}
            osc: {listen: 9000, allow: [127.0.0.1]}
            surfaces: {desk: {match: Desk, controls: {fader.1: {input: pitchbend ch 1, motor: true}}, map: {fader.1: a.level}}}
            web: {pages: {band: [a.level]}}
            follow: {url: "http://band.local", key-file: k}
            """
        let reader = ConfigReader(kinds: TargetKinds.all, profileDirectories: [])
        guard case .success(let contents, _) = reader.readAll(bytes: Array(text.utf8), name: "faderd.yaml").result else {
            Issue.record("not read")
            return
        }
        let follower = contents.withoutOutside
        #expect(follower.console.parameters.map(\.id) == contents.console.parameters.map(\.id))
        #expect(follower.console.parameters.allSatisfy { $0.members.isEmpty && $0.group == nil })
        #expect(follower.console.surfaces.isEmpty && follower.console.decks.isEmpty && follower.console.dispatches.isEmpty)
        var rest = Settings()
        (rest.pages, rest.follow, rest.templates) = (contents.settings.pages, contents.settings.follow, contents.settings.templates)
        #expect(follower.settings == rest)
    }
}
