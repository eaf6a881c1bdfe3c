public import DataSources

/// What somebody wants to see of the board; equal queries share a view.
public struct BoardQuery: Hashable, Sendable {
    /// The order within each column.
    enum Sort: String, Hashable, Sendable, CaseIterable {
        case manual, title, newest, oldest
    }

    /// Cards whose title contains this, in lower case; empty for all.
    var text = ""
    var sort = Sort.manual
    /// Cards that have this label.
    var label: CardLabel?
    /// The number of cards of each column at most.
    public var limit: Int?

    static let limits = 1...100_000
    /// The page's first limit.
    private static let pageLimit = 100

    /// The board without a search, whole and as the page shows it at first: they are always served.
    public static let plain = [BoardQuery(), BoardQuery(limit: pageLimit)]

    /// Whether it is the board without a search.
    var isPlain: Bool { Self.plain.contains(self) }
}

extension BoardQuery {
    /// Reads the parameters of a request.
    ///
    /// - Throws: ``Refusal`` if one is out of range.
    init(_ parameters: QueryParameters) throws(Refusal) {
        let search = parameters["q"] ?? ""
        try Refusal.check(search, "q", atMost: TextLimits.search)
        text = search.trimmed.lowercased()
        if let name = parameters["sort"] {
            guard let sort = Sort(rawValue: name) else {
                throw Refusal(.malformed, "sort is \(Sort.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            self.sort = sort
        }
        if let name = parameters["label"] {
            guard let label = CardLabel(rawValue: name) else {
                throw Refusal(.malformed, "label is \(CardLabel.names)")
            }
            self.label = label
        }
        if let number = parameters["limit"] {
            guard let limit = Int(number), Self.limits.contains(limit) else {
                throw Refusal(.malformed, "limit is a number from 1 to \(Self.limits.upperBound)")
            }
            self.limit = limit
        }
    }

    /// The cards that are asked for, in the order that is asked for.
    public func view(of cards: BoardSource) -> BoardSource {
        var view = cards
        if !text.isEmpty { view = view.filter { [text] card in card.title.lowercased().contains(text) } }
        if let label { view = view.filter { [label] card in card.labels?.contains(label) == true } }
        switch sort {
        case .manual: break
        case .title: view = view.sortedItems { $0.title.lowercased() }
        case .newest: view = view.sortedItems(by: \.created, .descending)
        case .oldest: view = view.sortedItems(by: \.created)
        }
        if let limit { view = view.prefix(perSection: limit) }
        return view
    }
}
