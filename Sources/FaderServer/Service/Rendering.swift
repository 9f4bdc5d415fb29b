/// Renders a long answer, on any thread, from values that it has captured.
public typealias Rendering<Answer> = @Sendable () -> Answer
