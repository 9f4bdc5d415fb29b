internal import FaderSystem
internal import FaderValues
internal import Synchronization

/// A library of the system that some kinds of targets stand on. It is opened when one of them first needs it, so that faderd starts without
/// it.
final class NeededLibrary: Sendable {
    private let name, file, package, variable: String
    private let functions: @Sendable () -> [String]
    private let set: @Sendable (Int32, UInt) -> Void
    private let start: @Sendable () -> Bool
    private let isOpen = Mutex(false)

    /// `file` is its name for the dynamic linker, `package` the one of Debian, `variable` the environment variable that names another file.
    /// `set` gets the place and the address of each of the `functions`; `start` is called then, once, and is false if the library cannot be
    /// used now.
    init(
        _ name: String, file: String, package: String, variable: String, functions: @escaping @Sendable () -> [String],
        set: @escaping @Sendable (Int32, UInt) -> Void, start: @escaping @Sendable () -> Bool = { true }
    ) {
        (self.name, self.file, self.package, self.variable) = (name, file, package, variable)
        (self.functions, self.set, self.start) = (functions, set, start)
    }

    /// Opens the library if it is not open yet, so what was missing may be there at the next call.
    var missing: String? {
        isOpen.withLock { isOpen in
            if isOpen { return nil }
            let choice = ProcessEnvironment.variable(variable)
            do throws(LibraryError) {
                let addresses = try Library(choice ?? file).addresses(of: functions())
                for (place, address) in addresses.enumerated() { set(Int32(place), address) }
                isOpen = start()
                return isOpen ? nil : "\(name) does not start"
            } catch {
                if case .absent = error, choice == nil { return "\(name) is not installed (apt install \(package))" }
                return "\(name) cannot be used: \(String("\(error)".prefix(300)).withoutControls())"
            }
        }
    }
}
