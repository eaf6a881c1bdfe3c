import Hummingbird

/// Why a request was not served.
public struct Refusal: Error, Hashable, Sendable, Codable {
    /// The kind of refusal; stable.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        // The command cannot be made on this board; final.
        case noSuchCard, noSuchColumn, noSuchLabel, noSuchDay, cardExists, emptyTitle, longTitle, boardFull, keyReused
        // The request is not understood; final.
        case malformed, unknownCommand, tooLarge, notJSON
        // The request may come from a page of somebody else.
        case foreignOrigin, unknownHost
        // Later perhaps.
        case busy, tooManyViews, tooManyStreams, tooManyCommands, shuttingDown, unavailable
        case notFound
    }

    /// The kind of refusal.
    public let code: Code
    /// For people.
    public let message: String

    /// Creates a refusal with a message for people.
    public init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// The status of the response.
    var status: HTTPResponse.Status {
        switch code {
        case .noSuchCard, .noSuchColumn, .noSuchLabel, .noSuchDay, .cardExists, .emptyTitle, .longTitle, .boardFull,
            .keyReused:
            .conflict
        case .malformed, .unknownCommand: .badRequest
        case .tooLarge: .contentTooLarge
        case .notJSON: .unsupportedMediaType
        case .foreignOrigin: .forbidden
        case .unknownHost: .misdirectedRequest
        case .tooManyViews, .tooManyStreams, .tooManyCommands: .tooManyRequests
        case .busy, .shuttingDown, .unavailable: .serviceUnavailable
        case .notFound: .notFound
        }
    }
}

/// The body of the answer to a command.
enum Answer: Hashable, Sendable, Encodable {
    /// The edit is in this state of the view and in all later ones, `epoch-version`; empty if there is no such view now,
    /// so that each state that a new stream begins with has the edit.
    case applied(String)
    case refused(Refusal)

    private enum CodingKeys: CodingKey {
        case applied, refused
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .applied(let position): try container.encode(position, forKey: .applied)
        case .refused(let refusal): try container.encode(refusal, forKey: .refused)
        }
    }
}
