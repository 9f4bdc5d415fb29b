internal import Glibc

/// Where the daemon's Unix socket can be. The daemon uses the first of the paths, a client the first that answers.
public enum SocketPath {
    /// The paths to try, in order. A path given explicitly (`--socket`, `FADERD_SOCKET`) is the only one.
    ///
    /// - Parameters:
    ///   - flag: the value of `--socket`; nil if it is not given.
    ///   - environment: the environment.
    ///   - userDirectory: the directory to use if `XDG_RUNTIME_DIR` is not set; nil if there is none.
    public static func candidates(
        flag: String? = nil, environment: [String: String], userDirectory: String? = defaultUserDirectory()
    ) -> [String] {
        if let flag { return [flag] }
        if let given = environment["FADERD_SOCKET"], !given.isEmpty { return [given] }
        var paths: [String] = []
        // systemd gives a list if a unit has several directories.
        if let directory = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first, directory.hasPrefix("/") {
            paths.append("\(directory)/faderd.sock")
        }
        // The XDG specification says that relative paths are ignored.
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
