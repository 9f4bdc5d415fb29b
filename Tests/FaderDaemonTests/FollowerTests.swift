import FaderConsole
import FaderRig
import FaderSystem
import FaderValues
import Testing

@testable import FaderDaemon

@Suite("those who follow changes, in the real daemon")
struct FollowerTests {
    private static let config = """
        version: 1
        parameters:
          price: {kind: range, min: 0, max: 100, decimals: 0, default: [20, 80]}
        surfaces:
          virtual: {match: "faderd virtual", controls: {fader.1: {input: "pitchbend ch 1", motor: true}}, map: {fader.1: price.nearest}}

        """

    /// What two followers have heard, and what the mirror showed meanwhile.
    @Owner
    private final class Heard {
        var lines: [String] = []
        /// The values of the parameters that changed together, as the mirror has them when that is told.
        var together: [[Double]] = []

        nonisolated init() {}

        func follow(_ daemon: Daemon, as name: String) {
            daemon.commands.followers.add { [self, unowned daemon] event in
                switch event {
                case .changed(let changes):
                    lines.append("\(name) changed")
                    let reports = daemon.commands.mirror.picture.reports
                    together.append(changes.map { reports[$0.report.parameter].value })
                case .entered: lines.append("\(name) entered")
                default: break
                }
            }
        }
    }

    @Test("what changed together is told as one, after the mirror has all of it, to each follower in the order in which they came")
    func order() async throws {
        try await Rig.with(config: Self.config) { rig in
            let heard = Heard()
            await heard.follow(rig.daemon, as: "first")
            await heard.follow(rig.daemon, as: "second")
            _ = try await rig.set("price", "30..60")
            let (lines, together) = await (heard.lines, heard.together)
            #expect(lines == ["first changed", "second changed"])
            #expect(together == [[30, 60], [30, 60]])
        }
    }

    @Test("everything that was told before a new configuration is told before it is entered, and each hears of it once")
    func entered() async throws {
        try await Rig.with(config: Self.config) { rig in
            let heard = Heard()
            await heard.follow(rig.daemon, as: "first")
            await heard.follow(rig.daemon, as: "second")
            _ = try await rig.set("price", "30..60")
            _ = try await rig.reload(Self.config.replacing("max: 100", with: "max: 90"))
            #expect(await heard.lines == ["first changed", "second changed", "first entered", "second entered"])
        }
    }
}
