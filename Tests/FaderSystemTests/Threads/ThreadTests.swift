import FaderSystem
import Glibc
import Synchronization
import Testing

@Suite("Threads and doorbells")
struct ThreadTests {
    @Test("a thread has its name and blocks all signals")
    func thread() throws {
        let seen = Mutex<(name: String, mask: sigset_t)?>(nil)
        try Thread("faderd-test") {
            var name = [UInt8](repeating: 0, count: 16)
            let file = unsafe open("/proc/thread-self/comm", O_RDONLY)
            let count = unsafe name.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
            close(file)
            var mask = sigset_t()
            unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
            let text = String(decoding: name.prefix(count - 1), as: UTF8.self)
            let found = (text, mask)
            seen.withLock { $0 = found }
        }.join()
        var found = try #require(seen.withLock { $0 })
        #expect(found.name == "faderd-test")
        for number in [SIGTERM, SIGINT, SIGHUP] { #expect(unsafe sigismember(&found.mask, number) == 1) }
    }

    @Test("a ring before the wait is not lost, and two rings count as one")
    func rings() throws {
        let bell = try Doorbell()
        bell.ring()
        bell.ring()
        bell.wait(atMost: nil)
        let start = ContinuousClock.now
        bell.wait(atMost: .milliseconds(20))
        #expect(ContinuousClock.now - start >= .milliseconds(20))
    }

    @Test("a wait ends when another thread rings")
    func wakes() throws {
        let bell = try Doorbell()
        let start = ContinuousClock.now
        let ringer = try Thread("faderd-test") {
            usleep(20_000)
            bell.ring()
        }
        bell.wait(atMost: .seconds(10))
        #expect((.milliseconds(20) ..< .seconds(10)).contains(ContinuousClock.now - start))
        ringer.join()
    }

    @Test("a wait beside another descriptor returns whether the bell rang")
    func beside() throws {
        let (bell, other) = (try Doorbell(), try Doorbell())
        other.ring()
        #expect(!bell.wait(beside: other.descriptor, atMost: nil))
        bell.ring()
        #expect(bell.wait(beside: other.descriptor, atMost: nil))
        bell.clear()
        other.clear()
        #expect(!bell.wait(beside: other.descriptor, atMost: .milliseconds(1)))
        #expect(!bell.wait(beside: other.descriptor, atMost: .seconds(-1)))
    }

    @Test("signals that are caught ring the bell, are kept until they are taken, and are taken once")
    func caught() async {
        await #expect(processExitsWith: .success) {
            let bell = try Doorbell()
            signal(SIGHUP, SIG_IGN)
            CaughtSignals.begin([SIGHUP, SIGTERM], ringing: bell)
            #expect(CaughtSignals.take().isEmpty)
            // To this thread, so that they have come when the next line runs.
            for number in [SIGTERM, SIGHUP, SIGTERM] { raise(number) }
            bell.wait(atMost: .seconds(30))
            #expect(CaughtSignals.take() == [SIGHUP, SIGTERM])
            #expect(CaughtSignals.take().isEmpty)
        }
    }

    @Test("long work is done on another thread, and its result comes back")
    func separate() async {
        let here = pthread_self()
        let elsewhere = await SeparateThread.run { pthread_equal(pthread_self(), here) == 0 }
        #expect(elsewhere)
    }
}
