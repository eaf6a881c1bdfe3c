import DataSources

/// What a commit costs 200 subscribers with a view each, until those whose view has changed have it.
///
/// A view is a filter, an order and a prefix. A commit changes five items, which half of the views show. By hand, each
/// subscriber gets the whole array through an `AsyncStream`, computes its view from scratch, and compares it with the one
/// before. CPU time of the process, for each commit.
enum ManyViewsBenchmark {
    private static let title = "A commit of five changes with 200 subscribers, each with a view of its own (CPU time)"
    private static let subscriberCount = 200

    static let rows = ["200 views"]

    static func measure(into report: inout Report, quick: Bool) async throws {
        guard report.wants("200 views") else { return }
        for size in quick ? [500] : [500, 1_200, 5_000, 50_000] {
            let commits = size > 5_000 ? 100 : 1_000
            let ours = try await views(of: size, commits: commits)
            let byHand = await arrays(of: size, commits: commits)
            report.add(
                Row(
                    group: title, name: "200 views", size: size, sample: ours, in: .microseconds, by: .median,
                    against: ("by hand", byHand), bar: size == 500 ? 1 : nil))
            report.add(
                Row(
                    group: title, name: "  200 views, by hand", size: size, sample: byHand, in: .microseconds,
                    by: .median))
        }
    }

    /// The five changes of a commit: each moves an item to the top of its tenth of the items.
    private static func changes(_ commit: Int, _ size: Int) -> [(id: Int, salary: Int)] {
        (0..<5).map { place in
            let tenth = (commit * 5 + place) % 10
            return (id: commit * 7_919 % (size / 10) * 10 + tenth, salary: (size + commit) * 10 + tenth)
        }
    }

    private static func measure(
        _ commits: Int, _ turnstile: Turnstile, commit: (Int) async throws -> Void
    ) async rethrows -> Sample {
        var sample = Sample()
        for number in 0..<commits {
            let start = processNanoseconds()
            try await commit(number)
            guard await turnstile.allPassed() else { break }
            sample.values.append(Double(processNanoseconds() - start))
        }
        return sample
    }

    private static func views(of size: Int, commits: Int) async throws -> Sample {
        let source = try ListSource((0..<size).map { Employee($0) })
        let turnstile = Turnstile(subscriberCount / 2)
        return try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            for number in 0..<subscriberCount {
                let view = source.filter { $0.salary % 10 == number % 10 }
                    .sorted { $0.salary > $1.salary }
                    .prefix(20)
                let subscription = await view.subscribe()
                group.addTask {
                    for await update in subscription {
                        consume(update.changes.count)
                        turnstile.passed()
                    }
                }
            }
            let sample = try await measure(commits, turnstile) { number in
                try await source.transaction { list in
                    for change in changes(number, size) {
                        try list.update(id: change.id) { $0.salary = change.salary }
                    }
                }
            }
            await source.finish()
            return sample
        }
    }

    private static func arrays(of size: Int, commits: Int) async -> Sample {
        let turnstile = Turnstile(subscriberCount / 2)
        return await withTaskGroup(of: Void.self) { @Sendable group in
            var items = (0..<size).map { Employee($0) }
            var continuations: [AsyncStream<[Employee]>.Continuation] = []
            for number in 0..<subscriberCount {
                let (stream, continuation) = AsyncStream.makeStream(
                    of: [Employee].self, bufferingPolicy: .bufferingNewest(1))
                continuations.append(continuation)
                group.addTask { [items] in
                    var shown = view(of: items, number)
                    for await items in stream {
                        let new = view(of: items, number)
                        if new == shown { continue }
                        shown = new
                        turnstile.passed()
                    }
                }
            }
            let sample = await measure(commits, turnstile) { number in
                for change in changes(number, size) { items[change.id].salary = change.salary }
                for continuation in continuations { continuation.yield(items) }
            }
            for continuation in continuations { continuation.finish() }
            return sample
        }
    }

    private static func view(of items: [Employee], _ number: Int) -> [Employee] {
        Array(items.filter { $0.salary % 10 == number % 10 }.sorted { $0.salary > $1.salary }.prefix(20))
    }
}
