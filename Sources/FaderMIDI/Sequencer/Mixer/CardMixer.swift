internal import CALSA
internal import Glibc

/// An open mixer of a sound card. Owned by one thread.
@safe final class CardMixer {
    private let card: String
    private let handle: OpaquePointer
    /// What was last set, and what the channels showed then. As long as they do, a read returns the number that was set, however coarse the
    /// card's steps are.
    private var lastSet: [MixerControl: (number: Double, channels: [Int])] = [:]
    /// How far each channel is below the loudest, in dB or as a fraction of its travel. A set keeps it, even through silence.
    private var balances: [MixerControl: [Double]] = [:]

    /// A plain name is a card's id or number; anything else is a name from ALSA's configuration.
    init(card: String) throws(MixerError) {
        calsa_silence_messages()
        self.card = card
        var opened: OpaquePointer?
        let code = unsafe snd_mixer_open(&opened, 0)
        guard code >= 0, let handle = unsafe opened else { throw .failed(call: "snd_mixer_open", errno: -code) }
        unsafe self.handle = unsafe handle
        // From here on deinit closes.
        let name = card == "default" || card.contains(":") ? card : "hw:\(card)"
        let attached = unsafe snd_mixer_attach(handle, name)
        // The parsed alsa.conf takes several hundred kilobytes.
        _ = snd_config_update_free_global()
        switch -attached {
        case ...0: break
        case ENOENT, ENODEV, ENXIO: throw .absent(card: card)
        case EACCES, EPERM: throw .denied(card: card)
        default: throw .failed(call: "snd_mixer_attach", errno: -attached)
        }
        try check(unsafe snd_mixer_selem_register(handle, nil, nil), "snd_mixer_selem_register")
        try check(unsafe snd_mixer_load(handle), "snd_mixer_load")
    }

    deinit { unsafe snd_mixer_close(handle) }

    /// What to poll for events of the card.
    var descriptors: [pollfd] {
        let count = unsafe snd_mixer_poll_descriptors_count(handle)
        var polled = [pollfd](repeating: pollfd(), count: Int(max(count, 0)))
        let filled = unsafe snd_mixer_poll_descriptors(handle, &polled, UInt32(polled.count))
        return Array(polled.prefix(Int(max(filled, 0))))
    }

    /// Processes the card's events. This has to be done after every poll that found something, or the next poll returns at once.
    func handleEvents() throws(MixerError) {
        let code = unsafe snd_mixer_handle_events(handle)
        // Only this call reports an unplugged card.
        if code == -ENODEV { throw .absent(card: card) }
        try check(code, "snd_mixer_handle_events")
    }

    /// The names of all controls, written as `amixer` does.
    var names: [String] {
        var names: [String] = []
        var next = unsafe snd_mixer_first_elem(handle)
        while let element = unsafe next {
            if let name = unsafe snd_mixer_selem_get_name(element) {
                let index = unsafe snd_mixer_selem_get_index(element)
                names.append(unsafe String(cString: name) + (index == 0 ? "" : ",\(index)"))
            }
            unsafe next = unsafe snd_mixer_elem_next(element)
        }
        return names
    }

    func read(_ control: MixerControl) throws(MixerError) -> Double {
        let side = try side(of: control)
        switch control.property {
        case .decibels, .volume:
            let volume = try volume(side, control)
            let channels = side.channels
            var shown: [Int] = []
            for channel in channels { shown.append(try side.volume(of: channel)) }
            if let last = lastSet[control], last.channels == shown { return last.number }
            lastSet[control] = nil
            return try loudest(of: shown, volume, control)
        case .switch:
            guard side.hasSwitch else { throw .lacks(control: control.name, what: "switch") }
            for channel in side.channels where try side.isOn(channel) { return 1 }
            return 0
        case .item(let names):
            let items = try items(side, control, names)
            let chosen = try side.item()
            // NaN: it is not among the parameter's options.
            return items.firstIndex(of: chosen).map(Double.init) ?? .nan
        }
    }

    /// Sets all channels, the loudest to this number.
    func set(_ control: MixerControl, to number: Double) throws(MixerError) {
        let side = try side(of: control)
        switch control.property {
        case .decibels, .volume:
            let volume = try volume(side, control)
            let channels = side.channels
            if balances[control]?.count != channels.count { _ = try read(control) }
            let isInDecibels = control.property == .decibels
            var shown: [Int] = []
            for (channel, balance) in zip(channels, balances[control] ?? []) {
                try side.setVolume(try volume.volume(nearest: isInDecibels ? number - balance : number * balance), of: channel)
                shown.append(try side.volume(of: channel))
            }
            lastSet[control] = (number, shown)
        case .switch:
            guard side.hasSwitch else { throw .lacks(control: control.name, what: "switch") }
            try side.setOn(number >= 0.5)
        case .item(let names):
            let items = try items(side, control, names)
            let place = Int(number)
            if items.indices.contains(place) { try side.choose(items[place]) }
        }
    }

    /// The loudest channel's number. Notes how far the others are below it, except for silent ones, where that is unknown.
    private func loudest(of shown: [Int], _ volume: MixerVolume, _ control: MixerControl) throws(MixerError) -> Double {
        var numbers: [Double] = []
        for channel in shown { numbers.append(try volume.number(of: channel)) }
        let peak = numbers.max() ?? 0
        let (old, isInDecibels) = (balances[control] ?? [], control.property == .decibels)
        balances[control] = numbers.indices.map { place in
            if shown[place] == volume.lowest { return place < old.count ? old[place] : isInDecibels ? 0 : 1 }
            return MixerVolume.balance(of: numbers[place], below: peak, isInDecibels: isInDecibels)
        }
        return peak
    }

    private func side(of control: MixerControl) throws(MixerError) -> MixerSide {
        var id: OpaquePointer?
        try check(unsafe snd_mixer_selem_id_malloc(&id), "snd_mixer_selem_id_malloc")
        defer { unsafe snd_mixer_selem_id_free(id) }
        unsafe snd_mixer_selem_id_set_name(id, control.name)
        unsafe snd_mixer_selem_id_set_index(id, UInt32(control.index))
        guard let element = unsafe snd_mixer_find_selem(handle, id) else {
            throw .unknown(control: control.name + (control.index == 0 ? "" : ",\(control.index)"), among: names)
        }
        return unsafe MixerSide(element, isCapture: control.isCapture)
    }

    private func volume(_ side: MixerSide, _ control: MixerControl) throws(MixerError) -> MixerVolume {
        let isInDecibels = control.property == .decibels
        guard let volume = MixerVolume(side, isInDecibels: isInDecibels) else {
            let what = side.hasVolume ? "volume in decibels" : control.isCapture ? "capture volume" : "playback volume"
            throw .lacks(control: control.name, what: what)
        }
        return volume
    }

    /// The card's item numbers for the names, in their order.
    private func items(_ side: MixerSide, _ control: MixerControl, _ names: [String]) throws(MixerError) -> [Int] {
        let items = side.items
        guard !items.isEmpty else { throw .lacks(control: control.name, what: "items to choose from") }
        var numbers: [Int] = []
        for name in names {
            guard let number = items.firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
                throw .lacks(control: control.name, what: "item \"\(name)\"; it has \(items.joined(separator: ", "))")
            }
            numbers.append(number)
        }
        return numbers
    }

    private func check(_ code: Int32, _ call: StaticString) throws(MixerError) {
        guard code >= 0 else { throw .failed(call: "\(call)", errno: -code) }
    }
}
