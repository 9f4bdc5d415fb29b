internal import CSystemd
internal import FaderSystem
internal import FaderValues
internal import Glibc
internal import Logging
internal import NIOCore

/// A connection to a message bus, opened again when it is lost. Owned by the event loop, on which all of sd-bus runs. Nothing here blocks.
@safe final class BusConnection {
    enum Event {
        case opened
        case lost
        case signal(BusMessage)
    }

    typealias Answer = Result<BusMessage, BusError>

    private let address: BusAddress
    private let loop: any EventLoop
    private let onEvent: (Event) -> Void
    private var bus: OpaquePointer?
    private var watch: DescriptorWatch?
    private var descriptor: Int32 = -1
    /// What waits for an answer, by the number of the call. sd-bus limits the time.
    private var pending = Questions<UInt64, (Answer) -> Void>()
    private let timer: LoopTimer
    /// The end of the time that the bus has for its first answer.
    private let patience: LoopTimer
    private let peer: PeerSession
    private var files: FileWatch?
    private var isProcessing = false
    private var isClosed = false

    var isThere: Bool { peer.isThere }

    private static let limit = Duration.seconds(3)
    private static let welcome = TimeAmount.seconds(10)
    /// The last is repeated, unless there is no socket and its directory is watched.
    private static let backOff = BackOff([.milliseconds(50), .milliseconds(250), .seconds(1), .seconds(4), .seconds(15), .seconds(30)])
    /// Messages processed at a time, and the pause for other targets.
    private static let (most, pause) = (64, TimeAmount.milliseconds(2))
    private static let noConnection = BusError(name: "org.freedesktop.DBus.Error.Disconnected", text: "the bus has gone")

    init(
        _ address: BusAddress, _ loop: any EventLoop, _ log: Logger, presenceChanged: @escaping () -> Void = {},
        _ onEvent: @escaping (Event) -> Void
    ) {
        (self.address, self.loop, self.onEvent) = (address, loop, onEvent)
        peer = PeerSession("the \(address.name)", Self.backOff, loop, log, changed: presenceChanged)
        (timer, patience) = (LoopTimer(loop), LoopTimer(loop))
        open()
    }

    var goneSince: Moment? { peer.goneSince }

    var note: String? { isThere ? nil : peer.problem ?? "the \(address.name) has not answered yet" }

    func hurry() {
        guard unsafe bus == nil, !isClosed else { return }
        peer.beginAgain()
        open()
    }

    func close() {
        isClosed = true
        disconnect()
        peer.stopWaiting()
        files?.close()
        files = nil
    }

    /// `done` is called once; with an error if no answer comes in time or the connection is lost.
    func call(_ call: BusCall, _ done: @escaping (Answer) -> Void) {
        guard let bus = unsafe bus else { return done(.failure(Self.noConnection)) }
        guard let message = unsafe call.message(on: bus) else {
            return done(.failure(BusError(text: "\(call.member) cannot be called with what the program gave for it")))
        }
        defer { unsafe csystemd_forget(message) }
        var cookie: UInt64 = 0
        let code = unsafe csystemd_send(
            bus, message, { message, owner, _ in unsafe BusConnection.deliver(message, owner) { $0.answered($1) } }, owner,
            UInt64(Self.limit / .microseconds(1)), &cookie)
        guard code >= 0 else { return done(.failure(BusError(text: String(errno: -code)))) }
        pending.sent(done, for: cookie, at: .sinceStart)
        if !isProcessing { arm() }
    }

    private var owner: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    private static func deliver(
        _ message: OpaquePointer?, _ owner: UnsafeMutableRawPointer?, _ receive: (BusConnection, BusMessage) -> Void
    ) -> Int32 {
        guard let message = unsafe message, let owner = unsafe owner else { preconditionFailure("sd-bus has lost the owner of a message") }
        unsafe receive(Unmanaged<BusConnection>.fromOpaque(owner).takeUnretainedValue(), BusMessage(message))
        return 0
    }

    private func answered(_ message: BusMessage) {
        guard let done = pending.answer(message.answered) else { return }
        done(message.error.map { .failure($0) } ?? .success(message))
    }

    // MARK: Opening

    private func open() {
        peer.stopWaiting()
        // Nothing changes by itself. A reload tries again.
        guard let text = address.text else { return report(address.missing) }
        if let missing = NeededLibrary.systemd.missing { return report(missing) }
        if watch == nil {
            do throws(ThreadError) { watch = try DescriptorWatch("faderd-bus", on: loop) } catch { return fail(error.description) }
        }
        var opened: OpaquePointer?
        let code = unsafe csystemd_open(
            &opened, text, { message, owner, _ in unsafe BusConnection.deliver(message, owner) { $0.onEvent(.signal($1)) } }, owner)
        guard code >= 0, let opened = unsafe opened else { return fail(String(errno: -code)) }
        unsafe bus = unsafe opened
        descriptor = unsafe csystemd_descriptor(opened)
        patience.set(in: Self.welcome) { [weak self] in self?.lose("it does not answer") }
        call(.bus("GetId")) { [weak self] answer in
            switch answer {
            case .success: self?.opened()
            case .failure(let error): if error != Self.noConnection, let self { peer.note("\(peer.name): \(error)") }
            }
        }
    }

    private func opened() {
        patience.cancel()
        files?.close()
        files = nil
        peer.opened()
        onEvent(.opened)
    }

    private func fail(_ reason: String) {
        report("there is no \(address.name): \(reason)")
        if files == nil, let file = address.file {
            files = FileWatch(file, on: loop) { [weak self] in self?.somethingHappened() }
        }
        // A socket may answer later, which the watch of the directory does not see.
        let isSocket = address.file.map { unsafe access($0, F_OK) == 0 } ?? true
        guard !peer.isPatient || files == nil || isSocket else { return }
        peer.retry { [weak self] in self?.open() }
    }

    /// The watch reports a change in the directory of the socket.
    private func somethingHappened() {
        // A busy directory must cost little.
        guard unsafe bus == nil, !isClosed, peer.failures > 2 || !peer.isWaiting else { return }
        peer.beginAgain()
        peer.retry { [weak self] in self?.open() }
    }

    private func report(_ problem: String) {
        peer.lost(problem, problem)
    }

    // MARK: Running

    private func arm() {
        guard let bus = unsafe bus, let watch else { return }
        let (events, current) = unsafe (csystemd_events(bus), csystemd_descriptor(bus))
        guard events >= 0, current >= 0 else { return lose("it cannot be watched") }
        // sd-bus may have tried the next of several addresses.
        if current != descriptor { watch.forget(descriptor) }
        descriptor = current
        watch.arm(descriptor, for: Int16(truncatingIfNeeded: events)) { [weak self] in self?.process() }
        let deadline = unsafe csystemd_deadline(bus)
        timer.follow(deadline == .max ? nil : .microseconds(min(deadline, UInt64(Int64.max) / 1_000))) { [weak self] in self?.process() }
    }

    private func process() {
        guard let bus = unsafe bus else { return }
        isProcessing = true
        var (count, code) = (0, Int32(0))
        repeat {
            code = unsafe csystemd_process(bus)
            count += 1
        } while code > 0 && count < Self.most && !isClosed
        isProcessing = false
        if code < 0 { return lose(String(errno: -code)) }
        guard code > 0 else { return arm() }
        loop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in self?.process() }
    }

    private func lose(_ reason: String) {
        guard unsafe bus != nil else { return }
        disconnect()
        fail(reason)
    }

    private func disconnect() {
        let wasThere = peer.disconnected()
        patience.cancel()
        timer.cancel()
        if let bus = unsafe bus {
            watch?.forget(descriptor)
            unsafe csystemd_close(bus)
        }
        unsafe (bus = nil)
        watch?.close()
        watch = nil
        for done in pending.forgetAll() { done(.failure(Self.noConnection)) }
        if wasThere, !isClosed { onEvent(.lost) }
    }
}
