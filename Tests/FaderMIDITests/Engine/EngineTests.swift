import Testing

/// All tests with real threads, one after the other: they measure time and count threads by name.
@Suite("Engine", .serialized, .timeLimit(.minutes(3)))
enum EngineTests {}
