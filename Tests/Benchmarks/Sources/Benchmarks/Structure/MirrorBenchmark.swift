import DataSources

/// A plain array that follows a list of 50,000, there and back, beside the edits written by hand; and the inverse and the
/// application of an update of a shuffled list, beside its difference.
enum MirrorBenchmark {
    private static let title = "Mirroring an array (CPU time, least)"
    private static let shuffleTitle = "A shuffled list (CPU time, least)"
    private static let counts = [1, 10, 100, 1_000]

    static let rows = Change.allCases.flatMap { change in counts.map { "\(change.rawValue) \($0)" } } + ["shuffled"]

    private enum Change: String, CaseIterable {
        case update, insert, remove, move
    }

    static func measure(into report: inout Report, quick: Bool) throws {
        for change in Change.allCases {
            for count in counts where report.wants("\(change.rawValue) \(count)") {
                try measure(change, count, into: &report, quick: quick)
            }
        }
        if report.wants("shuffled") {
            for size in quick ? [100_000] : [100_000, 1_000_000, 5_000_000] { try measureShuffle(size, into: &report) }
        }
    }

    // MARK: Mirrors

    private static func measure(_ change: Change, _ count: Int, into report: inout Report, quick: Bool) throws {
        let size = 50_000
        let before = try ListSnapshot((0..<size).map { Employee($0) })
        guard let update = Update(from: before, to: try changed(before, change, count)) else { return }
        let back = update.inverted
        var (ours, hand) = (Array(before), Array(before))
        ours.reserveCapacity(size + count)
        hand.reserveCapacity(size + count)
        let samples = Contest(quick: quick).run([
            Contestant("ours") {
                do {
                    try update.apply(to: &ours)
                    try back.apply(to: &ours)
                } catch {
                    preconditionFailure("the array is the state before: \(error)")
                }
            },
            Contestant("hand") {
                edit(&hand, by: update)
                edit(&hand, by: back)
            },
        ])
        precondition(ours == Array(before) && hand == ours, "there and back is nothing")
        guard let our = samples["ours"], let other = samples["hand"] else { return }
        let name = "\(change.rawValue) \(count) and undo"
        report.add(
            Row(
                group: title, name: name, size: size, sample: our, in: .nanoseconds, against: ("by hand", other),
                bar: count == 1 ? nil : 2))
        report.add(
            Row(group: title, name: "  by hand", size: size, sample: other, in: .nanoseconds, against: ("ours", our)))
    }

    /// The list after `count` changes in random places.
    private static func changed(
        _ before: ListSnapshot<Employee>, _ change: Change, _ count: Int
    ) throws -> ListSnapshot<Employee> {
        var generator = Generator(seed: 5)
        var draft = try ListDraft(before)
        for number in 0..<count {
            let place = generator.below(draft.count)
            switch change {
            case .update: if let id = draft[place]?.id { try draft.update(id: id) { $0.salary += 1 } }
            case .insert: try draft.insert(Employee(before.count + number), at: place)
            case .remove: try draft.remove(at: place)
            case .move: try draft.move(from: place, to: generator.below(draft.count))
            }
        }
        return draft.snapshot
    }

    /// What users write who follow an array without `apply`.
    private static func edit(_ rows: inout [Employee], by update: Update<ListSnapshot<Employee>>) {
        let changes = update.changes
        if !changes.moves.isEmpty {
            for case .move(let from, let to) in update.steps { rows.insert(rows.remove(at: from), at: to) }
        } else {
            for offset in changes.deletions.reversed() { rows.remove(at: offset) }
            for offset in changes.insertions {
                if let item = update.after[offset] { rows.insert(item, at: offset) }
            }
        }
        for pair in changes.updates {
            if let item = update.after[pair.after] { rows[pair.after] = item }
        }
    }

    // MARK: A shuffled list

    private static func measureShuffle(_ size: Int, into report: inout Report) throws {
        let rows = (0..<size).map { Employee($0) }
        var generator = Generator(seed: 5)
        let before = try ListSnapshot(rows)
        let after = try ListSnapshot(rows.shuffled(using: &generator))
        guard let update = Update(from: before, to: after) else { return }
        var (differing, inverting, applying) = (Sample(), Sample(), Sample())
        for _ in 0..<5 {
            differing.values.append(cost { consume(after.changes(from: before)) })
            inverting.values.append(cost { consume(update.inverted) })
            var mirror = rows
            mirror[0] = rows[0]
            applying.values.append(cost { try? update.apply(to: &mirror) })
            precondition(mirror == Array(after), "the update leads to the state after")
        }
        let difference = ("the difference", differing)
        for (name, sample) in [("shuffled: inverted", inverting), ("shuffled: apply", applying)] {
            report.add(
                Row(
                    group: shuffleTitle, name: name, size: size, sample: sample, in: .milliseconds, against: difference,
                    bar: size == 5_000_000 ? 1.5 : nil))
        }
    }
}
