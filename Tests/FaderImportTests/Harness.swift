import FaderConfig
import FaderImport
import FaderValues
import Testing

/// One file in memory.
private struct OneFile: ConfigFiles {
    let text: String

    func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] { Array(text.utf8.prefix(limit)) }
    func names(in directory: String) -> [String] { [] }
}

/// What is wrong with a profile, by the config's own reader.
func errors(in profile: String) -> [String] {
    let reader = ConfigReader(kinds: [], profileDirectories: [], files: OneFile(text: profile))
    return reader.readProfile(path: "profile.yaml").map { $0.map(\.text) } ?? ["it is no profile"]
}

/// The profile that is made of a file, which must have no errors.
func profile(of text: String, _ name: String = "Box", sourceLocation: SourceLocation = #_sourceLocation) throws -> ImportedProfile {
    let profile = try ImportedProfile(ForeignFormat.read(Array(text.utf8), name: name))
    #expect(errors(in: profile.text) == [], sourceLocation: sourceLocation)
    return profile
}

/// The lines of a profile after its head, without blank ones.
func body(_ profile: ImportedProfile) -> [String] {
    profile.text.split(separator: "\n").drop { $0.hasPrefix("#") }.map { String($0) }
}

/// The entries of the controls of a profile, without blanks in front.
func controls(_ profile: ImportedProfile) -> [String] {
    body(profile).drop { $0 != "controls:" }.dropFirst().map { String($0.drop { $0 == " " }) }
}
