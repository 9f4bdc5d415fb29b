internal import ArgumentParser
internal import FaderImport
internal import Glibc

struct ProfileImportCommand: FailingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make profiles from the files in which other programs describe controllers.",
        discussion: """
            FILE is an Ardour .device or .map, an input profile of QLC+ (.qxi), a controller of BespokeSynth (.json) or a mapping of Mixxx \
            (.midi.xml); "faderctl profiles --from mixxx" lists what is installed. Each profile is checked, and written into the folder \
            profiles beside the config. Its head says what is assumed and what is left out. Needs no daemon.
            """)

    @OptionGroup var options: Options
    @Option(help: "The profile to write, or the folder for several.", completion: .file()) var output: String?
    @Flag(help: "Replace a profile that exists.") var force = false
    @Flag(help: "Print the profiles, and write nothing.") var dryRun = false
    @Argument(help: "The files.", completion: .file()) var files: [String]

    func validate() throws {
        if output?.isEmpty == true { throw ValidationError("--output needs a path; leave it out for the folder of profiles") }
        if files.contains("") { throw ValidationError("the name of a file is empty") }
    }

    func perform() async throws {
        let check = try ConfigCheck()
        var places = try await places(check)
        var (reports, failures): ([ImportReport], [Failure]) = ([], [])
        for file in files {
            do throws(Failure) {
                let report = try importOne(file, &places)
                reports.append(report)
                if !options.json { tell(report) }
            } catch {
                failures.append(error)
                // The last one is reported at the end.
                if files.count > 1 { Output.report(error) }
            }
        }
        if options.json, !reports.isEmpty { try Output.json(reports) }
        if !dryRun, let first = reports.first, !options.json { Output.tell(hint(first, among: reports.count)) }
        guard let failure = failures.first else { return }
        throw files.count == 1 ? failure : Failure(reported: failure)
    }

    private func places(_ check: ConfigCheck) async throws -> ImportPlaces {
        if let output { return try ImportPlaces(output: output, isForOne: files.count == 1) }
        var config = try await CheckCommand.fileInUse(options)
        if config == nil { config = try check.check(nil).config }
        guard let config, NewFile.isTaken(config) else {
            // Nothing is written, so the folder makes no difference.
            if dryRun { return ImportPlaces(folder: ".") }
            throw Failure(
                .config, "there is no config file, so there is no folder of profiles beside it; name a file or a folder with --output")
        }
        return ImportPlaces(folder: config.sibling("profiles"))
    }

    private func importOne(_ file: String, _ places: inout ImportPlaces) throws(Failure) -> ImportReport {
        let (device, profile) = try Self.read(file)
        let path = places.path(for: profile.name)
        let written = ProfileFile(path: path, text: profile.text)
        do throws(Failure) { try written.check() } catch {
            guard error.exitCode == EX_CONFIG else { throw error }
            throw Failure(
                .defect,
                "\(file): the profile that faderctl makes of this file has errors, so nothing is written; that is a bug, please report it:",
                further: error.further)
        }
        if !dryRun { try force ? written.writeWhereNoLinkIs() : written.writeWhereNothingIs() }
        if places.isInstalled(profile.name) {
            let own = ProfileFile.name(path) ?? path
            Output.tell("faderd has a profile \(profile.name) of its own, so this one is \(own); see whether you need it")
        }
        return ImportReport(source: file, device, profile, file: dryRun ? nil : path)
    }

    static func read(_ file: String) throws(Failure) -> (ForeignDevice, ImportedProfile) {
        let bytes = try InputFile.ordinary(file, limit: ForeignFormat.largestFile)
        do throws(ImportProblem) {
            let device = try ForeignFormat.read(bytes, name: String(file.split(separator: "/").last ?? ""))
            return (device, try ImportedProfile(device))
        } catch {
            switch error {
            case .unusable(let reason): throw Failure(.refused, "\(file.withoutControls()) \(reason)")
            case .missingLibrary(let sentence): throw Failure(.unavailable, sentence)
            }
        }
    }

    private func tell(_ report: ImportReport) {
        if dryRun { Output.lines(report.profile) }
        let what = report.speaks.map { "speaks \($0)" } ?? Output.count(report.controls, "control")
        let sentence = "\(report.file ?? report.source): \(report.title), \(what), from \(report.program)"
        dryRun ? Output.tell(sentence) : Output.line(sentence)
        for (what, lines) in [("assumed", report.assumed), ("not in the file", report.unknown), ("left out", report.leftOut)] {
            for line in lines { Output.tellLines("  \(what): \(Output.printable(line))") }
        }
    }

    private func hint(_ first: ImportReport, among count: Int) -> String {
        let place = "the folder profiles beside the config"
        guard let path = first.file, let name = ProfileFile.name(path) else {
            return "a profile is found by its name: put it into \(place), as NAME.yaml"
        }
        let client = first.client.map { $0.globEscaped.shellWord } ?? "CLIENT"
        let command = "\"\(SurfaceListCommand.addition(name)) --match \(client)\""
        let way = output == nil ? "\(command) uses it" : "put it into \(place); \(command) uses it then"
        return (count == 1 ? way : "for example, \(way)") + "; \"faderctl surfaces\" shows the name of the client"
            + (force ? "; if a surface has it already, \"faderctl reload\" loads it" : "")
    }
}

struct ImportReport: Encodable {
    var source: String
    var program: String
    /// Where the profile was written; nil if it was only shown.
    var file: String?
    var title: String
    /// `repeated`: entries of the file that are further uses of these controls.
    var controls: Int
    var repeated: Int
    /// The protocol that supplies the controls; nil if the profile lists them.
    var speaks: String?
    var client: String?
    var assumed: [String]
    var unknown: [String]
    /// How many entries of the file were left out, and why.
    var omitted: Int
    var leftOut: [String]
    var profile: String

    init(source: String, _ device: ForeignDevice, _ profile: ImportedProfile, file: String?) {
        (self.source, self.file, program, self.profile) = (source, file, device.format.program, profile.text)
        (title, controls, repeated, speaks) = (profile.title, profile.controls, profile.repeated, profile.speaks)
        (client, assumed, unknown) = (profile.client, profile.assumed, profile.unknown)
        (omitted, leftOut) = (profile.omitted, profile.leftOut)
    }
}
