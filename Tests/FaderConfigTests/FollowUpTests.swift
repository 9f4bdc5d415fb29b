import FaderConfig
import FaderTesting
import FaderValues
import Testing

@Suite("One mistake is one diagnostic")
struct FollowUpTests {
    @Test("a value that cannot be read is reported once, wherever it is")
    func unreadable() throws {
        let lines = try TestFile.text("Scripts/every-key.yaml").split(separator: "\n").map(String.init)
        #expect(told(lines) == [])
        for (place, line) in lines.enumerated() {
            guard let key = line.firstMatch(of: /^(\s*(?:- )?[\w.+-]+:|\s*-)\s+\S/)?.1 else { continue }
            var broken = lines
            for value in ["@", "[[]]"] {
                broken[place] = "\(key) \(value)"
                #expect(told(broken).count == 1, "\(line) \(value): \(told(broken))")
            }
        }
    }

    @Test("an unknown action does not make its control a modifier, nor count as one")
    func notModifiers() {
        let buttons = (1...40).map { "b.\($0): {input: note \($0) ch 1}" }.joined(separator: ", ")
        let map = (1...40).map { "b.\($0): {parameter: a, action: togle}" }.joined(separator: ", ")
        let config = """
            version: 1
            parameters: {a: {}, b: {}}
            surfaces:
              s: {match: X, controls: {\(buttons)}, map: {\(map)}, pages: {one: {map: {b.1: b}}, two: {map: {b.1: a, b.1+b.2: b}}}}
            """
        #expect(told(config.split(separator: "\n").map(String.init)).filter { !$0.contains("togle") } == [])
    }

    private func told(_ lines: [String]) -> [String] {
        read(lines.joined(separator: "\n") + "\n", profiles: ["/usr/share/profiles/box.yaml": Self.box]).diagnostics.map(\.headline)
    }

    static let box = """
        version: 1
        name: Box
        protocol: {name: mackie, colors: x-touch, without: ["*"]}
        controls:
          fader.1: {input: cc 1 ch 1}
          fader.2: {input: cc 2 ch 1}
          mod.1: {input: note 1 ch 1}
          mod.2: {input: note 2 ch 1}
          mod.3: {input: note 3 ch 1}
          mod.4: {input: note 4 ch 1}
          mod.5: {input: note 5 ch 1}
          mod.6: {input: note 6 ch 1}
        """
}
