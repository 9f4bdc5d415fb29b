public import FaderConsole
internal import FaderSystem
public import FaderValues
internal import Synchronization

/// Finds the surfaces' devices and connects them as they are plugged in, as `aconnect` does. Connections made by hand count as well. Any
/// thread may hold and call it.
///
/// It has a thread and a client of its own (`faderd watcher`), so it never delays the MIDI thread, which sees `.connections` inputs.
public final class SurfaceWatcher: Sendable {
    private let orders: WatchOrders
    private let thread: Mutex<Thread?>

    /// Starts looking at once.
    ///
    /// - Parameters:
    ///   - remembered: the USB device that each surface had last, by the surface's name.
    ///   - client: the client that has the surfaces' ports: `SequencerPort.client`.
    ///   - report: called on the watcher's thread with all surfaces, in the order of the config, at the start and after every change.
    ///   - trouble: called on the watcher's thread with `.unconnected` when a connection is first refused (it is retried), and with another
    ///     error when the sequencer is gone, after which the watcher does nothing more.
    public init(
        surfaces: [SurfaceSpec], remembered: [String: USBDevice] = [:], client: Int32,
        report: @escaping @Sendable ([SurfaceDevice]) -> Void, trouble: @escaping @Sendable (SequencerError) -> Void
    ) throws(SequencerError) {
        let orders = try WatchOrders()
        self.orders = orders
        let watch = try DeviceWatch(
            surfaces: surfaces, remembered: remembered, portClient: Int(client), orders: orders, report: report, trouble: trouble)
        do throws(ThreadError) {
            thread = Mutex(try Thread("faderd-watcher") { watch.run() })
        } catch {
            throw SequencerError(error)
        }
    }

    deinit { stop() }

    /// Looks for these surfaces from now on. Claims that still match stay; connections that were cut by hand are made again.
    public func update(surfaces: [SurfaceSpec]) { orders.replace(surfaces) }

    /// Ends the thread and its client, and waits for that. Its connections stay as long as their ports. Safe to call twice.
    public func stop() {
        orders.stop()
        thread.withLock { $0.take() }?.join()
    }
}
