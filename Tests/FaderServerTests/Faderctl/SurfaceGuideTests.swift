import FaderAPI
import FaderRig
import Glibc
import Testing

@testable import FaderCLI

@Suite struct SurfaceGuideTests {
    private func message(_ text: String, from client: String? = "nano \"K\"", port: Int? = nil) -> MonitorResource {
        MonitorResource(
            time: "", surface: client == nil ? "desk" : nil, client: client, port: port, direction: .received, message: text, raw: 64)
    }

    @Test("the first message of a controller prints the block, later ones their lines, and none is repeated")
    func block() throws {
        var guide = SurfaceGuide(file: "/etc/f.yaml", surfaces: ["nano-k"], parameter: "master")
        #expect(
            guide.lines(for: message("cc 0 ch 1 = 64")) == """
                nano "K" belongs to no surface yet; to change that, write in /etc/f.yaml, under surfaces:
                  nano-k-2:
                    match: "nano \\"K\\""
                    map: {fader.1: master}
                    controls:
                      fader.1: {input: "cc 0 ch 1"}
                """)
        #expect(guide.lines(for: message("cc 0 ch 1 = 65")) == nil)
        #expect(guide.lines(for: message("note 48 ch 1 = 127")) == "      button.1: {input: \"note 48 ch 1\"}")
        #expect(guide.lines(for: message("cc 1 ch 1 = 0")) == "      fader.2: {input: \"cc 1 ch 1\"}")
        #expect(guide.lines(for: message("cc 9 ch 1 = 0", from: nil)) == nil)
        let other = guide.lines(for: message("pitchbend ch 3 = 0", port: 2))
        #expect(other?.contains("nano-k-3:\n    match: {client: \"nano \\\"K\\\"\", port: 2}") == true, "\(other ?? "")")
    }

    @Test("a device's name makes no key, no line, no wildcard, and no command of its own")
    func hostileNames() {
        var guide = SurfaceGuide(file: nil, surfaces: [], parameter: nil)
        let told = guide.lines(for: message("cc 0 ch 1 = 64", from: "\u{0D4E}\", auto: true, x: \"\n  evil: \u{202E}")) ?? ""
        #expect(told.utf8.count { $0 == UInt8(ascii: "\n") } == 4, "\(told)")
        #expect(told.utf8.contains("match: \"?, auto: true, x: \\\"?  evil: ?\"\n".utf8), "\(told)")
        #expect(SurfaceGuide.match("\u{0D4E}\", x: \"", nil).utf8.elementsEqual("\"\u{0D4E}\\\", x: \\\"\"".utf8))
        #expect(SurfaceGuide.match("*", nil) == #""\\*""#)
        let other = SurfaceListCommand.line(
            ControllerResource(client: "Box", profile: "box", recognized: true, others: ["box-midi", "box-relative"]))
        #expect(other.hasSuffix("configures it; in another mode or with other settings: box-midi, box-relative"))
        let line = SurfaceListCommand.line(ControllerResource(client: "\u{0D4E}'; touch x; '"))
        #expect(line.utf8.contains("--match '\u{0D4E}'\\''; touch x; '\\'''".utf8), "\(line)")
    }

    @Test("its output is a valid config")
    func pasted() async throws {
        let directory = try TemporaryDirectory.make()
        defer { unsafe unlink(directory + "/c.yaml"); TemporaryDirectory.remove(directory) }
        var guide = SurfaceGuide(file: nil, surfaces: [], parameter: "master")
        let told = ["cc 0 ch 1 = 64", "note 48 ch 2 = 1", "pitchbend ch 3 = 0"].compactMap { guide.lines(for: message($0, port: 2)) }
        let block = told.joined(separator: "\n").split(separator: "\n").dropFirst().joined(separator: "\n")
        let text = "version: 1\nparameters: {master: {max: 1}}\nsurfaces:\n\(block)\n"
        let file = unsafe open(directory + "/c.yaml", O_CREAT | O_TRUNC | O_WRONLY, 0o600)
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        close(file)
        let child = try await FaderctlProgram.run("check", directory + "/c.yaml", socket: "/nowhere")
        #expect(child.exitCode == 0, "\(text)\n\(child.errors)")
    }
}
