internal import ArgumentParser

struct PageCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "page", abstract: "Show another page of a surface.")

    @OptionGroup var options: Options
    @Argument(help: "A surface, or the name of a wide one.", completion: DaemonCompletion.views)
    var surface: String
    @Argument(help: "A page, next or previous; main is the page of the surface's own strips.", completion: DaemonCompletion.pages)
    var page: String

    func perform(_ client: DaemonClient) async throws {
        try View.print(try await client.ask(Routes.showPage, surface, PageRequest(page: page)), json: options.json)
    }
}

struct BankCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "bank", abstract: "Show other strips of a surface.")

    @OptionGroup var options: Options
    @Argument(help: "A surface, or the name of a wide one.", completion: DaemonCompletion.views)
    var surface: String
    @Argument(help: "The strip to show first, counted from 1; or +N or -N to move by N strips.", transform: Self.request)
    var strip: BankRequest

    private static func request(_ text: String) throws -> BankRequest {
        guard let number = Int(text) else { throw ValidationError("the strip must be a whole number such as 9, +8 or -8") }
        return text.hasPrefix("+") || text.hasPrefix("-") ? .by(number) : .to(number)
    }

    func perform(_ client: DaemonClient) async throws {
        try View.print(try await client.ask(Routes.showBank, surface, strip), json: options.json)
    }
}

struct SelectCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "select", abstract: "Select a strip of a surface.")

    @OptionGroup var options: Options
    @Argument(help: "A surface, or the name of a wide one.", completion: DaemonCompletion.views)
    var surface: String
    @Argument(help: "The word of a strip in its list.", completion: DaemonCompletion.strips)
    var strip: String?
    @Flag(help: "Select no strip.")
    var none = false

    func validate() throws {
        guard (strip == nil) == none else { throw ValidationError("name a strip, or say --none") }
    }

    func perform(_ client: DaemonClient) async throws {
        try View.print(try await client.ask(Routes.selectStrip, surface, SelectRequest(strip)), json: options.json)
    }
}

enum View {
    static func print(_ view: ViewResource, json: Bool) throws {
        if json { return try Output.json(view) }
        Output.line(line(view.surface, page: view.page, from: view.bank, count: view.shown, of: view.strips) + selected(view.selected))
    }

    static func selected(_ word: String?) -> String { word.map { ", \($0) selected" } ?? "" }

    static func line(_ surface: String, page: String, from bank: Int, count: Int, of strips: Int) -> String {
        let shown =
            switch count {
            case 0: "no strips"
            case 1: "strip \(bank) of \(strips)"
            default: "strips \(bank)…\(bank + count - 1) of \(strips)"
            }
        return "\(surface) page \(page), \(shown)"
    }
}
