internal import FaderValues

public struct DesktopNotification: Sendable, Equatable {
    public let id: String
    /// The one line that it has.
    public let text: String
    /// How far along its range the value is, 0…100; nil if it has no range.
    public let percent: Int?

    /// The most characters of a label and of a value.
    private static let (longestLabel, longestValue) = (64, 80)

    /// The text is one line, whatever label and value contain.
    public init(id: String, label: String, value: String, percent: Int?) {
        func line(_ text: String, _ longest: Int) -> String {
            let cut = text.count > longest ? text.prefix(longest - 1) + "…" : Substring(text)
            return String(cut).withoutControls()
        }
        text = "\(line(label, Self.longestLabel)): \(line(value, Self.longestValue))"
        (self.id, self.percent) = (id, percent)
    }
}
