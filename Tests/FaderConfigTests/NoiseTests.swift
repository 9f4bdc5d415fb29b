import FaderConsole
import Testing

@testable import FaderConfig

@Suite("How far a control jitters at rest, in the config")
struct NoiseTests {
    private func noises(_ controls: String, profile: String? = nil) throws -> [Int] {
        let profiles = profile.map { ["/usr/share/profiles/x.yaml": "version: 1\nname: X\ncontrols:\n\($0)"] } ?? [:]
        let named = profile == nil ? "" : "    profile: x\n"
        return try configuration("version: 1\nsurfaces:\n  desk:\n    match: x\n\(named)    controls:\n\(controls)", profiles: profiles)
            .surfaces[0].controls.map(\.noise)
    }

    @Test("it is a number of raw steps; without it every reading counts")
    func read() throws {
        #expect(
            try noises(
                """
                      a: {input: cc 1 ch 1, noise: 3}
                      b: {input: pitchbend ch 1, noise: 40}
                      c: {input: cc 2 ch 1, noise: 0}
                      d: {input: cc 3 ch 1}
                """) == [3, 40, 0, 0])
    }

    @Test("the config overrides the profile, and a changed message drops the profile's noise")
    func overridden() throws {
        let profile = "  a: {input: cc 1 ch 1, noise: 3}\n  b: {input: cc 2 ch 1, noise: 3}\n  c: {input: cc 3 ch 1, noise: 3}\n"
        let own = "      a: {noise: 5}\n      b: {raw: [1, 100]}\n      c: {input: cc 4 ch 1}\n"
        #expect(try noises(own, profile: profile) == [5, 3, 0])
    }
}
