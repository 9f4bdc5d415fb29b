internal import FaderValues

/// Values of keys. Unless they say otherwise, these report a node that is something else and return nil.
extension Report {
    /// Reports a node that cannot be used, unless that has been reported already.
    package func refuse(_ node: Node, _ message: String, suggestion: String? = nil) {
        if !node.isUnusable { error(node.location, message, suggestion: suggestion) }
    }

    package func refuse<Value>(_ node: Node, _ message: String, suggestion: String? = nil) -> Value? {
        refuse(node, message, suggestion: suggestion)
        return nil
    }

    /// A message is `expected` and what was found instead.
    package func scalar(_ node: Node, _ expected: String) -> Node.Scalar? {
        if case .scalar(let scalar) = node.content { return scalar }
        return refuse(node, "\(expected) found \(node.described)")
    }

    /// A message is `expected` and what was found instead.
    package func list(_ node: Node, _ expected: String) -> [Node]? {
        if case .list(let items) = node.content { return items }
        return refuse(node, "\(expected) found \(node.described)")
    }

    /// A text exactly as it is written, even if it is `no`, `1:30` or `7`.
    package func text(_ node: Node, _ what: String, limit: Int) -> String? {
        guard let scalar = scalar(node, "expected \(what),") else { return nil }
        if scalar.text.unicodeScalars.contains(where: \.isRefused) {
            return error(node.location, "\(what) cannot contain line breaks or control characters")
        }
        guard scalar.text.unicodeScalars.count <= limit else { return error(node.location, "\(what) is longer than \(limit) characters") }
        return scalar.text
    }

    /// A text that is not empty.
    package func word(_ node: Node, _ what: String, limit: Int) -> String? {
        guard let text = text(node, what, limit: limit) else { return nil }
        guard !text.allSatisfy(\.isWhitespace) else { return error(node.location, "expected \(what), found \(node.described)") }
        return text
    }

    /// Whether a text can be a name; reports it if not. `what` is, for example, "a page".
    @discardableResult
    package func checkName(_ name: String, of what: String, at location: Location) -> Bool {
        if Names.isPlain(name) { return true }
        let isLong = name.utf8.count > Limits.name
        let rule = isLong ? "at most \(Limits.name) bytes" : "letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit"
        return error(
            location, "\"\(name.forDisplay)\" cannot be the name of \(what): \(rule)", suggestion: Names.mended(name, Names.isPlain))
    }

    package func number(_ node: Node, _ what: String) -> Double? {
        guard let scalar = scalar(node, "expected a number for \(what),") else { return nil }
        guard scalar.isPlain, let number = NumberSyntax.number(scalar.text) else {
            if NumberSyntax.isNotFinite(scalar.text) {
                error(node.location, "\(what) must be a finite number, found \(node.described)")
            } else {
                var (found, suggestion) = (node.described, NumberSyntax.suggestion(for: scalar.text))
                // If the meaning is certain, the message says what to write instead of asking.
                if !scalar.isPlain, let number = suggestion {
                    (found, suggestion) = ("\(found) in quotes; write \(number) without quotes", nil)
                } else if let number = NumberSyntax.program(scalar.text) {
                    (found, suggestion) = ("\(found); write \(number)", nil)
                }
                error(node.location, "expected a number for \(what), found \(found)", suggestion: suggestion)
            }
            return nil
        }
        guard number.isFinite else { return error(node.location, "\(what) must be a finite number, found \(node.described)") }
        return number
    }

    package func integer(_ node: Node, _ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = number(node, what) else { return nil }
        guard let integer = Int(exactly: number), range.contains(integer) else {
            let bounds = "\(range.lowerBound)…\(range.upperBound)"
            return error(node.location, "\(what) must be a whole number \(bounds), found \(node.described)")
        }
        return integer
    }

    /// One of the raw values of a type.
    package func choice<Value: CaseIterable & RawRepresentable<String>>(_ node: Node, _ what: String, of _: Value.Type) -> Value? {
        choice(node, what, of: Value.allCases.map { ($0.rawValue, $0) })
    }

    package func choice<Value>(_ node: Node, _ what: String, of choices: [(word: String, value: Value)]) -> Value? {
        let words = choices.map(\.word).joined(separator: ", ")
        guard let scalar = scalar(node, "\(what) must be one of \(words);") else { return nil }
        if let choice = choices.first(where: { $0.word == scalar.text }) { return choice.value }
        return error(
            node.location, "\(what) must be one of \(words); found \(node.described)", instead: scalar.text, of: choices.map(\.word))
    }

    /// `150 ms`, `0.2 s`, or a number of milliseconds. `range` is in milliseconds.
    package func duration(_ node: Node, _ what: String, within range: ClosedRange<Double> = 0...Limits.holdOff) -> Duration? {
        guard let scalar = scalar(node, "expected a time such as \"150 ms\" for \(what),") else { return nil }
        let words = scalar.text.split(separator: " ")
        let (digits, unit) = NumberSyntax.split(words.joined())
        let factors = ["": 1.0, "ms": 1.0, "s": 1000.0]
        guard words.count <= 2, let number = NumberSyntax.number(digits), let factor = factors[unit], number.isFinite else {
            return error(node.location, "expected a time such as \"150 ms\" for \(what), found \(node.described)")
        }
        let milliseconds = number * factor
        guard range.contains(milliseconds) else {
            return error(node.location, "\(what) must be \(Int(range.lowerBound))…\(Int(range.upperBound)) ms, found \(node.described)")
        }
        return .microseconds(Int64((milliseconds * 1000).rounded()))
    }

    /// Reads `true` or `false`, and none of the other words that older YAML accepts. Anything else is nil and is not reported.
    package func flag(_ node: Node) -> Bool? {
        node.plainText == "true" ? true : node.plainText == "false" ? false : nil
    }

    package func truth(_ node: Node, _ what: String) -> Bool? {
        if let flag = flag(node) { return flag }
        let suggestion = node.text.flatMap(MessageRepair.flag)
        return refuse(node, "\(what) must be true or false, found \(node.described)", suggestion: suggestion)
    }

    /// A text that people read and type as a value. Spaces at its ends are reported.
    package func plainWord(_ node: Node, _ what: String, limit: Int = Limits.word) -> String? {
        guard let word = word(node, what, limit: limit) else { return nil }
        guard word.first?.isWhitespace == false, word.last?.isWhitespace == false else {
            return error(node.location, "\(what) begins or ends with a space")
        }
        return word
    }
}

/// Readers of the value of a key. Messages name the key. Nil also if it is not given.
extension Report {
    package func integer(_ fields: Fields, _ key: String, in range: ClosedRange<Int>) -> Int? {
        fields[key].flatMap { integer($0, key, in: range) }
    }

    package func choice<Value: CaseIterable & RawRepresentable<String>>(_ fields: Fields, _ key: String, of type: Value.Type) -> Value? {
        fields[key].flatMap { choice($0, key, of: type) }
    }

    package func choice<Value>(_ fields: Fields, _ key: String, of choices: [(word: String, value: Value)]) -> Value? {
        fields[key].flatMap { choice($0, key, of: choices) }
    }

    package func duration(_ fields: Fields, _ key: String, within range: ClosedRange<Double> = 0...Limits.holdOff) -> Duration? {
        fields[key].flatMap { duration($0, key, within: range) }
    }

    package func truth(_ fields: Fields, _ key: String) -> Bool? { fields[key].flatMap { truth($0, key) } }
}
