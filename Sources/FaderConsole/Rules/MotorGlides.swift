internal import FaderValues

/// The motors that can glide, and the progress of their shared tick. Never allocates after initialization. Owned by the MIDI thread.
struct MotorGlides: ~Copyable {
    /// How many motors move before input is read again, as with `Console.glidesAtOnce`.
    static let atOnce = 256

    /// Each motor's place is stored in its control's indicator.
    let motors: Table<MotorGlide>
    /// The places of those that are on their way. A motor that has stopped keeps its place until the tick is over.
    private var moving: [Int32] = []
    private let isListed: Table<Bool>
    /// When the next tick, or the rest of the current one, is due; `.never` while no motor is on its way.
    private(set) var nextTick = MonotonicTime.never
    private var cursor = 0
    private var isForHeavy = false

    /// The motors of the surfaces with `motor-time` or `motors`. Notes the place of each in its control's indicator.
    static func all(of surfaces: [SurfaceSpec], _ controls: inout [ControlState]) -> [MotorGlide] {
        var (motors, control): ([MotorGlide], Int) = ([], 0)
        for surface in surfaces {
            for spec in surface.controls {
                defer { control += 1 }
                guard surface.hasMotorManners, spec.isMotor, let address = spec.motor else { continue }
                controls[control].indicator.motorPlace = Int32(motors.count)
                motors.append(
                    MotorGlide(
                        ControlIndex(control), travelTime: MonotonicTime.Interval(surface.motorTime ?? .zero),
                        span: controls[control].indicator.range.span, isHeavy: address.kind.messageCount > 2))
            }
        }
        return motors
    }

    init(_ motors: [MotorGlide]) {
        self.motors = Table(motors)
        isListed = Table([Bool](repeating: false, count: motors.count))
        moving.reserveCapacity(motors.count)
    }

    subscript(place: Int32) -> MotorGlide {
        get { motors[at: Int(place)] }
        nonmutating _modify { yield &motors[at: Int(place)] }
    }

    mutating func begin(_ place: Int32, at now: MonotonicTime) {
        if nextTick == .never { nextTick = now + MotorGlide.tick }
        guard !isListed[at: Int(place)] else { return }
        isListed[at: Int(place)] = true
        moving.append(place)
    }

    /// The next motor to move in this tick; nil when all have been visited.
    mutating func next() -> Int32? {
        while cursor < moving.count {
            let place = moving[cursor]
            cursor += 1
            if self[place].isActive, isForHeavy || !self[place].isHeavy { return place }
        }
        return nil
    }

    /// Plans the next tick, or the rest of this one if it has not visited all.
    mutating func endTick(at now: MonotonicTime) {
        guard cursor >= moving.count else {
            nextTick = now
            return
        }
        var kept = 0
        for index in moving.indices {
            let place = moving[index]
            if self[place].isActive {
                moving[kept] = place
                kept += 1
            } else {
                isListed[at: Int(place)] = false
            }
        }
        moving.removeLast(moving.count - kept)
        cursor = 0
        isForHeavy = !moving.isEmpty && !isForHeavy
        nextTick = moving.isEmpty ? .never : now + MotorGlide.tick
    }
}
