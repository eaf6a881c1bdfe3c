import DataSources
import DataSourcesTesting

/// Chains of operators over items that misbehave, followed through random edits of what they are derived from.
///
/// Law 15: nothing traps or hangs. If the documented rule covers the type of the items (NaN, ids that are all equal, ids
/// that never equal themselves, constant hashes) and the closures tell the truth, what is shown is what fresh operators
/// show. The first byte chooses the type.
package enum OperatorTarget: FuzzTarget, OddRun {
    package static let name = "FuzzOperator"

    package static func run(_ bytes: [UInt8]) throws(Fault) {
        var reader = ByteReader(bytes)
        try OddTypes.run(self, reader.byte(), &reader)
    }

    static func run<Item: OddItem>(_ type: Item.Type, _ bytes: inout ByteReader) throws(Fault) {
        let input = bytes.rest
        do {
            try SeededExecutor.run(seed: UInt64(bytes.byte())) { executor in
                try await follow(type, ByteReader(Array(input.dropFirst())), executor.clock)
            }
        } catch {
            throw Fault("\(type): \(error)")
        }
    }

    private static func follow<Item: OddItem>(
        _ type: Item.Type, _ input: ByteReader, _ clock: VirtualClock
    ) async throws {
        var bytes = input
        let whim = Whim(seed: UInt64(bytes.byte()))
        let isLying = bytes.oneIn(4)
        let scene = OperatorScene<Item>(clock: clock, liar: isLying ? whim : nil)
        let chain = (0...bytes.below(4)).map { _ in Link(&bytes) }
        say("\(type), \(isLying ? "closures that lie" : "honest closures"): \(chain)")
        let views = scene.views(chain, &bytes)
        let editor = OddListEditor<Item>(
            make: { Item($0, $1, $2, whim) }, value: \.value, whim: isLying ? whim : nil)
        for _ in 0..<24 where !bytes.isAtEnd {
            switch bytes.below(13) {
            case 0: scene.number.set(bytes.below(9))
            case 1:
                let id = editor.item(&bytes).id
                scene.window.set(
                    bytes.below(2) == 0
                        ? ListWindow(start: bytes.below(9), count: 4) : ListWindow(startingWith: id, count: 6))
            case 2:
                let id = editor.item(&bytes).id
                scene.expansion.update { $0.toggle(id) }
            case 12: scene.flags[bytes.below(4)].set(bytes.below(2) == 0)
            case 3, 4: try await edit(scene.right, editor, &bytes)
            case 5, 6:
                let seed = bytes.byte()
                for source in [scene.left, scene.right] { source.snapshot.misbehave(seed) }
            default: try await edit(scene.left, editor, &bytes)
            }
            if bytes.oneIn(3) { continue }
            for view in views { try await view.look(scene.isLawful) }
        }
        for view in views { try await view.look(scene.isLawful) }
    }

    private static func edit<Item: OddItem>(
        _ source: ListSource<Item>, _ editor: OddListEditor<Item>, _ bytes: inout ByteReader
    ) async throws {
        let start = bytes
        bytes = try await source.transaction({ draft in
            var bytes = start
            for _ in 0...bytes.below(3) {
                do { try editor.edit(&draft, &bytes, depth: 1) } catch is EditError {}
            }
            return bytes
        }).result
    }

    package static var seeds: [String: [UInt8]] {
        let seeds = (0..<60 as Range<UInt64>).map { seed in
            ("random-\(seed)", [UInt8(seed % 12)] + SeedValues.random(40 + 4 * Int(seed), seed: 200 + seed))
        }
        return Dictionary(uniqueKeysWithValues: seeds)
    }
}
