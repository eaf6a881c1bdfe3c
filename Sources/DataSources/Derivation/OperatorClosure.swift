/// Checks each closure of an operator by itself, and so keeps long chains of operators fast to compile.
///
/// The compiler checks a closure that is one expression together with the whole chain, so it tries all combinations of
/// overloaded operators in all closures: a chain of eight can take minutes. It checks the closures of a result builder
/// one after the other, and the time grows with the length of the chain.
///
/// You write closures as without it: an expression, `if` and `switch` as expressions, declarations before the
/// expression, or statements that `return`.
@resultBuilder
public enum OperatorClosure<Result> {
    // They are transparent so that a debug build does not call them for each item.

    /// The value of an expression.
    @_transparent
    public static func buildExpression(_ result: Result) -> Result { result }

    /// The value of the only expression.
    @_transparent
    public static func buildBlock(_ result: Result) -> Result { result }

    /// The value of the first of two branches.
    @_transparent
    public static func buildEither(first result: Result) -> Result { result }

    /// The value of the second of two branches.
    @_transparent
    public static func buildEither(second result: Result) -> Result { result }

    /// The value of a branch that requires a version of the system.
    @_transparent
    public static func buildLimitedAvailability(_ result: Result) -> Result { result }
}
