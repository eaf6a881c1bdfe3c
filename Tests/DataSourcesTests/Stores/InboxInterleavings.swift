#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension Interleavings {
    /// Edits from synchronous code, beside calls of the source and its end, in all orders of the windows.
    struct InboxInterleavings {
        @Test func `law 12: what a task submits is there when it asks`() async throws {
            try await explore(.preemptions(3)) { scene in
                let (source, seen) = (ListSource<Row>(), Shared<[Int?]>([]))
                scene.task("submitter") {
                    source.submit { try $0.append(Row(1)) }
                    source.submit { try $0.append(Row(2)) }
                    let position = await source.position(of: 2)
                    seen.change { $0.append(position) }
                }
                return {
                    try hold(seen.value == [1], "the second row was at \(seen.value)")
                    try hold(source.snapshot.map(\.id) == [1, 2], "the rows are \(source.snapshot.map(\.id))")
                }
            }
        }

        @Test func `law 12: the receipts of two tasks come, whoever makes their edits`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (source, versions) = (ListSource<Row>(), Shared<[Version]>([]))
                for id in 1...2 {
                    scene.task("submitter \(id)") {
                        let submission = source.submit { try $0.append(Row(id)) }
                        if let version = try? await submission.version { versions.change { $0.append(version) } }
                    }
                }
                return {
                    try hold(Set(versions.value.map(\.number)) == [2, 3], "the versions are \(versions.value)")
                    try hold(source.snapshot.count == 2, "there are \(source.snapshot.count) rows")
                }
            }
        }

        @Test func `law 12: a call comes between two edits that are submitted`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (source, versions) = (ListSource<Row>(), Shared<[Version]>([]))
                scene.task("submitter") {
                    let first = source.submit { try $0.append(Row(1)) }
                    let second = source.submit { try $0.append(Row(2)) }
                    if let version = try? await second.version { versions.change { $0.append(version) } }
                    if let version = try? await first.version { versions.change { $0.append(version) } }
                }
                scene.task("caller") { _ = try? await source.append(Row(3)) }
                return {
                    let ids = source.snapshot.map(\.id)
                    try hold(ids.filter { $0 < 3 } == [1, 2] && ids.count == 3, "the rows are \(ids)")
                    let numbers = versions.value.map(\.number)
                    try hold(numbers.count == 2 && numbers[0] > numbers[1], "the versions are \(numbers)")
                }
            }
        }

        @Test func `law 12: an edit is made or refused when the source finishes meanwhile`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (source, outcome) = (ListSource<Row>(), Shared<[Bool]>([]))
                scene.task("submitter") {
                    let submission = source.submit { try $0.append(Row(1)) }
                    let isMade = await (try? submission.version) != nil
                    outcome.change { $0.append(isMade) }
                }
                scene.task("finisher") { await source.finish() }
                return {
                    let count = source.snapshot.count
                    try hold(outcome.value == [count == 1], "the receipt says \(outcome.value) of \(count) rows")
                }
            }
        }

        @Test func `law 12: who waits for a receipt is cancelled anywhere, and the edit is made`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (source, ends) = (ListSource<Row>(), Shared(0))
                let submitter = scene.task("submitter") {
                    let submission = source.submit { try $0.append(Row(1)) }
                    _ = try? await submission.version
                    ends.change { $0 += 1 }
                }
                scene.task("canceller") { submitter.cancel() }
                return {
                    try hold(ends.value == 1, "the submitter did not go on")
                    try hold(source.snapshot.count == 1, "the edit was not made")
                }
            }
        }
    }
}
#endif
