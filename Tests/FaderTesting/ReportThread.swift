public import FaderConsole
public import FaderMIDI
public import FaderSystem

extension EngineHandle {
    /// Starts an engine, and a thread (`faderd-notify`) that reads its reports until it has stopped.
    public static func start(
        port: sending any MIDIPort, console: sending Console, isRealtime: Bool = true,
        handler: @escaping @Sendable (EngineEvent) -> Void
    ) throws(ThreadError) -> EngineHandle {
        let engine = try start(port: port, console: console, isRealtime: isRealtime)
        try Thread("faderd-notify") {
            let reports = EngineReports(of: engine, handler: handler)
            while !reports.areOver {
                // Cleared before they are read, so that a ring in between ends the wait.
                reports.bell.clear()
                let pause = reports.read()
                if !reports.areOver { reports.bell.wait(untilRungFor: pause) }
            }
            _ = reports.read()
        }.detach()
        return engine
    }
}

extension Doorbell {
    /// Sleeps until the bell is rung or `limit` has passed, and leaves the rings.
    fileprivate func wait(untilRungFor limit: Duration?) { _ = wait(beside: -1, atMost: limit) }
}
