extension String {
    /// Split at each occurrence of a word.
    ///
    /// The standard library's own search for a text in a text (`contains`, `replacing`) brings the module of regular expressions, which
    /// makes every static program that links this one 1.3 MB larger.
    package func pieces(between word: String) -> [String] {
        let (text, word) = (Array(utf8), Array(word.utf8))
        guard !word.isEmpty else { return [self] }
        var pieces: [String] = []
        var (start, place) = (0, 0)
        while place + word.count <= text.count {
            guard text[place..<(place + word.count)].elementsEqual(word) else {
                place += 1
                continue
            }
            pieces.append(String(decoding: text[start..<place], as: UTF8.self))
            place += word.count
            start = place
        }
        return pieces + [String(decoding: text[start...], as: UTF8.self)]
    }
}
