import DataSources

/// Whole lists: loading one, and replacing one by a list of which 1 % is different.
enum LoadBenchmark {
    private static let title = "Whole lists (CPU time, least)"
    private static let load = "bulk load"
    private static let replace = "replaceAll, 1 % changed"

    static let rows = [load, replace, "\(replace), difference"]

    static func measure(into report: inout Report, quick: Bool) throws {
        for size in quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000] {
            if report.wants(load) { try measureLoad(size, into: &report, quick: quick) }
            if report.wants("\(replace), difference") { try measureReplacement(size, into: &report, quick: quick) }
        }
    }

    private static func measureLoad(_ size: Int, into report: inout Report, quick: Bool) throws {
        let items = (0..<size).map { Employee($0) }
        let (ours, plain) = ("ListDraft", "Array and Dictionary")
        let samples = Contest(quick: quick).run([
            Contestant(ours) {
                let draft = try? ListDraft(items)
                consume(draft?.count)
            },
            Contestant(plain) {
                let copy = items.map { $0 }
                let positions = Dictionary(uniqueKeysWithValues: zip(copy.lazy.map(\.id), copy.indices))
                consume((copy, positions))
            },
        ])
        guard let our = samples[ours], let other = samples[plain] else { return }
        report.add(
            Row(
                group: title, name: load, size: size, sample: our, in: .milliseconds, against: (plain, other),
                bar: size == 1_000_000 ? 1.5 : nil))
        report.add(
            Row(
                group: title, name: "  \(plain)", size: size, sample: other, in: .milliseconds, against: ("ours", our)))
    }

    private static func measureReplacement(_ size: Int, into report: inout Report, quick: Bool) throws {
        for isDecoded in [false, true] {
            let old = (0..<size).map { Employee($0) }
            let new = changed(old, isDecoded: isDecoded)
            var draft = try ListDraft(old)
            var (replacing, differing, hashing) = (Sample(), Sample(), Sample())
            let start = cpuNanoseconds()
            for round in 0..<15 {
                if round > 2, cpuNanoseconds() - start > (quick ? 100_000_000 : 2_000_000_000) { break }
                let before = draft.snapshot
                replacing.values.append(cost { try? draft.replaceAll(with: new) })
                let after = draft.snapshot
                differing.values.append(cost { consume(after.changes(from: before)) })
                hashing.values.append(cost { consume(Set(new.lazy.map(\.id))) })
                try draft.replaceAll(with: old)
            }
            let strings = isDecoded ? ", strings new" : ""
            let set = ("a Set of the new ids", hashing)
            report.add(
                Row(
                    group: title, name: "\(replace)\(strings)", size: size, sample: replacing, in: .milliseconds,
                    against: set, bar: size == 1_000_000 ? 0.6 : nil))
            report.add(
                Row(
                    group: title, name: "\(replace)\(strings), difference", size: size, sample: differing,
                    in: .milliseconds, against: set, bar: size == 1_000_000 ? 0.1 : nil))
            report.add(
                Row(
                    group: title, name: "  a Set of the new ids", size: size, sample: hashing, in: .milliseconds,
                    against: ("replaceAll", replacing)))
        }
    }

    /// A third of a hundredth each updated, removed and inserted, everywhere.
    ///
    /// `isDecoded` gives every item a string of its own, as a decoder would.
    private static func changed(_ old: [Employee], isDecoded: Bool) -> [Employee] {
        var generator = Generator(seed: 3)
        var new: [Employee] = []
        new.reserveCapacity(old.count)
        for var item in old {
            if isDecoded {
                let salary = item.salary
                item = Employee(item.id)
                item.salary = salary
            }
            switch generator.below(300) {
            case 0: item.salary += 1
            case 1: continue
            case 2: new.append(Employee(old.count + item.id))
            default: break
            }
            new.append(item)
        }
        return new
    }
}
