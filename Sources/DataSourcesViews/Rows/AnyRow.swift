/// A row whose views are known as those of the whole factory.
public struct AnyRow<Item, View> {
    let kind: RowKind
    let pool: RowKind
    let condition: ((Item) -> Bool)?
    let make: () throws(RowError) -> View
    /// The handlers of the kind; they do nothing with views of another type.
    var handlers: RowHandlers<Item, View>
    /// Whether a view has the type that this kind takes.
    let accepts: (View) -> Bool
    /// The type of view that the kind takes.
    let viewType: Any.Type
    /// Whether what the kind makes can be a `View`; `true` if only making one can tell.
    let isPossible: Bool

    init<Made>(casting row: Row<Item, Made>) {
        (kind, pool, condition, viewType) = (row.kind, row.pool, row.condition, Made.self)
        accepts = { $0 is Made }
        // Of two classes the types tell; whether a type conforms to a protocol, only its values do.
        isPossible = !(View.self is AnyClass && Made.self is AnyClass) || Made.self is View.Type
        make = { () throws(RowError) in
            let made = row.make()
            guard let view = made as? View else { throw .wrongView(row.kind, type(of: made), View.self) }
            return view
        }
        let typed = row.handlers
        handlers = RowHandlers(
            configure: typed.configure.map { configure in
                { view, item in if let view = view as? Made { configure(view, item) } }
            },
            update: typed.update.map { update in
                { view, old, new in if let view = view as? Made { update(view, old, new) } }
            },
            prepareForReuse: typed.prepareForReuse.map { prepare in
                { view in if let view = view as? Made { prepare(view) } }
            })
    }

    func check(_ view: View) throws(RowError) {
        if !accepts(view) { throw .wrongView(kind, type(of: view), viewType) }
    }
}
