import FaderTesting
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import FaderTargets

@Suite("how a peer stands, and when it is tried again")
struct PeerSessionTests {
    @Test("waits double up to the longest, which is repeated")
    func doubling() {
        var backOff = BackOff(from: .milliseconds(250), to: .seconds(5))
        let waits = (1...8).map { _ in backOff.next() }
        #expect(waits == [250, 500, 1000, 2000, 4000, 5000, 5000, 5000].map { .milliseconds($0) })
    }

    @Test("of a list of waits it is known when the last is repeated, and each reset begins again, with a wait that is long enough")
    func list() {
        var backOff = BackOff([.milliseconds(50), .seconds(1), .seconds(30)])
        #expect(backOff.next() == .milliseconds(50) && backOff.failures == 1 && !backOff.isOnLast && !backOff.isExhausted)
        #expect(backOff.current == .seconds(1) && backOff.next() == .seconds(1) && backOff.isOnLast)
        #expect(backOff.next() == .seconds(30) && backOff.isExhausted)
        #expect(backOff.next() == .seconds(30) && backOff.failures == 3)
        backOff.reset()
        #expect(backOff.next() == .milliseconds(50))
        backOff.reset(atLeast: .milliseconds(200))
        #expect(backOff.next() == .seconds(1))
        backOff.reset(atLeast: .seconds(60))
        #expect(backOff.isExhausted && backOff.next() == .seconds(30))
    }

    @Test("the log says once that it is gone, however often it is tried, and once that it is back; its reason is always the newest")
    func told() async throws {
        let lines = Lines()
        let problems = try await onLoop { loop in
            var changes = 0
            let peer = PeerSession("obs here:1", BackOff([.seconds(60)]), loop, lines.log) { changes += 1 }
            #expect(peer.goneSince == nil && peer.problem == nil && !peer.isThere)
            let wasThere = [peer.lost("no answer"), peer.lost("no route")]
            var problems = [peer.problem]
            #expect(wasThere == [false, false] && peer.goneSince != nil && changes == 1)
            peer.opened()
            problems.append(peer.problem)
            #expect(peer.isThere && peer.goneSince == nil && changes == 2)
            #expect(peer.lost("it ended", "obs has ended"))
            #expect(!peer.isThere && changes == 3)
            peer.note("it refuses")
            problems.append(peer.problem)
            return problems
        }
        #expect(problems == ["no route", nil, "it refuses"])
        #expect(lines.all == ["obs here:1 is not there: no answer", "obs here:1 is there again", "obs has ended"])
    }

    @Test("attempts follow each other as long as each asks for the next, and none comes after somebody stops waiting")
    func attempts() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let loop = group.next()
        let count = Mutex(0)
        let done = loop.makePromise(of: Void.self)
        let peer = try await loop.submit {
            let peer = PeerSession("it", BackOff([.milliseconds(1)]), loop, Logger(label: "test"))
            @Sendable func attempt(_ box: NIOLoopBound<PeerSession>) {
                let tries = count.withLock {
                    $0 += 1
                    return $0
                }
                guard tries < 3 else { return done.succeed() }
                box.value.retry { attempt(box) }
            }
            let box = NIOLoopBound(peer, eventLoop: loop)
            attempt(box)
            return box
        }.get()
        try await done.futureResult.get()
        try await loop.submit {
            peer.value.retry(in: .milliseconds(1)) { count.withLock { $0 += 1 } }
            #expect(peer.value.isWaiting)
            peer.value.stopWaiting()
            #expect(!peer.value.isWaiting)
        }.get()
        try await loop.scheduleTask(in: .milliseconds(20)) {}.futureResult.get()
        #expect(count.withLock { $0 } == 3)
    }

    private func onLoop<Result: Sendable>(_ body: @escaping @Sendable (any EventLoop) -> Result) async throws -> Result {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        return try await loop.submit { body(loop) }.get()
    }
}

/// What is logged, without levels.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    var log: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.lines.withLock { $0.append("\(event.message)") } }
    }
}
