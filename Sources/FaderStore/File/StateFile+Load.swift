internal import Glibc

enum FoundGeneration: Sendable {
    case whole(StateDocument)
    case missing
    case damaged(StateError)
    case unreadable(StateError)
}

extension StateFile {
    struct Loaded: Sendable {
        var document = StateDocument()
        var origin = LoadReport.Origin.fresh
        var warnings: [String] = []
        /// Why the file must never be written; nil if it may be.
        var disabled: String?
        var failure: StateError?
    }

    /// Reads the present generation, else the previous one, else nothing. Never throws: the daemon starts in any case.
    ///
    /// A damaged file is kept aside, and replaced at once by what could be recovered.
    mutating func load(now: Double) -> Loaded {
        removeTemporaries()
        var loaded = Loaded()
        switch read(path) {
        case .whole(let document):
            loaded.document = document
            loaded.origin = .present
        case .missing:
            loaded.origin = .fresh
            // The disk may not be mounted yet.
            if let absence {
                loaded.origin = .nothing
                loaded.disabled = Self.refusal(absence)
                loaded.warnings.append("\(absence), so every parameter has its default")
            }
        case .unreadable(let error):
            loaded.disabled = Self.refusal(error)
            loadPrevious(into: &loaded, because: "\(error)", now: now)
        case .damaged(let error):
            isDamaged = true
            loadPrevious(into: &loaded, because: "\(error)", now: now)
            allow(loaded.document.byteCount)
            if loaded.disabled == nil { recover(&loaded, now: now) }
        }
        allow(loaded.document.byteCount)
        tellOddEntries(&loaded)
        if loaded.disabled == nil && loaded.failure == nil {
            do { try probe() } catch { loaded.failure = error }
        }
        return loaded
    }

    private func read(_ path: String) -> FoundGeneration {
        do {
            return .whole(try StateDocument(parsing: try files.read(path, limit: Self.readLimit), path: path))
        } catch {
            switch error {
            case .system(_, _, ENOENT): return .missing
            case .damaged: return .damaged(error)
            default: return .unreadable(error)
            }
        }
    }

    private func loadPrevious(into loaded: inout Loaded, because reason: String, now: Double) {
        switch read(previousPath) {
        case .whole(let document):
            loaded.document = document
            loaded.origin = .previous
            loaded.warnings.append("\(reason); the generation before it (\(previousPath)) is used")
        case .missing:
            loaded.origin = .nothing
            loaded.warnings.append("\(reason); there is no generation before it, so every parameter has its default")
        case .damaged(let error):
            loaded.origin = .nothing
            loaded.warnings.append("\(reason); \(error), too, so every parameter has its default")
            if loaded.disabled == nil { keepPreviousAside(&loaded, now: now) }
        case .unreadable(let error):
            loaded.origin = .nothing
            loaded.warnings.append("\(reason); \(error), so every parameter has its default")
            loaded.disabled = loaded.disabled ?? Self.refusal(error)
        }
    }

    /// A save would replace the damaged previous generation, so it is renamed first.
    private func keepPreviousAside(_ loaded: inout Loaded, now: Double) {
        let aside = previousPath + ".damaged-" + Self.timestamp(now)
        do {
            try files.rename(previousPath, to: aside)
            loaded.warnings.append("\(previousPath) was moved aside to \(aside)")
        } catch {
            loaded.failure = error
        }
    }

    private mutating func recover(_ loaded: inout Loaded, now: Double) {
        do {
            _ = try save(loaded.document.render(), now: now)
        } catch {
            loaded.failure = error
        }
        if let aside { loaded.warnings.append("\(path) was damaged and moved aside to \(aside)") }
    }

    private func tellOddEntries(_ loaded: inout Loaded) {
        let document = loaded.document
        if let odd = Self.some(of: document.idsWithoutValue) {
            loaded.warnings.append("\(path): the value of \(odd) cannot be read: kept in the file, but not used")
        }
        if let odd = Self.some(of: document.snapshots.unreadable) {
            loaded.warnings.append("\(path): the snapshot \(odd) cannot be read: kept in the file, but not offered")
        }
        if document.droppedEntries > 0 {
            let dropped = document.droppedEntries == 1 ? "an entry" : "\(document.droppedEntries) entries"
            loaded.warnings.append("\(path): left out \(dropped) of the history that could not be read")
        }
    }

    /// `"a" and 2 more`; nil for none.
    private static func some(of names: [String]) -> String? {
        guard let first = names.first else { return nil }
        return "\"\(first)\"" + (names.count == 1 ? "" : " and \(names.count - 1) more")
    }

    private static func refusal(_ error: StateError) -> String {
        "nothing is saved, so that what could not be read is not lost: \(error); \(error.advice), then restart faderd"
    }
}

public struct LoadReport: Sendable, Equatable {
    public enum Origin: Sendable, Equatable {
        /// There was no state file: a fresh start.
        case fresh
        case present
        /// The state file was damaged or could not be read.
        case previous
        /// Nothing could be used: all defaults, but not a fresh start.
        case nothing
    }

    /// The values by parameter id, also those of parameters that are no longer configured. They are in the parameter's unit, never NaN.
    ///
    /// The file records no kinds: `"-inf"` is `.word("-inf")`, which `ParameterSpec.number(of:)` takes for −∞ where that is a value.
    public var values: [String: KeptValue]
    public var origin: Origin
    /// Warnings for the user, one sentence each; empty if all is well.
    public var warnings: [String]
}
