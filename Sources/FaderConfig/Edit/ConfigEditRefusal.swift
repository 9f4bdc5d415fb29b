public import FaderValues

/// Why a config file is not edited. It is then as it was.
public enum ConfigEditRefusal: Error, Equatable {
    /// The edits cannot be read: a sentence.
    case malformed(String)
    /// A key or item that an edit names is not in the file: a sentence, and the key that was probably meant.
    case missing(String, suggestion: String?)
    /// An edit does not fit what is in the file at its path.
    case unsuited(Diagnostic)
    /// The file has these errors, or would have them after the edits.
    case invalid([Diagnostic])
    /// The file is not the one that the edits were made for.
    case changed(String)
    /// The file cannot be read or written: a sentence.
    case inaccessible(String)
}
