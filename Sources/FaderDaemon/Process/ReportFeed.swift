internal import FaderMIDI
internal import FaderSystem

/// Reads the reports of the MIDI thread on the loop of the `Owner`.
@Owner
final class ReportFeed {
    private let reports: EngineReports
    private let alarm = Alarm()
    private var watch: BellWatch?

    /// Calls `handler` for each report until the engine has stopped.
    init(from engine: EngineHandle, handler: @escaping (EngineEvent) -> Void) async throws(ThreadError) {
        reports = EngineReports(of: engine, handler: handler)
        watch = try await BellWatch(reports.bell) { [weak self] in self?.read() }
        read()
    }

    private func read() {
        let pause = reports.read()
        if reports.areOver {
            alarm.cancel()
            watch?.close()
        } else if let pause {
            alarm.set(in: pause) { [weak self] in self?.read() }
        }
    }
}
