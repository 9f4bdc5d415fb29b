extension Routes {
    package static let listPages = Route<NoBody, [PageResource]>(
        .get, "/v1/pages", "listPages", "The pages of the config: chosen parameters, for programs that show them.", answers: "The pages.")
    /// The page, and under `/web/` what it is made of. It is not part of the API, so `openapi.json` does not have it.
    package static let page = Route<NoBody, NoBody>(.get, WebPath.page, "page", "The page.", answers: "The page.", access: .anybody)
}
