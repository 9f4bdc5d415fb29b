internal import FaderValues
internal import NIOCore

/// Runs a program with each new value. Owned by the event loop.
final class ExecTarget: Target {
    private let spec: ExecTargetSpec
    private let parameter: ParameterSpec
    private let scale: TargetScale
    private let connections: ExecConnections
    var onEvent: ((TargetRules.Event) -> Void)?
    /// Running or waiting. The one that reads may still run when the first value is set.
    private var jobs: [ExecQueue.Job] = []
    private var sets = 0
    private var setsUnderWay = 0
    private var lastError: String?
    private var hasRead = false
    /// The mark of the last successful run, if nothing has been run since; see `mark(of:)`.
    private(set) var mark: String?

    init(_ spec: ExecTargetSpec, _ bound: BoundParameter, _ connections: ExecConnections) {
        self.spec = spec
        parameter = bound.spec
        self.connections = connections
        mark = RunMarks.mark(of: bound.target.identity, in: bound.mark)
        scale = TargetScale(bound.spec, bound.isColor ? .color : .value)
    }

    /// No interval, because only one set runs at a time. Read only at the start, because each read runs a program.
    var traits: TargetRules.Traits {
        TargetRules.Traits(
            owner: spec.read.isEmpty ? .parameter : .target, interval: .zero, halfStep: 0, isReadable: !spec.read.isEmpty && !hasRead,
            showsWhatSucceeded: true)
    }

    var law: TargetScale.Law { scale.law }

    func start() {
        // Later: the caller is not ready yet.
        connections.loop.assumeIsolated().execute { [weak self] in self?.onEvent?(.appeared) }
        checkSecrets()
    }

    func stop() {
        for job in jobs { connections.queue.withdraw(job) }
        jobs = []
    }

    func isShowing(_ number: Double) -> Bool { mark != nil && mark == mark(of: number) }

    /// Stands for the arguments and variables with this number without revealing them. Two numbers that give the program the same arguments
    /// have the same mark.
    private func mark(of number: Double) -> String {
        let words = scale.words(of: number)
        let variables = spec.environment.sorted { $0.key < $1.key }.map { name, variable in
            switch variable {
            case .text(let text): "\(name)=\(text.replacingBraces { words[$0] })"
            case .file(let file, let path): "\(name) \(file) \(path)"
            }
        }
        let all = [words["value"] ?? "", parameter.unit] + spec.arguments.map { $0.replacingBraces { words[$0] } } + ["env"] + variables
        return RunMarks.hash(all.joined(separator: "\0"))
    }

    private func note(mark: String?) {
        guard mark != self.mark else { return }
        self.mark = mark
        connections.markChanged(parameter.id)
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        sets += 1
        setsUnderWay += 1
        // Until the run succeeds, the state outside is not known, not even after a power failure.
        note(mark: nil)
        let values = scale.words(of: number)
        let arguments = spec.arguments.map { $0.replacingBraces { values[$0] } }
        let command = ChildProcess.Command(arguments: arguments, environment: spec.variables(values))
        self.run(command, printing: false) { [weak self] result in
            guard let self else { return }
            setsUnderWay -= 1
            switch result {
            case .success:
                lastError = nil
                if setsUnderWay == 0 { note(mark: mark(of: number)) }
            case .failure(let error): lastError = error.description
            }
            onEvent?(lastError == nil ? .acknowledged : .failed)
        }
    }

    func read() {
        guard !hasRead, !spec.read.isEmpty else { return onEvent?(.readEnded) ?? () }
        hasRead = true
        let sets = sets
        run(ChildProcess.Command(arguments: spec.read, environment: spec.variables([:])), printing: true) { [weak self] result in
            guard let self else { return }
            // It may be older than a set that was begun meanwhile.
            guard self.sets == sets else { return onEvent?(.readEnded) ?? () }
            switch result {
            case .success(let output):
                let text = output.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
                if let value = scale.value(parsing: text) {
                    onEvent?(.reading(value))
                } else {
                    lastError = "\"\(spec.read[0])\" printed \"\(text.prefix(64))\", which is not a value"
                }
            case .failure(let error): lastError = error.description
            }
            onEvent?(.readEnded)
        }
    }

    /// Reports at the start if a file of a variable cannot be read. The files are read again for each run.
    private func checkSecrets() {
        for (name, value) in spec.variables([:]) {
            do throws(TargetError) { _ = try value.content() } catch {
                lastError = "\(name): \(error.description)"
                // Once the target has appeared.
                return connections.loop.assumeIsolated().execute { [weak self] in self?.onEvent?(.readEnded) }
            }
        }
    }

    private func run(_ command: ChildProcess.Command, printing: Bool, done: @escaping (Result<String, TargetError>) -> Void) {
        let job = ExecQueue.Job(command, printing: printing, limit: spec.limit) { [weak self] job, result in
            self?.jobs.removeAll { $0 === job }
            done(result)
        }
        jobs.append(job)
        connections.queue.add(job)
    }

    var situation: TargetSituation { TargetSituation(matched: [spec.arguments.first ?? ""], lastError: lastError) }
}

extension ExecTargetSpec {
    func variables(_ values: [String: String]) -> [(name: String, value: Variable)] {
        environment.map { name, variable -> (name: String, value: Variable) in
            if case .text(let text) = variable { (name, .text(text.replacingBraces { values[$0] })) } else { (name, variable) }
        }
    }
}

extension ExecTargetSpec.Variable {
    /// The text for the program. May wait for a disk.
    func content() throws(TargetError) -> String {
        switch self {
        case .text(let text): text
        case .file(let name, let path): try SecretFile(name: name, path: path).read()
        }
    }
}
