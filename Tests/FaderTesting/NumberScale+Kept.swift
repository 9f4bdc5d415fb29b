public import FaderValues
internal import Synchronization

extension NumberScale {
    /// A scale whose corners are kept alive as long as the tests run, so that a test need not do so.
    public init(_ spec: ParameterSpec) {
        let corners = TaperCorners(of: spec)
        if let corners { Kept.corners.withLock { $0.append(corners) } }
        self.init(spec, corners)
    }
}

private enum Kept {
    static let corners = Mutex<[TaperCorners]>([])
}
