internal import Logging
internal import NIOCore

/// The players on the session bus, and the choices of targets among them. Owned by the event loop.
final class Players {
    struct Player: Equatable {
        /// Its name on the bus, without the prefix.
        let name: String
        /// The unique name of its connection. Another connection is another player.
        let owner: String
        /// The first player has the lowest.
        let order: Int
    }

    static let prefix = "org.mpris.MediaPlayer2."
    static let path = "/org/mpris/MediaPlayer2"
    static let interface = "org.mpris.MediaPlayer2.Player"
    /// The name of a proxy for the player that played last.
    private static let proxy = "playerctld"
    private static let most = 256
    /// Changes within this time are reported together.
    private static let pause = TimeAmount.milliseconds(20)

    private let surroundings: TargetSurroundings
    private var bus: BusConnection?
    private var known: [String: Player] = [:]
    private var count = 0
    /// The players at the beginning, until their connections are known.
    private var listed: [(name: String, owner: String)] = []
    private var choices: [String: PlayerChoice] = [:]
    /// Connections whose signals are subscribed to, with the properties whose changes are not reported yet.
    private var followed: [String: Set<String>] = [:]
    private let flush: LoopTimer
    /// When the choices are made anew after players have come or gone. Each time takes as long as there are players.
    private let choosing: LoopTimer
    private var lastChoice = NIODeadline.uptimeNanoseconds(0)
    private var lastFlush = NIODeadline.uptimeNanoseconds(0)

    init(_ surroundings: TargetSurroundings) {
        (self.surroundings, flush, choosing) = (surroundings, LoopTimer(surroundings.loop), LoopTimer(surroundings.loop))
        bus = BusConnection(.session(), surroundings.loop, surroundings.log, presenceChanged: surroundings.peersChanged) { [weak self] in
            self?.handle($0)
        }
    }

    var note: String? { bus?.note }

    var goneSince: Moment? { bus?.goneSince }

    /// Whether the list of players is known.
    private(set) var isKnown = false

    var all: [Player] { known.values.sorted { $0.order < $1.order } }

    var isUnused: Bool { choices.isEmpty }

    func keep(_ globs: Set<String>) {
        for glob in choices.keys where !globs.contains(glob) { choices[glob] = nil }
        follow()
        bus?.hurry()
    }

    func choice(_ glob: String) -> PlayerChoice {
        if let choice = choices[glob] { return choice }
        let choice = PlayerChoice(glob, self, surroundings)
        choices[glob] = choice
        choice.choose()
        return choice
    }

    func close() {
        flush.cancel()
        choosing.cancel()
        bus?.close()
        bus = nil
        choices = [:]
    }

    func call(_ call: BusCall, _ done: @escaping (BusConnection.Answer) -> Void) {
        guard let bus else { return done(.failure(BusError(text: "faderd is ending"))) }
        bus.call(call, done)
    }

    // MARK: Presence

    private func handle(_ event: BusConnection.Event) {
        switch event {
        case .opened: begin()
        case .lost:
            (known, followed, isKnown) = ([:], [:], false)
            flush.cancel()
            choose()
        case .signal(let message): receive(message)
        }
    }

    private func begin() {
        let rule = "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        bus?.call(.bus("AddMatch", .text(rule + "arg0namespace='org.mpris.MediaPlayer2'"))) { _ in }
        bus?.call(.bus("ListNames")) { [weak self] answer in
            guard let self, case .success(let message) = answer else { return }
            let names = message.texts().filter { $0.hasPrefix(Self.prefix) }.sorted().prefix(Self.most)
            for name in names { ask(name, isLast: name == names.last) }
            if names.isEmpty { listedAll() }
        }
    }

    private func ask(_ name: String, isLast: Bool) {
        bus?.call(.bus("GetNameOwner", .text(name))) { [weak self] answer in
            guard let self else { return }
            if case .success(let message) = answer, let owner = message.text() { listed.append((name, owner)) }
            guard isLast else { return }
            // The bus numbers its clients in the order in which they come.
            let ordered = listed.sorted { (Self.number(of: $0.owner), $0.name) < (Self.number(of: $1.owner), $1.name) }
            listed = []
            for one in ordered { add(one.name, one.owner) }
            listedAll()
        }
    }

    private func listedAll() {
        isKnown = true
        choose()
    }

    /// The number of a bus name: `:1.42` has 42.
    private static func number(of owner: String) -> UInt64 { owner.split(separator: ".").last.flatMap { UInt64($0) } ?? .max }

    private func add(_ busName: String, _ owner: String) {
        let name = String(busName.dropFirst(Self.prefix.count))
        guard !name.isEmpty, name != Self.proxy, known[name]?.owner != owner, known.count < Self.most || known[name] != nil else { return }
        // It becomes part of a match rule.
        guard owner.hasPrefix(":"), owner.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"',\\".utf8.contains($0) }) else { return }
        count += 1
        known[name] = Player(name: name, owner: owner, order: count)
    }

    private func choose() {
        choosing.cancel()
        lastChoice = .now()
        for choice in choices.values { choice.choose() }
        follow()
    }

    func follow() {
        guard note == nil else { return }
        let wanted = Set(choices.values.compactMap { $0.player?.owner })
        for owner in followed.keys where !wanted.contains(owner) {
            followed[owner] = nil
            for rule in Self.rules(owner) { bus?.call(.bus("RemoveMatch", .text(rule))) { _ in } }
        }
        for owner in wanted where followed[owner] == nil {
            followed[owner] = []
            for rule in Self.rules(owner) { bus?.call(.bus("AddMatch", .text(rule))) { _ in } }
        }
    }

    private static func rules(_ owner: String) -> [String] {
        let start = "type='signal',sender='\(owner)',path='\(path)',"
        return [
            start + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(interface)'",
            start + "interface='\(interface)',member='Seeked'",
        ]
    }

    // MARK: Signals

    private func receive(_ message: BusMessage) {
        switch (message.member, message.interface) {
        case ("NameOwnerChanged", "org.freedesktop.DBus") where message.sender == "org.freedesktop.DBus":
            guard let name = message.text(), name.hasPrefix(Self.prefix), message.text() != nil, let owner = message.text() else { return }
            known[String(name.dropFirst(Self.prefix.count))] = nil
            listed.removeAll { $0.name == name }
            if !owner.isEmpty { add(name, owner) }
            guard !choosing.isSet else { return }
            choosing.set(at: max(lastChoice + Self.pause, .now())) { [weak self] in self?.choose() }
        case ("PropertiesChanged", "org.freedesktop.DBus.Properties"):
            guard followed[message.sender] != nil, message.text() == Self.interface else { return }
            let changed = Set(message.dictionary(PlayerTarget.properties).keys)
            note(changed.union(PlayerTarget.properties.intersection(message.texts())), of: message.sender)
        case ("Seeked", Self.interface): note([PlayerTarget.position], of: message.sender)
        default: break
        }
    }

    private func note(_ changed: Set<String>, of owner: String) {
        guard !changed.isEmpty, followed[owner]?.formUnion(changed) != nil, !flush.isSet else { return }
        flush.set(at: max(lastFlush + Self.pause, .now())) { [weak self] in self?.reportChanges() }
    }

    private func reportChanges() {
        lastFlush = .now()
        for (owner, changed) in followed where !changed.isEmpty {
            followed[owner] = []
            for choice in choices.values where choice.player?.owner == owner { choice.changed(changed) }
        }
    }
}
