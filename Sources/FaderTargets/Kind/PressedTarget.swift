protocol PressedTarget: ConnectedTarget {
    func prepare(on connections: Connections)
    func shared(on connections: Connections) -> SharedPeer?
    /// `done` is called once, on the loop, with how it ended or why it failed, in words.
    func press(on connections: Connections, done: @escaping (Result<String, TargetError>) -> Void)
}
