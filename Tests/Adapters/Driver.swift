import DataSources
import DataSourcesViews
import Foundation

/// Random updates for a display, each followed by a comparison of what it shows.
@MainActor
struct Driver {
    private var random = SeededGenerator(seed: 1)
    private(set) var updates = 0

    struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// A list in which some of the same employees are somewhere else, renamed, new or gone.
    private mutating func employees(_ ids: Range<Int>) -> [Employee] {
        ids.shuffled(using: &random).prefix(Int.random(in: 0...ids.count, using: &random)).map { id in
            Employee(id: id, name: "\(id)\(["", "!", "?"].randomElement(using: &random)!)")
        }
    }

    /// Few edits of a list half of the time, else any other list.
    private mutating func edited(_ old: [Employee], in ids: Range<Int>) -> [Employee] {
        if Bool.random(using: &random) { return employees(ids) }
        var list = old
        for _ in 0..<3 where !list.isEmpty {
            let (from, to) = (list.indices.randomElement(using: &random)!, list.indices.randomElement(using: &random)!)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: list.insert(list.remove(at: from), at: to)
            case 1: list.remove(at: from)
            default: list[from].name += "'"
            }
        }
        return list
    }

    /// Shows random states of a list in `display`.
    mutating func drive<Display: ListDisplay>(_ display: Display, _ shown: () -> [[String]]) async throws
    where Display.Snapshot == ListSnapshot<Employee> {
        var list = employees(0..<12)
        let source = try ListSource(list)
        let screen = Presentation(of: source)
        let reporter = Reporter(display)
        screen.attach(reporter)
        let following = Task { await screen.run() }
        for _ in 0..<60 {
            list = edited(list, in: 0..<12)
            try await source.replaceAll(with: list)
            let hint = [nil, AnimationHint.none, .fade, .slide].randomElement(using: &random)!
            if let hint {
                let new = Employee(id: 99, name: "99")
                try await hint.perform { _ = try await source.upsert(new) }
                list = Array(source.snapshot)
            }
            await reporter.told { screen.snapshot == source.snapshot }
            check([list.map(\.name)], shown())
            precondition(screen.refusals == 0)
            updates += 1
        }
        following.cancel()
        await following.value
    }

    /// Shows random states of sections in `display`.
    mutating func drive<Display: ListDisplay>(_ display: Display, _ shown: () -> [[String]]) async throws
    where Display.Snapshot == SectionedSnapshot<Department, Employee> {
        let source = SectionedSource<Department, Employee>()
        let screen = Presentation(of: source)
        let reporter = Reporter(display)
        screen.attach(reporter)
        let following = Task { await screen.run() }
        for _ in 0..<60 {
            let people = employees(0..<16)
            let ids = (0..<5).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
            var sections: [ItemSection<Department, Employee>] = []
            for (number, id) in ids.enumerated() {
                let department = Department(id: id, title: ["a", "b"].randomElement(using: &random)!)
                let members = people.enumerated().filter { $0.offset % ids.count == number }.map(\.element)
                sections.append(ItemSection(department, items: members))
            }
            try await source.replaceAll(with: sections)
            await reporter.told { screen.snapshot == source.snapshot }
            check(sections.map { $0.items.map(\.name) }, shown())
            precondition(screen.refusals == 0)
            updates += 1
        }
        following.cancel()
        await following.value
    }

    private func check(_ expected: [[String]], _ shown: [[String]]) {
        if shown != expected { fatalError("\(shown) is shown instead of \(expected)") }
    }
}
