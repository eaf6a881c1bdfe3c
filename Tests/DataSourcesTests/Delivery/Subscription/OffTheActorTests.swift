import DataSources
import Testing

/// Law 8 where it counts: who computes a difference is on no actor.
///
/// `preconditionIsolated` ends the process with a signal if and only if the comparison is not on the actor; so these have
/// to end with one, and the control has to succeed.
struct OffTheActorTests {
    private static func items(_ value: Int, _ ear: Heard.Ear) -> [Heard] { ear.items(0..<100, value: value) }

    @Test func `law 8: control, what compares on the main actor is found there`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let ear = Heard.Ear()
            let (before, after) = (try ListSnapshot(Self.items(0, ear)), try ListSnapshot(Self.items(1, ear)))
            ear.listen()
            ear.at(10) { MainActor.preconditionIsolated() }
            precondition(after.changes(from: before).updates.count == 100 && ear.comparisons >= 10)
        }
    }

    @Test(arguments: [0, 1])
    func `law 8: for a consumer on the main actor the difference is computed elsewhere`(kind: Int) async {
        let result = await #expect(processExitsWith: .failure) { @MainActor [kind] in
            let ear = Heard.Ear()
            let source = try ListSource(Self.items(0, ear))
            let subscription = source.subscribe()
            try await source.replaceAll(with: Self.items(1, ear))
            ear.listen()
            ear.at(10) { MainActor.preconditionIsolated() }
            if kind == 0 {
                for await _ in subscription { break }
            } else {
                for await _ in subscription.updates { break }
            }
        }
        #expect(isTrap(result))
    }

    @Test func `law 8: the difference is not computed on the source's actor`() async {
        let result = await #expect(processExitsWith: .failure) {
            let ear = Heard.Ear()
            let source = try ListSource(Self.items(0, ear))
            let subscription = source.subscribe()
            try await source.replaceAll(with: Self.items(1, ear))
            ear.listen()
            ear.at(10) { source.preconditionIsolated() }
            for await _ in subscription { break }
        }
        #expect(isTrap(result))
    }

    /// Whether the process came upon a failed precondition, and did not just throw.
    private func isTrap(_ result: ExitTest.Result?) -> Bool {
        if case .signal = result?.exitStatus { true } else { false }
    }
}
