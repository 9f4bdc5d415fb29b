public import FaderModel

extension ServiceError {
    /// Why a parameter is not declared, or not taken back, as an API error.
    public init(_ refusal: DeclarationRefusal, id: String) {
        switch refusal {
        case .unknown: self = .unknownDeclaration(id, suggestion: nil)
        case .ofOthers(let names):
            self = .conflict(
                "\(id) is declared by \(names.joined(separator: ", ")) on another connection; end that program, and it is gone")
        case .taken(let taken, let other, let names):
            let part = taken == id ? "" : ", so \(id) cannot have it"
            self = .conflict("\(taken) belongs to \(other), declared by \(names.joined(separator: ", "))\(part); declare another id")
        case .tooManyOfOneOwner(let limit):
            self = .conflict("this connection has declared \(limit) parameters, which is the limit; take one back")
        case .tooManyInAll(let limit):
            self = .unavailable("\(limit) parameters are declared, which is the limit; try again when one has gone")
        case .tooManyDeclarers(let limit):
            self = .conflict("\(id) is declared by \(limit) programs, which is the limit; use it without declaring it")
        case .tooLarge: self = .unavailable("what is declared takes all the room there is; try again when some of it has gone")
        }
    }
}
