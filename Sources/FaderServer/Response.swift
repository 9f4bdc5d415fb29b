internal import FaderAPI
internal import NIOHTTP1

/// A whole answer.
struct Response: Sendable {
    var status: HTTPResponseStatus
    var contentType: String
    var body: [UInt8]
    var headers: [(String, String)] = []

    /// JSON that is there already.
    init(json body: [UInt8]) {
        status = .ok
        contentType = "application/json"
        self.body = body
    }

    /// A resource.
    init(_ resource: some Encodable) {
        do throws(WireError) {
            self.init(json: try WireJSON.encode(resource))
        } catch {
            self = HTTPFailure.internalError("the answer cannot be put into JSON: \(error)").response
        }
    }

    /// A problem.
    init(problem: Problem) {
        status = HTTPResponseStatus(statusCode: problem.status)
        contentType = "application/problem+json"
        do throws(WireError) {
            body = try WireJSON.encode(problem)
        } catch {
            // Only a number that JSON cannot hold gets here, which no resource of ours has.
            body = Array(#"{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"unencodable answer"}"#.utf8)
            status = .internalServerError
        }
    }
}
