internal import Glibc

/// Where the daemon's Unix socket can be. The daemon uses the first of the paths, a client the first that answers.
public enum SocketPath {
    /// The paths to try, in order: only the one given by `--socket` (`flag`) or `FADERD_SOCKET`. `userDirectory` stands in for
    /// `XDG_RUNTIME_DIR`.
    public static func candidates(
        flag: String? = nil, environment: [String: String], userDirectory: String? = defaultUserDirectory()
    ) -> [String] {
        if let flag { return [flag] }
        if let given = environment["FADERD_SOCKET"], !given.isEmpty { return [given] }
        var paths: [String] = []
        // A unit may have several directories.
        if let directory = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first, directory.hasPrefix("/") {
            paths.append("\(directory)/faderd.sock")
        }
        // The XDG specification ignores relative paths.
        let session = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? userDirectory
        if let session { paths.append("\(session)/faderd/faderd.sock") }
        paths.append("/run/faderd/faderd.sock")
        return paths
    }

    /// The paths for this process; `flag` is a path given explicitly, nil if there is none.
    public static func candidates(flag: String?) -> [String] {
        var environment: [String: String] = [:]
        for name in ["FADERD_SOCKET", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"] {
            environment[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        return candidates(flag: flag, environment: environment)
    }

    /// `/run/user/UID`; nil if it does not exist or this process may not enter it.
    public static func defaultUserDirectory() -> String? {
        let path = "/run/user/\(getuid())"
        return unsafe access(path, X_OK) == 0 ? path : nil
    }
}
