import FaderConfig
import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@Suite("No file, whatever its contents, traps the reader", .serialized)
struct FuzzTests {
    private static let config = (try? TestFile.text("Scripts/every-key.yaml")) ?? ""
    private static let pieces = [
        "&a ", "*a", "!!x ", "---\n", "...\n", "\t", "\"", "'", "{", "}", "[", "]", ": ", "- ", "? ", "# ", "| \n", "> \n", "\u{FEFF}",
        "1e999",
        "-", "nan", "0", "\r", "\u{85}", "\u{2028}", "%YAML 1.1\n", "🎚", "\u{0}", ",", "\n\n", "@", "`", "fader.1", "~", "<<: ",
        "{ch}", "{}", "{mon}", "{n}", "kick", "{ch.n}",
    ].map { Array($0.utf8) }

    private static let runs = 400

    /// Reads the bytes that `make` returns, many times. The seed is fixed, and every failure message contains it.
    private func run(_ seed: UInt64, _ make: (inout SeededGenerator) -> [UInt8]) {
        print("fuzz seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let reader = ConfigReader(
            kinds: TargetKinds.all, profileDirectories: [], files: MemoryFiles(texts: ["./profiles/box.yaml": FollowUpTests.box]))
        for run in 0..<Self.runs {
            let bytes = make(&random)
            check(reader.read(bytes: bytes, name: "fuzz.yaml"), "seed \(seed), run \(run)")
        }
    }

    /// Checks what is true of every result.
    private func check(_ result: ConfigResult, _ comment: Comment) {
        switch result {
        case .failure(let diagnostics):
            if !diagnostics.contains(where: { $0.severity == .error }) { #expect(Bool(false), "refused without an error: \(comment)") }
        case .success(let contents, _):
            if !isSound(contents.console) { #expect(Bool(false), "taken though not sound: \(comment)") }
        }
        for diagnostic in result.diagnostics {
            let isPlaced = diagnostic.line == 0 || diagnostic.line > 0 && diagnostic.column > 0
            let isOneCaret = diagnostic.sourceLine.isEmpty || diagnostic.caretLine.hasSuffix("^")
            let isShowable = diagnostic.text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
            if !(isPlaced && isOneCaret && isShowable) { #expect(Bool(false), "\(diagnostic) \(comment)") }
        }
    }

    /// Checks what the rest of faderd relies on.
    private func isSound(_ configuration: Configuration) -> Bool {
        let parameters = configuration.parameters
        let areCompoundsSound = configuration.compounds.allSatisfy { compound in
            let parts = compound.parts.map { parameters[$0] }
            guard case .range(let gap, _) = compound.kind else { return parts.count == 3 }
            return parts.count == 2 && parts[0].defaultValue + gap <= parts[1].defaultValue && parts[0].maximum == parts[1].maximum
        }
        return Set(parameters.map(\.id)).count == parameters.count && parameters.allSatisfy(isSound) && areCompoundsSound
            && configuration.surfaces.allSatisfy { surface in
                !surface.match.client.isEmpty && surface.controls.allSatisfy { isSound($0, in: parameters) }
            }
    }

    private func isSound(_ spec: ParameterSpec) -> Bool {
        guard ParameterSpec.isValidID(spec.id), spec.minimum < spec.maximum, spec.maximum.isFinite,
            spec.minimum.isFinite || spec.minimum == -.infinity && spec.taper == .audio && spec.kind == .number,
            (spec.minimum...spec.maximum).contains(spec.defaultValue), (0...15).contains(spec.decimals),
            spec.taper != .log || spec.minimum * spec.maximum > 0
        else { return false }
        switch spec.kind {
        case .number: return spec.step >= 0 && spec.bigStep >= 0 && spec.fineStep >= 0
        case .integer:
            return spec.decimals == 0 && spec.step >= 1
                && [spec.minimum, spec.maximum, spec.defaultValue, spec.step].allSatisfy { $0 == $0.rounded() }
        case .toggle(let off, let on): return off != on && spec.maximum == 1 && spec.step == 1
        case .choice(let options):
            return (options.count >= 2 || spec.isSupplied) && spec.maximum == Double(options.count - 1) && spec.step == 1
        case .trigger: return spec.maximum == 2 && spec.step == 1
        case .text(let rule): return (try? rule.accept(rule.defaultText)) != nil
        }
    }

    private func isSound(_ control: ControlSpec, in parameters: [ParameterSpec]) -> Bool {
        guard let index = control.parameter else {
            return control.otherEnd == nil && (control.action == .follow || control.action.switchesDeck)
        }
        guard parameters.rowIndices.contains(index) else { return false }
        if case .text = parameters[index].kind { return false }
        switch control.action {
        case .set(let value), .hold(let value): return (parameters[index].minimum...parameters[index].maximum).contains(value)
        case .step(let count, _), .cycle(let count): return count != 0
        case .offset(let distance, _): return distance != 0 && parameters[index].kind.isNumber
        case .follow: return control.otherEnd.map { $0 == index.advanced(by: 1) } ?? true
        case .press, .light: return parameters[index].kind == .trigger
        case .missing: return false
        case .toggle, .toggleSpan, .reset: return control.otherEnd == nil
        case .bank, .page, .turn, .modifier, .select: return false
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

    @Test("partly valid YAML: every defect inserted into a good config is an error")
    func broken() {
        let lines = Self.config.split(separator: "\n").map(String.init)
        let breaks = ["@", "{", "\"", "[x", "x: y: z", "\t- }", "]: {", "%", "'"]
        var random = SeededGenerator(seed: 77_003)
        let reader = ConfigReader(
            kinds: TargetKinds.all, profileDirectories: [], files: MemoryFiles(texts: ["./profiles/box.yaml": FollowUpTests.box]))
        for run in 0..<300 {
            var broken = lines
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let line = Int.random(in: 1..<lines.count, using: &random)
                broken[line] = lines[line].prefix { $0 == " " } + "key: " + (breaks.randomElement(using: &random) ?? "") + " x"
            }
            let result = reader.read(text: broken.joined(separator: "\n"), name: "fuzz.yaml")
            check(result, "run \(run)")
            // No key has that name, so if it is not a YAML error, it is a config error.
            if case .success = result { #expect(Bool(false), "no errors in \(broken)") }
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
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
