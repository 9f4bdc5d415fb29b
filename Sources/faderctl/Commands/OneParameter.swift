internal import FaderAPI
internal import FaderClient

/// Makes one change of one parameter: prints the accepted value, and its notice on standard error.
enum OneParameter {
    static func perform(json: Bool, _ act: () async throws(ClientError) -> ParameterResource) async throws {
        let parameter: ParameterResource
        do throws(ClientError) {
            parameter = try await act()
        } catch {
            // Applied but not saved: the value has changed all the same. Outdated: nothing has, and the sentence has the value as it is.
            if case .problem(let problem) = error, let parameter = problem.parameter, json || problem.kind != .outdated {
                try show(parameter, json: json)
            }
            throw error
        }
        try show(parameter, json: json)
        // In JSON the notice is a member of the parameter.
        if !json, let notice = parameter.notice { Output.tellLines(notice) }
    }

    private static func show(_ parameter: ParameterResource, json: Bool) throws {
        if json {
            try Output.json(parameter)
        } else {
            Output.line(parameter.text)
        }
    }
}
