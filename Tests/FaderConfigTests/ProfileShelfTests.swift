import FaderConfig
import FaderConsole
import FaderTesting
import Testing

@Suite("The available profiles")
struct ProfileShelfTests {
    @Test("every profile is listed once, by name, with its description; one with errors is marked")
    func all() {
        let box = "version: 1\nname: Box\nmatch: {client: \"Box*\", port: 2}\ncontrols: {knob.1: {input: cc 1 ch 1, relative: twos}}\n"
        let files = MemoryFiles(texts: [
            "/etc/profiles/box.yaml": box, "/usr/profiles/box.yaml": box.replacing("Box", with: "Other"),
            "/usr/profiles/alpha.yaml": "version: 1\nname: Alpha\ncontrols: {a: {input: cc 1 ch 1}}\n",
            "/usr/profiles/broken.yaml": "version: 1\nname: Broken\ncontrols: {a: {input: cc 1}}\n", "/usr/profiles/readme.txt": "",
        ])
        let shelf = ProfileShelf(config: "/etc/faderd.yaml", installed: ["/usr/profiles"], files: files)
        let all = shelf.all()
        #expect(all.map(\.name) == ["alpha", "box", "broken"])
        #expect(all.map(\.title) == ["Alpha", "Box", "Broken"])
        #expect(all.map(\.isSound) == [true, true, false])
        #expect(all.map { $0.match?.description } == [nil, "Box* port 2", nil])
        // One by its name is the same, and those with a match are recognized.
        #expect(all.map { shelf.entry($0.name) } == all && shelf.entry("readme") == nil && shelf.entry("../box") == nil)
        #expect(shelf.recognitions().map { [$0.name, $0.match?.description] } == [["box", "Box* port 2"]])
        #expect(all[1].file == "/etc/profiles/box.yaml" && all[1].controls.first?.encoder == EncoderSpec(.twos))
    }

    @Test("a device is recognized by its USB numbers among all profiles that ship with faderd, whatever its name is")
    func usb() {
        let known = ProfileShelf(config: "/nowhere/faderd.yaml", installed: ["\(TestFile.project)/config/profiles"]).recognitions()
        #expect(known.count > 100)
        for (numbers, profile) in [
            ("0763:019a", "axiom-61"), ("0582:0117", "v-studio-20"), ("041e:3f00", "xboard-61"), ("0a4d:00f1", "x-session"),
            ("0944:0117", "nanokontrol2"), ("2580:0007", "midi-fighter-twister"),
        ] {
            let fits = known.filter { $0.match?.accepts("USB MIDI Device", USBIdentity(parsing: numbers)) ?? false }.map(\.name)
            #expect(fits.first == profile, "\(numbers) is \(fits)")
        }
    }
}
