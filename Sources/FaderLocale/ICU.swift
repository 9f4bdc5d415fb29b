internal import CICU
internal import FaderSystem
internal import FaderValues
internal import Glibc
internal import Synchronization

/// The system's ICU. Its libraries have the release in their names, and the names of its functions usually end with it; so faderd links no
/// release, but opens the installed one when something first needs it.
enum ICU {
    /// Nil if there is one. The first call opens it.
    static var missing: String? { opening }
    /// Whether there is an ICU. If not, no function of CICU may be called. The first call opens it.
    static var isThere: Bool { missing == nil }

    /// The newest first. An older one does not know how a locale groups digits.
    private static let releases = (68...99).reversed().map(String.init)

    private static let opening: String? = {
        let choice = unsafe getenv("FADERD_ICU").map { unsafe String(cString: $0) }
        do throws(LibraryError) {
            for (index, address) in try functions(choice ?? "").enumerated() {
                unsafe cicu_function_set(Int32(index), UnsafeMutableRawPointer(bitPattern: address))
            }
            return nil
        } catch {
            let reason = sentence(error, choice: choice ?? "")
            waiting.withLock { waiting in
                waiting.reason = reason
                waiting.tell?(reason)
            }
            return reason
        }
    }()

    /// The addresses of all functions of CICU, in its order. `choice` is the value of `FADERD_ICU`: a release, the path of `libicui18n`, or
    /// `none`; empty: the newest there is.
    static func functions(_ choice: String) throws(LibraryError) -> [UInt] {
        let isPath = choice.first == "/"
        let chosen = choice.isEmpty || isPath ? releases : [choice]
        guard isPath || chosen.allSatisfy({ Int($0).map { $0 >= 68 } ?? false }) else {
            throw .unusable("FADERD_ICU must be a release from 68 on, such as 72, the whole path of a libicui18n, or none")
        }
        let names = isPath ? [choice] : chosen.map { "libicui18n.so.\($0)" }
        // The release in a library's name may be another one, and one built without renaming has none in the names of its functions.
        let endings = [""] + chosen.map { "_\($0)" }
        return try Library.first(of: names) { library throws(LibraryError) in try functions(of: library, endings) }
    }

    private static func functions(of library: Library, _ endings: [String]) throws(LibraryError) -> [UInt] {
        let names = (0..<cicu_function_count()).map { unsafe String(cString: cicu_function_name($0)) }
        guard let first = names.first, let ending = endings.first(where: { unsafe library.address(of: first + $0) != nil }) else {
            throw .unusable("\(library.name) is not an ICU from release 68 on: it has no function \(names.first ?? "")")
        }
        var addresses: [UInt] = []
        for name in names {
            guard let address = unsafe library.address(of: name + ending) else {
                throw .unusable("\(library.name) has no function \(name)\(ending)")
            }
            addresses.append(UInt(bitPattern: address))
        }
        return addresses
    }

    private static func sentence(_ error: LibraryError, choice: String) -> String {
        // The linker's own message would list 32 file names.
        if case .absent = error, choice.isEmpty { return "ICU is not installed (apt install libicu72, or the libicu of your release)" }
        if choice == "none" { return "ICU is not wanted: FADERD_ICU is none" }
        let cause = choice.isEmpty ? " that is installed" : " that FADERD_ICU names, \(String(choice.prefix(100)).withoutControls()),"
        return "the ICU\(cause) cannot be used: \(String("\(error)".prefix(300)).withoutControls())"
    }

    /// Why there is no ICU, once that is known, and the function to call with the reason.
    private static let waiting = Mutex<(reason: String?, tell: (@Sendable (String) -> Void)?)>((nil, nil))

    /// Calls `tell` with the reason when ICU turns out to be missing, or now if that is known already. Only the last `tell` is kept.
    static func whenMissing(_ tell: @escaping @Sendable (String) -> Void) {
        waiting.withLock { waiting in
            waiting.tell = tell
            if let reason = waiting.reason { tell(reason) }
        }
    }
}
