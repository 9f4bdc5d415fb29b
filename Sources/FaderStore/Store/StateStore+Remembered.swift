public import FaderValues
internal import Synchronization

extension StateStore {
    /// The view that each surface, or wide surface, showed last.
    public var views: [String: SurfaceView] { remembered.views }
    /// The words that stand for programs in the ids of their parameters, with the keys of the programs.
    public var programs: [String: String] { remembered.programs }
    /// The mark of the last successful run of each target's program, by the parameter's id.
    public var marks: [String: String] { remembered.marks }
    /// The USB device that each surface had last.
    public var devices: [String: USBDevice] { remembered.devices }
    /// The values that buttons hold at the targets of parameters, or held when the daemon was killed, by the parameter's id.
    public var held: [String: KeptValue] { remembered.held }
    /// The names and colors that targets supplied last, by the parameter's id.
    public var looks: [String: LookSupply] { remembered.looks }

    /// How groups and their members stood last, by the parameter's id.
    public var relations: [String: KeptRelation] { remembered.relations }

    /// What tells this state from one that was begun anew; nil until a second machine has asked for it, or it was another machine's.
    public var lineage: String? { remembered.lineage }

    private var remembered: Remembered { saver.state.withLock { $0.remembered } }

    /// Notes the lineage.
    public func note(lineage: String) { remember { $0.lineage = lineage } }

    /// Notes the view that a surface shows now. It is saved like a value that moves, and so is everything below.
    public func note(_ view: SurfaceView, of surface: String) {
        remember { if $0.views[surface] != nil || $0.views.count < Remembered.mostSurfaces { $0.views[surface] = view } }
    }

    /// Notes the words of all programs.
    public func note(programs: [String: String]) { remember { $0.programs = programs } }

    /// Notes the mark of the last successful run of a parameter's program; nil: none counts any more.
    public func note(mark: String?, of id: String) {
        remember { if $0.marks[id] != nil || $0.marks.count < Remembered.mostMarks { $0.marks[id] = mark } }
    }

    /// Notes which USB devices surfaces have now.
    public func note(_ devices: [String: USBDevice]) {
        remember { remembered in
            for (surface, device) in devices
            where remembered.devices[surface] != nil || remembered.devices.count < Remembered.mostSurfaces {
                remembered.devices[surface] = device
            }
        }
    }

    /// Notes the names and colors that targets supply.
    public func note(looks: [String: LookSupply]) {
        remember { remembered in
            for (id, look) in looks where remembered.looks[id] != nil || remembered.looks.count < Remembered.mostLooks {
                remembered.looks[id] = look
            }
        }
    }

    /// Notes how a group or a member stands now.
    public func note(_ relation: KeptRelation, of id: String) {
        remember {
            if $0.relations[id] != nil || $0.relations.count < Remembered.mostRelations { $0.relations[id] = relation }
        }
    }

    /// Notes the value that a button holds at a parameter's targets. It is saved at once, so that after a kill the next daemon lets go.
    public func note(held value: KeptValue, of id: String) {
        remember { if $0.held[id] != nil || $0.held.count < Remembered.mostHeld { $0.held[id] = value } }
        hasten()
    }

    /// Notes that nothing is held any more at the targets of these parameters.
    public func note(letGo ids: some Sequence<String>) { remember { for id in ids { $0.held[id] = nil } } }

    private func remember(_ body: (inout Remembered) -> Void) { change { $0.remember(at: .now, body) } }
}
