import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct MovingSectionsTests {
    private func board() throws -> SectionedSource<Column, Card> {
        try SectionedSource([
            ItemSection(Column(id: "a"), items: [Card(0), Card(1)]), ItemSection(Column(id: "b"), items: [Card(2)]),
            ItemSection(Column(id: "c"), items: [Card]()),
        ])
    }

    @Test func `a section that is moved in code goes with its items`() async throws {
        let board = try board()
        let screen = Screen(of: board)
        await screen.attach()
        try await screen.perform { try await $0.moveSection("a", to: 2) }
        #expect(board.snapshot.map(\.id) == ["b", "c", "a"])
        #expect(board.snapshot.map { $0.items.map(\.id) } == [[2], [], [0, 1]])
        #expect(await screen.read { _, display in display.rows } == board.snapshot.rows)
    }

    @Test func `a section that the display has dragged is not told again`() async throws {
        let board = try board()
        let screen = Screen(of: board)
        await screen.attach()
        try await screen.dragSection(from: 2, to: 0)
        #expect(board.snapshot.map(\.id) == ["c", "a", "b"])
        #expect(await screen.read { _, display in display.batches.isEmpty })
        #expect(await screen.faults == [])
    }

    @Test func `positions and sections that are not there are refused`() async throws {
        let board = try board()
        let screen = Screen(of: board)
        await screen.attach()
        for (id, position) in [("a", 3), ("a", -1), ("z", 0)] {
            await #expect(throws: PresentationError.noPlace) {
                try await screen.perform { try await $0.moveSection(id, to: position) }
            }
        }
        for (origin, position) in [(3, 0), (-1, 0), (0, 3), (.max, .min)] {
            await #expect(throws: PresentationError.noPlace) {
                try await screen.dragSection(from: origin, to: position)
            }
        }
        #expect(board.snapshot.version?.number == 1)
    }

    @Test func `a place between sections is found again by its neighbours`() async throws {
        let board = try board()
        let place = try #require(board.snapshot.sectionPlace(at: 1, movingFrom: 2))
        #expect(place == ItemPlace(previous: "a", next: "b"))
        #expect(board.snapshot.making(.moveSection("c", place))?.map(\.id) == ["a", "c", "b"])
        try await board.insertSection(ItemSection(Column(id: "new"), items: [Card]()), at: 0)
        try await board.removeSection(id: "a")
        try await board.make(.moveSection("c", place))
        #expect(board.snapshot.map(\.id) == ["new", "c", "b"])
        try await board.removeSection(id: "b")
        let error = await #expect(throws: EditError.self) { try await board.make(.moveSection("c", place)) }
        #expect(error?.code == .unknownSection)
        #expect(board.snapshot.making(.moveSection("c", place)) == nil)
        #expect(board.snapshot.making(.moveSection("b", place)) == nil)
    }

    @Test(arguments: seeds(60))
    func `sections that two screens move while others edit end as the source has them`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (board, clock) = (try board(), executor.clock)
            let screens = [Screen(of: board), Screen(of: board)]
            let runs = screens.map { screen in
                Task(executorPreference: executor) {
                    await screen.onFrame { try? await clock.sleep(for: .milliseconds(4)) }
                    await screen.attach()
                    await screen.run()
                }
            }
            let writer = Task(executorPreference: executor) {
                var random = Random(seed: seed)
                for step in 0..<20 {
                    random = Random(seed: random.next())
                    try await board.transaction { [random] in
                        var random = random
                        try $0.editAtRandom(&random, next: 100 + 10 * step)
                    }
                    try await clock.sleep(for: .milliseconds(5))
                }
            }
            let users = screens.enumerated().map { number, screen in
                Task(executorPreference: executor) {
                    var random = Random(seed: seed &* 4 &+ UInt64(number) &+ 1)
                    for _ in 0..<10 {
                        try await clock.sleep(for: .milliseconds(Int.random(in: 0..<10, using: &random)))
                        let shown = await screen.read { presentation, _ in presentation.snapshot }
                        guard let section = shown.randomElement(using: &random) else { continue }
                        let target = Int.random(in: 0..<shown.count, using: &random)
                        do {
                            if Bool.random(using: &random) {
                                try await screen.perform { try await $0.moveSection(section.id, to: target) }
                            } else {
                                let origin = shown.sectionPosition(of: section.id) ?? 0
                                try await screen.dragSection(from: origin, to: target)
                            }
                        } catch is EditError {
                            // Somebody else has removed what it refers to.
                        } catch is PresentationError {
                            // So has an update since `shown` was read.
                        }
                        await screen.check("after an edit")
                    }
                }
            }
            try await writer.value
            for user in users { try await user.value }
            await board.finish()
            for run in runs { await run.value }
            for screen in screens {
                #expect(await screen.faults == [])
                #expect(await screen.read { _, display in display.rows } == board.snapshot.rows)
            }
        }
    }
}

extension Screen<Board> {
    /// Drags a section: the display has moved it by itself.
    fileprivate func dragSection(from origin: Int, to position: Int) async throws {
        let proposal = try presentation.displayMovedSection(from: origin, to: position)
        display.make(presentation.snapshot)
        check("drag of a section")
        try await proposal.commit()
    }
}
