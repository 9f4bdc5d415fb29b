internal import Dispatch
internal import FaderSystem
internal import Glibc

/// The signals that end a program, which may want to save first.
enum EndSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// Calls `tell` on a separate queue with each signal that ends the program. May be called only once.
    static func catchAll(_ tell: @escaping @Sendable (Int32) -> Void) throws(Failure) {
        let bell: Doorbell
        do throws(ThreadError) { bell = try Doorbell() } catch { throw Failure(.system, "\(error)") }
        CaughtSignals.begin(numbers.filter { !isIgnored($0) }, ringing: bell)
        DispatchQueue(label: "signals").async {
            while true {
                bell.wait(atMost: nil)
                for number in CaughtSignals.take() { tell(number) }
            }
        }
    }

    static func ignore() {
        for number in numbers { signal(number, SIG_IGN) }
    }

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
