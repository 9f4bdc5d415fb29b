internal import FaderJSON
internal import FaderValues

struct SnapcastThing {
    let kind, id, name: String
    let offers: [TargetOffer]
}

extension SnapcastState {
    var unlisted: Int {
        [Array(clients.keys), Array(groups.keys)].reduce(0) { sum, ids in
            sum + ids.count - min(ids.count(where: TargetOffer.canName), TargetCandidate.most)
        }
    }

    /// The clients and then the groups, each in the order of their names, with what the server shows. `connection` is what the config calls
    /// the connection.
    func things(named connection: String) -> [SnapcastThing] {
        let clients = listed(clients.mapValues(\.shownName)).map { id, name, word in
            let target = target("client", word, of: connection)
            return SnapcastThing(
                kind: "client", id: id, name: name,
                offers: [
                    offer("volume", ["type": .text("percent")], target, self.clients[id].map { "\(Int($0.percent.rounded())) %" }),
                    mute(target, self.clients[id]?.isMuted),
                ])
        }
        let groups = listed(groups.mapValues(\.name)).map { id, name, word in
            let target = target("group", word, of: connection)
            let stream = target.merging(["property": .text("stream")]) { $1 }
            return SnapcastThing(
                kind: "group", id: id, name: name,
                offers: [
                    mute(target, self.groups[id]?.isMuted),
                    offer("stream", ["kind": .text("choice")], stream, self.groups[id].map { SnapcastServer.shown($0.stream) }),
                ])
        }
        return clients + groups
    }

    /// The first in the order of names. `word` is what the config calls each: its name, unless that means another one or nothing.
    private func listed(_ names: [String: String]) -> [(id: String, name: String, word: String)] {
        let owners = Dictionary(names.map { ($0.value, $0.key) }, uniquingKeysWith: min)
        let all = names.filter { TargetOffer.canName($0.key) }.map { id, name in
            let isClear = TargetOffer.canName(name) && owners[name] == id && (names[name] == nil || name == id)
            return (id: id, name: name.isEmpty ? id : name, word: isClear ? name : id)
        }
        return Array(all.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.prefix(TargetCandidate.most))
    }

    private func target(_ key: String, _ name: String, of connection: String) -> [String: JSONValue] {
        [SnapcastTargetSpec.word: .text(connection), key: .text(name)]
    }

    private func mute(_ target: [String: JSONValue], _ isMuted: Bool?) -> TargetOffer {
        offer("mute", ["kind": .text("toggle")], target.merging(["property": .text("mute")]) { $1 }, isMuted.map { $0 ? "on" : "off" })
    }

    private func offer(
        _ what: String, _ keys: [String: JSONValue], _ target: [String: JSONValue], _ value: String?
    ) -> TargetOffer {
        TargetOffer(what: what, parameter: keys.merging(["target": .object(target)]) { $1 }, value: value)
    }
}
