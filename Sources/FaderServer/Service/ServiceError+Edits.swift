public import FaderModel

extension ServiceError {
    /// Why an edit cannot be begun or used, as an API error.
    public init(_ refusal: EditRefusal, edit: String = "") {
        switch refusal {
        case .unknown: self = .unknownEdit(edit)
        case .tooManyOfOneOwner(let limit):
            self = .conflict("this connection has \(limit) edits open, which is the limit; submit, blur or cancel one")
        case .tooManyInAll(let limit): self = .unavailable("\(limit) edits are open, which is the limit; try again when one has ended")
        }
    }
}
