import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15: an argument that makes no sense counts as the nearest one that does, everywhere.
struct ArgumentLaws {
    typealias Source = ListSource<Row>

    private static let numbers = [Int.min, -1, 0, 1, 2, Int.max]

    /// A function that takes a count: how many items of five come out.
    struct CountCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: @Sendable (Int) -> Int
        let count: @Sendable (Source, Int) async throws -> Int

        init(
            _ name: String,
            expects expected: @escaping @Sendable (Int) -> Int,
            _ count: @escaping @Sendable (Source, Int) async throws -> Int
        ) {
            testDescription = name
            self.expected = expected
            self.count = count
        }
    }

    @Sendable private static func atMost5(_ number: Int) -> Int { max(0, min(5, number)) }

    private static let counts = [
        CountCase("prefix(_:)", expects: atMost5) { await $0.prefix($1).snapshot.count },
        CountCase("prefix(parameter)", expects: atMost5) { await $0.prefix(Parameter($1)).snapshot.count },
        CountCase("dropFirst", expects: { 5 - atMost5($0) }) { await $0.dropFirst($1).snapshot.count },
        CountCase("dropFirst(parameter)", expects: { 5 - atMost5($0) }) {
            await $0.dropFirst(Parameter($1)).snapshot.count
        },
        CountCase("newest(parameter)", expects: atMost5) { await $0.newest(Parameter($1)).snapshot.count },
        CountCase("newest(parameter, by:)", expects: atMost5) {
            await $0.newest(Parameter($1), by: \.id).snapshot.count
        },
        CountCase("prefix(perSection: parameter)", expects: atMost5) {
            await $0.grouped(by: \.value).prefix(perSection: Parameter($1)).snapshot.itemCount
        },
        CountCase("newest(_:)", expects: atMost5) { await $0.newest($1).snapshot.count },
        CountCase("newest(by:)", expects: atMost5) {
            await $0.newest($1, by: \.id).snapshot.count
        },
        CountCase("prefix(perSection:)", expects: atMost5) {
            await $0.grouped(by: \.value).prefix(perSection: $1).snapshot.itemCount
        },
        CountCase("Window(start: 0, count:)", expects: atMost5) {
            await $0.window(ListWindow(start: 0, count: $1)).snapshot.count
        },
        CountCase("Window(start:, count: 5)", expects: { 5 - atMost5($0) }) {
            await $0.window(ListWindow(start: $1, count: 5)).snapshot.count
        },
        CountCase("Window(startingWith:count:)", expects: { min(3, atMost5($0)) }) {
            await $0.window(Parameter(ListWindow(startingWith: 2, count: $1))).snapshot.count
        },
        CountCase("paged(size:)", expects: { max(1, atMost5($0)) }) { await $0.paged(size: $1).snapshot.count },
        CountCase("paged(size:prefetchDistance:)", expects: { max(0, $0) }) {
            $0.paged(size: 2, prefetchDistance: $1).prefetchDistance
        },
        CountCase("paged(size:fetch:)", expects: { max(1, $0) }) { _, size in
            let asked = Shared(0)
            try await Source().paged(size: size, prefetchDistance: size) { (request: PageRequest<Int>) in
                asked.change { $0 = request.size }
                return Page([], next: nil)
            }.loadMore()
            return asked.value
        },
        // A page of two: it loads when its last item is displayed, which one beyond it counts as.
        CountCase("didShow(position:)", expects: { $0 < 1 ? 2 : 4 }) { source, position in
            let page = source.paged(size: 2, prefetchDistance: 0)
            try await page.didShow(position: position)
            return await page.snapshot.count
        },
        CountCase("asyncMap(limit:)", expects: { _ in 5 }) { source, limit in
            let mapped = source.asyncMap(limit: limit) { $0.id }
            await source.finish()
            await mapped.run()
            return await mapped.snapshot.count
        },
        CountCase("forEach(in: 0..<)", expects: atMost5) { source, end in
            var count = 0
            source.snapshot.forEach(in: 0..<max(0, end)) { _, _ in count += 1 }
            return count
        },
        CountCase("forEach(in: ..<max)", expects: { 5 - atMost5($0) }) { source, start in
            var count = 0
            source.snapshot.forEach(in: start..<Int.max) { _, _ in count += 1 }
            return count
        },
    ]

    @Test(arguments: counts)
    func `law 15: counts, sizes and positions of parts are limited to what there is`(_ function: CountCase) throws {
        for number in Self.numbers {
            try SeededExecutor.run(seed: 0) { _ in
                let count = try await function.count(try Source((0..<5).map { Row($0) }), number)
                #expect(count == function.expected(number), "\(function.testDescription) with \(number)")
            }
        }
    }

    // MARK: Positions

    @Test(arguments: [Int.min, Int.min + 1, -1, 6, Int.max - 1, Int.max])
    func `law 15: reading where nothing is finds nothing, and editing there throws`(position: Int) throws {
        var list = try ListDraft((0..<5).map { Row($0) })
        var sections = try RowSectionsDraft([PlainSection(0, Row.range(0, 5)).section])
        let (rows, parts) = (list.snapshot, sections.snapshot)
        let paths = [ItemPath(section: position, item: 0), ItemPath(section: 0, item: position)]
        let (row, part) = (list[position], sections[section: position])
        #expect(rows[position] == nil && !rows.contains(position: position) && row == nil)
        #expect(parts[section: position] == nil && part == nil)
        for path in paths {
            let row = sections[path]
            #expect(parts[path] == nil && row == nil)
        }
        #expect(PositionSet([position]).ranges.allSatisfy { $0.count <= 1 })
        #expect(PositionSet<Int>.Run(first: 0, count: position).count == position)
        _ = PositionSet<Int>.Run(first: position, count: position).last

        func refuses(_ name: String, _ edit: () throws -> Void) {
            let error = #expect(throws: EditError.self, "\(name) at \(position)") { try edit() }
            #expect(error?.code == .positionOutOfRange, "\(name) at \(position)")
        }
        let range = min(position, 3)..<max(position, 3)
        refuses("insert") { try list.insert(Row(9), at: position) }
        refuses("insert(contentsOf:)") { try list.insert(contentsOf: [Row(9)], at: position) }
        refuses("update") { try list.update(at: position) { $0.value = 1 } }
        refuses("remove") { _ = try list.remove(at: position) }
        refuses("removeSubrange") { try list.removeSubrange(range) }
        refuses("move(id:to:)") { try list.move(id: 1, to: position) }
        refuses("move(from:)") { try list.move(from: position, to: 0) }
        refuses("move(to:)") { try list.move(from: 0, to: position) }
        refuses("insertSection") { try sections.insertSection(PlainSection(9).section, at: position) }
        refuses("moveSection") { try sections.moveSection(id: 0, to: position) }
        refuses("removeSection") { _ = try sections.removeSection(at: position) }
        refuses("insertItem") { try sections.insertItem(Row(9), at: paths[1]) }
        refuses("insertItem") { try sections.insertItem(Row(9), at: paths[0]) }
        refuses("updateItem") { try sections.updateItem(at: paths[1]) { $0.value = 1 } }
        refuses("removeItem") { _ = try sections.removeItem(at: paths[1]) }
        refuses("removeItems") { try sections.removeItems(range, inSection: 0) }
        refuses("moveItem(toSection:)") { try sections.moveItem(id: 1, toSection: 0, at: position) }
        refuses("moveItem(to:)") { try sections.moveItem(id: 1, to: paths[1]) }
        refuses("moveItem(from:)") { try sections.moveItem(from: paths[0], to: ItemPath(section: 0, item: 0)) }
        refuses("moveItem(from:to:)") { try sections.moveItem(from: ItemPath(section: 0, item: 0), to: paths[0]) }
        let pair = PositionPair(before: position, after: 0)
        let changes = ListChanges(
            insertions: [position], moves: PositionPairs([PositionPair(before: position, after: position)]))
        #expect(changes.departures.count == 1 && !changes.arrivals.isEmpty)
        refuses("replay") { try list.replay(ListChanges(insertions: [position])) { _ in Row(9) } }
        refuses("replay") { try list.replay(ListChanges(deletions: [position])) { _ in Row(9) } }
        refuses("replay") { try list.replay(ListChanges(moves: PositionPairs([pair]))) { _ in Row(9) } }
        refuses("replay") {
            let pair = PositionPair(before: 0, after: position)
            try list.replay(ListChanges(updates: PositionPairs([pair]))) { _ in Row(9) }
        }
        let (rowsLeft, partsLeft) = (list.snapshot, sections.snapshot)
        #expect(rowsLeft == rows && partsLeft == parts)
    }

    @Test func `law 15: of headers with the same id the first one counts`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let board = try Source([Row(1, 2)]).sectioned(into: [Heading(1, 7), Heading(2), Heading(1, 8)]) { $0.value }
            #expect(await board.snapshot.map(\.header) == [Heading(1, 7), Heading(2)])
            #expect(await board.snapshot.items.map(\.id) == [1])
        }
    }

    // MARK: Durations

    private static let durations: [Duration] = [
        .seconds(Int64.min) * 18, .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(Int64.max),
        .seconds(Int64.max) * 18,
    ]
    private static let century = Duration.seconds(36_525 * 24 * 60 * 60)

    @Test(arguments: durations)
    func `law 15: a lifetime below zero is none, and one above a century a century`(lifetime: Duration) throws {
        let isThere = lifetime > .zero
        try SeededExecutor.run(seed: 0) { executor in
            let source = try Source([Row(1)])
            let sources = [
                source.expiring(after: lifetime, clock: executor.clock),
                source.expiring(clock: executor.clock) { _ in lifetime },
            ]
            for living in sources {
                let start = executor.clock.now
                let subscription = await living.subscribe()
                #expect(subscription.snapshot.isEmpty == !isThere)
                if !isThere { continue }
                #expect(await subscription.next()?.after.isEmpty == true)
                #expect(start.duration(to: executor.clock.now) == min(lifetime, Self.century))
            }
            // On a real clock, long enough for the test.
            let long = isThere ? max(lifetime, .seconds(1_000)) : lifetime
            #expect(await source.expiring(after: long, clock: ContinuousClock()).snapshot.isEmpty == !isThere)
            #expect(await source.expiring(after: long, clock: SuspendingClock()).snapshot.isEmpty == !isThere)
        }
    }

    @Test(arguments: durations)
    func `law 15: an interval below zero is none, and one above a century a century`(interval: Duration) throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try Source([Row(0)])
            let subscription = await source.throttled(for: interval, clock: executor.clock).subscribe()
            let start = executor.clock.now
            for id in 1...2 {
                try await source.append(Row(id))
                #expect(await subscription.next()?.after.count == id + 1)
            }
            #expect(start.duration(to: executor.clock.now) == max(.zero, min(interval, Self.century)))
        }
    }

    @Test(arguments: durations)
    func `law 15: a pause below zero is none, and one above a century a century`(interval: Duration) throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (source, clock) = (try Source([Row(0)]), executor.clock)
            for calm in [
                source.debounced(for: interval, clock: clock),
                source.debounced(for: .seconds(Int64.max) * 18, maximum: interval, clock: clock),
            ] {
                let start = clock.now
                let subscription = await calm.subscribe()
                try await source.append(Row(source.snapshot.count))
                #expect(await subscription.next()?.after.count == source.snapshot.count)
                #expect(start.duration(to: clock.now) == max(.zero, min(interval, Self.century)))
            }
        }
    }

    /// A clock with the instants of the continuous one, on which nobody wakes.
    private struct StandingClock: Clock {
        let deadlines = Shared<[ContinuousClock.Instant]>([])

        var now: ContinuousClock.Instant { ContinuousClock().now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            deadlines.change { $0.append(deadline) }
            await Latch().wait()
            throw CancellationError()
        }
    }

    @Test(arguments: [.seconds(Int64.max) * 10, .seconds(Int64.max), .seconds(1)] as [Duration])
    func `law 15: nobody sleeps until an instant that the clock cannot bear`(distance: Duration) throws {
        try SeededExecutor.run(seed: 0) { executor in
            let clock = StandingClock()
            let end = clock.now.advanced(by: distance)
            let living = try Source([Row(1)]).expiring(at: { _ in end }, clock: clock)
            let subscription = await living.subscribe()
            #expect(subscription.snapshot.count == 1)
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            let latest = clock.now.advanced(by: Self.century)
            let deadlines = clock.deadlines.value
            #expect(!deadlines.isEmpty && deadlines.allSatisfy { $0 <= min(end, latest) })
            task.cancel()
            #expect(await task.value == nil)
        }
    }
}
