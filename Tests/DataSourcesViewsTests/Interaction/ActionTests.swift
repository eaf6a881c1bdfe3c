import DataSources
import DataSourcesTesting
import DataSourcesViews
import Testing

struct ActionTests {
    private actor ActingScreen {
        private let presentation: Presentation<ListSnapshot<Card>>
        private let display = RecordingDisplay<ListSnapshot<Card>>()
        private var actions: [Action<Card>] = []
        private(set) var performed: [Int] = []

        init(of source: ListSource<Card>) {
            presentation = Presentation(of: source)
            presentation.attach(display)
        }

        func addActions() {
            actions = [
                Action("Open", role: .primary, key: "return") { [unowned self] card in
                    note(card.id)
                },
                Action(
                    "Delete", role: .destructive, in: [.trailingSwipe, .menu], key: "delete", applies: { $0.id != 0 }
                ) { [unowned self] card in
                    try await remove(card.id)
                },
            ]
        }

        private func note(_ id: Int) { performed.append(id) }
        private func remove(_ id: Int) async throws { try await presentation.remove(id) }

        func titles(in places: Action<Card>.Places, of id: Int) -> [String] {
            actions.offered(in: places, for: Card(id)).map(\.title)
        }

        func press(_ key: String, at position: Int) async throws -> Bool {
            guard let item = presentation.snapshot[position], let action = actions.action(forKey: key, of: item) else {
                return false
            }
            return try await presentation.perform(action, at: position)
        }

        func perform(_ number: Int, at position: Int) async throws -> Bool {
            try await presentation.perform(actions[number], at: position)
        }

        var shown: [Int] { display.items.map(\.id) }
    }

    @Test func `actions are offered where and for what they apply, and act on the item`() async throws {
        let source = try ListSource((0..<3).map { Card($0) })
        let screen = ActingScreen(of: source)
        await screen.addActions()
        #expect(await screen.titles(in: .menu, of: 1) == ["Open", "Delete"])
        #expect(await screen.titles(in: .trailingSwipe, of: 1) == ["Delete"])
        #expect(await screen.titles(in: [.menu, .trailingSwipe], of: 0) == ["Open"])
        #expect(await screen.titles(in: .leadingSwipe, of: 1) == [])
        #expect(try await screen.press("return", at: 2))
        #expect(await screen.performed == [2])
        #expect(try await screen.press("delete", at: 1))
        #expect(await screen.shown == [0, 2] && source.snapshot.map(\.id) == [0, 2])
    }

    @Test func `an action on a row that has gone, or that it does not apply to, does nothing`() async throws {
        let source = try ListSource((0..<3).map { Card($0) })
        let screen = ActingScreen(of: source)
        await screen.addActions()
        #expect(try await screen.perform(0, at: 3) == false)
        #expect(try await screen.perform(1, at: 0) == false)
        #expect(try await screen.press("escape", at: 0) == false)
        #expect(await screen.performed == [])
        #expect(source.snapshot.count == 3)
    }
}
