internal import FaderModel
internal import NIOCore

/// Runs a program with each new value. Owned by the event loop.
final class ExecTarget: Target {
    private let spec: ExecTargetSpec
    private let scale: TargetScale
    private let loop: any EventLoop
    private var onEvent: ((TargetRules.Event) -> Void)?
    /// The running programs, by number: the program that reads may still be running when the first value is set.
    private var running: [Int: ChildProcess] = [:]
    private var runs = 0
    private var sets = 0
    private var lastError: String?
    private var hasRead = false

    init(_ spec: ExecTargetSpec, _ parameter: ParameterSpec, _ loop: any EventLoop) {
        self.spec = spec
        self.loop = loop
        scale = TargetScale(parameter, .value)
    }

    /// The interval is zero, because only one set runs at a time. The value is read only at the start, because every read runs a program.
    var traits: TargetRules.Traits {
        TargetRules.Traits(
            owner: spec.read.isEmpty ? .parameter : .target, interval: .zero, halfStep: 0, isReadable: !spec.read.isEmpty && !hasRead)
    }

    var law: TargetScale.Law { .value }

    func start(_ onEvent: @escaping (TargetRules.Event) -> Void) {
        self.onEvent = onEvent
        // Not from within `start`: its caller is not ready yet.
        loop.assumeIsolated().execute { [weak self] in self?.onEvent?(.appeared) }
    }

    func stop() {
        onEvent = nil
        for child in running.values { child.abandon() }
        running = [:]
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        sets += 1
        let words = scale.words(of: number)
        let values = ["value": words.value, "text": words.text, "position": words.position]
        run(spec.arguments.map { Self.filled($0, values) }, printing: false) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: lastError = nil
            case .failure(let error): lastError = "\(error)"
            }
            onEvent?(lastError == nil ? .acknowledged : .failed)
        }
    }

    func read() {
        guard !hasRead, !spec.read.isEmpty else { return onEvent?(.readEnded) ?? () }
        hasRead = true
        let sets = sets
        run(spec.read, printing: true) { [weak self] result in
            guard let self else { return }
            // What it has read may be older than a set that was begun meanwhile.
            guard self.sets == sets else { return onEvent?(.readEnded) ?? () }
            switch result {
            case .success(let output):
                let text = output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
                if let value = scale.value(parsing: text) {
                    onEvent?(.reading(value))
                } else {
                    lastError = "\"\(spec.read.joined(separator: " "))\" printed \"\(text.prefix(64))\", which is not a value"
                }
            case .failure(let error): lastError = "\(error)"
            }
            onEvent?(.readEnded)
        }
    }

    /// The text with the known names in braces replaced.
    static func filled(_ text: String, _ values: [String: String]) -> String {
        var (filled, rest) = ("", text[...])
        while let open = rest.firstIndex(of: "{") {
            filled += rest[..<open]
            rest = rest[open...]
            guard let end = rest.firstIndex(of: "}") else { break }
            if let value = values[String(rest[rest.index(after: open)..<end])] {
                filled += value
                rest = rest[rest.index(after: end)...]
            } else {
                // A name may still follow, as in `{"bri": {value}}`.
                filled.append("{")
                rest = rest[rest.index(after: open)...]
            }
        }
        return filled + rest
    }

    private func run(_ arguments: [String], printing: Bool, done: @escaping (Result<String, ChildError>) -> Void) {
        runs += 1
        let number = runs
        running[number] = ChildProcess(arguments, printing: printing, limit: spec.limit, on: loop) { [weak self] result in
            self?.running[number] = nil
            done(result)
        }
    }

    var situation: TargetSituation { TargetSituation(matched: [spec.arguments.first ?? ""], lastError: lastError) }
}
