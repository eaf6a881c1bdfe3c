/// Lists the rows of a ``RowFactory``; `if` and `for` are allowed.
@resultBuilder
public enum RowBuilder<Item, View> {
    /// A row with views of the factory's type, of a subclass, or of a type that conforms to its protocol.
    public static func buildExpression<Made>(_ row: Row<Item, Made>) -> [AnyRow<Item, View>] {
        [AnyRow(casting: row)]
    }

    /// A row that another factory has, for example.
    public static func buildExpression(_ row: AnyRow<Item, View>) -> [AnyRow<Item, View>] { [row] }

    /// All rows, in their order.
    public static func buildBlock(_ rows: [AnyRow<Item, View>]...) -> [AnyRow<Item, View>] { Array(rows.joined()) }

    /// The rows of an `if` without `else`.
    public static func buildOptional(_ rows: [AnyRow<Item, View>]?) -> [AnyRow<Item, View>] { rows ?? [] }

    /// The rows of an `if`.
    public static func buildEither(first rows: [AnyRow<Item, View>]) -> [AnyRow<Item, View>] { rows }

    /// The rows of an `else`.
    public static func buildEither(second rows: [AnyRow<Item, View>]) -> [AnyRow<Item, View>] { rows }

    /// The rows of a loop.
    public static func buildArray(_ rows: [[AnyRow<Item, View>]]) -> [AnyRow<Item, View>] { Array(rows.joined()) }
}
