import FaderModel
import Testing

@Suite("A text without its secrets") struct SecretsTests {
    @Test("every other byte of the lines stays, whatever the line ends are")
    func hidden() {
        let text =
            "a: 1 # é\r\nb: {target: {exec: [curl, \"key: hunter2\", -x], env: {T: hunter2}}}\nc: {target: {exec: [fan, \"{value}\"]}}\n"
        let expected = "a: 1 # é\nb: {target: {exec: [curl, ***, ***], env: {T: ***}}}\nc: {target: {exec: [fan, \"{value}\"]}}\n"
        #expect(Secrets.hiding(in: Array(text.utf8)) == expected)
    }

    @Test("a user and password in an address are hidden")
    func login() {
        let text = "a: {mqtt: \"mqtt://u:hunter2@host:1\"}\nb: mail@x\nc: \"//x@y\""
        #expect(Secrets.hiding(in: Array(text.utf8)) == text.replacing("u:hunter2", with: "***"))
    }

    @Test("a line that is too long to be looked through is hidden as a whole")
    func long() {
        let line = "b: {target: {exec: [curl, " + String(repeating: "x", count: Secrets.longestLine) + "]}}"
        #expect(Secrets.hiding(in: Array("a: 1\n\(line)\nc: 2".utf8)) == "a: 1\n***\nc: 2")
    }

    @Test("what is not UTF-8 stays readable")
    func bytes() {
        #expect(Secrets.hiding(in: [0x61, 0xFF, 0x0A, 0x62]) == "a\u{FFFD}\nb")
    }
}
