public import FaderValues
internal import Synchronization

extension StateStore {
    public var views: [String: SurfaceView] { remembered.views }
    public var programs: [String: String] { remembered.programs }
    public var marks: [String: String] { remembered.marks }
    public var devices: [String: USBDevice] { remembered.devices }
    public var held: [String: KeptValue] { remembered.held }
    public var looks: [String: LookSupply] { remembered.looks }

    public var relations: [String: KeptRelation] { remembered.relations }

    public var lineage: String? { remembered.lineage }

    private var remembered: Remembered { saver.state.withLock { $0.remembered } }

    public func note(lineage: String) { remember { $0.lineage = lineage } }

    /// Saved like a value that moves, as everything below.
    public func note(_ view: SurfaceView, of surface: String) {
        remember { if $0.views[surface] != nil || $0.views.count < Remembered.mostSurfaces { $0.views[surface] = view } }
    }

    /// Notes the words of all programs.
    public func note(programs: [String: String]) { remember { $0.programs = programs } }

    /// Notes the mark of the last successful run of a parameter's program; nil: none counts any more.
    public func note(mark: String?, of id: String) {
        remember { if $0.marks[id] != nil || $0.marks.count < Remembered.mostMarks { $0.marks[id] = mark } }
    }

    public func note(_ devices: [String: USBDevice]) {
        remember { remembered in
            for (surface, device) in devices
            where remembered.devices[surface] != nil || remembered.devices.count < Remembered.mostSurfaces {
                remembered.devices[surface] = device
            }
        }
    }

    public func note(looks: [String: LookSupply]) {
        remember { remembered in
            for (id, look) in looks where remembered.looks[id] != nil || remembered.looks.count < Remembered.mostLooks {
                remembered.looks[id] = look
            }
        }
    }

    public func note(_ relation: KeptRelation, of id: String) {
        remember {
            if $0.relations[id] != nil || $0.relations.count < Remembered.mostRelations { $0.relations[id] = relation }
        }
    }

    /// Saved at once, so that after a kill the next daemon lets go.
    public func note(held value: KeptValue, of id: String) {
        remember { if $0.held[id] != nil || $0.held.count < Remembered.mostHeld { $0.held[id] = value } }
        hasten()
    }

    public func note(letGo ids: some Sequence<String>) { remember { for id in ids { $0.held[id] = nil } } }

    private func remember(_ body: (inout Remembered) -> Void) { change { $0.remember(at: .now, body) } }
}
