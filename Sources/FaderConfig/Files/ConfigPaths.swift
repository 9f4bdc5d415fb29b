internal import Glibc

/// The usual paths of the config and its profiles. They are the same with or without a daemon.
public enum ConfigPaths {
    /// The config of the system service, and of users who have no config.
    public static let system = "/etc/faderd/faderd.yaml"

    /// The user's config (`faderd/faderd.yaml` in `$XDG_CONFIG_HOME`, else in `$HOME/.config`) or else the system's, whichever exists. If
    /// neither does: the user's path, or the system's if no home directory is known.
    public static func file(environment: [String: String]) -> String {
        // The XDG specification says that relative paths are ignored.
        let directory =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
        guard let user = directory.map({ "\($0)/faderd/faderd.yaml" }) else { return system }
        return isThere(user) || !isThere(system) ? user : system
    }

    /// The folders of installed profiles: relative to the program (`../share/faderd/profiles`), then the system's.
    public static var installedProfiles: [String] {
        let system = ["/usr/local/share/faderd/profiles", "/usr/share/faderd/profiles"]
        guard let program = programPath, let slash = program.lastIndex(of: "/") else { return system }
        return ["\(program[..<slash])/../share/faderd/profiles"] + system
    }

    public static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    private static var programPath: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String? in
            guard let start = buffer.baseAddress else { return nil }
            let length = unsafe readlink("/proc/self/exe", start, buffer.count)
            return length > 0 ? unsafe String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
        }
    }
}
