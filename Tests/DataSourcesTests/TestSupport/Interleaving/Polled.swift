#if DATASOURCES_INTERLEAVING
import DataSources

/// A number whose difference asks once in its midst whether anybody still wants it.
struct Polled: SnapshotProtocol {
    let number: Int
    private(set) var version: Version?

    init() {
        self.init(0)
    }

    init(_ number: Int) {
        self.number = number
    }

    func committed(as version: Version) -> Polled {
        var copy = self
        copy.version = version
        return copy
    }

    func isIdentical(to other: Polled) -> Bool { number == other.number }

    func changes(from before: Polled, isCancelled: (() -> Bool)?) -> ListChanges? {
        if isCancelled?() == true { return nil }
        return number == before.number
            ? ListChanges() : ListChanges(updates: PositionPairs([PositionPair(before: 0, after: 0)]))
    }

    var content: Int { number }

    static func steps(of update: Update<Polled>) -> [Int] { [update.after.number] }

    static func stages(of update: Update<Polled>) -> [Update<Polled>] { [update] }

    static func apply(_ update: Update<Polled>, to content: inout Int) throws(UpdateError) {
        content = update.after.number
    }
}
#endif
