import DataSources
import DataSourcesViews

/// An actor with a presentation and a display, as a main actor has them.
actor Screen<Snapshot: StrictlyShown> {
    let presentation: Presentation<Snapshot>
    let display: RecordingDisplay<Snapshot>
    /// Another display of the same presentation.
    let other: RecordingDisplay<Snapshot>
    private var shortLived: RecordingDisplay<Snapshot>?
    /// Whether a display has ever shown another state than the presentation.
    private var found: [String] = []

    private init(_ presentation: Presentation<Snapshot>) {
        self.presentation = presentation
        (display, other) = (RecordingDisplay(), RecordingDisplay())
        (display.presentation, other.presentation) = (presentation, presentation)
    }

    init<Source: PublishingSource & EditableSource>(of source: Source) where Source.Snapshot == Snapshot {
        self.init(Presentation(of: source))
    }

    init<Source: DataSource>(derived source: Source) async where Source.Snapshot == Snapshot {
        self.init(await Presentation(of: source))
    }

    init<Source: DataSource, Base: EditableSource>(derived source: Source, editing base: Base) async
    where Source.Snapshot == Snapshot, Base.Snapshot.Edit == Snapshot.Edit {
        self.init(await Presentation(of: source, editing: base))
    }

    var faults: [String] { found + display.faults + other.faults }

    var mostUpdatesInFrame: Int { max(display.mostUpdatesInFrame, other.mostUpdatesInFrame) }
    var rowsOfOther: [[Card?]] { other.rows }

    func attach(resets: ResetPolicy<Snapshot> = .never, itemsPerFrame: Int? = nil, toOther: Bool = false) {
        let display = toOther ? other : display
        display.willAttach()
        presentation.attach(display, resets: resets, itemsPerFrame: itemsPerFrame)
    }

    /// Attaches a display that is released at once.
    func attachShortLived() { presentation.attach(RecordingDisplay<Snapshot>()) }

    /// Attaches a display that is released by ``release()``.
    func attachShortLived(itemsPerFrame: Int, onFrame: @escaping @Sendable () async -> Void) {
        let display = RecordingDisplay<Snapshot>()
        display.onFrame = { await onFrame() }
        shortLived = display
        presentation.attach(display, resets: .never, itemsPerFrame: itemsPerFrame)
    }

    func release() { shortLived = nil }

    func detach() { presentation.detach() }

    func run() async { await presentation.run() }

    func check(_ place: String, isOther: Bool = false) {
        let display = isOther ? other : display
        guard presentation.isAttached, display.rows != presentation.snapshot.rows else { return }
        found.append("\(place): \(display.rows) on the display, \(presentation.snapshot.rows) in the presentation")
    }

    func read<Value: Sendable>(
        _ body: sending (Presentation<Snapshot>, RecordingDisplay<Snapshot>) throws -> Value
    ) rethrows -> Value {
        try body(presentation, display)
    }

    /// Sets what the display does when it is told a batch.
    func onBatch(_ body: @escaping @Sendable (Presentation<Snapshot>, RecordingDisplay<Snapshot>) throws -> Void) {
        let presentation = presentation
        display.onBatch = { [unowned presentation] in try body(presentation, $0) }
    }

    func onFrame(_ body: @escaping @Sendable () async -> Void) {
        display.onFrame = { await body() }
        other.onFrame = { await body() }
    }

    // MARK: Edits

    /// Moves an item in code.
    func move(_ id: Int, to position: Snapshot.ItemPosition) async throws {
        try await presentation.move(id, to: position)
    }

    /// Drags an item: the display has moved it by itself.
    func drag(from origin: Snapshot.ItemPosition, to position: Snapshot.ItemPosition) async throws {
        let proposal = try presentation.displayMoved(from: origin, to: position)
        display.make(presentation.snapshot)
        check("drag")
        try await proposal.commit()
    }

    /// Drags an item to a source that makes the move by `commit`.
    func drag(
        from origin: Snapshot.ItemPosition, to position: Snapshot.ItemPosition,
        commit: @Sendable () async throws -> Void
    ) async throws {
        let proposal = try presentation.displayMoved(from: origin, to: position)
        display.make(presentation.snapshot)
        check("drag")
        try await proposal.commit { try await commit() }
    }

    /// Swipes an item away: the display has removed it by itself.
    func swipe(at position: Snapshot.ItemPosition) async throws {
        let proposal = try presentation.displayRemoved(at: position)
        display.make(presentation.snapshot)
        try await proposal.commit()
    }

    func perform<Result: Sendable>(
        _ body: @Sendable (Presentation<Snapshot>) async throws -> Result
    ) async rethrows -> Result {
        try await body(presentation)
    }
}
