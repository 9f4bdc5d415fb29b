internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderSystem
internal import FaderValues
internal import Logging

extension Surfaces {
    /// A device that lost power during sleep may seem to have stayed connected, and movements meanwhile were not received. Ends when the
    /// task is cancelled.
    public func resetAfterSleep() async {
        let (sleeps, slept) = AsyncStream.makeStream(of: Duration.self)
        do throws(ThreadError) {
            try SleepWatch.start { slept.yield($0) }
        } catch {
            log.warning("devices will not be greeted again when the machine wakes from sleep: \(error)")
            return
        }
        for await duration in sleeps {
            let names = connectedSurfaces
            log.notice(
                "the machine slept for \(duration.inWords); sending everything again to \(names.isEmpty ? "no surface" : names.joined(separator: ", "))"
            )
            for name in names {
                // A device that has gone since then is sent everything when it comes back.
                do throws(ServiceError) { _ = try await reset(name) } catch { log.debug("\(error.problem.detail)") }
            }
        }
    }

    private var connectedSurfaces: [String] {
        let picture = mirror.picture
        return picture.connections.rowIndices.filter { picture.connections[$0].outputs > 0 }.map {
            picture.catalog.configuration.surfaces[$0].name
        }
    }
}

extension Duration {
    fileprivate var inWords: String {
        switch components.seconds {
        case ..<60: "\(components.seconds) s"
        case ..<3600: "\(components.seconds / 60) min"
        case let seconds: "\(seconds / 3600) h"
        }
    }
}
