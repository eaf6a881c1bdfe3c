import BoardKit
import DataSourcesWire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Passes edits on to the process that writes the board.
struct WriterClient: Sendable {
    static let shared = WriterClient()

    private struct Reply: Decodable {
        let applied: String?
        let refused: Refusal?
    }

    private let session: URLSession

    private init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 10
        configuration.httpMaximumConnectionsPerHost = 32
        session = URLSession(configuration: configuration)
    }

    /// Sends an edit.
    ///
    /// - Parameters:
    ///   - command: The edit.
    ///   - key: Its key: an answer that is lost is asked for again with the same one.
    ///   - query: What its client looks at.
    ///   - address: The writer's address, such as `http://10.0.0.7:8080`.
    /// - Returns: The position at which the log has the edit.
    /// - Throws: ``Refusal`` of the writer, or `unavailable` if it does not answer.
    func send(
        _ command: BoardCommand, key: String, for query: BoardQuery, to address: String
    ) async throws -> FeedPosition? {
        let suffix = query.publishedName == nil ? "" : query.requestQuery
        guard let url = URL(string: address + "/commands" + suffix), url.scheme == "http" else {
            throw Refusal(.unavailable, "\(address) writes the board, which is no address of HTTP")
        }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try command.body(key: key)
        let data: Data
        do {
            (data, _) = try await session.data(for: request)
        } catch {
            try Task.checkCancellation()
            throw Refusal(.unavailable, "\(address), which writes the board, does not answer; ask again")
        }
        guard data.count <= 65_536, let reply = try? JSONDecoder().decode(Reply.self, from: data) else {
            throw Refusal(.unavailable, "\(address) does not answer as a writer of the board does")
        }
        if let refused = reply.refused { throw refused }
        return reply.applied.flatMap { FeedPosition($0) }
    }
}
