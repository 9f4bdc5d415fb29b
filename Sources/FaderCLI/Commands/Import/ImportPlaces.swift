internal import Glibc

struct ImportPlaces {
    /// Nil for one file that the person has named.
    private let folder: String?
    private let file: String?
    /// Names that came with faderd: a profile of the same name would replace one.
    private let installed: Set<String>
    /// The installed names, and those that were given out since.
    private var taken: Set<String>

    init(folder: String) {
        (self.folder, file, installed) = (folder, nil, Self.installedNames)
        taken = installed
    }

    /// A folder that exists, or a file for one profile.
    init(output: String, isForOne: Bool) throws(Failure) {
        (installed, taken) = ([], [])
        var status = stat()
        if unsafe stat(output, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            (folder, file) = (output.hasSuffix("/") && output.count > 1 ? String(output.dropLast()) : output, nil)
            return
        }
        guard isForOne, !output.hasSuffix("/") else {
            throw Failure(.usage, "\(output) is not a folder; several profiles need a folder that exists")
        }
        (folder, file) = (nil, output)
    }

    /// Whether a profile that came with faderd has this name. False if the person has named the file to write.
    func isInstalled(_ name: String) -> Bool { file == nil && installed.contains(name) }

    /// The path for a profile, with a number if another one has the name.
    mutating func path(for name: String) -> String {
        if let file { return file }
        let free = SurfaceGuide.free(name, besides: taken)
        taken.insert(free)
        return "\(folder ?? ".")/\(free).yaml"
    }

    private static var installedNames: Set<String> { Set(InstalledFolders.named("profiles").flatMap { ProfileFolder.names(in: $0) }) }
}
