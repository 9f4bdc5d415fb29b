internal import FaderValues

/// A parameter and the target that only tells its label. Owned by the event loop.
final class BoundLabel {
    let bound: BoundParameter
    private let target: any Target

    init(_ bound: BoundParameter, _ target: any Target) { (self.bound, self.target) = (bound, target) }

    /// - Parameter hear: called with the number of each text.
    func start(_ hear: @escaping (Double) -> Void) {
        target.onEvent = { [weak target] event in
            switch event {
            case .appeared, .noticed: target?.read()
            case .reading(let number, _), .told(let number): hear(number)
            default: break
            }
        }
        target.start()
    }

    func stop() {
        target.onEvent = nil
        target.stop()
    }
}
