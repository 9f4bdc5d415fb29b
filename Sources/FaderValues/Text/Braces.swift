/// Names in braces, such as `{value}`, that are replaced in a text.
extension String {
    /// Each `{name}` becomes the result of `text`. Where that is nil, the braces stay, and a name may still follow, as in `{"bri":
    /// {value}}`.
    public func replacingBraces(_ text: (String) -> String?) -> String {
        let pieces = split(separator: "{", omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: String(pieces[0])) { filled, piece in
            if let close = piece.firstIndex(of: "}"), let value = text(String(piece[..<close])) {
                filled += value + piece[piece.index(after: close)...]
            } else {
                filled += "{" + piece
            }
        }
    }
}
