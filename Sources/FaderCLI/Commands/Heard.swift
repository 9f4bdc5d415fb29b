enum Heard: Sendable {
    case begun
    case message(MonitorResource)
    /// A tenth of a second has passed.
    case tick
    case lost(ClientError)

    /// Listens until nobody reads the stream, or the reading task is cancelled. `surface` nil: to all controllers, configured or not.
    static func stream(_ client: DaemonClient, surface: String?) -> AsyncStream<Heard> {
        AsyncStream { inlet in
            let monitor = Task {
                do throws(ClientError) {
                    try await client.monitor(surface: surface, isOfAll: surface == nil, begun: { inlet.yield(.begun) }) { message in
                        inlet.yield(.message(message))
                        return true
                    }
                } catch {
                    inlet.yield(.lost(error))
                }
            }
            let clock = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: .milliseconds(100))
                    inlet.yield(.tick)
                }
            }
            inlet.onTermination = { _ in
                monitor.cancel()
                clock.cancel()
            }
        }
    }
}
