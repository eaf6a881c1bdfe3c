/// The kinds of rows of a list, and how the rows of each kind are made, configured, updated and reused.
///
/// ```swift
/// let rows = try RowFactory<Employee, any Cell> {
///     Row("manager", where: \.isManager) { ManagerCell() } configure: { $0.show($1) } update: { $0.fade(from: $1, to: $2) }
///     Row("person") { PersonCell() } configure: { $0.show($1) }
/// }
/// ```
///
/// The kind of an item is that of the first row whose condition it satisfies; the last row has no condition. Or a
/// closure gives the kind, and every row names one:
///
/// ```swift
/// let rows = try RowFactory<Setting, Cell>(kind: \.kind) {       // an enum of strings: every case needs a row
///     Row("switch") { SwitchCell() } configure: { $0.show($1) }
///     Row("link") { LinkCell() } configure: { $0.show($1) }
/// }
/// ```
///
/// Mistakes are errors when the factory is built. It is a value: several displays can have the same one, and nothing is
/// registered anywhere. A toolkit that recycles views itself calls ``kind(of:)``, ``make(_:)``, ``configure(_:for:)``
/// and ``update(_:from:to:)``; others have a ``RowPool`` or ``VisibleRows``.
public struct RowFactory<Item, View> {
    let rows: [AnyRow<Item, View>]
    private let positions: [RowKind: Int]
    private let kindOfItem: ((Item) -> RowKind)?

    /// Creates a factory whose rows have conditions, except the last one.
    ///
    /// - Parameters:
    ///   - fallbacks: What is done with rows whose kind does not say it.
    ///   - rows: The rows.
    /// - Throws: ``RowError`` if kinds occur twice, items can be without a row, rows are never used or not configured.
    public init(
        fallbacks: RowHandlers<Item, View> = RowHandlers(),
        @RowBuilder<Item, View> rows: () -> [AnyRow<Item, View>]
    ) throws(RowError) {
        try self.init(rows(), fallbacks, kind: nil)
        guard let catchAll = self.rows.firstIndex(where: { $0.condition == nil }) else { throw .missing([]) }
        let unreachable = self.rows[(catchAll + 1)...].map(\.kind)
        if !unreachable.isEmpty { throw .unreachable(unreachable) }
    }

    /// Creates a factory for items that know their kind.
    ///
    /// - Parameters:
    ///   - kind: The kind of an item; it must give the same kind for equal items.
    ///   - kinds: The kinds that must have a row, unless there is one of the kind ``RowKind/fallback``.
    ///   - fallbacks: What is done with rows whose kind does not say it.
    ///   - rows: The rows.
    /// - Throws: ``RowError`` if kinds occur twice or have no row, or rows are never used or not configured.
    public init(
        kind: @escaping (_ item: Item) -> RowKind,
        kinds: some Sequence<RowKind> = EmptyCollection(),
        fallbacks: RowHandlers<Item, View> = RowHandlers(),
        @RowBuilder<Item, View> rows: () -> [AnyRow<Item, View>]
    ) throws(RowError) {
        try self.init(rows(), fallbacks, kind: kind)
        let conditional = self.rows.filter { $0.condition != nil }.map(\.kind)
        if !conditional.isEmpty { throw .unreachable(conditional) }
        let missing = missingKinds(in: kinds)
        if !missing.isEmpty || self.rows.isEmpty { throw .missing(missing) }
    }

    /// Creates a factory for items whose kind is an enum of strings; every case must have a row.
    ///
    /// - Parameters:
    ///   - kind: The kind of an item; it must give the same kind for equal items.
    ///   - fallbacks: What is done with rows whose kind does not say it.
    ///   - rows: The rows.
    /// - Throws: ``RowError`` if kinds occur twice or have no row, or rows are never used or not configured.
    public init<Kind: CaseIterable & RawRepresentable<String>>(
        kind: @escaping (_ item: Item) -> Kind,
        fallbacks: RowHandlers<Item, View> = RowHandlers(),
        @RowBuilder<Item, View> rows: () -> [AnyRow<Item, View>]
    ) throws(RowError) {
        try self.init(
            kind: { RowKind(kind($0).rawValue) }, kinds: Kind.allCases.map { RowKind($0.rawValue) },
            fallbacks: fallbacks, rows: rows)
    }

    private init(
        _ rows: [AnyRow<Item, View>], _ fallbacks: RowHandlers<Item, View>, kind: ((Item) -> RowKind)?
    ) throws(RowError) {
        var positions: [RowKind: Int] = [:]
        var duplicates: [RowKind] = []
        for (position, row) in rows.enumerated() {
            if positions[row.kind] == nil {
                positions[row.kind] = position
            } else if !duplicates.contains(row.kind) {
                duplicates.append(row.kind)
            }
        }
        if !duplicates.isEmpty { throw .duplicates(duplicates) }
        for row in rows where !row.isPossible { throw .wrongView(row.kind, row.viewType, View.self) }
        self.rows = rows.map { row in
            var row = row
            row.handlers = row.handlers.falling(backTo: fallbacks)
            return row
        }
        self.positions = positions
        kindOfItem = kind
        let unconfigured = self.rows.filter { $0.handlers.configure == nil }.map(\.kind)
        if !unconfigured.isEmpty { throw .notConfigured(unconfigured) }
    }

    /// The kinds, in the order of their rows.
    public var kinds: [RowKind] { rows.map(\.kind) }

    /// The kinds without a row among `kinds`, each once: for a check of a file before it is shown.
    public func missingKinds(in kinds: some Sequence<RowKind>) -> [RowKind] {
        if positions[.fallback] != nil { return [] }
        var missing: [RowKind] = []
        for kind in kinds where positions[kind] == nil && !missing.contains(kind) { missing.append(kind) }
        return missing
    }

    /// The kind of an item's row.
    ///
    /// - Throws: ``RowError`` if it has no row.
    public func kind(of item: Item) throws(RowError) -> RowKind {
        try row(for: item).kind
    }

    /// Makes a view for a kind.
    ///
    /// - Throws: ``RowError`` if the kind has no row, or what it makes is not a `View`.
    public func make(_ kind: RowKind) throws(RowError) -> View {
        try row(of: kind).make()
    }

    /// Shows an item in a view that is new or has shown another item.
    ///
    /// - Throws: ``RowError`` if the item has no row, or the view is not of the type that its kind takes.
    public func configure(_ view: View, for item: Item) throws(RowError) {
        let row = try row(for: item)
        try row.check(view)
        row.handlers.configure?(view, item)
    }

    /// Shows the new content of an item in the view that shows it.
    ///
    /// - Throws: ``RowError`` if the item has no row, or the view is not of the type that its kind takes.
    public func update(_ view: View, from old: Item, to new: Item) throws(RowError) {
        try row(for: new).update(view, old, new)
    }

    /// Clears a view that is going to show another item.
    ///
    /// - Throws: ``RowError`` if the kind has no row, or the view is not of its type.
    public func prepareForReuse(_ view: View, of kind: RowKind) throws(RowError) {
        let row = try row(of: kind)
        try row.check(view)
        row.handlers.prepareForReuse?(view)
    }

    func row(of kind: RowKind) throws(RowError) -> AnyRow<Item, View> {
        guard let position = positions[kind] ?? positions[.fallback] else { throw .unknown(kind) }
        return rows[position]
    }

    func row(for item: Item) throws(RowError) -> AnyRow<Item, View> {
        if let kindOfItem { return try row(of: kindOfItem(item)) }
        for row in rows where row.condition?(item) ?? true { return row }
        throw .missing([])
    }
}

extension AnyRow {
    func update(_ view: View, _ old: Item, _ new: Item) throws(RowError) {
        try check(view)
        if let update = handlers.update {
            update(view, old, new)
        } else {
            handlers.configure?(view, new)
        }
    }
}
