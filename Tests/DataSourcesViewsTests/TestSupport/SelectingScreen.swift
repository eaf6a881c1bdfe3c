import DataSources
import DataSourcesViews

/// An actor with a presentation and a selection.
actor SelectingScreen {
    private let presentation: Presentation<ListSnapshot<Card>>
    private let display = RecordingDisplay<ListSnapshot<Card>>()
    private var selection: Selection<ListSnapshot<Card>>?
    private(set) var changes: [SelectionChange<Int>] = []

    init(of source: ListSource<Card>, mode: SelectionMode = .multiple) {
        presentation = Presentation(of: source)
        let selection = Selection(in: presentation, mode: mode)
        self.selection = selection
    }

    func attach() {
        selection?.onChange = { [unowned self] change in assumeIsolated { $0.changes.append(change) } }
        presentation.attach(display)
    }

    func run() async { await presentation.run() }

    func select(at position: Int, _ respond: @escaping @Sendable (Card) async -> SelectionResponse) async {
        selection?.onSelect = { await respond($0) }
        await selection?.select(at: position)
    }

    func edit(_ body: @Sendable (Selection<ListSnapshot<Card>>) -> Void) { if let selection { body(selection) } }

    func toggle(_ choose: @Sendable (ListSnapshot<Card>) -> Int?) {
        if let id = choose(presentation.snapshot) { selection?.toggle(id) }
    }

    func selectAll() async { await selection?.selectAll() }

    func swipe(at position: Int) async throws { try await presentation.displayRemoved(at: position).commit() }

    func drop() { selection = nil }

    var ids: Set<Int> { selection?.ids ?? [] }
    var shown: [Int] { presentation.snapshot.map(\.id) }
}
