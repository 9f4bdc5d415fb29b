public import FaderAPI

/// What the HTTP server needs of the daemon behind it. Called from any thread; every call may wait without delaying other requests.
///
/// Changes go the other way: the daemon tells them to the `EventHub` that it shares with the server.
public protocol FaderService: Sendable {
    /// How the daemon is doing. The server fills in `connections`.
    func status() async -> StatusResource
    /// All surfaces, in the order of the config.
    func surfaces() async -> [SurfaceResource]
    /// All parameters, in the order of the config.
    func parameters() async -> [ParameterResource]
    /// One parameter; `unknownParameter` where there is none of that id.
    func parameter(_ id: String) async throws(ServiceError) -> ParameterResource
    /// Sets a parameter. `text` and `value` return when the value is durable, `position` at once. Out of range is clamped (told by
    /// `clamped` and `notice`) or `refused`, as the parameter has it; applied but not saved is `notDurable`.
    func put(_ id: String, _ change: ParameterChange) async throws(ServiceError) -> ParameterResource
    /// What a text would come to. Changes nothing; a text that would be refused is an answer, not an error.
    func check(_ id: String, text: String) async throws(ServiceError) -> CheckResource
    /// Moves by so many steps; returns when durable.
    func step(_ id: String, by count: Int) async throws(ServiceError) -> ParameterResource
    /// Back to the default; returns when durable.
    func reset(_ id: String) async throws(ServiceError) -> ParameterResource
    /// The last decisions about a parameter.
    func explain(_ id: String) async throws(ServiceError) -> ExplainResource
    /// Reads the config again, all or nothing; `invalidConfig` leaves everything as it was.
    func reload() async throws(ServiceError) -> ReloadResource
    /// Whether somebody reads the monitor stream. Only then need MIDI messages be told to the hub. Never called twice at a time.
    func setMonitoring(_ isOn: Bool) async
    /// The faders of the virtual surface; `noVirtualSurface` where the daemon has none.
    func virtualFaders() async throws(ServiceError) -> [VirtualFader]
    /// Moves a fader of the virtual surface as a hand would, or puts a finger on it. A position beyond 0…1 is `refused`.
    func virtual(_ control: String, _ gesture: VirtualGesture) async throws(ServiceError) -> VirtualFader
}
