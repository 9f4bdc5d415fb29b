public import FaderValues
internal import Synchronization

extension StateStore {
    /// By surface or wide surface.
    public var views: [String: SurfaceView] { remembered.views }
    /// Words that stand for programs in ids of parameters, with the programs' keys.
    public var programs: [String: String] { remembered.programs }
    /// By the parameter's id.
    public var marks: [String: String] { remembered.marks }
    /// By surface.
    public var devices: [String: USBDevice] { remembered.devices }
    /// What buttons hold at targets, or held when the daemon was killed, by the parameter's id.
    public var held: [String: KeptValue] { remembered.held }
    /// What targets supplied last, by the parameter's id.
    public var looks: [String: LookSupply] { remembered.looks }

    /// How groups and members stood last, by the parameter's id.
    public var relations: [String: KeptRelation] { remembered.relations }

    /// Tells this state from one that was begun anew; nil until a second machine has asked for it, or if it was another machine's.
    public var lineage: String? { remembered.lineage }

    private var remembered: Remembered { saver.state.withLock { $0.remembered } }

    /// Replaces the lineage.
    public func note(lineage: String) { remember { $0.lineage = lineage } }

    /// Saved like a value that moves, as everything below.
    public func note(_ view: SurfaceView, of surface: String) {
        remember { if $0.views[surface] != nil || $0.views.count < Remembered.mostSurfaces { $0.views[surface] = view } }
    }

    /// Replaces all words of programs.
    public func note(programs: [String: String]) { remember { $0.programs = programs } }

    /// Of the last successful run of a parameter's program; nil: none counts any more.
    public func note(mark: String?, of id: String) {
        remember { if $0.marks[id] != nil || $0.marks.count < Remembered.mostMarks { $0.marks[id] = mark } }
    }

    /// By surface.
    public func note(_ devices: [String: USBDevice]) {
        remember { remembered in
            for (surface, device) in devices
            where remembered.devices[surface] != nil || remembered.devices.count < Remembered.mostSurfaces {
                remembered.devices[surface] = device
            }
        }
    }

    /// By parameter.
    public func note(looks: [String: LookSupply]) {
        remember { remembered in
            for (id, look) in looks where remembered.looks[id] != nil || remembered.looks.count < Remembered.mostLooks {
                remembered.looks[id] = look
            }
        }
    }

    /// How a group or a member stands now.
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

    /// Nothing is held any more for these parameters.
    public func note(letGo ids: some Sequence<String>) { remember { for id in ids { $0.held[id] = nil } } }

    private func remember(_ body: (inout Remembered) -> Void) { change { $0.remember(at: .now, body) } }
}
