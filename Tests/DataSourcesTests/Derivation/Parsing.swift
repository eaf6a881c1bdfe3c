import DataSources

struct Line: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String
}

struct NotANumber: Error, Equatable {
    let text: String
}

/// The number that a text contains.
func number(in text: String) throws(NotANumber) -> Int {
    guard let number = Int(text) else { throw NotANumber(text: text) }
    return number
}

extension DerivableSource where Snapshot == ListSnapshot<Line> {
    /// The numbers that lines contain, and the errors of the other lines, each under the id of its line.
    func numbers() -> (
        numbers: DerivedSource<ListSnapshot<Keyed<Int, Int>>>,
        errors: DerivedSource<ListSnapshot<Keyed<Int, NotANumber>>>
    ) {
        let results = map { line in Result { () throws(NotANumber) in try number(in: line.text) } }
        let numbers = results.compactMap { result in try? result.value.get() }
        let errors = results.compactMap { result -> NotANumber? in
            if case .failure(let error) = result.value { error } else { nil }
        }
        return (numbers, errors)
    }
}
