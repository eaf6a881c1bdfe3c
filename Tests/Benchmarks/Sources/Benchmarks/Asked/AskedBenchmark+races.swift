import DataSources
import DataSourcesTesting

/// A card with its column.
struct Placed: Identifiable, Equatable, Sendable {
    let card: Employee
    let column: Employee

    var id: Int { card.id }
}

extension AskedBenchmark {
    typealias Sections = SectionedSnapshot<Employee, Employee>

    /// A change of a board whose columns are a list.
    static func race(_ name: String, _ board: Board) -> EndToEnd<Sections> {
        let (change, plainChange) = changes(name, board)
        return EndToEnd(
            name: name, source: board.cards.sectioned(into: board.headers, by: { $0.salary }), change: change,
            plainChange: plainChange, recompute: { board.sections() })
    }

    /// The same change through `grouped`, which has no headers to change.
    static func groupedRace(
        _ name: String, _ board: Board
    ) throws -> EndToEnd<SectionedSnapshot<GroupHeader<Int>, Employee>>? {
        if name != boardRows[1], name != boardRows[2] { return nil }
        let (change, plainChange) = changes(name, board)
        return EndToEnd(
            name: "  \(name), through grouped", source: board.cards.grouped { $0.salary }, change: change,
            plainChange: plainChange
        ) {
            board.sections().filter { !$0.items.isEmpty }.map { PlainSection(GroupHeader($0.header.id), $0.items) }
        }
    }

    private static func changes(
        _ name: String, _ board: Board
    ) -> (change: (Int) async throws -> Void, plainChange: (Int) -> Void) {
        let (cards, headers, columns) = (board.cards, board.headers, board.columns)
        switch name {
        case boardRows[1]:
            return (
                { _ = try await cards.update(id: board.card($0)) { $0.name += "!" } },
                { board.plainCards[board.card($0)].name += "!" }
            )
        case boardRows[2]:
            return (
                { _ = try await cards.update(id: board.card($0)) { $0.salary = ($0.salary + 1) % columns } },
                { turn in
                    let card = board.card(turn)
                    board.plainCards[card].salary = (board.plainCards[card].salary + 1) % columns
                }
            )
        case boardRows[3]:
            return (
                { _ = try await headers.update(id: board.column($0)) { $0.name += "!" } },
                { board.plainHeaders[board.column($0)].name += "!" }
            )
        default:
            return (
                { _ = try await headers.move(from: board.column($0), to: columns / 2) },
                { turn in
                    let header = board.plainHeaders.remove(at: board.column(turn))
                    board.plainHeaders.insert(header, at: columns / 2)
                }
            )
        }
    }

    /// Columns are collapsed one after the other, and opened again.
    static func collapsed(_ name: String, _ board: Board) -> EndToEnd<Sections> {
        let collapsed = Parameter<Set<Int>>([])
        var plain: Set<Int> = []
        let source = board.cards.sectioned(into: board.headers, by: { $0.salary }).collapsingSections(collapsed)
        return EndToEnd(
            name: name, source: source,
            change: { collapsed.set(collapsed.value.symmetricDifference([board.column($0 / 2)])) },
            plainChange: { plain.formSymmetricDifference([board.column($0 / 2)]) },
            recompute: {
                board.sections().map { plain.contains($0.header.id) ? PlainSection($0.header, []) : $0 }
            },
            limit: 1_000)
    }

    /// A header is changed so that its section goes elsewhere.
    static func sorted(_ name: String, _ board: Board) -> EndToEnd<Sections> {
        let columns = board.columns
        let source = board.cards.sectioned(into: board.headers, by: { $0.salary })
            .sortedSections { @Sendable in $0.salary }
        return EndToEnd(
            name: name, source: source,
            change: { [headers = board.headers] turn in
                _ = try await headers.update(id: board.column(turn)) { $0.salary += columns / 2 }
            },
            plainChange: { board.plainHeaders[board.column($0)].salary += columns / 2 },
            // The sort of the standard library is stable.
            recompute: { board.sections().sorted { $0.header.salary < $1.header.salary } })
    }

    /// A card refers to another column.
    static func joined(_ name: String, _ board: Board) -> EndToEnd<ListSnapshot<Placed>> {
        let columns = board.columns
        let source = board.cards.joined(toOne: board.headers, on: { $0.salary })
            .map { Placed(card: $0.left, column: $0.right) }
        return EndToEnd(
            name: name, source: source,
            change: { [cards = board.cards] turn in
                _ = try await cards.update(id: board.card(turn)) { $0.salary = ($0.salary + 1) % columns }
            },
            plainChange: { turn in
                let card = board.card(turn)
                board.plainCards[card].salary = (board.plainCards[card].salary + 1) % columns
            },
            recompute: {
                let headers = Dictionary(uniqueKeysWithValues: board.plainHeaders.map { ($0.id, $0) })
                return board.plainCards.compactMap { card in
                    headers[card.salary].map { Placed(card: card, column: $0) }
                }
            })
    }

    /// One row in 50 goes to the middle, all in one call.
    static func moved(_ name: String, _ board: Board) -> EndToEnd<ListSnapshot<Employee>> {
        let (cards, size) = (board.cards, board.size)
        func offsets(_ turn: Int) -> StrideTo<Int> { stride(from: turn % 50, to: size, by: 50) }
        return EndToEnd(
            name: name, source: cards,
            change: { _ = try await cards.move(fromOffsets: offsets($0), toOffset: size / 2) },
            plainChange: { turn in
                let (old, selected) = (board.plainCards, Set(offsets(turn)))
                func rest(_ positions: Range<Int>) -> [Employee] {
                    positions.filter { !selected.contains($0) }.map { old[$0] }
                }
                board.plainCards = rest(0..<size / 2) + offsets(turn).map { old[$0] } + rest(size / 2..<size)
            },
            recompute: { board.plainCards })
    }

    /// From the sources to the first state of what is derived from them.
    static func measureStart(into report: inout Report, _ board: Board, rounds: Int) async throws {
        let (cards, headers, name) = (board.cards, board.headers, boardRows[0])
        let (hand, grouped) = ("by hand", "through grouped")
        var samples: [String: Sample] = [:]
        for round in 0...rounds {
            var start = processNanoseconds()
            func lap(_ contestant: String) {
                // The first round warms up.
                if round > 0 {
                    samples[contestant, default: Sample()].values.append(Double(processNanoseconds() - start))
                }
                start = processNanoseconds()
            }
            let state = await cards.sectioned(into: headers, by: { $0.salary }).subscribe().snapshot
            lap(name)
            let groups = await cards.grouped { $0.salary }.subscribe().snapshot
            lap(grouped)
            let plain = board.sections()
            lap(hand)
            guard state.plain == plain, groups.count == plain.count else {
                throw WrongResult(description: "\(name): other sections")
            }
        }
        guard let ours = samples[name] else { return }
        for (other, sample) in samples.sorted(by: { $0.key < $1.key }) where other != name {
            report.add(
                Row(
                    group: title, name: name, size: board.size, sample: ours, in: .microseconds, by: .median,
                    against: (other, sample)))
            report.add(
                Row(
                    group: title, name: "  \(name), \(other)", size: board.size, sample: sample, in: .microseconds,
                    by: .median))
        }
    }
}
