internal import Glibc

/// A shared library that is opened when something needs it, so that the program starts without it. It stays open.
///
/// Sendable although it owns a pointer: the dynamic linker lets any thread look for symbols, and nothing closes it.
@safe public struct Library: @unchecked Sendable {
    public let name: String
    private let handle: UnsafeMutableRawPointer

    /// Opens a library by a name that the dynamic linker looks for in the system's directories, or by a path.
    public init(_ name: String) throws(LibraryError) {
        // Opening a pipe would wait for ever.
        if name.utf8.contains(UInt8(ascii: "/")), let kind = Self.kind(of: name), kind != S_IFREG {
            throw .unusable("\(name) is not a file")
        }
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? name
            // Otherwise the sentence names a missing library that this one needs.
            throw reason == "\(name): cannot open shared object file: No such file or directory" ? .absent(name) : .unusable(reason)
        }
        self.name = name
        unsafe self.handle = unsafe handle
    }

    /// The address of a function or variable; nil if the library has none of that name.
    public func address(of symbol: String) -> UnsafeMutableRawPointer? { unsafe dlsym(handle, symbol) }

    /// The addresses of functions, in order, each as a number.
    public func addresses(of symbols: some Sequence<String>) throws(LibraryError) -> [UInt] {
        var addresses: [UInt] = []
        for symbol in symbols {
            guard let address = unsafe address(of: symbol) else { throw .unusable("\(name) has no function \(symbol)") }
            addresses.append(UInt(bitPattern: address))
        }
        return addresses
    }

    /// Opens the first of several libraries that exists and that `use` accepts. If there is none, throws the error of the first that
    /// exists, or else that of the first name.
    public static func first<Used>(
        of names: some Sequence<String>, use: (Library) throws(LibraryError) -> Used
    ) throws(LibraryError) -> Used {
        var (flaw, absent): (LibraryError?, LibraryError?)
        for name in names {
            do throws(LibraryError) {
                return try use(Library(name))
            } catch {
                if case .absent = error { absent = absent ?? error } else { flaw = flaw ?? error }
            }
        }
        throw flaw ?? absent ?? .absent("")
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}

public enum LibraryError: Error, Equatable, CustomStringConvertible {
    /// There is none of this name.
    case absent(String)
    /// It is there, but something is wrong with it, in words.
    case unusable(String)

    public var description: String {
        switch self {
        case .absent(let name): "there is no \(name)"
        case .unusable(let reason): reason
        }
    }
}
