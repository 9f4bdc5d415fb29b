internal import FaderAPI
internal import NIOHTTP1

/// A complete answer, which is not a stream.
struct Response: Sendable {
    var status: HTTPResponseStatus
    var contentType: String
    var body: [UInt8]
    var headers: [(String, String)] = []

    init(_ bytes: [UInt8], type: String = "application/json") {
        status = .ok
        contentType = type
        body = bytes
    }

    init(_ resource: some WireContent) {
        do throws(WireError) {
            self.init(try resource.encode())
        } catch {
            self = HTTPFailure.internalError("the answer cannot be put into JSON: \(error)").response
        }
    }

    /// The header `ETag` with a parameter's revision.
    static func tag(of parameter: ParameterResource) -> (String, String) { ("ETag", "\"\(parameter.revision)\"") }

    init(problem: Problem) {
        status = HTTPResponseStatus(statusCode: problem.status)
        contentType = "application/problem+json"
        if let parameter = problem.parameter { headers.append(Self.tag(of: parameter)) }
        do throws(WireError) {
            body = try WireJSON.encode(problem)
        } catch {
            // Only a number that JSON cannot represent fails to encode, and our resources have none.
            body = Array(#"{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"unencodable answer"}"#.utf8)
            status = .internalServerError
        }
    }
}
