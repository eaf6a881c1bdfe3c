public import DataSources
public import DataSourcesViews
public import DataSourcesWire
public import Foundation
public import Observation

/// What the screens show and do: the list with search, order and selection, its edits, and the connection.
///
/// It has no view and imports no toolkit. SwiftUI observes it; the screens of UIKit and AppKit follow ``shown``.
@MainActor
@Observable
public final class StaffScreen {
    /// The list on this device: the last state of the server, and the edits that the server has not answered.
    public let replica = Replica<StaffSnapshot>()
    /// What is on the screens: found by the search, in the chosen order.
    public let shown: DerivedSource<StaffSnapshot>

    /// The people on the screen, as SwiftUI observes them; `nil` until ``run()`` has read the saved list.
    public private(set) var people: ObservedSections<Department, Person>?
    /// How the list is connected to the server.
    public private(set) var connection = SourceStatus.loading(nil)
    /// The number of edits that the server has not answered.
    public private(set) var waiting = 0
    /// What went wrong last, for people; they can dismiss it.
    public var problem: String?

    /// Shows only people whose name or role contains it.
    public var search: String {
        get {
            access(keyPath: \.search)
            return searched.value
        }
        set { withMutation(keyPath: \.search) { _ = searched.set(newValue) } }
    }
    /// The order of the people in each department.
    public var order: StaffOrder {
        get {
            access(keyPath: \.order)
            return ordered.value
        }
        set { withMutation(keyPath: \.order) { _ = ordered.set(newValue) } }
    }
    /// The selected people; who leaves the list is deselected, and who is only not found stays selected.
    public var selection: Set<Person.ID> = []

    let history = UndoHistory()
    let server: any StaffServer
    let clock: any Clock<Duration>
    @ObservationIgnored var outbox: Outbox
    /// Takes commands to the task that sends them, while one runs.
    @ObservationIgnored var sending: AsyncStream<WaitingCommand>.Continuation?
    /// The key of the command that is sent next: they go one after the other.
    let next = Parameter<String?>(nil)
    @ObservationIgnored private var connecting: Task<Void, Never>?
    @ObservationIgnored private var isRestored = false
    @ObservationIgnored private var isRunning = false
    private let file: SavedStaff?
    private let searched = Parameter("")
    private let ordered = Parameter(StaffOrder.arranged)

    /// Creates a screen; ``run()`` shows something.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - folder: Where the list and the waiting edits are kept; `nil` keeps nothing.
    ///   - clock: The clock that measures how long to wait between attempts to connect.
    public init(of server: any StaffServer, keptIn folder: URL?, clock: any Clock<Duration> = ContinuousClock()) {
        (self.server, self.clock) = (server, clock)
        file = folder.map { SavedStaff(url: $0.appending(path: "staff.list")) }
        outbox = Outbox(url: folder?.appending(path: "staff.commands"))
        shown = Self.shown(of: replica, searched, ordered)
    }

    private static func shown(
        of replica: Replica<StaffSnapshot>, _ search: Parameter<String>, _ order: Parameter<StaffOrder>
    ) -> DerivedSource<StaffSnapshot> {
        let text = search.map { $0.trimmingCharacters(in: .whitespaces) }
        let found = replica.filter(by: text) { person, text in
            text.isEmpty || person.name.localizedCaseInsensitiveContains(text)
                || person.role.localizedCaseInsensitiveContains(text)
        }
        return found.sortedItems(by: order) { $0.items }
    }

    /// Counts the commands that wait.
    func outboxChanged() {
        waiting = outbox.commands.count
        next.set(outbox.commands.first?.key)
    }

    // MARK: Running

    /// Shows the saved list at once, then follows the server, until the task is cancelled.
    ///
    /// It can be called again after a cancellation. A second call while one runs returns at once.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        await restore()
        let people = await ObservedSections(of: shown) { [weak self] id, edit in
            try await self?.edit(id, edit)
        }
        self.people = people
        connect()
        defer { connecting?.cancel() }
        async let followed: Void = follow()
        async let told: Void = followConnection()
        async let sent: Void = sendWaiting()
        await people.run()
        _ = await (followed, told, sent)
    }

    /// Connects now, without waiting for the next attempt.
    public func connect() {
        let former = connecting
        former?.cancel()
        connecting = Task { [replica, server, clock] in
            // A replica follows one connection at a time.
            await former?.value
            let backoff = Backoff(initial: .milliseconds(250), maximum: .seconds(15))
            // The status has the error.
            try? await replica.run(as: .binary, backoff: backoff, clock: clock) { position in
                try await server.frames(since: position)
            }
        }
    }

    /// Reads the saved list, and the edits that waited when the app ended.
    private func restore() async {
        guard !isRestored else { return }
        isRestored = true
        do {
            _ = try await file?.restore(replica)
        } catch {
            problem = "The list is loaded again: \(error)."
        }
        do {
            try outbox.restore()
        } catch {
            problem = "Edits that were not sent are lost: \(error)."
        }
        outboxChanged()
    }

    /// Deselects who leaves the list, and saves each state of the server.
    private func follow() async {
        let subscription = replica.subscribe()
        var saved: FeedPosition?
        for await update in subscription {
            for person in update.deletedItems { selection.remove(person.id) }
            guard let file, let state = await replica.saved(), state.position != saved else { continue }
            saved = state.position
            await save(state.state, at: state.position, in: file)
        }
    }

    private func save(_ staff: StaffSnapshot, at position: FeedPosition, in file: SavedStaff) async {
        do {
            try await Self.write(staff, at: position, in: file)
        } catch {
            problem = "The list could not be saved: \(error)."
        }
    }

    /// Encodes and writes off the main actor.
    @concurrent
    private static func write(_ staff: StaffSnapshot, at position: FeedPosition, in file: SavedStaff) async throws {
        try file.save(staff, at: position)
    }

    private func followConnection() async {
        let subscription = replica.status.subscribe()
        connection = replica.status.value
        for await update in subscription {
            if let status = update.after.value { connection = status }
        }
    }
}

extension StaffScreen {
    /// Whether people can be moved: only in the order that they were given.
    public var canMove: Bool { order == .arranged }
}
