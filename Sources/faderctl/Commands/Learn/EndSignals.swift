internal import Dispatch
internal import Glibc

/// Passes on the signals that end a program, so that it can save first. Create only one.
final class EndSignals: Sendable {
    // Written once, before the handlers that use it are installed.
    nonisolated(unsafe) private static var inlet: Int32 = -1

    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// `tell` is called on a separate queue.
    init(tell: @escaping @Sendable (Int32) -> Void) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw Failure(file: "a pipe", "cannot be created", errno)
        }
        unsafe Self.inlet = ends[1]
        let outlet = ends[0]
        DispatchQueue(label: "signals").async {
            var number: UInt8 = 0
            while unsafe read(outlet, &number, 1) == 1 { tell(Int32(number)) }
        }
        for number in Self.numbers where !Self.isIgnored(number) {
            signal(number) { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = unsafe write(EndSignals.inlet, &byte, 1)
                errno = error
            }
        }
    }

    /// Lets the signals end the program again.
    static func restore() {
        for number in numbers where !isIgnored(number) { signal(number, SIG_DFL) }
    }

    /// Ends the program as the signal would have done.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        Terminal.raiseHere(number)
    }

    /// Whether a signal is ignored, as SIGHUP is under `nohup`.
    static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_IGN)
        let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
        let wasIgnored = unsafe unsafeBitCast(handler, to: Int.self) == ignored
        if !wasIgnored { signal(number, handler) }
        return wasIgnored
    }
}
