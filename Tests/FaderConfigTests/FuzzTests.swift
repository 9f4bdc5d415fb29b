import FaderConfig
import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@Suite("No file, whatever its contents, traps the reader", .serialized)
struct FuzzTests {
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
          vol: {kind: number, min: -inf, max: 10, unit: dB, taper: audio, default: 0, big-step: 6, format: {words: {-inf: off, 0: unity}}}
          hour: {kind: integer, min: 0, max: 23, fine-step: 1, format: {prefix: "at ", suffix: ":00h", grouping: true}}
          mute: {kind: toggle, words: [open, muted], default: muted}
          side: {kind: choice, options: [heads, {id: tails, label: Tails up}], default: tails}
          name: {kind: text, pattern: "[a-z]+", max-length: 8, default: marcus}
          price: {kind: range, type: price, min: 0, max: 1000, step: 10, gap: 10, meet: stop, default: [100, 900]}
          tint: {kind: color, default: "#ff8800"}
          pan: {type: mine, format: {words: {middle: mid, max: right}}}
          "{ch}.level": {type: percent, label: "{label} {nn}", short: "{ch}", target: {osc: "10.0.0.1:9", address: "/ch/{nn}/{}"}}
          "{ch}.{mon}": {label: "{ch.label} {mon.n}", kind: integer, max: 9, default: "{mon.n}"}
          kick.level: {max: 50}
        lists:
          ch: {kick: Kick, snare: Snare T}
          mon: [m1, m2]
        types:
          mine: {type: pan, decimals: 1}
          send: {type: mine, currency: EUR}
        locale: sv_SE
        surfaces:
          desk:
            match: "X-Touch*"
            profile: box
            map: {fader.1: master, knob.1: cutoff}
            controls:
              knob.1: {input: "nrpn 301 ch 1"}
          box:
            match: {client: "nano*", port: 1}
            auto: true
            controls:
              mute.1: {input: "note 3 ch 2"}
              play: {input: "cc 9 ch 2"}
              fader.1: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1", echo: immediate, hold-off: 150 ms}
              fader.2: {input: "pitchbend ch 3", motor: "pitchbend ch 4"}
            map:
              fader.1: level
              fader.2: price.nearest
              mute.1: mute
              play: {parameter: vol, action: step, by: -2, size: big}
        """
    private static let box = "version: 1\nname: Box\nhold-off: 80\ncontrols:\n  fader.1: {input: cc 1 ch 1, motor: true}\n"
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
            kinds: TargetKinds.all, profileDirectories: [], files: MemoryFiles(texts: ["./profiles/box.yaml": Self.box]))
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
        case .follow: return control.otherEnd.map { $0 == index.advanced(by: 1) } ?? true
        case .press, .light: return parameters[index].kind == .trigger
        case .missing: return false
        case .toggle, .toggleSpan, .reset: return control.otherEnd == nil
        case .bank, .page, .turn, .modifier: return false
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
            kinds: TargetKinds.all, profileDirectories: [], files: MemoryFiles(texts: ["./profiles/box.yaml": Self.box]))
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
