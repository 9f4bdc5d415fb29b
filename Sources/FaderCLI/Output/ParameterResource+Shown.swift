extension ParameterResource {
    /// `–` if the value is not known; of a trigger, which has none, whether it is running.
    var shown: String { running.map { $0 ? "running" : "idle" } ?? (known == false ? Self.unheard : text) }
}
