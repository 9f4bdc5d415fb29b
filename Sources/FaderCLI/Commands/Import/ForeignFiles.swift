internal import ArgumentParser
internal import FaderImport
internal import FaderValues

enum ForeignProgram: String, CaseIterable, ExpressibleByArgument {
    case ardour, bespokesynth, mixxx, qlcplus

    private var formats: [ForeignFormat] {
        switch self {
        case .ardour: [.ardourDevice, .ardourMap]
        case .bespokesynth: [.bespoke]
        case .mixxx: [.mixxx]
        case .qlcplus: [.qlcplus]
        }
    }

    /// Where the program looks, the user's folders first. Each version of Ardour has its own, which are searched for unless `isPattern`.
    func folders(isPattern: Bool = false) -> [String] {
        let home = Environment.value("HOME") ?? ""
        let config = Environment.value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        let shared = (Environment.value("XDG_DATA_DIRS") ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        let data = shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared
        return switch self {
        case .ardour:
            ([config] + data).flatMap { place in
                let versions = isPattern ? ["ardour*"] : (FileContents.names(in: place) ?? []).filter { $0.hasPrefix("ardour") }.sorted()
                return versions.flatMap { version in ["mcp", "midi_maps"].map { "\(place)/\(version)/\($0)" } }
            }
        case .bespokesynth:
            ["\(home)/Documents/BespokeSynth/controllers"] + data.map { "\($0)/BespokeSynth/resource/userdata_original/controllers" }
        case .mixxx:
            ["\(home)/.mixxx/controllers", "\(home)/.var/app/org.mixxx.Mixxx/.mixxx/controllers"] + data.map { "\($0)/mixxx/controllers" }
        case .qlcplus: ["\(home)/.qlcplus/inputprofiles"] + data.map { "\($0)/qlcplus/inputprofiles" }
        }
    }

    /// The files in these folders, sorted by name in each of them.
    var files: [String] {
        folders().flatMap { folder in
            (FileContents.names(in: folder) ?? []).filter { file in formats.contains { file.lowercased().hasSuffix($0.suffix) } }.sorted()
                .map { "\(folder)/\($0)" }
        }
    }
}

struct ForeignFile: Encodable {
    var file: String
    /// What people call the device; nil if the file cannot be used.
    var title: String?
    /// How many controls the profile lists; nil if a protocol supplies them.
    var controls: Int?
    var problem: String?

    init(_ file: String) throws(Failure) {
        self.file = file
        do throws(Failure) {
            let (_, profile) = try ProfileImportCommand.read(file)
            (title, controls) = (profile.title, profile.speaks == nil ? profile.controls : nil)
        } catch {
            // Without the library, no file can be read.
            guard error.exitCode != 69 else { throw error }
            problem = error.sentence
        }
    }

    static func list(_ program: ForeignProgram, isJSON: Bool) throws(Failure) {
        var files: [ForeignFile] = []
        for file in program.files { files.append(try ForeignFile(file)) }
        if isJSON { return try Output.json(files) }
        guard !files.isEmpty else {
            return Output.tell("there are no such files; looked in \(program.folders(isPattern: true).joined(separator: ", "))")
        }
        let rows = files.map { file in
            [file.title ?? "(cannot be used)", file.problem == nil ? file.controls.map { "\($0)" } ?? "protocol" : "-", file.file]
        }
        Output.table([["DEVICE", "CONTROLS", "FILE"]] + rows)
        Output.tell("\"faderctl profile import FILE\" makes a profile of one, and says why one cannot be used")
    }
}
