#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension Interleavings {
    /// The explorer itself: it finds a planted bug, names an order that fails again, and passes what is right.
    struct ExplorerInterleavings {
        /// A flag that one task waits for.
        private struct Flag: Sendable {
            struct State: Sendable {
                var isSet = false
                var waiter: UnsafeContinuation<Void, Never>?
            }

            let looksAgain: Bool
            private let state = Interleaving.Guarded(State())

            init(looksAgain: Bool) {
                self.looksAgain = looksAgain
            }

            func set() {
                state.change { state in
                    state.isSet = true
                    defer { state.waiter = nil }
                    return state.waiter
                }?.resume()
            }

            func wait() async {
                if state.change({ $0.isSet }) { return }
                await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                    let waits = state.change { state in
                        if looksAgain, state.isSet { return false }
                        state.waiter = continuation
                        return true
                    }
                    if !waits { continuation.resume() }
                }
            }
        }

        private func scenario(looksAgain: Bool) -> InterleavingScenario {
            { scene in
                let flag = Flag(looksAgain: looksAgain)
                scene.task("waiter") { await flag.wait() }
                scene.task("setter") { flag.set() }
                return {}
            }
        }

        @Test func `a lost wake-up is found, and its order shows it again`() async throws {
            let lost = scenario(looksAgain: false)
            let failure = await #expect(throws: FailedInterleaving.self) { try await explore(.everyOrder, lost) }
            let found = try #require(failure)
            #expect(found.description.contains("waiter waits for"))
            #expect(!found.story.isEmpty)
            let again = await #expect(throws: FailedInterleaving.self) {
                try await explore(.everyOrder, replaying: found.schedule, lost)
            }
            #expect(again?.story == found.story)
            #expect(again?.schedule == found.schedule)
        }

        @Test func `the order that is reported has as few preemptions as there can be`() async throws {
            let lost = scenario(looksAgain: false)
            // Without a preemption the waiter waits before the flag is set, or finds it set.
            try await explore(.preemptions(0), lost)
            let failure = await #expect(throws: FailedInterleaving.self) { try await explore(.preemptions(3), lost) }
            let fewest = await #expect(throws: FailedInterleaving.self) { try await explore(.preemptions(1), lost) }
            #expect(failure?.schedule == fewest?.schedule)
        }

        @Test func `who looks again loses no wake-up`() async throws {
            // The setter's only operation comes before, between and after the two of the waiter.
            #expect(try await explore(.everyOrder, scenario(looksAgain: true)) == 3)
        }

        @Test func `a broken law is reported with what is broken`() async throws {
            let failure = await #expect(throws: FailedInterleaving.self) {
                try await explore(.everyOrder) { scene in
                    let count = Interleaving.Guarded(0)
                    for name in ["first", "second"] {
                        scene.task(name) {
                            let old = count.change { $0 }
                            count.change { $0 = old + 1 }
                        }
                    }
                    return { try hold(count.change { $0 } == 2, "a count was lost") }
                }
            }
            #expect(failure?.description.contains("a count was lost") == true)
        }

        @Test func `tasks that share nothing have one order`() async throws {
            let count = try await explore(.everyOrder) { scene in
                for name in ["first", "second", "third"] {
                    let own = Interleaving.Guarded(0)
                    scene.task(name) {
                        own.change { $0 += 1 }
                        own.change { $0 += 1 }
                    }
                }
                return {}
            }
            #expect(count == 1)
        }
    }
}
#endif
