/// What is done with the views of rows: for one kind, or for all kinds of a factory.
///
/// There is one order of fallbacks: what the kind says counts, else what the factory says for all kinds, else the
/// default of the library. By default an update configures the view anew, and a view is not prepared for its reuse.
public struct RowHandlers<Item, View> {
    /// Shows an item in a view that is new or has shown another item.
    public var configure: ((_ view: View, _ item: Item) -> Void)?
    /// Shows the new content of the same item in the view that shows it already.
    public var update: ((_ view: View, _ old: Item, _ new: Item) -> Void)?
    /// Clears a view that is going to show another item.
    public var prepareForReuse: ((_ view: View) -> Void)?

    /// Creates handlers; what is left out is taken from the next ones in the order of fallbacks.
    public init(
        configure: ((_ view: View, _ item: Item) -> Void)? = nil,
        update: ((_ view: View, _ old: Item, _ new: Item) -> Void)? = nil,
        prepareForReuse: ((_ view: View) -> Void)? = nil
    ) {
        self.configure = configure
        self.update = update
        self.prepareForReuse = prepareForReuse
    }

    /// These handlers, and those of `others` where there is none.
    ///
    /// The handlers of a kind come before all others, so an update that the kind does not describe is the `update` of
    /// `others`, and only then the kind's `configure`.
    func falling(backTo others: RowHandlers) -> RowHandlers {
        RowHandlers(
            configure: configure ?? others.configure, update: update ?? others.update,
            prepareForReuse: prepareForReuse ?? others.prepareForReuse)
    }
}
