/// The signals that the program catches instead of being ended by them. Made once. Owned by the `Owner`.
@Owner
public final class Signals {
    private let bell: Doorbell
    private var watch: BellWatch?
    private var listeners: [Int32: AsyncStream<Int32>.Continuation] = [:]

    public init() async throws(ThreadError) {
        bell = try Doorbell()
        watch = try await BellWatch(bell) { [weak self] in self?.tell() }
    }

    /// Catches signals from now on. The sequence keeps only the newest unread one. A signal belongs to one sequence.
    public func caught(_ numbers: Int32...) -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        for number in numbers { listeners[number] = continuation }
        CaughtSignals.begin(numbers, ringing: bell)
        return stream
    }

    private func tell() { for number in CaughtSignals.take() { listeners[number]?.yield(number) } }
}
