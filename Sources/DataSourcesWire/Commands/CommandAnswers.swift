/// Keeps the answers to commands for as long as clients may send one again, for example in a table of a database.
///
/// A ``CommandHandler`` asks it about keys that it does not have in memory, for one command of a key at a time. The edit
/// is made before the answer is kept: if the process ends in between, and the source's items outlive it, the command is
/// applied again. Where that matters, record the key together with the edit; see
/// ``CommandHandler/register(_:isAllowed:applying:)``.
public protocol CommandAnswers: Sendable {
    /// The answer that a key has got; `nil` if it is not known.
    ///
    /// - Throws: Any error if that cannot be found out; then the command is not applied, and the client sends it again.
    func answer(for key: String) async throws -> CommandReply?

    /// Keeps the answer that a key has got.
    ///
    /// - Throws: Any error if it cannot be kept; then it is in the handler's memory only.
    func keep(_ answer: CommandReply, for key: String) async throws
}
