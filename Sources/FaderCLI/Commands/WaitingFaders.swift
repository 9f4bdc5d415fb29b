internal import FaderAPI

/// Faders and knobs without motors that wait until they meet their parameter.
struct WaitingFaders {
    /// The controls that wait, by the id of the parameter. A name is `nano fader.1`.
    private var controls: [String: [(name: String, control: ControlResource.Takeover)]] = [:]

    init(_ surfaces: [SurfaceResource]) {
        for surface in surfaces where surface.state == .connected {
            for control in surface.controls ?? [] {
                // In the other modes a parameter moves at once.
                guard let takeover = control.takeover, takeover.waiting, takeover.mode == "pickup", let parameter = control.parameter else {
                    continue
                }
                controls[parameter, default: []].append(("\(surface.name) \(control.id)", takeover))
            }
        }
    }

    /// Who holds a parameter, with the controls that wait for it: `nano fader.1, waiting: below`.
    func owner(of parameter: ParameterResource) -> String {
        let waiting = controls[parameter.id] ?? []
        let owner = [parameter.owner ?? "-", parameter.ownedBy.map { "(\($0.rawValue))" }].compactMap { $0 }.joined(separator: " ")
        let words = waiting.map { "\($0.name), \(Self.words($0.control))" }
        let isOwnerWaiting = parameter.ownedBy == nil && waiting.contains { $0.name == parameter.owner }
        return (isOwnerWaiting ? words : [owner] + words).joined(separator: "; ")
    }

    /// A line for each control that waits, with what to do: `nano fader.1, waiting: below; move it up`.
    func lines(of id: String) -> [String] {
        (controls[id] ?? []).map { name, control in
            let act =
                switch control.value {
                case .above: "move it up"
                case .below: "move it down"
                case nil: "move it until it meets the value"
                }
            return "\(name), \(Self.words(control)); \(act)"
        }
    }

    /// Where the control is, seen from the value that it waits for.
    private static func words(_ control: ControlResource.Takeover) -> String {
        switch control.value {
        case .above: "waiting: below"
        case .below: "waiting: above"
        case nil: "waiting: not moved yet"
        }
    }
}
