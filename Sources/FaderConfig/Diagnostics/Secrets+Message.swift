internal import FaderModel

extension Secrets {
    /// The secrets in a file.
    init(in source: Source) {
        self.init(in: source.lines.indices.map { source.line($0 + 1) ?? "" })
    }

    /// A message about a line without the secrets that it quotes.
    func hiding(in message: String, line number: Int, of source: Source) -> String {
        guard let columns = columns[number - 1], let line = source.line(number) else { return message }
        let scalars = Array(line.unicodeScalars)
        return columns.reduce(message) { message, range in
            let isOutside = { (scalar: Unicode.Scalar) in scalar == "\"" || scalar == "'" || scalar == " " }
            let secret = scalars[range.clamped(to: scalars.indices)].drop(while: isOutside)
            let whole = secret[..<((secret.lastIndex { !isOutside($0) } ?? secret.startIndex - 1) + 1)]
            let word = whole.prefix { !" ,]}".unicodeScalars.contains($0) }
            return [whole, word, word.prefix { $0 != ":" }].reduce(message) { message, secret in
                message.hidingQuoted(String(String.UnicodeScalarView(secret)).forDisplay)
            }
        }
    }
}

extension String {
    /// This text without a secret that comes before a quote.
    fileprivate func hidingQuoted(_ secret: String) -> String {
        let (text, secret) = (Array(unicodeScalars), Array(secret.unicodeScalars))
        guard !secret.isEmpty else { return self }
        var (hidden, index) = (String.UnicodeScalarView(), 0)
        while index < text.count {
            let end = index + secret.count
            if end < text.count, text[end] == "\"", text[index..<end].elementsEqual(secret) {
                hidden.append(contentsOf: Secrets.hidden.unicodeScalars)
                index = end
            } else {
                hidden.append(text[index])
                index += 1
            }
        }
        return String(hidden)
    }
}
