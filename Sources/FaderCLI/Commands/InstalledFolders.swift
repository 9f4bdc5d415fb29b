/// Folders that `make install` fills below `share/faderd`.
enum InstalledFolders {
    /// Where a folder of this name may be, the first place first: with this program, else with one that was installed the usual ways.
    static func named(_ name: String) -> [String] {
        ["\(ConfigCheck.ownDirectory)/..", "/usr/local", "/usr"].map { "\($0)/share/faderd/\(name)" }
    }
}
