import FaderAPI
import FaderConfig
import FaderTargets
import FaderValues
import Glibc

/// Runs `faderd --edit FILE` with the rights of its user: the running daemon never writes its config.
struct Editing {
    let path: String
    let reader: ConfigReader
    let isDry: Bool

    /// Makes the edits. Returns what to print, and the exit code.
    func run() -> (ConfigEditOutcome, code: Int32) {
        var digest: String?
        do throws(ConfigEditRefusal) {
            let file = try EditedFile(path)
            digest = file.digest
            let edits = try ConfigEdits(json: Self.standardInput())
            let (new, warnings) = try file.bytes(after: edits, reader)
            let isToBeWritten = !isDry && new != file.bytes
            if isToBeWritten { try file.write(new) }
            return (
                ConfigEditOutcome(
                    file: path, digest: SHA256.hexadecimal(new), diff: LineDiff(Self.lines(file.bytes), Self.lines(new)).text(path),
                    publicDiff: ShownText(kinds: TargetKinds.all).difference(of: file.bytes, new, path: path),
                    text: String(decoding: new, as: UTF8.self), content: try ConfigEditor.content(of: new, name: path),
                    lines: try ConfigEditor.lines(of: new, name: path), written: isToBeWritten, diagnostics: warnings), EX_OK
            )
        } catch {
            let (refusal, diagnostics, code) = described(error)
            return (ConfigEditOutcome(file: path, digest: digest, refusal: refusal, diagnostics: diagnostics), code)
        }
    }

    /// Runs `faderd --content FILE`, for YAML of another program.
    static func content(of path: String) -> (ConfigEditOutcome, code: Int32) {
        do throws(ConfigEditRefusal) {
            let file = try EditedFile(path)
            return (
                ConfigEditOutcome(file: path, digest: file.digest, content: try ConfigEditor.content(of: file.bytes, name: path)), EX_OK
            )
        } catch {
            switch error {
            case .inaccessible(let sentence):
                return (ConfigEditOutcome(file: path, digest: nil, refusal: .init(.inaccessible, sentence)), EX_IOERR)
            case .invalid(let diagnostics):
                let refusal = ConfigEditOutcome.Refusal(.invalid, "\(path) cannot be read:")
                return (ConfigEditOutcome(file: path, digest: nil, refusal: refusal, diagnostics: diagnostics), EX_DATAERR)
            case .malformed, .missing, .unsuited, .changed: preconditionFailure("a file was read, and refused an edit")
            }
        }
    }

    private func described(_ refusal: ConfigEditRefusal) -> (ConfigEditOutcome.Refusal, [Diagnostic], code: Int32) {
        switch refusal {
        case .malformed(let sentence): (.init(.malformed, sentence), [], EX_DATAERR)
        case .missing(let sentence, let suggestion):
            (.init(.missing, sentence + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")), [], EX_DATAERR)
        case .unsuited(let diagnostic):
            (.init(.unsuited, "\(path) stays as it is, because an edit does not fit it"), [diagnostic], EX_DATAERR)
        case .changed(let sentence): (.init(.changed, sentence), [], EX_DATAERR)
        case .invalid(let diagnostics):
            (.init(.invalid, "\(path) stays as it is, because it would have errors; correct them"), diagnostics, EX_CONFIG)
        case .inaccessible(let sentence): (.init(.inaccessible, sentence), [], EX_IOERR)
        }
    }

    /// The most bytes that edits may have.
    private static let most = 4 << 20

    private static func standardInput() throws(ConfigEditRefusal) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= most {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += piece[..<count]
            } else if errno != EINTR {
                throw .inaccessible("the edits cannot be read from standard input: \(String(errno: errno))")
            }
        }
        throw .malformed("the edits are larger than \(most >> 20) MiB; make them in several runs")
    }

    /// A CR LF is one character to Swift, so lines are split as bytes, without their CR.
    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
