internal import Glibc

extension String {
    /// The directory of the file at this path; `.` if the path names only the file.
    public var directory: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// The path of another file in the same directory.
    public func sibling(_ name: String) -> String { directory == "/" ? "/\(name)" : "\(directory)/\(name)" }

    /// The path without symbolic links; nil and `errno` if nothing is there or if the path cannot be resolved.
    package var resolvedPath: String? {
        guard let found = unsafe realpath(self, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }
}
