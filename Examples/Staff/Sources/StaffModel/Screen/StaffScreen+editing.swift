import DataSources
import DataSourcesViews
import DataSourcesWire
public import Foundation

extension StaffScreen {
    // MARK: Edits

    /// Adds a person at the end of a department.
    public func hire(_ name: String, as role: String, in department: Department.ID) {
        let person = Person(id: commandKey(), name: name, role: role)
        let place = Place(endOf: department, in: replica.hub.snapshot)
        make(.hire([StaffCommand.Hire(person: person, place: place)]))
    }

    /// Sets the properties in which two states of a person differ.
    public func change(from old: Person, to new: Person) {
        make(.change(StaffCommand.Change(from: old, to: new)))
    }

    /// Makes the edit of a row.
    ///
    /// - Throws: `EditError` if the person has gone.
    func edit(_ id: Person.ID, _ edit: ItemEdit<Person>) throws {
        guard let old = replica.hub.snapshot[id: id] else { throw ObservedError.removed }
        var new = old
        edit(&new)
        change(from: old, to: new)
    }

    /// Moves people within a department, as `onMove` of SwiftUI tells it.
    ///
    /// - Parameters:
    ///   - offsets: Their positions in the department, as it is shown.
    ///   - gap: The position before which they come, counted before the move.
    ///   - department: The department.
    public func move(_ offsets: IndexSet, to gap: Int, in department: Department.ID) {
        guard canMove, let section = people?[sectionID: department] else { return }
        let ids = Array(section.ids)
        let offsets = offsets.filter { ids.indices.contains($0) }
        guard !offsets.isEmpty, (0...ids.count).contains(gap) else { return }
        let staying = ids.indices.filter { !offsets.contains($0) }
        let order = staying.filter { $0 < gap } + offsets + staying.filter { $0 >= gap }
        if order == Array(ids.indices) { return }
        let previous = staying.last { $0 < gap }.map { ids[$0] }
        let next = staying.first { $0 >= gap }.map { ids[$0] }
        move(offsets.map { ids[$0] }, behind: previous, before: next, in: department)
    }

    /// Moves people to the end of a department, in the order in which they are.
    public func move(_ people: Set<Person.ID>, to department: Department.ID) {
        let staff = replica.hub.snapshot
        let moved = people.compactMap { staff.path(of: $0) }.sorted().compactMap { staff[$0]?.id }
        let end = Place(endOf: department, in: staff, without: people)
        move(moved, behind: end.previous, before: nil, in: department)
    }

    private func move(
        _ ids: [Person.ID], behind previous: Person.ID?, before next: Person.ID?, in department: Department.ID
    ) {
        var (previous, moves) = (previous, [StaffCommand.Move]())
        for id in ids {
            moves.append(.init(id: id, place: Place(in: department, after: previous, before: next)))
            previous = id
        }
        make(.move(moves))
    }

    /// Removes people.
    public func dismiss(_ people: Set<Person.ID>) {
        make(.dismiss(people.sorted()))
    }

    // MARK: Undo

    /// Whether there is an edit to undo.
    public var canUndo: Bool { !history.undo.isEmpty }

    /// Whether there is an undone edit to make again.
    public var canRedo: Bool { !history.redo.isEmpty }

    /// Takes the last edit back: an edit of its own, so what others have changed meanwhile stays.
    public func undo() {
        // Edits that were refused, or whose people have gone, have nothing to take back.
        while let command = history.takeUndo() {
            if let inverse = submit(command) { return history.undone(inverse: inverse) }
        }
    }

    /// Makes the edit again that was undone last.
    public func redo() {
        while let command = history.takeRedo() {
            if let inverse = submit(command) { return history.redone(inverse: inverse) }
        }
    }

    // MARK: Sending

    private func make(_ command: StaffCommand) {
        if let inverse = submit(command) { history.made(inverse: inverse) }
    }

    /// Sends an edit; returns the one that takes it back, or `nil` if it would change nothing.
    private func submit(_ command: StaffCommand) -> StaffCommand? {
        guard let inverse = command.inverse(in: replica.hub.snapshot) else { return nil }
        let waiting = WaitingCommand(key: commandKey(), command: command)
        do {
            try outbox.add(waiting)
        } catch {
            problem = "If the app ends before the edit is sent, it is lost: \(error)."
        }
        outboxChanged()
        sending?.yield(waiting)
        return inverse
    }

    /// Sends the commands that wait, and those that come, until the task is cancelled.
    func sendWaiting() async {
        let (commands, input) = AsyncStream.makeStream(of: WaitingCommand.self)
        for command in outbox.commands { input.yield(command) }
        sending = input
        defer { sending = nil }
        await withDiscardingTaskGroup { @Sendable group in
            for await command in commands { group.addTask { await self.send(command) } }
            group.cancelAll()
        }
    }

    /// Shows the edit at once, and sends it when there is a connection and those before are answered.
    private func send(_ waiting: WaitingCommand) async {
        let (server, clock, next, status) = (server, clock, next, replica.status)
        // Short: it is sent only while there is a connection.
        let backoff = Backoff(initial: .milliseconds(250), maximum: .seconds(2))
        do {
            try await replica.send(waiting.command, key: waiting.key, backoff: backoff, clock: clock) { command in
                await next.firstValue { $0 == command.key }
                await status.firstValue { $0 == .ready }
                try Task.checkCancellation()
                return try await server.perform(command)
            }
            answered(waiting)
        } catch let refusal as CommandRefusal {
            problem = "An edit was refused: \(refusal.message)."
            answered(waiting)
        } catch {
            // Cancelled: it waits for the next run.
        }
    }

    private func answered(_ waiting: WaitingCommand) {
        do {
            try outbox.remove(key: waiting.key)
        } catch {
            problem = "The edit will be sent again: \(error)."
        }
        outboxChanged()
    }
}
