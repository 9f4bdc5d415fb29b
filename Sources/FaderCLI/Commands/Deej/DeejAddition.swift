internal import FaderImport
internal import FaderJSON

/// The edits that write the sliders of a deej config. What is there already stays as it is.
struct DeejAddition {
    private let content: JSONValue
    private(set) var edits: [OrderedValue] = []
    /// What has no counterpart, and what was there already.
    private(set) var notes: [String]
    private var moved: [(volume: DeejConfig.Volume, slider: Int)] = []

    /// `wanted`: whose faders get the parameters; nil: the only surface that has any.
    init(of deej: DeejConfig, to wanted: String?, in content: JSONValue, _ surfaces: [SurfaceResource]) throws(Failure) {
        (self.content, notes) = (content, deej.notes)
        let surface = try chosen(wanted, among: surfaces)
        var ids: Set<String> = []
        for slider in deej.sliders {
            guard let target = target(of: slider) else { continue }
            let id = present(with: target) ?? SurfaceGuide.free(Self.id(of: slider), besides: ids)
            ids.insert(id)
            add(id, target)
            if let surface { map(slider.index, to: id, on: surface) }
        }
        if deej.isInverted { notes.append("invert_sliders is not imported: a control that runs the wrong way round has invert: true") }
    }

    /// The parameter that has this target already. A target can belong to only one parameter.
    private func present(with target: OrderedValue) -> String? {
        content["parameters"].members.filter { $0.value["target"] == target.value }.keys.min()
    }

    private mutating func add(_ id: String, _ target: OrderedValue) {
        let (parameter, present) = (OrderedValue.block([("type", .text("percent")), ("target", target)]), content["parameters"][id])
        if present["target"] == target.value { return }
        guard present == .null, content["groups"][id] == .null else {
            return notes.append("\(id) is in the config already, and stays as it is")
        }
        set(["parameters", id], parameter)
    }

    private mutating func set(_ path: [String], _ value: OrderedValue) { edits.append(value.setting(path)) }

    // MARK: What a slider moves

    private mutating func target(of slider: DeejConfig.Slider) -> OrderedValue? {
        var targets: [OrderedValue] = []
        for volume in slider.volumes {
            guard let first = moved.first(where: { $0.volume == volume }) else { continue }
            notes.append(
                "slider \(slider.index): slider \(first.slider) moves one of its volumes already, and each belongs to one parameter")
        }
        let volumes = slider.volumes.filter { volume in !moved.contains { $0.volume == volume } }
        moved += volumes.map { ($0, slider.index) }
        let programs = volumes.compactMap { if case .program(let pattern) = $0 { pattern } else { nil } }
        var hasPrograms = false
        for volume in volumes {
            switch volume {
            case .master: targets.append(Self.pulse(.text("default-sink")))
            case .microphone: targets.append(Self.pulse(.text("default-source")))
            case .unmapped: targets.append(Self.pulse(.block([("rest", .truth(true))])))
            case .program where !hasPrograms:
                hasPrograms = true
                let names: OrderedValue = programs.count == 1 ? .text(programs[0]) : .list(programs.map { .text($0) })
                targets.append(Self.pulse(.block([("app", names)])))
            case .program: break
            case .current:
                targets.append(Self.pulse(.block([("focused", .truth(true))])))
                notes.append("slider \(slider.index): the desktop has to report which program is in front, see \"faderctl focus\"")
            case .ofWindows(let name):
                notes.append("slider \(slider.index): \(name) has no counterpart; \"faderctl targets\" lists what is here")
            }
        }
        return targets.count > 1 ? .list(targets) : targets.first
    }

    private static func pulse(_ selection: OrderedValue) -> OrderedValue { .block([("pulse", selection)]) }

    private static func id(of slider: DeejConfig.Slider) -> String {
        for volume in slider.volumes {
            switch volume {
            case .master: return "master"
            case .microphone: return "mic"
            case .unmapped: return "others"
            case .current: return "front"
            case .program(let pattern):
                let word = ConsoleWords.plain(pattern)
                return word.isEmpty || word.utf8.count > 60 ? "slider-\(slider.index)" : word
            case .ofWindows: break
            }
        }
        return "slider-\(slider.index)"
    }

    // MARK: The faders of a surface

    private struct Faders {
        let surface: SurfaceResource
        let kind: String

        init?(_ surface: SurfaceResource) {
            let ids = Set((surface.controls ?? []).map(\.id))
            guard let kind = ["fader", "knob", "encoder"].first(where: { ids.contains("\($0).1") }) else { return nil }
            (self.surface, self.kind) = (surface, kind)
        }

        subscript(index: Int) -> (id: String, control: ControlResource)? {
            let id = "\(kind).\(index + 1)"
            return (surface.controls ?? []).first { $0.id == id }.map { (id, $0) }
        }
    }

    private mutating func chosen(_ wanted: String?, among surfaces: [SurfaceResource]) throws(Failure) -> Faders? {
        if let wanted {
            guard let surface = surfaces.first(where: { $0.name == wanted }) else {
                throw Failure(noSurface: wanted, among: surfaces.map(\.name))
            }
            guard let faders = Faders(surface) else { throw Failure(.refused, "\(wanted) has no faders and no knobs") }
            return faders
        }
        let able = surfaces.compactMap { Faders($0) }
        // The config that is installed has a virtual surface, for trying things out.
        let real = able.filter { $0.surface.profile != "virtual" }
        if let only = able.count == 1 ? able.first : real.count == 1 ? real.first : nil { return only }
        let choices = able.map(\.surface.name.shellWord).joined(separator: " or ")
        notes.append(
            able.isEmpty
                ? "no surface has faders, so nothing is mapped"
                : "several surfaces have faders, so nothing is mapped; choose one with --surface \(choices)")
        return nil
    }

    private mutating func map(_ index: Int, to id: String, on faders: Faders) {
        let name = faders.surface.name
        guard let (control, state) = faders[index] else {
            return notes.append("slider \(index): \(name) has no \(faders.kind).\(index + 1), so nothing moves \(id) there")
        }
        let present = content["surfaces"][name]["map"][control]
        if present == .text(id) { return }
        guard present == .null, state.parameter == nil else {
            return notes.append("\(control) of \(name) drives \(state.parameter ?? "something") already, and stays as it is")
        }
        set(["surfaces", name, "map", control], .text(id))
    }
}
