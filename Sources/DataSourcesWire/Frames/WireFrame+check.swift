import DataSources

extension WireFrame {
    /// Checks all that the specification says about a frame by itself, before anything of it is applied.
    ///
    /// Every frame passes here on its way into a replica, whoever decoded it: the readers of this library count while they
    /// read, those of a client may not.
    ///
    /// - Returns: The estimated size of the values in a part of a whole state; 0 for other frames.
    /// - Throws: ``WireError``: `tooLarge` for what exceeds the limits, `inconsistent` for what cannot be applied to any
    ///   state.
    /// - Complexity: O(*size*), and O(*m* log *m*) for *m* runs of moves.
    func check(_ limits: WireLimits) throws(WireError) -> Int {
        switch self {
        case .part(let part): return try part.check(limits)
        case .changes(let changes): try changes.check(limits)
        case .shapes(let shapes): _ = try FrameShapes(shapes)
        case .hello, .reset, .heartbeat, .end: break
        }
        return 0
    }

    /// The numbers of items and sections of a state.
    fileprivate static func checkCounts(
        _ kind: WireKind, _ items: Int, _ sections: Int, _ limits: WireLimits
    ) throws(WireError) {
        guard items >= 0, sections >= 0, kind == .sections || sections == 0 else {
            throw .inconsistent("a state of \(items) items in \(sections) sections")
        }
        guard items <= limits.items, sections <= limits.items else {
            throw WireError(.tooLarge, "a state of more than \(limits.items) items or sections")
        }
    }
}

extension WirePart {
    fileprivate func check(_ limits: WireLimits) throws(WireError) -> Int {
        try WireFrame.checkCounts(kind, itemCount, sectionCount, limits)
        guard offset >= 0 else { throw .inconsistent("a part at \(offset)") }
        guard kind == .sections || groups.count <= 1 else { throw .inconsistent("a part of a list in groups") }
        var size = 0
        for (number, group) in groups.enumerated() {
            // Items without a header go on with the last section of the part before.
            guard group.header == nil ? kind == .list || number == 0 : kind == .sections else {
                throw .inconsistent("a group with the wrong header")
            }
            if let header = group.header { size = size.saturating(adding: try header.size(limits.depth)) }
            for item in group.items { size = size.saturating(adding: try item.size(limits.depth)) }
        }
        return size
    }
}

extension WireChanges {
    fileprivate func check(_ limits: WireLimits) throws(WireError) {
        try WireFrame.checkCounts(kind, itemCount, sectionCount, limits)
        guard count <= limits.items else {
            throw WireError(.tooLarge, "a frame changes more than \(limits.items) positions")
        }
        switch kind {
        case .list:
            guard sections.isEmpty else { throw .inconsistent("sections of a list change") }
            try items.check(limits) { run, isAfter in
                run.first.section == 0 && (!isAfter || run.first.item.saturating(adding: run.count) <= itemCount)
            }
        case .sections:
            try sections.check(limits) { run, isAfter in
                !isAfter || run.first.saturating(adding: run.count) <= sectionCount
            }
            try items.check(limits) { run, isAfter in
                !isAfter
                    || run.first.section < sectionCount && run.first.item.saturating(adding: run.count) <= itemCount
            }
        }
    }
}

extension WireEdits {
    fileprivate func check(
        _ limits: WireLimits, _ fits: (_ run: Run, _ isAfter: Bool) -> Bool
    ) throws(WireError) {
        var removed = AscendingRuns<P>()
        for run in removals { try removed.add(run, fits(run, false)) }
        if !moves.isEmpty {
            for move in moves {
                var origin = AscendingRuns<P>()
                let run = Run(first: move.from, count: move.count)
                try origin.add(run, fits(run, false))
            }
            _ = try departures()
        }
        // Insertions and moves that ascend each are merged into one ascending order; others are not.
        var (arrived, inserted, moved) = (AscendingRuns<P>(), 0, 0)
        while inserted < insertions.count || moved < moves.count {
            let run: Run
            if moved == moves.count || inserted < insertions.count && insertions[inserted].first < moves[moved].to {
                let insertion = insertions[inserted]
                run = Run(first: insertion.first, count: insertion.values.count)
                for value in insertion.values { _ = try value.size(limits.depth) }
                inserted += 1
            } else {
                run = Run(first: moves[moved].to, count: moves[moved].count)
                moved += 1
            }
            try arrived.add(run, fits(run, true))
        }
        var updated = AscendingRuns<P>()
        for update in updates {
            let run = Run(first: update.position, count: 1)
            try updated.add(run, fits(run, true))
            try update.patch.check(limits)
        }
    }
}

extension WirePatch {
    fileprivate func check(_ limits: WireLimits) throws(WireError) {
        switch self {
        case .whole(let value): _ = try value.size(limits.depth)
        case .fields(let set, let removed):
            _ = try WireValue.object(set).size(limits.depth)
            if removed.isEmpty { return }
            guard Set(removed.map { TextID($0) }).count == removed.count, removed.allSatisfy({ set[$0] == nil })
            else {
                throw .inconsistent("a field is removed twice, or removed and set")
            }
        }
    }
}

/// Runs that ascend and do not overlap.
private struct AscendingRuns<P: Position> {
    private var last: WireEdits<P>.Run?

    /// Adds a run.
    ///
    /// - Throws: ``WireError`` if it is empty, outside of the state, or not behind the last one.
    mutating func add(_ run: WireEdits<P>.Run, _ fits: Bool) throws(WireError) {
        guard fits, !run.first.isNegative, run.count > 0, run.first.advanced(byItems: run.count) > run.first else {
            throw .inconsistent("\(run.count) positions at \(run.first)")
        }
        if let last, run.first <= last.first || last.first.items(to: run.first).map({ $0 < last.count }) ?? false {
            throw .inconsistent("the run at \(run.first) is not behind the one at \(last.first)")
        }
        last = run
    }
}

extension WireError {
    static func inconsistent(_ message: String) -> WireError { WireError(.inconsistent, message) }
}

extension WireValue {
    /// The ``estimatedSize`` of a value that a client's decoder may have made.
    ///
    /// - Throws: ``WireError`` if it is nested more deeply than `depth`.
    fileprivate func size(_ depth: Int) throws(WireError) -> Int {
        switch self {
        case .array(let values):
            let inner = try Self.inner(depth)
            var size = 2
            for value in values { size = size.saturating(adding: try value.size(inner) + 1) }
            return size
        case .object(let object):
            let inner = try Self.inner(depth)
            var size = 2
            for field in object.fields { size += field.name.utf8.count + (try field.value.size(inner)) + 4 }
            return size
        default: return estimatedSize
        }
    }

    private static func inner(_ depth: Int) throws(WireError) -> Int {
        guard depth > 0 else { throw WireError(.tooLarge, "values are nested too deeply") }
        return depth - 1
    }
}
