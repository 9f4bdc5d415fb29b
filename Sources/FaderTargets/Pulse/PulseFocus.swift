internal import FaderValues

/// Which streams belong to the program in front. Owned by the event loop.
final class PulseFocus {
    /// The program in front; nil if nobody has said which it is.
    private(set) var program: ProgramInFront?
    private var former: [ProcessKey] = []
    private var origins: [PulseKey: StreamOrigin] = [:]
    private lazy var machine = FileContents.of("/etc/machine-id", limit: 64).map {
        String(String(decoding: $0, as: UTF8.self).prefix { $0.isHexDigit })
    }

    private static let mostFormer = 64

    func put(_ program: ProgramInFront?) -> Bool {
        guard program != self.program else { return false }
        self.program = program
        if let program, !former.contains(program.key) { former = former.suffix(Self.mostFormer - 1) + [program.key] }
        return true
    }

    func owns(_ stream: PulseThing, client: PulseThing?) -> Bool {
        guard let program, stream.facility == .sinkInput else { return false }
        let origin = origins[stream.key] ?? StreamOrigin(stream, client: client, machine: machine)
        origins[stream.key] = origin
        return program.owns(origin, besides: Set(former))
    }

    func forget(_ stream: PulseKey) { origins[stream] = nil }

    func forgetAll() { origins = [:] }

    var missing: String {
        guard let program else { return "nobody has said which program is in front; \"faderctl focus PID\" does" }
        let name = "\(program.name) (process \(program.pid))"
        return program.isRunning ? "\(name) is in front and plays nothing" : "\(name) has ended"
    }
}
