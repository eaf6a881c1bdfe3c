import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1, 3 and 4 for updates put together: composed, applied and inverted.
struct UpdateCompositionLaws {
    @Test(arguments: seeds(20))
    func `two updates of a list together are the net difference`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var nextID = 1 + random.below(40)
        let first = (0..<nextID).map { Row($0) }
        let second = UpdateCases.next(after: first, nextID: &nextID, &random)
        // Every fourth case ends where it began: together the two are nothing.
        let third = seed % 4 == 0 ? first : UpdateCases.next(after: second, nextID: &nextID, &random)
        let snapshots = try [first, second, third].map { try ListSnapshot($0) }
        try check(snapshots, seed) { changes in
            Oracle.fault(in: changes, from: first, to: third)
        }
    }

    @Test(arguments: seeds(20))
    func `two updates of sections together are the net difference`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var nextID = 1_000
        let first = UpdateCases.sections([0, 1, 2], [Array(0..<8), Array(8..<9), Array(9..<20)])
        let second = UpdateCases.next(after: first, nextID: &nextID, &random)
        let third = seed % 4 == 0 ? first : UpdateCases.next(after: second, nextID: &nextID, &random)
        let snapshots = try [first, second, third].map { try SectionedSnapshot(plain: $0) }
        try check(snapshots, seed) { changes in
            Oracle.fault(in: changes, from: first, to: third)
        }
    }

    private func check<S: SnapshotProtocol>(
        _ snapshots: [S],
        _ seed: UInt64,
        fault: (S.Changes) -> String?
    ) throws where S.Content: Equatable {
        guard let one = Update(from: snapshots[0], to: snapshots[1]),
            let two = Update(from: snapshots[1], to: snapshots[2])
        else { return }
        let both = try one.followed(by: two)
        let net = Update(from: snapshots[0], to: snapshots[2])
        #expect(both == net, "law 4, seed \(seed)")
        #expect((both == nil) == (snapshots[0] == snapshots[2]), "law 3, seed \(seed)")
        if let both {
            #expect(fault(both.changes) == nil, "seed \(seed)")
            var content = snapshots[0].content
            try both.apply(to: &content)
            #expect(content == snapshots[2].content, "law 1, seed \(seed)")
        }
        #expect(try one.followed(by: one.inverted) == nil, "law 4, seed \(seed)")
        if snapshots[0] != snapshots[1] {
            #expect { try two.followed(by: two) } throws: { ($0 as? UpdateError)?.code == .gap }
            #expect { try one.applied(to: snapshots[1]) } throws: { ($0 as? UpdateError)?.code == .baseMismatch }
        }
        #expect(try two.applied(to: one.applied(to: snapshots[0])) == snapshots[2], "law 1, seed \(seed)")
    }
}
