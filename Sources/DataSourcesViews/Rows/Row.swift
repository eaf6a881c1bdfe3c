/// How the rows of one kind are made and configured.
///
/// ```swift
/// Row("manager", where: \.isManager) { ManagerCell() } configure: { $0.show($1) } update: { $0.fade(from: $1, to: $2) }
/// ```
///
/// The closures run where the rows are shown, usually on the main actor. They get the type of view that `make` returns.
public struct Row<Item, View> {
    let kind: RowKind
    /// The pool that the views come from.
    let pool: RowKind
    let condition: ((Item) -> Bool)?
    let make: () -> View
    let handlers: RowHandlers<Item, View>

    /// Creates the row of a kind.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - pool: The pool that the views come from and go to; one of its own by default. Kinds with the same pool have
    ///     the same type of view.
    ///   - make: Makes a view.
    ///   - configure: Shows an item in a view; that of the factory by default.
    ///   - update: Shows the new content of the item that the view shows; see ``RowHandlers`` for the default.
    ///   - prepareForReuse: Clears a view that is going to show another item.
    public init(
        _ kind: RowKind, pool: RowKind? = nil, make: @escaping () -> View,
        configure: ((_ view: View, _ item: Item) -> Void)? = nil,
        update: ((_ view: View, _ old: Item, _ new: Item) -> Void)? = nil,
        prepareForReuse: ((_ view: View) -> Void)? = nil
    ) {
        self.kind = kind
        self.pool = pool ?? kind
        condition = nil
        self.make = make
        handlers = RowHandlers(configure: configure, update: update, prepareForReuse: prepareForReuse)
    }

    /// Creates a row for the items that satisfy `condition` and none of the conditions above.
    ///
    /// - Parameters:
    ///   - kind: The name of these rows.
    ///   - condition: Whether an item has this kind; it must give the same answer for equal items.
    ///   - pool: The pool that the views come from and go to; one of its own by default.
    ///   - make: Makes a view.
    ///   - configure: Shows an item in a view; that of the factory by default.
    ///   - update: Shows the new content of the item that the view shows; see ``RowHandlers`` for the default.
    ///   - prepareForReuse: Clears a view that is going to show another item.
    public init(
        _ kind: RowKind, where condition: @escaping (_ item: Item) -> Bool, pool: RowKind? = nil,
        make: @escaping () -> View,
        configure: ((_ view: View, _ item: Item) -> Void)? = nil,
        update: ((_ view: View, _ old: Item, _ new: Item) -> Void)? = nil,
        prepareForReuse: ((_ view: View) -> Void)? = nil
    ) {
        self.kind = kind
        self.pool = pool ?? kind
        self.condition = condition
        self.make = make
        handlers = RowHandlers(configure: configure, update: update, prepareForReuse: prepareForReuse)
    }
}
