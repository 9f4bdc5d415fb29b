internal import CPulse

extension NeededLibrary {
    /// Once connected libpulse maps 78 MiB, of which 1 MiB becomes private memory. Memory is locked as it is touched, so under memory
    /// pressure the MIDI thread still waits for no page (`Tests/VM/test_faults.py`). A limit of locked memory may leave no room for it; its
    /// targets then say so. libpulse ends the process where it gets no memory or finds its own state wrong, and prints to standard error
    /// where it has no cookie. It changes no signal, and starts no server, because it is told not to.
    static let pulse = NeededLibrary(
        "libpulse", file: "libpulse.so.0", package: "libpulse0", variable: "FADERD_LIBPULSE",
        functions: { (0..<cpulse_function_count()).map { unsafe String(cString: cpulse_function_name($0)) } },
        set: { unsafe cpulse_function_set($0, UnsafeMutableRawPointer(bitPattern: $1)) },
        start: {
            unsafe cpulse_start(PulseConnection.receive, PulseConnection.event, PulseMeter.peak)
            return true
        })
}
