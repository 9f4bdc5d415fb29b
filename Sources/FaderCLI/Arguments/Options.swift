internal import ArgumentParser
internal import Glibc

struct Options: ParsableArguments {
    @Option(help: "The daemon's socket, instead of the usual places and FADERD_SOCKET.", completion: .file())
    var socket: String?

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: "Read and write numbers as this locale does, for example sv_SE. Default: the daemon's config, then the environment.")
    var locale: String?

    /// The options, of all commands, that take the next argument as their value.
    static let takingValues = [
        "--socket", "--locale", "--config", "--decimals", "--only", "--except", "--over", "--before", "--by", "--to", "--count", "--lines",
        "--if-match", "-l",
        "--port", "--page", "--host", "--as", "--output", "--match", "--entry", "--report", "--channel", "--from", "--record", "--sends",
        "--poster", "--for", "--times", "--press",
        "--name", "--wifi",
    ]

    var candidates: [String] { SocketPath.candidates(flag: socket) }

    func client(decimals: Int? = nil, by writer: WriterOption? = nil) -> DaemonClient {
        // A program that reads JSON gets the same texts in every locale.
        let surrounding = json ? nil : EnvironmentLocale.name()
        return DaemonClient(candidates: candidates, locale: locale, defaultLocale: surrounding, decimals: decimals, writer: writer?.by)
    }

    func validate() throws {
        if locale?.isEmpty == true { throw ValidationError("--locale needs a locale, for example sv_SE") }
        if socket?.isEmpty == true { throw ValidationError("--socket needs a path; leave it out for the usual places") }
    }
}

struct WriterOption: ParsableArguments {
    @Option(help: "The name that \"faderctl history\" shows beside the change.")
    var by = "faderctl"

    func validate() throws {
        if !DeclareRequest.isName(by) { throw ValidationError("--by needs a name of at most \(DeclareRequest.longestName) characters") }
    }
}

struct ConditionOption: ParsableArguments {
    @Option(
        name: .customLong("if-match"),
        help: "Change it only if this is still its revision, which get --json shows; else nothing is changed and the exit code is 65.",
        transform: Self.revision)
    var revision: UInt64?

    private static func revision(_ text: String) throws -> UInt64 {
        if let revision = UInt64(text) { return revision }
        throw ValidationError("--if-match needs a revision, as \"get --json\" shows it, for example --if-match 12")
    }
}

struct DecimalsOption: ParsableArguments {
    @Option(help: "Show this many decimals, 0 to 15; the parameter is not changed.")
    var decimals: Int?

    func validate() throws {
        if let decimals, !(0...15).contains(decimals) { throw ValidationError("--decimals must be 0 to 15, for example --decimals 4") }
    }
}

/// The locale for numbers that the environment sets, by the rules of POSIX.
enum EnvironmentLocale {
    static var isUTF8: Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(Environment.value).first { !$0.isEmpty } ?? ""
        return name.lowercased().hasSuffix("utf-8") || name.lowercased().hasSuffix("utf8")
    }

    /// The name of the locale, such as `sv_SE.UTF-8`; nil if none is set. The C locale counts as none.
    static func name(_ value: (String) -> String? = Environment.value) -> String? {
        guard let name = ["LC_ALL", "LC_NUMERIC", "LANG"].compactMap(value).first(where: { !$0.isEmpty }) else { return nil }
        let plain = name.prefix { $0 != "." && $0 != "@" }
        return plain == "C" || plain == "POSIX" ? nil : name
    }
}
