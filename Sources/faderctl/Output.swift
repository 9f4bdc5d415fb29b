internal import FaderAPI
internal import Glibc

/// Writes what a person or a program reads. Nothing is buffered, so that a line is there when it is printed.
enum Output {
    /// Prints a line.
    static func line(_ text: String) { write(Array(printable(text).utf8) + [UInt8(ascii: "\n")], to: STDOUT_FILENO) }

    /// Writes what commands a terminal, as it is.
    static func draw(_ bytes: String) { write(Array(bytes.utf8), to: STDOUT_FILENO) }

    /// Writes what commands a terminal beside the output, as it is.
    static func drawAside(_ bytes: String) { write(Array(bytes.utf8), to: STDERR_FILENO) }

    /// Prints a resource as JSON, a key a line.
    static func json(_ resource: some Encodable) throws(Failure) {
        do throws(WireError) {
            write(try WireJSON.encodePretty(resource) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
        } catch {
            throw Failure(exitCode: 70, sentence: "the answer cannot be put into JSON: \(error)")
        }
    }

    /// Prints bytes as they are.
    static func bytes(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

    /// Prints a resource as one line of JSON.
    static func jsonLine(_ resource: some Encodable) throws(Failure) {
        do throws(WireError) {
            write(try WireJSON.encode(resource) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
        } catch {
            throw Failure(exitCode: 70, sentence: "the answer cannot be put into JSON: \(error)")
        }
    }

    /// Whether JSON is asked for: then what is said on standard error is JSON, too, an object a line.
    static let isJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")

    /// The same where the output has to go on: what JSON has no word for ends the program.
    static func jsonLine(checked resource: some Encodable) {
        do throws(Failure) {
            try jsonLine(resource)
        } catch {
            report(error)
            exit(error.exitCode)
        }
    }

    /// Tells a person something beside the output; a program gets `{"notice": …}`.
    static func tell(_ sentence: String) {
        if isJSON, say(["notice": sentence]) { return }
        write(Array("faderctl: \(printable(sentence))\n".utf8), to: STDERR_FILENO)
    }

    /// Tells why a command fails; what has no sentence is told already.
    static func report(_ failure: Failure) {
        if isJSON, let report = ErrorReport(failure), say(report) { return }
        if let sentence = failure.sentence { write(Array("faderctl: \(printable(sentence))\n".utf8), to: STDERR_FILENO) }
    }

    /// Writes a line of JSON beside the output; false for what JSON cannot say, which is then told as a person reads it.
    private static func say(_ content: some Encodable) -> Bool {
        guard let line = try? WireJSON.encode(content) else { return false }
        write(line + [UInt8(ascii: "\n")], to: STDERR_FILENO)
        return true
    }

    /// Tells a person lines that speak for themselves.
    static func tellLines(_ text: String) {
        if isJSON, say(["notice": text]) { return }
        write(Array("\(printable(text))\n".utf8), to: STDERR_FILENO)
    }

    /// A text without what would command a terminal: names come from devices too.
    static func printable(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            clean.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(clean)
    }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                end(file)
            }
        }
    }

    /// Nobody reads any more: die as any program in a pipe does. Anything else is an error of its own.
    private static func end(_ file: Int32) -> Never {
        let code = errno
        if code == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        if file == STDOUT_FILENO { tell(unsafe "the output cannot be written: \(String(cString: strerror(code)))") }
        exit(74)
    }
}
