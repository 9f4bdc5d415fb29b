internal import CALSA

/// libasound's calls for one side of a control. Volumes are the driver's numbers; decibels are in hundredths. Valid until the mixer
/// processes events or is closed.
@safe struct MixerSide {
    private let element: OpaquePointer
    private let isCapture: Bool
    private typealias Channel = snd_mixer_selem_channel_id_t

    init(_ element: OpaquePointer, isCapture: Bool) {
        unsafe self.element = unsafe element
        self.isCapture = isCapture
    }

    var hasVolume: Bool {
        (isCapture ? unsafe snd_mixer_selem_has_capture_volume(element) : unsafe snd_mixer_selem_has_playback_volume(element)) != 0
    }

    var hasSwitch: Bool {
        (isCapture ? unsafe snd_mixer_selem_has_capture_switch(element) : unsafe snd_mixer_selem_has_playback_switch(element)) != 0
    }

    var channels: [Int32] {
        (0...Int32(SND_MIXER_SCHN_LAST.rawValue)).filter { channel in
            let channel = Channel(rawValue: channel)
            if isCapture { return unsafe snd_mixer_selem_has_capture_channel(element, channel) != 0 }
            return unsafe snd_mixer_selem_has_playback_channel(element, channel) != 0
        }
    }

    /// From silence to loudest; nil if it has no volume.
    var range: ClosedRange<Int>? {
        var (low, high) = (0, 0)
        let code =
            isCapture
            ? unsafe snd_mixer_selem_get_capture_volume_range(element, &low, &high)
            : unsafe snd_mixer_selem_get_playback_volume_range(element, &low, &high)
        return code >= 0 && low < high ? low...high : nil
    }

    /// From silence to loudest in hundredths of a decibel; nil if the driver does not know decibels.
    var decibelRange: ClosedRange<Int>? {
        var (low, high) = (0, 0)
        let code =
            isCapture
            ? unsafe snd_mixer_selem_get_capture_dB_range(element, &low, &high)
            : unsafe snd_mixer_selem_get_playback_dB_range(element, &low, &high)
        return code >= 0 && low < high ? low...high : nil
    }

    func volume(of channel: Int32) throws(MixerError) -> Int {
        var volume = 0
        let channel = Channel(rawValue: channel)
        try check(
            isCapture
                ? unsafe snd_mixer_selem_get_capture_volume(element, channel, &volume)
                : unsafe snd_mixer_selem_get_playback_volume(element, channel, &volume),
            "snd_mixer_selem_get_volume")
        return volume
    }

    func setVolume(_ volume: Int, of channel: Int32) throws(MixerError) {
        let channel = Channel(rawValue: channel)
        try check(
            isCapture
                ? unsafe snd_mixer_selem_set_capture_volume(element, channel, volume)
                : unsafe snd_mixer_selem_set_playback_volume(element, channel, volume),
            "snd_mixer_selem_set_volume")
    }

    func decibels(of volume: Int) throws(MixerError) -> Int {
        var decibels = 0
        try check(
            isCapture
                ? unsafe snd_mixer_selem_ask_capture_vol_dB(element, volume, &decibels)
                : unsafe snd_mixer_selem_ask_playback_vol_dB(element, volume, &decibels),
            "snd_mixer_selem_ask_vol_dB")
        return decibels
    }

    func volume(nearest decibels: Int) throws(MixerError) -> Int {
        var volume = 0
        try check(
            isCapture
                ? unsafe snd_mixer_selem_ask_capture_dB_vol(element, decibels, 0, &volume)
                : unsafe snd_mixer_selem_ask_playback_dB_vol(element, decibels, 0, &volume),
            "snd_mixer_selem_ask_dB_vol")
        return volume
    }

    func isOn(_ channel: Int32) throws(MixerError) -> Bool {
        var isOn: Int32 = 0
        let channel = Channel(rawValue: channel)
        try check(
            isCapture
                ? unsafe snd_mixer_selem_get_capture_switch(element, channel, &isOn)
                : unsafe snd_mixer_selem_get_playback_switch(element, channel, &isOn),
            "snd_mixer_selem_get_switch")
        return isOn != 0
    }

    func setOn(_ isOn: Bool) throws(MixerError) {
        let number: Int32 = isOn ? 1 : 0
        try check(
            isCapture
                ? unsafe snd_mixer_selem_set_capture_switch_all(element, number)
                : unsafe snd_mixer_selem_set_playback_switch_all(element, number),
            "snd_mixer_selem_set_switch")
    }

    var items: [String] {
        guard unsafe snd_mixer_selem_is_enumerated(element) != 0 else { return [] }
        let count = unsafe snd_mixer_selem_get_enum_items(element)
        return (0..<max(count, 0)).compactMap { item in
            var name = [CChar](repeating: 0, count: 64)
            guard unsafe snd_mixer_selem_get_enum_item_name(element, UInt32(item), name.count - 1, &name) >= 0 else { return nil }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    func item() throws(MixerError) -> Int {
        var item: UInt32 = 0
        try check(
            unsafe snd_mixer_selem_get_enum_item(element, Channel(rawValue: 0), &item), "snd_mixer_selem_get_enum_item")
        return Int(item)
    }

    func choose(_ item: Int) throws(MixerError) {
        try check(
            unsafe snd_mixer_selem_set_enum_item(element, Channel(rawValue: 0), UInt32(item)), "snd_mixer_selem_set_enum_item")
    }

    private func check(_ code: Int32, _ call: StaticString) throws(MixerError) {
        guard code >= 0 else { throw .failed(call: "\(call)", errno: -code) }
    }
}
