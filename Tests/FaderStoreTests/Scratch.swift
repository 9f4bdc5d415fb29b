import FaderDisks
public import FaderValues
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable public import FaderStore

/// A temporary directory for one test, removed with it.
final class Scratch: Sendable {
    let directory: String
    let files = FaultyFileSystem()
    private let told = Told()
    /// Those of the stores that were loaded, which may outlive them for a moment.
    private let savers = Mutex<[Saver]>([])

    /// Separate from the directory, so that a saving thread that is still ending does not keep the directory alive.
    private final class Told: Sendable {
        let events = Mutex<[SavingEvent]>([])
    }

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/faderd-state-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit {
        // A saving thread that is still ending would put a file into the directory while it is removed.
        for saver in savers.withLock({ $0 }) {
            saver.stop()
            saver.waitForEnd(atMost: .milliseconds(200))
        }
        // If this fails, the system cleans up its directory for temporary files.
        try? FileManager.default.removeItem(atPath: directory)
    }

    var path: String { directory + "/state.json" }

    /// The events that the store logged.
    var events: [SavingEvent] { told.events.withLock { $0 } }

    /// The names in the directory, sorted.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() } }

    func load(_ path: String? = nil, sizeLimit: Int = StateFile.sizeLimit) -> (store: StateStore, report: LoadReport) {
        let loaded = StateStore.load(
            path: path ?? self.path, files: files, sizeLimit: sizeLimit, today: { 1_735_787_045 }
        ) { [told] event in
            told.events.withLock { $0.append(event) }
        }
        savers.withLock { $0.append(loaded.store.saver) }
        return loaded
    }

    func write(_ text: String, _ name: String = "state.json") throws {
        try Data(text.utf8).write(to: URL(filePath: directory + "/" + name))
    }

    func write(_ bytes: [UInt8], _ name: String = "state.json") throws {
        try Data(bytes).write(to: URL(filePath: directory + "/" + name))
    }

    func text(_ name: String = "state.json") throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: directory + "/" + name)), as: UTF8.self)
    }

    /// The values now in the file. It only reads the file: a second store would clean up as if the first daemon were dead.
    func reloaded() -> [String: Value] {
        do {
            return try StateDocument(parsing: try LinuxFileSystem().read(path, limit: 1 << 28), path: path).values.mapValues(\.value)
        } catch {
            Issue.record("\(error)")
            return [:]
        }
    }
}

/// The system's text for an error.
func errorText(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

/// Lets tests write `["a": 1]`.
extension Value: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A number from an integer.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

/// Values without a unit.
extension KeptValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A number from an integer.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    static func number(_ number: Double) -> KeptValue { KeptValue(.number(number)) }
    static func flag(_ flag: Bool) -> KeptValue { KeptValue(.flag(flag)) }
    static func word(_ word: String) -> KeptValue { KeptValue(.word(word)) }
    static func pair(_ low: Double, _ high: Double) -> KeptValue { KeptValue(.pair(low, high)) }
}

extension StateStore {
    /// Notes a value and returns when it is durable, or when saving it failed.
    func save(_ id: String, _ value: KeptValue) async -> Durability {
        note(id, value)
        return await flush()
    }
}
