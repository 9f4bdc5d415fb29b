internal import FaderCore

/// One configuration as the async world uses it: what is called what, and every parameter's text form. Never changes.
struct Catalog: Sendable {
    let configuration: Configuration
    /// Numbered by the engine; the first is 1.
    let generation: UInt64
    let indexByID: [String: Int]
    let texts: [NumberText]
    let scales: [NumberScale]
    /// Every control of all surfaces in a row, as the engine counts them: its surface's name and its id.
    let controlNames: [String]
    /// What each parameter starts with where no configuration before had it: the stored value, clamped, or the default.
    let initialValues: [Double]
    /// For each parameter the first control that drives it; nil where none does.
    let firstControl: [Int?]
    /// For each surface, which of its controls speaks a message: for `monitor`.
    let controlByAddress: [[MessageAddress: Int]]

    init(_ configuration: Configuration, generation: UInt64, stored: [String: Double]) {
        self.configuration = configuration
        self.generation = generation
        indexByID = Dictionary(configuration.parameters.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        initialValues = configuration.parameters.map { spec in
            stored[spec.id].flatMap { NumberScale(spec).clamp($0) } ?? spec.defaultValue
        }
        let driven = configuration.surfaces.flatMap { $0.controls.map(\.parameter) }
        var first = [Int?](repeating: nil, count: configuration.parameters.count)
        for (control, parameter) in driven.enumerated() {
            if let parameter, first[parameter] == nil { first[parameter] = control }
        }
        firstControl = first
        controlByAddress = configuration.surfaces.map { Self.addresses(of: $0) }
        texts = configuration.parameters.map { NumberText($0) }
        scales = configuration.parameters.map { NumberScale($0) }
        controlNames = configuration.surfaces.flatMap { surface in surface.controls.map { "\(surface.name) \($0.id)" } }
    }

    private static func addresses(of surface: SurfaceSpec) -> [MessageAddress: Int] {
        var controls: [MessageAddress: Int] = [:]
        for (index, control) in surface.controls.enumerated() {
            for address in [control.input, control.motor, control.touch].compactMap({ $0 }) {
                controls[address] = index
                // The two controllers it comes as.
                guard address.kind == .cc14 else { continue }
                controls[MessageAddress(.cc, number: address.number, channel: address.channel)] = index
                controls[MessageAddress(.cc, number: address.number + 32, channel: address.channel)] = index
            }
        }
        return controls
    }

    /// `desk fader.1`, or nil for none.
    func controlName(_ index: Int) -> String? { controlNames.indices.contains(index) ? controlNames[index] : nil }
}
