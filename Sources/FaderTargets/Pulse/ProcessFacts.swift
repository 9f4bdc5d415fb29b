internal import FaderValues
internal import Glibc

/// A process. When it started tells it from a later one with the same number.
struct ProcessKey: Sendable, Hashable {
    let pid: Int32
    /// In the kernel's ticks since the system's start.
    let start: UInt64
}

struct ProcessFacts: Sendable {
    let key: ProcessKey
    let parent: Int32
    /// Its file name.
    let program: String
    /// The control group that the desktop has made for its application, as `app-firefox-1234.scope`.
    let app: String?
    /// Whether it sees other files than this process, as in a sandbox.
    let isApart: Bool
    private let folder: String

    /// The most bytes that are read of a file.
    private static let most = 4096

    /// `root`: the directory with the kernel's files.
    init?(_ pid: Int32, in root: String = "/proc") {
        folder = "\(root)/\(pid)"
        guard let stat = Self.text("\(folder)/stat"), let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")"), open < close
        else { return nil }
        // The name may have blanks and parentheses. After it come the state, the parent, and as the twentieth the start.
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let start = UInt64(fields[19]) else { return nil }
        key = ProcessKey(pid: pid, start: start)
        self.parent = parent
        let file = Self.link("\(folder)/exe")?.split(separator: "/").last.map(String.init)
        let name = file ?? String(stat[stat.index(after: open)..<close])
        program = name.hasSuffix(" (deleted)") ? String(name.dropLast(10)) : name
        app = Self.text("\(folder)/cgroup").flatMap { Self.app(inGroups: $0) }
        let (own, other) = (Self.link("\(root)/self/ns/mnt"), Self.link("\(folder)/ns/mnt"))
        isApart = own != nil && other != nil && own != other
    }

    /// The outermost control group that is called as desktops call those of applications.
    static func app(inGroups text: String) -> String? {
        for line in text.split(separator: "\n") {
            guard let path = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last else { continue }
            if let app = path.split(separator: "/").first(where: { $0.hasPrefix("app-") }) { return String(app) }
        }
        return nil
    }

    var flatpak: String? {
        guard isApart, let text = Self.text("\(folder)/root" + "/.flatpak-info") else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("name=") }.map { String($0.dropFirst(5)) }
    }

    /// It and its ancestors, the nearest first, without the first process of the system.
    static func line(of pid: Int32, in root: String = "/proc") -> [ProcessFacts] {
        var (line, next) = ([ProcessFacts](), pid)
        while next > 1, line.count < 64, let facts = ProcessFacts(next, in: root) {
            line.append(facts)
            next = facts.parent
        }
        return line
    }

    private static func text(_ path: String) -> String? {
        FileContents.of(path, limit: most).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: most)
        let length = unsafe readlink(path, &buffer, buffer.count - 1)
        return length > 0 ? String(upToZeroOf: buffer) : nil
    }
}
