import FaderImport
import FaderJSON
import Testing

@Suite("A config of deej")
struct DeejTests {
    @Test("names become what they move: the devices, all other programs, and programs by what they are called here")
    func names() throws {
        let deej = try DeejConfig(
            .object([
                "slider_mapping": .object([
                    "0": .text("Master"), "1": .text("chrome.exe"), "2": .list([.text("PathOfExile_x64.exe"), .text("firefox")]),
                    "3": .text("mic"), "10": .text("deej.unmapped"), "4": .list([.text("Deej.Current"), .text("system")]),
                    "5": .text("Speakers (Realtek High Definition Audio)"), "6": .text("a.exe"), "7": .text("who*?.exe"), "8": .null,
                    "9": .list([.number(spelling: "1234"), .text("firefox"), .text("firefox"), .text("")]),
                ]),
                "invert_sliders": .flag(true), "com_port": .text("COM4"), "baud_rate": .number(spelling: "9600"),
            ]))
        #expect(deej.sliders.map(\.index) == [0, 1, 2, 3, 4, 5, 6, 7, 9, 10])
        #expect(
            deej.sliders.map(\.volumes) == [
                [.master], [.program("*chrome*")], [.program("*pathofexile*"), .program("firefox")], [.microphone],
                [.current, .ofWindows("the sounds of Windows itself")], [.ofWindows("a device of Windows")], [.program("a.exe")],
                [.program(#"*who\*\?*"#)], [.program("1234"), .program("firefox")], [.unmapped],
            ])
        #expect(deej.isInverted && deej.notes.isEmpty)
    }

    @Test("what is no config of deej is refused, and what cannot be read of one is named; neither is long")
    func hostile() throws {
        for content: JSONValue in [
            .null, .text("x"), .list([]), .object([:]), .object(["slider_mapping": .null]),
            .object(["slider_mapping": .list([.text("master")])]),
            .object(["slider_mapping": .object([:])]), .object(["slider_mapping": .object(["0": .null, "x": .text("master")])]),
        ] {
            #expect(throws: ImportProblem.self) { _ = try DeejConfig(content) }
        }
        let deej = try DeejConfig(
            .object([
                "slider_mapping": .object([
                    "0": .list([.text("ok"), .object(["a": .null]), .text(String(repeating: "x", count: 100_000))]),
                    "-1": .text("a"), "00": .text("b"), "64": .text("c"), "1.5": .text("d"),
                    "\u{1B}[31m\(String(repeating: "y", count: 9_000))": .text("e"),
                    "1": .list(Array(repeating: .text("same"), count: 10_000)),
                ]),
                "invert_sliders": .text("perhaps"), "buttons": .null, "more": .null,
            ]))
        #expect(deej.sliders.map(\.volumes) == [[.program("ok")], [.program("same")]])
        #expect(!deej.isInverted && deej.notes.count == 5, "\(deej.notes)")
        #expect(deej.notes.allSatisfy { $0.count < 200 && !$0.contains("\u{1B}") }, "\(deej.notes)")
    }
}
