internal import ArgumentParser
internal import FaderArguments

/// What the shell completes by asking the daemon. If that fails, it completes nothing.
enum DaemonCompletion {
    static let parameters = asking { client, _ async throws(ClientError) in
        try await client.parameters().map { ShellCompletion.line($0.id, $0.label == $0.id ? $0.shown : "\($0.label) \($0.shown)") }
    }

    static let triggers = asking { client, _ async throws(ClientError) in
        try await client.parameters().filter { $0.running != nil }.map { ShellCompletion.line($0.id, $0.label == $0.id ? nil : $0.label) }
    }

    /// The words that the toggle or choice in the previous argument can be set to.
    static let values = asking { client, arguments async throws(ClientError) in
        guard arguments.count == 1 else { return [] }
        let parameter = try await client.ask(Routes.getParameter, arguments[0])
        let options = (parameter.options ?? []).filter(\.isThere).map { ShellCompletion.line($0.id, $0.label == $0.id ? nil : $0.label) }
        // The actions of a button can be typed as well.
        if let words = parameter.words { return words + ["toggle"] }
        return options.isEmpty ? [] : options + ["next", "previous"]
    }

    static let declared = asking { client, _ async throws(ClientError) in
        try await client.parameters().filter { $0.declaredBy != nil }.map(\.id)
    }

    static let snapshots = asking { client, _ async throws(ClientError) in
        try await client.ask(Routes.listSnapshots).map {
            ShellCompletion.line($0.name, "\($0.count) values" + ($0.over.map { ", fades over \(FadeOption.text($0))" } ?? ""))
        }
    }

    static let keys = asking { client, _ async throws(ClientError) in try await client.ask(Routes.listKeys).map(\.name) }

    static let surfaces = asking { client, _ async throws(ClientError) in
        try await client.ask(Routes.listSurfaces).map { ShellCompletion.line($0.name, $0.state.rawValue) }
    }

    /// The controls that can be calibrated, of the surface in the previous argument.
    static let controls = asking { client, arguments async throws(ClientError) in
        let surface = try await client.ask(Routes.listSurfaces).first { $0.name == arguments.first }
        return (surface?.controls ?? []).filter { [.fader, .knob, .pedal].contains($0.kind) }
            .map { ShellCompletion.line($0.id, $0.parameter) }
    }

    /// The surfaces with strips or pages; wide surfaces by their common name.
    static let views = asking { client, _ async throws(ClientError) in
        let surfaces = try await client.ask(Routes.listSurfaces).filter { $0.page != nil }
        return Set(surfaces.map { $0.wide ?? $0.name }).sorted()
    }

    static let pages = asking { client, arguments async throws(ClientError) in
        guard let name = arguments.first else { return [] }
        let pages = try await client.ask(Routes.listSurfaces).first { $0.name == name || $0.wide == name }?.pages ?? []
        return pages + ["next", "previous"]
    }

    static let strips = asking { client, arguments async throws(ClientError) in
        guard let name = arguments.first else { return [] }
        return try await client.ask(Routes.listSurfaces).first { $0.name == name || $0.wide == name }?.selectable ?? []
    }

    static let webPages = asking { client, _ async throws(ClientError) in try await client.ask(Routes.listPages).map(\.name) }

    static let profiles = asking { client, _ async throws(ClientError) in
        try await client.profiles().map { ShellCompletion.line($0.name, $0.title) }
    }

    static let virtualFaders = virtualControls { $0.kind == .fader }
    static let virtualEncoders = virtualControls { $0.kind == .encoder }
    static let virtualButtons = virtualControls { $0.pressed != nil }

    static let virtualSurface = asking { client, _ async throws(ClientError) in
        [try await client.ask(Routes.getVirtualSurface).surface].compactMap { $0 }
    }

    private static func virtualControls(_ isWanted: @escaping @Sendable (VirtualControlResource) -> Bool) -> CompletionKind {
        asking { client, _ async throws(ClientError) in
            try await client.ask(Routes.getVirtualSurface).controls.filter(isWanted).map { ShellCompletion.line($0.control, $0.parameter) }
        }
    }

    /// `ask` gets the arguments before the one to complete.
    private static func asking(
        _ ask: @escaping @Sendable (DaemonClient, [String]) async throws(ClientError) -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in
            // `ShellCompletion` has put them into this order: options with their values, `--`, arguments.
            let end = words.firstIndex(of: "--") ?? words.endIndex
            var socket: String?
            if let flag = words[..<end].firstIndex(of: "--socket"), flag + 1 < end { socket = words[flag + 1] }
            let client = DaemonClient(candidates: SocketPath.candidates(flag: socket), timeout: 1_000)
            do throws(ClientError) {
                return try await ask(client, Array(words[end...].dropFirst())).map { $0.withoutControls(but: ["\t"]) }
            } catch {
                return []
            }
        }
    }
}
