/// A key, and what makes it useless.
package struct KeyUse {
    /// `motor.raw` is the key `raw` in the block `motor`.
    package let key: String
    package let isUseless: Bool
    /// Why the key has no effect, for a person; empty if it has one.
    package let why: String
    /// Keys that make it useless; nil if they are certain to be in the same block.
    package let besides: [String]?

    package init(_ key: String, besides: [String]? = nil, if isUseless: Bool, _ why: @autoclosure () -> String) {
        (self.key, self.isUseless, self.why, self.besides) = (key, isUseless, isUseless ? why() : "", besides)
    }
}

extension Report {
    /// Reports the keys of a block that have no effect, each only once. `given` has the locations of their values.
    ///
    /// If the key that makes it useless is in the same block, the block contradicts itself, which is an error. If that key is elsewhere, in
    /// a profile or a type, or something is only missing, that is a warning: a surface may override its profile.
    package func check(_ given: [String: Location], _ rules: [KeyUse]) {
        var reported: Set<String> = []
        for rule in rules where rule.isUseless {
            guard let location = given[rule.key], reported.insert(rule.key).inserted else { continue }
            let isSameBlock = rule.besides?.contains { given[$0].map { $0.type == location.type } ?? false } ?? true
            let name = rule.key.split(separator: ".").last.map(String.init) ?? rule.key
            let message = "\(name) has no effect: \(rule.why)"
            if isSameBlock { error(location, message) } else { warning(location, message) }
        }
    }
}

extension Fields {
    /// The locations of the values, by key; in a nested block by `block.key`.
    package var locations: [String: Location] {
        var locations: [String: Location] = [:]
        for entry in values {
            locations[entry.key] = entry.value.location
            for one in entry.value.entries where !one.isRepeated { locations["\(entry.key).\(one.key)"] = one.value.location }
        }
        return locations
    }
}
