internal import FaderValues

extension ClientGlob {
    /// In any letter case.
    static func fits(_ name: String, _ glob: String) -> Bool { ClientGlob(glob.lowercased()).matches(name.lowercased()) }
}
