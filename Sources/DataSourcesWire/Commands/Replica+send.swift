public import DataSources

/// Carries a command to the source and its answer back.
///
/// It may throw any error if the answer is lost: the command is then sent again with the same key. An error of the type
/// ``CommandRefusal`` is final, unless its code is `unavailable` or `notApplied`.
public typealias CommandTransport = @Sendable (_ command: CommandEnvelope) async throws -> CommandReply

extension Replica {
    /// The number of commands whose effect is not known to be in the confirmed state.
    public var pendingCommands: Int { commands.count }

    /// Shows a command's edit at once, sends it to the source, and waits for the answer.
    ///
    /// Until the replica has the state that contains the edit, the edit is made anew on every state that arrives; of feeds
    /// with a ``CommandLog`` the replica knows that state also before the answer is there. After a whole state the edit is
    /// hidden until the answer is there, since the state may contain it. If the command is refused, or the source finishes
    /// without it, the edit is undone. If the answer is lost, the command is sent again with the same key; the source
    /// applies it once.
    ///
    /// If the source is restarted meanwhile and the answer comes from its next life, the edit stays until the replica is
    /// connected to that. If others have cancelled out the effect, only a heartbeat tells: so let the feed run, or the
    /// edit stays until the next change; see ``Feed/run(every:heartbeat:clock:)``.
    ///
    /// - Parameters:
    ///   - command: The edit.
    ///   - key: Names the command in retries, in at most 256 bytes; random by default. It has to be unique among all
    ///     commands of the client.
    ///   - backoff: How long to wait before sending again.
    ///   - clock: The clock that measures the time.
    ///   - transport: Carries the command.
    /// - Returns: The state of the source that contains the edit.
    /// - Complexity: That of the edit, amortized, while no state arrives; each state costs that of all edits shown.
    /// - Throws: ``CommandRefusal`` if the source refuses it; `CancellationError` if the task is cancelled: the command
    ///   may still be applied.
    @discardableResult
    public func send<Command: ListCommand, C: Clock<Duration>>(
        _ command: Command, key: String = commandKey(), backoff: Backoff = Backoff(),
        clock: C = ContinuousClock(), through transport: CommandTransport
    ) async throws -> FeedPosition where Snapshot == ListSnapshot<Command.Item> {
        try await send(PendingListEdit(command: command), envelope(command, key), backoff, clock, transport)
    }

    /// Shows a command's edit at once, sends it to the source, and waits for the answer; the same for sections.
    ///
    /// - Throws: ``CommandRefusal`` if the source refuses it; `CancellationError` if the task is cancelled: the command
    ///   may still be applied.
    @discardableResult
    public func send<Command: SectionedCommand, C: Clock<Duration>>(
        _ command: Command, key: String = commandKey(), backoff: Backoff = Backoff(),
        clock: C = ContinuousClock(), through transport: CommandTransport
    ) async throws -> FeedPosition where Snapshot == SectionedSnapshot<Command.Header, Command.Item> {
        try await send(PendingSectionedEdit(command: command), envelope(command, key), backoff, clock, transport)
    }

    private func envelope<Command: WireCommand>(_ command: Command, _ key: String) throws -> CommandEnvelope {
        CommandEnvelope(key: key, name: Command.name, content: try encoded(command))
    }

    private func send<C: Clock<Duration>>(
        _ edit: any PendingEdit<Snapshot>, _ envelope: CommandEnvelope, _ backoff: Backoff, _ clock: C,
        _ transport: CommandTransport
    ) async throws -> FeedPosition {
        let number = commands.commandSent(edit, key: envelope.key)
        if !isOutdated, let shown = edit.added(to: storage) { hub.publish(shown) } else { publish() }
        do {
            let position = try await answer(to: envelope, backoff, clock, transport)
            if commands.commandApplied(number, at: position) { await publishSoon(clock) }
            return position
        } catch {
            if commands.commandFailed(number) { await publishSoon(clock) }
            throw error
        }
    }

    /// Publishes what is shown now, once for all answers that arrive together.
    ///
    /// That makes all edits anew, which costs O(*pending*). So with many commands on their way, as after a day without
    /// a connection, it happens at most every 20 ms.
    private func publishSoon<C: Clock<Duration>>(_ clock: C) async {
        let isFirst = !isOutdated
        isOutdated = true
        if commands.count <= 100 {
            // Behind the answers that wait for the actor already.
            await Task.yield()
        } else if isFirst {
            try? await clock.sleep(for: .milliseconds(20))
        } else {
            return
        }
        if isOutdated { publish() }
    }

    /// Sends the command until there is an answer.
    private func answer<C: Clock<Duration>>(
        to envelope: CommandEnvelope, _ backoff: Backoff, _ clock: C, _ transport: CommandTransport
    ) async throws -> FeedPosition {
        var failures = 0
        while true {
            do {
                switch try await transport(envelope) {
                case .applied(let position): return position
                case .refused(let refusal): throw refusal
                }
            } catch let refusal as CommandRefusal where refusal.isFinal {
                throw refusal
            } catch {
                try Task.checkCancellation()
                failures += 1
                try await clock.sleep(for: backoff.delay(after: failures))
            }
        }
    }
}

/// A key for a command: 128 random bits.
public func commandKey() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
}
