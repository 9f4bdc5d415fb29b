import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("What protocols send and understand, as scripts")
struct ProtocolScriptTests {
    @Test(
        "every script of Tests/Scripts/protocols comes out as it is written",
        arguments: try ScriptTest.all(in: "Scripts/protocols", on: "device"))
    func everyScript(script: ScriptTest) throws {
        try #require(script.setting.count == 2, "a device is a line of words and a line of what its controls drive")
        let device = try #require(Self.device(script.setting[0].split(separator: ", ").map(String.init)), "\(script.setting)")
        let map = try script.setting[1].split(separator: ", ").map { pair in
            let words = pair.split(separator: " ").map(String.init)
            return (words[0], try #require(ProtocolDesk.parameters.firstIndex { $0.id == words.last }, "\(pair)"))
        }
        let desk = ProtocolDesk.configuration(device, Dictionary(uniqueKeysWithValues: map.map { ($0, ParameterIndex($1)) }))
        if let failure = script.failure({ Transcript.play($0, on: desk, isConnected: false) }) { Issue.record("\(failure)") }
    }

    private static func device(_ words: [String]) -> ProtocolSpec? {
        var mackie = MackieSpec()
        for word in words.dropFirst() where words[0] == "mackie" {
            switch word {
            case "name 14": mackie.device = 0x14
            case "name 10": mackie.device = 0x10
            case "extender": mackie.isExtender = true
            case "silent": mackie.greets = false
            case "colors": mackie.hasColors = true
            default: return nil
            }
        }
        return switch words[0] {
        case "mackie": .mackie(mackie)
        case "hui": .hui
        case "faderport 8": .faderPort(FaderPortSpec(strips: 8))
        case "faderport 16": .faderPort(FaderPortSpec(strips: 16))
        default: nil
        }
    }
}
