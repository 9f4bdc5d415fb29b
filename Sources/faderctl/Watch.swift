internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `watch [PREFIX]`
struct Watch: DaemonCommand {
    static let configuration = CommandConfiguration(abstract: "Print a line a change, until interrupted.")

    @OptionGroup var options: Options
    @OptionGroup var wish: DecimalsOption
    @Argument(help: "Only ids that begin like this.", completion: ParameterCompletion.kind)
    var prefix: String?

    var client: DaemonClient { options.client(decimals: wish.decimals) }

    func perform(_ client: DaemonClient) async throws {
        var failure: Failure?
        try await client.watch(prefix: prefix ?? "") { event in
            guard case .parameter(let parameter) = event else { return true }
            guard options.json else {
                Output.line("\(parameter.id) \(parameter.text)")
                return true
            }
            do throws(Failure) {
                try Output.jsonLine(parameter)
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
    }
}
