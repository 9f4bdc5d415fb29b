internal import ArgumentParser
internal import FaderJSON
internal import Glibc

struct CalibrateCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Measure a fader or knob, and write what was found into its profile.",
        discussion: """
            Measures where its travel really ends (raw), how far it jitters at rest (noise), how long its motor takes to come to rest (hold-off), and \
            whether its moves have to be answered (echo). It says what to do at each step. Meanwhile the control drives nothing; its parameter keeps \
            its value, even if you interrupt the calibration. A profile that came with faderd is copied to "profiles" beside the config, comments and all.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Show what would be written, and write nothing.") var dryRun = false
    @Option(help: "Write the changed profile or config to this file, and leave the one in use as it is.", completion: .file())
    var output: String?
    @Argument(help: "The name of a surface.", completion: DaemonCompletion.surfaces) var surface: String
    @Argument(help: "One of its faders or knobs, such as fader.1.", completion: DaemonCompletion.controls) var control: String

    func validate() throws {
        if dryRun, output != nil { throw ValidationError("--dry-run writes nothing; leave out --output, or --dry-run") }
    }

    func perform(_ client: DaemonClient) async throws {
        let file = try ConfigFile(inForce: try await client.ask(Routes.getStatus))
        let session = client.session()
        // If the process is killed, its connection closes, and the loan ends with the connection.
        defer { session.close() }
        let loan = try await session.begin(Routes.borrowControl, surface, LoanRequest(control: control))
        guard loan.absolute else {
            throw Failure(.refused, "\(control) is an encoder or a button: there is nothing to calibrate on it")
        }
        guard let known = try await client.ask(Routes.listSurfaces).first(where: { $0.name == surface }), known.state == .connected else {
            throw Failure(.refused, "nothing is connected as \(surface); plug it in first")
        }
        let place = try ProfilePlace(of: known, config: file, try await client.profiles())
        if !dryRun, output == nil { try place.checkWritable() }
        // A trial edit, so that an error shows before anybody has moved the control.
        _ = try place.edit([("noise", .number(spelling: "1"))], of: control)
        let measurement = try await Calibration(loan: loan, session: session, inputs: CalibrationInputs(client, loan)).measure()
        let (edit, path) = try place.edit(measurement.keys(besides: loan), of: control)
        let diff = edit.diff(of: path)
        if !options.json { if diff.isEmpty { Output.tell("all of that is in \(path) already") } else { Output.lines(diff) } }
        if let output { try NewFile.replace(output, with: Array(edit.text.utf8)) }
        let result = CalibratedControl(
            surface: surface, control: control, raw: [measurement.range.low, measurement.range.high], noise: measurement.noise,
            settling: measurement.settling.map { Int($0 / .milliseconds(1)) }, snapsBack: measurement.snapsBack, file: path, diff: diff,
            written: !dryRun && output == nil && !diff.isEmpty)
        if result.written {
            try place.write(edit, to: path)
            try await ReloadCommand.load(client, printing: result, isJSON: options.json)
        } else if options.json {
            try Output.json(result)
        }
        // Only now, so that the new settings apply when its motor goes back to its position.
        _ = try await session.begin(Routes.borrowControl, surface, LoanRequest(control: control, end: true))
    }
}

struct CalibratedControl: Encodable {
    var surface: String
    var control: String
    var raw: [Int]
    var noise: Int
    /// In milliseconds.
    var settling: Int?
    var snapsBack: Bool?
    var file: String
    var diff: String
    var written: Bool
}
