internal import FaderJSON
internal import Glibc

/// The level of an input (obs-websocket, src/utils/Obs_VolumeMeter.cpp).
enum OBSLevel {
    /// The loudest peak of the channels after the volume, in decibels; −∞ if all are silent. A channel is a list: magnitude and peak after
    /// the volume, then the peak before it.
    static func decibels(ofChannels channels: [JSONNode]) -> Double {
        let peaks = channels.map { channel -> Double in
            guard case .list(let numbers) = channel.content, numbers.count > 1, case .number(let peak) = numbers[1].content else {
                return 0
            }
            return Double(peak) ?? 0
        }
        let loudest = peaks.filter(\.isFinite).max() ?? 0
        return loudest > 0 ? 20 * log10(loudest) : -.infinity
    }
}
