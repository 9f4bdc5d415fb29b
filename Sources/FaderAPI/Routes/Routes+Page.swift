extension Routes {
    package static let listPages = Route<NoBody, [PageResource]>(
        .get, "/v1/pages", "listPages", "The pages of the config: chosen parameters, for programs that show them.", answers: "The pages.")
    /// The web page, and its files under `/web/`. They are not part of the API, so `openapi.json` does not list them.
    package static let page = Route<NoBody, NoBody>(.get, WebPath.page, "page", "The page.", answers: "The page.", access: .anybody)
}
