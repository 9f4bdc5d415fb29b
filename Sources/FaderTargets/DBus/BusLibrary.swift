internal import CSystemd
internal import FaderLibraries
internal import FaderModel
internal import Glibc
internal import Synchronization

/// The system's libsystemd, which is opened when the first target needs a message bus.
enum BusLibrary {
    private static let isOpen = Mutex(false)

    /// Why it cannot be used; nil if it can. Each call tries to open it if it is not open yet.
    static var missing: String? {
        isOpen.withLock { isOpen in
            if isOpen { return nil }
            let choice = ProcessEnvironment.variable("FADERD_LIBSYSTEMD")
            do throws(LibraryError) {
                let names = (0..<csystemd_function_count()).map { unsafe String(cString: csystemd_function_name($0)) }
                let addresses = try Library(choice ?? "libsystemd.so.0").addresses(of: names)
                for (index, address) in addresses.enumerated() {
                    unsafe csystemd_function_set(Int32(index), UnsafeMutableRawPointer(bitPattern: address))
                }
                isOpen = true
                return nil
            } catch {
                if case .absent = error, choice == nil { return "libsystemd is not installed (apt install libsystemd0)" }
                return "libsystemd cannot be used: \(String("\(error)".prefix(300)).withoutControls())"
            }
        }
    }
}
