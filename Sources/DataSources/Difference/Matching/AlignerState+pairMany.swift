/// The memory for pairing many leftovers.
@usableFromInline
struct PairingMemory: ~Copyable {
    var memory: ScratchMemory
    let rankCount: Int
    let ranksOfRuns: ScratchPiece<Int32>
    /// The match of each new element.
    let matches: ScratchPiece<Match>
    /// A bit per rank, set if its old element has a match.
    let paired: ScratchPiece<UInt64>
    /// The slots of the hash table.
    let slots: ScratchPiece<UInt64>

    init(of state: borrowing AlignerState) {
        let (newCount, runCount) = (state.newLeftoverCount, state.runs.count)
        let slotCount = IdentityTable.slotCount(for: Swift.min(state.oldLeftoverCount, newCount))
        rankCount = state.oldLeftoverCount + runCount
        memory = ScratchMemory(
            byteCount: slotCount * 8 + newCount * 8 + rankCount / 8 + runCount * 4 + (newCount + runCount) * 4
                + increasingRunsByteCount(rankCount: rankCount)
        )
        ranksOfRuns = memory.take(Int32.self, count: runCount)
        matches = memory.take(Match.self, count: newCount)
        paired = memory.takeZeros(count: (rankCount + 63) >> 6)
        slots = memory.takeZeros(count: slotCount)
    }
}

extension LeftoverPairing {
    /// Creates a pairing of the leftovers of an aligner, with the shorter side in its table; valid while the leftovers
    /// and the memory are.
    @usableFromInline @inline(never)
    init(of state: borrowing AlignerState, size: Int, stride: Int, in memory: borrowing PairingMemory) {
        let looksUpNew = state.oldLeftoverCount <= state.newLeftoverCount
        let (few, many) =
            looksUpNew ? (state.oldLeftovers, state.newLeftovers) : (state.newLeftovers, state.oldLeftovers)
        let table = IdentityTable(
            of: borrowedBase(few), number: few.count,
            count: Swift.min(state.oldLeftoverCount, state.newLeftoverCount), slots: memory.slots)
        self.init(
            table, with: borrowedBase(many), number: many.count, looksUpNew: looksUpNew, size: size, stride: stride,
            matches: memory.matches, paired: memory.paired)
    }
}

extension AlignerState {
    /// Numbers the leftovers, and takes the memory to pair them.
    @usableFromInline @inline(never)
    mutating func startPairing() -> PairingMemory {
        let memory = PairingMemory(of: self)
        rankLeftovers(memory.ranksOfRuns)
        return memory
    }

    /// Reports what the matches say, and finds the moves among the matches and the runs.
    ///
    /// - Parameters:
    ///   - memory: Contains the matches.
    ///   - pairCount: The number of matches.
    @usableFromInline @inline(never)
    mutating func finish(_ memory: inout PairingMemory, count pairCount: Int) {
        reportDeletions(memory.paired)
        let ranks = memory.memory.take(Int32.self, count: pairCount + runs.count)
        let isWeighted = runs.contains { $0.count > 1 }
        var isAscending = true
        // Capacity for at least one: otherwise the standard library writes the count (0 over 0) into the storage shared
        // by all empty arrays of the process, which ThreadSanitizer reports as a race.
        let room = Swift.max(1, pairCount + runs.count)
        let (matches, ranksOfRuns) = (memory.matches, memory.ranksOfRuns)
        // The builder counts what it has initialized, and has appended at most one run for each pair and each run.
        var pairs = unsafe Array<Run>(unsafeUninitializedCapacity: room) { buffer, count in
            var builder = unsafe RunBuilder(buffer, ranks: ranks, joinsRuns: isWeighted)
            reportInsertions(matches, ranksOfRuns, into: &builder)
            isAscending = builder.isAscending
            count = builder.count
        }
        if poll.wasCancelled { return }
        if !lateUpdates.isEmpty { changes.updates = changes.updates.merging(lateUpdates, &poll) }
        if isAscending {
            pairs = []
        } else {
            keepRunsThatMove(
                &pairs, ranks: ranks.elements, rankCount: memory.rankCount, isWeighted: isWeighted,
                in: &memory.memory, &poll)
        }
        changes.moves = PositionPairs(sortedRuns: pairs).merging(crossings, &poll)
    }

    /// Numbers the leftovers of both sides; old leftovers and runs are numbered together, in the order of their
    /// positions.
    ///
    /// Runs ascend on both sides, since the walk never goes back.
    private mutating func rankLeftovers(_ ranksOfRuns: ScratchPiece<Int32>) {
        var (number, run) = (0, 0)
        for index in oldLeftovers.indices {
            if poll.shouldStop(before: 1) { return }
            while run < runs.count, runs[run].before < oldLeftovers[index].place {
                if poll.shouldStop(before: 1) { return }
                ranksOfRuns[run] = Int32(truncatingIfNeeded: number &+ run)
                run &+= 1
            }
            oldLeftovers[index].first = Int32(truncatingIfNeeded: number &+ run)
            number &+= oldLeftovers[index].count
        }
        while run < runs.count {
            if poll.shouldStop(before: 1) { return }
            ranksOfRuns[run] = Int32(truncatingIfNeeded: number &+ run)
            run &+= 1
        }
        number = 0
        for index in newLeftovers.indices {
            if poll.shouldStop(before: 1) { return }
            newLeftovers[index].first = Int32(truncatingIfNeeded: number)
            number &+= newLeftovers[index].count
        }
    }

    /// Reports the old elements without a match, in runs.
    private mutating func reportDeletions(_ paired: ScratchPiece<UInt64>) {
        for leftover in oldLeftovers where !leftover.isSilent {
            if poll.shouldStop(before: leftover.count) { return }
            var offset = 0
            while offset < leftover.count {
                let start = offset
                while offset < leftover.count, !Self.isMarked(Int(leftover.first) &+ offset, in: paired) {
                    offset &+= 1
                }
                if offset > start { changes.deletions.append(leftover.place &+ start, count: offset &- start) }
                while offset < leftover.count, Self.isMarked(Int(leftover.first) &+ offset, in: paired) { offset &+= 1 }
            }
        }
    }

    /// Whether the bit of a number is set.
    @inline(__always)
    private static func isMarked(_ number: Int, in marks: ScratchPiece<UInt64>) -> Bool {
        marks[number &>> 6] & 1 &<< UInt64(number & 63) != 0
    }

    /// Reports insertions, updates and moves between sections; collects runs and the other matches in the order of the
    /// new positions.
    private mutating func reportInsertions(
        _ matches: ScratchPiece<Match>,
        _ ranksOfRuns: ScratchPiece<Int32>,
        into builder: inout RunBuilder
    ) {
        var run = 0
        for leftover in newLeftovers {
            if poll.shouldStop(before: leftover.count) { return }
            while run < runs.count, runs[run].after < leftover.place {
                if poll.shouldStop(before: 1) { return }
                builder.append(runs[run], rank: ranksOfRuns[run])
                run &+= 1
            }
            let matches = matches.dropping(Int(leftover.first))
            var offset = 0
            while offset < leftover.count {
                let start = offset
                while offset < leftover.count, matches[offset].isNone { offset &+= 1 }
                if offset > start, !leftover.isSilent {
                    changes.insertions.append(leftover.place &+ start, count: offset &- start)
                }
                while offset < leftover.count, !matches[offset].isNone {
                    let match = matches[offset]
                    let old = oldLeftovers[match.place.number]
                    let (before, after) = (old.place &+ match.place.offset, leftover.place &+ offset)
                    if match.hasChanged { lateUpdates.append(before, after, count: 1) }
                    if PackedPosition.section(before) == PackedPosition.section(after) {
                        builder.append(
                            before, after, rank: old.first &+ Int32(truncatingIfNeeded: match.place.offset))
                    } else {
                        crossings.append(before, after, count: 1)
                    }
                    offset &+= 1
                }
            }
        }
        while run < runs.count {
            if poll.shouldStop(before: 1) { return }
            builder.append(runs[run], rank: ranksOfRuns[run])
            run &+= 1
        }
    }
}
