/// The controls of a surface that is learned as a whole: each that moves is borrowed, so that it drives nothing until the walk has ended.
struct WalkLoans {
    private let session: DaemonSession

    init(_ client: DaemonClient) { session = client.session() }

    /// Borrows, from now on, the controls of the controller that is learned. One that belongs to no surface drives nothing anyway.
    func borrow(for choice: SurfaceWalk.Choice) async throws(ClientError) {
        switch choice {
        case .any: try await borrow(surface: nil)
        case .surface(let name): try await borrow(surface: name)
        case .client: break
        }
    }

    /// The controller that is learned has become known.
    func borrow(only sender: Sender) async throws(ClientError) {
        if let surface = sender.surface { try await borrow(surface: surface) } else { end() }
    }

    private func borrow(surface: String?) async throws(ClientError) {
        _ = try await session.begin(Routes.learnControl, "", LessonRequest(surface: surface, all: true))
    }

    /// Gives back the borrowed controls: motors go to their parameters' positions.
    func end() { session.close() }
}
