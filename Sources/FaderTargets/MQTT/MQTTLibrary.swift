internal import CMosquitto

extension NeededLibrary {
    /// libmosquitto, for targets on a broker. It brings TLS with it, and most people have no broker.
    static let mosquitto = NeededLibrary(
        "libmosquitto", file: "libmosquitto.so.1", package: "libmosquitto1", variable: "FADERD_MOSQUITTO",
        functions: { (0..<cmosquitto_function_count()).map { unsafe String(cString: cmosquitto_function_name($0)) } },
        set: { unsafe cmosquitto_function_set($0, UnsafeMutableRawPointer(bitPattern: $1)) }, start: { cmosquitto_start() == 0 })
}
