import FaderConfig
import FaderCore
import Testing

@Suite("No file, whatever is in it, traps the reader", .serialized)
struct FuzzTests {
    /// The generator known as SplitMix64: small, and the same everywhere.
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static let config = """
        version: 1
        parameters:
          master: {label: Master, min: -70, max: 6, unit: dB, default: -12, step: 0.5, decimals: 1, out-of-range: clamp}
          cutoff: {min: 20, max: 20000, unit: Hz, taper: log, decimals: 0, default: 1000}
          curve:
            min: -70
            max: 6
            taper: {points: [[0, -70], [0.5, -12], [1, 6]]}
          level: {min: -90, max: 10, taper: audio}
        surfaces:
          desk:
            match: "X-Touch*"
            profile: box
            map: {fader.1: master, knob.1: cutoff}
            controls:
              knob.1: {input: "nrpn 301 ch 1"}
          box:
            match: {client: "nano*", port: 1}
            controls:
              fader.1: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1", echo: immediate, hold-off: 150 ms}
              fader.2: {input: "pitchbend ch 3", motor: "pitchbend ch 4"}
            map:
              fader.1: level
        """
    private static let box = "version: 1\nname: Box\nhold-off: 80\ncontrols:\n  fader.1: {input: cc 1 ch 1, motor: true}\n"
    private static let pieces = [
        "&a ", "*a", "!!x ", "---\n", "...\n", "\t", "\"", "'", "{", "}", "[", "]", ": ", "- ", "? ", "# ", "| \n", "> \n", "\u{FEFF}",
        "1e999",
        "-", "nan", "0", "\r", "\u{85}", "\u{2028}", "%YAML 1.1\n", "🎚", "\u{0}", ",", "\n\n", "@", "`", "fader.1", "~", "<<: ",
    ].map { Array($0.utf8) }

    /// Runs `make` for bytes and reads them, for about four seconds. The seed is fixed and in every message of a failure.
    private func run(_ seed: UInt64, _ make: (inout Random) -> [UInt8]) {
        print("fuzz seed \(seed)")
        var random = Random(state: seed)
        let reader = ConfigReader(profileDirectories: [], files: MemoryFiles(texts: ["./profiles/box.yaml": Self.box]))
        let clock = ContinuousClock()
        let end = clock.now + .seconds(4)
        var runs = 0
        while clock.now < end, runs < 200_000 {
            let bytes = make(&random)
            check(reader.read(bytes: bytes, name: "fuzz.yaml"), "seed \(seed), run \(runs)")
            runs += 1
        }
        #expect(runs > 100)
    }

    /// What holds for every result.
    private func check(_ result: ConfigResult, _ comment: Comment) {
        switch result {
        case .failure(let diagnostics):
            if !diagnostics.contains(where: { $0.severity == .error }) { #expect(Bool(false), "refused without an error: \(comment)") }
        case .success(let configuration, _):
            if !isSound(configuration) { #expect(Bool(false), "taken though not sound: \(comment)") }
        }
        for diagnostic in result.diagnostics {
            let isPlaced = diagnostic.line == 0 || diagnostic.line > 0 && diagnostic.column > 0
            let isOneCaret = diagnostic.sourceLine.isEmpty || diagnostic.caretLine.hasSuffix("^")
            let isShowable = diagnostic.rendered.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
            if !(isPlaced && isOneCaret && isShowable) { #expect(Bool(false), "\(diagnostic) \(comment)") }
        }
    }

    /// What the rest of faderd relies on.
    private func isSound(_ configuration: Configuration) -> Bool {
        let areParametersSound = configuration.parameters.allSatisfy { spec in
            ParameterSpec.isValidID(spec.id) && spec.minimum < spec.maximum && spec.maximum.isFinite && spec.minimum.isFinite
                && (spec.minimum...spec.maximum).contains(spec.defaultValue) && spec.step >= 0 && (0...15).contains(spec.decimals)
                && (spec.taper != .log || spec.minimum * spec.maximum > 0)
        }
        return areParametersSound
            && configuration.surfaces.allSatisfy { surface in
                !surface.match.client.isEmpty
                    && surface.controls.allSatisfy { $0.parameter.map { configuration.parameters.indices.contains($0) } ?? true }
            }
    }

    @Test("random bytes")
    func bytes() {
        run(20_240_611) { random in (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) } }
    }

    @Test("a good config with random changes")
    func mutations() {
        let original = Array(Self.config.utf8)
        run(7_041_776) { random in
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) { Self.mutate(&bytes, &random) }
            return bytes
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout Random) {
        guard bytes.count > 40 else { return bytes += Array(config.utf8) }
        let start = Int.random(in: 0..<bytes.count - 30, using: &random)
        let length = Int.random(in: 1...30, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(start..<start + length)
        case 2: bytes.insert(contentsOf: bytes[start..<start + length], at: Int.random(in: 0...bytes.count, using: &random))
        case 3: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: start)
        case 4: bytes.replaceSubrange(start..<start + 1, with: pieces.randomElement(using: &random) ?? [])
        default: bytes[start] = UInt8.random(in: 0x20...0x7E, using: &random)
        }
    }
}
