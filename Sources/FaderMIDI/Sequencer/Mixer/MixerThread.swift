internal import CALSA
public import FaderSystem
internal import Glibc
internal import Synchronization

/// The mixer of a sound card on a thread of its own, because a driver may make its caller wait. Any thread may hold it; no call waits.
///
/// While the card cannot be opened, the thread waits for an order to try again.
public final class MixerThread: Sendable {
    public enum Order: Sendable {
        case open
        /// Answered by `.shows`.
        case read(MixerControl)
        /// Answered by `.isSet`.
        case set(MixerControl, Double)
    }

    public enum News: Sendable {
        case opened
        case closed(MixerError)
        /// Something changed on the card. Not reported again until `heard` is called.
        case changed
        /// What a control shows; NaN if it is none of the given items.
        case shows(MixerControl, Result<Double, MixerError>)
        /// A set has been done, or was refused.
        case isSet(MixerControl, MixerError?)
    }

    private struct State {
        var orders: [Order] = [.open]
        var isStopped = false
        var isChangeUnheard = false
    }

    private let state = Mutex(State())
    private let bell: Doorbell

    /// Starts the thread, which opens the card.
    ///
    /// - Parameters:
    ///   - card: its id or number, or a name from ALSA's configuration.
    ///   - told: called on the mixer's thread.
    public init(card: String, told: @escaping @Sendable (News) -> Void) throws(ThreadError) {
        bell = try Doorbell()
        try Thread("faderd-mixer") { [self] in Running(card: card, told: told, thread: self).run() }.detach()
    }

    /// Gives an order. Orders are carried out in turn.
    public func order(_ order: Order) {
        state.withLock { $0.orders.append(order) }
        bell.ring()
    }

    /// Acknowledges `.changed`: the next change is reported again.
    public func heard() { state.withLock { $0.isChangeUnheard = false } }

    /// Ends the thread after the current orders. Safe to call twice.
    public func stop() {
        state.withLock { $0.isStopped = true }
        bell.ring()
    }

    private final class Running {
        private let card: String
        private let told: @Sendable (News) -> Void
        private let thread: MixerThread
        private var mixer: CardMixer?

        init(card: String, told: @escaping @Sendable (News) -> Void, thread: MixerThread) {
            self.card = card
            self.told = told
            self.thread = thread
        }

        func run() {
            while true {
                let (orders, isStopped) = thread.state.withLock { state in
                    defer { state.orders = [] }
                    return (state.orders, state.isStopped)
                }
                if isStopped { return }
                for order in orders { carryOut(order) }
                wait()
            }
        }

        private func carryOut(_ order: Order) {
            switch order {
            case .open: open()
            case .read(let control):
                do throws(MixerError) {
                    told(.shows(control, .success(try opened.read(control))))
                } catch { told(.shows(control, .failure(error))) }
            case .set(let control, let number):
                do throws(MixerError) {
                    try opened.set(control, to: number)
                    told(.isSet(control, nil))
                } catch { told(.isSet(control, error)) }
            }
        }

        private var opened: CardMixer {
            get throws(MixerError) {
                guard let mixer else { throw .absent(card: card) }
                return mixer
            }
        }

        private func open() {
            guard mixer == nil else { return }
            do throws(MixerError) {
                mixer = try CardMixer(card: card)
                told(.opened)
            } catch { told(.closed(error)) }
        }

        /// Sleeps until there is an order or the card has events, and processes those.
        private func wait() {
            var polled = [pollfd(fd: thread.bell.descriptor, events: Int16(POLLIN), revents: 0)] + (mixer?.descriptors ?? [])
            let count = unsafe poll(&polled, nfds_t(polled.count), -1)
            if polled[0].revents != 0 { thread.bell.clear() }
            guard count > 0, let mixer, polled.dropFirst().contains(where: { $0.revents != 0 }) else { return }
            do throws(MixerError) {
                try mixer.handleEvents()
                tellChange()
            } catch {
                self.mixer = nil
                told(.closed(error))
            }
        }

        private func tellChange() {
            let isNews = thread.state.withLock { state in
                defer { state.isChangeUnheard = true }
                return !state.isChangeUnheard
            }
            if isNews { told(.changed) }
        }
    }
}
