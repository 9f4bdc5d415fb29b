internal import Glibc

/// Where the daemon's Unix socket lies: the daemon takes the first of the paths, a client the first that answers.
public enum SocketPath {
    /// The paths to look at, in their order. A path that was given (`--socket`, `FADERD_SOCKET`) is the only one.
    ///
    /// - Parameters:
    ///   - flag: what `--socket` says; nil where it is not given.
    ///   - environment: the environment.
    ///   - userDirectory: what stands for `XDG_RUNTIME_DIR` where that is not set; nil where there is nothing.
    public static func candidates(
        flag: String? = nil, environment: [String: String], userDirectory: String? = defaultUserDirectory()
    ) -> [String] {
        if let flag { return [flag] }
        if let given = environment["FADERD_SOCKET"], !given.isEmpty { return [given] }
        var paths: [String] = []
        // systemd gives a list where a unit has several.
        if let directory = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first, directory.hasPrefix("/") {
            paths.append("\(directory)/faderd.sock")
        }
        // The XDG specification has relative paths ignored.
        let session = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? userDirectory
        if let session { paths.append("\(session)/faderd/faderd.sock") }
        paths.append("/run/faderd/faderd.sock")
        return paths
    }

    /// `/run/user/UID`, where it exists.
    public static func defaultUserDirectory() -> String? {
        let path = "/run/user/\(getuid())"
        return unsafe access(path, X_OK) == 0 ? path : nil
    }
}
