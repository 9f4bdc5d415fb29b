internal import FaderValues
internal import NIOCore

/// The brightness of a backlight: read from the kernel's files, set by logind. Owned by the event loop.
final class BrightnessTarget: Target {
    private let spec: BrightnessTargetSpec
    let parameter: ParameterSpec
    private let connections: BrightnessConnections
    var onEvent: ((TargetRules.Event) -> Void)?
    private(set) var device: BacklightDevice?
    private var watch: BacklightWatch?
    /// The next look for a missing device, or at a device whose changes are not reported.
    private let next: LoopTimer
    private var pause = BrightnessTarget.firstPause
    private var set: (number: Double, level: Int)?
    private var lastError: String?
    private var generation = 0

    /// The pauses between looks, because the appearance of a device is not reported.
    private static let (firstPause, longestPause) = (TimeAmount.seconds(5), TimeAmount.seconds(30))
    private static let lookPause = TimeAmount.seconds(2)
    private static let readPause = TimeAmount.milliseconds(20)

    init(_ spec: BrightnessTargetSpec, _ parameter: ParameterSpec, _ connections: BrightnessConnections) {
        (self.spec, self.parameter, self.connections) = (spec, parameter, connections)
        next = LoopTimer(connections.surroundings.loop)
    }

    /// It recognizes the value that it was set to: readings that differ are different levels.
    var traits: TargetRules.Traits { TargetRules.Traits(halfStep: 1e-7) }

    var law: TargetScale.Law { parameter.kind.hasOptions ? .flag : .part }

    func start() {
        _ = connections.logind
        look()
    }

    func stop() { leave() }

    private func leave() {
        next.cancel()
        watch?.close()
        generation += 1
        (device, watch, set, lastError) = (nil, nil, nil, nil)
    }

    private func look() {
        guard device == nil, onEvent != nil else { return }
        guard let found = BacklightDevice.find(spec.device), found.level != nil else {
            next.set(in: pause) { [weak self] in self?.look() }
            pause = min(pause + pause, Self.longestPause)
            return
        }
        next.cancel()
        (device, pause) = (found, Self.firstPause)
        watch = connections.watch(found) { [weak self] in self?.noticed() }
        onEvent?(.appeared)
        if watch == nil { poll() }
    }

    private func poll() {
        next.set(in: Self.lookPause) { [weak self] in
            self?.onEvent?(.noticed)
            self?.poll()
        }
    }

    private func noticed() {
        guard watch != nil, !next.isSet else { return }
        next.set(in: Self.readPause) { [weak self] in self?.onEvent?(.noticed) }
    }

    /// Somebody changes the parameter: the device may be there by now.
    func preset(_ number: Double) { look() }

    func read() {
        guard let device else { return onEvent?(.readEnded) ?? () }
        guard let level = device.level else {
            leave()
            onEvent?(.disappeared)
            return look()
        }
        onEvent?(.reading(number(of: level, device)))
        onEvent?(.readEnded)
    }

    private func number(of level: Int, _ device: BacklightDevice) -> Double {
        if let set, set.level == level { return set.number }
        set = nil
        if parameter.kind.hasOptions { return level > 0 ? 1 : 0 }
        return Double(min(level, device.most)) / Double(device.most)
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        guard let device else { return onEvent?(.failed) ?? () }
        let level = Int((min(max(number, 0), 1) * Double(device.most)).rounded())
        connections.logind.set(device, to: level) { [weak self, generation] answer in
            guard let self, generation == self.generation else { return }
            switch answer {
            case .success: (set, lastError) = ((number, level), nil)
            case .failure(let error): (set, lastError) = (nil, "logind: \(error)")
            }
            onEvent?(lastError == nil ? .acknowledged : .failed)
        }
    }

    var situation: TargetSituation {
        let missing =
            switch spec.device {
            case .screen: "this machine has no backlight that the system can set"
            case .named(let subsystem, let name): "there is no \(name) in /sys/class/\(subsystem.rawValue)"
            }
        guard let device else { return TargetSituation(note: missing) }
        let note = connections.logind.note.map { "it cannot be set: \($0)" }
        return TargetSituation(matched: [device.words], note: note, lastError: lastError)
    }
}
