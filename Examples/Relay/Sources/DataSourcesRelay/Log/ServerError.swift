import DataSourcesWire
import Foundation

/// An error in an answer of JetStream.
struct ServerError: Decodable {
    let code: Int
    let number: Int?
    let text: String?

    enum CodingKeys: String, CodingKey {
        case code
        case number = "err_code"
        case text = "description"
    }

    /// No message is there.
    static let noMessage = 10037
    static let noStream = 10059
    static let streamExists = 10058

    /// What it means to a log.
    func error(_ what: String) -> FrameLogError {
        let text = "\(what): \(text ?? "error") (\(number ?? code))"
        switch number {
        // Wrong last sequence; the second one without the sequence that is there.
        case 10071, 10164: return FrameLogError(.conflict, text)
        case 10054: return FrameLogError(.tooLarge, text)
        case Self.noStream: return FrameLogError(.refused, "\(text); create the stream")
        // No place for the replicas: servers are missing now.
        case 10005: return FrameLogError(.unavailable, "\(text); start more servers, or ask for fewer replicas")
        // Full: by the stream's limit, or by those of account and disk.
        case 10077, 10047, 10023, 10028, 10002:
            return FrameLogError(.unavailable, "\(text); trim the log, or raise its limits and those of the servers")
        case 10039, 10076: return FrameLogError(.refused, "\(text); enable JetStream on the servers")
        default: return FrameLogError(code >= 500 ? .unavailable : .refused, text)
        }
    }
}

/// An answer of JetStream: what was asked for, or an error.
enum ServerAnswer<Content: Decodable> {
    case content(Content)
    case error(ServerError)
}

private struct ErrorAnswer: Decodable {
    let error: ServerError?
}

extension NatsConnection {
    /// Asks JetStream something.
    ///
    /// - Throws: `FrameLogError` if there is no answer.
    func ask<Content: Decodable>(
        _ subject: String, headers: [(String, String)] = [], _ bytes: [UInt8] = [], as: Content.Type
    ) async throws(FrameLogError) -> ServerAnswer<Content> {
        switch await request(subject, headers: headers, bytes) {
        case .answer(let bytes):
            let (decoder, data) = (JSONDecoder(), Data(bytes))
            do {
                if let error = try decoder.decode(ErrorAnswer.self, from: data).error { return .error(error) }
                return .content(try decoder.decode(Content.self, from: data))
            } catch {
                let text = String(decoding: bytes.prefix(200), as: UTF8.self)
                throw FrameLogError(.refused, "\(subject) is not answered by JetStream, but with \"\(text)\"")
            }
        case .noResponder:
            throw FrameLogError(
                .unavailable, "\(subject): nobody answers; an election goes on, or JetStream is not enabled")
        case .noAnswer(let text): throw FrameLogError(.unavailable, "\(subject): \(text)")
        case .refused(let text): throw FrameLogError(.refused, "\(subject): \(text)")
        case .tooLarge: throw FrameLogError(.tooLarge, "\(subject): more bytes than the server takes")
        }
    }

    /// Asks JetStream something in JSON.
    func ask<Content: Decodable>(
        _ subject: String, json: some Encodable, as content: Content.Type
    ) async throws(FrameLogError) -> ServerAnswer<Content> {
        let bytes: Data
        do {
            bytes = try JSONEncoder().encode(json)
        } catch {
            throw FrameLogError(.refused, "\(subject): \(error)")
        }
        return try await ask(subject, Array(bytes), as: content)
    }
}
