import DataSources

/// A snapshot of a number, of a type that does something whenever it is asked anything.
struct Meddler: SnapshotProtocol {
    let number: Int
    private(set) var version: Version?
    private let meddle: @Sendable () -> Void

    init() {
        self.init(0) {}
    }

    init(_ number: Int, _ meddle: @escaping @Sendable () -> Void) {
        self.number = number
        self.meddle = meddle
    }

    static func == (left: Meddler, right: Meddler) -> Bool {
        left.meddle()
        return left.number == right.number
    }

    func committed(as version: Version) -> Meddler {
        meddle()
        var copy = self
        copy.version = version
        return copy
    }

    func isIdentical(to other: Meddler) -> Bool {
        meddle()
        other.meddle()
        return false
    }

    func changes(from before: Meddler, isCancelled: (() -> Bool)?) -> ListChanges? {
        meddle()
        return number == before.number
            ? ListChanges() : ListChanges(updates: PositionPairs([PositionPair(before: 0, after: 0)]))
    }

    var content: Int { number }

    static func steps(of update: Update<Meddler>) -> [Int] { [update.after.number] }

    static func stages(of update: Update<Meddler>) -> [Update<Meddler>] { [update] }

    static func apply(_ update: Update<Meddler>, to content: inout Int) throws(UpdateError) {
        content = update.after.number
    }
}
