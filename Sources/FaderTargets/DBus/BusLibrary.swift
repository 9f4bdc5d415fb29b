internal import CSystemd

extension NeededLibrary {
    static let systemd = NeededLibrary(
        "libsystemd", file: "libsystemd.so.0", package: "libsystemd0", variable: "FADERD_LIBSYSTEMD",
        functions: { (0..<csystemd_function_count()).map { unsafe String(cString: csystemd_function_name($0)) } },
        set: { unsafe csystemd_function_set($0, UnsafeMutableRawPointer(bitPattern: $1)) })
}
