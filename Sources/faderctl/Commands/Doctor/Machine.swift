internal import FaderAPI
internal import FaderClient
internal import FaderModel
internal import Glibc

/// Everything that is looked at on a machine. What it means is found out without looking again.
struct Machine {
    var device = SequencerDevice()
    var units: [ServiceUnit] = []
    var sockets = SocketPlaces(places: [])
    var installation = Installation()
    var config = ConfigState()
    var clients: SequencerClients?
    /// What the daemon answers; nil if none does.
    var daemon: DaemonKnowledge?
    /// The time of the clock, in seconds since 1970.
    var now = 0

    /// Looks at this machine.
    static func read(_ options: Options) async throws(ClientError) -> Machine {
        var machine = Machine()
        var places: [SocketPlace] = []
        for path in options.candidates { places.append(await SocketPlace.read(path)) }
        machine.sockets = SocketPlaces(places: places)
        if let place = places.first(where: { $0.daemon != nil }), let status = place.daemon {
            machine.daemon = try await DaemonKnowledge.ask(DaemonClient(candidates: [place.path], locale: options.locale), status)
        }
        machine.device = SequencerDevice.read()
        machine.units = ServiceUnit.Manager.allCases.map(ServiceUnit.read)
        machine.installation = Installation.read()
        machine.config = ConfigState.read(machine.daemon?.status)
        machine.clients = SequencerClients.read()
        machine.now = time(nil)
        return machine
    }

    /// All findings, in the order in which one thing needs the other.
    var findings: [Finding] {
        let status = daemon?.status
        let isPlaying = status?.sequencer == .present
        return device.findings(status) + units.map { $0.finding() } + sockets.findings(units) + [
            sockets.rivals(units, clients), installation.finding(status), config.finding(status),
        ] + (daemon?.findings(units) ?? DaemonKnowledge.unknown)
            + (isPlaying ? clients?.findings() ?? [SequencerClients.unknown] : []) + [clock]
    }

    /// The clock of the log and the history. A machine without a battery begins in 1970, or when its system was made.
    private var clock: Finding {
        let text = String(WallTime.text(Double(now)).prefix { $0 != "T" })
        // The year in which the first version was made.
        guard now >= 1_735_689_600 else {
            return .wrong(
                "clock", "it says \(text), so the log and the history show wrong times", advice: "sudo timedatectl set-ntp true")
        }
        return .ok("clock", "\(text)")
    }
}
