/// What is on the sequencer and how it is connected, as the kernel lists it in `/proc/asound/seq/clients`.
struct SequencerClients: Equatable {
    /// A port by the number of its client and its own number, both from 0.
    struct Address: Hashable {
        let client: Int
        let port: Int

        var text: String { "\(client):\(port)" }
    }

    struct Port: Equatable {
        let address: Address
        var receivers: [Address] = []
        var senders: [Address] = []
    }

    struct Client: Equatable {
        let number: Int
        let name: String
        let isProgram: Bool
        var ports: [Port] = []
    }

    private(set) var clients: [Client] = []

    /// The clients with the surfaces' ports. faderd's other clients have longer names.
    var daemons: [Client] { clients.filter { $0.isProgram && $0.name == "faderd" } }

    /// Nil if the kernel's list is not as expected, or has another number of clients than it says: a name with line ends may look like
    /// another line.
    init?(_ text: String) {
        var count: Int?
        for line in text.split(separator: "\n").map(Substring.init) {
            if let rest = line.after("  cur  clients : ") { count = Int(rest) }
            if line.hasPrefix("Client "), line != "Client info" {
                guard let client = Self.client(line) else { return nil }
                clients.append(client)
            } else if let rest = line.after("  Port "), let last = clients.indices.last {
                guard let number = Int(rest.prefix { $0 != ":" }.filter { $0 != " " }) else { return nil }
                clients[last].ports.append(Port(address: Address(client: clients[last].number, port: number)))
            } else if let rest = line.after("    Connecting To: "), let port = clients.last?.ports.indices.last {
                guard let addresses = Self.addresses(rest) else { return nil }
                clients[clients.count - 1].ports[port].receivers = addresses
            } else if let rest = line.after("    Connected From: "), let port = clients.last?.ports.indices.last {
                guard let addresses = Self.addresses(rest) else { return nil }
                clients[clients.count - 1].ports[port].senders = addresses
            }
        }
        guard let count, count == clients.count, Set(clients.map(\.number)).count == count else { return nil }
    }

    /// Reads `Client  20 : "X-Touch" [Kernel Legacy]`; the last word is newer than Linux 6.5.
    private static func client(_ line: Substring) -> Client? {
        guard let rest = line.after("Client "), let colon = rest.firstIndex(of: ":") else { return nil }
        guard let number = Int(rest[..<colon].filter { $0 != " " }), let kind = rest.lastIndex(of: "[") else { return nil }
        let quoted = rest[rest.index(after: colon)..<kind]
        guard quoted.hasPrefix(" \""), quoted.hasSuffix("\" ") else { return nil }
        let name = String(quoted.dropFirst(2).dropLast(2))
        return Client(number: number, name: name, isProgram: rest[kind...].hasPrefix("[User"))
    }

    /// Reads a list of ports: `128:0, 129:1[r:0], 130:0[ex]`.
    private static func addresses(_ text: Substring) -> [Address]? {
        var found: [Address] = []
        for item in text.split(separator: ",") {
            let numbers = item.filter { $0 != " " }.prefix { $0 != "[" }.split(separator: ":").map { Int($0) }
            guard numbers.count == 2, let client = numbers[0], let port = numbers[1] else { return nil }
            found.append(Address(client: client, port: port))
        }
        return found
    }
}

extension Substring {
    fileprivate func after(_ start: String) -> Substring? { hasPrefix(start) ? dropFirst(start.count) : nil }
}

extension SequencerClients {
    private static let subject = "other programs"

    /// A program that is connected to a device of faderd moves its motors, too.
    func findings() -> [Finding] {
        let names = Dictionary(clients.map { ($0.number, $0) }) { first, _ in first }
        let own = Set(clients.filter { $0.isProgram && ($0.name == "faderd" || $0.name.hasPrefix("faderd ")) }.map(\.number))
        let isOther = { (address: Address) in !own.contains(address.client) && names[address.client]?.isProgram == true }
        let devices = clients.filter { !own.contains($0.number) }.flatMap(\.ports).filter { port in
            (port.senders + port.receivers).contains { own.contains($0.client) } && port.address.client != 0
        }
        var findings: [Finding] = []
        for port in devices {
            let device = "\"\(names[port.address.client]?.name ?? "")\""
            for sender in port.senders.filter(isOther) {
                findings.append(
                    .wrong(
                        Self.subject, "\"\(names[sender.client]?.name ?? "")\" sends to \(device), too, and may move its faders",
                        advice: "aconnect -d \(sender.text) \(port.address.text)   (or switch \(device) off in that program)"))
            }
            let heard = port.receivers.filter { address in isOther(address) && !port.senders.contains { $0.client == address.client } }
            for receiver in heard {
                findings.append(
                    .none(Self.subject, "\"\(names[receiver.client]?.name ?? "")\" listens to \(device), too, which does no harm"))
            }
        }
        if devices.isEmpty { return [.none(Self.subject, "faderd is connected to no device")] }
        return findings.isEmpty ? [.ok(Self.subject, "none is connected to a device of faderd")] : findings
    }

    static let unknown = Finding.none(
        subject, "not known: there is no list of connections in /proc/asound/seq/clients, or it cannot be read")

    static func read() -> SequencerClients? {
        guard let bytes = try? InputFile.ordinary("/proc/asound/seq/clients", limit: 16 << 20) else { return nil }
        return SequencerClients(String(decoding: bytes, as: UTF8.self))
    }
}
