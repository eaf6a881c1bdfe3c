import DataSources

struct Employee: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
    var salary: Int
    var team: String
    var isActive: Bool
}

let people = (0..<10).map { Employee(id: $0, name: "n\($0)", salary: $0 * 7 % 5, team: "t\($0 % 3)", isActive: true) }
let staff = try ListSource(people)

let wellPaid = staff.filter { $0.salary > 1 }
    .sorted(by: \.name)
    .prefix(5)

let teams = staff.filter(\.isActive)
    .sorted(by: \.salary, .descending)
    .grouped(by: \.team)

let names = staff.filter { $0.salary > 2 }
    .map { "\($0.name): \($0.salary)" }
    .sorted(by: \.value)
    .reversed()
    .prefix(3)

let totals = staff.filter(\.isActive)
    .aggregated(by: \.team, .sum(of: \.salary))
    .sorted(by: \.value)

try await staff.append(Employee(id: 10, name: "Bo", salary: 9, team: "t1", isActive: true))
print(await wellPaid.snapshot.map(\.name))
print(await teams.snapshot.count)
print(await names.snapshot.map(\.value))
print(await totals.snapshot.map(\.value))
