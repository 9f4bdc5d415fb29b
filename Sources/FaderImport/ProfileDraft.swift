/// The controls of a foreign file, each with an id and messages of its own.
struct ProfileDraft {
    struct Control {
        let id: String
        let foreign: ForeignControl
        /// In the other program, for all its uses.
        var labels: [String]
        var lamp: ForeignControl.Lamp?
        var place: (row: Int, column: Int)?
    }

    private(set) var controls: [Control] = []
    private(set) var omitted: Omissions
    private(set) var repeated = 0
    /// What `{channel}` stands for; nil if every message names its channel.
    let channel: Int?

    static let most = 4096

    init(_ device: ForeignDevice) {
        omitted = device.omitted
        channel = device.controls.contains { $0.message.channel == nil } ? device.channel ?? 1 : nil
        var (kept, labels) = merge(device.controls)
        if kept.count > Self.most {
            omitted.add("a control beyond the \(Self.most) that a surface may have", kept.count - Self.most)
            kept.removeLast(kept.count - Self.most)
        }
        let ids = ControlNames.ids(of: kept)
        let places = ControlPlaces.places(of: kept.map(\.spot))
        for index in kept.indices {
            controls.append(
                Control(id: ids[index], foreign: kept[index], labels: labels[index], lamp: kept[index].lamp, place: places[index]))
        }
        checkLamps()
    }

    /// Gives each message to the first control that has it, which gets what the others add.
    private mutating func merge(_ all: [ForeignControl]) -> (controls: [ForeignControl], labels: [[String]]) {
        var use = MessageUse(channel: channel ?? 1)
        var kept: [ForeignControl] = []
        var labels: [[String]] = []
        for control in all {
            guard let other = use.claim(control.message, by: kept.count) else {
                kept.append(control)
                labels.append(control.label.isEmpty ? [] : [control.label])
                continue
            }
            guard kept[other].message.on(kept[other].message.channel ?? channel) == control.message.on(control.message.channel ?? channel)
            else {
                omitted.add("a control whose message is a part of another one's")
                continue
            }
            repeated += 1
            kept[other].add(control)
            if !control.label.isEmpty, labels[other].count < 3, !labels[other].contains(control.label) {
                labels[other].append(control.label)
            }
        }
        return (kept, labels)
    }

    private mutating func checkLamps() {
        var use = MessageUse(channel: channel ?? 1)
        for index in controls.indices where controls[index].foreign.hasMotor {
            _ = use.claim(controls[index].foreign.message, by: index)
        }
        for index in controls.indices {
            guard let lamp = controls[index].lamp else { continue }
            let control = controls[index].foreign
            let message = lamp.message ?? control.message
            let reason: String
            if !control.isPressed || ![.note, .cc].contains(message.kind) || message.value != nil {
                reason = "a lamp of a control that is not a button here"
            } else if lamp.off == lamp.on || ![lamp.off, lamp.on].allSatisfy((0...127).contains) {
                reason = "a lamp that is sent the same for off and on, or no value of MIDI"
            } else {
                guard use.claim(message, by: index) != nil else { continue }
                reason = "a lamp whose message lights another one"
            }
            controls[index].lamp = nil
            omitted.add(reason)
        }
    }
}

extension ForeignControl {
    fileprivate mutating func add(_ other: ForeignControl) {
        if kind == .unknown {
            kind = other.kind
        } else if relative == nil, other.relative != nil {
            (kind, isInverted) = (other.kind, other.isInverted)
        }
        role = role ?? other.role
        lamp = lamp ?? other.lamp
        spot = spot ?? other.spot
        hasMotor = hasMotor || other.hasMotor
    }
}
