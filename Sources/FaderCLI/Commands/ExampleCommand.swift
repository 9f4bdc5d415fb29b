internal import ArgumentParser
internal import FaderArguments
internal import FaderValues
internal import Glibc

struct ExampleCommand: FailingCommand {
    static let configuration = CommandConfiguration(
        commandName: "example", abstract: "List complete configs to begin with, or print one.",
        discussion: """
            Needs no daemon. Print one into your config, write your own names and addresses, then check it and load it:

              faderctl example church > ~/.config/faderd/faderd.yaml
              faderctl check && faderctl reload
            """)

    @OptionGroup var options: Options
    @Argument(help: "The example to print.", completion: completion) var name: String?

    private static let completion = CompletionKind.custom { _, _, _ in
        (Example.all() ?? []).map { ShellCompletion.line($0.name, $0.title) }
    }

    func perform() async throws {
        guard let examples = Example.all() else {
            throw Failure(.unavailable, "no examples are installed with this faderctl; the sources of faderd have them in Examples/configs")
        }
        guard let name else {
            return options.json ? try Output.json(examples) : Output.table(examples.map { [$0.name, $0.title] })
        }
        guard let example = examples.first(where: { $0.name == name }) else {
            let meant = Suggester.nearest(to: name, among: examples.map(\.name))
            let hint = meant.map { "did you mean \"\($0)\"?" } ?? "\"faderctl example\" lists them"
            throw Failure(.refused, "there is no example \"\(name.withoutControls())\"; \(hint)", suggestion: meant)
        }
        if options.json { try Output.json(example) } else { Output.lines(example.text) }
    }
}

/// A complete config for one kind of people. Its first line says for whom.
struct Example: Encodable {
    var name: String
    var title: String
    var text: String

    /// All examples, sorted by name; nil if none are installed.
    static func all() -> [Example]? {
        for folder in folders {
            let names = ProfileFolder.names(in: folder)
            guard !names.isEmpty else { continue }
            return names.compactMap { name in
                FileContents.of("\(folder)/\(name).yaml", limit: 1 << 20).map { Example(name, String(decoding: $0, as: UTF8.self)) }
            }
        }
        return nil
    }

    private init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
        title = String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
    }

    /// Where examples can be. A program that runs where it was built uses those of its checkout.
    private static var folders: [String] {
        let own = ConfigCheck.ownDirectory
        let checkout = own.firstRange(of: "/.build/").map { ["\(own[..<$0.lowerBound])/Examples/configs"] } ?? []
        return checkout + InstalledFolders.named("examples")
    }
}
