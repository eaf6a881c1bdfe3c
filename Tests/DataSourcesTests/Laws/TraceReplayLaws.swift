import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Recorded edits of real documents, replayed into a source with three subscribers of different speeds.
///
/// Laws 1, 2, 3, 5 and 13 on real input: every subscriber ends with the document as it was at the end.
@Suite(.serialized)
struct TraceReplayLaws {
    @Test(.enabled(if: RecordedSession.areReplayable("sveltecomponent"), "no sessions at hand, or too slow"))
    func `a component of 19,749 patches, under the seeded executor`() throws {
        let trace = try RecordedSession.load("sveltecomponent")
        let ends = try SeededExecutor.run(seed: 1) { executor in
            try await Self.replay(trace, pauses: [0, 3, 50]) { pause in
                try? await executor.clock.sleep(for: .milliseconds(pause))
            } betweenCommits: { commit in
                if commit % 5 == 0 { try? await executor.clock.sleep(for: .milliseconds(1)) }
            }
        }
        for end in ends { #expect(end.text == trace.endContent) }
        // The fast one is given much, the slow one little; nobody is given anything it has had before.
        #expect(ends[0].updates > ends[1].updates && ends[1].updates > ends[2].updates)
    }

    @Test(.enabled(if: RecordedSession.areReplayable("automerge-paper"), "no sessions at hand, or too slow"))
    func `a paper of 259,778 patches, under real threads`() async throws {
        let trace = try RecordedSession.load("automerge-paper")
        // Three speeds by what each does with an update: nothing, folding it into an array, and looking at everything.
        let ends = try await Self.replay(trace, pauses: [0, 0, 0]) { _ in
        } betweenCommits: { _ in
        }
        for end in ends { #expect(end.text == trace.endContent) }
    }

    /// A character of a document, different from all others that look the same.
    private struct Letter: Identifiable, Equatable, Sendable {
        let id: Int
        let scalar: Unicode.Scalar
    }

    private typealias End = (text: String, updates: Int)

    /// Replays a session; of each subscriber, the text it ends with and the number of updates it was given.
    private static func replay(
        _ trace: RecordedSession, pauses: [Int], pause: @escaping @Sendable (Int) async -> Void,
        betweenCommits: (Int) async -> Void
    ) async throws -> [(text: String, updates: Int)] {
        let source = try ListSource(
            trace.startContent.unicodeScalars.enumerated().map { Letter(id: -$0 - 1, scalar: $1) })
        return try await withThrowingTaskGroup(of: (Int, End).self) { group in
            for (speed, length) in pauses.enumerated() {
                let subscription = source.subscribe()
                group.addTask { (speed, try await follow(subscription, speed: speed) { await pause(length) }) }
            }
            var nextID = 0
            for (number, transaction) in trace.txns.enumerated() {
                let start = nextID
                nextID += transaction.patches.reduce(0) { $0 + $1.inserted.unicodeScalars.count }
                try await source.transaction { list in
                    var id = start
                    for patch in transaction.patches {
                        let letters = patch.inserted.unicodeScalars.map { scalar in
                            defer { id += 1 }
                            return Letter(id: id, scalar: scalar)
                        }
                        try list.replaceSubrange(patch.position..<patch.position + patch.deleted, with: letters)
                    }
                }
                await betweenCommits(number)
            }
            await source.finish()
            var ends = [End](repeating: ("", 0), count: pauses.count)
            for try await (speed, end) in group { ends[speed] = end }
            return ends
        }
    }

    private static func follow(
        _ subscription: SnapshotSubscription<ListSnapshot<Letter>>, speed: Int, pause: () async -> Void
    ) async throws -> End {
        var updates = 0
        var last = subscription.snapshot
        var content = last.content
        for await update in subscription {
            updates += 1
            #expect(update.before.version == last.version && !update.changes.isEmpty)
            last = update.after
            if speed == 1 { try update.apply(to: &content) }
            if speed == 2 { content = update.after.content }
            await pause()
        }
        if speed == 0 { content = last.content }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: content.map(\.scalar))
        return (String(text), updates)
    }
}
