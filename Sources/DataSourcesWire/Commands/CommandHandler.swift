public import DataSources

/// Applies the commands of clients to a source, each key of a client once.
///
/// ```swift
/// let commands = CommandHandler(for: board, clients: User.self, identifiedBy: \.name)
/// await commands.register(MoveCard.self) { command, user in user.canEdit }
/// let reply = await commands.handle(envelope, from: user)
/// ```
///
/// A command that is sent again while the first one is being applied waits for the answer of the first, until its task is
/// cancelled. The last answers are kept in memory. A key that is sent again after that many others, or after a restart, is
/// applied again, unless a ``CommandAnswers`` keeps the answers for longer. A key that is sent again with another command
/// is refused.
///
/// - **Bounds.** Keys and names have at most 256 bytes, refusals 1,024. At most 10,000 commands are applied at a time;
///   others are `unavailable` meanwhile. A closure that never returns keeps its key occupied, and one of these places:
///   let it throw when its time is up.
public actor CommandHandler<Source: PublishingSource, Client: Sendable> {
    typealias Apply =
        @Sendable (_ envelope: CommandEnvelope, _ key: CommandKey, _ client: Client) async throws -> Version

    private let source: Source
    private let identity: @Sendable (Client) -> TextID
    private let store: (any CommandAnswers)?
    private let log: CommandLog?
    /// The state of the source when the handler was created: it contains what was kept of earlier lives.
    private let start: FeedPosition
    private var commands: [TextID: Apply] = [:]
    private var running: [CommandKey: RunningCommand] = [:]
    private var answers: KnownAnswers

    /// Creates a handler without commands.
    ///
    /// If answers are kept elsewhere, create it once the source has its content: answers of earlier lives then say that
    /// the edit is in the state that the source has now.
    ///
    /// - Parameters:
    ///   - source: The source that commands edit.
    ///   - client: What is known of a client, for permissions.
    ///   - identity: Tells clients apart: each has keys of its own. It must not be what a client may choose freely.
    ///   - capacity: How many answers are kept in memory; 10,000 by default.
    ///   - bytes: How many bytes they take, about; 4 MiB by default. The first bound that is exceeded counts.
    ///   - answers: Keeps all answers elsewhere, for example in a database.
    ///   - log: Notes which states contain a command, for the source's feed.
    public init(
        for source: Source, clients client: Client.Type, identifiedBy identity: @escaping @Sendable (Client) -> String,
        capacity: Int = 10_000, bytes: Int = 4 << 20, answers: (any CommandAnswers)? = nil, log: CommandLog? = nil
    ) {
        (self.source, store, self.log) = (source, answers, log)
        start = FeedPosition(source.hub.version)
        self.identity = { TextID(identity($0)) }
        self.answers = KnownAnswers(capacity: capacity, bytes: bytes)
    }

    /// What the answers in memory take, about: for tests.
    package var answerBytes: Int { answers.bytes }

    /// The number of requests that wait for the answer of a command that is being applied: for tests.
    package var waitingRequests: Int { running.values.reduce(0) { $0 + $1.waiting } }

    /// Registers a kind of command for a list.
    ///
    /// - Parameters:
    ///   - type: The commands.
    ///   - isAllowed: Whether a client may send a command; called before the transaction.
    public func register<Command: ListCommand>(
        _ type: Command.Type,
        isAllowed: @escaping @Sendable (_ command: Command, _ client: Client) -> Bool = { _, _ in true }
    ) where Source == ListSource<Command.Item> {
        let (source, log, store) = (source, log, store)
        commands[TextID(Command.name)] = { envelope, key, client in
            let command = try Self.command(type, envelope.content, client, isAllowed)
            let fingerprint = envelope.fingerprint
            return try await source.transaction { draft in
                try command.apply(to: &draft)
                if let error = draft.assignmentError { throw error }
                // No other commit comes in between.
                try store?.commandWillCommit(key, fingerprint: fingerprint, after: source.hub.version)
                log?.commandWillCommit(envelope.key, after: source.hub.version)
            }
        }
    }

    /// Registers a kind of command for sections.
    ///
    /// - Parameters:
    ///   - type: The commands.
    ///   - isAllowed: Whether a client may send a command; called before the transaction.
    public func register<Command: SectionedCommand>(
        _ type: Command.Type,
        isAllowed: @escaping @Sendable (_ command: Command, _ client: Client) -> Bool = { _, _ in true }
    ) where Source == SectionedSource<Command.Header, Command.Item> {
        let (source, log, store) = (source, log, store)
        commands[TextID(Command.name)] = { envelope, key, client in
            let command = try Self.command(type, envelope.content, client, isAllowed)
            let fingerprint = envelope.fingerprint
            return try await source.transaction { draft in
                try command.apply(to: &draft)
                if let error = draft.assignmentError { throw error }
                // No other commit comes in between.
                try store?.commandWillCommit(key, fingerprint: fingerprint, after: source.hub.version)
                log?.commandWillCommit(envelope.key, after: source.hub.version)
            }
        }
    }

    /// Registers a kind of command that is applied elsewhere, for example in a database that the source follows.
    ///
    /// Record the envelope's key and fingerprint in the same transaction as the edit, where a ``CommandAnswers`` finds them,
    /// and the command is applied once even if the process ends in between. If the source's feed has a ``CommandLog``, note the key there; see
    /// ``CommandLog/commandWillCommit(_:after:)``.
    ///
    /// - Parameters:
    ///   - type: The commands.
    ///   - isAllowed: Whether a client may send a command; called before `apply`.
    ///   - apply: Makes the edit, and returns the first version of the source that contains it. A ``CommandRefusal`` that
    ///     it throws is the answer; of any other error the description is.
    public func register<Command: WireCommand>(
        _ type: Command.Type,
        isAllowed: @escaping @Sendable (_ command: Command, _ client: Client) -> Bool = { _, _ in true },
        applying apply:
            @escaping @Sendable (_ command: Command, _ envelope: CommandEnvelope, _ client: Client) async throws ->
            Version
    ) {
        commands[TextID(Command.name)] = { envelope, _, client in
            try await apply(Self.command(type, envelope.content, client, isAllowed), envelope, client)
        }
    }

    private static func command<Command: WireCommand>(
        _ type: Command.Type, _ content: WireValue, _ client: Client,
        _ isAllowed: (_ command: Command, _ client: Client) -> Bool
    ) throws -> Command {
        let command: Command
        do {
            command = try decoded(type, content)
        } catch {
            throw CommandRefusal(.malformed, error.message)
        }
        guard isAllowed(command, client) else {
            throw CommandRefusal(.forbidden, "this client may not send \(Command.name)")
        }
        return command
    }

    /// Applies a command, or finds the answer that its key has got before.
    ///
    /// If the edit changes nothing, the answer is the source's newest version. In place of a version of an earlier life of
    /// the source, the answer has that at which the handler was created: the present states contain what was kept.
    ///
    /// - Parameters:
    ///   - envelope: The command.
    ///   - client: The client that sends it.
    /// - Returns: The answer; it does not depend on how often the command was sent.
    public func handle(_ envelope: CommandEnvelope, from client: Client) async -> CommandReply {
        let limit = CommandEnvelope.textLimit
        guard envelope.key.utf8.count <= limit, envelope.name.utf8.count <= limit else {
            return .refused(CommandRefusal(.malformed, "the key or the name has more than \(limit) bytes"))
        }
        let (key, fingerprint) = (
            CommandKey(client: identity(client), key: TextID(envelope.key)), envelope.fingerprint
        )
        if let known = answers[key] { return known.reply(toCommandWith: fingerprint) }
        if let running = running[key] {
            return running.fingerprint == fingerprint ? await running.wait() : .reusedKey
        }
        guard running.count < Self.mostRunning else {
            return .refused(CommandRefusal(.unavailable, "\(Self.mostRunning) commands are being applied"))
        }
        let command = RunningCommand(fingerprint: fingerprint)
        running[key] = command
        let answer = await answer(to: envelope, key, fingerprint, client)
        running[key] = nil
        if answer.reply.isFinal { answers.keep(answer, for: key) }
        let reply = answer.reply(toCommandWith: fingerprint)
        command.answered(reply)
        return reply
    }

    private static var mostRunning: Int { 10_000 }

    /// Finds an answer that was kept elsewhere, or applies the command.
    private func answer(
        to envelope: CommandEnvelope, _ key: CommandKey, _ fingerprint: UInt64, _ client: Client
    ) async -> CommandAnswer {
        do {
            if let known = try await store?.answer(for: key) { return ofThisLife(known) }
        } catch {
            let refusal =
                error as? CommandRefusal
                ?? CommandRefusal(.unavailable, "the answers cannot be read: \(error)").shortened()
            return CommandAnswer(.refused(refusal), toCommandWith: fingerprint)
        }
        let answer = CommandAnswer(await apply(envelope, key, client), toCommandWith: fingerprint)
        guard answer.reply.isFinal, let store else { return answer }
        do {
            try await store.keep(answer, for: key)
        } catch let refusal as CommandRefusal {
            return CommandAnswer(.refused(refusal), toCommandWith: fingerprint)
        } catch {
            // The answer is in memory too: if it cannot be kept, a restart forgets it.
        }
        return answer
    }

    /// An answer as it is now: clients cannot compare versions of different lives.
    private func ofThisLife(_ answer: CommandAnswer) -> CommandAnswer {
        guard case .applied(let position) = answer.reply, position.epoch != start.epoch else { return answer }
        return CommandAnswer(.applied(start), toCommandWith: answer.fingerprint)
    }

    private func apply(_ envelope: CommandEnvelope, _ key: CommandKey, _ client: Client) async -> CommandReply {
        guard let command = commands[TextID(envelope.name)] else {
            return .refused(CommandRefusal(.unknown, "there is no command \(envelope.name)"))
        }
        do {
            return .applied(FeedPosition(try await command(envelope, key, client)))
        } catch let refusal as CommandRefusal {
            return .refused(refusal.shortened())
        } catch let error as EditError {
            let code: CommandRefusal.Code = error.code == .finished ? .finished : .invalid
            return .refused(CommandRefusal(code, error.message).shortened())
        } catch is CancellationError {
            // Says nothing about the command: the client sends it again.
            return .refused(CommandRefusal(.unavailable, "the request was cancelled"))
        } catch {
            return .refused(CommandRefusal(.invalid, "\(error)").shortened())
        }
    }
}

extension CommandHandler where Client == Void {
    /// Creates a handler that does not tell clients apart: all have their keys in common.
    ///
    /// Keys are random, and one that was used for another command is refused. A client that guesses the key of another
    /// one, and knows its command, learns the answer.
    ///
    /// - Parameters:
    ///   - source: The source that commands edit.
    ///   - capacity: How many answers are kept in memory; 10,000 by default.
    ///   - bytes: How many bytes they take, about; 4 MiB by default. The first bound that is exceeded counts.
    ///   - answers: Keeps all answers elsewhere, for example in a database.
    ///   - log: Notes which states contain a command, for the source's feed.
    public init(
        for source: Source, capacity: Int = 10_000, bytes: Int = 4 << 20, answers: (any CommandAnswers)? = nil,
        log: CommandLog? = nil
    ) {
        self.init(
            for: source, clients: Void.self, identifiedBy: { "" }, capacity: capacity, bytes: bytes, answers: answers,
            log: log)
    }

    /// Applies a command of an unknown client; see ``handle(_:from:)``.
    public func handle(_ envelope: CommandEnvelope) async -> CommandReply { await handle(envelope, from: ()) }
}
