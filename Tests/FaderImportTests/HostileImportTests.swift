import FaderTesting
import Testing

@testable import FaderImport

@Suite("Hostile files of other programs")
struct HostileImportTests {
    /// A file of each format, with every element that is read.
    private static let seeds = [
        """
        <InputProfile><Manufacturer>M</Manufacturer><Model>N</Model><Type>MIDI</Type><ColorTable><Color Value="2" RGB="#ff0000"/></ColorTable>
        <Channel Number="1"><Name>Fader 1</Name><Type>Slider</Type><Movement Sensitivity="1">Relative</Movement></Channel><Channel Number="130">
        <Name>Mute 1</Name><Type>Button</Type><Feedback LowerValue="0" UpperValue="9" MidiChannel="3"/></Channel></InputProfile>
        """,
        """
        <ArdourMIDIBindings name="N" manufacturer="M"><DeviceInfo motorised="yes"/><Binding channel="1" ctl="7" uri="/route/gain B1"/><Binding
        msg="B0 1e 01" action="x/y"/><Binding msg="B0 1e 02" function="z"/><Binding channel="1" enc-2="9" uri="/route/pandirection B2"/>
        </ArdourMIDIBindings>
        """,
        """
        <MackieProtocolDevice><Name value="N"/><DeviceType value="MCU"/><Strips value="4"/><Extenders value="1"/><GlobalControls value="no"/>
        <JogWheel value="no"/><IsXTouch value="yes"/><NoHandShake value="yes"/><TimecodeDisplay value="no"/></MackieProtocolDevice>
        """,
        """
        {"outchannel": 8, "groups": [{"rows": 2, "cols": 2, "position": [1, 2], "dimensions": [9, 8], "spacing": [10, 10], // x
        "controls": [1, 2, 3, 44,], "messageType": "note", "drawType": "button", "colors": [0, 1, 3]}, {"rows": 1, "cols": 1, "14bit": true,
        "position": [1, 2], "dimensions": [9, 8], "controls": [40], "incremental": true}]}
        """,
        """
        <MixxxMIDIPreset><info><name>N</name></info><controller id="I"><controls><control><group>[Channel1]</group><key>volume</key>
        <status>0xB0</status><midino>0x1</midino><options><fourteen-bit-msb/></options></control><control><group>[Channel1]</group>
        <key>volume</key><status>0xB0</status><midino>0x21</midino><options><fourteen-bit-lsb/></options></control><control><key>play</key>
        <group>[Channel1]</group><status>0x90</status><midino>2</midino></control></controls><outputs><output><group>[Channel1]</group>
        <key>play</key><status>0x90</status><midino>2</midino><on>9</on></output></outputs></controller></MixxxMIDIPreset>
        """,
    ]

    @Test("cuts, swaps and changed bytes never crash, and whatever becomes a profile has no errors", arguments: 0..<5)
    func fuzz(which: Int) throws {
        var random = SeededGenerator(seed: UInt64(which) + 1)
        let seed = Array(Self.seeds[which].utf8)
        #expect(try errors(in: ImportedProfile(ForeignFormat.read(seed, name: "N")).text) == [])
        var made = 0
        for round in 0..<300 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...4, using: &random) {
                case 0: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 2: bytes[place] = Array("0123456789-<>\"&,{}[]= ".utf8).randomElement(using: &random) ?? 0
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: Int.random(in: 0...place, using: &random))
                default: bytes.insert(contentsOf: Array(HostileText.random(using: &random).utf8), at: place)
                }
                if bytes.isEmpty { bytes = seed }
            }
            guard let profile = try? ImportedProfile(ForeignFormat.read(bytes, name: "N")) else { continue }
            made += 1
            #expect(errors(in: profile.text) == [], "round \(round)")
        }
        #expect(made > 10, "only \(made) of the changed files could be read")
    }

    @Test("a text from a file stays a text: in the name, in comments, in the summary")
    func texts() throws {
        var random = SeededGenerator(seed: 7)
        let texts = HostileText.known + (0..<100).map { _ in HostileText.random(using: &random) }
        for text in texts {
            var device = ForeignDevice(.mixxx, title: text)
            (device.fileName, device.client) = (text, text)
            if device.title.isEmpty { device.title = "N" }
            (device.assumed, device.unknown) = ([text], [text])
            device.omitted.add(text)
            let message = try #require(ForeignMessage(.cc, 1, channel: 1))
            device.controls = [ForeignControl(message: message, kind: .fader, role: .init(word: text), label: text)]
            let profile = try ImportedProfile(device)
            #expect(errors(in: profile.text) == [], "\(text)")
            #expect(HostileText.isSafe(profile.text.split(separator: "\n").joined()), "\(text)")
            #expect(!profile.name.isEmpty && profile.name.utf8.allSatisfy { (0x30...0x7A).contains($0) || $0 == 0x2D })
        }
    }

    @Test("large files: many equal controls, many halves and lamps of one key, and as many different controls as a surface may have")
    func many() throws {
        let binding = "<Binding channel=\"1\" ctl=\"7\" uri=\"/route/gain B1\"/>"
        let same = "<ArdourMIDIBindings>" + String(repeating: binding, count: 3_000) + "</ArdourMIDIBindings>"
        #expect(try profile(of: same).repeated == 2_999)
        let half = "<key>x</key><status>0xB0</status><midino>1</midino><options><fourteen-bit-Xsb/></options></control>"
        let halves = ["m", "l"].map { "<control>" + half.split(separator: "X").joined(separator: $0) }.map {
            String(repeating: $0, count: 1_500)
        }
        let light = String(repeating: "<output><key>x</key><status>0x90</status><midino>1</midino></output>", count: 1_500)
        let mixxx = "<MixxxControllerPreset><controller>\(halves.joined())\(light)</controller></MixxxControllerPreset>"
        #expect(try profile(of: mixxx).controls == 1)
        let different = (0..<16 * 256).map { "<Channel Number=\"\($0 / 256 * 4096 + $0 % 256)\"><Name>x</Name></Channel>" }.joined()
        #expect(try profile(of: "<InputProfile><Model>x</Model>\(different)</InputProfile>").controls == 4096)
        #expect { try ForeignFormat.read([UInt8](repeating: 0x20, count: 4 << 20 + 1), name: "x") } throws: {
            "\($0)".contains("larger than 4 MiB")
        }
    }
}
