import FaderAPI
import FaderConfig
import FaderConsole
import FaderDaemon
import FaderRig
import FaderTesting
import FoundationEssentials
import Testing

/// The rows of `Tests/Vectors/names.csv`: devices as the sequencer shows them, on kernels of today and on older ones.
@Suite("The names of devices on the sequencer")
struct DeviceNameTests {
    private static let shelf = ProfileShelf(config: "/nowhere/faderd.yaml", installed: ["\(TestFile.project)/config/profiles"])

    private struct Row {
        let line: Int
        let client: String
        /// In the order of the sequencer.
        let ports: [String]
        let profile: String
        /// The port that the profile takes, counted from 1.
        let port: Int
    }

    private static func rows() throws -> [Row] {
        let lines = try TestFile.text("Vectors/names.csv").split(separator: "\n")
        #expect(lines.first == "client,ports,profile,port,kernel,source")
        return try lines.enumerated().dropFirst().map { index, line in
            // Only the last column may have commas.
            let fields = line.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count == 6 && fields.allSatisfy { !$0.isEmpty }, "line \(index + 1) needs six columns")
            #expect(["named", "numbered", "any"].contains(fields[4]), "line \(index + 1)")
            return Row(
                line: index + 1, client: fields[0], ports: fields[1].split(separator: "|").map(String.init), profile: fields[2],
                port: try #require(Int(fields[3]), "line \(index + 1)"))
        }
    }

    @Test("names are those that a kernel can give: at most 31 characters; no row is there twice")
    func possible() throws {
        let rows = try Self.rows()
        for row in rows {
            for name in [row.client] + row.ports { #expect(name.utf8.count <= 31, "line \(row.line): \(name) has \(name.utf8.count)") }
        }
        let keys = rows.map { ([$0.client] + $0.ports).joined(separator: "|") + " " + $0.profile }
        #expect(Set(keys).count == keys.count)
    }

    @Test("every profile takes the port that has its messages, and its pattern fits no other port of its device")
    func ports() throws {
        let matches = Dictionary(uniqueKeysWithValues: Self.shelf.recognitions().map { ($0.name, $0.match) })
        for row in try Self.rows() {
            let match = try #require(matches[row.profile] ?? nil, "line \(row.line): \(row.profile) names no device")
            #expect(match.accepts(row.client, nil), "line \(row.line): \(match) is not \(row.client)")
            let fits = row.ports.indices.filter { index in
                PortChoice(index: match.port.map { $0 == index ? 0 : 1 }, name: match.portName).isAmong([row.ports[index]])
            }
            // A profile that names no port takes the first.
            #expect(fits.first.map { $0 + 1 } == row.port, "line \(row.line): \(row.profile) takes \(fits.map { row.ports[$0] })")
            #expect(match.portName == nil || fits.count == 1, "line \(row.line): \(match) fits \(fits.map { row.ports[$0] })")
        }
    }

    @Test("every profile that knows a name of its device is in the table")
    func complete() throws {
        let named = Self.shelf.recognitions().filter { $0.match?.client.isEmpty == false && $0.name != "virtual" }.map(\.name)
        #expect(named.count > 90)
        #expect(Set(named).subtracting(try Self.rows().map(\.profile)).sorted() == [])
    }

    @Test("faderctl surfaces offers the profile of the row, or names it as one of the modes of that device")
    func offered() async throws {
        let rows = try Self.rows()
        var setup = Rig.Setup(config: "version: 1\n")
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(TestFile.project)/config/profiles") {
            setup.files["profiles/\(name)"] = try String(contentsOfFile: "\(TestFile.project)/config/profiles/\(name)", encoding: .utf8)
        }
        setup.answers = rows.map { Controller(client: $0.client, ports: $0.ports) }
        let rig = try await Rig(setup)
        let found = await rig.daemon.profiles.controllers(asks: true)
        await rig.stop()
        #expect(found.count == rows.count)
        for (row, controller) in zip(rows, found) {
            #expect(controller.client == row.client)
            let offered = [controller.profile].compactMap { $0 } + (controller.others ?? [])
            #expect(offered.contains(row.profile), "line \(row.line): \(row.client) is offered as \(offered), not as \(row.profile)")
        }
    }
}
