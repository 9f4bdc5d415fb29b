internal import Glibc

/// All that `doctor` reads. The findings follow from it without reading again.
struct Machine {
    var device = SequencerDevice()
    var units: [ServiceUnit] = []
    var sockets = SocketPlaces(places: [])
    var installation = Installation()
    var config = ConfigState()
    var clients: SequencerClients?
    var daemon: DaemonKnowledge?
    /// The state file is on a network file system, because the home folder is, for example.
    var hasStateOnNetwork = false
    /// The time of the clock, in seconds since 1970.
    var now = 0

    static func read(_ options: Options) async -> Machine {
        var machine = Machine()
        var places: [FoundSocket] = []
        for path in options.candidates { places.append(await FoundSocket.read(path)) }
        if let index = places.firstIndex(where: { $0.daemon != nil }), let status = places[index].daemon {
            do throws(ClientError) {
                machine.daemon = try await DaemonKnowledge.ask(DaemonClient(candidates: [places[index].path]), status)
            } catch {
                places[index] = FoundSocket(path: places[index].path, state: .strange(error.description))
            }
        }
        machine.sockets = SocketPlaces(places: places)
        machine.hasStateOnNetwork = NetworkDisk.isOnNetwork(machine.daemon?.status.state?.directory)
        machine.device = SequencerDevice.read()
        machine.units = ServiceUnit.Manager.allCases.map(ServiceUnit.read)
        machine.installation = Installation.read()
        machine.config = ConfigState.read(machine.daemon?.status)
        machine.clients = SequencerClients.read()
        machine.now = time(nil)
        return machine
    }

    /// Each comes after those that it depends on.
    var findings: [Finding] {
        let status = daemon?.status
        let isPlaying = status?.sequencer == .present
        var findings = device.findings(status) + units.map { $0.finding(besides: units) } + sockets.findings(units)
        findings += [sockets.rivals(units, clients), installation.finding(status), config.finding(status)]
        findings += daemon?.findings(units) ?? DaemonKnowledge.unknown
        if hasStateOnNetwork { findings.append(Self.onNetwork) }
        if isPlaying { findings += clients?.findings() ?? [SequencerClients.unknown] }
        return findings + [clock]
    }

    /// A machine without a battery begins in 1970, or when its system was made.
    private var clock: Finding {
        let text = String(WallTime.text(Double(now)).prefix { $0 != "T" })
        // The year in which the first version was made.
        guard now >= 1_735_689_600 else {
            return .wrong(
                "clock", "it says \(text), so the log and the history show wrong times", advice: "sudo timedatectl set-ntp true")
        }
        return .ok("clock", "\(text)")
    }

    /// This is never ✗, because saving works; it only takes longer.
    private static let onNetwork = Finding.none("saving", "the state is on a network file system, so each save waits for its server")
}

enum NetworkDisk {
    private static let network = ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "afs", "ceph"]

    static func isOnNetwork(_ directory: String?) -> Bool {
        var status = stat()
        guard let directory, unsafe stat(directory, &status) == 0 else { return false }
        guard let mounts = try? InputFile.ordinary("/proc/self/mountinfo", limit: 16 << 20) else { return false }
        // As `major` and `minor` of glibc do, which are macros.
        let device = status.st_dev
        let (major, minor) = (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & 0xFFF_FF00)
        return type(of: "\(major):\(minor)", in: String(decoding: mounts, as: UTF8.self)).map(network.contains) ?? false
    }

    /// The type of a file system, from `/proc/self/mountinfo`: `36 35 0:51 / /home rw - nfs4 server:/home rw`.
    static func type(of device: String, in mounts: String) -> String? {
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 3, fields[2] == device, let dash = fields.firstIndex(of: "-") else { continue }
            return dash + 1 < fields.count ? String(fields[dash + 1]) : nil
        }
        return nil
    }
}
