internal import FaderValues

public struct DesktopNotification: Sendable, Equatable {
    public let id: String
    /// One line.
    public let text: String
    /// Of its range, 0…100; nil if it has none.
    public let percent: Int?

    /// In characters.
    private static let (longestLabel, longestValue) = (64, 80)

    /// One line, whatever label and value contain.
    public init(id: String, label: String, value: String, percent: Int?) {
        func line(_ text: String, _ longest: Int) -> String {
            let cut = text.count > longest ? text.prefix(longest - 1) + "…" : Substring(text)
            return String(cut).withoutControls()
        }
        text = "\(line(label, Self.longestLabel)): \(line(value, Self.longestValue))"
        (self.id, self.percent) = (id, percent)
    }
}
