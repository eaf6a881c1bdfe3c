import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

/// The rules of the tests, with the most obvious code for each.
enum SampleRules: CaseIterable, Sendable {
    case items, headers, paths, sections, positions, empty, all

    var rows: RowVisibility<Department, Card> {
        switch self {
        case .items, .empty: .item { $0.title.hasSuffix("0") }
        case .headers, .all: .inSection { item, header in item.title.count == header.title.count }
        case .paths: .atPath { _, header, path in (path.item + path.section) % 3 == header.title.count % 3 }
        case .sections, .positions: .all
        }
    }

    var sections: SectionVisibility<Department> {
        switch self {
        case .items, .headers, .paths, .empty: .all
        case .sections, .all: .header { $0.title.hasSuffix("1") }
        case .positions: .atPosition { header, position in position % 2 == header.title.count % 2 }
        }
    }

    var hidesEmptySections: Bool { self == .empty || self == .all }

    /// The positions in the source of what is visible.
    func visible(of state: SectionedSnapshot<Department, Card>) -> [(section: Int, items: [Int])] {
        state.enumerated().compactMap { place, section in
            let (header, items) = (section.header, Array(section.items))
            let shown = items.indices.filter { offset in
                switch rows {
                case .item(let isHidden): !isHidden(items[offset])
                case .inSection(let isHidden): !isHidden(items[offset], header)
                case .atPath(let isHidden): !isHidden(items[offset], header, SourcePath(section: place, item: offset))
                }
            }
            let isHidden =
                switch sections {
                case .header(let isHidden): isHidden(header)
                case .atPosition(let isHidden): isHidden(header, place)
                }
            return isHidden || hidesEmptySections && shown.isEmpty ? nil : (place, shown)
        }
    }
}

struct VisibilityLaws {
    @Test(arguments: SampleRules.allCases, 0..<25)
    func `what is visible, and its paths, are those of an obvious filter`(rules: SampleRules, seed: UInt64) async throws
    {
        var random = Random(seed: seed)
        let source = try SectionedSource(
            ["a", "b", "c", "d"].enumerated().map { place, name in
                ItemSection(Department(id: name, title: name), items: (0..<8).map { Card(place * 10 + $0, "\($0)") })
            })
        let visibility = VisibilityFilter(
            of: source, rows: rules.rows, sections: rules.sections, hidesEmptySections: rules.hidesEmptySections)
        var shown = await visibility.sections.snapshot.content
        let subscription = await visibility.sections.subscribe()
        for _ in 0..<30 {
            let edits = (0...random.below(4)).map { _ in Self.edit(&random) }
            try await source.transaction { draft in for edit in edits { try? edit(&draft) } }
            let state = await visibility.paths.snapshot
            #expect(Self.fault(in: state, of: source.snapshot, rules) == nil, "seed \(seed), \(rules)")
            if state.visible.content != shown, let update = await subscription.next(isolation: #isolation) {
                #expect(!update.changes.isEmpty)
                try update.apply(to: &shown)
            }
            #expect(shown == state.visible.content, "seed \(seed), \(rules)")
        }
    }

    private static func fault(
        in state: VisibleSections<Department, Card>, of source: SectionedSnapshot<Department, Card>,
        _ rules: SampleRules
    ) -> String? {
        let expected = rules.visible(of: source)
        // What is visible may belong to an earlier state with the same visible part.
        guard state.visible.map(\.header) == expected.map({ source[section: $0.section]?.header }) else {
            return "sections \(state.visible.map(\.id))"
        }
        for (place, part) in expected.enumerated() {
            let items = part.items.map { source[ItemPath(section: part.section, item: $0)] }
            guard state.visible[section: place]?.items.map({ $0 }) == items else { return "rows of section \(place)" }
        }
        let known = rules.visible(of: state.source)
        var visiblePaths: [SourcePath: VisiblePath] = [:]
        for (place, part) in known.enumerated() {
            for (offset, item) in part.items.enumerated() {
                visiblePaths[SourcePath(section: part.section, item: item)] = VisiblePath(section: place, item: offset)
            }
            guard state.sourceSection(ofVisible: place) == part.section else { return "source of section \(place)" }
        }
        for section in -1...state.source.count {
            let place = known.firstIndex { $0.section == section }
            guard state.visibleSection(ofSource: section) == place else { return "visible section \(section)" }
            for item in -1...(state.source[section: section]?.items.count ?? 0) {
                let path = SourcePath(section: section, item: item)
                guard state.visiblePath(of: path) == visiblePaths[path] else { return "visible path of \(path)" }
            }
        }
        for (source, visible) in visiblePaths {
            guard state.sourcePath(of: visible) == source, state[source] == state[visible] else {
                return "source path of \(visible)"
            }
        }
        return nil
    }

    private static func edit(
        _ random: inout Random
    ) -> @Sendable (inout SectionedDraft<Department, Card>) throws -> Void {
        let (kind, id, other, number) = (random.below(10), random.below(40), random.below(40), random.below(100))
        let (section, place) = (["a", "b", "c", "d", "e"][random.below(5)], random.below(5))
        return { draft in
            switch kind {
            case 0, 1: try draft.updateItem(id: id) { $0.title = "\(number)" }
            case 2: try draft.removeItem(id: id)
            case 3: try draft.appendItem(Card(id, "\(number)"), toSection: section)
            case 4, 5: try draft.moveItem(id: id, before: other)
            case 6: try draft.updateSection(id: section) { $0.title = "\(number)" }
            case 7:
                if draft.contains(sectionID: section) {
                    try draft.removeSection(id: section)
                } else {
                    let items = [Card(number + 100, "\(number)"), Card(number + 300, "0")]
                    try draft.insertSection(
                        ItemSection(Department(id: section, title: "\(number)"), items: items),
                        at: min(place, draft.count))
                }
            case 8: try draft.moveSection(id: section, to: min(place, draft.count - 1))
            default: try draft.insertItem(Card(id, "\(number)"), before: other)
            }
        }
    }
}
