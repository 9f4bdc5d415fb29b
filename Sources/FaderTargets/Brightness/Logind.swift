internal import FaderValues
internal import Glibc
internal import Logging
internal import NIOCore

/// systemd-logind, which sets backlights for whoever sits at the machine. Owned by the event loop.
final class Logind {
    private let log: Logger
    private var bus: BusConnection?
    /// The login session in whose name backlights are set.
    private var session = Logind.own

    private static let name = "org.freedesktop.login1"
    /// The caller's session, or else the graphical one of its user.
    private static let own = "/org/freedesktop/login1/session/auto"

    init(_ loop: any EventLoop, _ log: Logger) {
        self.log = log
        bus = BusConnection(.system(), loop, log) { [weak self] event in if case .lost = event { self?.session = Self.own } }
    }

    var note: String? { bus?.note }

    func hurry() { bus?.hurry() }

    func close() {
        bus?.close()
        bus = nil
    }

    func set(_ device: BacklightDevice, to level: Int, _ done: @escaping (Result<Void, BusError>) -> Void) {
        guard let bus, bus.isThere else { return done(.failure(BusError(text: bus?.note ?? "faderd is ending"))) }
        call(device, level) { [weak self] answer in
            guard let self, case .failure(let error) = answer, session == Self.own, Self.hasNoSession.contains(error.name) else {
                return done(answer)
            }
            findSession { [weak self] path in
                guard let self, let path else { return done(answer) }
                session = path
                call(device, level, done)
            }
        }
    }

    /// The caller belongs to no session, as a service of the user.
    private static let hasNoSession: Set<String> = [
        "org.freedesktop.login1.NoSessionForPID", "org.freedesktop.login1.NoSuchSession", "org.freedesktop.DBus.Error.UnknownObject",
        "org.freedesktop.DBus.Error.UnknownMethod",
    ]

    private func call(_ device: BacklightDevice, _ level: Int, _ done: @escaping (Result<Void, BusError>) -> Void) {
        let arguments: [BusCall.Argument] = [.text(device.subsystem.rawValue), .text(device.name), .whole(UInt32(clamping: level))]
        let call = BusCall(
            destination: Self.name, path: session, interface: "\(Self.name).Session", member: "SetBrightness", arguments: arguments)
        guard let bus else { return done(.failure(BusError(text: "faderd is ending"))) }
        bus.call(call) { [weak self] answer in
            // The screen may belong to another session by now.
            if case .failure(let error) = answer, self?.session != Self.own, !error.isSilence { self?.session = Self.own }
            done(answer.map { _ in })
        }
    }

    private func findSession(_ done: @escaping (String?) -> Void) {
        let manager = BusCall(
            destination: Self.name, path: "/org/freedesktop/login1", interface: "\(Self.name).Manager", member: "GetUser",
            arguments: [.whole(getuid())])
        bus?.call(manager) { [weak self] answer in
            guard case .success(let message) = answer, let user = message.text(), let bus = self?.bus else { return done(nil) }
            bus.call(.property("Get", of: Self.name, user, "\(Self.name).User", [.text("Display")])) { answer in
                guard case .success(let message) = answer, let path = message.secondOfPair(), path != "/" else { return done(nil) }
                done(path)
            }
        }
    }
}
