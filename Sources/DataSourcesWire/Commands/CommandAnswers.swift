public import DataSources

/// Names a command of a client: a source applies one key of a client once.
///
/// Keys and clients are compared by their bytes.
public struct CommandKey: Hashable, Sendable, Codable {
    /// The client, as the ``CommandHandler`` identifies it; empty if it does not tell clients apart.
    public let client: TextID
    /// The key that the client has chosen.
    public let key: TextID

    /// Creates the name of a client's command.
    public init(client: TextID, key: TextID) {
        (self.client, self.key) = (client, key)
    }
}

/// The answer that a key has got, and what it was the answer to.
public struct CommandAnswer: Hashable, Sendable, Codable {
    /// The answer.
    public let reply: CommandReply
    /// Stands for the command: see ``CommandEnvelope/fingerprint``.
    public let fingerprint: UInt64

    /// Creates an answer.
    public init(_ reply: CommandReply, toCommandWith fingerprint: UInt64) {
        (self.reply, self.fingerprint) = (reply, fingerprint)
    }

    /// The reply to a command with the same key: a refusal if it is another command.
    func reply(toCommandWith fingerprint: UInt64) -> CommandReply {
        fingerprint == self.fingerprint ? reply : .reusedKey
    }
}

/// Keeps the answers to commands for as long as clients may send one again, for example in a table of a database.
///
/// A ``CommandHandler`` asks it about keys that it does not have in memory, for one command of a key at a time. The edit
/// is made before the answer is kept: if the process ends in between, and the source's items outlive it, the command is
/// applied again. Where that matters, record the key together with the edit; see
/// ``CommandHandler/register(_:isAllowed:applying:)``.
///
/// Bound what it keeps for each client and in all: a key has up to 256 bytes, a refusal up to 1,024.
public protocol CommandAnswers: Sendable {
    /// The answer that a key has got; `nil` if it is not known.
    ///
    /// - Throws: Any error if that cannot be found out; then the command is not applied, and the client sends it again.
    func answer(for key: CommandKey) async throws -> CommandAnswer?

    /// Keeps the answer that a key has got; the client is not told before it returns.
    ///
    /// - Throws: A ``CommandRefusal`` that the client gets in place of the answer; any other error if the answer cannot be
    ///   kept: then it is in the handler's memory only.
    func keep(_ answer: CommandAnswer, for key: CommandKey) async throws

    /// The next commit of the source will contain a command; called in the transaction, for commands of lists and sections.
    ///
    /// If that commit then fails, ``keep(_:for:)`` is called with a refusal.
    ///
    /// - Parameters:
    ///   - key: The command's key.
    ///   - fingerprint: Stands for the command.
    ///   - version: The newest version of the source, before the commit.
    /// - Throws: ``CommandRefusal`` if it must not be applied; then the transaction makes no edit.
    func commandWillCommit(_ key: CommandKey, fingerprint: UInt64, after version: Version) throws(CommandRefusal)
}

extension CommandAnswers {
    /// Does nothing.
    public func commandWillCommit(_ key: CommandKey, fingerprint: UInt64, after version: Version) {}
}
