import Testing

@testable import FaderMIDI

@Suite struct SequencerErrorTests {
    @Test("an absent sequencer says how to get one", arguments: [2, 6, 19] as [Int32])
    func absent(errno: Int32) {
        let error = SequencerError(opening: -errno, isThere: false)
        #expect(error == .absent)
        for hint in ["/dev/snd/seq", "modprobe snd-seq", "container", "--virtual"] { #expect(error.description.contains(hint)) }
    }

    @Test("a libasound without its configuration is told from a kernel without a sequencer")
    func unconfigured() {
        #expect(SequencerError(opening: -2, isThere: true) == .unconfigured)
        #expect(SequencerError(opening: -19, isThere: true) == .absent)
    }

    @Test("a refused permission names the group")
    func denied() {
        #expect(SequencerError(opening: -13) == .denied)
        #expect(SequencerError(opening: -13).description.contains("group audio"))
    }

    @Test("the error for a device that another program holds says so", arguments: [11, 16] as [Int32])
    func held(errno: Int32) {
        #expect(SequencerError(connecting: -errno) == .held)
        #expect(SequencerError.held.description.contains("another program"))
    }

    @Test("a connection that fails names its surface")
    func unconnected() {
        let text = SequencerError.unconnected(surface: "desk", reason: .held).description
        #expect(text.contains("\"desk\"") && text.contains("another program"))
    }

    @Test("any other failure names its call and its reason")
    func others() {
        #expect(SequencerError(opening: -5) == .failed(call: "snd_seq_open", errno: 5))
        let text = SequencerError.failed(call: "snd_seq_create_port", errno: 5).description
        #expect(text.contains("snd_seq_create_port") && text.contains("Input/output error"))
    }
}
