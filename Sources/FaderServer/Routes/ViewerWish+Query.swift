extension ViewerWish {
    /// The query keys of a wish.
    static let queryKeys = ["locale", "default-locale", "decimals"]

    /// The wish of a query.
    init(query: [String: String], languages: String?) throws(HTTPFailure) {
        locale = query["locale"]
        self.languages = languages
        defaultLocale = query["default-locale"]
        guard let text = query["decimals"] else { return }
        guard let number = Int(text), (0...15).contains(number) else {
            throw .malformed("\"decimals\" must be a whole number 0…15, for example ?decimals=2")
        }
        decimals = number
    }
}
