package enum SnapshotName {
    /// Why a text can't be the name of a snapshot, as the end of a sentence.
    ///
    /// A name is 1…64 characters that a person can see and a path can hold. The shelf of snapshots also refuses a name that looks like
    /// another one, because accents can be composed in two ways.
    package static func problem(_ name: String) -> String? {
        guard !name.isEmpty else { return "is empty" }
        guard name.count <= 64, name.utf8.count <= 256 else { return "is longer than 64 characters" }
        guard name != ".", name != ".." else { return "is a reserved path name" }
        guard !name.contains("/") else { return "contains a \"/\"" }
        guard !name.unicodeScalars.contains(where: \.isControl) else { return "contains a control character" }
        guard name.first?.isWhitespace == false, name.last?.isWhitespace == false else { return "begins or ends with a space" }
        return nil
    }
}
