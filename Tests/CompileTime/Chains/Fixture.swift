import DataSources

struct Person: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
    var salary: Int
    var rate: Double
    var team: String
    var manager: Int?
    var nickname: String?
    var isActive: Bool

    func raised(by amount: Int) -> Person {
        var copy = self
        copy.salary += amount
        return copy
    }
}

struct Team: Identifiable, Equatable, Sendable {
    let id: String
    var title: String
}

// What the chains in operators.txt begin with and refer to.
struct Fixture {
    let people: ListSource<Person>
    let others: ListSource<Person>
    let teams: ListSource<Team>
    let minimum: Parameter<Int>
    let search: Parameter<String>
    let count: Parameter<Int>
    let page: Parameter<Int>
}
