/// The watched objects and those known to be alive: the pure part of ``LeakDetector``, generic over the reference.
package struct LeakTally<Object: Sendable>: Sendable {
    package struct Entry: Sendable {
        package let object: Object
        let type: ObjectIdentifier
        let cycle: Int
    }

    /// The number of objects of a type, and of live ones.
    package struct Kind: Hashable, Sendable {
        package let name: String
        package var total = 0
        package var living = 0

        package init(name: String, total: Int = 0, living: Int = 0) {
            self.name = name
            self.total = total
            self.living = living
        }
    }

    /// The current cycle.
    package var cycle = 0
    package private(set) var entries: [Entry] = []
    private var kinds: [ObjectIdentifier: Kind] = [:]
    /// The number of entries that triggers the next check.
    private var limit = Self.leastLimit

    private static var leastLimit: Int { 64 }

    package init() {}

    /// Adds an object to watch.
    ///
    /// - Returns: Whether it is time to check which objects are alive.
    package mutating func objectArrived(_ object: Object, type: ObjectIdentifier, name: String) -> Bool {
        entries.append(Entry(object: object, type: type, cycle: cycle))
        kinds[type, default: Kind(name: name)].total += 1
        return entries.count >= limit
    }

    /// Removes the entries, for the caller to check.
    package mutating func entriesTaken() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    /// Puts back the live entries; the next check happens at twice their number.
    package mutating func livingFound(_ living: [Entry]) {
        entries = living + entries
        limit = max(Self.leastLimit, entries.count * 2)
    }

    /// A description of the live objects; `nil` if there are none.
    package func report(tokens: Kind, firstTokenCycle: Int?) -> String? {
        if entries.isEmpty, tokens.living == 0 { return nil }
        var kinds = kinds
        for entry in entries { kinds[entry.type]?.living += 1 }
        let all = kinds.values.sorted { $0.name < $1.name } + [tokens]
        let leaked = all.filter { $0.living > 0 }.map { "\($0.living) of \($0.total) \($0.name)" }
        let first = (entries.map(\.cycle) + [firstTokenCycle].compactMap { $0 }).min() ?? 0
        return """
            after \(cycle + 1) \(cycle == 0 ? "cycle" : "cycles") there still live \(leaked.joined(separator: ", ")); \
            the first was left behind by cycle \(first)
            """
    }
}
