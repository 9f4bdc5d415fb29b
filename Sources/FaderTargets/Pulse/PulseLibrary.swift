internal import CPulse
internal import FaderLibraries
internal import FaderModel
internal import Glibc
internal import Synchronization

/// The system's libpulse, which is opened when a target needs a sound server first.
///
/// Once connected it maps 78 MiB, of which 1 MiB becomes private memory. Memory is locked as it is touched, so under memory pressure the MIDI
/// thread still waits for no page (`Tests/VM/test_faults.py`). A limit of locked memory may leave no room for it; its targets then say so.
/// It ends the process where it gets no memory or finds its own state wrong, and prints to standard error where it has no cookie. It changes
/// no signal, and starts no server, because it is told not to.
enum PulseLibrary {
    private static let isOpen = Mutex(false)

    /// Why it cannot be used; nil if it can. Opens it if it is not open yet, so what was missing may be there at the next call.
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
