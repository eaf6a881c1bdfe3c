import DataSources

/// What users of debug builds wait for: whole lists, one edit, reading.
enum DebugOperations {
    static func run(_ report: (String, Meter) -> Void) {
        let (before, after) = Workloads.shuffled(10_000)
        let (old, new) = (Array(before), Array(after))
        count("build 10000, UUID", report) { consume(checked { try ListSnapshot(old) }) }
        count("W4: shuffle 10000, UUID", report) { consume(after.changes(from: before)) }
        var draft = checked { try ListDraft(old) }
        count("replace all of 10000 by the same shuffled", report) { checked { try draft.replaceAll(with: new) } }
        // A hundred: the first also makes metadata and looks symbols up, which depends on where the build put them.
        var one = Meter()
        for position in 0..<100 {
            one.measure {
                let start = draft.snapshot
                checked { try draft.update(at: position * 100) { $0.tag += 1 } }
                consume(draft.snapshot.changes(from: start))
            }
        }
        report("one update and its difference", one)
        count("1000 items by position", report) {
            for position in 0..<1_000 { consume(before[position * 9]) }
        }
        count("10000 items by for-in", report) { for item in before { consume(item.tag) } }
    }

    private static func count(_ name: String, _ report: (String, Meter) -> Void, _ body: () -> Void) {
        var meter = Meter()
        meter.measure(body)
        report(name, meter)
    }
}
