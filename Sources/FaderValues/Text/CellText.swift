/// Cells of displays are often only six or seven characters wide.
public enum CellText {
    /// A label in at most `width` characters; unchanged if it fits.
    ///
    /// Otherwise the blanks between its words go first, then punctuation, then letters. The first word stays whole if a letter of each
    /// other word fits beside it: `Bass Mic Pan` becomes `BassMcP`. If not, it gets half of the room or more: `Acoustic Guitar` becomes
    /// `AcstGtr`. A number is never cut. Where not even its last number fits, the cell is full of `#`.
    public static func label(_ text: String, width: Int) -> String {
        guard text.count > width else { return text }
        return CellLabel(text).text(width: width)
    }
}
