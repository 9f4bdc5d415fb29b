enum MixxxLamps {
    /// The message that Mixxx sends while a key is on.
    struct Output {
        let message: ForeignMessage
        let target: MixxxReader.Binding.Target
        let (off, on): (Int, Int)

        /// Nil, and counted, if no lamp can listen to its message.
        init?(_ element: XMLElement, _ omitted: inout Omissions) {
            func number(_ name: String) -> Int? { element.words(name).flatMap(MixxxReader.number) }
            guard let status = number("status"), let number = number("midino"),
                let message = ForeignMessage(status: status, number: number),
                message.kind == .note || message.kind == .cc
            else {
                omitted.add("a lamp without a note or controller")
                return nil
            }
            self.message = message
            target = .init(group: element.words("group") ?? "", key: element.words("key") ?? "")
            (off, on) = (element.words("off").flatMap(MixxxReader.number) ?? 0, element.words("on").flatMap(MixxxReader.number) ?? 0x7F)
        }
    }

    /// - Parameter bindings: those of the controls, in the same order.
    static func give(
        _ outputs: [Output], to controls: inout [ForeignControl], of bindings: [MixxxReader.Binding], _ omitted: inout Omissions
    ) {
        var users: [MixxxReader.Binding.Target: ArraySlice<Int>] = [:]
        var (senders, doing): ([ForeignMessage: Int], [Doing: Int]) = ([:], [:])
        for (place, control) in controls.enumerated() where isLit(control) {
            let (message, target) = (control.message, bindings[place].target)
            users[target, default: []].append(place)
            if senders[message] == nil { senders[message] = place }
            if doing[Doing(message: message, target: target)] == nil { doing[Doing(message: message, target: target)] = place }
        }
        var left: [Output] = []
        for output in outputs {
            if let place = doing[Doing(message: output.message, target: output.target)], controls[place].lamp == nil {
                controls[place].light(output)
            } else {
                left.append(output)
            }
        }
        for output in left {
            if let place = senders[output.message] {
                if controls[place].lamp == nil { controls[place].light(output) } else { omitted.add("another state of a lamp") }
                continue
            }
            while let place = users[output.target]?.first, controls[place].lamp != nil { users[output.target]?.removeFirst() }
            if let place = users[output.target]?.first {
                controls[place].light(output, on: output.message)
            } else {
                omitted.add("a lamp or meter that belongs to no button of the file")
            }
        }
    }

    private struct Doing: Hashable {
        let message: ForeignMessage
        let target: MixxxReader.Binding.Target
    }

    /// A button, or a controller of a script that may be one.
    private static func isLit(_ control: ForeignControl) -> Bool {
        control.message.value == nil && (control.isPressed || control.kind == .unknown && control.message.kind == .cc)
    }
}

extension ForeignControl {
    /// Makes it a button, too. `other`: the message of the lamp, if it is not the button's own.
    fileprivate mutating func light(_ output: MixxxLamps.Output, on other: ForeignMessage? = nil) {
        if kind == .unknown { kind = .button }
        lamp = Lamp(off: output.off, on: output.on, message: other)
    }
}
