internal import FaderAPI
internal import FaderConsole
internal import FaderValues

extension Mirror.Picture {
    func surfaces(_ devices: [FoundDevice], withControls: Bool = false) -> [SurfaceResource] {
        connections.rowIndices.map { index in
            var resource = catalog.resource(ofSurface: index, connections[index], devices)
            resource.motorsOff = motorsOff(of: catalog.configuration.surfaces[index])
            resource.noRelease = hands.withoutRelease(among: catalog.controls(ofSurface: index)).map { catalog.control($0).spec.id }
            if resource.noRelease?.isEmpty == true { resource.noRelease = nil }
            if withControls { resource.controls = controls(of: index) }
            return resource
        }
    }

    func motorsOff(of surface: SurfaceSpec) -> String? {
        surface.motorSwitch.flatMap { reports[$0].value == 0 ? catalog.id(of: $0) : nil }
    }

    private func controls(of surface: SurfaceIndex) -> [ControlResource] {
        let specs = catalog.configuration.surfaces[surface].controls
        let layout = SurfaceLayout(specs)
        return zip(specs.enumerated(), catalog.controls(ofSurface: surface)).map { entry, control in
            let (index, spec) = entry
            let hand = hands[control]
            let binding = catalog.binding(of: control, under: hands)
            var resource = ControlResource(
                id: spec.id, kind: SurfaceLayout.kind(of: spec), input: "\(spec.input)", place: layout.places[index],
                motor: spec.motor != nil,
                touch: spec.touch != nil, parameter: binding?.parameter.map { catalog.id(of: $0) },
                action: binding?.action.word, position: binding?.parameter.flatMap { catalog.position(of: reports[$0]) },
                touched: hand?.isTouched ?? false, held: hand?.isHeld ?? false)
            let presses = catalog.mappings[control].presses
            (resource.long, resource.double) = (presses.long.map(job), presses.double.map(job))
            if let binding { addLook(of: control, spec, binding, on: surface, to: &resource) }
            return resource
        }
    }

    private func job(_ job: Presses.Job) -> ControlResource.Job {
        ControlResource.Job(action: job.action.word, parameter: job.parameter.map { catalog.id(of: $0) })
    }

    /// When its lamp is lit is added only if that is not at the top of its parameter's travel.
    private func addLook(
        of control: ControlIndex, _ spec: ControlSpec, _ binding: (parameter: ParameterIndex?, action: ControlAction),
        on surface: SurfaceIndex,
        to resource: inout ControlResource
    ) {
        switch binding.action {
        case .follow: resource.inverted = spec.isInverted ? true : nil
        case .set(let value), .hold(let value):
            resource.litAt = binding.parameter.map { catalog.texts[$0].position(of: value).fraction }
        case .page(let page): resource.lit = catalog.table.deck(of: surface).map { catalog.decks[$0.offset].page == page }
        case .modifier(let bit, _):
            let modifier = ModifierSet(rawValue: 1 << UInt32(bit))
            resource.lit = catalog.table.deck(of: surface).map { catalog.decks[$0.offset].modifiers.contains(modifier) }
        case .select:
            resource.lit = catalog.table.deck(of: surface).map { deck in
                let state = catalog.decks[deck.offset]
                return state.selected.map { $0 == catalog.table.word(of: control, of: deck, in: state) } ?? false
            }
        case .press: resource.lit = binding.parameter.map { reports[$0].value > 0 }
        case .light, .bank, .turn, .step, .toggle, .toggleSpan, .cycle, .offset, .missing, .reset: break
        }
    }
}

extension ControlAction {
    fileprivate var word: String {
        switch self {
        case .follow: "follow"
        case .step: "step"
        case .toggle, .toggleSpan: "toggle"
        case .cycle: "cycle"
        case .set, .missing: "set"
        case .hold: "hold"
        case .offset: "offset"
        case .reset: "reset"
        case .press: "press"
        case .light: "light"
        case .bank: "bank"
        case .page, .turn: "page"
        case .modifier: "modifier"
        case .select: "select"
        }
    }
}

extension ControlSpec {
    var takesOver: Bool { !isAlwaysThere && action == .follow && (takeover != nil || !ButtonRule.isButton(self)) }
}

extension ControlResource.Takeover {
    /// How a control takes hold of its parameter; nil if it never has to.
    init?(_ spec: ControlSpec, _ states: TakeoverStates, bit: Int) {
        guard spec.takesOver else { return nil }
        func isOn(_ bits: UInt32) -> Bool { bits >> UInt32(bit) & 1 == 1 }
        self.init(mode: spec.takeoverMode.rawValue, waiting: isOn(states.waiting))
        guard waiting, !isOn(states.unknown) else { return }
        (value, position) = (isOn(states.above) ? .above : .below, (Double(states.places[bit]) / 255 * 1000).rounded() / 1000)
    }
}
