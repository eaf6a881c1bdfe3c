import DataSources

/// The tickets, and what a person does with them; every window shows the same ones.
@MainActor
final class Desk {
    let tickets: ListSource<Ticket>
    /// The edits that can be undone, and those that can be made again.
    private var (undoable, redoable): ([TicketEdit], [TicketEdit]) = ([], [])
    private var nextID: Int
    private var colleagues: Task<Void, Never>?
    /// Called when the history or the colleagues have changed.
    var observers: [@MainActor () -> Void] = []
    /// The tickets that are being dragged, in any window.
    var dragged: [Ticket.ID] = []

    init(_ samples: [Ticket]) throws {
        tickets = try ListSource(samples)
        nextID = samples.count + 1
    }

    // MARK: Edits

    /// Makes an edit that can be undone; an edit that fails changes nothing.
    func edit(_ body: @escaping @Sendable (inout ListDraft<Ticket>) throws -> Void) async {
        guard let edit = await commit(body) else { return }
        undoable.append(edit)
        redoable = []
        changed()
    }

    func add(_ title: String) async {
        let ticket = Ticket(id: newID(), title: title)
        await edit { try $0.insert(ticket, at: 0) }
    }

    func remove(_ ids: [Ticket.ID]) async {
        await edit { draft in try draft.remove(ids: ids.filter { draft.contains(id: $0) }) }
    }

    func set(_ state: Ticket.State, of ids: [Ticket.ID]) async {
        await edit { draft in
            for id in ids where draft.contains(id: id) { try draft.update(id: id) { $0.state = state } }
        }
    }

    func shuffle() async {
        await edit { draft in
            let shuffled = Array(draft.snapshot).shuffled()
            try draft.replaceAll(with: shuffled)
        }
    }

    func place(_ ids: [Ticket.ID], _ placement: Placement, changesState: Bool) async {
        await edit { try $0.place(ids, placement, changesState: changesState) }
    }

    // MARK: History

    var canUndo: Bool { !undoable.isEmpty }
    var canRedo: Bool { !redoable.isEmpty }

    func undo() async {
        guard let edit = undoable.popLast() else { return }
        if await commit({ try edit.undo(in: &$0) }) != nil { redoable.append(edit) }
        changed()
    }

    func redo() async {
        guard let edit = redoable.popLast() else { return }
        if await commit({ try edit.inverted.undo(in: &$0) }) != nil { undoable.append(edit) }
        changed()
    }

    /// - Returns: What has changed; `nil` if nothing.
    private func commit(_ body: @escaping @Sendable (inout ListDraft<Ticket>) throws -> Void) async -> TicketEdit? {
        let edit = try? await tickets.transaction { draft in
            let before = draft.snapshot
            try body(&draft)
            return TicketEdit(before: before, after: draft.snapshot)
        }.result
        guard let edit, edit.before != edit.after else { return nil }
        return edit
    }

    // MARK: Colleagues

    var hasColleagues: Bool { colleagues != nil }

    /// Lets others edit the tickets at the same time; their edits are not in the history.
    func setColleagues(_ areBusy: Bool) {
        if areBusy == hasColleagues { return }
        colleagues?.cancel()
        colleagues = nil
        if areBusy { colleagues = Task { await work() } }
        changed()
    }

    private func work() async {
        var random = SystemRandomNumberGenerator()
        while !Task.isCancelled {
            let ticket = Ticket.sample(id: newID(), using: &random)
            let seed = random.next()
            _ = try? await tickets.transaction { draft in
                var random = SplitMix(state: seed)
                try draft.makeRandomEdit(adding: ticket, using: &random)
            }
            try? await Task.sleep(for: .milliseconds(150))
        }
    }

    func newID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    private func changed() {
        for observer in observers { observer() }
    }
}

extension ListDraft<Ticket> {
    /// Makes one random edit; `ticket` is used if one is added.
    mutating func makeRandomEdit(adding ticket: Ticket, using random: inout some RandomNumberGenerator) throws {
        let position = isEmpty ? 0 : Int.random(in: 0..<count, using: &random)
        switch isEmpty ? 0 : Int.random(in: 0..<8, using: &random) {
        case 0: try insert(ticket, at: position)
        case 1: try remove(at: position)
        case 2, 3: try move(from: position, to: Int.random(in: 0..<count, using: &random))
        case 4:
            let state = Ticket.State.allCases.randomElement(using: &random) ?? .todo
            try update(at: position) { $0.state = state }
        case 5:
            let priority = Ticket.Priority.allCases.randomElement(using: &random) ?? .normal
            try update(at: position) { $0.priority = priority }
        default:
            let (title, assignee) = (ticket.title, ticket.assignee)
            try update(at: position) { ($0.title, $0.assignee) = (title, assignee) }
        }
    }
}
