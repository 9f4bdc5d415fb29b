internal import FaderValues

extension ClientGlob {
    /// Whether the name of a program or device matches a glob, whatever the case of their letters.
    static func fits(_ name: String, _ glob: String) -> Bool { ClientGlob(glob.lowercased()).matches(name.lowercased()) }
}
