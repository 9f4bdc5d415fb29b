public import FaderValues

/// The result of reloading or checking a config.
public struct ReloadResource: WireObject, Equatable {
    public var config: String
    /// Whether it has no errors.
    public var valid: Bool
    public var diagnostics: [Diagnostic]
    /// What the reload changed; empty if the config was only checked, or has errors.
    public var changes: [ConfigChange]

    package init(config: String, valid: Bool = true, diagnostics: [Diagnostic] = [], changes: [ConfigChange] = []) {
        self.config = config
        self.valid = valid
        self.diagnostics = diagnostics
        self.changes = changes
    }
}

/// One thing that a reload has changed.
public struct ConfigChange: WireObject, Equatable {
    public enum Subject: String, Codable, Sendable, CaseIterable {
        /// A parameter; a range or color counts as one, together with its parts.
        case parameter
        case surface
        /// One of the keys `locale`, `web`, `targets` and `apps`.
        case setting
        /// The value of a parameter.
        case value
    }

    public enum Change: String, Codable, Sendable, CaseIterable {
        case added
        case removed
        /// Some of its keys differ. Of a value: its parameter has another kind, other options, another pattern or a smaller length.
        case changed
        /// Only for a value: its parameter no longer allows it, so it was clamped.
        case clamped
    }

    public var subject: Subject
    /// The parameter's id, the surface's name, or the key of the config.
    public var id: String
    public var change: Change
    /// The keys of the config that differ, if a parameter or surface is `changed`; else nil.
    public var keys: [String]?
    /// The key of the template that makes the parameter, if one does; nil for everything else.
    public var template: String?
    /// As a person reads it: `value clamped: master from -60.0 dB to -40.0 dB`.
    public var text: String

    package init(subject: Subject, id: String, change: Change, keys: [String]? = nil, template: String? = nil, detail: String = "") {
        self.subject = subject
        self.id = id
        self.change = change
        self.keys = keys
        self.template = template
        let details = keys.map { " (\($0.joined(separator: ", ")))" } ?? detail
        text = "\(subject.rawValue) \(change.rawValue): \(id)\(details)"
    }
}

extension [ConfigChange] {
    /// The changes as people read them, one per line. Several results of a template are one line.
    package var lines: [String] {
        var results: [String: [ConfigChange]] = [:]
        for change in self { if let template = change.template { results[template, default: []].append(change) } }
        return compactMap { change in
            guard let template = change.template, let all = results[template], all.count > 1 else { return change.text }
            guard change.id == all[0].id else { return nil }
            let kinds = [ConfigChange.Change.added, .changed, .removed].compactMap { kind in Self.summary(all.filter { $0.change == kind })
            }
            return "parameters \(template): \(kinds.joined(separator: ", "))"
        }
    }

    /// How many ids a line lists at most.
    private static var mostIDs: Int { 3 }

    /// `2 added (kick.level, snare.level)`, `24 changed (target)`; nil for none.
    private static func summary(_ changes: [ConfigChange]) -> String? {
        guard let first = changes.first else { return nil }
        var details = changes.prefix(mostIDs).map(\.id) + (changes.count > mostIDs ? ["…"] : [])
        if first.change == .changed {
            details = []
            for key in changes.flatMap({ $0.keys ?? [] }) where !details.contains(key) { details.append(key) }
        }
        return "\(changes.count) \(first.change.rawValue) (\(details.joined(separator: ", ")))"
    }
}

extension Diagnostic: WireObject {}
