internal import CRealtime

/// Catches signals with plain handlers, which work where no thread can be started and no signal queued; libdispatch needs both.
public enum CaughtSignals {
    /// Catches signals from now on, even those inherited as ignored or blocked. Each rings the bell, which is never freed, because a
    /// handler may run at any time. Call this with one bell only.
    public static func begin(_ numbers: [Int32], ringing bell: Doorbell) {
        unsafe _ = Unmanaged.passRetained(bell)
        for number in numbers { faderd_signal_catch(number, bell.descriptor) }
    }

    /// The signals that were caught since the last call, each once.
    public static func take() -> [Int32] {
        let caught = faderd_signals_take()
        return caught == 0 ? [] : (1..<64).filter { caught & 1 << UInt64($0) != 0 }
    }
}

public enum StandardStreams {
    /// Occupies the numbers that the program was started without, so that no other file gets them. Call it before anything is opened.
    public static func keep() { faderd_standard_streams() }
}
