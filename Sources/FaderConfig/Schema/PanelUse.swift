internal import FaderConsole

/// Keys of a panel for which the protocol of the device has no messages.
enum PanelUse {
    /// `fields` are those of a profile or a surface.
    static func rules(for speaks: ProtocolSpec, _ fields: Fields, _ panel: PanelSpec) -> [KeyUse] {
        // A part with a message of its own needs none from the protocol.
        let isSaid = [
            "displays": panel.displays.allSatisfy { $0.template != nil },
            "meters": panel.meters.map { $0.messages.count == $0.strips } ?? false,
            "digits": panel.digitMessage != nil,
            "colors": panel.colorMessage != nil || panel.displays.contains { $0.template?.showsColor ?? false },
        ]
        return ["displays", "meters", "digits", "colors"].map { key in
            // `false` and an empty list are allowed: they turn off what the protocol may not have anyway.
            let isWanted = fields[key].map { !isNone($0) } ?? false
            return KeyUse(
                key, besides: ["protocol"], if: isWanted && !speaks.kind.panelKeys.contains(key) && isSaid[key] != true,
                "the protocol \(speaks.kind.word) has \(key == "colors" ? "no colors here" : "no \(key)")")
        }
    }

    private static func isNone(_ node: Node) -> Bool {
        if case .list(let items) = node.content { items.isEmpty } else { node.plainText == "false" }
    }
}
