public import FaderValues

/// Why a config file is not edited. It is then as it was.
public enum ConfigEditRefusal: Error, Equatable {
    /// The edits cannot be read: a sentence that says why.
    case malformed(String)
    /// A sentence, and the key that was probably meant.
    case missing(String, suggestion: String?)
    case unsuited(Diagnostic)
    /// The file has these errors, or would have them after the edits.
    case invalid([Diagnostic])
    /// The file is not the one that the edits were made for.
    case changed(String)
    /// The file cannot be read or written: a sentence that says why.
    case inaccessible(String)
}
