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

    @Test("noise of the profile that is too much for the raw range of the config is told there")
    func tooMuchForRaw() {
        expect(
            """
            version: 1
            surfaces:
              desk:
                match: x
                profile: x
                controls:
                  1️⃣a: {raw: [0, 100]}
            """,
            ["1️⃣ error: the noise of a must be at most 12, an eighth of its travel; with 100 it could hardly be moved"],
            profiles: ["/usr/share/profiles/x.yaml": "version: 1\nname: X\ncontrols:\n  a: {input: pitchbend ch 1, noise: 100}\n"])
    }

    @Test("errors are reported at their place")
    func wrong() {
        expect(
            """
            version: 1
            surfaces:
              desk:
                match: x
                controls:
                  a: {input: cc 1 ch 1, noise: 1️⃣16}
                  b: {input: cc 2 ch 1, raw: [10, 50], noise: 2️⃣6}
                  c: {input: cc 3 ch 1, relative: twos, noise: 3️⃣1}
                  d: {input: note 1 ch 1, noise: 4️⃣1}
                  e: {input: cc 5 ch 1, noise: 5️⃣some}
                  f: {input: cc 6 ch 1, noise: 6️⃣-1}
            """,
            [
                "1️⃣ error: the noise of a must be at most 15, an eighth of its travel; with 16 it could hardly be moved",
                "2️⃣ error: the noise of b must be at most 5, an eighth of its travel; with 6 it could hardly be moved",
                "3️⃣ error: noise has no effect: c is an encoder, which sends steps, not positions",
                "4️⃣ error: noise has no effect: a note is not a position along a travel",
                "5️⃣ error: expected a number for noise, found \"some\"",
                "6️⃣ error: noise must be a whole number 0…16383, found \"-1\"",
            ])
    }
}
