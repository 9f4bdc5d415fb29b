internal import CPulse
internal import FaderLibraries
internal import FaderModel
internal import Glibc
internal import Synchronization

/// The system's libpulse, which is opened when the first target needs a sound server.
///
/// A connection maps 78 MiB, of which 1 MiB becomes private memory. Memory is locked as it is touched, so under memory pressure the MIDI thread still does not
/// wait for a page (`Tests/VM/test_faults.py`). A limit of locked memory may leave no room for it, which its targets then report. libpulse ends the process if
/// it gets no memory or finds its state invalid, and prints to standard error if it has no cookie. It changes no signal handlers, and starts no server, because
/// it is told not to.
enum PulseLibrary {
    private static let isOpen = Mutex(false)

    /// Why it cannot be used; nil if it can. Each call tries to open it if it is not open yet.
    static var missing: String? {
        isOpen.withLock { isOpen in
            if isOpen { return nil }
            let choice = ProcessEnvironment.variable("FADERD_LIBPULSE")
            do throws(LibraryError) {
                let names = (0..<cpulse_function_count()).map { unsafe String(cString: cpulse_function_name($0)) }
                let addresses = try Library(choice ?? "libpulse.so.0").addresses(of: names)
                for (index, address) in addresses.enumerated() {
                    unsafe cpulse_function_set(Int32(index), UnsafeMutableRawPointer(bitPattern: address))
                }
                unsafe cpulse_start(PulseConnection.receive, PulseConnection.event)
                isOpen = true
                return nil
            } catch {
                if case .absent = error, choice == nil { return "libpulse is not installed (apt install libpulse0)" }
                return "libpulse cannot be used: \(String("\(error)".prefix(300)).withoutControls())"
            }
        }
    }
}
