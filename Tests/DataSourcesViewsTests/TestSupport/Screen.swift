import DataSources
import DataSourcesViews

/// An actor with a presentation and its display, as a main actor has them.
actor Screen {
    let presentation: Presentation<ListSnapshot<Card>>
    let display = RecordingDisplay()
    /// Whether the display has ever shown another state than the presentation.
    private(set) var faults: [String] = []

    init(of source: ListSource<Card>) {
        presentation = Presentation(of: source)
    }

    init(of source: DerivedSource<ListSnapshot<Card>>) async {
        presentation = await Presentation(of: source)
    }

    func attach(resets: ResetPolicy<ListSnapshot<Card>> = .never, itemsPerFrame: Int? = nil) {
        presentation.attach(display, resets: resets, itemsPerFrame: itemsPerFrame)
        check("attach")
    }

    /// Attaches a display that is released at once.
    func attachShortLived() { presentation.attach(RecordingDisplay()) }

    func detach() { presentation.detach() }

    func run() async { await presentation.run() }

    func check(_ place: String) {
        guard presentation.isAttached, display.items != Array(presentation.snapshot) else { return }
        faults.append(
            "\(place): \(display.items.map(\.id)) on the display, \(presentation.snapshot.map(\.id)) in the presentation"
        )
    }

    func read<Value: Sendable>(_ body: (Presentation<ListSnapshot<Card>>, RecordingDisplay) -> Value) -> Value {
        body(presentation, display)
    }

    /// Sets what the display does when it is told a batch.
    func onBatch(_ body: @escaping @Sendable (Presentation<ListSnapshot<Card>>, RecordingDisplay) throws -> Void) {
        let presentation = presentation
        display.onBatch = { [unowned presentation] in try body(presentation, $0) }
    }

    func onFrame(_ body: @escaping @Sendable () async -> Void) {
        display.onFrame = { await body() }
    }

    /// Moves an item as a drag does: the display shows it already.
    func move(_ id: Int, after other: Int?, commit: @Sendable () async throws -> Void) async throws {
        let edit: @Sendable (ListSnapshot<Card>) -> ListSnapshot<Card>? = { snapshot in
            guard let from = snapshot.position(of: id) else { return nil }
            var to = 0
            if let other {
                guard let position = snapshot.position(of: other) else { return nil }
                to = position < from ? position + 1 : position
            }
            return try? snapshot.applying(.move(from: from, to: to))
        }
        try await presentation.propose(edit) { try await commit() }
        check("move")
    }
}
