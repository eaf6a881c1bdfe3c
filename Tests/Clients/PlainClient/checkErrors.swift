import DataSources

private let twins = [Card(id: 1, title: "a", column: ""), Card(id: 1, title: "b", column: "")]

/// In a function, an `EditError` is caught without a cast; in a closure, if the `do` or the closure names it.
func checkErrors() async {
    do {
        _ = try ListSnapshot(twins)
    } catch {
        precondition(error.code == .duplicateItem)
    }
    await Task {
        do throws(EditError) {
            _ = try ListSnapshot(twins)
        } catch {
            precondition(error.code == .duplicateItem)
        }
    }.value
    let list = Result { () throws(EditError) in try ListSnapshot(twins) }
    guard case .failure(let error) = list else { preconditionFailure("no error") }
    precondition(error.code == .duplicateItem)
}
