internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
internal import FaderSystem
internal import FaderTargets
internal import FaderValues

/// Which program is in front, as a program reports it whenever another window gets the focus. It is not kept over a restart.
@Owner
final class Focus: Subject {
    private let putting = AsyncMutex()

    /// Changes that have not reached their target yet still go to the former program.
    private func put(_ request: FocusRequest) async throws(ServiceError) -> FocusResource {
        let program = try request.pid.map { pid throws(ServiceError) in try Self.program(pid) }
        await putting.lock()
        defer { putting.unlock() }
        if program != targets.inFront { try await endChanges() }
        targets.put(inFront: program)
        return resource
    }

    private static func program(_ pid: Int) throws(ServiceError) -> ProgramInFront {
        guard pid > 1 else { throw .refused("\(pid) is not the number of a program") }
        guard let number = Int32(exactly: pid), let program = ProgramInFront(number) else {
            throw .refused("there is no process \(pid); a program in a sandbox may give a number that counts only there")
        }
        return program
    }

    /// Ends the fades of the parameters concerned, and returns once all changes made so far have been passed to the targets.
    private func endChanges() async throws(ServiceError) {
        while true {
            let picture = mirror.picture
            let catalog = picture.catalog
            let commands = followers(in: catalog).compactMap { catalog.index(of: $0) }.map { index -> Command in
                picture.hands.isGliding(index) ? .step(parameter: index, by: 0, .ordinary, .undo) : .nothing(parameter: index)
            }
            guard !commands.isEmpty else { return }
            let change = authors.nextChange()
            if try await engine.asked({ try await $0.submit(commands, change: change, generation: catalog.generation) }) != nil { return }
        }
    }

    /// The ids of the parameters that belong to whichever program is in front.
    private func followers(in catalog: Catalog) -> [String] {
        catalog.settings.targets.filter(\.target.isOfOneAfterAnother).map(\.parameter)
    }

    private var resource: FocusResource {
        let program = targets.inFront.flatMap { $0.isRunning ? $0 : nil }
        return FocusResource(pid: program.map { Int($0.pid) }, program: program?.name, parameters: followers(in: mirror.catalog))
    }

    var endpoints: [Endpoint] {
        [
            .on(Routes.showFocus) { [self] _, _ in resource },
            .on(Routes.putFocus) { [self] _, ask, _ throws(ServiceError) in try await put(ask) },
        ]
    }
}
