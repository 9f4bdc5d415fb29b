package import FaderAPI
package import NIOHTTP1

/// A complete answer, which is not a stream.
package struct Response: Sendable {
    package var status: HTTPResponseStatus
    var contentType: String
    package var body: [UInt8]
    package var headers: [(String, String)] = []

    package init(_ bytes: [UInt8], type: String = "application/json", status: HTTPResponseStatus = .ok) {
        (self.status, contentType, body) = (status, type, bytes)
    }

    package init(problem: Problem) {
        let type = "application/problem+json"
        do throws(WireError) {
            self.init(try WireJSON.encode(problem), type: type, status: HTTPResponseStatus(statusCode: problem.status))
        } catch {
            // Only a number that JSON cannot represent fails to encode, and resources have none.
            let text = #"{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"unencodable answer"}"#
            self.init(Array(text.utf8), type: type, status: .internalServerError)
        }
        if let parameter = problem.parameter { headers.append(Self.tag(of: parameter)) }
    }

    /// The header `ETag` with a parameter's revision.
    package static func tag(of parameter: ParameterResource) -> (String, String) { ("ETag", "\"\(parameter.revision)\"") }
}
