/// Gives the outputs of Mixxx to the buttons whose lamps they are.
enum MixxxLamps {
    /// An `output` of the file: the message that Mixxx sends while a key is on.
    struct Output {
        let message: ForeignMessage
        let target: MixxxReader.Binding.Target
        let (off, on): (Int, Int)

        /// Nil if it has no message that a lamp can listen to, which is counted.
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
        var senders: [ForeignMessage: [Int]] = [:]
        var users: [MixxxReader.Binding.Target: [Int]] = [:]
        for (place, control) in controls.enumerated() where control.isPressed && control.message.value == nil {
            senders[control.message, default: []].append(place)
            users[bindings[place].target, default: []].append(place)
        }
        // First the lamps of buttons that do what the lamp shows.
        var left: [Output] = []
        for output in outputs {
            if let place = senders[output.message]?.first(where: { bindings[$0].target == output.target }), controls[place].lamp == nil {
                controls[place].lamp = .init(off: output.off, on: output.on)
            } else {
                left.append(output)
            }
        }
        for output in left {
            if let place = senders[output.message]?.first {
                if controls[place].lamp == nil {
                    controls[place].lamp = .init(off: output.off, on: output.on)
                } else {
                    omitted.add("another state of a lamp")
                }
            } else if let place = users[output.target]?.first(where: { controls[$0].lamp == nil }) {
                controls[place].lamp = .init(off: output.off, on: output.on, message: output.message)
            } else {
                omitted.add("a lamp or meter that belongs to no button of the file")
            }
        }
    }
}
