/// The folders below `share/faderd` that `make install` fills.
enum InstalledFolders {
    /// The first place first: with this program, else where it is installed usually.
    static func named(_ name: String) -> [String] {
        ["\(ConfigCheck.ownDirectory)/..", "/usr/local", "/usr"].map { "\($0)/share/faderd/\(name)" }
    }
}
