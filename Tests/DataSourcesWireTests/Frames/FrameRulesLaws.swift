import DataSources
import DataSourcesWire
import TestKit
import Testing

/// Laws 15 and 18: a replica refuses every frame that breaks a rule of `WireFormat`, before it applies any of it, whoever
/// decoded the frame.
struct FrameRulesLaws {
    /// A frame that breaks one rule, after a whole state of six items; in sections, three in each of two.
    struct Violation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let frame: WireFrame
        var code = WireError.Code.inconsistent
        /// Whether a format can express it.
        var isExpressible = true
    }

    private typealias Edits = WireEdits<ItemPath>

    private static func item(_ id: Int) -> WireValue {
        ["id": .int(Int64(id)), "title": "", "tags": .array([]), "weight": .int(0)]
    }

    private static func at(_ item: Int, _ section: Int = 0) -> ItemPath { ItemPath(section: section, item: item) }

    private static let patch = WirePatch.fields(["title": "x"], removed: [])

    private static func changes(
        _ name: String, in kind: WireKind = .list, count: Int = 6, sections: Int? = nil,
        of: WireEdits<Int> = WireEdits(),
        code: WireError.Code = .inconsistent, isExpressible: Bool = true, versions: (UInt64, UInt64) = (3, 4),
        _ items: Edits = Edits()
    ) -> Violation {
        let changes = WireChanges(
            kind: kind, base: versions.0, version: versions.1, itemCount: count,
            sectionCount: sections ?? (kind == .list ? 0 : 2), sections: of, items: items)
        return Violation(
            testDescription: name, frame: .changes(changes), code: code, isExpressible: isExpressible)
    }

    private static func updates(_ positions: [ItemPath]) -> Edits {
        Edits(updates: positions.map { .init(position: $0, patch: patch) })
    }

    private static func removals(_ runs: [(Int, Int)]) -> Edits {
        Edits(removals: runs.map { .init(first: at($0), count: $1) })
    }

    private static func moves(_ runs: [(Int, Int, Int)]) -> Edits {
        Edits(moves: runs.map { .init(from: at($0), to: at($1), count: $2) })
    }

    private static func insertions(_ positions: [Int]) -> Edits {
        Edits(insertions: positions.enumerated().map { .init(first: at($1), values: [item(10 + $0)]) })
    }

    static let inLists: [Violation] = [
        changes("one position is updated 300 times", updates(Array(repeating: at(2), count: 300))),
        changes("updates descend", updates([at(3), at(2)])),
        changes("an update is behind the end", updates([at(6)])),
        changes("an update is in another section", isExpressible: false, updates([at(0, 1)])),
        changes("an update is before the beginning", isExpressible: false, updates([at(-1)])),
        changes("removals descend", count: 4, removals([(3, 1), (1, 1)])),
        changes("removals overlap", count: 3, removals([(1, 2), (2, 1)])),
        changes("one position is removed twice", count: 4, removals([(1, 1), (1, 1)])),
        changes("a removal is empty", isExpressible: false, removals([(1, 0)])),
        changes("a removal has a negative count", isExpressible: false, removals([(1, -1)])),
        changes("a removal has a negative position", count: 5, isExpressible: false, removals([(-1, 1)])),
        changes("a removal has no end", code: .tooLarge, isExpressible: false, removals([(1, .max)])),
        changes(
            "counts of removals overflow", code: .tooLarge, isExpressible: false, removals([(0, .max), (1, .max)])),
        changes("a removal is behind the end", count: 5, removals([(6, 1)])),
        changes("destinations descend", moves([(0, 4, 1), (1, 2, 1)])),
        changes("destinations overlap", moves([(0, 4, 2), (2, 5, 1)])),
        changes("origins overlap", moves([(0, 2, 2), (1, 4, 1)])),
        changes(
            "a move leaves where an item is removed", count: 5,
            {
                var edits = moves([(0, 3, 2)])
                edits.removals = [.init(first: at(1), count: 1)]
                return edits
            }()),
        changes("a move arrives behind the end", moves([(0, 6, 1)])),
        changes("a move is empty", isExpressible: false, moves([(0, 1, 0)])),
        changes("a move has a negative origin", isExpressible: false, moves([(-1, 1, 1)])),
        changes("a move has a negative count", isExpressible: false, moves([(0, 1, .min)])),
        changes("insertions descend", count: 8, insertions([5, 3])),
        changes("insertions are at one position", count: 8, insertions([3, 3])),
        changes("an insertion is behind the end", count: 7, insertions([7])),
        changes("an insertion is empty", isExpressible: false, Edits(insertions: [.init(first: at(0), values: [])])),
        changes(
            "an insertion arrives where a move does", count: 7,
            {
                var edits = moves([(0, 3, 2)])
                edits.insertions = [.init(first: at(4), values: [item(10)])]
                return edits
            }()),
        changes(
            "a field is removed twice",
            Edits(updates: [
                .init(position: at(0), patch: .fields(["title": "x"], removed: ["notes", "notes"]))
            ])),
        changes(
            "a field is removed and set",
            Edits(updates: [
                .init(position: at(0), patch: .fields(["notes": "x"], removed: ["notes"]))
            ])),
        changes("a list has sections", sections: 1, isExpressible: false, updates([at(0)])),
        changes(
            "sections of a list change", of: WireEdits(removals: [.init(first: 0, count: 1)]), isExpressible: false),
        changes("there are fewer than no items", count: -1, isExpressible: false),
        changes(
            "a value is nested too deeply", code: .tooLarge, isExpressible: false,
            Edits(updates: [
                .init(position: at(0), patch: .whole((0..<200).reduce(.null) { value, _ in .array([value]) }))
            ])),
    ]

    static let inSections: [Violation] = [
        changes(
            "one header is updated twice", in: .sections,
            of: WireEdits(updates: [
                .init(position: 1, patch: patch), .init(position: 1, patch: patch),
            ])),
        changes(
            "a header behind the last one is updated", in: .sections,
            of: WireEdits(updates: [
                .init(position: 2, patch: patch)
            ])),
        changes(
            "removals of sections descend", in: .sections, count: 0, sections: 0,
            of: WireEdits(removals: [
                .init(first: 1, count: 1), .init(first: 0, count: 1),
            ])),
        changes(
            "origins of sections overlap", in: .sections,
            of: WireEdits(moves: [
                .init(from: 0, to: 0, count: 1), .init(from: 0, to: 1, count: 1),
            ])),
        changes("an update is in a section that is not there", in: .sections, updates([at(0, 2)])),
        changes("updates descend over sections", in: .sections, updates([at(0, 1), at(0, 0)])),
        changes("one position in a section is updated twice", in: .sections, updates([at(1, 1), at(1, 1)])),
        changes(
            "removals overlap in a section", in: .sections, count: 4,
            Edits(removals: [
                .init(first: at(0, 1), count: 2), .init(first: at(1, 1), count: 1),
            ])),
        changes(
            "a removal in a section that is not there", in: .sections, count: 5,
            Edits(removals: [
                .init(first: at(0, 2), count: 1)
            ])),
        changes("a section has a negative number", in: .sections, isExpressible: false, updates([at(0, -1)])),
        changes("there are fewer than no sections", in: .sections, sections: -1, isExpressible: false),
    ]

    /// Frames of a whole state of six items at version 3.
    private static func state(_ kind: WireKind) -> [WireFrame] {
        let groups: [WirePart.Group] =
            switch kind {
            case .list: [.init(header: nil, items: (0..<6).map { item($0) })]
            case .sections:
                [0, 1].map { section in
                    .init(
                        header: ["id": .int(Int64(section)), "title": ""],
                        items: (0..<3).map { item(3 * section + $0) })
                }
            }
        let part = WirePart(
            kind: kind, version: 3, offset: 0, itemCount: 6, sectionCount: kind == .list ? 0 : 2, groups: groups,
            isLast: true)
        return [.hello(WireHello(epoch: 1, kind: kind, version: nil)), .reset(.first), .part(part)]
    }

    /// A replica refuses the frame and shows what it has shown, in every form that can express the frame.
    private func expectRefusal<Snapshot: WireSnapshot>(
        _ violation: Violation, after frames: [WireFrame], _ type: Snapshot.Type
    ) async throws {
        for format in [nil, FrameFormat.json, .binary] where format == nil || violation.isExpressible {
            let replica = Replica<Snapshot>()
            try await #require(throws: WireError.self) { try await replica.follow(AsyncStream(frames)) }
            let before = replica.snapshot
            var code: WireError.Code?
            do {
                var bad = violation.frame
                if let format { bad = try format.decode(format.encode(bad)) }
                let hello = WireFrame.hello(WireHello(epoch: 1, kind: Snapshot.wireKind, version: 3))
                try await replica.follow(AsyncStream([hello, bad]))
            } catch let error as WireError {
                code = error.code
            }
            #expect(code == violation.code, "\(format?.name ?? "decoded by the client")")
            #expect(replica.snapshot == before)
        }
    }

    @Test(arguments: inLists)
    func `laws 15, 18: a step of a list that breaks a rule is refused, and nothing is applied`(
        violation: Violation
    ) async throws {
        try await expectRefusal(violation, after: Self.state(.list), List.self)
    }

    @Test(arguments: inSections)
    func `laws 15, 18: a step of sections that breaks a rule is refused, and nothing is applied`(
        violation: Violation
    ) async throws {
        try await expectRefusal(violation, after: Self.state(.sections), Board.self)
    }

    @Test func `what keeps all rules is applied`() async throws {
        // Runs may touch, an item may move and change, what leaves and what arrives may cross.
        let edits = Edits(
            removals: [.init(first: Self.at(0), count: 1), .init(first: Self.at(1), count: 1)],
            moves: [
                .init(from: Self.at(5), to: Self.at(0), count: 1), .init(from: Self.at(2), to: Self.at(1), count: 2),
            ],
            insertions: [.init(first: Self.at(3), values: [Self.item(7), Self.item(8)])],
            updates: [.init(position: Self.at(0), patch: Self.patch), .init(position: Self.at(1), patch: Self.patch)])
        let step = WireChanges(kind: .list, base: 3, version: 9, itemCount: 6, items: edits)
        let replica = Replica<List>()
        let frames = Self.state(.list) + [.changes(step), .end(.finished, version: 9)]
        #expect(try await replica.follow(AsyncStream(frames)) == .finished)
        #expect(replica.snapshot.map(\.id) == [5, 2, 3, 7, 8, 4])
        #expect(replica.snapshot.map(\.title) == ["x", "x", "", "", "", ""])
    }
}
