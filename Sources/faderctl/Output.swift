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

    /// Tells a person something beside the output.
    static func tell(_ sentence: String) { write(Array("faderctl: \(printable(sentence))\n".utf8), to: STDERR_FILENO) }

    /// Tells a person lines that speak for themselves.
    static func tellLines(_ text: String) { write(Array("\(printable(text))\n".utf8), to: STDERR_FILENO) }

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
