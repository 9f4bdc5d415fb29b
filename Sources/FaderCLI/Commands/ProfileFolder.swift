internal import FaderValues

enum ProfileFolder {
    /// The names of the profiles, sorted; none if there is no such directory.
    static func names(in directory: String) -> [String] {
        (FileContents.names(in: directory) ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.filter(Names.isPlain)
            .sorted()
    }
}
