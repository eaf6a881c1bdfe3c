import DataSources
import DataSourcesTesting
import Foundation
import TestKit
import Testing

/// States from outside in which ids occur more than once.
struct DuplicatePolicyTests {
    /// The elements that stay, by the most obvious code.
    private static func kept<Element: Identifiable>(_ elements: [Element], _ policy: DuplicatePolicy) -> [Element] {
        elements.enumerated().filter { position, element in
            let others = policy == .keepFirst ? elements[..<position] : elements[(position + 1)...]
            return !others.contains { $0.id == element.id }
        }.map(\.element)
    }

    private static func kept(_ sections: [PlainSection], _ policy: DuplicatePolicy) -> [PlainSection] {
        let places = Self.kept(sections.enumerated().map { Keyed(id: $1.header.id, value: $0) }, policy).map(\.value)
        let left = places.map { sections[$0] }
        let rows = left.enumerated().flatMap { place, part in
            part.items.map { Keyed(id: $0.id, value: [place, $0.value]) }
        }
        let stay = Self.kept(rows, policy)
        return left.enumerated().map { place, part in
            PlainSection(part.header, stay.filter { $0.value[0] == place }.map { Row($0.id, $0.value[1]) })
        }
    }

    private static func decoder(_ policy: DuplicatePolicy?) -> JSONDecoder {
        let decoder = JSONDecoder()
        if let policy { decoder.userInfo[DuplicatePolicy.codingUserInfoKey] = policy }
        return decoder
    }

    @Test(arguments: seeds(60))
    func `lists keep the first or the last, also those that are decoded`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let ids = [2, 5, 400][random.below(3)]
        let rows = (0..<random.below(2 * ids)).map { Row(random.below(ids), $0) }
        let data = try JSONEncoder().encode(rows)
        var draft = try ListDraft([Row(1, 7), Row(0, 8), Row(3)])
        for policy in [DuplicatePolicy.keepFirst, .keepLast] {
            let expected = Self.kept(rows, policy)
            #expect(try Array(ListSnapshot(rows, duplicates: policy)) == expected, "seed \(seed)")
            try draft.replaceAll(with: rows, duplicates: policy)
            #expect(Array(draft.snapshot) == expected, "seed \(seed)")
            let decoded = try Self.decoder(policy).decode(ListSnapshot<Row>.self, from: data)
            #expect(Array(decoded) == expected, "seed \(seed)")
        }
        if Set(rows.map(\.id)).count < rows.count {
            #expect(throws: EditError.self) { try ListSnapshot(rows, duplicates: .refuse) }
            #expect(throws: EditError.self) { try draft.replaceAll(with: rows, duplicates: .refuse) }
            for policy in [nil, DuplicatePolicy.refuse] {
                #expect(throws: DecodingError.self) {
                    try Self.decoder(policy).decode(ListSnapshot<Row>.self, from: data)
                }
            }
        }
    }

    @Test(arguments: seeds(60))
    func `sections are reduced first, then items in the order of reading`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let ids = [2, 5, 200][random.below(3)]
        let sections = (0..<random.below(6)).map { number in
            let rows = (0..<random.below(ids)).map { Row(random.below(ids), 100 * number + $0) }
            return PlainSection(Heading(random.below(4), number), rows)
        }
        let plain = sections.map(\.section)
        let data = try JSONEncoder().encode(plain)
        var draft = try RowSectionsDraft([ItemSection(Heading(2), items: [Row(1, 7), Row(0, 8)])])
        for policy in [DuplicatePolicy.keepFirst, .keepLast] {
            let expected = Self.kept(sections, policy)
            #expect(try RowSections(plain, duplicates: policy).plain == expected, "seed \(seed)")
            try draft.replaceAll(with: plain, duplicates: policy)
            #expect(draft.snapshot.plain == expected, "seed \(seed)")
            #expect(try Self.decoder(policy).decode(RowSections.self, from: data).plain == expected, "seed \(seed)")
        }
        let rows = sections.flatMap(\.items)
        if Set(rows.map(\.id)).count < rows.count || Set(sections.map(\.header.id)).count < sections.count {
            #expect(throws: EditError.self) { try RowSections(plain, duplicates: .refuse) }
            #expect(throws: EditError.self) { try draft.replaceAll(with: plain, duplicates: .refuse) }
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(RowSections.self, from: data) }
        }
    }

    @Test func `following: a policy keeps one of each, and a closure is told of states that are refused`() async throws
    {
        let source = try ListSource([Row(0)])
        func states(_ lists: [[Row]]) -> AsyncStream<[Row]> {
            AsyncStream { stream in
                for list in lists { stream.yield(list) }
                stream.finish()
            }
        }
        try await source.follow(states([[Row(1), Row(2), Row(1, 5)]]), duplicates: .keepLast)
        #expect(Array(source.snapshot) == [Row(2), Row(1, 5)])
        var reported: [EditError] = []
        try await source.follow(states([[Row(3), Row(3)], [Row(4)], [Row(5), Row(6), Row(5)]])) {
            reported.append($0)
        }
        #expect(reported.map(\.ids) == [[AnyID(3)], [AnyID(5)]])
        #expect(reported.last?.repetitions.first?.second == EditError.Place(item: 2))
        #expect(Array(source.snapshot) == [Row(4)])
        await #expect(throws: EditError.self) { try await source.follow(states([[Row(3), Row(3)], [Row(7)]])) }
        #expect(Array(source.snapshot) == [Row(4)])
        #expect(try await source.replaceAll(with: [Row(8), Row(8, 1)], duplicates: .keepFirst).number == 4)
        #expect(Array(source.snapshot) == [Row(8)])
        // A source that has finished is no invalid state.
        await source.finish()
        await #expect { try await source.follow(states([[Row(1)]])) { reported.append($0) } } throws: {
            ($0 as? EditError)?.code == .finished
        }
        #expect(reported.count == 2)
    }

    @Test func `following sections`() async throws {
        let source = try SectionedSource([ItemSection(Heading(0), items: [Row(0)])])
        func states(_ lists: [[PlainSection]]) -> AsyncStream<[ItemSection<Heading, Row>]> {
            AsyncStream { stream in
                for list in lists { stream.yield(list.map(\.section)) }
                stream.finish()
            }
        }
        let twice = [PlainSection(1, [Row(1), Row(2)]), PlainSection(2, [Row(1, 5)]), PlainSection(1, [Row(3)])]
        try await source.follow(states([twice]), duplicates: .keepFirst)
        #expect(source.snapshot.plain == [PlainSection(1, [Row(1), Row(2)]), PlainSection(2)])
        try await source.replaceAll(with: twice.map(\.section), duplicates: .keepLast)
        #expect(source.snapshot.plain == [PlainSection(2, [Row(1, 5)]), PlainSection(1, [Row(3)])])
        var reported: [EditError.Code] = []
        try await source.follow(states([twice, Array(twice.prefix(2)), [PlainSection(3)]])) { reported.append($0.code) }
        #expect(reported == [.duplicateSection, .duplicateItem])
        #expect(source.snapshot.plain == [PlainSection(3)])
    }
}
