internal import CPulse
internal import FaderSystem
internal import Glibc
internal import NIOCore

enum PulseFailure: Error, Equatable, CustomStringConvertible {
    case refused(Int32)
    case closed

    static let missing = PulseFailure.refused(Int32(CPULSE_NO_ENTITY))

    var description: String {
        switch self {
        case .refused(let code): "the sound server refuses it: \(PulseConnection.text(ofError: code))"
        case .closed: "the sound server is gone"
        }
    }
}

/// A connection to a sound server through libpulse, whose loop runs on the event loop and never waits. Owned by the event loop.
@safe final class PulseConnection {
    typealias Done = (PulseFailure?) -> Void

    struct Callbacks {
        var ready: () -> Void
        /// The number of the event, and the index of what has changed.
        var event: (UInt32, UInt32) -> Void
        /// It has not answered for `timeout`, or answers again.
        var stalled: (Bool) -> Void
        /// It has closed; called once, with the reason.
        var closed: (String) -> Void
    }

    /// libpulse has its address, so it is kept until the answer has come or none can come.
    private final class Request {
        unowned let connection: PulseConnection
        let facility: PulseFacility
        let receive: (PulseThing) -> Void
        let done: Done

        init(_ connection: PulseConnection, _ facility: PulseFacility, _ receive: @escaping (PulseThing) -> Void, _ done: @escaping Done) {
            (self.connection, self.facility, self.receive, self.done) = (connection, facility, receive, done)
        }
    }

    private static let timeout = Duration.seconds(2)
    /// Steps of libpulse until others on the loop have their turn.
    private static let most: Int32 = 256

    private let callbacks: Callbacks
    private let loop: any EventLoop
    private let watch: DescriptorWatch
    private var pulse: OpaquePointer?
    private var watched: Set<Int32> = []
    private var questions = Questions<ObjectIdentifier, Request>(Questions.Manner(look: timeout))
    /// Stands for the server's first answer, of which libpulse tells as a state.
    private var greeting: Request?
    private var meters: [ObjectIdentifier: PulseMeter] = [:]
    private var isReady = false
    private var isRunning = false
    private var isDue = false
    private var isStalled: Bool { questions.missed > 0 }
    private(set) var isAnswered = false
    private var reason: String?
    /// The time when libpulse has to run although nothing has arrived.
    private let timer: LoopTimer
    private let patience: LoopTimer

    /// Begins to connect to one of several servers. `done` is called on the loop.
    static func open(
        _ servers: String, on loop: any EventLoop, callbacks: Callbacks, done: @escaping (Result<PulseConnection, TargetError>) -> Void
    ) {
        // libpulse reads its configuration from a disk.
        loop.runApart("faderd-pulse", failure: "libpulse cannot be opened") { (result: Result<UInt, TargetError>) in
            done(
                result.flatMap { pulse in
                    do throws(ThreadError) {
                        let watch = try DescriptorWatch("faderd-pulse", on: loop)
                        return .success(unsafe PulseConnection(OpaquePointer(bitPattern: pulse), servers, callbacks, watch, on: loop))
                    } catch {
                        unsafe cpulse_free(OpaquePointer(bitPattern: pulse))
                        return .failure(TargetError(description: "the sound server cannot be watched: \(error)"))
                    }
                })
        } _: { () throws(TargetError) in
            if let missing = NeededLibrary.pulse.missing { throw TargetError(description: missing) }
            guard let pulse = unsafe cpulse_new() else {
                throw TargetError(description: "libpulse cannot be used: it maps 64 MiB, and less than that may be locked (MEMLOCK)")
            }
            return UInt(bitPattern: pulse)
        }
    }

    @unsafe private init(
        _ pulse: OpaquePointer?, _ servers: String, _ callbacks: Callbacks, _ watch: DescriptorWatch, on loop: any EventLoop
    ) {
        (self.callbacks, self.loop, self.watch, timer, patience) = (callbacks, loop, watch, LoopTimer(loop), LoopTimer(loop))
        unsafe self.pulse = unsafe pulse
        _ = unsafe cpulse_connect(pulse, servers, Unmanaged.passUnretained(self).toOpaque())
        let greeting = Request(self, .client, { _ in }, { _ in })
        self.greeting = greeting
        questions.sent(greeting, for: ObjectIdentifier(greeting), at: .sinceStart)
        keepWatch()
        runSoon()
    }

    deinit {
        guard let pulse = unsafe pulse else { return }
        for meter in meters.values { meter.end() }
        unsafe cpulse_free(pulse)
    }

    /// `receive` gets each thing of the answer; `done` gets nil, why it was refused, or `.closed` if no answer will come.
    func ask(_ question: PulseQuestion, receive: @escaping (PulseThing) -> Void, done: @escaping Done) {
        guard let pulse = unsafe pulse, reason == nil else { return done(.closed) }
        let request = Request(self, question.facility, receive, done)
        questions.sent(request, for: ObjectIdentifier(request), at: .sinceStart)
        guard unsafe question.send(on: pulse, Unmanaged.passUnretained(request).toOpaque()) else {
            questions.forget(ObjectIdentifier(request))
            let failure = PulseFailure.refused(unsafe cpulse_error(pulse))
            // `done` is called after this has returned, as with any other answer.
            return loop.assumeIsolated().execute { done(failure) }
        }
        keepWatch()
        runSoon()
    }

    /// Measures how loud something is; nil if it cannot. `heard` is called with each peak, as `PulseMeter` says, and never before this
    /// returns. With `servers` the meter connects by itself, otherwise it shares this connection.
    func measure(
        _ place: PulseMeterPlace, _ channels: [Int32], by servers: String?, heard: @escaping (Double?) -> Void
    ) -> PulseMeter? {
        guard let pulse = unsafe pulse, reason == nil else { return nil }
        guard let meter = unsafe PulseMeter(pulse, servers, place, channels, heard: heard) else { return nil }
        meters[ObjectIdentifier(meter)] = meter
        runSoon()
        return meter
    }

    /// Ends a meter, but not at once, because it may be the meter that has just called.
    func end(_ meter: PulseMeter) {
        loop.assumeIsolated().execute { [self] in
            guard let meter = meters.removeValue(forKey: ObjectIdentifier(meter)) else { return }
            meter.end()
            runSoon()
        }
    }

    /// It has ended or is about to; `closed` follows.
    var isClosed: Bool { reason != nil }

    /// Closes the connection. `closed` follows.
    func close(_ reason: String) {
        self.reason = self.reason ?? reason
        runSoon()
    }

    static func text(ofError code: Int32) -> String { unsafe String(cString: cpulse_error_text(code)) }

    static let receive: cpulse_receiver = { request, item, error in
        guard let address = unsafe request else { return }
        let request = unsafe Unmanaged<Request>.fromOpaque(address).takeUnretainedValue()
        if let item = unsafe item { return request.receive(unsafe PulseThing(request.facility, item)) }
        request.connection.finish(request, error == 0 ? nil : .refused(error))
    }

    static let event: cpulse_event = { owner, event, index in
        guard let owner = unsafe owner else { return }
        unsafe Unmanaged<PulseConnection>.fromOpaque(owner).takeUnretainedValue().callbacks.event(event, index)
    }

    private func finish(_ request: Request, _ failure: PulseFailure?) {
        let wasStalled = isStalled
        guard questions.answer(ObjectIdentifier(request)) != nil else { return }
        if wasStalled { callbacks.stalled(false) }
        request.done(failure)
    }

    /// Runs libpulse soon, once for everything that is asked until then.
    private func runSoon() {
        guard !isDue, !isRunning else { return }
        isDue = true
        loop.assumeIsolated().execute { [self] in
            isDue = false
            run()
        }
    }

    private func run() {
        guard let pulse = unsafe pulse else { return }
        isRunning = true
        let left = unsafe cpulse_run(pulse, Self.most)
        isRunning = false
        let state = unsafe cpulse_state(pulse)
        if state >= CPULSE_AUTHORIZING, state <= CPULSE_READY { isAnswered = true }
        if state == CPULSE_READY, !isReady {
            isReady = true
            if let greeting { _ = questions.answer(ObjectIdentifier(greeting)) }
            greeting = nil
            callbacks.ready()
        }
        if reason == nil, left < 0 || state >= CPULSE_FAILED { reason = Self.text(ofError: unsafe cpulse_error(pulse)) }
        guard reason == nil else { return end() }
        if left > 0 { runSoon() }
        if !isDue { unsafe wait(pulse) }
    }

    @unsafe private func wait(_ pulse: OpaquePointer) {
        var descriptors: UnsafePointer<pollfd>?
        var count: Int32 = 0
        let milliseconds = unsafe cpulse_waits(pulse, &descriptors, &count)
        let wanted = unsafe UnsafeBufferPointer(start: descriptors, count: Int(count)).map { $0 }
        for descriptor in watched.subtracting(wanted.map(\.fd)) { watch.forget(descriptor) }
        watched = Set(wanted.map(\.fd))
        for entry in wanted where !watch.arm(entry.fd, for: entry.events, { [weak self] in self?.run() }) { close("it cannot be watched") }
        timer.follow(milliseconds < 0 ? nil : .now() + .milliseconds(Int64(milliseconds))) { [weak self] in self?.run() }
    }

    private func end() {
        guard let pulse = unsafe pulse else { return }
        unsafe (self.pulse = nil)
        patience.cancel()
        timer.cancel()
        for descriptor in watched { watch.forget(descriptor) }
        watch.close()
        for meter in meters.values { meter.end() }
        meters = [:]
        unsafe cpulse_free(pulse)
        for request in questions.forgetAll() { request.done(.closed) }
        callbacks.closed(reason ?? "")
    }

    private func keepWatch() {
        patience.follow(questions.deadline) { [weak self] in
            guard let self else { return }
            for case .silent(1) in questions.tick(at: .sinceStart) { callbacks.stalled(true) }
            if unsafe pulse != nil { keepWatch() }
        }
    }
}
