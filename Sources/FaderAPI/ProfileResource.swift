/// A profile: a controller model that surfaces can name.
public struct ProfileResource: WireObject, Equatable {
    /// The name that `profile:` uses.
    public var name: String
    /// The name of the device for people.
    public var title: String
    public var file: String
    /// Its device's name on the sequencer, USB identity, or both: `X-Touch* or usb 1397:00b4`. Nil if each surface has to say.
    public var match: String?
    /// The answer of its device to a MIDI identity request, for example `00 01 06 02 00 01 00`; nil if the profile does not say.
    public var identity: String?
    /// The MIDI channel, 1…16, of the messages whose channel is a setting of the device, if the surface gives none; nil if there are none.
    public var channel: Int?
    /// A button whose lamp is lit on that channel, by which it can be found; nil if there is none.
    public var channelLamp: String?
    /// Whether a surface can use it. If not, `faderctl check` says what is wrong with it as soon as a surface names it.
    public var valid: Bool
    public var evidence: Evidence?
    /// What it shows besides its controls; nil if nothing.
    public var panel: Panel?
    /// Its controls, in the order of the file.
    public var controls: [Control]

    /// The sources of a profile, and who tried it.
    public struct Evidence: Codable, Sendable, Equatable {
        /// Where its facts come from: documents, files of other programs, measurements; empty: no source is on record.
        public var sources: [String]
        /// Who tried it with the device; empty: nobody did.
        public var tested: [String]

        package init(sources: [String], tested: [String]) { (self.sources, self.tested) = (sources, tested) }
    }

    /// What a device shows besides its controls.
    public struct Panel: Codable, Sendable, Equatable {
        /// How many texts its displays have room for.
        public var texts: Int
        public var meters: Int
        /// How many digits it has, of seven segments each.
        public var digits: Int
        /// How many strips have a color.
        public var colors: Int

        package init(texts: Int, meters: Int, digits: Int, colors: Int) {
            (self.texts, self.meters, self.digits, self.colors) = (texts, meters, digits, colors)
        }
    }

    /// One of its controls, with its messages in the words of the config.
    public struct Control: Codable, Sendable, Equatable {
        /// Its id, for example `fader.1`.
        public var id: String
        /// The message that it sends.
        public var input: String
        /// How an endless encoder reports how far it was turned; nil for all other controls.
        public var relative: String?
        /// The message that moves or lights it; nil if nothing does.
        public var motor: String?
        /// The message that its touch sensor sends; nil if it has none.
        public var touch: String?
        /// Whether it is a button with a lamp that can be lit; nil if it is not.
        public var lamp: Bool?

        package init(
            id: String, input: String, relative: String? = nil, motor: String? = nil, touch: String? = nil, lamp: Bool? = nil
        ) {
            self.lamp = lamp
            self.id = id
            self.input = input
            self.relative = relative
            self.motor = motor
            self.touch = touch
        }
    }

    package init(
        name: String, title: String, file: String, match: String? = nil, identity: String? = nil, channel: Int? = nil,
        channelLamp: String? = nil, valid: Bool, evidence: Evidence? = nil, panel: Panel? = nil, controls: [Control]
    ) {
        (self.evidence, self.panel) = (evidence, panel)
        (self.channel, self.channelLamp) = (channel, channelLamp)
        self.name = name
        self.title = title
        self.file = file
        self.match = match
        self.identity = identity
        self.valid = valid
        self.controls = controls
    }
}

/// A controller on the sequencer that belongs to no surface.
public struct ControllerResource: WireObject, Equatable {
    /// The name of its client on the sequencer.
    public var client: String
    /// Which of the client's ports it answered on, from 1; nil if there is only one, or if it was not asked or did not answer.
    public var port: Int?
    /// The USB vendor and product of its sound card, for example `1397:00b4`; nil if it has none.
    public var usb: String?
    /// Its answer to a MIDI identity request, for example `00 01 06 02 00 01 00`; nil if it was not asked or did not answer.
    public var identity: String?
    /// The profile that fits its name, its USB identity or its answer; nil if none does.
    public var profile: String?
    /// Whether a surface with that profile finds it without a `match` of its own; nil without a profile.
    public var recognized: Bool?
    /// The other profiles that fit it as well, for other modes or settings of the same device; nil if there are none.
    public var others: [String]?

    package init(
        client: String, port: Int? = nil, usb: String? = nil, identity: String? = nil, profile: String? = nil, recognized: Bool? = nil,
        others: [String]? = nil
    ) {
        self.others = others
        self.client = client
        self.port = port
        self.usb = usb
        self.identity = identity
        self.profile = profile
        self.recognized = recognized
    }
}
