internal import FaderValues

extension ClientGlob {
    /// Whether a name matches a glob, in any letter case.
    static func fits(_ name: String, _ glob: String) -> Bool { ClientGlob(glob.lowercased()).matches(name.lowercased()) }
}
