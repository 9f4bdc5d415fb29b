/// A kind of target that a trigger can press.
protocol PressedTarget: ConnectedTarget {
    /// Opens what a press will need.
    func prepare(on connections: Connections)
    /// What it shares with others; nil if it shares nothing.
    func shared(on connections: Connections) -> SharedPeer?
    /// Does it once. `done` is called once, on the loop, with how it ended or why it failed, in words.
    func press(on connections: Connections, done: @escaping (Result<String, TargetError>) -> Void)
}
