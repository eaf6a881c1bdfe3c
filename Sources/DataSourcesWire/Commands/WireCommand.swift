public import DataSources

/// An edit that a client asks for: a `Codable` value with a name, made in the same way on the replica and the source.
///
/// A command refers to items by id, since other edits can arrive in between. Lists take a ``ListCommand``, sections a
/// ``SectionedCommand``.
public protocol WireCommand: Codable, Sendable {
    /// The name under which a server knows the command; unique among its commands.
    static var name: String { get }
}

/// An edit of a list.
///
/// ```swift
/// struct Rename: ListCommand {
///     static let name = "rename"
///     let id: Card.ID, title: String
///     func apply(to list: inout ListDraft<Card>) throws { try list.update(id: id) { $0.title = title } }
/// }
/// ```
public protocol ListCommand<Item>: WireCommand {
    /// The items of the list.
    associatedtype Item: Identifiable & Equatable & Sendable & Codable where Item.ID: Sendable

    /// Makes the edit.
    ///
    /// - Throws: Any error if it cannot be made; then nothing changes. On the source, the error is the refusal.
    func apply(to list: inout ListDraft<Item>) throws
}

/// An edit of sections and their items.
public protocol SectionedCommand<Header, Item>: WireCommand {
    /// The headers of the sections.
    associatedtype Header: Identifiable & Equatable & Sendable & Codable where Header.ID: Sendable
    /// The items of the sections.
    associatedtype Item: Identifiable & Equatable & Sendable & Codable where Item.ID: Sendable

    /// Makes the edit.
    ///
    /// - Throws: Any error if it cannot be made; then nothing changes. On the source, the error is the refusal.
    func apply(to sections: inout SectionedDraft<Header, Item>) throws
}

/// A command on its way to the source.
public struct CommandEnvelope: Hashable, Sendable, Codable {
    /// Names this command in retries: a source applies one key once.
    public let key: String
    /// The name of the command.
    public let name: String
    /// The content of the command.
    public let content: WireValue

    /// Creates an envelope.
    public init(key: String, name: String, content: WireValue) {
        (self.key, self.name, self.content) = (key, name, content)
    }

    /// Stands for the name and the content: the same command has the same one, also in another process.
    ///
    /// It tells a retry from another command with the same key: 64 bits, the digest of `WireFormat` of the name and the
    /// content. The order of fields does not matter, which decoders of JSON do not keep. It is no secret and no signature.
    ///
    /// - Complexity: O(*size*).
    public var fingerprint: UInt64 {
        var digest = StateDigest()
        digest.add(.string(name))
        digest.add(content)
        return digest.value
    }

    /// The most bytes that a key, and a name, may have.
    static let textLimit = 256
}

/// A source's answer to a command.
public enum CommandReply: Hashable, Sendable {
    /// The source has made the edit; its effect is in this state and all later ones.
    case applied(FeedPosition)
    /// The source has not made the edit.
    case refused(CommandRefusal)

    /// The answer to a command whose key has been used for another one.
    static let reusedKey = CommandReply.refused(CommandRefusal(.invalid, "the key was used for another command"))

    /// Whether the command need not be sent again.
    var isFinal: Bool {
        if case .refused(let refusal) = self { refusal.isFinal } else { true }
    }
}

/// `{"applied": "epoch-version"}`, or `{"refused": {"code": …, "message": …}}`.
extension CommandReply: Codable {
    private enum CodingKeys: String, CodingKey {
        case applied, refused
    }

    /// Writes the answer.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .applied(let position): try container.encode(position, forKey: .applied)
        case .refused(let refusal): try container.encode(refusal, forKey: .refused)
        }
    }

    /// Reads an answer.
    ///
    /// - Throws: `DecodingError` if it is none; any error that the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let position = try container.decodeIfPresent(FeedPosition.self, forKey: .applied) {
            self = .applied(position)
        } else {
            self = .refused(try container.decode(CommandRefusal.self, forKey: .refused))
        }
    }
}

/// Why a command was not applied.
public struct CommandRefusal: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: String, Hashable, Sendable, Codable {
        /// The server does not know the command's name.
        case unknown
        /// The command's content cannot be decoded.
        case malformed
        /// The edit cannot be made: an item has gone, an id is there already.
        case invalid
        /// The client may not do this.
        case forbidden
        /// The source has finished.
        case finished
        /// It cannot be decided now: a replica sends the command again, with the same key.
        case unavailable
        /// The edit is in no state, since another process has taken over the source: a replica sends the command again,
        /// with the same key. Connect it to another process.
        case notApplied
    }

    /// The kind of refusal; stable.
    public let code: Code
    /// What is wrong; for people.
    public let message: String

    /// Creates a refusal.
    public init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// Whether the command need not be sent again.
    var isFinal: Bool { code != .unavailable && code != .notApplied }

    /// The refusal with at most so many bytes of its message.
    func shortened(to limit: Int = 1_024) -> CommandRefusal {
        if message.utf8.count <= limit { return self }
        var end = message.utf8.index(message.startIndex, offsetBy: limit)
        while end > message.startIndex, end.samePosition(in: message.unicodeScalars) == nil {
            end = message.utf8.index(before: end)
        }
        return CommandRefusal(code, String(message.unicodeScalars[..<end]))
    }

    /// The kind and the message.
    public var description: String { "CommandRefusal.\(code.rawValue): \(message)" }
}
