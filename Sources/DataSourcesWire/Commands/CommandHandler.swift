public import DataSources

/// Applies the commands of clients to a source, each key once.
///
/// ```swift
/// let commands = CommandHandler(for: board)
/// await commands.register(MoveCard.self) { command, user in user.canEdit }
/// let reply = await commands.handle(envelope, from: user)
/// ```
///
/// A command that is sent again while the first one is being applied waits for the answer of the first. The last answers
/// are kept in memory. A key that is sent again after that many others, or after a restart, is applied again, unless a
/// ``CommandAnswers`` keeps the answers for longer.
public actor CommandHandler<Source: PublishingSource, Client: Sendable> {
    typealias Apply = @Sendable (_ envelope: CommandEnvelope, _ client: Client) async throws -> Version

    private enum Answer {
        case pending([CheckedContinuation<CommandReply, Never>])
        case known(CommandReply)
    }

    private let source: Source
    private let capacity: Int
    private let store: (any CommandAnswers)?
    private let log: CommandLog?
    private var commands: [String: Apply] = [:]
    private var answers: [String: Answer] = [:]
    /// The keys with known answers, the oldest first, from ``firstKey`` on.
    private var keys: [String] = []
    private var firstKey = 0

    /// Creates a handler without commands.
    ///
    /// - Parameters:
    ///   - source: The source that commands edit.
    ///   - client: What is known of a client, for permissions.
    ///   - capacity: How many answers are kept in memory; 10,000 by default, about 2 MB.
    ///   - answers: Keeps all answers elsewhere, for example in a database.
    ///   - log: Notes which states contain a command, for the source's feed.
    public init(
        for source: Source, clients client: Client.Type = Void.self, capacity: Int = 10_000,
        answers: (any CommandAnswers)? = nil, log: CommandLog? = nil
    ) {
        (self.source, self.capacity, store, self.log) = (source, max(1, capacity), answers, log)
    }

    /// Registers a kind of command for a list.
    ///
    /// - Parameters:
    ///   - type: The commands.
    ///   - isAllowed: Whether a client may send a command; called before the transaction.
    public func register<Command: ListCommand>(
        _ type: Command.Type,
        isAllowed: @escaping @Sendable (_ command: Command, _ client: Client) -> Bool = { _, _ in true }
    ) where Source == ListSource<Command.Item> {
        let (source, log) = (source, log)
        commands[Command.name] = { envelope, client in
            let command = try Self.command(type, envelope.content, client, isAllowed)
            return try await source.transaction { draft in
                try command.apply(to: &draft)
                // No other commit comes in between.
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
        let (source, log) = (source, log)
        commands[Command.name] = { envelope, client in
            let command = try Self.command(type, envelope.content, client, isAllowed)
            return try await source.transaction { draft in
                try command.apply(to: &draft)
                // No other commit comes in between.
                log?.commandWillCommit(envelope.key, after: source.hub.version)
            }
        }
    }

    /// Registers a kind of command that is applied elsewhere, for example in a database that the source follows.
    ///
    /// Record the key in the same transaction as the edit, and the command is applied once even if the process ends in
    /// between. If the source's feed has a ``CommandLog``, note the key there; see
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
            @escaping @Sendable (_ command: Command, _ key: String, _ client: Client) async throws -> Version
    ) {
        commands[Command.name] = { envelope, client in
            try await apply(Self.command(type, envelope.content, client, isAllowed), envelope.key, client)
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
    /// If the edit changes nothing, the answer is the source's newest version.
    ///
    /// - Parameters:
    ///   - envelope: The command.
    ///   - client: Who sends it.
    /// - Returns: The answer; it does not depend on how often the command was sent.
    public func handle(_ envelope: CommandEnvelope, from client: Client) async -> CommandReply {
        switch answers[envelope.key] {
        case .known(let reply): return reply
        case .pending(let waiting):
            return await withCheckedContinuation { answers[envelope.key] = .pending(waiting + [$0]) }
        case nil: break
        }
        answers[envelope.key] = .pending([])
        let reply = await answer(to: envelope, client)
        let waiting: [CheckedContinuation<CommandReply, Never>]
        if case .pending(let continuations) = answers[envelope.key] { waiting = continuations } else { waiting = [] }
        if reply.isFinal { remember(reply, for: envelope.key) } else { answers[envelope.key] = nil }
        for continuation in waiting { continuation.resume(returning: reply) }
        return reply
    }

    /// Finds an answer that was kept elsewhere, or applies the command.
    private func answer(to envelope: CommandEnvelope, _ client: Client) async -> CommandReply {
        guard let store else { return await apply(envelope, client) }
        do {
            if let reply = try await store.answer(for: envelope.key) { return reply }
        } catch {
            return .refused(CommandRefusal(.unavailable, "the answers cannot be read: \(error)"))
        }
        let reply = await apply(envelope, client)
        // The answer is in memory too: if it cannot be kept, a restart forgets it.
        if reply.isFinal { try? await store.keep(reply, for: envelope.key) }
        return reply
    }

    private func apply(_ envelope: CommandEnvelope, _ client: Client) async -> CommandReply {
        guard let command = commands[envelope.name] else {
            return .refused(CommandRefusal(.unknown, "there is no command \(envelope.name)"))
        }
        do {
            return .applied(FeedPosition(try await command(envelope, client)))
        } catch let refusal as CommandRefusal {
            return .refused(refusal)
        } catch let error as EditError {
            return .refused(CommandRefusal(error.code == .finished ? .finished : .invalid, error.message))
        } catch {
            return .refused(CommandRefusal(.invalid, "\(error)"))
        }
    }

    private func remember(_ reply: CommandReply, for key: String) {
        answers[key] = .known(reply)
        keys.append(key)
        while keys.count - firstKey > capacity {
            answers[keys[firstKey]] = nil
            firstKey += 1
        }
        if firstKey > capacity {
            keys.removeFirst(firstKey)
            firstKey = 0
        }
    }
}

extension CommandHandler where Client == Void {
    /// Applies a command of an unknown client; see ``handle(_:from:)``.
    public func handle(_ envelope: CommandEnvelope) async -> CommandReply { await handle(envelope, from: ()) }
}
