import FaderAPI
import FaderServer
import Testing

/// Runs an action that must be refused, and returns the refusal.
func refusal<Answer>(_ act: () async throws -> Answer) async throws -> Problem? {
    do {
        _ = try await act()
        Issue.record("it was not refused")
        return nil
    } catch let error as ServiceError {
        return error.problem
    }
}
