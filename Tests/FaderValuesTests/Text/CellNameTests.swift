import FaderValues
import Testing

@Suite("Names of real channels on displays")
struct CellNameTests {
    @Test(
        "each can still be read as a name in seven characters",
        arguments: [
            ("Bass Mic Pan", "BassMcP"), ("Kick In", "Kick In"), ("Kick Out", "KickOut"), ("Kick Drum", "KickDrm"),
            ("Kick Group A Sends", "KickGAS"), ("synth.cutoff", "synthCt"), ("Snare Top", "SnareTp"), ("Snare Bottom", "SnareBt"),
            ("Hi-Hat", "Hi-Hat"), ("Tom 1", "Tom 1"), ("Floor Tom", "FloorTm"), ("Tom 1 High Left", "Tom1HgL"),
            ("Overheads L", "OverhdL"), ("Overheads Left", "OverLft"), ("Room Mic", "RoomMic"), ("Drums Room Mic Left", "DrumRML"),
            ("Drum Bus", "DrumBus"), ("Percussion", "Percusn"), ("Percussion Left", "PercLft"), ("Bass DI", "Bass DI"),
            ("Bass Amp", "BassAmp"), ("Acoustic Guitar", "AcstGtr"), ("Acoustic Gtr L", "AcstGtL"), ("Electric Guitar", "ElecGtr"),
            ("Guitar Solo", "GuitarS"), ("Guitar Left", "GuitarL"), ("E-Guitar 2", "EGuitr2"), ("Piano Left", "PianoLf"),
            ("Piano Microphone Left", "PianoML"), ("Grand Piano", "GrandPn"), ("Keyboards", "Keybord"), ("Keys Left", "KeysLft"),
            ("Synth Pad", "SynthPd"), ("Organ Leslie Low", "OrganLL"), ("Lead Vocal", "LeadVcl"), ("Vocal Lead", "VocalLd"),
            ("Background Vocals", "BackVcl"), ("BackingVox 3", "BacVox3"), ("Choir Soprano", "ChoirSp"), ("Saxophone Left", "SxphLft"),
            ("Trumpet 1", "Trumpt1"), ("Strings Left", "StrnLft"), ("Audience Mic", "AdncMic"), ("Channel 12", "Chanl12"),
            ("Monitors", "Monitor"), ("Master Fader", "MasterF"), ("Reverb Mix", "ReverbM"), ("Reverb Return", "ReverbR"),
            ("Delay Time", "DelayTm"), ("Delay Feedback", "DelayFd"), ("Compressor", "Comprsr"), ("Compressor Threshold", "CompThr"),
            ("Low Cut", "Low Cut"), ("EQ High Freq", "EQHghFr"), ("Send 12 to 3", "Sn12To3"), ("Web Browser", "WebBrow"),
            ("Headphones", "Headphn"), ("Headset Microphone", "HdstMic"), ("Speakers", "Speaker"), ("Playback 1", "Plybck1"),
            ("Talkback", "Talkbck"), ("Click Track", "ClickTr"), ("Spotify Music", "SpotMsc"), ("Wireless 4", "Wirels4"),
            ("Aux 1 Send 3", "Aux1Sn3"), ("Mix Bus 1-2", "MixB1-2"), ("+48V Phantom", "+48VPhn"), ("L/R Main", "L/RMain"),
            ("Gesang Chor", "GesangC"), ("KICK DRUM MIC", "KICKDRM"), ("drums.kick.volume", "drumsKV"),
            ("System Notifications", "SystemN"), ("Filter Resonance", "FilterR"),
        ])
    func names(name: String, cell: String) {
        #expect(CellText.label(name, width: 7) == cell)
        #expect(cell.count <= 7)
    }
}
