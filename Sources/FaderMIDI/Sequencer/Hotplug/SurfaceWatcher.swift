public import FaderConsole
internal import FaderSystem
public import FaderValues
internal import Synchronization

/// Finds the surfaces' devices and connects them as they are plugged in, as `aconnect` does. The kernel tells the MIDI thread's client
/// about every connection to its ports, so connections made by hand count like these.
///
/// Has its own thread and its own sequencer client (`faderd watcher`), so nothing it does delays the MIDI thread, which sees the result as
/// `.connections` inputs. Sleeps while nothing changes. Any thread may hold and call it.
public final class SurfaceWatcher: Sendable {
    private let orders: WatchOrders
    private let thread: Mutex<Thread?>

    /// Starts looking at once.
    ///
    /// - Parameters:
    ///   - surfaces: what to look for.
    ///   - remembered: the USB device that each surface had last, by the surface's name.
    ///   - client: the number of the client that has the surfaces' ports: `SequencerPort.client`.
    ///   - report: called on the watcher's thread with every surface, in the order of the config, at the start and after every change.
    ///   - trouble: called on the watcher's thread with `.unconnected` when a surface's connection is refused for the first time (it is
    ///     retried), and with another error when the sequencer itself is gone, after which the watcher does nothing more.
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

    /// Looks for these surfaces from now on. Claims of surfaces that still match stay; connections that were cut by hand are made again.
    public func update(surfaces: [SurfaceSpec]) { orders.replace(surfaces) }

    /// Ends the thread and closes its client, and returns when the thread has ended. The connections it made stay as long as their ports
    /// do. Calling it twice does no harm.
    public func stop() {
        orders.stop()
        thread.withLock { $0.take() }?.join()
    }
}
