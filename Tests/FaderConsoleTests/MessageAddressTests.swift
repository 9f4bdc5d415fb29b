import FaderConsole
import FaderValues
import Testing

@Suite("Messages as text")
struct MessageAddressTests {
    @Test("every address is written as the config writes it, and read back as itself", arguments: MessageKind.allCases)
    func inverse(_ kind: MessageKind) throws {
        for number in 0...(kind.maximumNumber ?? 0) {
            for channel: UInt8 in number < 130 || number == kind.maximumNumber ? [0, 7, 15] : [5] {
                let address = MessageAddress(kind, number: number, channel: channel)
                #expect(try MessageAddress(parsing: address.description) == address)
            }
        }
    }

    @Test("a message that names a value, or its halves, is written and read back as itself")
    func named() throws {
        for value: UInt8 in [1, 5, 127] {
            for message in [MessageAddress(.cc, number: 127, channel: 15), MessageAddress(.note, number: 0), MessageAddress(.program)] {
                let named = message.naming(value)
                #expect(try MessageAddress(parsing: named.description) == named)
                #expect(named.value == UInt32(value) && named.anyValue == message && message.value == nil)
            }
        }
        for (msb, lsb) in [(39, 7), (0, 127), (127, 0), (7, 8)] as [(UInt16, UInt16)] {
            let pair = MessageAddress(msb: msb, lsb: lsb, channel: 3)
            #expect(pair.description == "cc14 \(msb)/\(lsb) ch 4" && pair.namesHalves && pair.value == nil)
            #expect(try MessageAddress(parsing: pair.description) == pair)
            #expect((pair.halves.msb.number, pair.halves.lsb.number) == (msb, lsb))
        }
        #expect(try MessageAddress(parsing: "cc14 7/39 ch 1") == MessageAddress(.cc14, number: 7))
    }

    @Test(
        "the documented forms",
        arguments: [
            ("cc 7 ch 1", MessageAddress(.cc, number: 7)), ("cc14 7 ch 16", MessageAddress(.cc14, number: 7, channel: 15)),
            ("nrpn 16383 ch 2", MessageAddress(.nrpn, number: 16383, channel: 1)), ("rpn 0 ch 1", MessageAddress(.rpn)),
            ("pitchbend ch 3", MessageAddress(.pitchbend, channel: 2)), ("note 104 ch 1", MessageAddress(.note, number: 104)),
            ("pressure ch 1", MessageAddress(.pressure)), ("polypressure 60 ch 1", MessageAddress(.polypressure, number: 60)),
            ("program ch 9", MessageAddress(.program, channel: 8)), ("  cc\t7  ch 1 ", MessageAddress(.cc, number: 7)),
        ])
    func forms(text: String, address: MessageAddress) throws { #expect(try MessageAddress(parsing: text) == address) }

    @Test(
        "each mistake has its own error and message",
        arguments: [
            ("", MessageSyntaxError.empty, "expected a message such as \"cc 7 ch 1\""),
            ("   ", .empty, "expected a message such as \"cc 7 ch 1\""),
            (
                "CC 7 ch 1", .unknownKind("CC"),
                "\"CC\" is not a kind of message; expected one of cc, cc14, pitchbend, note, pressure, polypressure, program, nrpn, rpn"
            ),
            ("cc", .missingNumber(.cc), "cc needs a number, as in \"cc 7 ch 1\""),
            ("cc ch 1", .number("ch", .cc), "\"ch\" is not a number of cc (0…127)"),
            ("cc 128 ch 1", .number("128", .cc), "\"128\" is not a number of cc (0…127)"),
            ("cc14 32 ch 1", .number("32", .cc14), "\"32\" is not a number of cc14 (0…31)"),
            ("cc -1 ch 1", .number("-1", .cc), "\"-1\" is not a number of cc (0…127)"),
            ("nrpn 16384 ch 1", .number("16384", .nrpn), "\"16384\" is not a number of nrpn (0…16383)"),
            ("nrpn 70000 ch 1", .number("70000", .nrpn), "\"70000\" is not a number of nrpn (0…16383)"),
            ("cc 7", .missingChannel(.cc), "the channel is missing; expected \"cc 7 ch 1\""),
            ("cc 7 ch", .missingChannel(.cc), "the channel is missing; expected \"cc 7 ch 1\""),
            ("pitchbend", .missingChannel(.pitchbend), "the channel is missing; expected \"pitchbend ch 1\""),
            ("cc 7 ch 0", .channel("0"), "\"0\" is not a channel (1…16)"),
            ("cc 7 ch 17", .channel("17"), "\"17\" is not a channel (1…16)"),
            ("cc 7 ch 1 64", .trailing("64"), "\"64\" is more than a message has; expected a form like \"cc 7 ch 1\""),
            ("cc 7 ch 1 =", .value(""), "\"\" is not a value (0…127)"),
            ("cc 7 ch 1 = 1 2", .value("1 2"), "\"1 2\" is not a value (0…127)"),
            (
                "cc14 7/ ch 1", .halves("7/"),
                "\"7/\" does not name the controllers of the MSB and the LSB, two different numbers 0…127, as in \"cc14 7/39 ch 1\""
            ),
            ("cc 7/39 ch 1", .number("7/39", .cc), "\"7/39\" is not a number of cc (0…127)"),
        ])
    func mistakes(text: String, error: MessageSyntaxError, sentence: String) {
        #expect(throws: error) { try MessageAddress(parsing: text) }
        #expect("\(error)" == sentence)
        for pair in ["7/200", "1/2/3", "/7", "5/5"] {
            #expect(throws: MessageSyntaxError.halves(pair)) { try MessageAddress(parsing: "cc14 \(pair) ch 1") }
        }
    }

    @Test("a message is printed as monitor shows it")
    func monitorForm() {
        #expect("\(MIDIMessage(MessageAddress(.cc, number: 7), raw: 64))" == "cc 7 ch 1 = 64")
        #expect("\(MIDIMessage(MessageAddress(.pitchbend, channel: 15), raw: 16383))" == "pitchbend ch 16 = 16383")
    }

    @Test(
        "ids of parameters",
        arguments: [
            ("master", true), ("synth.cutoff", true), ("a.b.c-d_9", true), ("", false), (".a", false), ("a.", false), ("a..b", false),
            ("Master", false), ("a b", false), ("é", false), ("a\n", false),
        ])
    func ids(id: String, isValid: Bool) {
        #expect(ParameterSpec.isValidID(id) == isValid)
        #expect(ParameterSpec.isValidID(String(repeating: "a", count: 64)) && !ParameterSpec.isValidID(String(repeating: "a", count: 65)))
    }
}
