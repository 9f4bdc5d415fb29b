internal import CMosquitto
internal import FaderLibraries
internal import FaderModel
internal import Glibc
internal import Synchronization

/// The system's libmosquitto, which is opened for the first connection only, because it also loads TLS, and most people have no broker.
enum MQTTLibrary {
    private static let isOpen = Mutex(false)

    /// Why it cannot be used; nil if it can. Each call tries to open it if it is not open yet.
    static var missing: String? {
        isOpen.withLock { isOpen in
            if isOpen { return nil }
            let choice = ProcessEnvironment.variable("FADERD_MOSQUITTO")
            do throws(LibraryError) {
                let names = (0..<cmosquitto_function_count()).map { unsafe String(cString: cmosquitto_function_name($0)) }
                let addresses = try Library(choice ?? "libmosquitto.so.1").addresses(of: names)
                for (index, address) in addresses.enumerated() {
                    unsafe cmosquitto_function_set(Int32(index), UnsafeMutableRawPointer(bitPattern: address))
                }
                isOpen = cmosquitto_start() == 0
                return isOpen ? nil : "libmosquitto does not start"
            } catch {
                if case .absent = error, choice == nil { return "libmosquitto is not installed (apt install libmosquitto1)" }
                return "libmosquitto cannot be used: \(String("\(error)".prefix(300)).withoutControls())"
            }
        }
    }
}
