public struct SocketPlace: Sendable, Equatable {
    public enum Access: Sendable, Equatable {
        /// This user and root: socket 0600, directory 0700.
        case owner
        /// This user, root and a group: socket 0660, directory 0750.
        case group(String)
    }

    /// The path of the socket.
    public var path: String
    public var access: Access
    /// The directory is the daemon's: if it exists, its mode is corrected. A missing one gets the right mode in any case.
    public var ownsDirectory: Bool

    package init(path: String, access: Access = .owner, ownsDirectory: Bool = false) {
        self.path = path
        self.access = access
        self.ownsDirectory = ownsDirectory
    }

    /// The file that a running daemon keeps locked.
    var lockPath: String { path + ".lock" }
    var socketMode: UInt32 { access == .owner ? 0o600 : 0o660 }
    /// The mode of a directory that the daemon makes or owns.
    var directoryMode: UInt32 { access == .owner ? 0o700 : 0o750 }
}
