/// Each control that moves is borrowed, so that it drives nothing until the walk has ended.
struct WalkLoans {
    private let session: DaemonSession

    init(_ client: DaemonClient) { session = client.session() }

    /// A controller that belongs to no surface drives nothing anyway.
    func borrow(for choice: SurfaceWalk.Choice) async throws(ClientError) {
        switch choice {
        case .any: try await borrow(surface: nil)
        case .surface(let name): try await borrow(surface: name)
        case .client: break
        }
    }

    func borrow(only sender: Sender) async throws(ClientError) {
        if let surface = sender.surface { try await borrow(surface: surface) } else { end() }
    }

    private func borrow(surface: String?) async throws(ClientError) {
        _ = try await session.begin(Routes.learnControl, "", LessonRequest(surface: surface, all: true))
    }

    /// Gives all controls back. Their motors go to their parameters' positions.
    func end() { session.close() }
}
