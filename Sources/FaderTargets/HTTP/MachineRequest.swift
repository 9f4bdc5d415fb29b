internal import FaderSystem
package import FaderValues
internal import NIOCore
internal import NIOHTTP1

/// Why another machine has not answered.
package enum MachineFailure: Error, Equatable {
    /// It was not reached, or what answers is no faderd, in words.
    case unreached(String)
    /// It has answered with this status.
    case refused(Int)
}

/// A request to a faderd on another machine, on the owner's loop: nobody else waits for it.
package enum MachineRequest {
    /// The most bytes of an answer: as many as a state file may have.
    private static let mostBytes = 64 << 20

    private final class Holder { var exchange: HTTPExchange? }

    @Owner
    package static func post(
        _ body: [UInt8], to host: String, port: Int, path: String, key: String, within limit: Duration
    ) async -> Result<[UInt8], MachineFailure> {
        let loop = Owner.shared.loop
        let request = HTTPExchange.Request(
            method: .POST, address: HTTPAddress(host: host, port: port, path: path), body: body, key: key, patience: TimeAmount(limit),
            mostBytes: mostBytes)
        return await withCheckedContinuation { continuation in
            let holder = Holder()
            holder.exchange = HTTPExchange(request, on: loop) { result in
                holder.exchange = nil
                continuation.resume(returning: result.mapError(MachineFailure.init))
            }
            loop.lookUp(host, port: port) { result in
                switch result {
                case .success(let socket): holder.exchange?.start(socket, on: loop)
                case .failure(let error):
                    holder.exchange = nil
                    continuation.resume(returning: .failure(.unreached(error.description)))
                }
            }
        }
    }
}

extension MachineFailure {
    fileprivate init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .refused(let status): .refused(status)
            case .unreached, .strange: .unreached(failure.words)
            }
    }
}

extension SecretFile {
    /// The error is a sentence. May wait for a disk.
    package func secret() -> Result<String, MachineFailure> {
        do throws(TargetError) { return .success(try read()) } catch { return .failure(.unreached(error.description)) }
    }
}
