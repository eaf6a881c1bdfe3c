/// The commands of a replica that have been sent and may still change what it shows.
///
/// What a replica shows is its confirmed state and, on top, the edits of the commands that are *shown* here, in the
/// order in which they were sent.
///
/// ```
///            a frame names it          answer: applied, and confirmed
/// open ───────────────────────▶ contained ──────────────────────────▶ (gone)
///  │ ▲                            │
///  │ └── shown                    │ answer: applied in a later state
///  │ whole state, unknown         ▼
///  ├───────────────▶ doubtful ─▶ applied ── that state, or one of a later life ──▶ (gone)
///  │                  (hidden)   (shown)
///  └── answer: refused; the command was given up; the source has finished ──▶ (gone)
/// ```
///
/// **Lives.** An answer can come from another life of the source than the confirmed state. If that life was confirmed
/// before, the present state is of a later one, and contains what the source has kept. Otherwise the replica will be
/// connected to the new life soon, and shows the edit until then; unless answers have never been of the life of the
/// frames, as for feeds of derived sources: then the next frame takes the edit away.
///
/// It knows no task, lock or clock. Each event costs O(1), or O(*pending*) for a state.
package struct CommandQueue<Edit: Sendable>: Sendable {
    private enum Phase: Sendable {
        /// Shown: the source may still make the edit.
        case open
        /// Hidden: the confirmed state contains the edit.
        case contained
        /// Hidden: the confirmed state may contain the edit; only the answer tells.
        case doubtful
        /// Shown: this state of the source contains the edit, and is not confirmed yet.
        case applied(FeedPosition)

        var isShown: Bool {
            switch self {
            case .open, .applied: true
            case .contained, .doubtful: false
            }
        }
    }

    private struct Command: Sendable {
        let hash: UInt32
        let edit: Edit
        var phase = Phase.open
        /// Whether its answer had arrived before the present stream began.
        var isOlderThanStream = false
    }

    private var commands: [Int: Command] = [:]
    private var sent = 0
    private var confirmed: FeedPosition?
    /// The lives of which a state was confirmed before the present one, the last one last.
    private var formerEpochs: [UInt64] = []
    /// Whether answers are known to be of the same lives as frames.
    private var answersAreOfFrames = false
    private var isFinished = false

    package init() {}

    /// The number of commands whose effect is not known to be in the confirmed state.
    package var count: Int {
        commands.values.count { if case .contained = $0.phase { false } else { true } }
    }

    /// The edits to show, in the order in which they were sent.
    ///
    /// - Complexity: O(*n* log *n*).
    package var shown: [Edit] {
        commands.filter { $0.value.phase.isShown }.sorted { $0.key < $1.key }.map(\.value.edit)
    }

    /// A command was sent; returns its number.
    ///
    /// After the end of the source no edit can come any more, so nothing is shown.
    package mutating func commandSent(_ edit: Edit, key: String) -> Int {
        sent += 1
        if !isFinished { commands[sent] = Command(hash: WireCommands.hash(of: key), edit: edit) }
        return sent
    }

    /// The source has made a command's edit, which is in a state and all later ones.
    ///
    /// - Returns: Whether the edits to show have changed.
    package mutating func commandApplied(_ number: Int, at position: FeedPosition) -> Bool {
        if position.epoch == confirmed?.epoch { answersAreOfFrames = true }
        guard let phase = commands[number]?.phase else { return false }
        let isOtherLife = confirmed.map { $0.epoch != position.epoch } ?? false
        switch phase {
        // The source makes the edit of a key once. The confirmed state has it, or the first one of the other life will.
        case .contained where isOtherLife, .doubtful where isOtherLife: commands[number] = nil
        case _ where isConfirmed(position): commands[number] = nil
        default: commands[number]?.phase = .applied(position)
        }
        return phase.isShown != (commands[number]?.phase.isShown ?? false)
    }

    /// Whether the confirmed state contains what a state of the source contains.
    private func isConfirmed(_ position: FeedPosition) -> Bool {
        guard let confirmed else { return false }
        if position.epoch == confirmed.epoch { return position.number <= confirmed.number }
        return formerEpochs.contains(position.epoch)
    }

    /// A command was refused, or given up.
    ///
    /// - Returns: Whether the edits to show have changed.
    package mutating func commandFailed(_ number: Int) -> Bool {
        return commands.removeValue(forKey: number)?.phase.isShown == true
    }

    /// The replica has a state of the source, which contains these commands and the state before does not.
    package mutating func stateConfirmed(_ position: FeedPosition, containing contained: WireCommands) {
        let last = confirmed
        confirmed = position
        if let last, last.epoch != position.epoch {
            formerEpochs.removeAll { $0 == last.epoch || $0 == position.epoch }
            formerEpochs = formerEpochs.suffix(Self.mostFormerEpochs - 1) + [last.epoch]
        }
        var named: Set<UInt32> = []
        if case .named(let hashes) = contained, !hashes.isEmpty {
            named = Set(hashes)
            answersAreOfFrames = true
        }
        let isOtherLife = last?.epoch != position.epoch
        for (number, command) in commands {
            switch command.phase {
            case .open:
                if contained == .unknown {
                    commands[number]?.phase = .doubtful
                } else if named.contains(command.hash) {
                    commands[number]?.phase = .contained
                }
            case .contained: if contained == .unknown { commands[number]?.phase = .doubtful }
            case .doubtful: if named.contains(command.hash) { commands[number]?.phase = .contained }
            case .applied(let applied):
                let isGone =
                    applied.epoch == position.epoch
                    ? applied.number <= position.number
                    : isOtherLife || !answersAreOfFrames || contained == .unknown || named.contains(command.hash)
                if isGone { commands[number] = nil }
            }
        }
    }

    /// The replica connects: what arrives from now on was sent by a life that is alive now, or by a later one.
    package mutating func streamBegan() {
        for (number, command) in commands {
            if case .applied = command.phase { commands[number]?.isOlderThanStream = true }
        }
    }

    /// The stream goes on in the life of the confirmed state: an answer of another life that is older than the stream is
    /// of an earlier one, or not of the source that the replica follows.
    ///
    /// - Returns: Whether the edits to show have changed.
    package mutating func streamIsLive() -> Bool {
        guard let epoch = confirmed?.epoch else { return false }
        var hasChanged = false
        for (number, command) in commands {
            guard case .applied(let applied) = command.phase, applied.epoch != epoch,
                command.isOlderThanStream || !answersAreOfFrames
            else { continue }
            commands[number] = nil
            hasChanged = true
        }
        return hasChanged
    }

    /// The source has finished: its last state is confirmed, and contains every edit that it has made.
    package mutating func sourceFinished() {
        isFinished = true
        commands = [:]
    }

    /// The number of former lives that are remembered: more only matter to a command that was under way all the time.
    private static var mostFormerEpochs: Int { 8 }
}
