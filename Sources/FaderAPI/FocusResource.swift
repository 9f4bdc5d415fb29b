/// The body of `PUT /v1/focus`.
public struct FocusRequest: WireRequest, Equatable {
    /// The number of a process of the program in front; nil: none is in front.
    public var pid: Int?

    package init(pid: Int?) { self.pid = pid }
}

/// The program in front: the answer to `GET /v1/focus` and `PUT /v1/focus`.
public struct FocusResource: WireObject, Equatable {
    /// The number of its process; nil: nobody has said which it is, or its process has ended.
    public var pid: Int?
    /// The file name of its program.
    public var program: String?
    /// The ids of the parameters that are of the program in front.
    public var parameters: [String]

    package init(pid: Int?, program: String?, parameters: [String]) {
        (self.pid, self.program, self.parameters) = (pid, program, parameters)
    }
}
