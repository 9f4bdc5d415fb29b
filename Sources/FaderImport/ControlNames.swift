internal import FaderValues

enum ControlNames {
    /// The ids of controls in their order, each once.
    static func ids(of controls: [ForeignControl]) -> [String] {
        var taken: Set<String> = []
        var ids = [String?](repeating: nil, count: controls.count)
        // First those whose index is in the file.
        for (place, control) in controls.enumerated() {
            guard let role = role(of: control), let index = role.index else { continue }
            let id = "\(role.word).\(index)"
            if Names.isControl(id), taken.insert(id).inserted { ids[place] = id }
        }
        var next: [String: Int] = [:]
        for (place, control) in controls.enumerated() where ids[place] == nil {
            let standard = word(for: control)
            let role = role(of: control) ?? ForeignControl.Role(word: standard, isNumbered: !standard.hasPrefix("cc-"))
            let word = Names.isControl(role.word) ? role.word : standard
            if !role.isNumbered, role.index == nil, taken.insert(word).inserted {
                ids[place] = word
                continue
            }
            var index = next[word] ?? (role.isNumbered || role.index != nil ? 1 : 2)
            while !taken.insert("\(word).\(index)").inserted { index += 1 }
            next[word] = index + 1
            ids[place] = "\(word).\(index)"
        }
        return ids.map { $0 ?? "" }
    }

    /// Its role if its message fits: what is moved sends positions, and a button is not called a fader.
    private static func role(of control: ForeignControl) -> ForeignControl.Role? {
        guard var role = control.role else { return nil }
        let isMoved = ControlKinds.isMoved(role.word)
        if control.relative != nil {
            // It drives a pan, for example.
            if role.word == "knob" { role.word = "encoder" }
            return role.word == "fader" ? nil : role
        }
        return isMoved && control.isPressed ? nil : role
    }

    private static func word(for control: ForeignControl) -> String {
        switch control.kind {
        case .encoder: "encoder"
        case .fader where control.message.isContinuous: "fader"
        case .knob where control.message.isContinuous: "knob"
        case .unknown where control.message.isContinuous:
            control.message.kind == .cc
                ? "cc-\(control.message.number)" : control.message.kind == .cc14 ? "fader" : control.message.kind.rawValue
        default: "button"
        }
    }
}
