import DataSources
import DataSourcesTesting
import Testing

/// The code of the article's section on values.
struct ValuesArticleTests {
    private struct Employee: Identifiable, Equatable, Sendable {
        let id: Int
        var name = ""
        var salary = 0
        var departmentID = 0
    }

    private enum Scope: Equatable {
        case all
        case department(Int)
        case nobody
    }

    private static let employees = [
        Employee(id: 1, name: "Alice", salary: 9), Employee(id: 2, name: "Alan", salary: 1, departmentID: 1),
        Employee(id: 3, name: "Bob", salary: 5, departmentID: 1),
    ]

    @Test func `values of values, and a filter by two of them`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (staff, search, minimum) = (try ListSource(Self.employees), Parameter(""), Parameter(0))
            let query = search.map { $0.lowercased() }
            let found = staff.filter(by: query, minimum) { employee, text, minimum in
                employee.name.lowercased().hasPrefix(text) && employee.salary >= minimum
            }
            let status = found.counted().combined(with: staff.counted(), query) { found, all, text in
                text.isEmpty ? "\(all) employees" : "\(found) of \(all) match \(text)"
            }
            #expect(await status.snapshot.value == "3 employees")
            search.set("AL")
            #expect(await status.snapshot.value == "2 of 3 match al")
            minimum.set(5)
            #expect(await status.snapshot.value == "1 of 3 match al")
        }
    }

    @Test func `ids that change: the filter by a collected list and the intersection show the same`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (staff, selected) = (try ListSource(Self.employees), try ListSource([Row(3)]))
            let ids = selected.collected().map { Set($0.map(\.id)) }
            let sources = [
                staff.intersection(selected),
                staff.filter(by: selected.collected()) { employee, ids in ids.contains(id: employee.id) },
                staff.filter(by: ids) { employee, ids in ids.contains(employee.id) },
            ]
            for source in sources { #expect(await source.snapshot.map(\.id) == [3]) }
            try await selected.append(Row(1))
            try await selected.append(Row(7))
            for source in sources { #expect(await source.snapshot.map(\.id) == [1, 3]) }
            try await selected.removeAll()
            for source in sources { #expect(await source.snapshot.isEmpty) }
        }
    }

    @Test func `a value chooses the source to follow`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (staff, scope) = (try ListSource(Self.employees), Parameter(Scope.all))
            let shown = scope.switchToLatest { scope in
                switch scope {
                case .all: staff
                case .department(let id): staff.filter { $0.departmentID == id }
                case .nobody: nil
                }
            }
            #expect(await shown.snapshot.count == 3)
            scope.set(.department(1))
            #expect(await shown.snapshot.map(\.id) == [2, 3])
            scope.set(.nobody)
            #expect(await shown.snapshot.isEmpty)
        }
    }

    @Test func `one parameter taken apart: its parts change at once`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            struct Settings: Equatable {
                var search = ""
                var minimum = 0
            }
            let (staff, settings) = (try ListSource(Self.employees), Parameter(Settings()))
            let found = staff.filter(by: settings.map(\.search), settings.map(\.minimum)) {
                $0.name.hasPrefix($1) && $0.salary >= $2
            }
            let subscription = await found.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            settings.update { $0 = Settings(search: "A", minimum: 5) }
            #expect(await task.value?.after.map(\.id) == [1])
        }
    }
}
