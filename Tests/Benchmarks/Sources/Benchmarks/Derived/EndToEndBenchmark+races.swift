import DataSources
import DataSourcesTesting

/// A department with its members.
struct Membership: Identifiable, Equatable, Sendable {
    let department: Employee
    let members: [Employee]

    var id: Int { department.id }
}

/// What is known of a group.
struct Totals: Equatable, Sendable {
    let (count, sum, highest): (Int, Int, Int)

    static func == (left: Totals, right: Totals) -> Bool {
        left.count == right.count && left.sum == right.sum && left.highest == right.highest
    }
}

extension EndToEndBenchmark {
    typealias List = ListSnapshot<Employee>

    static func combined(_ staff: Staff, _ name: String) -> EndToEnd<ValueSnapshot<Int>> {
        let mean = staff.source.sum { $0.salary }.combined(with: staff.source.counted()) { $0 + 7 * $1 }
        return staff.raised(name, by: 1, mean) { staff in [staff.reduce(0) { $0 + $1.salary } + 7 * staff.count] }
    }

    static func joinedMany(_ staff: Staff, _ name: String) throws -> EndToEnd<ListSnapshot<Membership>> {
        let departments = (0..<1_000).map { Employee($0) }
        let rows = try ListSource(departments)
            .joinedMany(with: staff.source, on: { $0.id }, equals: { $0.salary % 1_000 })
            .map { Membership(department: $0.left, members: $0.matches) }
        return staff.raised(name, by: 1, rows) { staff in
            let members = Dictionary(grouping: staff) { $0.salary % 1_000 }
            return departments.compactMap { department in
                members[department.id].map { Membership(department: department, members: $0) }
            }
        }
    }

    static func whereExists(_ staff: Staff, _ name: String) throws -> EndToEnd<List> {
        let departments = (0..<500).map { Employee(2 * $0) }
        let found = try staff.source.whereExists(
            in: ListSource(departments), on: { $0.salary % 1_000 }, equals: { $0.id })
        return staff.raised(name, by: 1, found) { staff in
            let ids = Set(departments.map(\.id))
            return staff.filter { ids.contains($0.salary % 1_000) }
        }
    }

    static func filterEach(_ staff: Staff, _ name: String) -> EndToEnd<List> {
        let flags = (0..<staff.size).map { Parameter($0 % 2 == 0) }
        var plain = flags.map(\.value)
        return EndToEnd(
            name: name, source: staff.source.filterEach { flags[$0.id] },
            change: { turn in
                let id = turn * 7_919 % flags.count
                flags[id].set(!flags[id].value)
            },
            plainChange: { plain[$0 * 7_919 % flags.count].toggle() },
            recompute: { staff.plain.filter { plain[$0.id] } })
    }

    /// 100 cards in each column.
    static func sectionedEach(
        _ size: Int, _ name: String
    ) throws -> EndToEnd<SectionedSnapshot<Employee, Keyed<FlatID<Int, Int>, Employee>>> {
        let columns = (0..<size / 100).map { Employee($0) }
        var plain = columns.map { column in (0..<100).map { Employee(100 * column.id + $0) } }
        let lists = try plain.map { try ListSource($0) }
        return EndToEnd(
            name: name, source: try ListSource(columns).sectionedEach { lists[$0.id] },
            change: { turn in
                let id = turn * 7_919 % size
                _ = try await lists[id / 100].update(id: id) { $0.salary += 1 }
            },
            plainChange: { turn in
                let id = turn * 7_919 % size
                plain[id / 100][id % 100].salary += 1
            },
            recompute: {
                columns.map { column in
                    PlainSection(
                        column,
                        plain[column.id].map { Keyed(id: FlatID(parent: column.id, child: $0.id), value: $0) })
                }
            })
    }

    /// Half of the ids are in both lists; a raise makes the first list's item win.
    static func merged(_ staff: Staff, _ name: String) throws -> EndToEnd<List> {
        let others = (staff.size / 2..<staff.size * 3 / 2).map { id in
            var employee = Employee(id)
            employee.salary += 1_000_000
            return employee
        }
        let merged = try staff.source.merged(with: ListSource(others)) { $0.salary > $1.salary }
        return staff.raised(name, by: 2_000_000, merged) { staff in
            let first = Dictionary(uniqueKeysWithValues: staff.map { ($0.id, $0.salary) })
            let second = Dictionary(uniqueKeysWithValues: others.map { ($0.id, $0.salary) })
            let winners = others.filter { $0.salary > first[$0.id] ?? .min }
            return staff.filter { $0.salary >= second[$0.id] ?? .min } + winners
        }
    }

    /// Items are inserted before the page.
    static func page(_ staff: Staff, _ name: String) -> EndToEnd<List> {
        let size = staff.size
        let page = staff.source.page(number: Parameter(size / 40), size: 20)
        return EndToEnd(
            name: name, source: page,
            change: { [source = staff.source] turn in
                _ = try await source.insert(Employee(size + turn), at: turn * 7_919 % (size / 2))
            },
            plainChange: { staff.plain.insert(Employee(size + $0), at: $0 * 7_919 % (size / 2)) },
            recompute: { Array(staff.plain.dropFirst(size / 40 * 20).prefix(20)) })
    }

    static func sortedItems(
        _ staff: Staff, _ name: String
    ) -> EndToEnd<SectionedSnapshot<GroupHeader<Int>, Employee>> {
        let ranked = staff.source.grouped { $0.salary % 100 }.sortedItems(by: { $0.salary }, .descending)
        return staff.raised(name, by: 50_000, ranked) { staff in
            Dictionary(grouping: staff) { $0.salary % 100 }.sorted { $0.key < $1.key }
                // The sort of the standard library is stable.
                .map { PlainSection(GroupHeader($0.key), $0.value.sorted { $0.salary > $1.salary }) }
        }
    }

    static func aggregates(_ staff: Staff, _ name: String) -> EndToEnd<ListSnapshot<Keyed<Int, Totals>>> {
        let totals = staff.source.aggregated(
            by: { $0.id % 1_000 },
            .combined(.count, .sum(of: { $0.salary }), .max(of: { @Sendable in $0.salary })) {
                Totals(count: $0, sum: $1, highest: $2)
            })
        return staff.raised(name, by: 50_000, totals) { staff in
            Dictionary(grouping: staff) { $0.id % 1_000 }.sorted { $0.key < $1.key }.map { key, members in
                let salaries = members.map(\.salary)
                let totals = Totals(count: members.count, sum: salaries.reduce(0, +), highest: salaries.max() ?? 0)
                return Keyed(id: key, value: totals)
            }
        }
    }

    /// An update makes an item expire.
    static func expired(_ staff: Staff, _ name: String) -> EndToEnd<List> {
        let size = staff.size
        return EndToEnd(
            name: name, source: staff.source,
            change: { [source = staff.source] turn in
                _ = try await source.update(id: turn * 7_919 % size) { $0.salary = -1 }
            },
            plainChange: { turn in
                if let place = staff.plain.firstIndex(where: { $0.id == turn * 7_919 % size }) {
                    staff.plain[place].salary = -1
                }
            },
            recompute: { staff.plain.filter { $0.salary >= 0 } },
            isComplete: { state, turn in state.count == size - turn - 1 })
    }

    /// An item is appended; the oldest is evicted.
    static func limited(_ staff: Staff, _ name: String) -> EndToEnd<List> {
        let size = staff.size
        return EndToEnd(
            name: name, source: staff.source,
            change: { [source = staff.source] turn in _ = try await source.append(Employee(size + turn)) },
            plainChange: { staff.plain.append(Employee(size + $0)) },
            recompute: { Array(staff.plain.suffix(size)) },
            isComplete: { state, turn in state.count == size && state[size - 1]?.id == size + turn })
    }
}
