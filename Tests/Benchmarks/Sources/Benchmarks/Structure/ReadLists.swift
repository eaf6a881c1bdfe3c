import DataSources

/// The same items in an array, a snapshot, a draft and a dictionary, and ways of reading them.
final class ReadLists {
    private let array: [Employee]
    private let snapshot: ListSnapshot<Employee>
    private let draft: ListDraft<Employee>
    private let positions: [Int: Int]
    private let wanted: Employee
    /// Places in random order, 10,000 at most.
    let order: [Int]

    init(size: Int) throws {
        array = (0..<size).map { Employee($0) }
        draft = try ListDraft(array)
        snapshot = draft.snapshot
        positions = Dictionary(uniqueKeysWithValues: zip(array.lazy.map(\.id), array.indices))
        wanted = Employee(size / 2)
        var generator = Generator(seed: 9)
        order = generator.distinct(min(size, 10_000), below: size)
    }

    func compareSnapshot() -> Int { count(snapshot) }
    func compareArray() -> Int { count(array) }

    @inline(never)
    private func count(_ items: some Sequence<Employee>) -> Int {
        var count = 0
        let wanted = wanted
        for item in items where item == wanted || item.salary > wanted.salary { count &+= 1 }
        return count
    }

    @inline(never)
    func sumChunks() -> Int {
        var sum = 0
        snapshot.forEachChunk { for item in $0 { sum &+= item.salary } }
        return sum
    }

    func sumSnapshot() -> Int { sum(snapshot) }
    func sumArray() -> Int { sum(array) }

    @inline(never)
    private func sum(_ items: some Sequence<Employee>) -> Int {
        var sum = 0
        for item in items { sum &+= item.salary }
        return sum
    }

    @inline(never)
    func subscriptSnapshot() -> Int {
        var sum = 0
        for position in 0..<snapshot.count { sum &+= snapshot[position]?.salary ?? 0 }
        return sum
    }

    @inline(never)
    func subscriptArray() -> Int {
        var sum = 0
        for position in array.indices { sum &+= array[position].salary }
        return sum
    }

    @inline(never)
    func gatherSnapshot() -> Int {
        var sum = 0
        for position in order { sum &+= snapshot[position]?.salary ?? 0 }
        return sum
    }

    @inline(never)
    func gatherArray() -> Int {
        var sum = 0
        for position in order { sum &+= array[position].salary }
        return sum
    }

    @inline(never)
    func positionsInDraft() -> Int {
        var sum = 0
        for id in order { sum &+= draft.position(of: id) ?? 0 }
        return sum
    }

    @inline(never)
    func positionsInDictionary() -> Int {
        var sum = 0
        for id in order { sum &+= positions[id] ?? 0 }
        return sum
    }
}
