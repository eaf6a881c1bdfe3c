extension PositionPairs {
    /// The pairs with before and after swapped, ascending by the former `before`.
    ///
    /// - Complexity: O(*r*) in the number of runs if their positions are dense, for example of a shuffled list;
    ///   O(*r* log *r*) otherwise.
    public var inverted: PositionPairs {
        // Generic code is several times slower, and the compiler does not specialize this function for clients.
        if let offsets = self as? PositionPairs<Int>, let result = offsets.invertedOffsets as? PositionPairs {
            return result
        }
        if let paths = self as? PositionPairs<ItemPath>, let result = paths.invertedPaths as? PositionPairs {
            return result
        }
        var result = PositionPairs()
        for run in runs.sorted(by: { $0.before < $1.before }) { result.append(run.after, run.before, count: run.count) }
        return result
    }
}

extension PositionPairs<Int> {
    /// The runs, ascending by the position before.
    ///
    /// - Complexity: That of ``inverted``; O(1) if they ascend anyway.
    var runsByOrigin: [Run] {
        zip(runs, runs.dropFirst()).allSatisfy { $0.before < $1.before } ? runs : originOrder.map { runs[$0] }
    }

    /// The indices of the runs, ascending by the position before.
    var originOrder: [Int] {
        let origins = runs.map(\.before)
        if let order = ascendingOrder(of: origins) { return order.map { Int($0) } }
        return origins.indices.sorted { origins[$0] < origins[$1] }
    }

    fileprivate var invertedOffsets: PositionPairs {
        var result = PositionPairs()
        result.storage.reserveCapacity(runs.count)
        for run in runsByOrigin { result.append(run.after, run.before, count: run.count) }
        return result
    }
}

extension PositionPairs<ItemPath> {
    /// The runs, ascending by the path before.
    ///
    /// - Complexity: That of ``inverted``; O(*r*) if they ascend anyway.
    var runsByOrigin: [Run] {
        if zip(runs, runs.dropFirst()).allSatisfy({ $0.before < $1.before }) { return runs }
        guard let numbers = originNumbers, let order = ascendingOrder(of: numbers) else {
            return runs.sorted { $0.before < $1.before }
        }
        return order.map { runs[Int($0)] }
    }

    fileprivate var invertedPaths: PositionPairs {
        var result = PositionPairs()
        result.storage.reserveCapacity(runs.count)
        for run in runsByOrigin { result.append(run.after, run.before, count: run.count) }
        return result
    }

    /// For each run, the number of its path before, if those of each section follow those of the section before it;
    /// `nil` if the paths are so sparse, or out of bounds, that this has no use.
    private var originNumbers: [Int]? {
        let limit = runs.count * 8
        var widths: [Int] = []
        for run in runs {
            let path = run.before
            guard path.section >= 0, path.section <= limit, path.item >= 0, path.item <= limit else { return nil }
            while widths.count <= path.section { widths.append(0) }
            widths[path.section] = Swift.max(widths[path.section], path.item + 1)
        }
        var starts: [Int] = []
        var total = 0
        for width in widths {
            starts.append(total)
            // Cannot overflow: both are at most eight times the number of runs, which is in memory.
            total += width
        }
        return runs.map { starts[$0.before.section] + $0.before.item }
    }
}
